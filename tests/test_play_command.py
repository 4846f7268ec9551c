"""score, play and replay, as somebody at a keyboard or a pipe meets them."""

import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import kingdomrules as kr
from kingdomrules import cli_table
from kingdomrules.cli import main
from kingdomrules.play.saving import read_records, save
from kingdomrules.words.terminal import kingdom_text
from tests.conftest import Run, Write

PICTURE = """\
W1 W  F
W  C  F1
.  G2 L
"""

GOLDEN = f"""\
kingdomrules record 1
ruleset: classic
hash: {kr.load("classic").hash}
players: 2
seed: 7
moves:
  k14 k39 k27 k32
  14@0,2s k10 27@-1,-1e k25 32@-2,-2e k13
"""
"""Player 1 took 14 and 39, player 2 the others; 39 is still to be placed."""


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def typed(*words: str, lines: str = "", exit_code: int = 0) -> str:
    """What a command prints if these lines are typed; a traceback fails the test at once."""
    result: Result = CliRunner().invoke(main, words, input=lines, catch_exceptions=False)
    assert result.exit_code == exit_code, result.output
    return result.output


def in_one_line(text: str) -> str:
    """Without the line breaks of an 80 columns wide terminal, and with ordinary spaces."""
    return re.sub(r"\s+", " ", text)


# --- score --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_a_picture_can_be_read_however_an_editor_or_a_shell_has_written_it(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "kingdom.txt"
    path.write_bytes(PICTURE.encode(encoding))
    assert "Total: 7 points" in in_one_line(typed("score", str(path)))


def test_a_record_with_a_mark_at_its_beginning_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(GOLDEN.encode("utf-16"))
    assert "legal so far" in in_one_line(typed("replay", str(path)))


def test_a_picture_without_a_castle_is_scored_with_a_note(tmp_path: Path) -> None:
    told = in_one_line(typed("score", lines="L1 L\n"))
    assert "this picture has no castle (C)" in told
    assert "Total: 2 points" in told
    assert "castle (C)" not in typed("score", lines=PICTURE)


def test_a_picture_is_scored_line_by_line() -> None:
    told = in_one_line(typed("score", lines=PICTURE))
    assert "Wheat field: 3 squares × 1 crown = 3 points" in told
    assert "Forest: 2 squares × 1 crown = 2 points" in told
    assert told.endswith("Total: 7 points ")


def test_a_picture_may_be_in_a_file(write: Write) -> None:
    write("kingdom.txt", PICTURE)
    assert "Total: 7" in typed("score", "kingdom.txt")


def test_a_bonus_is_told_with_the_id_of_its_rule() -> None:
    assert "scoring.harmony" in typed("score", "--game", "classic+harmony", lines=PICTURE)
    assert "scoring.harmony" not in typed("score", "--game", "classic+harmony", "--discards", "1", lines=PICTURE)


def test_programs_get_the_lines_as_json() -> None:
    sheet = json.loads(typed("score", "--json", lines=PICTURE))
    assert sheet["total"] == sum(line["points"] for line in sheet["lines"]) == 7
    assert {"rule", "points", "terrain", "squares", "crowns", "cells"} == set(sheet["lines"][0])


def test_what_is_printed_can_be_scored_again() -> None:
    picture, _, _ = typed("score", lines=PICTURE).partition("\n\n")
    assert kr.Kingdom.parse(picture) == kr.Kingdom.parse(PICTURE)


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        ("W1 C C", "one castle"),
        ("W1 Q C", "the letter 'Q'"),
        ("W1 W9 C", "row 1, cell 2"),
        ("\x00\xff", "row 1, cell 1"),
    ],
)
def test_a_wrong_picture_gets_a_sentence(picture: str, says: str) -> None:
    assert says in typed("score", lines=picture, exit_code=1)


def test_a_file_that_is_not_there_is_wrong_usage() -> None:
    assert "No such file" in typed("score", "nowhere.txt", exit_code=2)


# --- play ---------------------------------------------------------------------------------------------------


