"""May this domino lie there? One judge says why not; another finds every place at once, and both must agree."""

from collections.abc import Iterator
from typing import assert_never

from kingdomrules.play.kingdom import Cell, Domino, Field, Kingdom, Outline
from kingdomrules.play.moves import STEPS, Refusal, Spot
from kingdomrules.ruleset.kinds import AllTouchingMatch, OneHalfMatches, OnFreeCells, PlacementRule, WithinGrid
from kingdomrules.ruleset.schema import Ruleset

MatchingRule = OneHalfMatches | AllTouchingMatch


def placement_refusals(
    rules: Ruleset, grid: int | None, kingdom: Kingdom, domino: Domino, spot: Spot
) -> Iterator[Refusal]:
    """Every rule this placement would break; none means it is legal."""
    for name, rule in rules.placement.items():
        refusal = _broken(rule, f"placement.{name}", grid, kingdom, domino, spot)
        if refusal is not None:
            yield refusal


def _broken(
    rule: PlacementRule, id: str, grid: int | None, kingdom: Kingdom, domino: Domino, spot: Spot
) -> Refusal | None:
    match rule:
        case WithinGrid():
            assert grid is not None, "a ruleset with this rule has a grid"
            grown = kingdom.outline.around(*spot.cells[0]).around(*spot.cells[1])
            if grown.width <= grid and grown.height <= grid:
                return None
            allowed = _reachable(kingdom.outline, grid)
            outside = tuple(cell for cell in spot.cells if not _within(cell, allowed))
            # Two cells that would each fit may still be too much together.
            cells = outside or spot.cells
            return Refusal(id, cells, (("grid", grid), ("width", grown.width), ("height", grown.height)), rule.kind)
        case OnFreeCells():
            taken = kingdom.occupied
            cells = tuple(cell for cell in spot.cells if kingdom.field.bit(cell) & taken)
            return Refusal(id, cells, (), rule.kind) if cells else None
        case OneHalfMatches() | AllTouchingMatch():
            halves = list(zip(spot.cells, (domino.first, domino.second), strict=True))
            castle = matching_castle(kingdom, rule)
            if not any(_touches(kingdom, cell, kingdom.land.get(h.letter, 0) | castle) for cell, h in halves):
                # Where the castle no longer counts, nobody is to be told to touch it.
                return Refusal(id, spot.cells, (), "one_half_matches" if castle else "land_matches")
            if isinstance(rule, AllTouchingMatch):
                strange = tuple(cell for cell, h in halves if _touches(kingdom, cell, _foreign(kingdom, h.letter)))
                return Refusal(id, strange, (), rule.kind) if strange else None
            return None
        case _:
            assert_never(rule)


def _touches(kingdom: Kingdom, cell: Cell, bits: int) -> bool:
    return any(kingdom.field.bit((cell[0] + dx, cell[1] + dy)) & bits for dx, dy in STEPS.values())


def matching_rule(rules: Ruleset) -> MatchingRule:
    """What a domino must match; every ruleset has exactly one such rule."""
    return next(rule for rule in rules.placement.values() if isinstance(rule, MatchingRule))


def matching_castle(kingdom: Kingdom, rule: MatchingRule) -> int:
    """The castle, as long as it goes with every terrain."""
    return kingdom.castle if rule.castle == "wild" or not kingdom.land else 0


def _foreign(kingdom: Kingdom, letter: str) -> int:
    """Squares of every other terrain; the castle is none."""
    return kingdom.occupied & ~kingdom.castle & ~kingdom.land.get(letter, 0)


def _reachable(outline: Outline, grid: int) -> Outline:
    """The rectangle no single square may leave, if the kingdom is to stay within the grid."""
    west, east, south, north = outline
    return Outline(east - grid + 1, west + grid - 1, north - grid + 1, south + grid - 1)


def _within(cell: Cell, box: Outline) -> bool:
    return box.west <= cell[0] <= box.east and box.south <= cell[1] <= box.north


def is_limited(rules: Ruleset) -> bool:
    """Whether kingdoms have to fit into a grid."""
    return any(isinstance(rule, WithinGrid) for rule in rules.placement.values())


def window(rules: Ruleset, grid: int | None, field: Field, outline: Outline) -> int:
    """All cells a kingdom with this outline may still grow into, as far as single squares are concerned."""
    if not is_limited(rules):
        return field.ground
    assert grid is not None, "a ruleset with this rule has a grid"
    if outline.width > grid or outline.height > grid:
        return 0
    return field.box(*_reachable(outline, grid))


def places(kingdom: Kingdom, domino: Domino, window: int, rule: MatchingRule) -> tuple[int, int, int, int]:
    """Every legal cell of the first half, for the second half to the east, north, west and south of it.

    A domino with equal halves lies the same both ways round; only east and north are counted for it.
    """
    stride = kingdom.field.stride
    land = kingdom.land
    castle = kingdom.castle if rule.castle == "wild" or not land else 0
    (a, a_crowns), (b, b_crowns), _ = domino
    free = window & ~kingdom.occupied
    friends = land.get(a, 0) | castle
    near_a = friends << 1 | friends >> 1 | friends << stride | friends >> stride
    same = a == b and a_crowns == b_crowns
    if isinstance(rule, AllTouchingMatch):
        return _places_where_all_match(kingdom, domino, free, castle, same=same)
    east = free & free >> 1
    north = free & free >> stride
    if same:
        return east & (near_a | near_a >> 1), north & (near_a | near_a >> stride), 0, 0
    friends = land.get(b, 0) | castle
    near_b = friends << 1 | friends >> 1 | friends << stride | friends >> stride
    return (
        east & (near_a | near_b >> 1),
        north & (near_a | near_b >> stride),
        east << 1 & (near_a | near_b << 1),
        north << stride & (near_a | near_b << stride),
    )


def _places_where_all_match(
    kingdom: Kingdom, domino: Domino, free: int, castle: int, *, same: bool
) -> tuple[int, int, int, int]:
    field, stride = kingdom.field, kingdom.field.stride
    a, b = domino.first.letter, domino.second.letter
    near_a, near_b = (field.touching(kingdom.land.get(letter, 0) | castle) for letter in (a, b))
    fits_a, fits_b = (free & ~field.touching(_foreign(kingdom, letter)) for letter in (a, b))
    east = fits_a & fits_b >> 1 & (near_a | near_b >> 1)
    north = fits_a & fits_b >> stride & (near_a | near_b >> stride)
    if same:
        return east, north, 0, 0
    west = fits_a & fits_b << 1 & (near_a | near_b << 1)
    south = fits_a & fits_b << stride & (near_a | near_b << stride)
    return east, north, west, south
