"""The commands: words on stdout, sentences about mistakes on stderr, 1 for wrong input and 2 for wrong usage."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.ruleset.export import SCHEMAS
from tests.conftest import Run, Write

MISTAKE = "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\nset:\n  match.gmaes: 3\n"


def test_list_shows_every_file_with_status_and_players(run: Run) -> None:
    listed = [line.split()[:4] for line in run("list").stdout.splitlines()]
    assert ["classic", "Classic", "edition", "official"] in listed
    assert ["mighty-duel", "The", "Mighty", "Duel"] in listed
    rows = {row["id"]: row for row in json.loads(run("list", "--json").stdout)}
    assert (rows["mighty-duel"]["players"], rows["mighty-duel"]["status"]) == ([2], "official")
    assert rows["harmony"]["title"]["et"] == "Harmoonia"


def test_show_gives_programs_the_whole_game(run: Run) -> None:
    game = json.loads(run("show", "harmony+classic", "--json").stdout)
    assert game["id"] == "classic+harmony"
    assert game["hash"] == kr.load("classic+harmony").hash
    known = {
        "2": {"kings": 2, "dominoes": 24, "line": 4, "grid": 5, "rounds": 6, "taken_out": 24, "unchosen": 0},
        "3": {"kings": 1, "dominoes": 36, "line": 3, "grid": 5, "rounds": 12, "taken_out": 12, "unchosen": 0},
        "4": {"kings": 1, "dominoes": 48, "line": 4, "grid": 5, "rounds": 12, "taken_out": 0, "unchosen": 0},
    }
    assert {number: row.items() >= known[number].items() for number, row in game["players"].items()} == {
        "2": True,
        "3": True,
        "4": True,
    }
    assert game["scoring"]["harmony"] == {"kind": "complete_kingdom", "points": 5, "reading": "nothing-discarded"}
    assert game["ties"]["still-tied"] == {"kind": "shared_victory"}
    assert game["match"] == {"games": 1}


def test_show_for_one_number_of_players_shows_only_that(run: Run) -> None:
    assert list(json.loads(run("show", "revised", "--players", "3", "--json").stdout)["players"]) == ["3"]
    shown = run("show", "revised", "--players", "3").stdout
    assert "Left over in each line               1" in shown


def test_show_prints_the_files_a_rule_was_written_in(run: Run, write: Write) -> None:
    text = "format: 1\nvariant: by-the-lake\nstatus: house\ntitle: {en: By the lake}\nplayers: [2]\n"
    write("by-the-lake.yaml", text)
    shown = run("show", "--source", "lost-corner+./by-the-lake.yaml").output
    shipped_file = (shipped.RULES / "house/lost-corner.yaml").read_text(encoding="utf-8")
    assert shown == f"# rules/house/lost-corner.yaml\n{shipped_file}\n# by-the-lake.yaml\n{text}"
    assert "pieces:" in run("show", "--source", "dominoes").output


@pytest.mark.parametrize(
    "path", [".\\rules\\gone", ".\\gone.yaml", "C:\\Users\\gone.yaml", "..\\gone.yml", "./gone.yaml"]
)
def test_paths_are_paths_with_either_slash(path: str, run: Run) -> None:
    """The file is looked for, not a variant of that name."""
    assert f"KR001]: there is no file '{path}'" in run("show", f"classic+{path}", exit_code=1).output


def test_show_refuses_a_number_of_players_with_a_sentence(run: Run) -> None:
    result = run("show", "classic+mighty-duel", "--players", "4", exit_code=1)
    assert result.stderr == "classic+mighty-duel is a game for 2 players, not for 4\n"


def test_check_looks_at_everything_shipped(run: Run) -> None:
    shipped_files = len(list(shipped.RULES.rglob("*.yaml")))
    assert run("check").stdout == f"Files checked: {shipped_files}. Nothing is wrong.\n"


def test_check_tells_a_mistake_in_three_ways(run: Run, write: Write) -> None:
    write("mine.yaml", MISTAKE)
    text = run("check", "mine.yaml", exit_code=1)
    assert text.stderr.startswith("error[KR305]: there is nothing called 'match.gmaes' to set\n --> mine.yaml:6:3\n")
    assert text.stdout == ""
    report = json.loads(run("check", "mine.yaml", "--format", "json", exit_code=1).stdout)
    assert report["files"] == ["mine.yaml"]
    assert report["complaints"][0]["suggestion"] == "match.games"
    github = run("check", "mine.yaml", "--format", "github", exit_code=1).stdout
    assert github == (
        "::error file=mine.yaml,line=6,col=3,endColumn=14,title=KR305::"
        "there is nothing called 'match.gmaes' to set. Did you mean 'match.games'?\n"
    )


def test_check_takes_files_and_folders_together(run: Run, write: Write) -> None:
    write("rules/mine.yaml", MISTAKE)
    write("yours.yaml", MISTAKE.replace("mine", "yours").replace("gmaes: 3", "games: 1"))
    assert run("check", "rules", "yours.yaml", exit_code=1).stderr.count("error[") == 1
    assert run("check", "yours.yaml").stdout == "Files checked: 1. Nothing is wrong.\n"


def test_check_passes_by_what_is_hidden_or_installed(run: Run, write: Write) -> None:
    write("mine.yaml", MISTAKE.replace("gmaes: 3", "games: 1"))
    write("here/pyvenv.cfg", "")
    for folder in ("here/lib", "here/lib/site-packages/port", ".git", "node_modules/tool", "locales/lt"):
        write(f"{folder}/port.yaml", "recipe: soup\n")
    assert run("check", ".").stdout == "Files checked: 1. Nothing is wrong.\n"
    assert "soup.yaml" in run("check", write("kitchen/soup.yaml", "recipe: soup\n").parent.name, exit_code=1).stderr


def test_check_tells_with_which_edition_a_variant_does_not_go(run: Run, write: Write) -> None:
    """The newer print leaves dominoes unchosen and has no fixed turns; in the older nothing stays unchosen."""
    head = "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\nset:\n"
    write("mine.yaml", head + "  draft.order: fixed\n  draft.unchosen: discarded\n")
    told = run("check", "mine.yaml")
    assert told.stdout == "Files checked: 1. Nothing is wrong.\n"
    assert told.stderr.startswith("Note: mine.yaml does not go with classic: draft.unchosen says nothing in this game")
    (left_out,) = json.loads(run("check", "mine.yaml", "--json").stdout)["not_with"]
    assert (left_out["edition"], left_out["complaints"][0]["code"]) == ("classic", "KR224")
    assert "KR224" in run("check", "classic+./mine.yaml", exit_code=1).stderr
    run("check", "revised+./mine.yaml")


@pytest.mark.parametrize("line", ["players.3.line: 4", "draft.unchosen: discarded"])
def test_what_check_accepts_can_be_played_with_the_edition_it_changes(line: str, run: Run, write: Write) -> None:
    write("mine.yaml", f"format: 1\nvariant: mine\nstatus: house\ntitle: {{en: Mine}}\nset: {{{line}}}\n")
    alone = run("check", "mine.yaml", exit_code=1).stderr
    in_a_game = run("check", "classic+./mine.yaml", exit_code=1).stderr
    assert alone.replace("mine.yaml", "./mine.yaml") == in_a_game


def test_the_format_of_a_rulebook_is_what_its_file_ends_in(run: Run, tmp_path: Path) -> None:
    for name, start in (("a.html", "<!doctype html>"), ("a.md", "# "), ("a.txt", "KINGDOMINO"), ("a", "KINGDOMINO")):
        run("rulebook", "classic", "--out", str(tmp_path / name))
        written = (tmp_path / name).read_text(encoding="utf-8")
        assert written[: len(start)].casefold() == start.casefold(), name
    run("rulebook", "classic", "--format", "markdown", "--out", str(tmp_path / "b.html"))
    assert (tmp_path / "b.html").read_text(encoding="utf-8").startswith("# ")


def test_several_rulebooks_are_pages_in_a_folder_and_not_in_a_file(run: Run, tmp_path: Path) -> None:
    run("rulebook", "classic", "revised", "--out", str(tmp_path / "books"))
    assert [path.name for path in sorted((tmp_path / "books").rglob("*.*"))] == ["en.html", "en.html"]
    told = run("rulebook", "classic", "--all-languages", "--out", str(tmp_path / "zz.html"), exit_code=2).stderr
    assert "zz --format html" in " ".join(told.split())
    assert not (tmp_path / "zz.html").exists()


@pytest.mark.parametrize("encoding", ["cp437", "cp1252"])
def test_a_terminal_without_some_letters_gets_no_traceback(encoding: str, tmp_path: Path) -> None:
    kingdomrules = [sys.executable, "-m", "kingdomrules"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LANGUAGE": "lt"}
    for words in (("diff", "classic", "revised"), ("rulebook", "classic"), ("check", "nothing.yaml"), ("list",)):
        told = subprocess.run([*kingdomrules, *words], cwd=tmp_path, capture_output=True, check=False, env=environment)
        assert b"Traceback" not in told.stderr, words
        assert (told.stdout or told.stderr).decode(encoding)
    json_too = [*kingdomrules, "diff", "classic", "revised", "--json"]
    as_json = subprocess.run(json_too, cwd=tmp_path, capture_output=True, check=True, env=environment)
    assert json.loads(as_json.stdout.decode(encoding)) == list(kr.differences("classic", "revised", language="lt"))


def test_blame_names_file_line_and_what_was_replaced(run: Run) -> None:
    assert run("blame", "classic+mighty-duel", "players.2.grid").stdout == (
        "players.2.grid = 7\n"
        "  mighty-duel, rules/variants/mighty-duel.yaml:18:19\n"
        "  replaces: classic, rules/editions/classic.yaml:22:46\n"
    )
    (value,) = json.loads(run("blame", "classic", "match", "--json").stdout)
    assert (value["path"], value["value"], value["origins"][0]["line"]) == ("match.games", 1, 53)


def test_blame_suggests_a_path(run: Run) -> None:
    assert "did you mean 'match.games'?" in run("blame", "classic", "match.game", exit_code=1).stderr


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schema_prints_a_schema(kind: str, run: Run) -> None:
    Draft7Validator.check_schema(json.loads(run("schema", kind).stdout))


def test_new_writes_a_house_rule_that_loads_as_it_is(run: Run, write: Write) -> None:
    write("somewhere/else.txt", "")
    result = run("new", "our-rules")
    assert result.stdout == "our-rules.yaml is ready; try: kingdomrules show classic+./our-rules.yaml\n"
    assert run("check", "our-rules.yaml").exit_code == 0
    assert kr.load("classic+./our-rules.yaml").id == "classic+our-rules"
    first_line, *_ = Path("our-rules.yaml").read_text(encoding="utf-8").splitlines()
    schema = Path(first_line.removeprefix("# yaml-language-server: $schema="))
    assert Draft7Validator(json.loads(schema.read_text(encoding="utf-8"))).is_valid(
        yaml.safe_load(Path("our-rules.yaml").read_text(encoding="utf-8"))
    )


def test_the_comments_of_a_new_house_rule_load_too(run: Run, write: Write) -> None:
    path = write("placeholder", "").with_name("ours.yaml")
    run("new", "ours")
    text = path.read_text(encoding="utf-8")
    for commented in ("# players:", "# set:\n#   players.2.grid: 7\n#   players.2.dominoes: 48", "# remove:"):
        assert commented in text
        text = text.replace(commented, commented.replace("# ", "", 1).replace("\n#  ", "\n "))
    path.write_text(text, encoding="utf-8")
    assert kr.load("classic+./ours.yaml").players[2].grid == 7


def test_new_overwrites_nothing(run: Run, write: Write) -> None:
    path = write("ours.yaml", "precious")
    assert "is there already and was left alone" in run("new", "ours", exit_code=1).stderr
    assert path.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    "words", [("new", "My Rules"), ("new", "harmony"), ("new",), ("shwo", "classic"), ("schema", "x")]
)
def test_wrong_usage_is_told_with_exit_code_2(words: tuple[str, ...], run: Run) -> None:
    assert "Error:" in run(*words, exit_code=2).stderr


def test_a_misspelt_command_is_recognised(run: Run) -> None:
    assert "Did you mean 'show'?" in run("shwo", "classic", exit_code=2).stderr


@pytest.mark.parametrize(
    "expr", ["classic+harmnoy", "harmony", "classic+revised", "+", "", "./nothing.yaml", "a\0.yaml"]
)
def test_a_wrong_expression_is_told_with_exit_code_1(expr: str, run: Run) -> None:
    assert run("show", expr, exit_code=1).stderr.startswith("error[KR")


def test_it_works_from_any_folder_and_as_a_module(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "kingdomrules", "show", "classic+harmony", "--json"]
    result = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
    assert json.loads(result.stdout)["id"] == "classic+harmony"
