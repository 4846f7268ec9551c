"""Pictures: well-formed, complete, the same every time, and safe to put side by side in one page."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kingdomrules as kr
from kingdomrules.play.drawing import domino_svg, kingdom_svg, line_svg, table_svg
from kingdomrules.play.state import dominoes_of

KINGDOM = kr.Kingdom.parse("""
    W1 W  F  F1 L
    W  G1 G  F  L1
    S  S2 C  F  L
    M2 M3 G2 .  L
""")
LETTERS = "WFLGSM"


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in drawn(svg).iter() if element.tag.endswith("}text")]


def shapes(svg: str) -> set[str]:
    """Every outline drawn with a path."""
    return {element.get("d", "") for element in drawn(svg).iter() if element.tag.endswith("}path")}


def game_in_progress(players: int = 3, moves: int = 20) -> kr.Game:
    game = kr.new_game(kr.load("classic"), players=players, seed=7)
    for _ in range(moves):
        game = game.after(game.legal_moves()[-1])
    return game


PICTURES = [
    kingdom_svg(KINGDOM),
    kingdom_svg(KINGDOM, highlight=[(1, -1)], grid=7),
    kingdom_svg(kr.Kingdom.parse("W1")),
    kingdom_svg(kr.Kingdom.castle_alone(4), grid=5),
    domino_svg(kr.Domino.parse("W1 F")),
    line_svg([]),
    line_svg([kr.Domino.parse("W1 F")]),
    table_svg(game_in_progress()),
    table_svg(game_in_progress(players=4, moves=0)),
]


@pytest.mark.parametrize("svg", PICTURES)
def test_a_picture_is_an_image_with_a_size_and_nothing_from_elsewhere(svg: str) -> None:
    root = drawn(svg)
    assert root.get("role") == "img"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert not re.search(r"<(script|style|image|use|defs)|href|url\(", svg)


@pytest.mark.parametrize("svg", PICTURES)
def test_a_picture_holds_letters_and_numbers_but_no_words(svg: str) -> None:
    assert all(re.fullmatch(r"[A-Z]|\d+", text) for text in texts(svg))


def test_several_pictures_in_one_page_share_no_ids() -> None:
    assert " id=" not in "".join(PICTURES)


def test_the_same_kingdom_is_drawn_the_same_however_it_was_built() -> None:
    one = kr.Kingdom.parse("W1 C F")
    other = kr.Kingdom.of({(1, 0): kr.Square("F"), (-1, 0): kr.Square("W", 1)})
    assert kingdom_svg(one) == kingdom_svg(other)


def test_every_cell_of_the_outline_is_drawn_once() -> None:
    cells = Counter(re.findall(r'data-cell="(-?\d+),(-?\d+)"', kingdom_svg(KINGDOM)))
    assert len(cells) == 5 * 4
    assert set(cells.values()) == {1}


def test_with_a_grid_so_many_cells_are_drawn_each_way() -> None:
    assert kingdom_svg(kr.Kingdom.parse("W C"), grid=5).count("data-cell") == 25


def test_highlighted_cells_outside_the_kingdom_are_drawn_too() -> None:
    assert 'data-cell="4,0"' in kingdom_svg(kr.Kingdom.parse("W C"), highlight=[(4, 0)])


def test_a_highlight_changes_the_picture() -> None:
    assert kingdom_svg(KINGDOM, highlight=[(0, 1)]) != kingdom_svg(KINGDOM, highlight=[(1, 1)]) != kingdom_svg(KINGDOM)


def test_every_terrain_has_its_letter_its_colour_and_its_pattern() -> None:
    dominoes = {letter: domino_svg(kr.Domino.parse(f"{letter} {letter}")) for letter in LETTERS}
    assert all(texts(svg) == [letter, letter] for letter, svg in dominoes.items())
    grounds = {re.findall(r'height="48" fill="(#\w+)"', svg)[0] for svg in dominoes.values()}
    assert len(grounds) == len(LETTERS)
    frame = set.intersection(*(shapes(svg) for svg in dominoes.values()))
    patterns = {frozenset(shapes(svg) - frame) for svg in dominoes.values()}
    assert len(patterns) == len(LETTERS)
    assert all(patterns)


def test_letters_stand_out_from_their_plate() -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    svg = table_svg(game_in_progress(players=4))
    inks = set(re.findall(r'<text[^>]* fill="(#\w+)"', svg))
    behind = set(re.findall(r'rx="4" fill="(#\w+)"', svg)) | set(re.findall(r'38c[^"]*" fill="(#\w+)"', svg))
    assert len(behind) == 5, "the plate of the letters and the four kings"
    for ink in inks:
        for ground in behind:
            assert (luminance(ground) + 0.05) / (luminance(ink) + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize("crowns", range(1, 8))
def test_a_square_shows_as_many_crowns_as_it_has(crowns: int) -> None:
    svg = domino_svg(kr.Domino.parse(f"W{crowns} F"))
    (gold,) = re.findall(r'd="([^"]*)" fill="#ffcc33"', svg)
    assert gold.count("M") == gold.count("z") == crowns


def test_a_terrain_of_another_game_is_drawn_neutrally() -> None:
    one, other = domino_svg(kr.Domino.parse("X X")), domino_svg(kr.Domino.parse("Y Y"))
    assert texts(one) == ["X", "X"]
    assert shapes(one) != shapes(other)


def test_titles_are_escaped() -> None:
    root = drawn(kingdom_svg(KINGDOM, title="W < F & <script>", desc='"L"'))
    assert [child.text for child in root][:2] == ["W < F & <script>", '"L"']


def test_a_line_shows_numbers_and_the_kings_on_it() -> None:
    box = dominoes_of(kr.load("classic").domino_set)
    svg = line_svg([box[3], box[48]], kings=[(48, 1)], colours=["pink", "yellow"])
    assert texts(svg) == ["3", "F", "F", "48", "W", "M", "2"]


def test_a_table_shows_every_kingdom_and_line_but_not_the_pile() -> None:
    game = game_in_progress()
    shown = Counter(texts(table_svg(game)))
    assert game.view(0).pile > 0
    assert all(shown[str(domino.number)] for domino in game.view(0).line)
    cells = sum(kingdom.occupied.bit_count() for kingdom in game.kingdoms)
    waiting = len(game.view(0).claims) - game.state.placed + len(game.view(0).line)
    letters = sum(shown[letter] for letter in LETTERS)
    assert letters == cells - game.players + 2 * waiting


def test_a_finished_game_still_has_a_table() -> None:
    game = game_in_progress(moves=0)
    while moves := game.legal_moves():
        game = game.after(moves[0])
    assert table_svg(game).count("data-cell") >= 3 * 25


def test_notebooks_draw_kingdoms_dominoes_and_games() -> None:
    game = game_in_progress()
    assert KINGDOM._repr_svg_() == kingdom_svg(KINGDOM)
    assert kr.Domino.parse("W1 F")._repr_svg_() == domino_svg(kr.Domino.parse("W1 F"))
    assert game._repr_svg_() == table_svg(game)


def test_the_picture_in_the_documentation_is_fresh() -> None:
    docs = Path(__file__).parent.parent / "docs"
    (picture,) = re.findall(
        r">>> kingdom = kr.Kingdom.parse\('''\n(.*?)'''\)", (docs / "play.md").read_text(), re.DOTALL
    )
    kingdom = kr.Kingdom.parse(picture.replace("...", ""))
    shown = (docs / "pictures" / "kingdom.svg").read_text(encoding="utf-8")
    assert shown == kingdom_svg(kingdom, grid=5, title="A kingdom") + "\n"
