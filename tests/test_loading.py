"""Only the YAML a reader expects: whatever else comes gets one clear sentence, never a traceback."""

import os
from pathlib import Path

import pytest
import yaml

import kingdomrules as kr
from kingdomrules.ruleset.loading import MAX_DEPTH, MAX_VALUES, parse, read
from tests.conftest import Write


def only_complaint(path: Path) -> kr.Complaint:
    with pytest.raises(kr.RulesError) as caught:
        read(path)
    (complaint,) = caught.value.complaints
    assert "\n" not in complaint.message
    return complaint


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("1.10", "1.10"),
        ("12:30", "12:30"),
        ("2016-01-01", "2016-01-01"),
        ("0x1F", "0x1F"),
        ("010", "010"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        ("+5", "+5"),
        ("-5", -5),
        ("0", 0),
        ("48", 48),
        ("'48'", "48"),
        ("true", True),
        ("True", "True"),
        ("'true'", "true"),
        (".inf", ".inf"),
        ("1234567890", "1234567890"),
    ],
)
def test_a_scalar_means_what_it_looks_like(written: str, value: object) -> None:
    found = parse(f"key: {written}", "a.yaml").data["key"]
    assert (found, type(found)) == (value, type(value))


def test_keys_are_words_even_when_they_look_like_numbers() -> None:
    assert list(parse("2: a\nno: b\ntrue: c", "a.yaml").data) == ["2", "no", "true"]


def test_every_key_and_value_knows_its_place() -> None:
    document = parse("players:\n  2: {grid: 7}\n", "a.yaml")
    assert str(document.keys["players", "2"]) == "a.yaml:2:3"
    assert str(document.values["players", "2", "grid"]) == "a.yaml:2:13"


def test_a_byte_order_mark_and_other_line_ends_are_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "windows.yaml"
    path.write_bytes(b"\xef\xbb\xbfformat: 1\r\nvariant: mine\r\n")
    assert read(path).data == {"format": 1, "variant": "mine"}
    assert read(path).keys["variant",].line == 2


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "KR012", (0, 0)),
        ("# nothing but a comment\n", "KR012", (0, 0)),
        ("just text", "KR012", (1, 1)),
        ("- a\n- b", "KR012", (1, 1)),
        ("a: !!python/object/apply:os.system [ls]", "KR009", (1, 4)),
        ("a: !!str 5", "KR009", (1, 4)),
        ("a: &x 1\nb: *x", "KR008", (1, 4)),
        ("a: 1\n<<: *x", "KR008", (2, 5)),
        ("a: 1\n---\nb: 2", "KR014", (2, 1)),
        ('a: "\\q"', "KR006", None),
        ("a: \x00", "KR005", (1, 4)),
        ("a: 1\nb: \x1b[31m", "KR005", (2, 4)),
        ("a: " + "[" * 1000 + "]" * 1000, "KR010", (1, 3 + MAX_DEPTH)),
        ("a: " + "{b: " * 1000, "KR010", (1, 4 + 4 * (MAX_DEPTH - 1))),
        ("a: [" + "1," * (MAX_VALUES + 1) + "]", "KR011", None),
    ],
)
def test_yaml_nobody_expects_gets_one_complaint(
    text: str, code: str, position: tuple[int, int] | None, write: Write
) -> None:
    complaint = only_complaint(write("bad.yaml", text))
    assert complaint.code == code
    assert position in (None, (complaint.place.line, complaint.place.column))