def test_a_whole_game_against_the_greedy_opponent() -> None:
    told = typed("play", "classic", "--opponent", "greedy", "--seed", "7", lines="1\n" * 60)
    assert "The game is over." in told
    assert re.search(r"^Place 1: player \d with", told, re.MULTILINE)
    assert re.search(r"^(Player \d wins|Players .* share)", told, re.MULTILINE)
    assert "Round 6 of 6" in told


@pytest.mark.parametrize("words", [["--players", "3"], ["--opponent", "random", "--opponent", "person"]])
def test_several_people_share_a_keyboard(words: list[str]) -> None:
    told = typed("play", "revised", *words, "--seed", "3", lines="1\n" * 200)
    assert "The game is over." in told
    assert "Player 3, place domino" in told


def test_a_series_is_played_to_its_last_game(tmp_path: Path) -> None:
    kept = tmp_path / "dynasty.txt"
    words = ["classic+dynasty", "--opponent", "greedy", "--seed", "1", "--save", str(kept)]
    told = typed("play", *words, lines="1\n" * 200)
    assert told.count("The game is over.") == 3
    totals = [record.result for record in read_records(kept.read_text())]
    assert [len(result or ()) for result in totals] == [2, 2, 2]
    points = [sum(result[player] for result in totals if result) for player in range(2)]
    assert f"Place 1: player {points.index(max(points)) + 1} with {max(points)}" in told.replace("\xa0", " ")
    assert typed("replay", str(kept)).count("its result is right") == 3


def test_a_series_is_resumed_between_two_games(tmp_path: Path) -> None:
    kept = tmp_path / "dynasty.txt"
    game = kr.new_game(kr.load("classic+dynasty"), players=2, seed=4)
    while moves := game.legal_moves():
        game = game.after(moves[0])
    kept.write_text(str(kr.Record.of(game)))
    assert "Game 2 of 3" in typed("play", "--resume", str(kept))


def test_places_are_numbered_in_the_picture_and_in_a_list(write: Write) -> None:
    write("game.txt", GOLDEN)
    told = typed("play", "--resume", "game.txt")
    assert re.search(r"^ +3 +4–6 +C +7–9 +10 *$", told, re.MULTILINE)
    assert "   4 ↑ 39@-1,0n" in told


def test_a_move_may_be_typed_in_its_notation(write: Write) -> None:
    write("game.txt", GOLDEN)
    assert "Player 1 places domino 39: 39@1,0e" in typed("play", "--resume", "game.txt", lines="39@1,0e\n")


def test_an_illegal_move_is_explained_and_asked_for_again(write: Write) -> None:
    write("game.txt", GOLDEN)
    told = in_one_line(typed("play", "--resume", "game.txt", lines="39@0,0e\nk48\n1\n"))
    assert "The move 39@0,0e is refused. " in told
    assert "There is already land or the castle here: (0, 0)." in told
    assert "First you must place domino 39." in told
    assert "Player 1 places domino 39" in told


@pytest.mark.parametrize("word", ["hello", "0", "99", "39@", "1" * 5000, "\x1b[31m"])
def test_what_is_not_understood_is_said_so(write: Write, word: str) -> None:
    write("game.txt", GOLDEN)
    assert "is neither a number of the list nor a move" in in_one_line(
        typed("play", "--resume", "game.txt", lines=word)
    )


def test_help_and_the_table_can_be_asked_for(write: Write) -> None:
    write("game.txt", GOLDEN)
    told = typed("play", "--resume", "game.txt", lines="help\n\ntable\n")
    assert told.count("“undo” takes back") == 2, "once at the beginning, once when asked for"
    assert "The line to choose from:" in told


