"""From an empty file to a game the whole table can read: the loop of somebody who writes house rules."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.cli_authors import HOUSE_RULE, changes
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.words.language import Language
from tests.conftest import Run, Write
from tests.random_play import played
from tests.random_rules import KINDS

LANGUAGES = shipped.languages()


# --- a file to start from -----------------------------------------------------------------------------------


def test_a_new_file_can_be_checked_read_played_and_compared_at_once(run: Run, write: Write) -> None:
    write("here.txt", "")
    run("new", "my-rules")
    assert run("check", "my-rules.yaml").stdout == "Files checked: 1. Nothing is wrong.\n"
    for code in LANGUAGES:
        assert "5" in run("rulebook", "classic+./my-rules.yaml", "--lang", code).stdout
        assert len(run("diff", "classic", "classic+./my-rules.yaml", "--lang", code).stdout.splitlines()) == 1
    assert played(kr.new_game(kr.load("classic+./my-rules.yaml"), players=2, seed=1), 1000, 1).over


def uncommented(text: str) -> Iterator[tuple[str, str]]:
    """The template with one of its commented rules written out, and that rule's id."""
    blocks = re.findall(r"(?m)^  # (scoring\.\S+):.*\n(?:  #   .*\n)+", text)
    for id in blocks:
        block = re.search(rf"(?m)^  # {id}:.*\n(?:  #   .*\n)+", text)
        assert block
        written = "".join("  " + line.removeprefix("  # ") + "\n" for line in block.group().splitlines())
        yield id, text.replace(block.group(), written)


def test_every_rule_in_the_comments_of_a_new_file_loads_when_it_is_written_out(run: Run, write: Write) -> None:
    write("here.txt", "")
    run("new", "ours")
    path = Path("ours.yaml")
    kinds = set()
    for id, text in uncommented(path.read_text(encoding="utf-8")):
        path.write_text(text, encoding="utf-8")
        kinds.add(kr.load("classic+./ours.yaml").scoring[id.removeprefix("scoring.")].kind)
    assert kinds == {"points_if", "points_for_most", "points_for_lines"}


def test_the_comments_of_a_new_file_name_the_whole_vocabulary_of_points() -> None:
    vocabulary = [kind for kind in KINDS if kind.__name__.startswith("PointsFor") or kind.__name__ == "PointsIf"]
    for kind in vocabulary:
        for name in kind.model_fields:
            assert re.search(rf"\b{name}:", HOUSE_RULE), f"{kind.__name__}.{name}"


# --- while somebody types -----------------------------------------------------------------------------------


class Enough(Exception):
    """The test has seen what it wanted."""


def test_a_file_is_looked_at_again_when_it_was_written_came_or_went(write: Write) -> None:
    path = write("mine.yaml", "one")
    steps = iter([None, lambda: path.write_text("two, longer"), None, path.unlink, lambda: path.write_text("three")])
    seen: list[str] = []

    def pause() -> None:
        try:
            step = next(steps)
        except StopIteration:
            raise Enough from None
        seen.append("-")
        if step:
            step()

    def watch() -> None:
        for _ in changes([path], pause):
            seen.append("looked")

    with pytest.raises(Enough):
        watch()
    assert seen == ["looked", "-", "-", "looked", "-", "-", "looked", "-", "looked"]


def test_watching_tells_of_a_mistake_and_of_its_end_and_leaves_politely(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_before = write("here.txt", "").parent
    run("new", "mine", "--out", str(run_before))
    path = Path("mine.yaml")
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace("terrain: lake,", "terrain: lkae,"), encoding="utf-8")
    pauses = iter([lambda: path.write_text(right, encoding="utf-8")])

    def sleep(_: float) -> None:
        try:
            next(pauses)()
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("kingdomrules.cli_authors.time.sleep", sleep)
    result = run("check", "mine.yaml", "--watch")
    assert "did you mean 'lake'?" in result.stderr
    waiting = r"Checked at \d\d:\d\d:\d\d; waiting for changes\. Ctrl-C ends this\.\n"
    assert re.fullmatch(rf"{waiting}Files checked: 1\. Nothing is wrong\.\n{waiting}\s*", result.stdout)


def test_a_whole_game_can_be_watched_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kingdomrules.cli_authors.time.sleep", leave)
    assert "can never both pay" in run("check", "classic+lost-corner+middle-kingdom", "--watch").stderr


# --- a folder of one's own ----------------------------------------------------------------------------------

