"""Printed books: every sentence, in the right language, with its own fonts, tagged, and the same from run to run."""

import re
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.games import Games, books
from kingdomrules.ruleset.kinds import SizeTimesCrowns
from kingdomrules.words.printed import CannotPrint, pdf, score_pad
from kingdomrules.words.rulebook import Rulebook
from tests.conftest import Run, Write

pytest.importorskip("typst", reason="printed books need Typst: pip install 'kingdomrules[print]'")
pypdf = pytest.importorskip("pypdf", reason="reading printed books needs pypdf: pip install 'kingdomrules[dev]'")

LANGUAGES = shipped.languages()
EDITIONS = ("classic", "revised")
OFFICIAL = (
    *EDITIONS,
    "classic+dynasty+harmony+middle-kingdom",
    "classic+mighty-duel+harmony+middle-kingdom",
    "revised+dynasty+harmony+middle-kingdom",
)
BODY, HEADING, MARGIN, AROUND = 10.0, 13.0, 5.2, 8.0
"""Sizes of type: of the text, of headings, of ids in the margin, of running heads and page numbers."""
FOOT, HEAD = 54, 541
"""Where the text of a booklet's page ends and begins."""
A4_WIDE = 595
BASE_FONTS = {"LibertinusSerif", "DejaVuSansMono"}
HOSTILE = '#let x = 1 $a^2$ @ref \\ "quotes" <label> *b* _i_ `raw` [x] {y} // no /* c */ ~ -- = + - 1.'


@cache
def _book(expr: str, language: str, players: int | None = None, summary: bool = False) -> Rulebook:
    return kr.rulebook(kr.load(expr), language=language, players=players, summary=summary)


@cache
def _printed(expr: str, language: str, players: int | None = None, summary: bool = False) -> bytes:
    return pdf(_book(expr, language, players, summary))


def _read(made: bytes) -> Any:
    return pypdf.PdfReader(BytesIO(made), strict=True)


def _bare(text: str) -> str:
    """A text without whatever a line break may add: spaces and hyphens of every kind."""
    return re.sub(r"[\s\u00ad\u200b\u2060-]+", "", text)


class Line(NamedTuple):
    """A piece of text on a page: the size of its type, and how high above the foot of the paper it stands."""

    text: str
    size: float
    x: float
    y: float


def _lines(page: Any) -> list[Line]:
    found = []

    def see(text: str, place: list[float], _matrix: object, _font: object, size: float) -> None:
        if text.strip():
            found.append(Line(text, round(size, 1), place[4], place[5]))

    page.extract_text(visitor_text=see)
    return found


def _words(made: bytes) -> str:
    """All text of a book but the page numbers, running heads and ids in the margin."""
    texts = []
    for page in _read(made).pages:
        around = (MARGIN, AROUND) if page.mediabox.width < A4_WIDE else ()
        texts += [line.text for line in _lines(page) if line.size not in around]
    return _bare("".join(texts))


def _sentences(book: Rulebook) -> list[str]:
    found = [book.title, book.subtitle, *book.notes]
    for chapter in book.chapters:
        found.append(chapter.title)
        for paragraph in chapter.paragraphs:
            found += [paragraph.label, *re.split(r"(?<=[.!?]) ", paragraph.text)]
        for row in (chapter.table.head, *chapter.table.rows) if chapter.table else ():
            found += row
        if chapter.picture:
            found += [chapter.picture.caption, chapter.picture.legend, *chapter.picture.lines]
    return found


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("expr", "players"), [("classic", None), ("revised", None), ("revised", 2)])
def test_a_printed_book_says_every_sentence_of_the_book(expr: str, players: int | None, code: str) -> None:
    words = _words(_printed(expr, code, players))
    assert "\ufffd" not in words
    missing = [sentence for sentence in _sentences(_book(expr, code, players)) if _bare(sentence) not in words]
    assert missing == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_has_its_id_on_the_line_where_its_text_begins(code: str) -> None:
    found = []
    for page in _read(_printed("revised", code)).pages:
        lines = _lines(page)
        heights = [line.y for line in lines if line.size == BODY]
        ids: list[str] = []
        for line in lines:
            if line.size == MARGIN and ids and ids[-1][-1] in "._-":
                ids[-1] += line.text.strip()  # a long one goes on in the next line
            elif line.size == MARGIN:
                assert min(abs(line.y - height) for height in heights) < 0.5
                ids.append(line.text.strip())
        found += ids
    assert found == [told.rule for chapter in _book("revised", code).chapters for told in chapter.paragraphs]


