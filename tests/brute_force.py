"""The rules once more, slowly: a second opinion that shares no line of code with the engine.

A kingdom is a dictionary of cells, a property is what a flood reaches, and every cell far and wide is tried for
every domino. The values of the ruleset are taken as they are; what they mean is said again here.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from kingdomrules import Ruleset

Cell = tuple[int, int]
Square = tuple[str, int]
"""A terrain and its crowns."""
Land = dict[Cell, Square]
"""Squares by cell; the castle on (0, 0) is not among them."""
Halves = tuple[Square, Square]

COMPASS = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in COMPASS.values()]


def spans(cells: Iterable[Cell]) -> tuple[int, int]:
    """Width and height of the smallest rectangle around some cells."""
    xs, ys = zip(*cells, strict=True)
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def broken_kinds(rules: Ruleset, grid: int | None, land: Land, halves: Halves, cells: tuple[Cell, Cell]) -> set[str]:
    """The kinds of the placement rules that two halves on two cells would break."""
    kinds = {rule.kind for rule in rules.placement.values()}
    taken = {*land, (0, 0)}
    broken = set()
    if taken & set(cells):
        broken.add("on_free_cells")
    if grid is not None and max(spans(taken | set(cells))) > grid:
        broken.add("within_grid")
    for cell, (terrain, _) in zip(cells, halves, strict=True):
        if any(near == (0, 0) or (near in land and land[near][0] == terrain) for near in neighbours(cell)):
            break
    else:
        broken.add("one_half_matches")
    return broken & kinds


def spots(far: int) -> Iterator[tuple[int, int, str, tuple[Cell, Cell]]]:
    """Every spot within a square around the castle, with the two cells it covers."""
    for x in range(-far, far + 1):
        for y in range(-far, far + 1):
            for direction, (dx, dy) in COMPASS.items():
                yield x, y, direction, ((x, y), (x + dx, y + dy))


def far_enough(land: Land) -> int:
    """A distance from the castle beyond which nothing can touch the kingdom."""
    return 2 + max((max(abs(x), abs(y)) for x, y in land), default=0)


def properties(land: Land, *, castle_joins: bool = False) -> list[tuple[str, frozenset[Cell], int]]:
    """Each property as terrain, cells and crowns, found by flooding from square to square."""
    found = []
    dry = set(land)
    while dry:
        start = min(dry)
        terrain = land[start][0]
        flooded, edge = {start}, [start]
        while edge:
            for near in neighbours(edge.pop()):
                like = near in land and land[near][0] == terrain
                if near not in flooded and (like or (castle_joins and near == (0, 0))):
                    flooded.add(near)
                    edge.append(near)
        squares = frozenset(flooded - {(0, 0)})
        found.append((terrain, squares, sum(land[cell][1] for cell in squares)))
        dry -= squares
    return found


def in_the_middle(land: Land, grid: int | None, reading: str) -> bool:
    xs, ys = [0, *(x for x, _ in land)], [0, *(y for _, y in land)]
    sides = [-min(xs), max(xs), -min(ys), max(ys)]
    if reading == "outline":
        return sides[0] == sides[1] and sides[2] == sides[3]
    assert grid is not None
    half = grid // 2
    return sides == [half] * 4 if reading == "full-outline" else max(sides) <= half


def points(rules: Ruleset, grid: int | None, land: Land, discards: int) -> dict[str, int]:
    """Points by the id of the rule they come from; a rule that earns nothing is left out."""
    earned: dict[str, int] = {}
    for name, rule in rules.scoring.items():
        worth = 0
        if rule.kind == "size_times_crowns":
            lands = properties(land, castle_joins=rule.castle == "joins")
            worth = sum(len(cells) * crowns for _, cells, crowns in lands)
        elif rule.kind == "castle_in_the_middle":
            worth = rule.points if in_the_middle(land, grid, rule.reading) else 0
        elif rule.kind == "complete_kingdom" and rule.reading == "nothing-discarded":
            worth = rule.points if discards == 0 else 0
        elif rule.kind == "complete_kingdom":
            full = grid is not None and spans([*land, (0, 0)]) == (grid, grid) and len(land) == grid * grid - 1
            worth = rule.points if full else 0
        else:
            raise AssertionError(f"the slow judge has not heard of {rule.kind}")
        if worth:
            earned[f"scoring.{name}"] = worth
    return earned


class Decision(NamedTuple):
    """Somebody's turn to place or to claim, and everything that is legal by its notation."""

    player: int
    land: Land
    halves: Halves | None
    legal: dict[str, frozenset[tuple[Cell, Square]] | None]
    """For a placement, the land it makes; equal halves either way round make the same land."""


class SlowGame:
    """A game played by the letter of the book, from a pile in a known order."""

    def __init__(self, rules: Ruleset, players: int, pile: Sequence[int], first_choice: Sequence[int]) -> None:
        row = rules.players[players]
        self.rules = rules
        self.grid = row.grid
        self.lines = [sorted(pile[start : start + row.line]) for start in range(0, row.dominoes, row.line)]
        self.first_choice = first_choice
        self.lands: list[Land] = [{} for _ in range(players)]
        self.discarded: list[list[int]] = [[] for _ in range(players)]
        self.unchosen: list[int] = []

    def halves(self, domino: int) -> Halves:
        letters = {terrain: look.letter for terrain, look in self.rules.domino_set.terrains.items()}
        first, second = self.rules.domino_set.pieces[domino]
        return (
            (letters[first.rstrip("*")], first.count("*")),
            (letters[second.rstrip("*")], second.count("*")),
        )

    def decisions(self) -> Generator[Decision, str, None]:
        """Every decision in its order; the notation of what was decided is sent back."""
        kings: list[tuple[int, int]] = []
        for player in self.first_choice:
            kings.append(((yield from self._claim(player, self.lines[0], kings)), player))
        self._clear_away(self.lines[0], kings)
        for line in [*self.lines[1:], []]:
            standing, kings = sorted(kings), []
            for domino, player in standing:
                yield from self._place(player, domino)
                if line:
                    kings.append(((yield from self._claim(player, line, kings)), player))
            self._clear_away(line, kings)

    def _clear_away(self, line: list[int], kings: list[tuple[int, int]]) -> None:
        self.unchosen += [domino for domino in line if domino not in [chosen for chosen, _ in kings]]

    def _claim(self, player: int, line: list[int], kings: list[tuple[int, int]]) -> Generator[Decision, str, int]:
        free = [domino for domino in line if domino not in [chosen for chosen, _ in kings]]
        answer = yield Decision(player, self.lands[player], None, {f"k{domino}": None for domino in free})
        return int(answer[1:])

    def _place(self, player: int, domino: int) -> Generator[Decision, str, None]:
        land, halves = self.lands[player], self.halves(domino)
        legal: dict[str, Any] = {}
        for x, y, direction, cells in spots(far_enough(land)):
            if not broken_kinds(self.rules, self.grid, land, halves, cells):
                grown = {**land, **dict(zip(cells, halves, strict=True))}
                legal[f"{domino}@{x},{y}{direction}"] = frozenset(grown.items())
        if not legal or self.rules.turn.discarding == "freely":
            legal[f"x{domino}"] = None
        answer = yield Decision(player, land, halves, legal)
        made = legal[answer]
        if made is None:
            self.discarded[player].append(domino)
        else:
            self.lands[player] = dict(made)