DESERT = """
en: {sg: {nom: desert}, pl: {nom: deserts}}
et: {sg: {nom: kõrb}, pl: {nom: kõrbed, part: kõrbeid}}
hu: {sg: {nom: sivatag}, pl: {nom: sivatagok, acc: sivatagokat}}
is: {sg: {nom: eyðimörk, dat: eyðimörk}, pl: {nom: eyðimerkur, dat: eyðimörkum}}
lt: {sg: {nom: dykuma, acc: dykumą}, pl: {nom: dykumos, gen: dykumų}}
lv: {sg: {nom: tuksnesis, gen: tuksneša}, pl: {nom: tuksneši, acc: tuksnešus}}
pl: {sg: {nom: pustynia, acc: pustynię, gen: pustyni}, pl: {nom: pustynie, gen: pustyń}}
ru: {sg: {nom: пустыня, acc: пустыню, gen: пустыни}, pl: {nom: пустыни, acc: пустыни}}
"""
DRY_LAND = """
format: 1
variant: dry-land
status: house
title: {en: Dry land, et: Kuiv maa}
note: {en: We play it on hot days.}
set: {components.dominoes: deserts}
add:
  scoring.caravans: {kind: points_for_each, points: 2, count: squares, where: {terrain: desert, castle: around}}
examples:
  - {kingdom: D1 C D, points: 4}
  - {kingdom: D D W C, points: 0}
"""


@pytest.fixture
def folder(write: Write) -> Path:
    """Rules with a box of their own: deserts lie where mines were, and wheat has another name in Lithuanian."""
    box = yaml.safe_load((shipped.RULES / "dominoes.yaml").read_text(encoding="utf-8"))
    text = yaml.safe_dump(box, allow_unicode=True, sort_keys=False).replace("mine", "desert")
    data = yaml.safe_load(text)
    data["dominoes"] = "deserts"
    data["terrains"]["desert"] = {"letter": "D", "words": yaml.safe_load(DESERT)}
    write("hot/dominoes.yaml", yaml.safe_dump(data, allow_unicode=True, sort_keys=False))
    write("hot/dry-land.yaml", DRY_LAND)
    rye = {"sg": {"nom": "rugių laukas", "acc": "rugių lauką"}, "pl": {"nom": "rugių laukai", "gen": "rugių laukų"}}
    write("hot/locales/lt/terms.yaml", yaml.safe_dump({"wheat": rye}, allow_unicode=True))
    return Path("hot").resolve()


def told(language: str) -> str:
    """The book for two, whatever its lines break at."""
    book = kr.rulebook(kr.load("classic+dry-land"), language=language, players=2)
    return " ".join(book.text().split())


def test_a_folder_is_used_through_the_library(folder: Path) -> None:
    with kr.folders(folder):
        rules = kr.load("classic+dry-land")
        assert isinstance(rules.domino_set, DominoSet)
        assert "desert" in rules.domino_set.terrains
        game = played(kr.new_game(rules, players=2, seed=4), 1000, 4)
        assert game.over
        assert any("D" in str(kingdom) for kingdom in game.kingdoms)
        names = {"en": "desert", "et": "kõrb", "hu": "sivatag", "is": "eyðimörk", "lt": "dykuma", "lv": "tuksnesis"}
        for code, name in {**names, "pl": "pustynia", "ru": "пустыня"}.items():
            assert name in told(code), code
            assert "[en]" not in told(code).replace("Dry land [en]", "").replace("hot days. [en]", "")
        assert "rugių laukas" in told("lt")
        assert "Kuiv maa" in told("et")
    assert Language.of("lt").noun("wheat") == "kviečių laukas"
    with pytest.raises(kr.RulesError):
        kr.load("classic+dry-land")


def test_a_folder_is_used_by_every_command_named_on_the_line_or_in_the_environment(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        ("list",),
        ("show", "classic+dry-land"),
        ("check", "hot"),
        ("rulebook", "classic+dry-land", "--lang", "lt"),
        ("diff", "classic", "classic+dry-land", "--lang", "et"),
        ("blame", "classic+dry-land", "components.dominoes"),
    ]
    named = [run("--rules", str(folder), *command).stdout for command in words]
    run("show", "classic+dry-land", exit_code=1)
    monkeypatch.setenv(shipped.VARIABLE, str(folder))
    assert [run(*command).stdout for command in words] == named
    assert "dry-land" in named[0]
    assert "Nothing is wrong" in named[2]
    assert "rugių laukas" in named[3].replace("\N{NO-BREAK SPACE}", " ")


def test_forms_a_new_terrain_lacks_are_listed_by_language(folder: Path, run: Run) -> None:
    path = folder / "dominoes.yaml"
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    words = data["terrains"]["desert"]["words"]
    del words["ru"], words["lt"]["pl"]["gen"]
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    _, complaints = kr.check([path])
    assert {complaint.code for complaint in complaints} == {"KR503"}
    missing = {(complaint.facts["language"].text, complaint.facts["form"]) for complaint in complaints}
    assert ("lt", "gen.pl") in missing
    assert {language for language, _ in missing} == {"lt", "ru"}
    assert "error[KR503]" in run("check", str(path), exit_code=1).stderr


def test_a_title_in_one_language_is_marked_and_a_note_is_shown_but_no_rule(folder: Path) -> None:
    with kr.folders(folder):
        assert "Dry land [en]" in told("pl")
        assert "We play it on hot days. [en]" in told("pl")
        without = kr.load("classic+dry-land").hash
    path = folder / "dry-land.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("hot days", "cold days"), encoding="utf-8")
    with kr.folders(folder):
        assert kr.load("classic+dry-land").hash == without
