"""Kingdoms built around what some rules look for.

They are what a table could see: dominoes' worth of cells that hang together with the castle, within the grid, of the
squares that are in the box. Where rules look for something rare, it is built on purpose.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from kingdomrules.play.placement import is_limited
from kingdomrules.ruleset.kinds import Compare, PointsForLines, PointsForMost, ScoringRule, Where
from kingdomrules.ruleset.schema import Ruleset
from tests.brute_force import Cell, Land, Square, corners, neighbours, square_is

Table = tuple[list[Land], list[int]]
"""Everybody's kingdom, and how many dominoes each of them discarded."""


@cache
def _squares_of(rules: Ruleset) -> Counter[Square]:
    letters = rules.domino_set.letter_of
    halves = [half for number in rules.domino_set.pieces for half in rules.domino_set.halves(number)]
    return Counter({(letters[t], c): n * rules.components.copies for (t, c), n in Counter(halves).items()})


class Builder:
    """A table full of kingdoms, built around what some rules look for."""

    def __init__(self, rules: Ruleset, players: int, looked_for: Sequence[ScoringRule], luck: random.Random) -> None:
        row = rules.players[players]
        self.rules, self.players, self.luck = rules, players, luck
        self.dominoes = row.rounds * row.kings
        self.grid = row.grid if is_limited(rules) and row.grid is not None else self.dominoes
        self.box = Counter(_squares_of(rules))
        self.rule = luck.choice(looked_for)
        self.asked: int = getattr(self.rule, "outline", None) or 0
        self.wheres = [where for rule in looked_for if (where := getattr(rule, "where", None)) is not None]
        self.numbers = sorted(_numbers(looked_for))
        self.sizes = sorted(n for where in self.wheres for n in _numbers_in(where, "size"))
        self.common_size = luck.choice((1, 2, 3, 5, 9, 24))
        self.only_large = luck.random() < 0.2
        self.names = dict(rules.domino_set.terrain_of)

    def table(self) -> Table:
        most = isinstance(self.rule, PointsForMost)
        everybody = self.luck.randint(2, self.players) if most else 1
        lands = [self.land() for _ in range(everybody)]
        lost = [self.number(self.dominoes) if self.luck.random() < 0.5 else 0 for _ in lands]
        if most and self.luck.random() < 0.3:  # as much for everybody, as far as the box goes
            squares = Counter(lands[0].values())
            if all(2 * n <= _squares_of(self.rules)[square] for square, n in squares.items()):
                lands, lost = [lands[0], lands[0]], [lost[0], lost[0]]
        return lands, lost

    def number(self, most: int) -> int:
        """Any number, and rather one that the rules name or nearly name."""
        named = [n + more for n in self.numbers for more in (-1, 0, 1) if 0 <= n + more <= most]
        return self.luck.choice(named) if named and self.luck.random() < 0.8 else self.luck.randint(0, most)

    def land(self) -> Land:
        cells = self.shape()
        match getattr(self.rule, "count", None):
            case "properties":
                return self.with_properties(cells)
            case "crowns":
                return self.with_crowns(cells, self.number(40))
        return self.with_squares(cells)

    def size(self, left: int) -> int:
        """How large a property is to be, of so many squares."""
        if self.only_large:
            large = self.luck.choice((0, 1, 8)) + max(self.sizes, default=4)
            return large if left >= 2 * large else left
        named = [n + more for n in self.sizes for more in (-1, 0, 1) if n + more >= 1]
        return self.luck.choice(named if named and self.luck.random() < 0.8 else [1, 1, self.common_size])

    def rich_land(self) -> tuple[str, int, int]:
        """A terrain, crowns it still has on as few squares as can be, and how many squares that are."""
        wanted = self.crowns()
        for letter in self.luck.sample(sorted(self.names), len(self.names)):
            there = [n for (other, n), left in self.box.items() if other == letter for _ in range(left)]
            taken, size = 0, 0
            for crowns in sorted(there, reverse=True):
                if taken < wanted and crowns <= wanted - taken:
                    taken, size = taken + crowns, size + 1
            if taken == wanted and size:
                return letter, wanted, size
        return "", 0, self.common_size

    def crowns(self) -> int:
        """How many crowns a property is to have."""
        named = [n + more for where in self.wheres for n in _numbers_in(where, "crowns") for more in (-1, 0, 1)]
        return max(0, self.luck.choice(named or [1]))

    # --- where dominoes lie ---

    def shape(self) -> list[Cell]:
        """Cells of dominoes that hang together with the castle."""
        if self.rules.turn.discarding == "freely" and self.luck.random() < 0.05:
            return []  # whoever discards everything keeps the castle
        if isinstance(self.rule, PointsForLines) and self.luck.random() < 0.3:
            return self.bend(self.rule.length)
        corner = min(self.asked or self.grid, self.dominoes + 1) - 1
        if (self.asked or getattr(self.rule, "count", None) == "gaps") and self.luck.random() < 0.1:
            further = range(1, corner + 1)  # along two sides, with the castle at one end
            return [(x, 0) for x in further] + [(corner, y) for y in further]
        if self.luck.random() < 0.35:
            return self.full_rectangle()
        wide, high = (self.luck.choice((self.grid, self.grid, self.luck.randint(2, self.grid))) for _ in range(2))
        if self.asked and self.luck.random() < 0.8:
            wide = high = self.asked
        west, south = self.castle(wide), self.castle(high)
        inside = {(x - west, y - south) for x in range(wide) for y in range(high)} - {(0, 0)}
        count = self.luck.choice((self.dominoes, self.luck.randint(1, self.dominoes)))
        found: list[Cell] = []
        edge: list[Cell] = [(0, 0)]
        thin = self.luck.random() < 0.5
        for _ in range(count):
            laid = self.one_more(inside, edge, thin=thin)
            if laid is None:
                break
            found += laid
            inside -= set(laid)
            edge += laid
        return found or [(1, 0), (2, 0)]

    def bend(self, length: int) -> list[Cell]:
        """A line and another one from its end, with the castle somewhere beside them."""
        east, north = min(length, self.grid), min(length, self.grid, 2 * self.dominoes - length)
        path = [(0, 1)] + [(x, 0) for x in range(east)] + [(east - 1, y) for y in range(1, north)]
        path = path[len(path) % 2 :]
        beside = [cell for cell in {near for cell in path for near in neighbours(cell)} if cell not in path]
        inside = [(x, y) for x, y in beside if 0 <= x < east and 0 <= y < max(north, 2)]
        castle_x, castle_y = self.luck.choice(sorted(inside) or sorted(beside))
        return [(x - castle_x, y - castle_y) for x, y in path]

    def castle(self, size: int) -> int:
        """Where the castle lies on the way across an outline."""
        asked = getattr(self.rule, "castle", None)
        if asked in ("corner", "middle") and self.luck.random() < 0.7:
            return 0 if asked == "corner" else size // 2
        return self.luck.randint(0, size - 1)

    def one_more(self, inside: set[Cell], edge: list[Cell], *, thin: bool) -> list[Cell] | None:
        """The cells of another domino, if one is soon found."""
        for _ in range(12):
            start = edge[-1] if thin and self.luck.random() < 0.7 else self.luck.choice(edge)
            near = [cell for cell in neighbours(start) if cell in inside]
            if near:
                first = self.luck.choice(near)
                further = [cell for cell in neighbours(first) if cell in inside]
                if further:
                    return [first, self.luck.choice(further)]
        return None

    def full_rectangle(self) -> list[Cell]:
        """Every cell of a rectangle but the castle's: a snake through it is cut into dominoes."""
        sizes = [
            (wide, high)
            for wide in range(1, self.grid + 1, 2)
            for high in range(1, self.grid + 1, 2)
            if 3 <= wide * high <= 2 * self.dominoes + 1
        ]
        asked = (self.asked, self.asked)
        wide, high = asked if asked in sizes else self.luck.choice(sizes[-3:] + sizes)
        snake = [(x if y % 2 == 0 else wide - 1 - x, y) for y in range(high) for x in range(wide)]
        castle_x, castle_y = self.castle(wide), self.castle(high)
        if (castle_x, castle_y) not in snake[::2]:
            castle_x, castle_y = self.luck.choice(snake[::2])
        return [(x - castle_x, y - castle_y) for x, y in snake if (x, y) != (castle_x, castle_y)]

    # --- what they show ---

    def draw(self, *pools: Sequence[Square]) -> Square:
        """One of the squares that are wanted most, as long as the box still has it, or else any other."""
        for pool in (*pools, list(self.box)):
            if there := [square for square in pool if self.box[square] > 0]:
                drawn = self.luck.choice(there)
                self.box[drawn] -= 1
                return drawn
        raise AssertionError("a kingdom has no more squares than the box")

    def with_squares(self, cells: list[Cell]) -> Land:
        """So many squares that the filters mean, and the others such as they do not mean, as far as they go."""
        land: Land = dict.fromkeys(cells, ("W", 0))
        meant: dict[Cell, dict[int, list[Square]]] = {}
        by_class: dict[object, dict[int, list[Square]]] = {}
        for cell in cells:
            place = _place(cell, land)
            if place not in by_class:
                groups: dict[int, list[Square]] = {}
                for square in _squares_of(self.rules):
                    here = {**land, cell: square}
                    hit = sum(square_is(where, cell, here, self.names) << i for i, where in enumerate(self.wheres[:2]))
                    groups.setdefault(hit, []).append(square)
                by_class[place] = groups
            meant[cell] = by_class[place]
        chosen = self.chosen(cells)
        few = self.luck.random() < 0.5
        plain = self.luck.choice(("", "WFLGSM"[self.luck.randint(0, 5)]))
        for cell in sorted(cells, key=lambda _: self.luck.random()):
            groups = meant[cell]
            hits = [hit for hit in groups if hit] if cell in chosen else [0]
            if hits and few:
                hits = [self.luck.choice(hits)]
            pool = [square for hit in hits for square in groups.get(hit, ())]
            if plain and cell not in chosen:
                pool = [square for square in pool if square[0] == plain] or pool
            land[cell] = self.draw(pool)
        return land

    def with_crowns(self, cells: list[Cell], crowns: int) -> Land:
        """So many crowns in all, as far as the box goes."""
        land: Land = {}
        for cell in cells:
            there = [square for square in _squares_of(self.rules) if square[1] <= crowns and self.box[square]]
            most = max((square[1] for square in there), default=0)
            land[cell] = self.draw([square for square in there if square[1] == most])
            crowns -= land[cell][1]
        return land

    def chosen(self, cells: list[Cell]) -> set[Cell]:
        """The cells that are to show what is looked for."""
        if isinstance(self.rule, PointsForLines):
            lines = [
                line
                for x, y in cells
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
                if (line := {(x + dx * step, y + dy * step) for step in range(self.rule.length)}) <= set(cells)
            ]
            if not lines:
                return set()
            one = self.luck.choice(lines)
            crossing = [line for line in lines if len(line & one) == 1]
            return one | self.luck.choice(crossing) if crossing and self.luck.random() < 0.6 else one
        count = self.number(len(cells))
        first = sorted(cells, key=lambda cell: (cell not in _first_places(cells), self.luck.random()))
        return set(first[:count] if self.luck.random() < 0.5 else self.luck.sample(cells, count))

    def with_properties(self, cells: list[Cell]) -> Land:
        """Patches of land of sizes and crowns that the rules name or nearly name."""
        land: Land = {}
        left = set(cells)
        rich, in_a_row = self.luck.random() < 0.3, self.luck.random() < 0.3
        while left:
            letter, crowns, size = self.rich_land() if rich else ("", 0, self.size(len(left)))
            # The cells of a full rectangle come as a snake.
            patch = [cell for cell in cells if cell in left][:size] if in_a_row else self.patch(left, size)
            left -= set(patch)
            around = {land[near][0] for cell in patch for near in neighbours(cell) if near in land}
            letters = [letter for letter in self.names if letter not in around] or list(self.names)
            named = {name for where in self.wheres for name in where.terrain or ()}
            liked = [letter for letter in letters if self.names[letter] in named]
            if not letter:
                letter = self.luck.choice(liked if liked and self.luck.random() < 0.7 else letters)
                crowns = self.luck.choice((0, self.crowns(), self.luck.randint(0, 9)))
            for cell in patch:
                own = [square for square in _squares_of(self.rules) if square[0] == letter]
                fitting = [square for square in own if square[1] <= crowns and self.box[square] > 0]
                best = max((square[1] for square in fitting), default=0)
                land[cell] = self.draw([square for square in fitting if square[1] == best], own)
                crowns -= land[cell][1]
        return land

    def patch(self, left: set[Cell], size: int) -> list[Cell]:
        """Cells that hang together, as many as there are up to a size."""
        found: list[Cell] = []
        edge = [min(left) if self.luck.random() < 0.5 else self.luck.choice(sorted(left))]
        while edge and len(found) < size:
            cell = edge.pop(self.luck.randrange(len(edge)))
            if cell not in found:
                found.append(cell)
                edge += [near for near in neighbours(cell) if near in left]
        return found


