"""The printed book: a tagged A5 booklet, a one-page summary or a score pad, set by Typst.

A book goes to the template as data, never as Typst code: whatever a house rule calls itself is printed as it is.
"""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.drawing import kingdom_svg, line_drawing
from kingdomrules.play.kingdom import Kingdom
from kingdomrules.ruleset.kinds import SizeTimesCrowns
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.language import Language, Term
from kingdomrules.words.telling import TEMPLATES, Teller

if TYPE_CHECKING:
    from kingdomrules.words.rulebook import Rulebook

Set = Callable[[str], str]

SOFT_HYPHEN = "\u00ad"
HYPHENATED_HERE = ("lv",)
"""Languages Typst does not know how to divide: their words bring their own soft hyphens."""

SIZES = (10, 10.2, 9.8, 10.4, 9.6, 9.5, 9.4, 9.3)
LEADINGS = (0.6, 0.64, 0.56)
"""Sizes of type in points and space between lines as a part of it, the best first."""

WELL_FILLED = 60**2
"""A gap of so many points at the bottom of one page is not worth another try."""

PICTURE_FONT = "DejaVu Sans Mono"
"""The one sans serif that comes with Typst, for the letters in pictures."""


class CannotPrint(KingdomRulesError):
    """The packages for printing are not there, or a character that no font of theirs has."""


@dataclass(frozen=True, slots=True)
class ScorePad:
    """A page to write points on: a column for each player, and for each game its lines."""

    title: str
    name: str
    columns: int
    games: tuple[str, ...]
    lines: tuple[str, ...]
    total: str
    sum: str


def score_pad(rules: Ruleset, *, language: str = "en", players: int | None = None) -> ScorePad:
    """A line for each terrain and for each bonus in force; for a match a block for each game, and the sum.

    >>> from kingdomrules.ruleset.shelf import load
    >>> score_pad(load("classic+harmony"), players=3).lines
    ('Wheat field', 'Forest', 'Lake', 'Meadow', 'Swamp', 'Mine', 'Harmony')
    """
    tongue = Language.of(language)
    teller = Teller(rules, tongue, players)
    terrains = [tongue.form(Term(terrain), "cap") for terrain in rules.domino_set.terrains]
    bonuses = []
    for id in teller.rule_ids("scoring"):
        if not isinstance(rules.scoring[id.partition(".")[2]], SizeTimesCrowns):
            bonuses.append(teller.name(id))
    games = rules.match.games
    return ScorePad(
        title=tongue.say("The score pad"),
        name=tongue.form(Term("player"), "cap"),
        columns=teller.players or max(rules.players),
        games=tuple(tongue.say("Game {number}", number=number) for number in range(1, games + 1))
        if games > 1
        else ("",),
        lines=(*terrains, *bonuses),
        total=tongue.say("Total"),
        sum=tongue.say("Sum of all games") if games > 1 else "",
    )


def pdf(book: "Rulebook", *, ink_saving: bool = False, pad: ScorePad | None = None) -> bytes:
    """The book as a PDF; the same book gives the same bytes."""
    tongue = Language.of(book.language)
    typst = _typst(tongue)
    data = _data(book, tongue, ink_saving=ink_saving, pad=pad)
    try:
        if book.summary:
            return _set(data)  # it finds its own size: the largest that fits
        return _well_filled(data)
    except typst.TypstError as error:
        raise CannotPrint(f"the book cannot be printed: {error.message}") from None


def _well_filled(data: dict[str, Any]) -> bytes:
    """The booklet in the first size of type that fills its pages well, or else in the one that fills them best."""
    best: tuple[float, bytes] | None = None
    for leading, size in product(LEADINGS, SIZES):
        made = _set(data | {"size": size, "leading": leading})
        unsightly = float(json.loads(_compiler().query("<unsightly>", field="value", one=True)))
        if best is None or unsightly < best[0]:
            best = unsightly, made
        if unsightly < WELL_FILLED:
            break
    assert best is not None, "there are sizes to try"
    return best[1]