def test_a_game_is_kept_and_resumed_where_it_stood(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    told = typed("play", "classic", "--opponent", "greedy", "--seed", "7", "--save", str(kept), lines="1\n1\n3\nquit\n")
    assert "It is saved" in told
    assert f"--resume {kept} --opponent greedy" in in_one_line(told)
    moves = read_records(kept.read_text())[0].moves
    typed("play", "--resume", str(kept), "--opponent", "greedy", lines="1\n")
    assert read_records(kept.read_text())[0].moves[: len(moves)] == moves
    assert len(read_records(kept.read_text())[0].moves) > len(moves)


def test_undo_takes_back_my_move_and_what_the_opponent_did_after_it(write: Write) -> None:
    kept = write("game.txt", GOLDEN)
    before = kept.read_text()
    typed("play", "--resume", "game.txt", "--opponent", "random", lines="1\n1\nundo\nundo\n")
    assert read_records(kept.read_text()) == read_records(before)


def test_undo_gives_the_turn_back_to_the_person_who_had_it(write: Write) -> None:
    write("game.txt", GOLDEN)
    told = typed("play", "--resume", "game.txt", lines="1\n1\nundo\n1\n")
    assert told.count("Player 1 chooses domino") == 2


def test_without_a_move_there_is_nothing_to_undo() -> None:
    assert "no move of yours" in typed("play", "classic", lines="undo\n")


@pytest.mark.parametrize("lines", ["", "quit\n", "1\n"])
def test_the_end_of_input_ends_the_game_politely(lines: str) -> None:
    told = typed("play", "classic", lines=lines)
    assert told.endswith("The game is left before its end.\nIt was not saved.\n")


def test_ctrl_c_leaves_politely_and_keeps_the_game(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = write("game.txt", GOLDEN)

    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert "It is saved" in typed("play", "--resume", "game.txt", exit_code=130)
    assert read_records(kept.read_text()) == read_records(GOLDEN)


def test_a_file_that_is_there_is_not_overwritten(write: Write) -> None:
    kept = write("diary.txt", "Dear diary")
    assert "left alone" in typed("play", "classic", "--save", "diary.txt", exit_code=1)
    assert kept.read_text() == "Dear diary"


def test_where_nothing_can_be_written_nothing_is_begun() -> None:
    assert "cannot be written" in in_one_line(typed("play", "classic", "--save", "no/such/folder.txt", exit_code=1))


def test_a_failed_save_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GOLDEN)
    with pytest.raises(UnicodeEncodeError):
        save(path, "half\ud800")
    assert path.read_text() == GOLDEN
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_is_over_is_shown_when_it_is_resumed(write: Write) -> None:
    write("game.txt", finished())
    assert "wins." in typed("play", "--resume", "game.txt")


@pytest.mark.parametrize(
    ("words", "exit_code", "says"),
    [
        (["play"], 2, "which game?"),
        (["play", "classic", "--players", "9"], 1, "9"),
        (["play", "classic", "--players", "2", "--opponent", "random", "--opponent", "greedy"], 2, "opponents"),
        (["play", "classic", "--opponent", "clever"], 2, "clever"),
        (["play", "nonsense"], 1, "nonsense"),
        (["play", "classic", "--lang", "xx"], 2, "no language 'xx'"),
        (["play", "--resume", "nowhere.txt"], 2, "nowhere.txt"),
    ],
)
def test_wrong_words_on_the_command_line_get_a_sentence(words: list[str], exit_code: int, says: str) -> None:
    assert says in typed(*words, exit_code=exit_code)


# --- replay -------------------------------------------------------------------------------------------------


def finished() -> str:
    game = kr.new_game(kr.load("classic"), players=3, seed=11)
    while moves := game.legal_moves():
        game = game.after(moves[-1])
    return str(kr.Record.of(game))


def test_a_record_is_replayed_and_its_result_confirmed() -> None:
    told = typed("replay", lines=finished())
    assert "Every move of the record is legal, and its result is right." in told
    assert "Place 1: player" in told


def test_a_record_of_an_unfinished_game_is_shown_as_far_as_it_goes() -> None:
    told = typed("replay", lines=GOLDEN)
    assert "the game is not finished" in told
    assert " 39  G   S1   player 1" in told


def test_a_record_without_a_result_is_not_called_right() -> None:
    told = typed("replay", lines=re.sub("result:.*\n", "", finished()))
    assert "it names no result" in told


def test_every_move_is_shown_step_by_step() -> None:
    told = typed("replay", "--step", lines=GOLDEN)
    assert told.count("Player 1 chooses domino") == 3
    assert "Player 2 places domino 32: 32@-2,-2e\n .   .   C \n" in told.replace("  \n", " \n")


def test_programs_get_the_replay_as_json() -> None:
    (report,) = json.loads(typed("replay", "--json", lines=finished()))
    assert report["over"]
    assert report["differences"] == []
    assert sorted(standing["player"] for standing in report["ranking"]) == [0, 1, 2]


def test_a_record_may_be_json_too() -> None:
    record = json.dumps(kr.Record.parse(GOLDEN).as_json())
    assert "legal so far" in typed("replay", lines=record)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (GOLDEN.replace("14@0,2s", "14@0,3s"), "move 5"),
        (finished().replace("result: ", "result: 9"), "the rules say"),
        (GOLDEN.replace("hash: ", "hash: f"), "the rules are not the same"),
        ("Dear diary", "a record begins with"),
        ("", "a record begins with"),
        ('{"players": ', "begins like JSON"),
        ('{"a":' * 100_000, "begins like JSON"),
    ],
)
def test_a_wrong_record_is_refused_with_a_reason(wrong: str, says: str) -> None:
    assert says in typed("replay", lines=wrong, exit_code=1)


