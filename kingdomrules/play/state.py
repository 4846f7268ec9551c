"""Where a game stands, as plain frozen data, and the rules made ready for one number of players."""

import random
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from kingdomrules.play.kingdom import Domino, Field, Kingdom, Outline, Square, Unreadable
from kingdomrules.play.moves import Claim, Place
from kingdomrules.play.placement import is_limited, window
from kingdomrules.ruleset.schema import DominoSet, Ruleset

SEED_DIGITS = 100

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
        self.dominoes = dominoes_of(rules.domino_set)
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
        line = tuple(sorted(deal.pile[: self.row.line]))
        return State((alone,) * self.players, (0,) * self.players, 1, (), 0, False, line, ())


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
def dominoes_of(dominoes: DominoSet) -> dict[int, Domino]:
    """The dominoes of a box by number, in the letters of pictures."""
    letters = {terrain: look.letter for terrain, look in dominoes.terrains.items()}
    found = {}
    for number in dominoes.pieces:
        (first, first_crowns), (second, second_crowns) = dominoes.halves(number)
        halves = Square(letters[first], first_crowns), Square(letters[second], second_crowns)
        found[number] = Domino(*halves, number)
    return found
