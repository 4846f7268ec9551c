"""Examples in variant files: four kinds, each played by the engine, and whatever else they hold gets a sentence."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.cli_authors import HOUSE_RULE
from kingdomrules.games import Games
from kingdomrules.pages import pages
from kingdomrules.play.examples import REFUSING, Unplayable, answers, findings
from kingdomrules.ruleset.examples import ANSWERS, EXAMPLES, example_kind
from kingdomrules.ruleset.export import json_schema
from kingdomrules.ruleset.schema import Variant
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words.checking import example_complaints
from kingdomrules.words.language import Language
from kingdomrules.words.showing import Shown, shown_examples
from tests.conftest import Run, Write
from tests.gallery import GALLERY

HEADER = "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\n"
EDITOR = Draft7Validator(json_schema("variant"))
SHELF = Shelf()

CONFIRMED: dict[str, tuple[str, dict[str, Any]]] = {
    "points, with the others at the table": (
        "add: {scoring.most: {kind: points_for_most, points: 7, count: squares, ties: none}}",
        {"kingdom": "F F C", "others": ["F C"], "points": 7},
    ),
    "points of two players' grid": (
        "set: {players.2.grid: 3}\nadd: {scoring.full: {kind: complete_kingdom, points: 5, reading: full-grid}}",
        {"kingdom": "W W W\nW C W\nW W W", "players": 2, "points": 5},
    ),
    "points of four players' grid": (
        "set: {players.2.grid: 3}\nadd: {scoring.full: {kind: complete_kingdom, points: 5, reading: full-grid}}",
        {"kingdom": "W W W\nW C W\nW W W", "players": 4, "points": 0},
    ),
    "a domino that fits": ("players: [2]", {"kingdom": "C W", "domino": "W1 F", "at": "2,0e", "fits": True}),
    "a domino that does not": ("players: [2]", {"kingdom": "C W", "domino": "F L", "at": "2,0e", "fits": False}),
    "a domino refused for two reasons, in any order": (
        "players: [2]",
        {
            "kingdom": "C W W W W",
            "domino": "F L",
            "at": "5,0n",
            "refused": ["placement.matching", "placement.grid"],
        },
    ),
    "a domino that fits somewhere": ("players: [2]", {"kingdom": "C W", "domino": "F L", "fits": True}),
    "a domino that fits nowhere": (
        "set: {placement.matching.castle: start-only}",
        {"kingdom": "C W", "domino": "F L", "fits": False},
    ),
    "a shared victory, in any order": ("players: [2]", {"kingdoms": ["W1 C", "F1 C"], "winners": [2, 1]}),
    "a match of several games": (
        "extends: [dynasty]",
        {"games": [["W1 C", "W C"], ["W1 C", "W C"], ["W C", "W3 C"]], "winners": [2]},
    ),
    "everything after some moves": (
        "players: [3]",
        {
            "players": 3,
            "pile": [30, 10, 20, 33, 13, 23],
            "first_choice": [3, 1, 2],
            "moves": "k10 k20 k30 10@1,0e k33",
            "to_move": 1,
            "line": [13, 23, 33],
            "unchosen": [],
            "left": 30,
        },
    ),
    "a last move that is refused is not made": (
        "players: [3]",
        {"players": 3, "pile": [1, 2, 3], "moves": "k1 k1", "refused": ["draft.one-king-each"], "to_move": 2},
    ),
    "kings that go back and forth": (
        "set: {players.2.first_choice: back-and-forth}\nplayers: [2]",
        {"players": 2, "pile": [], "moves": "k1 k2", "to_move": 2},
    ),
    "a game without moves": ("players: [4]", {"players": 4, "pile": [], "line": [1, 2, 3, 4], "left": 44}),
}


def written(rules: str, example: object) -> str:
    return HEADER + rules + "\n" + yaml.safe_dump({"examples": [example]}, sort_keys=False)


@pytest.mark.parametrize(("rules", "example"), CONFIRMED.values(), ids=CONFIRMED)
def test_an_example_is_confirmed(rules: str, example: dict[str, Any], write: Write) -> None:
    text = written(rules, example)
    assert kr.check([write("mine.yaml", text)])[1] == []
    assert EDITOR.is_valid(yaml.safe_load(text))


def others_than(value: Any) -> list[Any]:
    """Answers of the same form that are not the right one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if all(isinstance(item, str) for item in value) and value:
        return [[], [*value, "draft.from-the-line"]]
    return [[4], [1, 2, 3, 4, 5]] if value != [] else [[4]]


