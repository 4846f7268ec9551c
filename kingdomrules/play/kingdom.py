"""Squares, dominoes and kingdoms.

A kingdom is a handful of integers used as sets of cells, a bit a cell, on a field with an empty column at
its edge. Shifting a set by one cell in the four directions gives everything that touches it, so whole
kingdoms are looked at in a few operations. Outside this module cells are (x, y): the castle stands on
(0, 0), x grows to the east, y to the north.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from kingdomrules.errors import KingdomRulesError

Cell = tuple[int, int]

MAX_REACH = 60
"""How far from the castle a kingdom may be drawn; far beyond any game, so that input stays bounded."""

MAX_CROWNS = 7
"""What three binary digits hold, and a rules file can write."""

_SQUARE = re.compile(r"([ABD-Z])([0-7]?)")


class Unreadable(KingdomRulesError):
    """Notation, a picture or JSON that makes no sense; the sentence says where and what would."""


class Square(NamedTuple):
    """One half of a domino, or one square of a kingdom: the letter of its terrain, and its crowns.

    >>> Square.parse("W1")
    Square(letter='W', crowns=1)
    """

    letter: str
    crowns: int = 0

    @classmethod
    def parse(cls, text: str) -> "Square":
        if not (found := _SQUARE.fullmatch(text)):
            raise Unreadable(
                f"expected a square such as 'W' or 'W1' (a terrain's letter, then crowns), got {text!r:.40}"
            )
        return cls(found[1], int(found[2] or 0))

    def __str__(self) -> str:
        return f"{self.letter}{self.crowns or ''}"


class Domino(NamedTuple):
    """Two squares, and a number if it is one of the box.

    >>> str(Domino.parse("W1 F"))
    'W1 F'
    """

    first: Square
    second: Square
    number: int = 0

    @classmethod
    def parse(cls, text: str) -> "Domino":
        halves = text.split()
        if len(halves) != 2:
            raise Unreadable(f"expected a domino such as 'W1 F' (two squares), got {text!r:.40}")
        return cls(Square.parse(halves[0]), Square.parse(halves[1]))

    def __str__(self) -> str:
        return f"{self.first} {self.second}"

    def _repr_svg_(self) -> str:
        from kingdomrules.play.drawing import domino_svg  # only notebooks ask for it

        return domino_svg(self)


class Field(NamedTuple):
    """The ground a kingdom stands on: how far it reaches from the castle, and how its bits lie."""

    reach: int
    stride: int
    castle: int
    ground: int

    @classmethod
    @cache
    def reaching(cls, reach: int) -> "Field":
        """The field that reaches so many cells from the castle on every side."""
        stride = 2 * reach + 2  # one column more than is used: what is pushed over the edge falls into it
        width = (1 << (2 * reach + 1)) - 1
        ground = sum(width << (row * stride) for row in range(2 * reach + 1))
        return cls(reach, stride, 1 << (reach * stride + reach), ground)

    def bit(self, cell: Cell) -> int:
        """The set of this one cell; empty for a cell off the field."""
        x, y = cell
        if abs(x) > self.reach or abs(y) > self.reach:
            return 0
        return 1 << ((y + self.reach) * self.stride + x + self.reach)

    def cells(self, bits: int) -> Iterator[Cell]:
        """The cells of a set, row by row from the south, each from west to east."""
        while bits:
            low = bits & -bits
            y, x = divmod(low.bit_length() - 1, self.stride)
            yield x - self.reach, y - self.reach
            bits ^= low

    def touching(self, bits: int) -> int:
        """Every cell that shares an edge with the set; parts of the set itself may be among them."""
        stride = self.stride
        return bits << 1 | bits >> 1 | bits << stride | bits >> stride

    def box(self, west: int, east: int, south: int, north: int) -> int:
        """All cells of a rectangle, as far as the field reaches."""
        reach = self.reach
        west, east = max(west, -reach), min(east, reach)
        south, north = max(south, -reach), min(north, reach)
        if west > east or south > north:
            return 0
        row = ((1 << (east - west + 1)) - 1) << (west + reach)
        return sum(row << ((y + reach) * self.stride) for y in range(south, north + 1))


class Outline(NamedTuple):
    """The smallest rectangle around a kingdom, castle included."""

    west: int
    east: int
    south: int
    north: int

    @property
    def width(self) -> int:
        return self.east - self.west + 1

    @property
    def height(self) -> int:
        return self.north - self.south + 1

    def around(self, x: int, y: int) -> "Outline":
        return Outline(min(self.west, x), max(self.east, x), min(self.south, y), max(self.north, y))


class Property(NamedTuple):
    """Squares of one terrain that hang together."""

    letter: str
    size: int
    crowns: int
    bits: int
    field: Field

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.field.cells(self.bits))


class Kingdom:
    """A player's land, as a value: a change returns a new one.

    >>> kingdom = Kingdom.parse('''
    ... W1 W  .
    ... F  C  L1
    ... ''')
    >>> kingdom.square_at((-1, 1)), kingdom.square_at((0, 0))
    (Square(letter='W', crowns=1), None)
    """

    __slots__ = ("castle", "crowned", "field", "land", "occupied", "outline")

    field: Field
    land: MappingProxyType[str, int]
    crowned: tuple[int, int, int]
    occupied: int
    castle: int
    outline: Outline
    """`land` is the set of squares of each letter; `crowned` the squares whose number of crowns has the
    binary digit 1, 2 and 4."""

    def __init__(
        self,
        field: Field,
        land: dict[str, int],
        crowned: tuple[int, int, int],
        occupied: int,
        castle: int,
        outline: Outline,
    ) -> None:
        _set(self, "field", field)
        _set(self, "land", MappingProxyType(land))
        _set(self, "crowned", crowned)
        _set(self, "occupied", occupied)
        _set(self, "castle", castle)
        _set(self, "outline", outline)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a kingdom does not change; with_domino returns a new one")

    __delattr__ = __setattr__  # type: ignore[assignment]  # deleting is a change like any other

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (self.field, dict(self.land), self.crowned, self.occupied, self.castle, self.outline)
        return Kingdom, arguments

    @classmethod
    def castle_alone(cls, reach: int) -> "Kingdom":
        """The castle on a field that reaches so far, and nothing else."""
        field = Field.reaching(reach)
        return cls(field, {}, (0, 0, 0), field.castle, field.castle, Outline(0, 0, 0, 0))

    @classmethod
    def of(cls, squares: Mapping[Cell, Square], *, castle: bool = True) -> "Kingdom":
        """A kingdom of these squares, with a castle on (0, 0) or without one."""
        reach = max([4, *(max(abs(x), abs(y)) for x, y in squares)])
        if reach > MAX_REACH:
            raise Unreadable(f"a kingdom reaches at most {MAX_REACH} cells from the castle")
        field = Field.reaching(reach)
        cells = [*squares, (0, 0)] if castle or not squares else list(squares)
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        land: dict[str, int] = {}
        crowned = [0, 0, 0]
        occupied = field.castle if castle else 0
        for cell, square in squares.items():
            bit = field.bit(cell)
            if occupied & bit:
                raise Unreadable(f"the cell {cell} is taken twice")
            if not 0 <= square.crowns <= MAX_CROWNS:
                raise Unreadable(f"a square has at most {MAX_CROWNS} crowns, the one on {cell} has {square.crowns}")
            occupied |= bit
            land[square.letter] = land.get(square.letter, 0) | bit
            for digit in range(3):
                if square.crowns >> digit & 1:
                    crowned[digit] |= bit
        outline = Outline(min(xs), max(xs), min(ys), max(ys))
        ones, twos, fours = crowned
        return cls(field, land, (ones, twos, fours), occupied, field.castle if castle else 0, outline)

    @classmethod
    def parse(cls, picture: str) -> "Kingdom":
        """Rows from north to south, cells separated by spaces: `W1` a wheat field with a crown, `C` the castle,
        `.` an empty cell. Without a castle the south-west corner of the picture is (0, 0)."""
        if len(picture) > 100_000:
            raise Unreadable("a picture of a kingdom has at most 100000 characters")
        rows = [row.split() for row in picture.strip().splitlines()]
        rows = [row for row in rows if row]
        height = len(rows)
        squares: dict[Cell, Square] = {}
        castles: list[Cell] = []
        for down, row in enumerate(rows):
            for x, cell in enumerate(row):
                here = (x, height - 1 - down)
                if cell == "C":
                    castles.append(here)
                elif cell != ".":
                    try:
                        squares[here] = Square.parse(cell)
                    except Unreadable:
                        raise Unreadable(
                            f"row {down + 1}, cell {x + 1} of the picture: expected a terrain's letter and its "
                            f"crowns (W, W1), C for the castle or . for an empty cell, got {cell!r:.40}"
                        ) from None
        if len(castles) > 1:
            raise Unreadable(f"a kingdom has one castle, and this picture has {len(castles)}")
        corner = (min((x for x, _ in squares), default=0), min((y for _, y in squares), default=0))
        zero_x, zero_y = castles[0] if castles else corner
        moved = {(x - zero_x, y - zero_y): square for (x, y), square in squares.items()}
        return cls.of(moved, castle=bool(castles))

    def __str__(self) -> str:
        squares = self.squares()
        names = {cell: str(square) for cell, square in squares.items()}
        if self.castle:
            names[0, 0] = "C"
        if not names:
            return "."
        wide = max(len(name) for name in names.values())
        west, east, south, north = self.outline
        rows = [[names.get((x, y), ".") for x in range(west, east + 1)] for y in range(north, south - 1, -1)]
        return "\n".join(" ".join(cell.ljust(wide) for cell in row).rstrip() for row in rows)

    def __repr__(self) -> str:
        return f"Kingdom.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        from kingdomrules.play.drawing import kingdom_svg  # only notebooks ask for it

        return kingdom_svg(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kingdom):
            return NotImplemented
        if self.field is not other.field:
            return bool(self.castle) == bool(other.castle) and self.squares() == other.squares()
        return (self.occupied, self.castle, self.crowned) == (other.occupied, other.castle, other.crowned) and (
            self.land == other.land
        )

    def __hash__(self) -> int:
        return hash((bool(self.castle), frozenset(self.squares().items())))

    def squares(self) -> dict[Cell, Square]:
        """Every square with its place; the castle is not one of them."""
        crowns: dict[Cell, int] = {}
        for digit, bits in enumerate(self.crowned):
            for cell in self.field.cells(bits):
                crowns[cell] = crowns.get(cell, 0) + (1 << digit)
        return {
            cell: Square(letter, crowns.get(cell, 0))
            for letter, bits in self.land.items()
            for cell in self.field.cells(bits)
        }

    def square_at(self, cell: Cell) -> Square | None:
        return self.squares().get(cell)

    def on(self, field: Field) -> "Kingdom":
        """The same kingdom on another field; it must fit there."""
        if field is self.field:
            return self
        if any(not field.bit(cell) for cell in self.field.cells(self.occupied)):
            raise Unreadable(f"this kingdom reaches more than {field.reach} cells from its castle")
        land = {letter: _moved(bits, self.field, field) for letter, bits in self.land.items()}
        ones, twos, fours = (_moved(bits, self.field, field) for bits in self.crowned)
        castle = field.castle if self.castle else 0
        return Kingdom(field, land, (ones, twos, fours), castle | sum(land.values()), castle, self.outline)

    def with_domino(self, domino: Domino, x: int, y: int, dx: int, dy: int) -> "Kingdom":
        """The kingdom with a domino on (x, y) and the cell (dx, dy) further; whether it may is not asked here."""
        (a, a_crowns, b, b_crowns) = (*domino.first, *domino.second)
        field = self.field
        outline = self.outline
        west, east, south, north = outline
        far_x, far_y = x + dx, y + dy
        if (
            x < west
            or far_x < west
            or x > east
            or far_x > east
            or y < south
            or far_y < south
            or y > north
            or far_y > north
        ):
            outline = Outline(min(west, x, far_x), max(east, x, far_x), min(south, y, far_y), max(north, y, far_y))
            if (reach := max(-outline.west, outline.east, -outline.south, outline.north)) > field.reach:
                if reach > MAX_REACH:
                    raise Unreadable(f"a kingdom reaches at most {MAX_REACH} cells from the castle")
                return self.on(Field.reaching(reach)).with_domino(domino, x, y, dx, dy)
        first = 1 << ((y + field.reach) * field.stride + x + field.reach)
        second = 1 << ((far_y + field.reach) * field.stride + far_x + field.reach)
        land = self.land.copy()
        land[a] = land.get(a, 0) | first
        land[b] = land.get(b, 0) | second
        crowned = self.crowned
        if a_crowns or b_crowns:
            ones, twos, fours = crowned
            crowned = (
                ones | first * (a_crowns & 1) | second * (b_crowns & 1),
                twos | first * (a_crowns >> 1 & 1) | second * (b_crowns >> 1 & 1),
                fours | first * (a_crowns >> 2 & 1) | second * (b_crowns >> 2 & 1),
            )
        return Kingdom(field, land, crowned, self.occupied | first | second, self.castle, outline)

    def crowns_in(self, bits: int) -> int:
        ones, twos, fours = self.crowned
        return (bits & ones).bit_count() + 2 * (bits & twos).bit_count() + 4 * (bits & fours).bit_count()

    def properties(self, bridge: int = 0) -> Iterator[Property]:
        """Every property, each square in exactly one; cells of `bridge` join without being counted."""
        field = self.field
        stride = field.stride
        ones, twos, fours = self.crowned
        for letter, squares in self.land.items():
            left = squares | bridge
            while todo := left & squares:
                land = todo & -todo
                while True:
                    grown = (land | land << 1 | land >> 1 | land << stride | land >> stride) & left
                    if grown == land:
                        break
                    land = grown
                left ^= land
                land &= squares
                crowns = (land & ones).bit_count() + 2 * (land & twos).bit_count()
                if fours:
                    crowns += 4 * (land & fours).bit_count()
                yield Property(letter, land.bit_count(), crowns, land, field)


_set = object.__setattr__


def _moved(bits: int, old: Field, new: Field) -> int:
    return sum(new.bit(cell) for cell in old.cells(bits))
