"""Kingdoms, dominoes and tables in a terminal. Letters say everything; colour only makes it pleasant.

A kingdom is printed in the notation of pictures, so that it can be copied and scored again.
"""

from collections.abc import Iterable, Mapping, Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from kingdomrules.play.engine import Game
from kingdomrules.play.kingdom import Cell, Domino, Kingdom, Square
from kingdomrules.play.moves import Claim, Discard, Move, Place
from kingdomrules.play.scoring import Ranking
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.table_talk import TableTalk

ARROWS = {"e": "→", "n": "↑", "w": "←", "s": "↓"}

_STYLES = {
    "W": "#1a1a1a on #f6d767",
    "F": "#ffffff on #2f6b3a",
    "L": "#1a1a1a on #6fb1ea",
    "G": "#1a1a1a on #b5dd86",
    "S": "#1a1a1a on #b5a08a",
    "M": "#ffffff on #544d60",
    "C": "bold #1a1a1a on #d9d3c7",
}
_OTHER, _FREE, _NUMBER = "#1a1a1a on #c9c9c9", "dim", "bold magenta"


def console() -> Console:
    """Where words and pictures go; colour only on a terminal that has it, and never against NO_COLOR."""
    return Console(highlight=False, emoji=False, markup=False)


def kingdom_text(kingdom: Kingdom, numbers: Mapping[Cell, Sequence[int]] | None = None) -> Text:
    """A kingdom as rows of cells; the numbers of places stand on the cells where a first half would lie."""
    numbers = numbers or {}
    frame = kingdom.outline
    for x, y in numbers:
        frame = frame.around(x, y)
    labels = {cell: _span(found) for cell, found in numbers.items()}
    wide = max([2, *(len(label) for label in labels.values())]) + 2
    squares = kingdom.squares()
    rows = []
    for y in range(frame.north, frame.south - 1, -1):
        row = Text()
        for x in range(frame.west, frame.east + 1):
            cell = (x, y)
            if cell in squares:
                row.append_text(_square_text(squares[cell], wide))
            elif cell == (0, 0) and kingdom.castle:
                row.append("C".center(wide), _STYLES["C"])
            elif cell in labels:
                row.append(labels[cell].center(wide), _NUMBER)
            else:
                row.append(".".center(wide), _FREE)
        rows.append(row)
    return Text("\n").join(rows)


def _span(numbers: Sequence[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def _square_text(square: Square, wide: int = 4) -> Text:
    return Text(str(square).ljust(2).center(wide), _STYLES.get(square.letter, _OTHER))


def domino_text(domino: Domino) -> Text:
    """The number, then both halves, the first half first."""
    number = str(domino.number) if domino.number else ""
    return Text(f"{number:>3} ").append_text(_square_text(domino.first)).append_text(_square_text(domino.second))


def line_text(dominoes: Iterable[Domino], kings: Iterable[tuple[int, int]], talk: TableTalk) -> Text:
    """Dominoes below each other, with the players whose kings stand on them."""
    owners = dict(kings)
    rows = []
    for domino in dominoes:
        row = domino_text(domino)
        if domino.number in owners:
            row.append(f"  {talk.player(owners[domino.number])}", "bold")
        rows.append(row)
    return Text("\n").join(rows)


def table_text(game: Game, talk: TableTalk) -> RenderableType:
    """Everything on the table, as far as it is open."""
    state, dominoes = game.state, game.table.dominoes
    waiting = state.claims[state.turn + state.placed :]
    parts: list[RenderableType] = []
    if waiting:
        parts += [
            Text(talk.to_be_placed()),
            line_text([dominoes[number] for number, _ in waiting], waiting, talk),
            Text(),
        ]
    if state.line:
        line = [dominoes[number] for number in state.line]
        parts += [Text(talk.to_be_chosen()), line_text(line, state.taken, talk), Text()]
    lands = [
        Padding(Group(Text(talk.points(player, sheet.total), "bold"), kingdom_text(kingdom)), (0, 3, 1, 0))
        for player, (kingdom, sheet) in enumerate(zip(game.kingdoms, game.scores(), strict=True))
    ]
    return Group(*parts, Columns(lands))


def ranking_text(ranking: Ranking, rules: Ruleset, talk: TableTalk) -> Text:
    """The players in order, and who won."""
    *places, winner = talk.ranking(ranking, rules)
    return Text("\n".join([*places, ""])).append(winner, "bold")


def by_cell(moves: Iterable[Move]) -> list[Move]:
    """The moves as they are numbered: places first, from the north-west, those of one cell after one another."""
    found = list(moves)
    places = [move for move in found if isinstance(move, Place)]
    places.sort(key=lambda place: (-place.y, place.x, list(ARROWS).index(place.direction)))
    return [*places, *(move for move in found if not isinstance(move, Place))]


def numbered(moves: Sequence[Move]) -> dict[Cell, list[int]]:
    """For each cell where a first half may lie the numbers of those places."""
    found: dict[Cell, list[int]] = {}
    for number, move in enumerate(moves, 1):
        if isinstance(move, Place):
            found.setdefault((move.x, move.y), []).append(number)
    return found


def moves_text(moves: Sequence[Move], game: Game, talk: TableTalk) -> Text:
    """The list to choose from: a row for each cell where the first half may lie, or for each domino of the line."""
    rows = []
    for (x, y), numbers in numbered(moves).items():
        row = Text(f"{f'({x}, {y})':>9} ")
        for number in numbers:
            move = moves[number - 1]
            assert isinstance(move, Place), "only places have a cell"
            row.append(f"{number:>4}", _NUMBER).append(f" {ARROWS[move.direction]} {move!s:<11}")
        rows.append(row)
    for number, move in enumerate(moves, 1):
        if isinstance(move, Discard):
            rows.append(Text(f"{number:>4} ", _NUMBER).append(f"{move}  {talk.discard()}"))
    if game.domino is None:
        by_domino = {move.domino: number for number, move in enumerate(moves, 1)}
        line = line_text([game.table.dominoes[number] for number in game.state.line], game.state.taken, talk)
        for domino, row in zip(game.state.line, line.split("\n"), strict=True):
            number_of = str(by_domino.get(domino, ""))
            rows.append(Text(f"{number_of:>4} ", _NUMBER).append_text(row))
            if domino in by_domino:
                rows[-1].append(f"  {Claim(domino)}")
    return Text("\n").join(rows)
