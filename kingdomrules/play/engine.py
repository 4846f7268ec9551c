"""A game: whose turn it is, what may be done, and the game after it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from kingdomrules.play.kingdom import Domino, Kingdom, Unreadable
from kingdomrules.play.moves import OPPOSITE, STEPS, Claim, Discard, IllegalMove, Move, Place, Refusal, parse_move
from kingdomrules.play.placement import placement_refusals, places
from kingdomrules.play.scoring import Ranking, ScoreSheet, ranking, score_sheets
from kingdomrules.play.state import Claimed, Deal, State, Table, table
from kingdomrules.ruleset.schema import Ruleset

STANDING_RULES = ("draft.one-king-each", "draft.from-the-line", "turn.place-then-claim", "end.game-over")
"""Ids of what holds in every game and has no setting; refusals name them and the book tells them."""

_set = object.__setattr__

_Past = tuple[Any, Move] | None
"""The moves before, the newest outermost: adding one costs the same in every round."""


class View(NamedTuple):
    """What one player may know: everything on the table, and how many dominoes are still hidden."""

    player: int
    players: int
    round: int
    rounds: int
    to_move: int | None
    domino: Domino | None
    line: tuple[Domino, ...]
    claims: tuple[Claimed, ...]
    taken: tuple[Claimed, ...]
    kingdoms: tuple[Kingdom, ...]
    discards: tuple[int, ...]
    pile: int
    unseen: tuple[int, ...]
    legal_moves: tuple[Move, ...]
    """`unseen` are the dominoes nobody has seen yet: in the pile or taken out, nobody knows which."""


class Game:
    """A position with its past; `after` returns the next one and leaves this one as it is.

    >>> from kingdomrules.ruleset.shelf import load
    >>> game = new_game(load("classic"), players=2, seed=7)
    >>> while moves := game.legal_moves():
    ...     game = game.after(moves[0])
    >>> game.over, len(game.moves)
    (True, 48)
    """

    __slots__ = ("_legal", "_past", "deal", "seed", "state", "table")

    table: Table
    state: State
    deal: Deal
    seed: int | None
    _past: "_Past"
    _legal: tuple[Move, ...] | None

    def __init__(self, table: Table, state: State, deal: Deal, seed: int | None, past: "_Past" = None) -> None:
        _set(self, "table", table)
        _set(self, "state", state)
        _set(self, "deal", deal)
        _set(self, "seed", seed)
        _set(self, "_past", past)
        _set(self, "_legal", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a game does not change; after(move) returns the next one")

    __delattr__ = __setattr__  # type: ignore[assignment]  # deleting is a change like any other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules.hash, self.state, self.deal) == (other.rules.hash, other.state, other.deal)

    def __hash__(self) -> int:
        return hash((self.rules.hash, self.state, self.deal))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.rules, self.players, self.state, self.deal, self.seed, self.moves)

    def __repr__(self) -> str:
        where = "over" if self.over else f"round {self.round} of {self.rounds}, player {self.player} to move"
        return f"<Game {self.rules.id}, {self.players} players, {where}>"

    def _repr_svg_(self) -> str:
        from kingdomrules.play.drawing import table_svg  # only notebooks ask for it

        return table_svg(self)

    # --- where the game stands ---

    @property
    def rules(self) -> Ruleset:
        return self.table.rules

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def rounds(self) -> int:
        return self.table.lines

    @property
    def round(self) -> int:
        """The round of placing, from 1; 0 while the first line is chosen from."""
        state = self.state
        if not state.claims:
            return 0
        return state.dealt - 1 if state.line else state.dealt

    @property
    def over(self) -> bool:
        state = self.state
        return state.turn == len(state.claims) and not state.line

    @property
    def player(self) -> int | None:
        """Whose decision is next, from 0; nobody's once the game is over."""
        state = self.state
        if state.turn < len(state.claims):
            return state.claims[state.turn][1]
        return self.deal.first_choice[len(state.taken)] if state.line else None

    @property
    def domino(self) -> Domino | None:
        """The domino to be placed, or none if a claim is next."""
        state = self.state
        if state.placed or state.turn >= len(state.claims):
            return None
        return self.table.dominoes[state.claims[state.turn][0]]

    @property
    def kingdoms(self) -> tuple[Kingdom, ...]:
        return self.state.kingdoms

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far, oldest first."""
        found: list[Move] = []
        past = self._past
        while past is not None:
            past, move = past
            found.append(move)
        return tuple(reversed(found))

    # --- what may be done ---

    def legal_moves(self) -> tuple[Move, ...]:
        """Everything the player whose turn it is may do; empty exactly when the game is over."""
        legal = self._legal
        if legal is None:
            legal = self._find_moves()
            _set(self, "_legal", legal)
        return legal

    def _find_moves(self) -> tuple[Move, ...]:
        state, table = self.state, self.table
        if state.turn < len(state.claims) and not state.placed:
            number, player = state.claims[state.turn]
            kingdom = state.kingdoms[player]
            found: list[Move] = []
            masks = places(kingdom, table.dominoes[number], table.windows[kingdom.outline], table.matching)
            for cells, lookup in zip(masks, table.places[number], strict=True):
                left = cells
                while left:
                    low = left & -left
                    found.append(lookup[low])
                    left ^= low
            if not found or table.may_discard_freely:
                found.append(Discard(number))
            return tuple(found)
        if state.picks:
            open_to = table.open_places(state.picks[self.player or 0])
            return tuple([table.claims[n] for place, n in enumerate(state.line, 1) if place in open_to])
        if not state.taken:
            return tuple([table.claims[number] for number in state.line])
        taken = [number for number, _ in state.taken]
        return tuple([table.claims[number] for number in state.line if number not in taken])

    def refusals(self, move: Move | str) -> tuple[Refusal, ...]:
        """Every rule this move would break now; none means it is legal."""
        if isinstance(move, str):
            move = parse_move(move)
        if isinstance(move, Place) and move.direction not in STEPS:
            raise Unreadable(f"expected a direction e, n, w or s, got {move.direction!r:.40}")
        return tuple(self._refusals(move))

    def _refusals(self, move: Move) -> Iterator[Refusal]:
        state = self.state
        if self.over:
            yield Refusal("end.game-over")
            return
        to_place = self.domino
        if isinstance(move, Claim):
            if to_place is not None:
                yield Refusal("turn.place-then-claim", (), (("domino", to_place.number),))
            yield from self._claim_refusals(move)
            return
        if to_place is None:
            yield Refusal("turn.place-then-claim")
            return
        number, player = state.claims[state.turn]
        if move.domino != number:
            yield Refusal("draft.order", (), (("domino", move.domino), ("next", number)))
        if isinstance(move, Place):
            domino = self.table.dominoes.get(move.domino, to_place)
            grid = self.table.row.grid
            yield from placement_refusals(self.rules, grid, state.kingdoms[player], domino, move.spot)
        elif not self.table.may_discard_freely:
            kingdom = state.kingdoms[player]
            masks = places(kingdom, to_place, self.table.windows[kingdom.outline], self.table.matching)
            if count := sum(bits.bit_count() for bits in masks):
                yield Refusal("turn.discarding", (), (("domino", number), ("places", count)))

    def _claim_refusals(self, move: Claim) -> Iterator[Refusal]:
        state = self.state
        if not state.line:
            yield Refusal("end.last_round")
        elif move.domino not in state.line:
            yield Refusal("draft.from-the-line", (), (("domino", move.domino),))
        elif state.picks:
            place = state.line.index(move.domino) + 1
            yield from self.table.closed_places(state.picks[self.player or 0], place)
        for number, player in state.taken:
            if number == move.domino:
                yield Refusal("draft.one-king-each", (), (("domino", number), ("player", player)))

    def after(self, move: Move | str) -> "Game":
        """The game after this move of the player whose turn it is."""
        legal = self.legal_moves()
        try:
            meant = legal[legal.index(move)]
        except ValueError:
            meant = self._meant(move)
        return Game(self.table, self._next_state(meant), self.deal, self.seed, (self._past, meant))

    def _meant(self, move: Move | str) -> Move:
        """The move on offer that another one stands for: by its notation, or by laying equal halves the other way."""
        if isinstance(move, str):
            move = parse_move(move)
        if refusals := self.refusals(move):
            raise IllegalMove(move, refusals)
        if not isinstance(move, Place) or move in self.legal_moves():
            return move
        _, (x, y) = move.spot.cells
        return Place(move.domino, x, y, OPPOSITE[move.direction])

    def _next_state(self, move: Move) -> State:
        kingdoms, discards, dealt, claims, turn, placed, line, taken, picks = self.state
        if isinstance(move, Claim):
            choosing = turn < len(claims)
            player = claims[turn][1] if choosing else self.deal.first_choice[len(taken)]
            taken = (*taken, (move.domino, player))
            if picks:
                pick = self.table.picked(picks[player], line.index(move.domino) + 1)
                picks = (*picks[:player], pick, *picks[player + 1 :])
            if choosing:
                turn += 1
            placed = False
        else:
            player = claims[turn][1]
            if isinstance(move, Place):
                number, x, y, direction = move
                dx, dy = STEPS[direction]
                grown = kingdoms[player].with_domino(self.table.dominoes[number], x, y, dx, dy)
                kingdoms = (*kingdoms[:player], grown, *kingdoms[player + 1 :])
            else:
                discards = (*discards[:player], discards[player] + 1, *discards[player + 1 :])
            if line:
                placed = True
            else:
                turn += 1
        if line and len(taken) == self.table.kings:
            # Every king has chosen: what is left of the line is nobody's, and the next line is laid out.
            claims, turn, taken = self.table.turns(taken, self.deal.first_choice), 0, ()
            long = self.table.row.line
            line = self.table.in_order(self.deal.pile[dealt * long : (dealt + 1) * long])
            dealt += bool(line)
        return State(kingdoms, discards, dealt, claims, turn, placed, line, taken, picks)

    # --- what it is worth ---

    def scores(self) -> tuple[ScoreSheet, ...]:
        """A score sheet for each player, as the kingdoms are now."""
        state = self.state
        grid = self.table.row.grid
        return score_sheets(self.rules, grid, state.kingdoms, state.discards)

    def ranking(self) -> Ranking:
        """The players in order, as the kingdoms are now."""
        return ranking(self.rules, self.scores())

    def view(self, player: int) -> View:
        """What a player may know; the pile's order and what was taken out are not in it."""
        if player not in range(self.players):
            raise IndexError(f"players are numbered from 0 to {self.players - 1}, there is no player {player!r}")
        state = self.state
        hidden = set(self.deal.pile[state.dealt * self.table.row.line :]) | set(self.deal.taken_out)
        dominoes = self.table.dominoes
        return View(
            player=player,
            players=self.players,
            round=self.round,
            rounds=self.rounds,
            to_move=self.player,
            domino=self.domino,
            line=tuple(dominoes[number] for number in state.line),
            claims=state.claims[state.turn :],
            taken=state.taken,
            kingdoms=state.kingdoms,
            discards=state.discards,
            pile=len(self.deal.pile) - state.dealt * self.table.row.line,
            unseen=tuple(sorted(hidden)),
            legal_moves=self.legal_moves() if self.player == player else (),
        )


def new_game(rules: Ruleset, *, players: int, seed: int) -> Game:
    """A game before the first choice. The same ruleset, players and seed give the same game everywhere."""
    ready = table(rules, players)
    deal = ready.deal(seed)
    return Game(ready, ready.start(deal), deal, seed)


def _restored(
    rules: Ruleset, players: int, state: State, deal: Deal, seed: int | None, moves: tuple[Move, ...]
) -> Game:
    past: _Past = None
    for move in moves:
        past = (past, move)
    return Game(table(rules, players), state, deal, seed, past)