@pytest.mark.parametrize(("rules", "example"), CONFIRMED.values(), ids=CONFIRMED)
def test_every_other_answer_is_contradicted(rules: str, example: dict[str, Any], write: Write) -> None:
    for key in (key for key in example if key in ANSWERS):
        for wrong in others_than(example[key]):
            _, complaints = kr.check([write("mine.yaml", written(rules, {**example, key: wrong}))])
            assert complaints, f"{key}: {wrong}"
            assert all(complaint.place.line for complaint in complaints)
            assert {complaint.code for complaint in complaints} <= {"KR501", "KR504", "KR505", "KR107", "KR121"}


HOSTILE: dict[str, tuple[object, str]] = {
    "an empty example": ({}, "KR102"),
    "a text": ("W1 C", "KR103"),
    "a list": ([1, 2], "KR103"),
    "a key of nobody": ({"kingdom": "C", "points": 0, "dragons": 7}, "KR101"),
    "a picture of nothing": ({"kingdom": "", "points": 0}, "KR118"),
    "a picture without end": ({"kingdom": "W " * 5000, "points": 0}, "KR119"),
    "a picture as wide as the sea": ({"kingdom": "W " * 900 + "C", "domino": "W W", "fits": True}, "KR502"),
    "two castles": ({"kingdoms": ["C C", "C"], "winners": [1]}, "KR502"),
    "another player's picture": ({"kingdom": "C", "others": ["?"], "points": 0}, "KR502"),
    "a kingdom of a game": ({"games": [["C", "C"], ["C", "?"], ["C", "C"]], "winners": [1]}, "KR502"),
    "kingdoms as numbers": ({"kingdoms": [1, 2], "winners": [1]}, "KR103"),
    "no kingdoms": ({"kingdoms": [], "winners": []}, "KR118"),
    "one kingdom": ({"kingdoms": ["C"], "winners": [1]}, "KR507"),
    "five kingdoms": ({"kingdoms": ["C"] * 5, "winners": [1]}, "KR119"),
    "kingdoms and games": ({"kingdoms": ["C", "C"], "games": [["C", "C"]], "winners": [1]}, "KR122"),
    "games of different tables": ({"games": [["C", "C"], ["C", "C", "C"], ["C", "C"]], "winners": [1]}, "KR506"),
    "too many games": ({"games": [["C", "C"]] * 21, "winners": [1]}, "KR119"),
    "too few games": ({"games": [["C", "C"]], "winners": [1]}, "KR506"),
    "a winner nobody knows": ({"kingdoms": ["C", "C"], "winners": [9]}, "KR121"),
    "a winner from 0": ({"kingdoms": ["C", "C"], "winners": [0]}, "KR107"),
    "three squares": ({"kingdom": "C", "domino": "W W W", "fits": True}, "KR108"),
    "a domino by its number": ({"kingdom": "C", "domino": 12, "fits": True}, "KR103"),
    "a terrain of another box": ({"kingdom": "C", "domino": "D W", "fits": True}, "KR506"),
    "a move as a place": ({"kingdom": "C", "domino": "W W", "at": "12@1,0e", "fits": True}, "KR108"),
    "a place on the moon": ({"kingdom": "C", "domino": "W W", "at": "999,0e", "fits": True}, "KR108"),
    "a place at the edge of the field": ({"kingdom": "C", "domino": "W W", "at": "-99,99n", "fits": True}, "KR504"),
    "a maybe": ({"kingdom": "C", "domino": "W W", "fits": "maybe"}, "KR103"),
    "no answer about a domino": ({"kingdom": "C", "domino": "W W", "at": "1,0e"}, "KR122"),
    "a rule nobody knows": ({"kingdom": "C", "domino": "W W", "at": "1,0e", "refused": ["dragons"]}, "KR508"),
    "a rule that scores": ({"kingdom": "C", "domino": "W W", "at": "1,0e", "refused": ["scoring.properties"]}, "KR508"),
    "no pile": ({"players": 3, "to_move": 1}, "KR102"),
    "a domino that is not there": ({"players": 3, "pile": [49], "left": 33}, "KR506"),
    "domino 0": ({"players": 3, "pile": [0], "left": 33}, "KR107"),
    "a domino twice": ({"players": 3, "pile": [5, 5], "left": 33}, "KR113"),
    "a pile too high": ({"players": 3, "pile": list(range(1, 38)), "left": 33}, "KR506"),
    "a pile without end": ({"players": 3, "pile": list(range(1, 1200)), "left": 33}, "KR119"),
    "a single player": ({"players": 1, "pile": [], "left": 33}, "KR507"),
    "nine players": ({"players": 9, "pile": [], "left": 33}, "KR121"),
    "kings of somebody else": ({"players": 3, "pile": [], "first_choice": [1, 2, 4], "left": 33}, "KR506"),
    "too few kings": ({"players": 2, "pile": [], "first_choice": [1, 2], "left": 20}, "KR506"),
    "moves as a list": ({"players": 3, "pile": [], "moves": ["k1"], "to_move": 2}, "KR103"),
    "a move in words": ({"players": 3, "pile": [], "moves": "k1 then k2", "to_move": 3}, "KR506"),
    "a move with strange figures": ({"players": 3, "pile": [], "moves": "k١", "to_move": 2}, "KR506"),
    "moves without end": ({"players": 3, "pile": [], "moves": "k1 " * 2000, "to_move": 2}, "KR119"),
    "a move out of turn": ({"players": 3, "pile": [], "moves": "1@1,0e k1", "to_move": 2}, "KR505"),
    "too many examples": ([{"kingdom": "C", "points": 0}] * 21, "KR119"),
}