def _set(data: dict[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False)
    made: bytes = _compiler().compile(sys_inputs={"book": text}, format="pdf", pdf_standards="ua-1", timestamp=0)
    return made


def _typst(tongue: Language) -> Any:
    try:
        import pyphen  # noqa: F401 - half of the same extra
        import typst
    except ImportError:
        raise CannotPrint(
            tongue.say(
                "A printed book needs packages that are not installed. Install them with: {command}",
                command="pip install 'kingdomrules[print]'",
            )
        ) from None
    return typst


@cache
def _compiler() -> Any:
    """One for all books: it reads the fonts once, and only those of its own, so that books are the same everywhere."""
    import typst

    return typst.Compiler(TEMPLATES / "rulebook.typ", root=TEMPLATES, ignore_system_fonts=True)


def _data(book: "Rulebook", tongue: Language, *, ink_saving: bool, pad: ScorePad | None) -> dict[str, Any]:
    """Everything the template prints, ready to be printed; the title of the file stays as it is."""
    running = _running_text(book.language)
    picture = next((chapter.picture for chapter in book.chapters if chapter.picture), None)
    return {
        "language": book.language,
        "name": f"{book.title} – {book.subtitle}",
        "title": book.title,
        "subtitle": book.subtitle,
        "notes": [running(note) for note in book.notes],
        "sheet": book.summary,
        "ink_saving": ink_saving,
        "size": SIZES[0],
        "leading": LEADINGS[0],
        "contents": tongue.say("Contents"),
        "summary": tongue.say("Summary"),
        "frieze": _svg(_frieze(picture.kingdom), ink_saving) if picture else "",
        "chapters": _chapters(book, tongue, running, ink_saving),
        "pad": asdict(pad) if pad else None,
    }


def _chapters(book: "Rulebook", tongue: Language, running: Set, ink_saving: bool) -> list[dict[str, Any]]:
    tables = pictures = 0
    chapters = []
    for chapter in book.chapters:
        table, picture = chapter.table, chapter.picture
        tables += table is not None
        pictures += picture is not None
        chapters.append(
            {
                "id": chapter.id,
                "title": chapter.title,
                "style": chapter.style,
                "introduced": chapter.paragraphs[:1] != () and chapter.paragraphs[0].rule == "ties.intro",
                "paragraphs": [{"rule": p.rule, "text": running(p.text), "label": p.label} for p in chapter.paragraphs],
                "table": table
                and {"name": tongue.say("Table {number}", number=tables), "head": table.head, "rows": table.rows},
                "picture": picture
                and {
                    "name": tongue.say("Figure {number}", number=pictures),
                    "svg": _svg(picture.kingdom, ink_saving),
                    "columns": picture.kingdom.outline.width,
                    "rows": picture.kingdom.outline.height,
                    "told": f"{picture.caption} {picture.key}\n{picture.kingdom}",
                    "caption": running(picture.caption),
                    "legend": running(picture.legend),
                    "lines": [running(line) for line in picture.lines],
                },
            }
        )
    return chapters


# --- pictures -----------------------------------------------------------------------------------------------


def _svg(kingdom: Kingdom, ink_saving: bool) -> str:
    svg = re.sub('font-family="[^"]*"', f'font-family="{PICTURE_FONT}"', kingdom_svg(kingdom), count=1)
    return line_drawing(svg) if ink_saving else svg


def _frieze(kingdom: Kingdom) -> Kingdom:
    """The castle among one square of each terrain: what the book is about, in one row."""
    letters = sorted({square.letter for square in kingdom.squares().values()})
    half = len(letters) // 2
    return Kingdom.parse(" ".join([*letters[:half], "C", *letters[half:]]))


# --- words --------------------------------------------------------------------------------------------------


def _running_text(language: str) -> Set:
    """What makes a text ready for lines of any width."""
    if language not in HYPHENATED_HERE:
        return str
    import pyphen

    words = pyphen.Pyphen(lang=language, left=2, right=2)
    return lambda text: re.sub(r"[^\W\d_]{5,}", lambda word: words.inserted(word[0], SOFT_HYPHEN), text)
