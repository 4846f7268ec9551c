"""The schema for editors agrees with the loader: it accepts whatever loads, and refuses what has the wrong shape."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.ruleset.export import SCHEMAS, json_schema
from kingdomrules.ruleset.loading import parse
from kingdomrules.ruleset.shelf import Shelf
from tests.conftest import Write

VALIDATORS = {kind: Draft7Validator(json_schema(kind)) for kind in SCHEMAS}
FILES = sorted(shipped.RULES.rglob("*.yaml"))


def kind_of(data: Any) -> str:
    keys = {"edition": "ruleset", "variant": "variant", "dominoes": "dominoes", "sources": "sources"}
    return next(kind for key, kind in keys.items() if key in data)


def plain(text: str) -> Any:
    """A file as an editor sees it: lists, and keys that are words."""

    def listed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: listed(inner) for key, inner in value.items()}
        return [listed(item) for item in value] if isinstance(value, tuple) else value

    return listed(parse(text, "a.yaml").data)


def editor_accepts(text: str) -> bool:
    data = plain(text)
    return VALIDATORS[kind_of(data)].is_valid(data)


@pytest.mark.parametrize("kind", SCHEMAS)
def test_the_schema_is_draft_07(kind: str) -> None:
    schema = json_schema(kind)
    Draft7Validator.check_schema(schema)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert "$defs" not in str(schema)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_file_is_accepted(path: Path) -> None:
    data = plain(path.read_text(encoding="utf-8"))
    assert [error.message for error in VALIDATORS[kind_of(data)].iter_errors(data)] == []


@pytest.mark.parametrize("kind", ["ruleset", "variant"])
def test_every_setting_is_described(kind: str) -> None:
    """An editor shows the description while a key is typed."""
    assert [key for key, field in json_schema(kind)["properties"].items() if "description" not in field] == []


def test_closed_lists_are_enumerated() -> None:
    properties = json_schema("variant")["properties"]["set"]["properties"]
    assert properties["players.2.first_choice"]["enum"] == ["drawn", "back-and-forth"]
    assert set(properties["turn.discarding"]["enum"]) == {"when-nothing-fits", "freely"}


HEADER = "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\n"
WRONG_SHAPES = {
    "unknown key": HEADER + "plyers: [2]\n",
    "missing key": "format: 1\nvariant: mine\ntitle: {en: Mine}\nplayers: [2]\n",
    "missing title": "format: 1\nvariant: mine\nstatus: house\ntitle: {}\nplayers: [2]\n",
    "wrong status": HEADER.replace("house", "hose") + "players: [2]\n",
    "unknown language": HEADER.replace("en:", "xx:") + "players: [2]\n",
    "title of two lines": HEADER.replace("Mine}", '"a\\nb"}') + "players: [2]\n",
    "title a number": HEADER.replace("Mine}", "5}") + "players: [2]\n",
    "id with capitals": HEADER.replace("mine", "Mine") + "players: [2]\n",
    "players no list": HEADER + "players: 2\n",
    "players out of range": HEADER + "players: [9]\n",
    "players empty": HEADER + "players: []\n",
    "no address": HEADER + "set: {match.gmaes: 3}\n",
    "address too long": HEADER + "set: {components.colours.0: pink}\n",
    "whole row set": HEADER + "set: {players.2: {grid: 7}}\n",
    "whole section set": HEADER + "set: {setup: {pile: in-the-tray}}\n",
    "value a word": HEADER + "set: {players.2.grid: seven}\n",
    "value a fraction": HEADER + "set: {players.2.grid: 7.5}\n",
    "value a truth": HEADER + "set: {players.2.grid: true}\n",
    "value out of range": HEADER + "set: {players.2.grid: 99}\n",
    "value not listed": HEADER + "set: {turn.discarding: never}\n",
    "unknown kind": HEADER + "add: {scoring.mine: {kind: dice, points: 5}}\n",
    "kind forgotten": HEADER + "add: {scoring.mine: {points: 5}}\n",
    "key of another kind": HEADER + "add: {scoring.mine: {kind: size_times_crowns, castle: joins, points: 5}}\n",
    "reading forgotten": HEADER + "add: {scoring.mine: {kind: complete_kingdom, points: 5}}\n",
    "points out of range": HEADER + "add: {scoring.mine: {kind: complete_kingdom, points: 5000, reading: full-grid}}\n",
    "added setting": HEADER + "add: {match.games: 3}\n",
    "added section": HEADER + "add: {dice.six: {kind: dice}}\n",
    "removed setting": HEADER + "remove: [setup.pile]\n",
    "removed nonsense": HEADER + "remove: [dice]\n",
    "remove no list": HEADER + "remove: ties.most-crowns\n",
    "requires a path": HEADER + "requires: [./other.yaml]\nplayers: [2]\n",
    "override without a reason": HEADER + "overrides: {harmony: ''}\nplayers: [2]\n",
}


@pytest.mark.parametrize("text", WRONG_SHAPES.values(), ids=WRONG_SHAPES)
def test_a_wrong_shape_is_refused_by_editor_and_loader_alike(text: str, write: Write) -> None:
    assert not editor_accepts(text)
    assert kr.check([write("mine.yaml", text)])[1]


RIGHT = {
    "players only": HEADER + "players: [2, 3]\n",
    "everything at once": HEADER
    + "source: grandmother\nnote: {et: Meie pere reegel}\nplayers: [2]\nextends: [harmony]\n"
    + "overrides: {middle-kingdom: we never liked it}\n"
    + "set: {scoring.harmony.points: 8, components.colours: [pink, blue]}\n"
    + "remove: [ties.most-crowns]\n",
    "a row for one": HEADER
    + "players: [1]\nadd:\n  players.1: {kings: 1, dominoes: 48, line: 4, grid: 5}\n"
    + "set: {draft.unchosen: discarded}\n",
    "numbers as text": HEADER + 'title: {en: "5"}\nplayers: [2]\n',
    "a thinner pile": HEADER + "players: [4]\nremove: [setup.thinning]\n",
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_the_editor_accepts_what_the_loader_accepts(text: str, write: Write) -> None:
    text = text if text.count("title:") == 1 else text.replace("title: {en: Mine}\n", "", 1)
    assert kr.check([write("mine.yaml", text)])[1] == []
    assert editor_accepts(text)


WRONG: tuple[Any, ...] = ("wrong", 0, 3, [], {}, {"a": 1}, [{}], True, -1, 10**6)


def edits(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Every value of a file with everything it might wrongly become."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [edit for key, item in inner for edit in edits(item, (*path, key))]
    return [(path, wrong) for wrong in WRONG if path] + below


@pytest.mark.parametrize("name", ["classic", "harmony", "mighty-duel"])
def test_the_editor_never_refuses_what_loads(name: str, tmp_path: Path) -> None:
    """Each value in turn becomes something else; whenever the loader takes it, so does the schema."""
    text = Shelf().files[name].read_text(encoding="utf-8")
    path = tmp_path / f"{name}.yaml"
    accepted = 0
    for place, wrong in edits(plain(text)):
        data = plain(text)
        owner = data
        for step in place[:-1]:
            owner = owner[step]
        owner[place[-1]] = wrong
        path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
        if not Shelf().check(path, path.name).complaints:
            accepted += 1
            assert VALIDATORS[kind_of(data)].is_valid(data), (place, wrong)
    assert accepted > 0
