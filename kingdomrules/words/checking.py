"""The whole check of rules files: their rules, their examples played again, and the words of new terrains."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kingdomrules import shipped
from kingdomrules.play.examples import findings, own_rules
from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, RulesError
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.rivals import rivals
from kingdomrules.ruleset.schema import Variant
from kingdomrules.ruleset.shelf import Checked, check_files, load
from kingdomrules.words.catalogs import sources
from kingdomrules.words.language import Language, Term, WordsError, parsed


class NotWith(NamedTuple):
    """A variant that goes with some editions, one it does not go with, and why not."""

    file: str
    edition: str
    complaints: tuple[Complaint, ...]


class Report(NamedTuple):
    """What a check found: what was looked at, what is wrong, rules that never both pay, editions left out."""

    looked_at: list[str]
    complaints: list[Complaint]
    rivals: list[tuple[str, str]]
    not_with: list[NotWith]


def check(paths: Iterable[Path] = ()) -> tuple[list[str], list[Complaint]]:
    """Files and folders checked, or everything shipped; the files looked at and all complaints."""
    found = report(paths)
    return found.looked_at, found.complaints


def report(paths: Iterable[Path] = (), games: Sequence[str] = ()) -> Report:
    """The same with its warnings, and for whole games too: expressions such as classic+lost-corner."""
    found = Report([], [], [], [])
    for checked in check_files(paths) if paths or not games else ():
        found.looked_at.append(checked.file)
        found.complaints.extend(checked.complaints)
        if not checked.complaints:
            found.complaints.extend(example_complaints(checked))
            found.complaints.extend(_words(checked))
        if checked.rules is not None:
            found.rivals.extend(rivals(checked.rules))
        found.not_with.extend(NotWith(checked.file, *refused) for refused in checked.not_with.items())
    for game in games:
        found.looked_at.append(game)
        try:
            found.rivals.extend(rivals(load(game)))
        except RulesError as error:
            found.complaints.extend(error.complaints)
    return found._replace(complaints=list(RulesError(found.complaints).complaints))


def example_complaints(checked: Checked) -> Iterator[Complaint]:
    """Where the engine finds something else than the examples of a variant say."""
    variant, document, rules = checked.model, checked.document, checked.rules
    if not isinstance(variant, Variant) or document is None or rules is None:
        return
    own = own_rules(variant.variant, rules)
    for position, example in enumerate(variant.examples):
        for finding in findings(rules, example, own):
            facts = finding.facts
            place = _narrowed(document.place(("examples", str(position), *finding.path)), facts.get("found"))
            yield Complaint(finding.code, place, facts, facts.get("near"), facts.get("allowed", ()))


def _narrowed(place: Place, found: object) -> Place:
    """The one word that is meant, where a value is a line of several."""
    start = place.text.find(found, place.column - 1) if isinstance(found, str) else -1
    if start < 0:
        return place
    return replace(place, column=start + 1, end_column=start + 1 + len(str(found)))


def _words(checked: Checked) -> Iterator[Complaint]:
    """A terrain that no language has yet must bring every form the sentences ask for."""
    dominoes, document = checked.model, checked.document
    if not isinstance(dominoes, DominoSet) or document is None:
        return
    for code in shipped.languages():
        language, forms = Language.of(code), _terrain_forms(code)
        for terrain in dominoes.terrains:
            for spec in forms:
                try:
                    language.form(Term(terrain, dominoes.words(terrain, code)), spec)
                except WordsError:
                    place = document.key_place(("terrains", terrain))
                    facts = {"terrain": terrain, "form": spec or "nom.sg", "language": Quoted(code)}
                    yield Complaint("KR503", place, facts)


def _terrain_forms(code: str) -> list[str]:
    """Every form of a terrain that the sentences of a language ask for."""
    catalog = Language.of(code).catalog
    found = {""}
    for source in sources():
        translation = catalog.get(source.message, source.message)
        for text in translation if isinstance(translation, tuple) else (translation,):
            for _, name, spec in parsed(text):
                if name in ("terrain", "terrains"):
                    found.add(".".join(step for step in spec.split(".") if step not in ("or", "and")))
    return sorted(found)
