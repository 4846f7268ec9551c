"""The rules once more, slowly: a second opinion that shares no line of code with the engine.

A kingdom is a dictionary of cells, a property is what a flood reaches, and every cell far and wide is tried for
every domino. The values of the ruleset are taken as they are; what they mean is said again here.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, assert_never

from kingdomrules import Ruleset
from kingdomrules.ruleset.kinds import Compare, PointsForLines, PointsIf, Where

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
    (matching,) = (rule for rule in rules.placement.values() if rule.kind.endswith(("matches", "match")))
    wild = getattr(matching, "castle", "wild") == "wild" or not land
    touched = [(near, terrain) for cell, (terrain, _) in zip(cells, halves, strict=True) for near in neighbours(cell)]
    if not any((near == (0, 0) and wild) or (near in land and land[near][0] == terrain) for near, terrain in touched):
        broken.add(matching.kind)
    if any(near in land and land[near][0] != terrain for near, terrain in touched):
        broken.add("all_touching_match")
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
        elif rule.kind == "points_for_each":
            times = len(things(rules, land, discards, rule.count, rule.where)) // rule.every
            worth = times * rule.points
            if rule.at_most is not None and worth > rule.at_most:
                worth = rule.at_most
            if rule.at_most is not None and worth < -rule.at_most:
                worth = -rule.at_most
        elif rule.kind == "points_if":
            worth = rule.points if all_true(rules, land, discards, rule) else 0
        elif rule.kind == "points_for_lines":
            worth = rule.points * most_lines(rules, land, rule)
        elif rule.kind == "points_for_most":
            worth = 0  # what the others have is seen in points_for_most
        else:
            assert_never(rule)
        if worth:
            earned[f"scoring.{name}"] = worth
    return earned


def points_for_most(rules: Ruleset, lands: Sequence[Land], discards: Sequence[int]) -> list[dict[str, int]]:
    """For each player the points for having most of something."""
    earned: list[dict[str, int]] = [{} for _ in lands]
    for name, rule in rules.scoring.items():
        if rule.kind == "points_for_most":
            counts = [
                len(things(rules, land, lost, rule.count, rule.where))
                for land, lost in zip(lands, discards, strict=True)
            ]
            first = [player for player, count in enumerate(counts) if count == max(counts) > 0]
            for player in first if rule.ties == "all" or len(first) == 1 else []:
                earned[player][f"scoring.{name}"] = rule.points
    return earned


# --- the vocabulary ---


def things(rules: Ruleset, land: Land, discards: int, count: str | None, where: Where | None) -> list[object]:
    """Everything of a kind, one by one."""
    names = {look.letter: terrain for terrain, look in rules.domino_set.terrains.items()}
    box = corners(land)
    match count:
        case "squares":
            return [cell for cell in land if square_is(where, cell, land, names)]
        case "properties":
            return [lot for lot in properties(land) if property_is(where, lot, names)]
        case "crowns":
            return [cell for cell, (_, crowns) in land.items() for _ in range(crowns)]
        case "terrains":
            return list({letter for letter, _ in land.values()})
        case "gaps":
            (west, south), (east, north) = box[0], box[3]
            inside = [(x, y) for x in range(west, east + 1) for y in range(south, north + 1)]
            return [cell for cell in inside if cell not in land and cell != (0, 0)]
        case _:
            return list(range(discards))


def corners(land: Land) -> list[Cell]:
    xs, ys = [0, *(x for x, _ in land)], [0, *(y for _, y in land)]
    return [(min(xs), min(ys)), (min(xs), max(ys)), (max(xs), min(ys)), (max(xs), max(ys))]


def compares(number: Compare, n: int) -> bool:
    tests = [
        number.at_least is None or n >= number.at_least,
        number.exactly is None or n == number.exactly,
        number.at_most is None or n <= number.at_most,
    ]
    return all(tests)


def square_is(where: Where | None, cell: Cell, land: Land, names: dict[str, str]) -> bool:
    if where is None:
        return True
    (x, y), (letter, crowns) = cell, land[cell]
    (west, south), (east, north) = corners(land)[0], corners(land)[3]
    lies = {
        "corner": cell in corners(land),
        "edge": x in (west, east) or y in (south, north),
        "centre": (2 * x, 2 * y) == (west + east, south + north),
        None: True,
    }
    near = {"touching": abs(x) + abs(y) == 1, "around": max(abs(x), abs(y)) == 1, None: True}
    return (
        (where.terrain is None or names[letter] in where.terrain)
        and (where.crowns is None or compares(where.crowns, crowns))
        and near[where.castle]
        and lies[where.at]
        and (where.any_of is None or any(square_is(other, cell, land, names) for other in where.any_of))
        and not any(square_is(other, cell, land, names) for other in where.none_of or ())
    )


def property_is(where: Where | None, lot: tuple[str, frozenset[Cell], int], names: dict[str, str]) -> bool:
    if where is None:
        return True
    letter, cells, crowns = lot
    near = {
        "touching": any(abs(x) + abs(y) == 1 for x, y in cells),
        "around": any(max(abs(x), abs(y)) == 1 for x, y in cells),
        None: True,
    }
    return (
        (where.terrain is None or names[letter] in where.terrain)
        and (where.crowns is None or compares(where.crowns, crowns))
        and (where.size is None or compares(where.size, len(cells)))
        and near[where.castle]
        and (where.any_of is None or any(property_is(other, lot, names) for other in where.any_of))
        and not any(property_is(other, lot, names) for other in where.none_of or ())
    )


def all_true(rules: Ruleset, land: Land, discards: int, rule: PointsIf) -> bool:
    (west, south), (east, north) = corners(land)[0], corners(land)[3]
    width, height = spans([*land, (0, 0)])
    wanted = [
        rule.castle != "middle" or (west + east, south + north) == (0, 0),
        rule.castle != "corner" or (0, 0) in corners(land),
        rule.outline is None or (width, height) == (rule.outline, rule.outline),
        not rule.filled or len(land) + 1 == width * height,
        rule.number is None or compares(rule.number, len(things(rules, land, discards, rule.count, rule.where))),
    ]
    return all(wanted)


def lines_in(rules: Ruleset, land: Land, rule: PointsForLines) -> list[frozenset[Cell]]:
    """Every straight line of squares that are as the rule wants them."""
    names = {look.letter: terrain for terrain, look in rules.domino_set.terrains.items()}
    found = []
    for x, y in land:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = frozenset((x + dx * step, y + dy * step) for step in range(rule.length))
            if all(cell in land and square_is(rule.where, cell, land, names) for cell in line):
                found.append(line)
    return found


def most_lines(rules: Ruleset, land: Land, rule: PointsForLines) -> int:
    """Every choice of lines, the largest first, until one overlaps no further than it may."""
    found = lines_in(rules, land, rule)
    shared = 1 if rule.reading == "crossing" else 0
    for size in range(len(found), 0, -1):
        for choice in combinations(found, size):
            if all(len(one & other) <= shared for one, other in combinations(choice, 2)):
                return size
    return 0


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
        self.lines = [self.laid_out(pile[start : start + row.line]) for start in range(0, row.dominoes, row.line)]
        self.places_taken: list[list[int]] = [[] for _ in range(players)]
        self.first_choice = first_choice
        self.lands: list[Land] = [{} for _ in range(players)]
        self.discarded: list[list[int]] = [[] for _ in range(players)]
        self.unchosen: list[int] = []

    def printed(self, domino: int) -> int:
        """The number on the back: a second set is numbered on, but its dominoes look the same."""
        return (domino - 1) % len(self.rules.domino_set.pieces) + 1

    def laid_out(self, dominoes: Iterable[int]) -> list[int]:
        return sorted(dominoes, key=lambda domino: (self.printed(domino), domino))

    def halves(self, domino: int) -> Halves:
        letters = {terrain: look.letter for terrain, look in self.rules.domino_set.terrains.items()}
        first, second = self.rules.domino_set.pieces[self.printed(domino)]
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
            standing, kings = list(self._in_turn(kings)), []
            for domino, player in standing:
                yield from self._place(player, domino)
                if line:
                    kings.append(((yield from self._claim(player, line, kings)), player))
            self._clear_away(line, kings)

    def _in_turn(self, kings: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The kings in the order of their turns: by domino, or as the players sit, or there and back."""
        owner = dict(kings)
        waiting = self.laid_out(owner)
        sitting = list(self.first_choice)
        if self.rules.draft.order == "back-and-forth":
            first, second = sitting[0], 1 - sitting[0]
            sitting = [first, second, second, first]
        if self.rules.draft.order == "by-domino":
            sitting = [owner[domino] for domino in waiting]
        for player in sitting:
            domino = next(domino for domino in waiting if owner[domino] == player)
            waiting.remove(domino)
            yield domino, player

    def _open(self, player: int, place: int) -> bool:
        """Whether a place of the line, counted from 1, may be picked after what was picked before."""
        past, draft = self.places_taken[player], self.rules.draft
        if draft.next_picks and past and place > draft.next_picks[past[-1]]:
            return False
        block = len(past) % draft.each_place_once if draft.each_place_once else 0
        return not block or place not in past[-block:]

    def _clear_away(self, line: list[int], kings: list[tuple[int, int]]) -> None:
        self.unchosen += [domino for domino in line if domino not in [chosen for chosen, _ in kings]]

    def _claim(self, player: int, line: list[int], kings: list[tuple[int, int]]) -> Generator[Decision, str, int]:
        taken = [chosen for chosen, _ in kings]
        free = [d for place, d in enumerate(line, 1) if d not in taken and self._open(player, place)]
        answer = yield Decision(player, self.lands[player], None, {f"k{domino}": None for domino in free})
        self.places_taken[player].append(line.index(int(answer[1:])) + 1)
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
