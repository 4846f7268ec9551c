"""Counting what the vocabulary of house rules speaks of: squares, properties, crowns, gaps, straight lines."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, assert_never

from kingdomrules.play.kingdom import Kingdom, Property, Unreadable
from kingdomrules.ruleset.kinds import (
    MOST_ON_LINES,
    Compare,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    Where,
)


class Counted(NamedTuple):
    """How many there are, and the squares they lie on."""

    n: int
    bits: int = 0


def counted(
    rule: PointsForEach | PointsIf | PointsForMost, kingdom: Kingdom, discards: int, letters: Mapping[str, str]
) -> Counted:
    """How many of what the rule counts a kingdom has; `letters` gives each terrain's letter."""
    match rule.count:
        case "squares":
            bits = squares(kingdom, rule.where, letters)
            return Counted(bits.bit_count(), bits)
        case "properties":
            lands = [land for land in kingdom.properties() if _meant(land, rule.where, kingdom, letters)]
            return Counted(len(lands), sum(land.bits for land in lands))
        case "crowns":
            ones, twos, fours = kingdom.crowned
            return Counted(kingdom.crowns_in(kingdom.occupied), ones | twos | fours)
        case "terrains":
            return Counted(sum(1 for bits in kingdom.land.values() if bits), kingdom.occupied & ~kingdom.castle)
        case "gaps":
            return Counted(kingdom.outline.width * kingdom.outline.height - kingdom.occupied.bit_count())
        case "discarded-dominoes":
            return Counted(discards)
        case None:
            return Counted(0)
        case _:
            assert_never(rule.count)


def squares(kingdom: Kingdom, where: Where | None, letters: Mapping[str, str]) -> int:
    """The squares of a kingdom for which everything said of them holds."""
    bits = kingdom.occupied & ~kingdom.castle
    if where is None:
        return bits
    if where.terrain is not None:
        bits &= _union(kingdom.land.get(letters[terrain], 0) for terrain in where.terrain)
    if where.crowns is not None:
        bits &= _with_crowns(kingdom, where.crowns)
    if where.castle is not None:
        bits &= _near_castle(kingdom, where.castle)
    if where.at is not None:
        bits &= _in_outline(kingdom, where.at)
    if where.any_of is not None:
        bits &= _union(squares(kingdom, other, letters) for other in where.any_of)
    if where.none_of is not None:
        bits &= ~_union(squares(kingdom, other, letters) for other in where.none_of)
    return bits


def _union(sets: Iterator[int]) -> int:
    found = 0
    for bits in sets:
        found |= bits
    return found


def _with_crowns(kingdom: Kingdom, crowns: Compare) -> int:
    found = 0
    for n in range(8):
        if crowns.holds(n):
            exactly = kingdom.occupied & ~kingdom.castle
            for digit, bits in enumerate(kingdom.crowned):
                exactly &= bits if n >> digit & 1 else ~bits
            found |= exactly
    return found


def _near_castle(kingdom: Kingdom, how: str) -> int:
    field, castle = kingdom.field, kingdom.castle
    if how == "touching" or not castle:
        return field.touching(castle)
    return field.box(-1, 1, -1, 1) & ~castle


