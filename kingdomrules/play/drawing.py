"""Kingdoms, dominoes, lines and tables as SVG.

A terrain is told three times, by colour, pattern and letter, so that it is clear without colour and in a grey
print. Pictures hold no words, only letters and numbers, so that they suit every language; they bring their
own ground, so that they suit white and dark pages. Nothing has an id and nothing is shared between pictures:
any number of them can stand in one page.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from kingdomrules.play.engine import Game
from kingdomrules.play.kingdom import Cell, Domino, Kingdom, Outline, Square

CELL = 48
"""The side of a square; patterns are drawn for it."""

_MARGIN = 10
_GROUND, _DOTS, _INK, _PLATE = "#f7f1e3", "#b3a684", "#2b2620", "#fffdf6"
_GOLD, _STONE, _HIGHLIGHT = "#ffcc33", "#cfc8ba", "#b0006d"
_WALL, _FLAG, _ELSEWHERE = "#8d867a", "#c0392b", "#c9c9c9"
_COLOURS = {"pink": "#f2a6c8", "yellow": "#f6d94c", "green": "#9fd08a", "blue": "#8fc1ee"}
_UNCOLOURED = "#dcd6cb"


class Look(NamedTuple):
    """How a terrain looks: its ground, and the lines and shapes on it."""

    ground: str
    stroke: str
    lines: str
    fill: str
    shapes: str


class Piece(NamedTuple):
    """Something drawn, with the room it takes."""

    width: float
    height: float
    marks: str

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({x:g} {y:g})">{self.marks}</g>'


def kingdom_svg(
    kingdom: Kingdom,
    *,
    highlight: Iterable[Cell] = (),
    grid: int | None = None,
    title: str | None = None,
    desc: str | None = None,
) -> str:
    """A kingdom, with a line drawn around the highlighted cells; with a grid, at least so many cells each way."""
    return _svg(_kingdom(kingdom, frozenset(highlight), grid), title, desc)


def domino_svg(domino: Domino, *, title: str | None = None, desc: str | None = None) -> str:
    """A domino, and the number on its back if it has one."""
    return _svg(_domino(domino), title, desc)


def line_svg(
    dominoes: Sequence[Domino],
    *,
    kings: Iterable[tuple[int, int]] = (),
    colours: Sequence[str] = (),
    title: str | None = None,
    desc: str | None = None,
) -> str:
    """Dominoes below each other, and the kings that stand on them as (number of the domino, player from 0)."""
    return _svg(_line(dominoes, dict(kings), colours), title, desc)


def table_svg(game: Game, *, title: str | None = None, desc: str | None = None) -> str:
    """Everything on the table: dominoes to be placed, the line to choose from, the pile, and every kingdom."""
    return _svg(_table(game), title, desc)


def _svg(piece: Piece, title: str | None, desc: str | None) -> str:
    width, height = f"{piece.width:g}", f"{piece.height:g}"
    told = "".join(f"<{tag}>{escape(text)}</{tag}>" for tag, text in (("title", title), ("desc", desc)) if text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="DejaVu Sans, Verdana, sans-serif" font-weight="700" '
        f'text-anchor="middle">{told}<rect width="{width}" height="{height}" rx="8" fill="{_GROUND}"/>'
        f"{piece.marks}</svg>"
    )


def line_drawing(svg: str) -> str:
    """The same picture in black lines on white paper, for readers who pay for the ink."""
    outlined = f'fill="{_PLATE}" stroke="{_INK}" stroke-width="1.3"'
    for look in _LOOKS.values():
        svg = svg.replace(f'fill="{look.fill}"', outlined if look.fill != "none" else 'fill="none"')
        svg = svg.replace(look.ground, _PLATE).replace(f'stroke="{look.stroke}"', f'stroke="{_INK}"')
    for colour in (_GROUND, _GOLD, _STONE, _FLAG, _WALL, _ELSEWHERE, _PLATE, _UNCOLOURED, *_COLOURS.values()):
        svg = svg.replace(colour, "#ffffff")
    return svg.replace(_HIGHLIGHT, _INK)


# --- terrains -----------------------------------------------------------------------------------------------


def _scattered(shape: str, *places: Cell) -> str:
    return "".join(f"M{x} {y}{shape}" for x, y in places)


_EAR = "v-13m-3.5 2.5l3.5 3 3.5-3m-7 4.5l3.5 3 3.5-3"
_WAVE = "q4-5 8 0t8 0 8 0 8 0 8 0 8 0"
_TREE = "l7 12h-5v4h-4v-4h-5z"
_TUFT = "q-1-5-4-6m7 6v-9m3 9q1-5 4-6"
_REED = "v-13"
_TIP = "a2.4 4.5 0 1 1 .1 0z"
_GEM = "l5 6-5 7-5-7z"

_LOOKS = {
    "W": Look("#f6d767", "#8a6100", _scattered(_EAR, (26, 18), (41, 19), (8, 34), (22, 36), (37, 37)), "none", ""),
    "F": Look("#4c9157", "none", "", "#1c4526", _scattered(_TREE, (27, 3), (41, 6), (9, 18), (23, 21), (38, 25))),
    "L": Look("#4a94d6", "#e4f3ff", _scattered(_WAVE, (0, 9), (0, 19), (0, 29), (0, 39)), "none", ""),
    "G": Look("#b5dd86", "#2f6b1d", _scattered(_TUFT, (25, 15), (36, 24), (6, 30), (20, 34), (34, 42)), "none", ""),
    "S": Look(
        "#ab967f",
        "#3a2c20",
        _scattered(_REED, (27, 21), (41, 25), (8, 35), (22, 43), (36, 44))
        + _scattered("h6", (31, 25), (12, 39), (1, 43), (40, 36)),
        "#3a2c20",
        _scattered(_TIP, (27, 13), (41, 17), (8, 27), (22, 35), (36, 36)),
    ),
    "M": Look("#544d60", "none", "", "#cdbdf0", _scattered(_GEM, (28, 4), (42, 9), (8, 22), (24, 20), (38, 26))),
}


def _look(letter: str) -> Look:
    """The look of a terrain; one of another game is grey, hatched in its own density and direction."""
    if letter in _LOOKS:
        return _LOOKS[letter]
    gap = 5 + ord(letter) % 4 * 2
    starts = range(gap, 2 * CELL, gap)
    ends = [(max(0, s - CELL), min(s, CELL), min(s, CELL), max(0, s - CELL)) for s in starts]
    if ord(letter) % 2:
        lines = "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in ends)
    else:
        lines = "".join(f"M{CELL - a} {b}L{CELL - c} {d}" for a, b, c, d in ends)
    return Look(_ELSEWHERE, "#6a6a6a", lines, "none", "")


def _square(square: Square) -> str:
    look = _look(square.letter)
    marks = [f'<rect width="{CELL}" height="{CELL}" fill="{look.ground}"/>']
    if look.shapes:
        marks.append(f'<path d="{look.shapes}" fill="{look.fill}"/>')
    if look.lines:
        marks.append(
            f'<path d="{look.lines}" fill="none" stroke="{look.stroke}" stroke-width="1.8" stroke-linecap="round"/>'
        )
    marks.append(f'<rect x="3" y="3" width="15" height="15" rx="4" fill="{_PLATE}"/>')
    marks.append(_text(10.5, 14.6, square.letter, 11.5))
    if square.crowns:
        marks.append(_crowns(square.crowns))
    return "".join(marks)


def _text(x: float, y: float, text: object, size: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{_INK}">{escape(str(text))}</text>'


def _crowns(count: int) -> str:
    """Little crowns in a row, or in two if there are many."""
    rows = [count] if count <= 3 else [(count + 1) // 2, count // 2]
    size = (1.15, 1.0, 0.78, 0.6)[rows[0] - 1]
    outline = ""
    for row, number in enumerate(rows):
        y = 33 + (row - (len(rows) - 1) / 2) * 15
        for place in range(number):
            x = CELL / 2 + (place - (number - 1) / 2) * 18.5 * size
            outline += f"M{x - 6 * size:.4g} {y + 5.5 * size:.4g}"
            steps = ((-1.5, -11), (4, 4.5), (3.5, -6.5), (3.5, 6.5), (4, -4.5), (-1.5, 11))
            outline += "l" + " ".join(f"{dx * size:.3g} {dy * size:.3g}" for dx, dy in steps) + "z"
    return (
        f'<path d="{outline}" fill="{_PLATE}" stroke="{_PLATE}" stroke-width="5" stroke-linejoin="round"/>'
        f'<path d="{outline}" fill="{_GOLD}" stroke="{_INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    )


_CASTLE = (
    f'<rect width="{CELL}" height="{CELL}" fill="{_STONE}"/>'
    f'<path d="M24 11V3l9 3-9 3" fill="{_FLAG}" stroke="{_INK}" stroke-width="1.4" stroke-linejoin="round"/>'
    f'<path d="M7 42V20h3v3h4v-3h3V11h3v3h2.5v-3h3v3h2.5v-3h3v9h3v3h4v-3h3v22z" fill="{_WALL}" stroke="{_INK}" '
    f'stroke-width="1.6" stroke-linejoin="round"/>'
    f'<path d="M20 42v-7a4 4 0 0 1 8 0v7zM22.5 18h3v6h-3zM10.5 28h3v5h-3zM34.5 28h3v5h-3z" fill="{_INK}"/>'
)
_NOTHING = (
    f'<rect x="3" y="3" width="{CELL - 6}" height="{CELL - 6}" rx="4" fill="none" stroke="{_DOTS}" '
    f'stroke-width="1.5" stroke-dasharray="0 4.2" stroke-linecap="round"/>'
)


# --- kingdoms -----------------------------------------------------------------------------------------------


def _kingdom(kingdom: Kingdom, highlight: Collection[Cell], grid: int | None) -> Piece:
    frame = _frame(kingdom.outline, highlight, grid)
    squares = kingdom.squares()
    kinds = {cell: square.letter for cell, square in squares.items()}
    if kingdom.castle:
        kinds[0, 0] = "castle"

    def corner(cell: Cell) -> Cell:
        """The upper left corner of a cell on the paper."""
        return _MARGIN + (cell[0] - frame.west) * CELL, _MARGIN + (frame.north - cell[1]) * CELL

    marks = []
    for y in range(frame.north, frame.south - 1, -1):
        for x in range(frame.west, frame.east + 1):
            cell = (x, y)
            drawn = _square(squares[cell]) if cell in squares else _CASTLE if cell in kinds else _NOTHING
            across, down = corner(cell)
            marks.append(f'<g data-cell="{x},{y}" transform="translate({across} {down})">{drawn}</g>')
    groups: dict[str, set[Cell]] = {}
    for cell, kind in kinds.items():
        groups.setdefault(kind, set()).add(cell)
    borders = "".join(_border(cells, corner) for _, cells in sorted(groups.items()))
    inner = "".join(_seams(cells, corner) for _, cells in sorted(groups.items()))
    if inner:
        marks.append(f'<path d="{inner}" stroke="{_INK}" stroke-width="1" stroke-opacity=".35"/>')
    if borders:
        marks.append(f'<path d="{borders}" stroke="{_INK}" stroke-width="2.4" stroke-linecap="round"/>')
    if highlight:
        around = _border(set(highlight), corner)
        marks.append(f'<path d="{around}" stroke="{_PLATE}" stroke-width="8" stroke-linecap="round"/>')
        marks.append(f'<path d="{around}" stroke="{_HIGHLIGHT}" stroke-width="4" stroke-linecap="round"/>')
    return Piece(frame.width * CELL + 2 * _MARGIN, frame.height * CELL + 2 * _MARGIN, "".join(marks))


def _frame(outline: Outline, highlight: Iterable[Cell], grid: int | None) -> Outline:
    """The cells to draw: the grid with the castle as near its middle as can be, and whatever is highlighted."""
    west, east, south, north = outline
    for _ in range((grid or 0) - outline.width):
        west, east = (west - 1, east) if -west <= east else (west, east + 1)
    for _ in range((grid or 0) - outline.height):
        south, north = (south - 1, north) if -south <= north else (south, north + 1)
    frame = Outline(west, east, south, north)
    for x, y in highlight:
        frame = frame.around(x, y)
    return frame


def _border(cells: Collection[Cell], corner: Callable[[Cell], Cell]) -> str:
    """The line around a set of cells."""
    found = ""
    for x, y in sorted(cells):
        left, top = corner((x, y))
        for neighbour, edge in (
            ((x - 1, y), f"M{left} {top}v{CELL}"),
            ((x + 1, y), f"M{left + CELL} {top}v{CELL}"),
            ((x, y + 1), f"M{left} {top}h{CELL}"),
            ((x, y - 1), f"M{left} {top + CELL}h{CELL}"),
        ):
            if neighbour not in cells:
                found += edge
    return found


def _seams(cells: Collection[Cell], corner: Callable[[Cell], Cell]) -> str:
    """The lines between neighbours within a set of cells."""
    found = ""
    for x, y in sorted(cells):
        left, top = corner((x, y))
        if (x - 1, y) in cells:
            found += f"M{left} {top}v{CELL}"
        if (x, y + 1) in cells:
            found += f"M{left} {top}h{CELL}"
    return found


# --- dominoes and tables ------------------------------------------------------------------------------------


def _domino(domino: Domino) -> Piece:
    """Two squares, after a plate with the number."""
    left = _MARGIN + (34 if domino.number else 0)
    marks = ""
    if domino.number:
        marks += (
            f'<rect x="{_MARGIN}" y="{_MARGIN + 12}" width="28" height="24" rx="6" fill="{_PLATE}" stroke="{_INK}" '
            f'stroke-width="1.4"/>{_text(_MARGIN + 14, _MARGIN + 29, domino.number, 14)}'
        )
    for place, half in enumerate((domino.first, domino.second)):
        marks += f'<g transform="translate({left + place * CELL} {_MARGIN})">{_square(half)}</g>'
    seam = left + CELL
    marks += (
        f'<path d="M{seam} {_MARGIN}v{CELL}" stroke="{_INK}" stroke-width="1" stroke-opacity=".5"/>'
        f'<rect x="{left}" y="{_MARGIN}" width="{2 * CELL}" height="{CELL}" rx="3" fill="none" stroke="{_INK}" '
        f'stroke-width="2.4"/>'
    )
    return Piece(left + 2 * CELL + _MARGIN, CELL + 2 * _MARGIN, marks)


def _king(player: int, colours: Sequence[str]) -> Piece:
    """A king with the number of the player, counted from 1 as people do."""
    colour = _COLOURS.get(colours[player], _UNCOLOURED) if player < len(colours) else _UNCOLOURED
    shape = "M5 38c0-10 3-13 6-16a8 8 0 1 1 10 0c3 3 6 6 6 16z"
    return Piece(
        32,
        CELL,
        f'<path d="{shape}" fill="{colour}" stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round"/>'
        f"{_text(16, 34, player + 1, 13)}",
    )


def _line(dominoes: Sequence[Domino], kings: Mapping[int, int], colours: Sequence[str]) -> Piece:
    rows = [_domino(domino) for domino in dominoes]
    wide = max((row.width for row in rows), default=2 * _MARGIN)
    step = CELL + _MARGIN
    marks = ""
    for place, (domino, row) in enumerate(zip(dominoes, rows, strict=True)):
        marks += row.at(wide - row.width, place * step)
        if (player := kings.get(domino.number)) is not None:
            marks += _king(player, colours).at(wide - 4, place * step + _MARGIN)
    return Piece(wide + 36, len(rows) * step + _MARGIN, marks)


def _pile(count: int) -> Piece:
    """The dominoes nobody has seen, face down, and how many."""
    backs = "".join(
        f'<rect x="{_MARGIN + 34 + 3 * n}" y="{_MARGIN + 6 - 3 * n}" width="{2 * CELL - 6}" height="{CELL - 6}" rx="3" '
        f'fill="{_STONE}" stroke="{_INK}" stroke-width="1.6"/>'
        for n in range(min(count, 3))
    )
    return Piece(2 * CELL + 34 + 2 * _MARGIN, CELL + 2 * _MARGIN, backs + _text(2 * CELL - 4, _MARGIN + 30, count, 18))


def _table(game: Game) -> Piece:
    state, dominoes, colours = game.state, game.table.dominoes, game.rules.components.colours
    waiting = state.claims[state.turn + state.placed :]
    columns = [
        _line([dominoes[number] for number, _ in waiting], dict(waiting), colours),
        _line([dominoes[number] for number in state.line], dict(state.taken), colours),
    ]
    columns = [column for column, there in zip(columns, (waiting, state.line), strict=True) if there]
    if left := len(game.deal.pile) - state.dealt * game.table.row.line:
        columns[-1] = _below(columns[-1], _pile(left))
    lands = [_land(game, player) for player in range(game.players)]
    half = (len(lands) + 1) // 2 if len(lands) > 3 else len(lands)
    rows = [_beside(lands[:half])] + ([_beside(lands[half:])] if lands[half:] else [])
    kingdoms = rows[0] if len(rows) == 1 else _below(*rows)
    return _beside([*columns, kingdoms])


def _land(game: Game, player: int) -> Piece:
    """A kingdom under its king; the king whose turn it is stands on a bright ground."""
    king = _king(player, game.rules.components.colours)
    turn = ""
    if player == game.player:
        turn = (
            f'<rect x="{_MARGIN}" y="{_MARGIN}" width="40" height="{CELL - 4}" rx="6" fill="{_PLATE}" '
            f'stroke="{_HIGHLIGHT}" stroke-width="3"/>'
        )
    head = Piece(40 + 2 * _MARGIN, CELL + 4, turn + king.at(_MARGIN + 4, _MARGIN))
    return _below(head, _kingdom(game.kingdoms[player], (), game.table.row.grid))


def _beside(pieces: Sequence[Piece]) -> Piece:
    marks, x = "", 0.0
    for piece in pieces:
        marks += piece.at(x, 0)
        x += piece.width
    return Piece(x, max(piece.height for piece in pieces), marks)


def _below(upper: Piece, lower: Piece) -> Piece:
    marks = upper.at(0, 0) + lower.at(0, upper.height)
    return Piece(max(upper.width, lower.width), upper.height + lower.height, marks)
