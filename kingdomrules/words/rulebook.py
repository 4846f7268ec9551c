"""A rulebook: a ruleset in the order of a book, as plain data, and laid out as Markdown, HTML or text."""

import re
import textwrap
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from kingdomrules.play.drawing import kingdom_svg
from kingdomrules.play.kingdom import Kingdom
from kingdomrules.ruleset.kinds import CompleteKingdom, PointsForEach, PointsForMost, PointsIf, ScoringRule
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.ruleset.sources import Sources
from kingdomrules.words.example import Example, worked_example
from kingdomrules.words.explain import sheet_lines
from kingdomrules.words.language import Language, Size
from kingdomrules.words.telling import (
    BOX,
    CHOICE,
    END,
    SERIES,
    SETUP,
    TURN,
    Teller,
    environment,
    headed,
    row_numbers,
    terrain_term,
)

if TYPE_CHECKING:
    from kingdomrules.words.printed import ScorePad

Style = Literal["paragraphs", "steps", "items"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences and the id of the rule they tell."""

    rule: str
    text: str
    label: str = ""
    """A name that stands before them in bold, with its full stop."""


@dataclass(frozen=True, slots=True)
class Table:
    """What depends on the number of players, a column for each."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A kingdom that was really built, with what it is worth line by line."""

    kingdom: Kingdom
    caption: str
    legend: str
    """What the letters in the drawing stand for."""
    key: str
    """What the letters, figures and dots stand for, if the picture is made of them."""
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    paragraphs: tuple[Paragraph, ...] = ()
    style: Style = "paragraphs"
    table: Table | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A book in one language; `.markdown()`, `.html()`, `.text()`, `.pdf(path)`."""

    language: str
    title: str
    subtitle: str
    notes: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    summary: bool = False

    def markdown(self) -> str:
        """Markdown with an anchor for every rule."""
        return self._laid_out("rulebook.md.j2")

    def html(self) -> str:
        """One page that stands alone: no script, no other file, no request."""
        return self._laid_out("rulebook.html.j2")

    def text(self) -> str:
        """Plain text, eighty columns wide."""
        return self._laid_out("rulebook.txt.j2")

    def pdf(self, path: Path | str, *, ink_saving: bool = False, pad: "ScorePad | None" = None) -> None:
        """A booklet for the printer, or one page if it is a summary; needs the extra `[print]`."""
        from kingdomrules.words.printed import pdf  # only who prints needs Typst

        Path(path).write_bytes(pdf(self, ink_saving=ink_saving, pad=pad))

    def _laid_out(self, template: str) -> str:
        filled = (
            environment()
            .get_template(template)
            .render(book=_plain(self), markdown=_markdown, wrap=_wrapped, svg=_drawn, wide=_table_text)
        )
        return re.sub(r"\n{3,}", "\n\n", filled).strip() + "\n"


def rulebook(rules: Ruleset, *, language: str = "en", players: int | None = None, summary: bool = False) -> Rulebook:
    """The book of a game: for one number of players it speaks only of that game, without it gives the table.

    >>> from kingdomrules.ruleset.shelf import load
    >>> book = rulebook(load("classic"), language="lt", players=3)
    >>> book.language, len(book.chapters) > 9
    ('lt', True)
    """
    tongue = Language.of(language)
    teller = Teller(rules, tongue, players)
    chapters = tuple(_summary(teller) if summary else _chapters(teller))
    say = tongue.say
    for_whom = (
        say("For {players:player}", players=teller.players)
        if teller.players is not None
        else say("Number of players: {numbers:or}", numbers=[str(number) for number in rules.players])
    )
    titles = [tongue.title(texts) for texts in rules.titles]
    return Rulebook(
        language=language,
        title=say("Kingdomino: the rules"),
        subtitle=" · ".join([" + ".join(titles), for_whom]),
        notes=(
            say("Unofficial. Kingdomino is a trademark of its publisher."),
            *(teller.language.title(note) for note in rules.notes),
        ),
        chapters=tuple(chapter for chapter in chapters if chapter.paragraphs or chapter.table or chapter.picture),
        summary=summary,
    )


def _chapters(teller: Teller) -> Iterator[Chapter]:
    say = teller.language.say
    yield Chapter("goal", say("Aim of the game"), _told(teller, "goal.aim"))
    yield Chapter("components", say("What is in the box"), _told(teller, *BOX), "items")
    yield Chapter("terrains", say("The terrains"), _told(teller, "components.terrains"))
    if teller.players is None:
        yield Chapter("players", say("Number of players"), table=players_table(teller))
    yield Chapter("setup", say("Setup"), _told(teller, *SETUP), "steps")
    yield Chapter("first-choice", say("The first choice"), _first_choice(teller))
    yield Chapter("turn", say("A round"), _told(teller, *TURN))
    yield Chapter("placement", say("Placing a domino"), _told(teller, *teller.rule_ids("placement")), "items")
    yield Chapter("discarding", say("Placing or discarding"), _told(teller, "turn.discarding"))
    yield Chapter("end", say("The end of the game"), _told(teller, *END))
    bonuses = teller.rule_ids("scoring")
    yield Chapter("scoring", say("Scoring"), _scoring(teller, bonuses))
    yield _example(teller)
    ties = [Paragraph(p.rule, p.text) for p in _told(teller, *teller.rule_ids("ties"))]
    yield Chapter("ties", say("Ties"), (*_told(teller, "ties.intro"), *ties) if ties else (), "steps")
    yield Chapter("match", say("Several games"), _told(teller, *SERIES))
    yield Chapter("about", say("About this book"), tuple(_about(teller)))


def _summary(teller: Teller) -> Iterator[Chapter]:
    """What a player who knows the game wants on one page."""
    say = teller.language.say
    if teller.players is None:
        yield Chapter("players", say("Number of players"), table=players_table(teller))
    setup = ("players.kings", "components.copies", "setup.thinning", "players.dominoes", "players.line")
    yield Chapter("setup", say("Setup"), _told(teller, *setup), "items")
    draft = ("draft.next_picks", "draft.each_place_once", "draft.unchosen")
    turn = ("draft.order", "turn.place-then-claim", *draft, "turn.discarding", "end.last_round")
    yield Chapter("turn", say("A round"), _told(teller, *turn), "items")
    yield Chapter("placement", say("Placing a domino"), _told(teller, *teller.rule_ids("placement")), "items")
    yield Chapter("scoring", say("Scoring"), _scoring(teller, teller.rule_ids("scoring")), "items")
    yield Chapter("ties", say("Ties"), _told(teller, *teller.rule_ids("ties")), "steps")
    yield Chapter("match", say("Several games"), _told(teller, *SERIES), "items")


def _told(teller: Teller, *ids: str) -> tuple[Paragraph, ...]:
    told = ((id, teller.tell(id)) for id in ids)
    return tuple(Paragraph(id, text) for id, text in told if text)


def _first_choice(teller: Teller) -> tuple[Paragraph, ...]:
    by_table = [
        Paragraph(f"players.first_choice.{way}", text, headed(label[:1].upper() + label[1:]))
        for way, label, text in teller.first_choices()
    ]
    return (*by_table, *_told(teller, "players.first_choice", *CHOICE))


def _scoring(teller: Teller, ids: list[str]) -> tuple[Paragraph, ...]:
    labels = {id: "" if id == "scoring.properties" else headed(teller.name(id)) for id in ids}
    rules = [Paragraph(id, teller.tell(id), label) for id, label in labels.items()]
    return (*_told(teller, "scoring.property"), *rules, *_told(teller, "scoring.winner"))


def _example(teller: Teller) -> Chapter:
    players = teller.players if teller.players is not None else max(teller.rules.players)
    example = worked_example(teller.rules, players)
    tongue = teller.language
    lines = tuple(sheet_lines(example.sheet, tongue, teller.rules))
    letters = _letters(teller, {square.letter for square in example.kingdom.squares().values()})
    picture = Picture(
        example.kingdom,
        " ".join(_caption(teller, example, players)),
        tongue.say("The letters in the picture stand for terrains: {letters}.", letters=letters),
        " ".join(_key(teller, letters, dots="." in str(example.kingdom))),
        lines,
    )
    return Chapter("example", tongue.say("An example"), picture=picture)


def _caption(teller: Teller, example: Example, players: int) -> Iterator[str]:
    """What is seen, with whatever of the game behind it the points depend on."""
    say, rules = teller.language.say, teller.rules
    kingdoms = {(row.grid, row.kings * row.rounds) for row in rules.players.values()}
    points = example.sheet.total
    if teller.players is None and len(kingdoms) > 1:
        yield say(
            "A finished kingdom from a game for {players:player}. It is worth {points:point}.",
            players=players,
            points=points,
        )
    else:
        yield say("A finished kingdom. It is worth {points:point}.", points=points)
    if any(map(_asks_for_discards, rules.scoring.values())):
        if example.discards:
            yield say("Its owner has discarded {dominoes:domino}.", dominoes=example.discards)
        else:
            yield say("Its owner has not discarded a single domino.")


def _asks_for_discards(rule: ScoringRule) -> bool:
    match rule:
        case CompleteKingdom():
            return rule.reading == "nothing-discarded"
        case PointsForEach() | PointsIf() | PointsForMost():
            return rule.count == "discarded-dominoes"
        case _:
            return False


def picture_key(rules: Ruleset, language: str) -> str:
    """What letters, figures and dots stand for, in any picture of a kingdom under these rules."""
    teller = Teller(rules, Language.of(language))
    return " ".join(_key(teller, _letters(teller, rules.domino_set.terrain_of), dots=True))


def _letters(teller: Teller, seen: Collection[str]) -> str:
    """The terrain each of these letters stands for."""
    tongue, rules = teller.language, teller.rules
    pairs = [
        tongue.say("{letter}\u00a0=\u00a0{terrain}", letter=letter, terrain=terrain_term(rules, terrain, tongue))
        for letter, terrain in rules.domino_set.terrain_of.items()
        if letter in seen
    ]
    return ", ".join(pairs)


def _key(teller: Teller, letters: str, *, dots: bool) -> Iterator[str]:
    """Everything that stands in a picture made of letters."""
    say = teller.language.say
    yield say(
        "In the picture, C is the castle. Every other letter is a terrain, and the figure after it is its number of "
        "crowns: {letters}.",
        letters=letters,
    )
    if dots:
        yield say("A dot is an empty cell.")


def _about(teller: Teller) -> Iterator[Paragraph]:
    say, rules = teller.language.say, teller.rules
    edition, *variants = [teller.language.title(texts) for texts in rules.titles]
    if variants:
        told = say(
            "This book describes: {edition:quoted}. Variants in force: {variants:quoted}.",
            edition=edition,
            variants=variants,
        )
    else:
        told = say("This book describes: {edition:quoted}. No variants are in force.", edition=edition)
    yield Paragraph("about.game", told)
    if rules.status == "official":
        file = Shelf().files.get("sources")
        sources = _sources(file, file.stat().st_mtime_ns) if file else None
        books = sources.sources.values() if sources else ()
        wanted = set(rules.id.split("+"))
        codes = sorted({book.language for book in books if wanted <= {book.edition, *book.variants}})
        names = [teller.language.language_name(code) for code in codes]
        told = say("Printed rulebooks with these rules exist in: {languages}.", languages=names)
    else:
        told = say("This is a house rule: no printed rulebook has exactly these rules.")
    yield Paragraph("about.sources", told)
    told = say("The short names beside the paragraphs name the rules; they are the same in all languages.")
    yield Paragraph("about.ids", told)
    told = say(
        "Fingerprint of these rules: {hash}. Whoever has a book with the same fingerprint plays by the same rules.",
        hash=rules.hash,
    )
    yield Paragraph("about.hash", told)


@lru_cache(maxsize=8)
def _sources(file: Path, written: int) -> Sources | None:
    """The printed rulebooks, read once for all books; `written` is when, so that an edited file is read again."""
    model = Shelf().model(file)
    return model if isinstance(model, Sources) else None


def players_table(teller: Teller, numbers: Sequence[int] = ()) -> Table:
    """Everything that depends on the number of players; what is nothing for everybody is left out."""
    say, rules = teller.language.say, teller.rules
    numbers = numbers or tuple(rules.players)
    columns = [row_numbers(rules, number) for number in numbers]
    labels = {
        "kings": say("Kings each"),
        "dominoes": say("Dominoes in play"),
        "taken_out": say("Dominoes taken out"),
        "line": say("Dominoes in a line"),
        "unchosen": say("Left over in each line"),
        "grid": say("Size of the kingdom"),
        "rounds": say("Rounds"),
        "first_choice": say("First choice"),
    }
    rows = []
    for key, label in labels.items():
        values = [column[key] for column in columns]
        if not any(values):
            continue
        rows.append((label, *(_cell(teller, key, value) for value in values)))
    return Table((say("Players"), *(str(number) for number in numbers)), tuple(rows))


def _cell(teller: Teller, key: str, value: Any) -> str:
    if key == "grid":
        return "–" if value is None else teller.language.form(Size(value))
    if key == "first_choice":
        return "–" if value is None else teller.way(value)
    return str(value)


# --- laying out ---------------------------------------------------------------------------------------------


def _plain(book: Rulebook) -> dict[str, Any]:
    """The book as the templates see it: no objects with methods, only data."""
    return {
        "language": book.language,
        "title": book.title,
        "subtitle": book.subtitle,
        "summary": book.summary,
        "notes": list(book.notes),
        "chapters": [
            {
                "id": chapter.id,
                "title": chapter.title,
                "style": chapter.style,
                "paragraphs": [{"rule": p.rule, "text": p.text, "label": p.label} for p in chapter.paragraphs],
                "table": chapter.table and {"head": list(chapter.table.head), "rows": list(chapter.table.rows)},
                "picture": chapter.picture
                and {
                    "letters": str(chapter.picture.kingdom),
                    "kingdom": chapter.picture.kingdom,
                    "caption": chapter.picture.caption,
                    "legend": chapter.picture.legend,
                    "key": chapter.picture.key,
                    "lines": list(chapter.picture.lines),
                },
            }
            for chapter in book.chapters
        ],
    }


def _markdown(text: str) -> str:
    """Text that means itself in Markdown, whatever characters a house rule's title has."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", text)


def _wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    return textwrap.fill(text, 79, initial_indent=indent if first is None else first, subsequent_indent=indent)


def _drawn(kingdom: Kingdom, title: str) -> Markup:
    return Markup(kingdom_svg(kingdom, title=title))  # our own drawing; it escapes the title itself


def _table_text(table: dict[str, Any]) -> str:
    rows = [table["head"], *table["rows"]]
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(table["head"]))]
    return "\n".join(
        "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
