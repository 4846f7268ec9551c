"""Where a game stands, as plain frozen data, and the rules made ready for one number of players."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kingdomrules.play.kingdom import Domino, Field, Kingdom, Outline, Square, Unreadable
from kingdomrules.play.moves import Claim, Place, Refusal
from kingdomrules.play.placement import is_limited, matching_rule, window
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.schema import Ruleset

SEED_DIGITS = 100

Pick = tuple[int, int]
"""The place of the line picked last, and the places picked in this block as a set of bits."""

Claimed = tuple[int, int]
"""A domino and the player whose king stands on it."""


class State(NamedTuple):
    """Everything that changes from move to move.

    `claims` are acted on in this round, up to `turn`; `line` is what is chosen from, `taken` what has been
    chosen from it. Before the first round `claims` is empty and the kings choose in the order they were drawn.
    """

    kingdoms: tuple[Kingdom, ...]
    discards: tuple[int, ...]
    dealt: int
    claims: tuple[Claimed, ...]
    turn: int
    placed: bool
    line: tuple[int, ...]
    taken: tuple[Claimed, ...]
    picks: tuple[Pick, ...] = ()
    """For each player the places of the line picked before, where the rules look at them."""


class Deal(NamedTuple):
    """What luck decided: the order of the pile, what was taken out unseen, the order of the first choice.

    A game taken up in the middle begins with what lay on the table then.
    """

    pile: tuple[int, ...]
    taken_out: tuple[int, ...]
    first_choice: tuple[int, ...]
    begun: "Begun | None" = None


class Begun(NamedTuple):
    """The past of a game that was taken up in the middle, as far as it can be seen on the table."""

    state: State
    laid: tuple[tuple[Place, ...], ...]
    discarded: tuple[tuple[int, ...], ...]
    unchosen: tuple[int, ...]


class _Places(dict[int, Place]):
    """The placements of one domino in one direction by the bit of its first half, made when first asked for."""

    def __init__(self, field: Field, domino: int, direction: str) -> None:
        self.field, self.domino, self.direction = field, domino, direction

    def __missing__(self, bit: int) -> Place:
        ((x, y),) = self.field.cells(bit)
        self[bit] = place = Place(self.domino, x, y, self.direction)
        return place


class _Windows(dict[Outline, int]):
    def __init__(self, rules: Ruleset, grid: int | None, field: Field) -> None:
        self.rules, self.grid, self.field = rules, grid, field

    def __missing__(self, outline: Outline) -> int:
        self[outline] = cells = window(self.rules, self.grid, self.field, outline)
        return cells


class Table:
    """A ruleset made ready for so many players: what is asked in every turn, looked up once.

    Its dictionaries only ever remember what they would compute again, so tables are shared by all games.
    """

    def __init__(self, rules: Ruleset, players: int) -> None:
        row = rules.row(players)
        self.rules = rules
        self.players = players
        self.row = row
        self.lines = row.rounds
        self.kings = players * row.kings
        # Without a limit a kingdom reaches as far as its dominoes laid in a row.
        reach = row.grid - 1 if row.grid is not None and is_limited(rules) else 2 * row.rounds * row.kings
        self.field = Field.reaching(reach)
        self.windows = _Windows(rules, row.grid, self.field)
        self.matching = matching_rule(rules)
        self.dominoes = dominoes_of(rules.domino_set, rules.components.copies)
        self.pieces = len(rules.domino_set.pieces)
        self.several_sets = rules.components.copies > 1
        self.by_domino = rules.draft.order in (None, "by-domino")
        looked_at = rules.draft.next_picks or rules.draft.each_place_once
        self.start_picks: tuple[Pick, ...] = ((0, 0),) * players if looked_at else ()
        self.places = {n: tuple(_Places(self.field, n, direction) for direction in "enws") for n in self.dominoes}
        self.claims = {n: Claim(n) for n in self.dominoes}
        self.may_discard_freely = rules.turn.discarding == "freely"

    def deal(self, seed: int) -> Deal:
        """The one place where luck enters. Only `random()` is used: its sequence is the same in every Python."""
        if not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) >= 10**SEED_DIGITS:
            raise Unreadable(f"a seed is a whole number of at most {SEED_DIGITS} digits")
        draw = random.Random(seed).random
        box = _shuffled(sorted(self.dominoes), draw)
        kings = [player for player in range(self.players) for _ in range(self.row.kings)]
        if self.row.first_choice == "back-and-forth":
            order = back_and_forth(_shuffled([0, 1], draw)[0])
        else:
            order = _shuffled(kings, draw)
        in_play = self.row.dominoes
        return Deal(tuple(box[:in_play]), tuple(sorted(box[in_play:])), tuple(order))

    def start(self, deal: Deal) -> State:
        alone = Kingdom.castle_alone(self.field.reach)
        line = self.in_order(deal.pile[: self.row.line])
        return State((alone,) * self.players, (0,) * self.players, 1, (), 0, False, line, (), self.start_picks)

    # --- the draft ---

    def in_order(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Dominoes as they lie in a line. Of several sets, those of the second are numbered on from the first."""
        if self.several_sets:
            return tuple(sorted(numbers, key=self._printed))
        return tuple(sorted(numbers))

    def _printed(self, number: int) -> tuple[int, int]:
        return (number - 1) % self.pieces, number

    def turns(self, taken: Sequence[Claimed], first_choice: Sequence[int]) -> tuple[Claimed, ...]:
        """The kings of a round in the order of their turns."""
        if self.by_domino and not self.several_sets:
            return tuple(sorted(taken))
        claims = sorted(taken, key=lambda claim: self._printed(claim[0]))
        if self.by_domino:
            return tuple(claims)
        order = first_choice
        if self.rules.draft.order == "back-and-forth":
            order = back_and_forth(first_choice[0])
        found = []
        for player in order:
            own = next(claim for claim in claims if claim[1] == player)
            claims.remove(own)
            found.append(own)
        return tuple(found)

    def open_places(self, pick: Pick) -> range | list[int]:
        """The places of the line a player may pick after what was picked before."""
        places = range(1, self.row.line + 1)
        return [place for place in places if not any(self.closed_places(pick, place))]

    def closed_places(self, pick: Pick, place: int) -> Iterator[Refusal]:
        """The rules that close a place of the line to a player."""
        last, block = pick
        draft = self.rules.draft
        if draft.next_picks and last and place > draft.next_picks[last]:
            yield Refusal("draft.next_picks", (), (("place", place), ("last", last), ("limit", draft.next_picks[last])))
        if draft.each_place_once and block >> place & 1:
            yield Refusal("draft.each_place_once", (), (("place", place), ("rounds", draft.each_place_once)))

    def picked(self, pick: Pick, place: int) -> Pick:
        block = pick[1] | 1 << place
        full = block.bit_count() == self.rules.draft.each_place_once
        return place, 0 if full else block


def back_and_forth(first: int) -> list[int]:
    """A-B-B-A: who chooses when, for two players with two kings each."""
    return [first, 1 - first, 1 - first, first]


def _shuffled(items: list[int], draw: Callable[[], float]) -> list[int]:
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = int(draw() * (last + 1))
        items[last], items[other] = items[other], items[last]
    return items


@lru_cache(maxsize=256)
def table(rules: Ruleset, players: int) -> Table:
    return Table(rules, players)


@lru_cache(maxsize=64)
def dominoes_of(dominoes: DominoSet, copies: int = 1) -> dict[int, Domino]:
    """The dominoes of a box by number, in the letters of pictures; a second set is numbered on."""
    letters = dominoes.letter_of
    found = {}
    for copy in range(copies):
        for number in dominoes.pieces:
            (first, first_crowns), (second, second_crowns) = dominoes.halves(number)
            halves = Square(letters[first], first_crowns), Square(letters[second], second_crowns)
            numbered_on = number + copy * len(dominoes.pieces)
            found[numbered_on] = Domino(*halves, numbered_on)
    return found
