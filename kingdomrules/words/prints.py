"""The printed rulebooks, told: what each describes, where it differs or is silent, and its errata."""

from collections.abc import Iterator
from typing import Any

from kingdomrules.ruleset.checks import findings
from kingdomrules.ruleset.complaints import Complaint, Place
from kingdomrules.ruleset.schema import RULE_SECTIONS, Ruleset, Sections, Variant
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.ruleset.sources import Erratum, Source
from kingdomrules.words.explain import complaint_message
from kingdomrules.words.language import Language
from kingdomrules.words.rulebook import Chapter, Paragraph
from kingdomrules.words.telling import Teller, rule_name


def printed_sources(language: str = "en") -> tuple[Chapter, ...]:
    """A chapter for each printed rulebook in rules/sources.yaml."""
    tongue = Language.of(language)
    shelf = Shelf()
    if shelf.sources is None:
        return ()
    return tuple(
        Chapter(
            id,
            tongue.say(
                "{language:cap}: {edition:quoted}",
                language=tongue.language_name(book.language),
                edition=tongue.title(shelf.load(book.edition).titles[0]),
            ),
            tuple(Paragraph(f"sources.{id}", text) for text in _about(id, book, shelf, tongue)),
            "items",
        )
        for id, book in shelf.sources.sources.items()
    )


def _about(id: str, book: Source, shelf: Shelf, tongue: Language) -> Iterator[str]:
    say = tongue.say
    match book.text:
        case "clean":
            yield say("The facts were read from a clean text.")
        case "out-of-order":
            yield say("The facts were read from a clean text whose columns are out of order.")
        case "ocr-damaged":
            yield say("The facts were read from a scanned text with damaged accents.")
        case "ocr-interleaved":
            yield say("The facts were read from a scanned text whose columns run into each other.")
    if book.copy_of is not None:
        yield say("It is a copy of {book:quoted} and adds nothing to it.", book=book.copy_of)
    if "variants" in book.lacks:
        yield say("The page with the variants is missing.")
    if book.variants:
        variants = [shelf.model(shelf.files[name]) for name in book.variants]
        titles = [tongue.title(variant.title) for variant in variants if isinstance(variant, Variant)]
        yield say("It prints these variants: {variants}.", variants=titles)
    rules = shelf.load(book.edition)
    for path, value in book.differs.items():
        yield say(
            "It has another rule here: {rule:quoted}", rule=Teller(with_value(rules, path, value), tongue).tell(path)
        )
    silent = [*book.silent, *(path for statements in book.variants.values() for path in statements.silent)]
    for words, paths in (("implies", book.implies), ("silent", tuple(silent))):
        names = [rule_name(path, tongue) for path in paths]
        if names and words == "implies":
            yield say("It only implies: {rules}.", rules=names)
        elif names:
            yield say("It says nothing about: {rules}.", rules=names)
    for erratum in book.errata:
        yield _told(erratum, rules, tongue)


def _told(erratum: Erratum, rules: Ruleset, tongue: Language) -> str:
    words = {"printed": str(erratum.printed), "meant": str(erratum.meant)}
    say = tongue.say
    match erratum.kind:
        case "arithmetic":
            reason = _refused(rules, erratum, tongue)
            return say("Wrong number: {printed} is printed, {meant} is right ({reason}).", **words, reason=reason)
        case "wrong-term":
            return say("Wrong term: {printed:quoted} is printed where {meant:quoted} is meant.", **words)
        case "misprint":
            return say("Misprint: {printed:quoted} instead of {meant:quoted}.", **words)
        case "grammar":
            return say("Grammar: {printed:quoted} instead of {meant:quoted}.", **words)
        case "term-drift":
            return say("Another word for the same thing: {printed:quoted} instead of {meant:quoted}.", **words)
        case "untranslated":
            return say("Not translated: {printed:quoted} instead of {meant:quoted}.", **words)
        case "typeface":
            return say("A letter the typeface lacks: {printed:quoted} instead of {meant:quoted}.", **words)
        case "loose-count":
            return say("Counted loosely: {printed:quoted} instead of {meant:quoted}.", **words)


def _refused(rules: Ruleset, erratum: Erratum, tongue: Language) -> str:
    """Why the ordinary checks refuse what is printed."""
    printed = with_value(rules, str(erratum.path), erratum.printed)
    finding = next(findings(printed, rules.domino_set))
    return complaint_message(Complaint(finding.code, Place(""), finding.facts), tongue)


def with_value(rules: Ruleset, path: str, value: Any) -> Ruleset:
    """The ruleset as a book prints it: one value, or the kind of one rule, replaced."""
    data = _by_text(rules.model_dump(exclude_none=True, include=set(Sections.model_fields)))
    *way, last = path.split(".")
    inner = data
    for step in way:
        inner = inner[step]
    if way[0] in RULE_SECTIONS and len(way) == 1:
        inner[last] = {"kind": value}
    else:
        inner[last] = value
    sections = Sections.model_validate(data)
    return rules.model_copy(update=dict(sections))


def _by_text(data: Any) -> Any:
    """Keys as they stand in a file."""
    return {str(key): _by_text(value) for key, value in data.items()} if isinstance(data, dict) else data