LOOKED_AT = [(expr, players) for expr in EDITIONS for players in (None, 2, 3, 4)] + [
    (expr, None) for expr in OFFICIAL[2:]
]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("expr", "players"), LOOKED_AT)
def test_pages_are_filled_and_nothing_stands_alone_at_their_ends(expr: str, players: int | None, code: str) -> None:
    _, *pages = [_lines(page) for page in _read(_printed(expr, code, players)).pages]
    texts = [[line for line in page if FOOT < line.y < HEAD and line.size not in (MARGIN, AROUND)] for page in pages]
    for text in texts[:-1]:
        assert min(line.y for line in text) - FOOT < 0.2 * (HEAD - FOOT), "a page is not well filled"
        assert min(text, key=lambda line: line.y).size != HEADING, "a heading stands alone"
    assert HEAD - min(line.y for line in texts[-1]) > 0.2 * (HEAD - FOOT), "the last page is almost empty"
    begun = [{round(line.y) for line in page if line.size == MARGIN} for page in pages]
    for text, beginnings, after, beginnings_after in zip(texts, begun, texts[1:], begun[1:], strict=False):
        rest = _rows_until(after, beginnings_after)
        if rest:
            assert len(rest) >= 2, "a paragraph ends alone"
            assert len(_rows_until(text[::-1], beginnings)) >= 1, "a paragraph begins alone"


