"""One mistake each, and the complaint it gets: tests/complaints.yaml holds them."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.ruleset.complaints import CODES, Complaint, Place, nearest
from kingdomrules.ruleset.shelf import Shelf
from tests.conftest import Run, Write

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "complaints.yaml").read_text(encoding="utf-8"))
HEADER = "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\n"


def complaints_about(case: dict[str, Any], write: Write) -> tuple[Complaint, ...]:
    """Everything said about a shipped file with one edit, about a variant of one's own, or about an expression."""
    if "edit" in case:
        shutil.copytree(shipped.RULES, "rules")
        path = Path("rules", case["edit"])
        text = path.read_text(encoding="utf-8")
        assert case["old"] in text
        path.write_text(text.replace(case["old"], case["new"], 1), encoding="utf-8")
        return Shelf((Path("rules"),)).check(path, path.name).complaints
    for name, text in case.get("files", {}).items():
        write(name, text)
    if "variant" in case:
        write("mine.yaml", HEADER + case["variant"])
    if "load" not in case:
        return tuple(kr.check([Path(case.get("check", "mine.yaml"))])[1])
    with pytest.raises(kr.RulesError) as caught:
        kr.load(case["load"])
    return caught.value.complaints


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['code']} {case['mistake']}")
def test_each_mistake_gets_its_complaint(case: dict[str, Any], write: Write) -> None:
    complaints = complaints_about(case, write)
    assert {complaint.code for complaint in complaints} == {case["code"], *case.get("also", ())}
    complaint = next(complaint for complaint in complaints if complaint.code == case["code"])
    assert str(complaint.place) == case["at"]
    assert complaint.message == case["says"]
    assert complaint.suggestion == case.get("suggests")


def test_every_code_has_a_case() -> None:
    """Those about hostile files cannot be written down as text and have their tests in test_loading.py."""
    tried = {case["code"] for case in CASES}
    tried |= set(re.findall(r"KR0\d\d", (HERE / "test_loading.py").read_text(encoding="utf-8")))
    assert sorted(CODES) == sorted(tried)


def test_every_fact_of_a_sentence_is_given() -> None:
    for case in CASES:
        assert "{" not in case["says"]


def test_a_complaint_shows_the_line_and_what_was_meant(write: Write) -> None:
    path = write(
        "my-rules.yaml", HEADER.replace("mine", "my-rules") + "add:\n  scoring.big:\n    kind: complet_kingdom\n"
    )
    _, (complaint,) = kr.check([path])
    assert str(complaint) == (
        "error[KR106]: unknown kind of rule 'complet_kingdom'\n"
        " --> my-rules.yaml:7:11\n"
        "  |\n"
        "7 |     kind: complet_kingdom\n"
        "  |           ^^^^^^^^^^^^^^^ did you mean 'complete_kingdom'?\n"
        "  = allowed: size_times_crowns, castle_in_the_middle, complete_kingdom, points_for_each, points_if, "
        "points_for_most, points_for_lines"
    )


def test_a_conflict_shows_both_places(write: Write) -> None:
    write("mine.yaml", HEADER + "set:\n  match.games: 5\n  match.equal_sums: summed-ties\n")
    with pytest.raises(kr.RulesError) as caught:
        kr.load("classic+./mine.yaml+dynasty")
    assert str(caught.value) == (
        "error[KR304]: 'match.games' is set to 3 by 'dynasty' and to 5 by 'mine'\n"
        "  --> rules/variants/dynasty.yaml:15:16\n"
        "   |\n"
        "15 |   match.games: 3\n"
        "   |                ^\n"
        "  ::: ./mine.yaml:6:16\n"
        "   |\n"
        " 6 |   match.games: 5\n"
        "   |                ^"
    )


def test_all_mistakes_of_a_file_are_told_at_once(write: Write) -> None:
    path = write(
        "mine.yaml", "format: 1\nvariant: mine\nstatus: hose\ntitel: {en: Mine}\ntitle: {xx: Mine}\nplayers: 2\n"
    )
    _, complaints = kr.check([path])
    assert [(c.code, c.place.line) for c in complaints] == [("KR105", 3), ("KR101", 4), ("KR111", 5), ("KR103", 6)]


def test_mistakes_of_every_kind_are_told_at_once(write: Write) -> None:
    """Addresses, single values and terrains; what would only follow from them is not added."""
    changes = "set:\n  draft.order: loser-first\n  ties.order: x\n  match.gmaes: 3\n  match.equal_sums: shared\nadd:\n"
    rule = "  scoring.mine-lakes: {kind: points_for_each, points: many, count: squares, where: {terrain: laek}}\n"
    _, complaints = kr.check([write("mine.yaml", HEADER + changes + rule)])
    told = [(complaint.code, complaint.place.line) for complaint in complaints]
    assert told == [("KR105", 6), ("KR305", 7), ("KR305", 8), ("KR103", 11), ("KR104", 11)]


def test_what_is_changed_is_looked_at_even_if_the_head_of_the_file_is_wrong(write: Write) -> None:
    text = HEADER.replace("house", "hose") + "set:\n  match.gmaes: 3\nexamples:\n  - {kingdom: C, pionts: 3}\n"
    _, complaints = kr.check([write("mine.yaml", text)])
    assert [(complaint.code, complaint.place.line) for complaint in complaints] == [
        ("KR105", 3),
        ("KR305", 6),
        ("KR101", 8),
    ]