@pytest.mark.parametrize(("example", "code"), HOSTILE.values(), ids=HOSTILE)
def test_what_cannot_be_played_gets_a_sentence_with_a_line(example: object, code: str, write: Write) -> None:
    listed = example if isinstance(example, list) and len(example) > 20 else [example]
    text = f"{HEADER}extends: [dynasty]\nexamples: {json.dumps(listed, ensure_ascii=False)}\n"
    _, complaints = kr.check([write("mine.yaml", text)])
    assert code in {complaint.code for complaint in complaints}
    for complaint in complaints:
        assert complaint.place.line == 6
        assert complaint.message
        assert str(complaint)


def test_hostile_examples_are_refused_by_every_language(write: Write, run: Run) -> None:
    write("mine.yaml", written("players: [3]", HOSTILE["a move in words"][0]))
    for code in shipped.languages():
        assert "[KR506]" in run("check", "mine.yaml", "--lang", code, exit_code=1).stderr


def test_the_word_that_is_meant_is_underlined(write: Write, run: Run) -> None:
    write("mine.yaml", written("players: [3]", {"players": 3, "pile": [], "moves": "k1 k2 k1", "to_move": 1}))
    told = run("check", "mine.yaml", exit_code=1).stderr
    line = next(line for line in told.splitlines() if "moves:" in line)
    carets = told.splitlines()[told.splitlines().index(line) + 1]
    assert carets.rstrip().endswith("^^")