def _rows_until(text: list[Line], beginnings: set[int]) -> set[int]:
    """The rows of a paragraph at the edge of a page, until another begins or something else than text does."""
    rows: set[int] = set()
    for line in text:
        if line.size != BODY or round(line.y) in beginnings:
            break
        rows.add(round(line.y))
    return rows


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("expr", EDITIONS)
def test_a_printed_book_names_its_language_and_title_and_is_tagged(expr: str, code: str) -> None:
    reader = _read(_printed(expr, code))
    book = _book(expr, code)
    catalog = reader.trailer["/Root"]
    assert catalog["/Lang"] == code
    assert catalog["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in catalog
    assert reader.metadata.title == f"{book.title} – {book.subtitle}"
    assert b"<pdfuaid:part>1</pdfuaid:part>" in catalog["/Metadata"].get_data()
    bookmarks = [entry.title for entry in reader.outline]
    assert bookmarks == [chapter.title for chapter in book.chapters]


def _drawn(reader: Any) -> Iterator[tuple[Any, bytes]]:
    """Every page and every picture in it: its resources and what draws it."""
    waiting = [(page["/Resources"], page.get_contents()) for page in reader.pages]
    while waiting:
        resources, stream = waiting.pop()
        yield resources, stream.get_data()
        forms = [form.get_object() for form in resources.get("/XObject", {}).values()]
        waiting += [(form["/Resources"], form) for form in forms if "/Resources" in form]


def _fonts(reader: Any) -> dict[str, Any]:
    fonts = [font.get_object() for resources, _ in _drawn(reader) for font in resources.get("/Font", {}).values()]
    kinds = [font["/DescendantFonts"][0].get_object() for font in fonts]
    return {kind["/BaseFont"]: kind["/FontDescriptor"].get_object() for kind in kinds}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("expr", EDITIONS)
def test_fonts_are_embedded_and_the_same_on_every_machine(expr: str, code: str) -> None:
    fonts = _fonts(_read(_printed(expr, code)))
    assert {re.sub(r"^/[A-Z]{6}\+([^-]*).*", r"\1", name) for name in fonts} == BASE_FONTS
    assert all({"/FontFile2", "/FontFile3"} & set(descriptor) for descriptor in fonts.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_book_of_the_site_is_whole(code: str) -> None:
    """Each of them in one of the languages: the first in the first, the second in the second, and around again."""
    for _, book in list(books(Games(), code))[LANGUAGES.index(code) :: len(LANGUAGES)]:
        made = pdf(book)
        words, catalog = _words(made), _read(made).trailer["/Root"]
        assert [sentence for sentence in _sentences(book) if _bare(sentence) not in words] == [], book.subtitle
        assert "\ufffd" not in words
        assert catalog["/Lang"] == code
        assert b"<pdfuaid:part>1</pdfuaid:part>" in catalog["/Metadata"].get_data()
        assert all({"/FontFile2", "/FontFile3"} & set(descriptor) for descriptor in _fonts(_read(made)).values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_text_that_is_copied_has_soft_hyphens_only_where_a_word_is_divided(code: str) -> None:
    streams = b"".join(stream for _, stream in _drawn(_read(_printed("revised", code))))
    standing_for = re.findall(rb"ActualText<FEFF([0-9A-F]+)>", streams)
    assert {text for text in standing_for if b"00AD" in text} <= {b"00AD"}
    assert standing_for


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_same_book_gives_the_same_bytes(code: str) -> None:
    assert pdf(_book("revised", code)) == _printed("revised", code)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("expr", OFFICIAL)
def test_the_summary_of_an_official_game_is_one_page(expr: str, code: str) -> None:
    for players in (None, min(kr.load(expr).players)):
        made = _printed(expr, code, players, summary=True)
        assert len(_read(made).pages) == 1
        words = _words(made)
        assert all(_bare(sentence) in words for sentence in _sentences(_book(expr, code, players, summary=True)))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("expr", OFFICIAL)
def test_a_score_pad_is_one_page_with_a_line_for_each_terrain_and_each_bonus(expr: str, code: str) -> None:
    rules = kr.load(expr)
    pad = score_pad(rules, language=code)
    bonuses = [rule for rule in rules.scoring.values() if not isinstance(rule, SizeTimesCrowns)]
    assert len(pad.lines) == len(rules.domino_set.terrains) + len(bonuses)
    assert len(pad.games) == rules.match.games
    assert pad.columns == max(rules.players)
    with_pad = _read(pdf(_book(expr, code, None, summary=True), pad=pad)).pages
    assert len(with_pad) == 2
    words = _bare(with_pad[1].extract_text())
    for line in (*pad.lines, pad.total, pad.name):
        assert words.count(_bare(line)) >= rules.match.games


def _colours(made: bytes) -> set[tuple[float, ...]]:
    """The colours that are neither black nor white nor grey."""
    streams = [stream for _, stream in _drawn(_read(made))]
    found = {numbers for stream in streams for numbers in re.findall(rb"((?:[\d.]+ ){3})(?:sc|rg)n?\b", stream)}
    colours = {tuple(float(number) for number in numbers.split()) for numbers in found}
    return {colour for colour in colours if max(colour) - min(colour) > 0.1}


def test_ink_is_saved_by_lines_instead_of_colours() -> None:
    assert len(_colours(_printed("classic", "en"))) > 5
    assert _colours(pdf(_book("classic", "en"), ink_saving=True)) == set()


def _house_rule(write: Write, title: str) -> str:
    written = title.replace("'", "''")
    write(
        "mine.yaml",
        f"format: 1\nvariant: mine\nstatus: house\ntitle: {{en: '{written}'}}\n"
        "add:\n  scoring.mine: {kind: complete_kingdom, points: 5, reading: full-grid}\n",
    )
    return "classic+./mine.yaml"


@pytest.mark.parametrize("title", [HOSTILE, "a" * 200, "'; \\u{41} \\n Ä ő ū þ ж × ≥"])
def test_whatever_a_house_rule_is_called_is_printed_as_it_is(title: str, write: Write) -> None:
    rules = kr.load(_house_rule(write, title))
    made = pdf(kr.rulebook(rules, players=2), pad=score_pad(rules))
    assert _words(made).count(_bare(title)) >= 4  # title page, scoring, example or about, score pad
    assert title in _read(made).metadata.title


def test_a_character_no_font_has_is_refused_with_a_sentence(write: Write) -> None:
    with pytest.raises(CannotPrint, match="王"):
        pdf(kr.rulebook(kr.load(_house_rule(write, "王"))))


def test_the_command_prints_one_book_or_many(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "one.pdf"
    run("rulebook", "classic", "--format", "pdf", "--players", "2", "--ink-saving", "--score-pad", "--out", str(out))
    assert "The score pad" in _read(out.read_bytes()).pages[-1].extract_text()
    run("rulebook", "classic", "--format", "pdf", "--summary", "--all-languages", "--out", str(tmp_path))
    assert sorted(path.stem for path in (tmp_path / "classic").iterdir()) == sorted(LANGUAGES)


def test_misuse_gets_a_sentence(run: Run) -> None:
    assert "--out FILE" in run("rulebook", "classic", "--format", "pdf", exit_code=2).output
    assert "--format pdf" in run("rulebook", "classic", "--score-pad", exit_code=2).output


def test_without_the_packages_a_sentence_says_how_to_get_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    result = run("rulebook", "classic", "--format", "pdf", "--out", str(tmp_path / "x.pdf"), exit_code=1)
    assert "pip install 'kingdomrules[print]'" in result.stderr
    assert not (tmp_path / "x.pdf").exists()
