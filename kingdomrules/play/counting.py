"""Counting what the vocabulary of house rules speaks of: squares, properties, crowns, gaps, straight lines."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, assert_never

from kingdomrules.play.kingdom import Field, Kingdom, Property, Unreadable
from kingdomrules.ruleset.schema import Compare, PointsForEach, PointsForLines, PointsForMost, PointsIf, Where

MAX_LINES = 400
"""Straight lines in one kingdom, far beyond any game; the best choice among them is searched for exactly."""


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
    found = list(_lines(squares(kingdom, rule.where, letters), rule.length, kingdom.field))
    if len(found) > MAX_LINES:
        raise Unreadable(f"this kingdom has more than {MAX_LINES} straight lines to choose from")
    shared = 1 if rule.reading == "crossing" else 0
    clashes = [
        sum(1 << j for j, other in enumerate(found) if j != i and (line & other).bit_count() > shared)
        for i, line in enumerate(found)
    ]
    chosen = _most_without_clash((1 << len(found)) - 1, clashes, {})
    lines = [line for i, line in enumerate(found) if chosen >> i & 1]
    return Counted(len(lines), _union(iter(lines)))


def _lines(bits: int, length: int, field: Field) -> Iterator[int]:
    for step in (1, field.stride, field.stride + 1, field.stride - 1):
        starts = bits
        for further in range(1, length):
            starts &= bits >> (step * further)
        while starts:
            low = starts & -starts
            yield _union(low << (step * further) for further in range(length))
            starts ^= low


def _most_without_clash(left: int, clashes: list[int], known: dict[int, int]) -> int:
    """A largest set of lines no two of which clash, exactly: parts that do not clash are solved apart."""
    if not left:
        return 0
    if left in known:
        return known[left]
    part = _hanging_together(left, clashes)
    if part != left:
        found = _most_without_clash(part, clashes, known) | _most_without_clash(left & ~part, clashes, known)
    else:
        lines = [i for i in range(left.bit_length()) if left >> i & 1]
        lonely = next((i for i in lines if (clashes[i] & left).bit_count() <= 1), None)
        if lonely is not None:  # a line that clashes with one other at most may always be taken
            found = 1 << lonely | _most_without_clash(left & ~clashes[lonely] & ~(1 << lonely), clashes, known)
        else:
            busiest = max(lines, key=lambda i: (clashes[i] & left).bit_count())
            without = left & ~(1 << busiest)
            taken = 1 << busiest | _most_without_clash(without & ~clashes[busiest], clashes, known)
            left_out = _most_without_clash(without, clashes, known)
            found = max(taken, left_out, key=int.bit_count)
    known[left] = found
    return found


def _hanging_together(left: int, clashes: list[int]) -> int:
    part = left & -left
    todo = part
    while todo:
        i = todo.bit_length() - 1
        new = clashes[i] & left & ~part
        part |= new
        todo = (todo ^ 1 << i) | new
    return part
