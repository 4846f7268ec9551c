"""The commands at the table: play a game, replay a record, score a picture of a kingdom."""

import codecs
import secrets
from pathlib import Path
from typing import IO, Any

import click
from rich.text import Text

from kingdomrules.cli_language import language_option
from kingdomrules.cli_output import print_json
from kingdomrules.play.engine import Game
from kingdomrules.play.judge import score as score_of
from kingdomrules.play.kingdom import Kingdom
from kingdomrules.play.match import new_match
from kingdomrules.play.record import Record, Replay
from kingdomrules.play.saving import read_records, resumed
from kingdomrules.play.scoring import ScoreSheet
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import load
from kingdomrules.sitting import BOTS, NotSaved, Sitting
from kingdomrules.words.explain import score_line
from kingdomrules.words.language import Language
from kingdomrules.words.table_talk import TableTalk
from kingdomrules.words.terminal import console, kingdom_text, ranking_text, table_text

MAX_BYTES = 1_000_000

_json = click.option("--json", "as_json", is_flag=True, help="For programs.")
_file = click.argument("file", type=click.File("rb"), default="-")


def read_text(file: IO[bytes]) -> str:
    """What a file or a pipe holds; a mark at its beginning tells how some editors and shells have written it."""
    content = file.read(MAX_BYTES)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    return content.decode("utf-8-sig", "replace")


# --- score --------------------------------------------------------------------------------------------------


@click.command()
@_file
@click.option("--game", "expr", default="classic", show_default=True, help="The game whose rules are counted by.")
@click.option("--players", type=int, help="Needed if the grid depends on the number of players.")
@click.option("--discards", type=int, default=0, help="How many dominoes the player discarded.")
@_json
@language_option
def score(file: IO[bytes], expr: str, players: int | None, discards: int, as_json: bool, language: Language) -> None:
    """What a kingdom is worth, line by line. FILE holds its picture; without it the picture is read from stdin."""
    rules = load(expr)
    kingdom = Kingdom.parse(read_text(file))
    sheet = score_of(rules, kingdom, discards, players=players)
    if not kingdom.castle:
        note = language.say("Note: this picture has no castle ({letter}), so no rule about it counts.", letter="C")
        click.echo(note, err=True)
    if as_json:
        print_json(_sheet_json(sheet))
        return
    out = console()
    out.print(kingdom_text(kingdom))
    out.print()
    for line in sorted(sheet.lines, key=lambda line: (line.terrain is None, -line.points)):
        told = Text(score_line(line, language, rules))
        out.print(told if line.terrain else told.append(f"  {line.rule}", "dim"))
    out.print(Text(language.say("Total: {points:point}", points=sheet.total), "bold"))


def _sheet_json(sheet: ScoreSheet) -> dict[str, Any]:
    lines = []
    for line in sheet.lines:
        told: dict[str, Any] = {"rule": line.rule, "points": line.points}
        if line.terrain is not None:
            told |= {"terrain": line.terrain, "squares": line.squares, "crowns": line.crowns}
            told["cells"] = [list(cell) for cell in line.cells]
        lines.append(told)
    return {
        "lines": lines,
        "total": sheet.total,
        "largest_property": sheet.largest_property,
        "crowns": sheet.crowns,
    }


# --- replay -------------------------------------------------------------------------------------------------


@click.command()
@_file
@click.option("--game", "expr", help="Judge by the rules of this game; by default the one the record names.")
@click.option("--adjudicate", is_flag=True, help="Under other rules, list what differs instead of refusing.")
@click.option("--step", is_flag=True, help="Show every move, and the kingdom it was made in.")
@_json
@language_option
def replay(file: IO[bytes], expr: str | None, adjudicate: bool, step: bool, as_json: bool, language: Language) -> None:
    """Play a record again: every move and the result are checked, and the final table is shown."""
    talk = TableTalk(language)
    out = console()
    report = []
    for record in read_records(read_text(file)):
        rules = load(expr or record.ruleset)
        replayed = record.replay(rules, adjudicate=adjudicate)
        if as_json:
            report.append(_replay_json(record, replayed))
            continue
        if step:
            _show_steps(record, rules, replayed.game, talk)
        out.print(table_text(replayed.game, talk))
        if replayed.differences:
            out.print(talk.differs())
            for difference in replayed.differences:
                out.print(f"  {difference}")
        else:
            out.print(talk.confirmed(over=replayed.game.over, has_result=record.result is not None))
        if replayed.game.over:
            out.print(ranking_text(replayed.game.ranking(), rules, talk))
    if as_json:
        print_json(report)


def _show_steps(record: Record, rules: Ruleset, end: Game, talk: TableTalk) -> None:
    out = console()
    game = record._replace(moves=(), result=None, hash=rules.hash).replay(rules).game
    for move in end.moves:
        player = game.player
        assert player is not None, "a move was made, so it was somebody's turn"
        game = game.after(move)
        out.print(talk.moved(player, move))
        out.print(kingdom_text(game.kingdoms[player]))
        out.print()


def _replay_json(record: Record, replayed: Replay) -> dict[str, Any]:
    game = replayed.game
    return {
        "ruleset": game.rules.expression,
        "hash": game.rules.hash,
        "seed": record.seed,
        "over": game.over,
        "kingdoms": [str(kingdom) for kingdom in game.kingdoms],
        "scores": [_sheet_json(sheet) for sheet in game.scores()],
        "ranking": [standing._asdict() for standing in game.ranking().standings],
        "differences": list(replayed.differences),
    }


# --- play ---------------------------------------------------------------------------------------------------


@click.command()
@click.argument("expr", required=False)
@click.option("--players", type=int, help="How many play; by default you and the opponents.")
@click.option("--seed", type=int, help="Where all luck comes from; by default another one each time.")
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    type=click.Choice([*BOTS, "person"]),
    help="Who plays against you, once for each; everyone else sits at this keyboard.",
)
@click.option("--save", "save_to", type=click.Path(path_type=Path, dir_okay=False), help="Keep the game in this file.")
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with a game that was kept; it is kept in the same file unless --save names another.",
)
@language_option
def play(
    expr: str | None,
    players: int | None,
    seed: int | None,
    opponents: tuple[str, ...],
    save_to: Path | None,
    resume: Path | None,
    language: Language,
) -> None:
    """Play at the terminal: people at one keyboard, or against a random or a greedy opponent.

    You are player 1. EXPR names the game; it can be left out if a game is resumed.
    """
    talk = TableTalk(language)
    if resume is not None:
        if players is not None or seed is not None:
            raise click.UsageError("a game that is resumed has its players and its seed already")
        with resume.open("rb") as stream:
            records = read_records(read_text(stream))
        match = resumed(load(expr or records[0].ruleset), records)
    elif expr is None:
        raise click.UsageError("which game? Name one, such as classic or classic+harmony, or --resume a file")
    else:
        rules = load(expr)
        players = players or (len(opponents) + 1 if opponents else min(rules.players))
        match = new_match(rules, players=players, seed=secrets.randbelow(10**6) if seed is None else seed)
    if len(opponents) >= match.players:
        raise click.UsageError(f"{match.players} players are you and {match.players - 1} opponents at most")
    if save_to is None:
        save_to = resume
    elif save_to.exists() and save_to != resume:
        raise NotSaved(talk.file_is_there(str(save_to)))
    Sitting(match, opponents, save_to, talk).run()
