"""What can occur in a game at all: its kinds of squares and of properties, and how many of something there can be.

Squares have finitely many kinds: a face that some domino shows, and a place in the outline and beside the castle.
Properties too: a terrain, a size, crowns, how near to the castle. A filter means a set of kinds, written as one
integer, a bit a kind. Numbers are bounds: nothing beyond them can happen, whatever the luck.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.kinds import Compare, Where, WithinGrid
from kingdomrules.ruleset.loading import Path_
from kingdomrules.ruleset.outlines import NEAR, POSITIONS, Outline, lines_across, lines_through, outlines_within
from kingdomrules.ruleset.schema import Sections

Face = tuple[str, int]
"""What a square shows: a terrain and its crowns."""

Named = tuple[str, str | int]
"""A key of a filter and a value it may ask for."""

LEAVES = ("terrain", "crowns", "size", "castle", "at")
"""The keys of a filter that ask something themselves."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """Everything of one sort that can occur: all of it, and the part that has a certain value."""

    all: int
    parts: Mapping[Named, int]

    def leaf(self, key: str, value: Compare | tuple[str, ...] | str) -> int:
        """The kinds for which one thing that is asked holds."""
        if isinstance(value, Compare):
            return _union(self.parts[key, n] for n in self.numbers(key) if value.holds(n))
        words = value if isinstance(value, tuple) else (value,)
        return _union(self.parts.get((key, word), 0) for word in words)

    def numbers(self, key: str, among: int = -1) -> list[int]:
        """The sizes or crowns that some of the kinds have."""
        return [n for (name, n), bits in self.parts.items() if name == key and isinstance(n, int) and bits & among]

    def meaning(self, where: Where | None, instead: Mapping[Path_, int] | None = None, path: Path_ = ()) -> int:
        """The kinds a filter means; `instead` says what a part of it is taken for."""
        instead = instead or {}
        bits = self.all
        if where is None or path in instead:
            return instead.get(path, bits)
        for key in LEAVES:
            if (value := getattr(where, key)) is not None:
                here = (*path, key)
                bits &= instead[here] if here in instead else self.leaf(key, value)
        for key, others in (("any_of", where.any_of), ("none_of", where.none_of)):
            if others is not None:
                here = (*path, key)
                inner = _union(self.meaning(other, instead, (*here, str(i))) for i, other in enumerate(others))
                inner = instead.get(here, inner)
                bits &= inner if key == "any_of" else ~inner
        return bits


def _gathered(every: int, named: Iterable[tuple[Iterable[Named], int]]) -> Kinds:
    """Kinds from all their values and what has them."""
    parts: dict[Named, int] = {}
    for names, bits in named:
        for name in names:
            parts[name] = parts.get(name, 0) | bits
    return Kinds(every, parts)


def _nearness(near: str) -> list[Named]:
    """What a filter may call it: whatever touches the castle is around it too."""
    return [
        ("castle", word)
        for word in ("touching", "around")
        if near == "touching" or (near, word) == ("diagonal", "around")
    ]


def _union(sets: Iterable[int]) -> int:
    found = 0
    for bits in sets:
        found |= bits
    return found


class Box:
    """The squares of some sets of dominoes, as far as a kingdom could get at them."""

    def __init__(self, dominoes: DominoSet, copies: int) -> None:
        halves = [dominoes.halves(number) for number in dominoes.pieces]
        self.faces: Counter[Face] = Counter()
        self.dominoes_with: Counter[str] = Counter()
        for both in halves:
            for face in both:
                self.faces[face] += copies
            for terrain in {terrain for terrain, _ in both}:
                self.dominoes_with[terrain] += copies
        self.terrains = tuple(dict.fromkeys(terrain for terrain, _ in self.faces))
        self.order = tuple(self.faces)
        self.crowns = sorted(a + b for (_, a), (_, b) in halves for _ in range(copies))

    def crowns_on(self, least: int, most: int) -> range:
        """How many crowns there may be on so many dominoes."""
        return range(sum(self.crowns[:least]), sum(self.crowns[-most:] if most else ()) + 1)

    def supply(self, terrain: str) -> int:
        return sum(n for (other, _), n in self.faces.items() if other == terrain)

    def crown_sums(self, terrain: str, most: int) -> list[int]:
        """For each number of squares of a terrain, the sums of crowns they can have, as bits."""
        sums = [1, *(0 for _ in range(most))]
        for (other, crowns), supply in self.faces.items():
            if other == terrain:
                for size in range(most, -1, -1):
                    sums[size] = _union(sums[size - k] << (crowns * k) for k in range(min(supply, size) + 1))
        return sums


@lru_cache(maxsize=16)
def box_of(dominoes: DominoSet, copies: int) -> Box:
    return Box(dominoes, copies)


@dataclass(frozen=True, eq=False)
class Reach:
    """What a game's kingdoms can be."""

    box: Box
    outlines: tuple[Outline, ...]

    @cached_property
    def most_squares(self) -> int:
        return max(outline.squares[-1] for outline in self.outlines)

    @cached_property
    def positions(self) -> list[tuple[Outline, list[int]]]:
        """Each outline with the number of its cells in each position."""
        return [(outline, outline.positions()) for outline in self.outlines]

    def within(self, outlines: Iterable[Outline]) -> "Reach":
        """The same, of some of the outlines only."""
        some = tuple(outlines)
        return self if some == self.outlines else Reach(self.box, some)

    def squares_in(self, outlines: Container[Outline]) -> int:
        """The kinds of squares that occur in some of the outlines."""
        faces = len(self.box.order)
        there = {i for outline, counts in self.positions if outline in outlines for i, n in enumerate(counts) if n}
        return _union(((1 << faces) - 1) << (position * faces) for position in there)

    @cached_property
    def squares(self) -> Kinds:
        """Every kind of square: its face, where it lies in the outline, how near to the castle."""
        faces = self.box.order
        there = {position for _, counts in self.positions for position, n in enumerate(counts) if n}
        where = {position: ((1 << len(faces)) - 1) << (position * len(faces)) for position in there}
        named: list[tuple[list[Named], int]] = []
        for position, here in where.items():
            place, centre, near = POSITIONS[position]
            places: list[Named] = [("at", "edge")] if place != "inner" else []
            places += [("at", word) for word, there in (("corner", place == "corner"), ("centre", centre)) if there]
            named.append(([*places, *_nearness(near)], here))
        for number, (terrain, crowns) in enumerate(faces):
            own = _union(1 << (position * len(faces) + number) for position in where)
            named.append(([("terrain", terrain), ("crowns", crowns)], own))
        return _gathered(_union(where.values()), named)

    @cached_property
    def properties(self) -> Kinds:
        """Every kind of property: its terrain, size and crowns, and how near to the castle it comes."""
        # Whoever keeps away from the castle leaves free what touches it, and a half that leads away from it.
        largest = max(outline.area for outline in self.outlines) - 1
        rooms = (self.most_squares, min(self.most_squares - 1, largest - 2), min(self.most_squares - 1, largest - 3))
        named: list[list[Named]] = [
            [("terrain", terrain), ("size", size), ("crowns", crowns), *_nearness(near)]
            for terrain in self.box.terrains
            for size, sums in enumerate(self.box.crown_sums(terrain, min(self.box.supply(terrain), self.most_squares)))
            for crowns in range(sums.bit_length() if size else 0)
            if sums >> crowns & 1
            for near, room in zip(NEAR, rooms, strict=True)
            if size <= room
        ]
        return _gathered((1 << len(named)) - 1, ((names, 1 << number) for number, names in enumerate(named)))

    # --- how many there can be ---

    def kinds(self, count: str | None) -> Kinds:
        """The kinds of what a filter chooses among."""
        return self.properties if count == "properties" else self.squares

    def meant(self, count: str | None, where: Where | None) -> int:
        """The kinds of what is counted; everything else has no kinds."""
        return self.kinds(count).meaning(where) if count in ("squares", "properties") else 0

    def amounts(self, count: str, where: Where | None) -> set[int]:
        """Every number of something that a kingdom might have."""
        return {n for _, _, numbers in self.cases(count, self.meant(count, where)) for n in numbers}

    def cases(self, count: str, meant: int) -> Iterator[tuple[Outline, bool, Sequence[int]]]:
        """For each outline, with a gap and without one, the numbers there may be of those that are meant."""
        patterns = _Patterns(self, meant) if count == "squares" else None
        lots = _Lots(self, meant) if count == "properties" else None
        placed = self.positions if count in ("squares", "properties") else [(outline, []) for outline in self.outlines]
        for outline, counts in placed:
            for filled in (False, True):
                squares = outline.filling if filled else outline.leaving_gaps
                if not squares:
                    continue
                match count:
                    case "squares" if patterns is not None:
                        yield outline, filled, patterns.amounts(counts, squares, filled=filled)
                    case "properties" if lots is not None:
                        yield outline, filled, lots.amounts(outline, counts, squares)
                    case "crowns":
                        yield outline, filled, self.box.crowns_on(squares[0] // 2, squares[-1] // 2)
                    case "terrains":
                        yield outline, filled, range(min(1, squares[-1]), min(len(self.box.terrains), squares[-1]) + 1)
                    case "gaps":
                        yield outline, filled, [outline.area - 1 - m for m in squares]
                    case _:
                        # The first domino always fits; only a castle that stands alone has seen all discarded.
                        yield outline, filled, range(outline.dominoes + (outline.area == 1))

    def in_the_box(self, count: str, where: Where | None) -> int:
        """How many of what is meant all players could have together."""
        if count == "properties":
            return sum(number for _, number in _Lots(self, self.properties.meaning(where)).smallest)
        faces = self.box.order
        meant = self.squares.meaning(where)
        shown = _union(meant >> (position * len(faces)) for position in range(len(POSITIONS)))
        return sum(self.box.faces[face] for number, face in enumerate(faces) if shown >> number & 1)

    def lines(self, where: Where | None, length: int) -> int:
        """How many straight lines of squares that are meant can meet in one square: none, a single one, or two."""
        supply = self.in_the_box("squares", where)
        faces = len(self.box.order)
        meant = self.squares.meaning(where)
        wanted = [bool(meant >> (position * faces) & ((1 << faces) - 1)) for position in range(len(POSITIONS))]
        everywhere = all(wanted[position] for _, counts in self.positions for position, n in enumerate(counts) if n)
        most = 0
        for outline in self.outlines:
            room = min(supply, outline.squares[-1])
            if room >= length and most < 2:
                found = lines_across(outline, length) if everywhere else lines_through(outline, length, wanted)
                most = max(most, found if room >= 2 * length - 1 else min(found, 1))
        return most


class _Patterns:
    """Squares that are meant, by the positions in which each face of the box is one of them."""

    def __init__(self, reach: Reach, meant: int) -> None:
        faces = reach.box.order
        here = [meant >> (position * len(faces)) for position in range(len(POSITIONS))]
        every_face = (1 << len(faces)) - 1
        self.always = [bits & every_face == every_face for bits in here]
        groups: Counter[int] = Counter()
        for number, face in enumerate(faces):
            pattern = _union(1 << position for position, bits in enumerate(here) if bits >> number & 1)
            if pattern:
                groups[pattern] += reach.box.faces[face]
        self.groups = list(groups.items())

    def amounts(self, counts: list[int], squares: range, *, filled: bool) -> Sequence[int]:
        there = [position for position, n in enumerate(counts) if n]
        if all(self.always[position] for position in there):
            return squares
        least = 0
        if filled:
            least = sum(counts[position] for position in there if self.always[position])
        elif all(self.always[position] for position in there if POSITIONS[position][0] != "inner"):
            least = 2  # whatever its shape, a kingdom comes to its edges
        elif all(self.always[position] for position in there if POSITIONS[position][2] == "touching"):
            least = 1  # the first domino touches the castle
        return range(least, min(self._most(counts), squares[-1]) + 1)

    def _most(self, counts: list[int]) -> int:
        """No more get to their positions than a cut leaves: some faces by their number, the rest by their places."""
        best = sum(supply for _, supply in self.groups)
        chosen = range(1 << len(self.groups)) if len(self.groups) <= 5 else (0,)
        for left_out in chosen:
            cut, positions = 0, 0
            for number, (pattern, supply) in enumerate(self.groups):
                if left_out >> number & 1:
                    cut += supply
                else:
                    positions |= pattern
            best = min(best, cut + sum(n for position, n in enumerate(counts) if positions >> position & 1))
        return best


class _Lots:
    """Properties that are meant: how small each terrain's may be, and how near they must come to the castle."""

    def __init__(self, reach: Reach, meant: int) -> None:
        kinds, self.box = reach.properties, reach.box
        self.every = meant == kinds.all
        self.near = next((near for near in ("touching", "around") if not meant & ~kinds.leaf("castle", near)), None)
        self.poorest = min(kinds.numbers("crowns", meant), default=0)
        self.smallest: list[tuple[int, int]] = []
        for terrain in self.box.terrains:
            own = meant & kinds.leaf("terrain", terrain)
            if own:
                size, crowns = (min(kinds.numbers(key, own)) for key in ("size", "crowns"))
                wealth = sum(crowns * n for (other, crowns), n in self.box.faces.items() if other == terrain)
                most = min(self.box.supply(terrain) // size, self.box.dominoes_with[terrain])
                self.smallest.append((size, min(most, wealth // crowns) if crowns else most))
        self.smallest.sort()

    def amounts(self, outline: Outline, counts: list[int], squares: range) -> range:
        room, most = squares[-1], 0
        for size, number in self.smallest:
            fitting = min(number, room // size, (outline.area + 1) // 2)
            most += fitting
            room -= fitting * size
        # Beside the castle both halves of a domino may be new land; elsewhere one of them joins what is there.
        most = min(most, outline.dominoes + 4)
        if self.poorest:
            most = min(most, self.box.crowns_on(0, squares[-1] // 2)[-1] // self.poorest)
        if self.near is not None:
            allowed = ("touching",) if self.near == "touching" else ("touching", "diagonal")
            most = min(most, sum(n for position, n in enumerate(counts) if POSITIONS[position][2] in allowed))
        return range(min(1, most) if self.every else 0, most + 1)


def reach_of(rules: Sections, dominoes: DominoSet) -> Reach:
    """What the kingdoms of a game can be, whatever its number of players."""
    limited = any(isinstance(rule, WithinGrid) for rule in rules.placement.values())
    rows = frozenset((row.grid if limited else None, row.rounds * row.kings) for row in rules.players.values())
    return _reach(box_of(dominoes, rules.components.copies), rows, rules.turn.discarding == "freely")


@lru_cache(maxsize=64)
def _reach(box: Box, rows: frozenset[tuple[int | None, int]], bare: bool) -> Reach:
    found = (outlines_within(grid, dominoes, bare=bare) for grid, dominoes in sorted(rows, key=str))
    return Reach(box, tuple(dict.fromkeys(outline for outlines in found for outline in outlines)))