def _place(cell: Cell, land: Land) -> tuple[object, ...]:
    """Everything a filter could ask about where a square lies."""
    (x, y), ((west, south), *_, (east, north)) = cell, corners(land)
    on_edge = (x in (west, east), y in (south, north))
    return tuple(sorted(on_edge)), (2 * x, 2 * y) == (west + east, south + north), min(abs(x), 2), min(abs(y), 2)


def _first_places(cells: list[Cell]) -> set[Cell]:
    """The corners of a kingdom, and what lies around its castle."""
    land: Land = dict.fromkeys(cells, ("W", 0))
    return {*corners(land), *((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))}


def _numbers(rules: Sequence[ScoringRule]) -> Iterator[int]:
    """Every number the rules compare something with."""
    for rule in rules:
        for value in (getattr(rule, "every", None), getattr(rule, "at_most", None), getattr(rule, "length", None)):
            if value is not None:
                yield value
        points = getattr(rule, "points", 1)
        at_most = getattr(rule, "at_most", None)
        if at_most is not None:
            yield max(1, at_most // max(1, abs(points))) * getattr(rule, "every", 1)
        if (number := getattr(rule, "number", None)) is not None:
            yield from _compared(number)


def _numbers_in(where: Where, key: str) -> Iterator[int]:
    """Every number a filter compares a size or crowns with."""
    if (number := getattr(where, key)) is not None:
        yield from _compared(number)
    for inner in (*(where.any_of or ()), *(where.none_of or ())):
        yield from _numbers_in(inner, key)


def _compared(number: Compare) -> Iterator[int]:
    yield from (n for n in (number.at_least, number.exactly, number.at_most) if n is not None)