def test_examples_with_slips_in_them_never_end_in_anything_but_sentences(tmp_path: Path) -> None:
    """Characters of the examples that are shipped, dropped, doubled and swapped."""
    luck = random.Random(12)
    path = tmp_path / "mine.yaml"
    codes = set()
    for name, variant in GALLERY.items():
        text = (
            (shipped.RULES / f"house/{name}.yaml")
            .read_text(encoding="utf-8")
            .replace(f"variant: {name}", "variant: mine")
        )
        start = text.index("examples:")
        for _ in range(12 if "Points" not in type(variant.examples[0]).__name__ else 2):
            changed = text
            for _ in range(luck.choice((1, 1, 3))):
                at, end = sorted(luck.randrange(start, len(changed)) for _ in range(2))
                part = changed[at : min(end, at + 6)]
                slip = luck.choice(("", part * 2, "-", "9", "k", "[]", ": "))
                changed = changed[:at] + slip + changed[at + len(part) :]
            path.write_text(changed, encoding="utf-8")
            checked = Shelf().check(path, path.name)
            complaints = checked.complaints or tuple(example_complaints(checked))
            codes |= {complaint.code for complaint in complaints}
            assert all(complaint.place.line and str(complaint) for complaint in complaints)
    assert {"KR502", "KR506", "KR101"} <= codes


# --- which kind it is ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        ("kingdom points", "points-example"),
        ("kingdom", "points-example"),
        ("kingdm pionts", "points-example"),
        ("kingdom domino", "placement-example"),
        ("kingdom refused", "placement-example"),
        ("kingdom winners", "ranking-example"),
        ("game winners", "ranking-example"),
        ("players pile moves to_mvoe", "draft-example"),
        ("players points kingdom", "points-example"),
    ],
)
def test_a_slip_in_a_key_does_not_make_it_another_kind(keys: str, kind: str) -> None:
    assert example_kind(dict.fromkeys(keys.split())) == kind


def test_every_answer_belongs_to_a_kind_and_every_kind_has_one() -> None:
    for model in EXAMPLES.values():
        assert set(ANSWERS) & set(model.model_fields)
    assert set(ANSWERS) <= {key for model in EXAMPLES.values() for key in model.model_fields}


@pytest.mark.parametrize(
    "example",
    [
        {"kingdom": "C"},
        {"kingdom": "C", "domino": "W W"},
        {"kingdom": "C", "domino": "W W", "refused": []},
        {"kingdom": "C", "domino": "W W", "at": "1,0e", "fits": True, "refused": []},
        {"kingdom": "C", "domino": "W", "fits": True},
        {"kingdom": "C", "domino": "W W", "at": "right", "fits": True},
        {"winners": [1]},
        {"players": 3, "pile": [1]},
        {"players": 3, "pile": [1], "left": 3, "points": 5},
    ],
)
def test_an_editor_refuses_the_shapes_the_loader_refuses(example: dict[str, Any], write: Write) -> None:
    text = written("players: [3]", example)
    assert not EDITOR.is_valid(yaml.safe_load(text))
    assert kr.check([write("mine.yaml", text)])[1]


def test_every_id_the_engine_refuses_with_may_stand_in_an_example() -> None:
    told = (Path(kr.__file__).parent / "words/explain.py").read_text(encoding="utf-8")
    named = set(re.findall(r'case "((?:draft|turn|end)\.[a-z_-]+)"', told))
    assert named == set(REFUSING)


# --- shown to people ----------------------------------------------------------------------------------------


def shown(name: str, language: str = "en") -> list[Shown]:
    return list(shown_examples(GALLERY[name], SHELF.load(f"classic+{name}"), Language.of(language)))


def test_a_domino_that_is_refused_is_drawn_where_it_would_lie_and_the_reason_is_told() -> None:
    refused, fits = shown("strict-matching")
    (seen,) = refused.kingdoms
    assert str(seen.kingdom).split() == [".", "L", "F", "W", "C", "W"]
    assert seen.highlight == ((1, 1), (1, 2))
    assert refused.lines[-1].endswith("Here the domino touches land of another terrain: (1, 1).")
    assert fits.lines == ("The domino may lie here.",)


