"""The outlines a kingdom can have, the castle's place in them, and how many cells they have of each sort."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

PLACES = ("corner", "edge", "inner")
NEAR = ("touching", "diagonal", "far")
POSITIONS = tuple((place, centre, near) for place in PLACES for centre in (False, True) for near in NEAR)
"""Everything a filter can ask about where a square lies: in the outline, at its centre, from the castle."""
AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


class Outline(NamedTuple):
    """How large a kingdom is, where its castle lies from the south-west, and how many dominoes a player gets."""

    width: int
    height: int
    castle_x: int
    castle_y: int
    dominoes: int

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def squares(self) -> range:
        """How many squares there may be: dominoes come in twos, hang together and reach every side.

        On a chessboard a domino covers a cell of each colour: only a castle on the colour of the corners lets them fill
        everything.
        """
        least = self.width + self.height - 2
        most = self.width * self.height - 1 - (self.castle_x + self.castle_y) % 2
        return range(least + least % 2, min(most, 2 * self.dominoes) + 1, 2)

    @property
    def filling(self) -> range:
        """The number of squares that leave no gap, if there is one."""
        most = self.squares[-1:]
        return most if most and most[0] == self.width * self.height - 1 else most[:0]

    @property
    def leaving_gaps(self) -> range:
        """The numbers of squares that leave some."""
        squares = self.squares
        return squares[:-1] if self.filling else squares

    @property
    def castle_in_the_middle(self) -> bool:
        return (2 * self.castle_x, 2 * self.castle_y) == (self.width - 1, self.height - 1)

    @property
    def castle_in_a_corner(self) -> bool:
        return self.castle_x in (0, self.width - 1) and self.castle_y in (0, self.height - 1)

    def position(self, x: int, y: int) -> int:
        """Where a cell lies, as an index of POSITIONS."""
        on_edges = (x in (0, self.width - 1)) + (y in (0, self.height - 1))
        centre = (2 * x, 2 * y) == (self.width - 1, self.height - 1)
        dx, dy = abs(x - self.castle_x), abs(y - self.castle_y)
        near = 0 if dx + dy == 1 else 1 if dx == dy == 1 else 2
        return (2 - on_edges) * 6 + centre * 3 + near

    def positions(self) -> list[int]:
        """How many cells there are of each position, the castle's left out."""
        wide, high = self.width, self.height
        inner = max(0, wide - 2) * max(0, high - 2)
        corners = min(2, wide) * min(2, high)
        counts = [0] * len(POSITIONS)
        for place, cells in enumerate((corners, self.area - inner - corners, inner)):
            counts[place * 6 + 2] = cells
        if wide % 2 and high % 2:
            place = self.position(wide // 2, high // 2) // 6
            counts[place * 6 + 2] -= 1
            counts[place * 6 + 5] += 1
        own = self.position(self.castle_x, self.castle_y)
        counts[own] -= 1
        for dx, dy in AROUND:
            x, y = self.castle_x + dx, self.castle_y + dy
            if 0 <= x < wide and 0 <= y < high:
                position = self.position(x, y)
                counts[position - position % 3 + 2] -= 1
                counts[position] += 1
        return counts


def outlines_within(grid: int | None, dominoes: int, *, bare: bool) -> Iterator[Outline]:
    """Every outline kingdoms may have, up to turning and mirroring: at least as wide as high.

    A castle stays alone only where everything may be discarded. Where there is no grid, large rectangles that cannot be
    filled and are no squares only add numbers of gaps: there a castle in a corner and one in the middle will do.
    """
    longest = 2 * dominoes + 1
    sizes = range(1, min(grid or longest, longest) + 1)
    castles = {size: _castles(size) for size in sizes}
    for high, wide in combinations_with_replacement(sizes, 2):
        if wide + high - 2 > 2 * dominoes:
            continue
        if grid is not None or wide <= 3 or wide == high or wide * high <= longest:
            cells = [(x, y) for y in castles[high] for x in castles[wide] if wide > high or x >= y]
        else:
            cells = [(0, 0), *([(wide // 2, high // 2)] if wide % 2 and high % 2 else [])]
        for x, y in cells:
            outline = Outline(wide, high, x, y, dominoes)
            if outline.squares and (bare or wide > 1):
                yield outline


def _castles(size: int) -> list[int]:
    """Cells a castle may have on its way across, as far as they differ: near the edge, near the middle, elsewhere."""
    return [castle for castle in range((size + 1) // 2) if castle <= 2 or 2 * castle >= size - 3]


def lines_across(outline: Outline, length: int) -> int:
    """How many straight lines can meet in one square: none, a single one, or two."""
    free = outline.width if outline.height > 1 else max(outline.castle_x, outline.width - 1 - outline.castle_x)
    if free < length:
        return 0
    return 2 if outline.height >= length or free >= 2 * length - 1 else 1


def lines_through(outline: Outline, length: int, wanted: Sequence[bool]) -> int:
    """The same where only squares in wanted positions count: every line is tried."""
    cells = {
        (x, y)
        for x in range(outline.width)
        for y in range(outline.height)
        if (x, y) != (outline.castle_x, outline.castle_y) and wanted[outline.position(x, y)]
    }
    lines = [
        line
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        if (line := {(x + dx * step, y + dy * step) for step in range(length)}) <= cells
    ]
    return 2 if any(len(one & other) == 1 for one, other in combinations(lines, 2)) else min(1, len(lines))