def test_under_other_rules_a_record_is_adjudicated_on_request() -> None:
    assert "not the same" in typed("replay", "--game", "revised", lines=GOLDEN, exit_code=1)
    told = in_one_line(typed("replay", "--game", "revised", "--adjudicate", lines=GOLDEN))
    assert "Adjudicated anew, this differs from the record:" in told


# --- all of them --------------------------------------------------------------------------------------------


def test_the_schemas_of_records_and_positions_are_printed(run: Run) -> None:
    assert json.loads(run("schema", "record").output)["title"] == "kingdomrules record"
    assert json.loads(run("schema", "position").output)["title"] == "kingdomrules position"


@pytest.mark.parametrize("command", [cli_table.score, cli_table.play, cli_table.replay])
def test_every_command_at_the_table_speaks_languages(command: click.Command) -> None:
    assert "language" in [parameter.name for parameter in command.params]


@pytest.mark.parametrize(("no_color", "coloured"), [(False, True), (True, False)])
def test_colours_are_left_out_where_nobody_wants_them(no_color: bool, coloured: bool) -> None:
    out = Console(force_terminal=True, color_system="truecolor", no_color=no_color)
    with out.capture() as captured:
        out.print(kingdom_text(kr.Kingdom.parse(PICTURE)))
    assert ("48;2" in captured.get()) == coloured
    assert "W1" in captured.get()


def test_bytes_that_are_no_text_are_not_understood() -> None:
    result = CliRunner().invoke(main, ["play", "classic"], input=b"\xff\xfe\n1\n", catch_exceptions=False)
    assert result.exit_code == 0
    assert "is neither a number" in in_one_line(result.output)
    assert "chooses domino" in result.output


def test_the_documented_score_is_what_is_printed(write: Write) -> None:
    text = (Path(__file__).parent.parent / "docs" / "play.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^\$ kingdomrules score --game classic\+harmony kingdom.txt\n(.*?)^```", text, re.S | re.M)
    write("kingdom.txt", shown.partition("\n\n")[0])
    told = typed("score", "--game", "classic+harmony", "kingdom.txt").replace("\xa0", " ")
    assert [line.rstrip() for line in told.splitlines()] == shown.splitlines()


def test_where_a_domino_may_be_discarded_freely_the_list_says_so(write: Write) -> None:
    write("mine.yaml", "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\nset: {turn.discarding: freely}\n")
    told = typed("play", "classic+./mine.yaml", "--seed", "7", lines="1\n1\n1\n1\nquit\n")
    assert re.search(r" \d+ x\d+  \(discard this domino\)\n", told)