def test_the_winner_is_told_with_the_places() -> None:
    tied, won = shown("a-tie-is-a-tie")
    assert tied.lines[-1] == "Nobody wins, since the tie stands."
    assert won.lines[-1] == "Player 1 wins."
    assert [seen.label for seen in tied.kingdoms] == ["player 1", "player 2"]


def test_the_moves_of_a_draft_are_told_and_the_table_is_there_to_be_drawn() -> None:
    refused, allowed = shown("solo-limited-picks")
    assert refused.lines[2] == "The move k6 is refused."
    assert allowed.lines[-1] == "Player 1 chooses domino 5."
    assert refused.game
    assert refused.game.state.line == (5, 6, 7, 8)


def test_where_the_castle_no_longer_counts_nobody_is_told_to_touch_it() -> None:
    refused, _ = shown("closed-gates")
    assert refused.lines[-1].endswith("Neither half of the domino touches land of its own terrain.")


@pytest.mark.parametrize("code", shipped.languages())
def test_the_gallery_of_the_site_draws_every_example(code: str) -> None:
    (page,) = (page for page in pages(Games(), code) if page.path == "gallery.md")
    for chapter in page.markdown.split("\n## ")[1:]:
        (name,) = re.findall(r"{ #([a-z0-9-]+) }", chapter.splitlines()[0])
        figures = chapter.split('<figure class="example">')[1:]
        assert len(figures) == len(GALLERY[name].examples), name
        assert all("<svg" in figure and "<figcaption><p>" in figure for figure in figures), name


def test_examples_are_told_in_every_language() -> None:
    for code in shipped.languages():
        for name in GALLERY:
            examples = shown(name, code)
            assert len(examples) == len(GALLERY[name].examples)
            for example in examples:
                assert all(example.lines)
                assert "[en]" not in str(example.lines), (code, name)


def test_an_example_another_variant_makes_impossible_is_left_out() -> None:
    variant = SHELF.model(SHELF.files["dynasty"])
    assert isinstance(variant, Variant)
    rules = SHELF.load("classic+long-dynasty")
    with pytest.raises(Unplayable):
        answers(rules, variant.examples[0], ())
    assert [example.lines[-1] for example in shown_examples(variant, rules, Language.of("en"))] == ["Player 1 wins."]


def test_show_ends_with_the_examples(run: Run) -> None:
    told = run("show", "classic+closed-gates").stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert told.count("An example: Closed gates") == 2
    assert told.rstrip().endswith("F L @ -1,0w\nL F C\nThe domino may lie here.")
    assert "An example" not in run("show", "classic+closed-gates", "--brief").stdout


# --- a new file ---------------------------------------------------------------------------------------------


def test_the_examples_in_the_comments_of_a_new_file_hold_when_they_are_written_out(run: Run, write: Write) -> None:
    write("here.txt", "")
    run("new", "ours")
    path = Path("ours.yaml")
    head, examples = path.read_text(encoding="utf-8").split("examples:\n")
    uncommented = re.sub(r"(?m)^  # (- |  )", r"  \1", examples)
    path.write_text(f"{head}examples:\n{uncommented}", encoding="utf-8")
    assert run("check", "ours.yaml").stdout == "Files checked: 1. Nothing is wrong.\n"
    variant = Shelf().model(path)
    assert isinstance(variant, Variant)
    assert {type(example) for example in variant.examples} == set(EXAMPLES.values())


def test_the_comments_of_a_new_file_name_every_answer() -> None:
    for key in ANSWERS:
        assert re.search(rf"\b{key}\b", HOUSE_RULE), key


def test_an_example_of_points_counts_the_rules_of_its_variant_only() -> None:
    rules = SHELF.load("classic+crown-hoard")
    example = GALLERY["crown-hoard"].examples[0]
    assert list(findings(rules, example, {"scoring.crown-hoard"})) == []
    assert [finding.code for finding in findings(rules, example, set())] == ["KR501"]
