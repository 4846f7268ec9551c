"""One wrong character in every key and every enumerated value of every shipped file: is it noticed, where, and how?"""

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
import yaml

from kingdomrules import shipped
from kingdomrules.ruleset.complaints import Complaint
from kingdomrules.ruleset.export import SCHEMAS, json_schema
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words.checking import example_complaints
from tests.gallery import GALLERY

GAMES = ("classic", "revised", "classic+dynasty", "classic+harmony+middle-kingdom", "classic+mighty-duel")
FILES = sorted(path.relative_to(shipped.RULES) for path in shipped.RULES.rglob("*.yaml"))
FREE_TEXT = {"title", "note", "printed", "meant"}
"""Keys whose values anybody may word as they like."""
OWN_NAMES = {"et-ocr"}
"""A book's own name that nothing else refers to; it may be any name."""
OWN_IDS = {id for variant in GALLERY.values() for id in variant.add if not id.startswith("players.")}
"""Ids that house rules give their own rules: any other id would be as good, so they are not tried."""
TRIED_PER_FILE = 150
TRIED_PER_HOUSE_RULE = 8
"""Drawn with a fixed seed; trying all of them takes minutes and gives the figures in docs/errors.md."""


@dataclass(frozen=True)
class Word:
    """A key or an enumerated value of a file, and where it stands."""

    text: str
    start: int
    line: int

    def slips(self) -> Iterator[str]:
        """The word with one character deleted, doubled or swapped with the next."""
        for i, char in enumerate(self.text):
            for slip in (
                self.text[:i] + self.text[i + 1 :],
                self.text[:i] + char + self.text[i:],
                self.text[:i] + self.text[i + 1 : i + 2] + char + self.text[i + 2 :],
            ):
                if slip != self.text:
                    yield slip


def enumerated() -> frozenset[str]:
    """Every word that is one of a closed list: of the schema's, or the name of something shipped."""
    words = {path.stem for path in FILES}
    for kind in SCHEMAS:
        words |= set(_enumerations(json_schema(kind)))
    for path in FILES:
        words |= set(_keys(yaml.safe_load((shipped.RULES / path).read_text(encoding="utf-8"))))
    return frozenset(words)


def _enumerations(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (value for value in [*schema.get("enum", ()), schema.get("const")] if isinstance(value, str))
        schema = list(schema.values())
    if isinstance(schema, list):
        for inner in schema:
            yield from _enumerations(inner)


def _keys(data: Any) -> Iterator[str]:
    for key, value in data.items() if isinstance(data, dict) else ():
        yield str(key)
        yield from _keys(value)


def words_of(text: str, closed: frozenset[str]) -> Iterator[Word]:
    """Every key, and every value that is one of a closed list; a domino's half is a terrain and its stars."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)

    def walk(node: yaml.Node, *, free: bool) -> Iterator[Word]:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value not in OWN_IDS:
                    yield Word(key.value, key.start_mark.index, key.start_mark.line + 1)
                yield from walk(value, free=free or key.value in FREE_TEXT)
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                yield from walk(item, free=free)
        elif isinstance(node, yaml.ScalarNode) and not free:
            word = node.value.rstrip("*")
            if word in closed and not word.isdigit():
                yield Word(word, node.start_mark.index, node.start_mark.line + 1)

    assert root is not None
    return walk(root, free=False)


def check_around(folder: Path, changed: Path) -> list[Complaint]:
    """What `kingdomrules check` says of the changed file and of those that lean on it."""
    shelf = Shelf((folder,))
    leaning = [folder / "sources.yaml"] if changed.name != "sources.yaml" else []
    if changed.name == "dominoes.yaml":
        leaning = [folder / "editions/classic.yaml"]
    checks = [shelf.check(path, path.name) for path in (folder / changed, *leaning)]
    return [found for checked in checks for found in checked.complaints or example_complaints(checked)]


def hashes(folder: Path) -> list[str]:
    shelf = Shelf((folder,))
    return [shelf.load(game).hash for game in GAMES]


@dataclass(frozen=True)
class Outcome:
    """What became of one slip."""

    slip: str
    complaints: tuple[Complaint, ...]
    on_its_line: bool
    meant_first: bool
    harmless: bool

    def __str__(self) -> str:
        told = "; ".join(f"{c.code} line {c.place.line} → {c.suggestion}" for c in self.complaints[:3])
        return f"{self.slip}: {told or 'accepted'}"


def outcomes_of(file: Path, folder: Path, closed: frozenset[str]) -> Iterator[Outcome]:
    shutil.copytree(shipped.RULES, folder)
    right = hashes(folder)
    text = (folder / file).read_text(encoding="utf-8")
    slips = [(word, slip) for word in words_of(text, closed) for slip in word.slips()]
    tried = TRIED_PER_HOUSE_RULE if file.parent.name == "house" else TRIED_PER_FILE
    for word, slip in random.Random(file.stem).sample(slips, min(len(slips), tried)):
        (folder / file).write_text(text[: word.start] + slip + text[word.start + len(word.text) :], encoding="utf-8")
        complaints = check_around(folder, file)
        here = [c for c in complaints if c.place.file == file.name and c.place.line == word.line]
        first = next((c.suggestion for c in here if c.suggestion), "")
        yield Outcome(
            slip=f"{file}:{word.line}: {slip} for {word.text}",
            complaints=tuple(complaints),
            on_its_line=bool(here),
            meant_first=word.text == first.rstrip("*") or word.text in first.split("."),
            harmless=not complaints and word.text in OWN_NAMES and hashes(folder) == right,
        )


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    closed = enumerated()
    found: list[Outcome] = []
    print(f"\n{'file':30}{'slips':>8}{'noticed':>9}{'right line':>12}{'meant first':>13}")
    for file in FILES:
        new = list(outcomes_of(file, tmp_path_factory.mktemp("mutants") / "rules", closed))
        print(_figures(str(file), new))
        found += new
    print(_figures("all", found))
    return found


def _figures(name: str, outcomes: list[Outcome]) -> str:
    noticed, line, meant = (
        100 * mean(flags)
        for flags in (
            [bool(outcome.complaints) for outcome in outcomes],
            [outcome.on_its_line for outcome in outcomes],
            [outcome.meant_first for outcome in outcomes],
        )
    )
    return f"{name:30}{len(outcomes):8}{noticed:8.1f}%{line:11.1f}%{meant:12.1f}%"


def test_no_slip_is_accepted_in_silence(outcomes: list[Outcome]) -> None:
    assert [str(o) for o in outcomes if not o.complaints and not o.harmless] == []


def test_slips_are_reported_on_their_own_line(outcomes: list[Outcome]) -> None:
    astray = [str(o) for o in outcomes if not o.on_its_line and not o.harmless]
    assert len(astray) <= len(outcomes) * 0.01, "\n".join(astray)


def test_the_first_suggestion_is_what_was_meant(outcomes: list[Outcome]) -> None:
    unhelpful = [str(o) for o in outcomes if not o.meant_first]
    assert len(unhelpful) <= len(outcomes) * 0.10, "\n".join(unhelpful)