RULE = "add:\n  scoring.mine:\n    kind: points_for_each\n"
SLIPS = [
    ("a tab for spaces", RULE + "\tpoints: 3\n", "KR020", (4, 1), None),
    ("a tab after spaces", RULE + "  \tpoints: 3\n    count: squares\n", "KR020", (4, 3), None),
    ("a tab at the start", "add:\n\tscoring.mine: {}\n", "KR020", (2, 1), None),
    ("no colon", RULE + "    points 3\n    count: squares\n", "KR021", (4, 5), "points: 3"),
    ("no colon in the last line", RULE + "    points 3  # three\n", "KR021", (4, 5), "points: 3"),
    ("no space behind the colon", RULE + "    points:3\n    count: squares\n", "KR021", (4, 5), "points: 3"),
    ("an equals sign", RULE + "    points = 3\n    count: squares\n", "KR021", (4, 5), "points: 3"),
    ("no space in the first line", "add:\n  kind:points_if\n  points: 3\n", "KR021", (2, 3), "kind: points_if"),
    ("no colon behind a rule", "add:\n  scoring.mine\n    kind: points_if\n", "KR021", (2, 3), "scoring.mine:"),
    ("one space too few", RULE + "   points: 3\n    count: squares\n", "KR022", (4, 4), None),
    ("one space too many", RULE + "     points: 3\n    count: squares\n", "KR022", (4, 6), None),
    ("a space before a top key", "format: 1\n variant: mine\n", "KR022", (2, 2), None),
    ("a list that moves left", "remove:\n  - ties.most-crowns\n - ties.still-tied\n", "KR022", (3, 2), None),
    ("a key under a dash", "examples:\n  - kingdom: L C\n  points: 3\n", "KR022", (3, 3), None),
    ("a key under a later dash", "examples:\n  - a: 1\n  - kingdom: |\n      C\n  points: 3\n", "KR022", (5, 3), None),
    ("a colon in a text", "title:\n  en: Fish: the rules\n", "KR023", (2, 7), '"Fish: the rules"'),
    ("a colon in a short title", "title: {en: Fish pond: rules}\n", "KR023", (1, 13), '"Fish pond: rules"'),
    ("an at sign", "source: @home\n", "KR023", (1, 9), '"@home"'),
    ("text behind a quote", 'source: "our" table\n', "KR023", (1, 9), '"our table"'),
    ("unbreakable indentation", RULE + "\xa0   points: 3\n", "KR024", (4, 1), None),
    ("an unbreakable gap", RULE + "    points:\xa03\n    count: squares\n", "KR024", (4, 12), None),
    ("an open quote", "source: 'our table\nplayers: [2]\n", "KR025", (1, 9), None),
    ("a quote open until the next", 'source: {a: "b}\nnote: {c: "d"}\n', "KR025", (1, 13), None),
    ("an open brace", RULE + "    where: {terrain: lake\n    points: 3\n", "KR026", (4, 12), None),
    ("an open bracket at the end", "players: [2, 3", "KR026", (1, 10), None),
    ("no comma", "where: {terrain: lake castle: around}\n", "KR027", (1, 23), None),
    ("a brace too many", "where: {terrain: lake}}\npoints: 3\n", "KR028", (1, 23), None),
    ("a picture too far left", "examples:\n  - kingdom: |\n    L C\n    points: 3\n", "KR029", (3, 5), None),
]


@pytest.mark.parametrize("loader", [yaml.SafeLoader, yaml.CSafeLoader])
@pytest.mark.parametrize(("text", "code", "position", "meant"), [slip[1:] for slip in SLIPS], ids=[s[0] for s in SLIPS])
def test_a_slip_in_the_yaml_is_told_in_plain_words_on_its_own_line(
    text: str,
    code: str,
    position: tuple[int, int],
    meant: str | None,
    loader: type,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kingdomrules.ruleset.loading._Loader", loader)
    with pytest.raises(kr.RulesError) as caught:
        parse(text, "a.yaml")
    (complaint,) = caught.value.complaints
    assert (complaint.code, (complaint.place.line, complaint.place.column)) == (code, position)
    assert complaint.suggestion == meant


def test_wrong_indentation_names_the_line_it_should_stand_under() -> None:
    with pytest.raises(kr.RulesError) as caught:
        parse(RULE + "   points: 3\n    count: squares\n", "a.yaml")
    assert str(caught.value) == (
        "error[KR022]: the indentation is wrong (spaces before this line: 3); to stand below 'kind' it needs 4\n"
        " --> a.yaml:4:4\n"
        "  |\n"
        "4 |    points: 3\n"
        "  |    ^^^^^^^^^\n"
        " ::: a.yaml:3:5\n"
        "  |\n"
        "3 |     kind: points_for_each\n"
        "  |     ^^^^^^^^^^^^^^^^^^^^^"
    )


def test_tabs_and_unbreakable_spaces_can_be_seen() -> None:
    for written, seen in (("\tb: 1", "→b: 1"), ("  b:\xa01\n  c: 2", "  b:␣1")):
        with pytest.raises(kr.RulesError) as caught:
            parse(f"a:\n{written}\n", "a.yaml")
        assert f"2 | {seen}\n" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code", "meant", "read_as"),
    [
        ("title: {en: Fish, chips, or both}", "KR023", '"Fish, chips, or both"', {"en": "Fish, chips, or both"}),
        ("where: {terrain:lake, castle: around}", "KR021", "terrain: lake", {"terrain": "lake", "castle": "around"}),
        ("where: {terrain lake}", "KR021", "terrain: lake", {"terrain": "lake"}),
        ("number: {at_least = 3}", "KR021", "at_least: 3", {"at_least": 3}),
    ],
)
def test_what_a_comma_or_colon_tore_apart_is_told_once_and_read_as_it_was_meant(
    text: str, code: str, meant: str, read_as: dict[str, object]
) -> None:
    document = parse(text, "a.yaml")
    assert [(complaint.code, complaint.suggestion) for complaint in document.complaints] == [(code, meant)]
    assert list(document.data.values()) == [read_as]


