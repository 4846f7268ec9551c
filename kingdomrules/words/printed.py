"""The printed book: what a tagged A5 booklet, a one-page summary or a score pad says, ready for Typst.

A book goes to the template as data, never as Typst code: whatever a house rule calls itself is printed as it is.
"""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kingdomrules.play.drawing import kingdom_svg, line_drawing
from kingdomrules.play.kingdom import Kingdom
from kingdomrules.ruleset.kinds import SizeTimesCrowns
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.language import Language, Term
from kingdomrules.words.telling import Teller
from kingdomrules.words.typesetting import CannotPrint, Manuscript, typeset

if TYPE_CHECKING:
    from kingdomrules.words.rulebook import Rulebook

__all__ = ["CannotPrint", "ScorePad", "manuscript", "pdf", "score_pad"]

Set = Callable[[str], str]

SOFT_HYPHEN = "\u00ad"
HYPHENATED_HERE = ("lv",)
"""Languages Typst does not know how to divide: their words bring their own soft hyphens."""

PICTURE_FONT = "DejaVu Sans Mono"
"""The one sans serif that comes with Typst, for the letters in pictures."""


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
    return typeset(manuscript(book, ink_saving=ink_saving, pad=pad))


def manuscript(book: "Rulebook", *, ink_saving: bool = False, pad: ScorePad | None = None) -> Manuscript:
    """Everything that is printed, ready to be set; the title of the file stays as it is."""
    tongue = Language.of(book.language)
    _check_packages(tongue)
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


def _check_packages(tongue: Language) -> None:
    try:
        import pyphen  # noqa: F401
        import typst  # noqa: F401
    except ImportError:
        raise CannotPrint(
            tongue.say(
                "A printed book needs packages that are not installed. Install them with: {command}",
                command="pip install 'kingdomrules[print]'",
            )
        ) from None


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