def _in_outline(kingdom: Kingdom, where: str) -> int:
    west, east, south, north = kingdom.outline
    field = kingdom.field
    if where == "corner":
        return _union(field.bit(cell) for cell in ((west, south), (west, north), (east, south), (east, north)))
    if where == "edge":
        inner = field.box(west + 1, east - 1, south + 1, north - 1)
        return field.box(west, east, south, north) & ~inner
    if (east - west) % 2 or (north - south) % 2:
        return 0  # an outline of even width or height has no centre
    return field.bit(((west + east) // 2, (south + north) // 2))


def _meant(land: Property, where: Where | None, kingdom: Kingdom, letters: Mapping[str, str]) -> bool:
    """Whether everything said of a property holds for this one."""
    if where is None:
        return True
    if where.terrain is not None and land.letter not in {letters[terrain] for terrain in where.terrain}:
        return False
    if where.crowns is not None and not where.crowns.holds(land.crowns):
        return False
    if where.size is not None and not where.size.holds(land.size):
        return False
    if where.castle is not None and not land.bits & _near_castle(kingdom, where.castle):
        return False
    if where.any_of is not None and not any(_meant(land, other, kingdom, letters) for other in where.any_of):
        return False
    return where.none_of is None or not any(_meant(land, other, kingdom, letters) for other in where.none_of)


# --- straight lines -----------------------------------------------------------------------------------------


def best_lines(rule: PointsForLines, kingdom: Kingdom, letters: Mapping[str, str]) -> Counted:
    """The greatest number of lines that overlap no further than the rule's reading allows."""
    bits, length, field = squares(kingdom, rule.where, letters), rule.length, kingdom.field
    steps = (1, field.stride, field.stride + 1, field.stride - 1)
    lines = [line for step in steps for line in _lines(bits, length, step)]
    if rule.reading == "crossing":
        chosen = [line for step in steps for line in _hardly_overlapping(bits, length, step)]
        return Counted(len(chosen), _union(iter(chosen)))
    taken = 0
    while lines:
        part = _hanging_together(lines)
        if part.bit_count() > MOST_ON_LINES:
            raise Unreadable(f"more than {MOST_ON_LINES} squares lie on straight lines that hang together")
        lines = [line for line in lines if not line & part]
        taken |= _most_apart(part, length, steps)
    return Counted(taken.bit_count() // length, taken)


def _lines(bits: int, length: int, step: int) -> Iterator[int]:
    """Every line in one direction, from its lowest square on."""
    starts = bits
    for further in range(1, length):
        starts &= bits >> (step * further)
    while starts:
        low = starts & -starts
        yield _union(low << (step * further) for further in range(length))
        starts ^= low


def _hardly_overlapping(bits: int, length: int, step: int) -> Iterator[int]:
    """Lines of one direction that share a square at most; taking each as early as it can be had gives the most.

    Lines of different directions never share two squares.
    """
    blocked = 0
    for line in _lines(bits, length, step):
        start = line & -line
        if not start & blocked:
            yield line
            blocked |= _union(start << (step * further) for further in range(1, length - 1))


def _hanging_together(lines: list[int]) -> int:
    """The squares of the first line and of every line that is joined to it by lines."""
    part = lines[0]
    while (grown := _union(line for line in lines if line & part) | part) != part:
        part = grown
    return part


def _most_apart(part: int, length: int, steps: tuple[int, ...]) -> int:
    """The squares of a largest set of lines without a common square, exactly.

    First no square more than needed may be left over, then as many more as make one line less, until it can be done.
    """
    left_over = part.bit_count() % length
    hopeless: dict[int, int] = {}
    while (taken := _apart(part, length, steps, left_over, hopeless)) is None:
        left_over += length
    return taken


def _apart(left: int, length: int, steps: tuple[int, ...], left_over: int, hopeless: dict[int, int]) -> int | None:
    """Lines without a common square that leave at most so many squares over; `hopeless` is what was tried in vain."""
    on_lines = 0
    for step in steps:
        starts = left
        for further in range(1, length):
            starts &= left >> (step * further)
        for further in range(length):
            on_lines |= starts << (step * further)
    left_over -= (left ^ on_lines).bit_count()
    if left_over < 0 or hopeless.get(on_lines, -1) >= left_over:
        return None
    if not on_lines:
        return 0
    # The lowest square is the first of a line in one of the directions, or it is left over.
    low = on_lines & -on_lines
    for step in steps:
        line = _union(low << (step * further) for further in range(length))
        if line & on_lines == line:
            others = _apart(on_lines ^ line, length, steps, left_over, hopeless)
            if others is not None:
                return line | others
    others = _apart(on_lines ^ low, length, steps, left_over - 1, hopeless)
    if others is None:
        hopeless[on_lines] = left_over
    return others