def test_a_hostile_line_is_explained_in_no_time() -> None:
    """Without a limit to what is looked at, the first of these takes hours."""
    long = 900_000
    letters, spaces = "a" * long, " " * long
    for text in (f"x: {{a: {letters}! b: c: d}}", f"a: [{spaces}b c: d: e]", f"a:\n{spaces}\tx"):
        with pytest.raises(kr.RulesError):
            parse(text, "a.yaml")


def test_an_alias_bomb_is_refused_at_its_first_anchor(write: Write) -> None:
    levels = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
    complaint = only_complaint(write("bomb.yaml", "\n".join(["a0: &a0 lol", *levels])))
    assert (complaint.code, complaint.place.line) == ("KR008", 1)


def test_a_key_written_twice_shows_both_places() -> None:
    (complaint,) = parse("a: 1\nb: 2\na: 3\n", "a.yaml").complaints
    assert (complaint.code, str(complaint.place), str(complaint.related[0])) == ("KR007", "a.yaml:3:1", "a.yaml:1:1")


@pytest.mark.parametrize("text", ["? [a, b]\n: 1", "? {a: b}\n: 1", "'': 1"])
def test_a_key_is_a_word(text: str) -> None:
    assert [complaint.code for complaint in parse(text, "a.yaml").complaints] == ["KR013"]


def test_a_key_without_a_value_is_complained_about_once(write: Write) -> None:
    text = "format: 1\nvariant: mine\nstatus:\ntitle: {en: Mine}\nplayers: [2]\n"
    _, complaints = kr.check([write("mine.yaml", text)])
    assert [(complaint.code, complaint.place.line) for complaint in complaints] == [("KR117", 3)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "KR004"),
        ("title: Kuningate heitlus käib".encode("utf-16"), "KR004"),
        ("title: Kuningate heitlus käib".encode("utf-16-le"), "KR004"),
        ("title: käik".encode("latin-1"), "KR004"),
        (b"\x00\x01\x02", "KR005"),
        (bytes(range(256)), "KR004"),
    ],
)
def test_a_file_that_is_no_text_gets_one_complaint(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(content)
    assert only_complaint(path).code == code


def test_a_wrong_encoding_is_shown_where_it_starts(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("format: 1\ntitle: käik".encode("latin-1"))
    complaint = only_complaint(path)
    assert (complaint.place.line, complaint.place.column) == (2, 9)
    assert complaint.message == "the file is not UTF-8 text: byte 0xe4 makes no character; save it as UTF-8"


def test_a_hundred_megabytes_are_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    complaint = only_complaint(path)
    assert (complaint.code, complaint.facts) == ("KR003", {"limit": 1_000_000})


def test_a_missing_file_a_folder_and_a_pipe_are_named_as_such(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert only_complaint(tmp_path / "nothing.yaml").code == "KR001"
    assert only_complaint(tmp_path).code == "KR002"
    assert only_complaint(tmp_path / "pipe.yaml").code == "KR017"
    assert only_complaint(Path("a\0b.yaml")).code == "KR015"


def test_a_link_to_itself_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "loop.yaml"
    path.symlink_to(path)
    assert only_complaint(path).code == "KR015"
    _, (complaint,) = kr.check([path])
    assert complaint.code == "KR015"
    _, (complaint,) = kr.check([Path("a\0b.yaml")])
    assert complaint.code == "KR015"


def test_an_empty_folder_has_no_rules_files(tmp_path: Path) -> None:
    _, (complaint,) = kr.check([tmp_path])
    assert complaint.code == "KR019"