def test_what_follows_from_a_misspelt_add_is_not_told(write: Write) -> None:
    text = "ad:\n  scoring.mine-lakes: {kind: points_if, points: 3}\nset:\n  scoring.mine-lakes.points: 4\n"
    _, complaints = kr.check([write("mine.yaml", HEADER + text)])
    assert [(complaint.code, complaint.suggestion) for complaint in complaints] == [("KR101", "add")]


def test_keys_too_far_left_are_the_only_mistake(write: Write) -> None:
    """They are read where they belong: nothing is missing there, and nothing is unknown here."""
    rule = "add:\n  scoring.mine-lakes:\n  kind: points_for_each\n  points: 1\n  count: squares\n"
    _, complaints = kr.check([write("mine.yaml", HEADER + rule)])
    assert [(complaint.code, complaint.facts["found"]) for complaint in complaints] == [
        ("KR029", "kind"),
        ("KR029", "points"),
        ("KR029", "count"),
    ]
    assert {complaint.related[0].line for complaint in complaints} == {6}


def test_a_change_is_to_blame_and_not_the_edition_it_was_made_to(write: Write) -> None:
    _, complaints = kr.check([write("mine.yaml", HEADER + "set:\n  players.3.line: 4\n")])
    assert [complaint.code for complaint in complaints] == ["KR204", "KR223"]
    for complaint in complaints:
        assert str(complaint.place) == "mine.yaml:6:19"
        assert {place.file for place in complaint.related} == {"rules/editions/classic.yaml"}


def test_a_wrong_edition_is_not_blamed_on_a_variant(write: Write) -> None:
    text = (shipped.RULES / "editions/classic.yaml").read_text(encoding="utf-8").replace("36, line: 3", "36, line: 5")
    write("ours.yaml", text.replace("edition: classic", "edition: ours").replace("official", "house"))
    write("mine.yaml", HEADER + "set:\n  draft.order: fixed\n")
    with pytest.raises(kr.RulesError) as caught:
        kr.load("./ours.yaml+./mine.yaml")
    assert {complaint.place.file for complaint in caught.value.complaints} == {"./ours.yaml"}


def test_a_name_nobody_has_comes_with_a_few_that_look_like_it(write: Write) -> None:
    write("fishing-village.yaml", HEADER.replace("mine", "fishing-village") + "players: [2]\n")
    for expression, suggestion, few in (
        ("classic+fishing-village", "./fishing-village.yaml", range(1)),
        ("classic+dinasty", "dynasty", range(1, 6)),
        ("classic+zzz", None, range(1)),
    ):
        with pytest.raises(kr.RulesError) as caught:
            kr.load(expression)
        (complaint,) = caught.value.complaints
        assert (complaint.suggestion, len(complaint.allowed) in few) == (suggestion, True)


def test_unknown_terrains_come_with_those_there_are(write: Write) -> None:
    rule = "add:\n  scoring.dry: {kind: points_for_each, points: 1, count: squares, where: {terrain: desert}}\n"
    _, (complaint,) = kr.check([write("mine.yaml", HEADER + rule)])
    assert complaint.allowed == ("wheat", "forest", "lake", "meadow", "swamp", "mine")


def test_what_can_be_added_is_not_followed_by_a_list_that_says_otherwise(write: Write) -> None:
    for address in ("turn.dice", "dice.six"):
        _, (complaint,) = kr.check([write("mine.yaml", HEADER + f"add:\n  {address}: {{kind: dice}}\n")])
        assert (complaint.code, complaint.allowed) == ("KR313", ())


def test_a_rule_of_the_edition_that_a_variant_spoils_is_shown_where_the_variant_does_it(write: Write) -> None:
    _, complaints = kr.check([write("mine.yaml", HEADER + "set:\n  scoring.properties.kind: points_for_each\n")])
    assert {(complaint.code, str(complaint.place)) for complaint in complaints} == {
        ("KR101", "mine.yaml:6:28"),
        ("KR102", "mine.yaml:6:3"),
    }


def test_annotations_escape_what_would_end_them() -> None:
    complaint = Complaint("KR001", Place("a,b:c.yaml", 3, 4, 5), {"found": "50%\nmore"})
    assert complaint.as_annotation() == (
        "::error file=a%2Cb%3Ac.yaml,line=3,col=4,endColumn=5,title=KR001::there is no file '50%25\\x0amore'."
    )


def test_a_complaint_as_json_has_the_same_facts(write: Write, run: Run) -> None:
    write("mine.yaml", HEADER + "set:\n  match.gmaes: 3\n")
    (complaint,) = json.loads(run("check", "mine.yaml", "--json", exit_code=1).stdout)["complaints"]
    assert complaint["code"] == "KR305"
    assert (complaint["file"], complaint["line"], complaint["column"]) == ("mine.yaml", 6, 3)
    assert (complaint["found"], complaint["suggestion"]) == ("match.gmaes", "match.games")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("wheta", "wheat"),
        ("Wheat", "wheat"),
        ("froest", "forest"),
        ("lakee", "lake"),
        ("marsh", "swamp"),
        ("dragon", None),
        ("", None),
    ],
)
def test_the_nearest_word_is_suggested_unless_it_is_too_far(written: str, meant: str | None) -> None:
    assert nearest(written, ["wheat", "forest", "lake", "meadow", "swamp", "mine"]) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("points_for_eech", "points_for_each"),
        ("point_for_lines", "points_for_lines"),
        ("points_for_fewest", None),
        ("players.5.kings", None),
        ("players.22.kings", "players.2.kings"),
    ],
)
def test_what_two_names_have_in_common_does_not_make_them_alike(written: str, meant: str | None) -> None:
    assert nearest(written, ["points_for_each", "points_for_lines", "players.2.kings", "players.3.kings"]) == meant
