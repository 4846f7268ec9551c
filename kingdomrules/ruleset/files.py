"""Rules files by themselves: where they lie, what they are, and what their shape cannot tell."""

import os
from collections.abc import Mapping
from pathlib import Path

from kingdomrules import shipped
from kingdomrules.ruleset.checks import domino_findings
from kingdomrules.ruleset.complaints import Complaint, Quoted, RulesError, nearest
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.loading import Document
from kingdomrules.ruleset.model import FORMAT, Model
from kingdomrules.ruleset.schema import Edition, Variant
from kingdomrules.ruleset.sources import Sources

KINDS: Mapping[str, type[Model]] = {
    "edition": Edition,
    "variant": Variant,
    "dominoes": DominoSet,
    "sources": Sources,
}
"""The key that tells what a file is."""

PASSED_BY = ("locales", "site-packages", "node_modules", "__pycache__")
"""Folders in which nobody keeps rules files."""


def rules_files(folder: Path) -> list[Path]:
    """The rules files of a folder; what is hidden, installed or generated in it is somebody else's."""
    found: list[Path] = []
    for place, inner, names in os.walk(folder):
        inner[:] = [
            name
            for name in inner
            if not name.startswith(".") and name not in PASSED_BY and not Path(place, name, "pyvenv.cfg").exists()
        ]
        found += [Path(place, name) for name in names if name.endswith(".yaml")]
    return sorted(found)


def shown_path(path: Path) -> str:
    """A path as people know it: shipped files by their place in rules/, others as they were given."""
    for folder, name in ((shipped.RULES, "rules"), (Path.cwd(), "")):
        if path.is_relative_to(folder):
            return (name / path.relative_to(folder)).as_posix()
    return str(path)


def is_path(part: str) -> bool:
    return "/" in part or "\\" in part or part.endswith((".yaml", ".yml"))


def kind_of(document: Document) -> type[Model]:
    """What a file is by its keys; a format from the future is not searched for mistakes."""
    declared = document.data.get("format")
    if isinstance(declared, int) and declared > FORMAT:
        raise RulesError([Complaint("KR016", document.place(("format",)), {"found": declared, "limit": FORMAT})])
    for key, model in KINDS.items():
        if key in document.data:
            return model
    for key in document.data:
        if near := nearest(key, KINDS):
            place = document.key_place((key,))
            raise RulesError([Complaint("KR101", place, {"found": key}, suggestion=near, allowed=tuple(KINDS))])
    allowed = Quoted(", ".join(KINDS))
    place = document.key_place((next(iter(document.data), ""),))
    raise RulesError([Complaint("KR018", place, {"allowed": allowed})])


def _renamed(path: Path) -> str:
    """Editors like to add their own ending: my-rules.yaml.txt."""
    return path.stem if path.stem.endswith((".yaml", ".yml")) else f"{path.stem}.yaml"


def by_itself(model: Model | None, document: Document, path: Path) -> list[Complaint]:
    """What the shape cannot tell: names of files, totals, lists that say a thing twice."""
    found: list[Complaint] = []
    if isinstance(model, DominoSet):
        for finding in domino_findings(model) if not document.complaints else ():
            place = document.key_place(finding.path) if finding.at_key else document.place(finding.path)
            allowed = tuple(model.terrains) if finding.code == "KR104" and finding.path[0] != "terrains" else ()
            found.append(Complaint(finding.code, place, finding.facts, finding.facts.get("near"), allowed))
        return found
    for key in ("edition", "variant"):
        name = document.data.get(key)
        if not isinstance(name, str) or not isinstance(model, Edition | Variant):
            continue
        if path.suffix.lower() not in (".yaml", ".yml"):
            facts = {"ending": Quoted(".yaml"), "file": path.name}
            found.append(Complaint("KR128", document.key_place((key,)), facts, suggestion=_renamed(path)))
        elif name != path.stem:
            facts = {"file": path.name, "found": name}
            found.append(Complaint("KR109", document.place((key,)), facts, suggestion=path.stem))
    if isinstance(model, Variant):
        if not (model.set or model.add or model.remove or model.players or model.extends):
            found.append(Complaint("KR116", document.key_place(("variant",)), {}))
        for key in ("players", "extends", "requires", "remove"):
            values = document.data.get(key) or ()
            for position, value in enumerate(values):
                if value in values[:position]:
                    found.append(Complaint("KR113", document.place((key, str(position))), {"found": value}))
    return found
