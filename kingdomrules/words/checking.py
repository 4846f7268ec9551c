"""The whole check of rules files: their rules, their examples counted again, and the words of new terrains."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kingdomrules import shipped
from kingdomrules.play.judge import score
from kingdomrules.play.kingdom import Kingdom, Unreadable
from kingdomrules.ruleset.complaints import Complaint, Quoted, RulesError
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.rivals import rivals
from kingdomrules.ruleset.schema import Example, Ruleset, Variant
from kingdomrules.ruleset.shelf import Checked, check_files, load
from kingdomrules.words.catalogs import sources
from kingdomrules.words.language import Language, Term, WordsError, parsed


class Report(NamedTuple):
    """What a check found: the files and games looked at, what is wrong, and which rules can never both pay."""

    looked_at: list[str]
    complaints: list[Complaint]
    rivals: list[tuple[str, str]]


def check(paths: Iterable[Path] = ()) -> tuple[list[str], list[Complaint]]:
    """Files and folders checked, or everything shipped; the files looked at and all complaints."""
    looked_at, complaints, _ = report(paths)
    return looked_at, complaints


def report(paths: Iterable[Path] = (), games: Sequence[str] = ()) -> Report:
    """The same with its warnings, and for whole games too: expressions such as classic+lost-corner."""
    found = Report([], [], [])
    for checked in check_files(paths) if paths or not games else ():
        found.looked_at.append(checked.file)
        found.complaints.extend(checked.complaints)
        if not checked.complaints:
            found.complaints.extend(_examples(checked))
            found.complaints.extend(_words(checked))
        if checked.rules is not None:
            found.rivals.extend(rivals(checked.rules))
    for game in games:
        found.looked_at.append(game)
        try:
            found.rivals.extend(rivals(load(game)))
        except RulesError as error:
            found.complaints.extend(error.complaints)
    return found._replace(complaints=list(RulesError(found.complaints).complaints))


def _examples(checked: Checked) -> Iterator[Complaint]:
    variant, document, rules = checked.model, checked.document, checked.rules
    if not isinstance(variant, Variant) or document is None or rules is None:
        return
    for position, example in enumerate(variant.examples):
        here = ("examples", str(position))
        try:
            counted = points_of(variant.variant, rules, example)
        except Unreadable as error:
            yield Complaint("KR502", document.place((*here, "kingdom")), {"problem": Quoted(str(error))})
            continue
        if counted != example.points:
            facts = {"counted": counted, "points": example.points}
            yield Complaint("KR501", document.place((*here, "points")), facts)


def points_of(variant: str, rules: Ruleset, example: Example) -> int:
    """What the rules a variant adds or changes earn on the kingdom of an example."""
    kingdom, others = Kingdom.parse(example.kingdom), [Kingdom.parse(other) for other in example.others]
    sheet = score(rules, kingdom, example.discards, players=next(iter(rules.players)), others=others)
    own = {path for path, origins in rules.origins.items() if origins[-1].layer == variant}
    return sum(line.points for line in sheet.lines if any(path.startswith(f"{line.rule}.") for path in own))


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
