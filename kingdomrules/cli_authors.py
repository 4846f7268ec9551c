"""The commands for people who write rules: a file to start from, and the check, once or while they type."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from kingdomrules import shipped
from kingdomrules.cli_language import language_option
from kingdomrules.cli_output import print_json
from kingdomrules.ruleset.complaints import Complaint
from kingdomrules.ruleset.export import json_schema
from kingdomrules.ruleset.files import rules_files
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words.checking import Report, report
from kingdomrules.words.explain import complaint_message, complaint_text
from kingdomrules.words.language import Language

HOUSE_RULE = """\
# yaml-language-server: $schema={schema}
# A house rule: which of the rules it changes, each named by its id. Try it:
#   kingdomrules check {path} --watch
#   kingdomrules rulebook classic+{expression} --lang lt
#   kingdomrules play classic+{expression}
format: 1
variant: {id}
status: house
title:
  en: {title}            # one line for each language you know: et, lv, lt, hu, pl, is, ru
# source: house rule     # or where you have it from
# players: [2, 3, 4]     # only for these numbers of players

# New rules, by an id of your own.
add:
  scoring.{id}:
    kind: points_for_each
    points: 5                # or less than nothing: points are lost
    count: squares           # or properties, crowns, terrains, gaps, discarded-dominoes
    where: {{terrain: lake, castle: around}}
    # what a square can be asked:   terrain: lake or [lake, mine]; crowns: {{at_least: 1}}; at: corner, edge, centre;
    #                               castle: touching or around
    # what a property can be asked: terrain, crowns, castle, and size: {{exactly: 5}}
    # of both: any_of: [{{…}}, {{…}}] and none_of: [{{…}}]; numbers are at_least, exactly or at_most
    # every: 3               # points for every full three only
    # at_most: 20            # no more points than this

  # scoring.{id}-once:       # points once, if all of this holds
  #   kind: points_if
  #   points: 10
  #   castle: corner         # or middle
  #   outline: 5             # the kingdom is exactly 5 squares wide and 5 high
  #   filled: true           # without a gap
  #   count: terrains        # something counted as above, with where if you like …
  #   number: {{at_least: 6}}  # … and compared

  # scoring.{id}-most:       # points for the player who has most of something
  #   kind: points_for_most
  #   points: 7
  #   count: squares
  #   where: {{terrain: forest}}
  #   ties: all              # or none: what becomes of the points if several have equally many

  # scoring.{id}-lines:      # points for straight lines of squares, diagonals too
  #   kind: points_for_lines
  #   points: 10
  #   length: 3
  #   where: {{crowns: {{at_least: 1}}}}
  #   reading: apart         # or crossing: lines may share a square

# New values for what is there already:
# set:
#   players.2.grid: 7
#   players.2.dominoes: 48
#   turn.discarding: freely
#   placement.matching.castle: start-only

# Rules that no longer hold:
# remove: [ties.most-crowns]

# Kingdoms, and what the rules above earn on them; the check counts them again.
examples:
  - kingdom: |
      L1 L  W
      F  C  L
      F  F  W
    points: 15
  - kingdom: |
      L L F C W
    points: 0

  # A rule without points is shown otherwise. A domino that fits, or the rules that refuse it:
  # - kingdom: C W
  #   domino: F L
  #   at: 2,0e               # its first half, seen from the castle on 0,0; its second half: e, n, w or s of it
  #   refused: [placement.matching]   # or fits: true, or fits: false

  # Everybody's kingdoms, and who wins (in a match, games: a list of kingdoms for each game):
  # - kingdoms: [W1 W C, W2 C]
  #   winners: [1]

  # The first moves of a game, and whose turn it is then:
  # - players: 3
  #   pile: [30, 10, 20]     # the dominoes dealt first, by number
  #   moves: k30 k10 k20
  #   to_move: 2             # or line, unchosen, left; or refused, if the last move is not allowed
"""

CHECKS_PER_SECOND = 10


@click.command()
@click.argument("id")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="The folder to write to.")
def new(id: str, out: Path) -> None:
    """Start a house rule: a commented file that loads as it is, with the schema for your editor beside it."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id) or len(id) > 40:
        raise click.UsageError(f"'{id}' is no id: use small letters, figures and single hyphens, such as my-rules")
    if id in Shelf().files:
        raise click.UsageError(f"'{id}' is taken by a rules file that is shipped; choose another id")
    path, schema_path = out / f"{id}.yaml", out / "kingdomrules-variant.schema.json"
    if path.exists():
        raise click.ClickException(f"{path} is there already and was left alone")
    out.mkdir(parents=True, exist_ok=True)
    named = path.as_posix()
    expression = named if "/" in named else f"./{named}"
    title = id.replace("-", " ").capitalize()
    text = HOUSE_RULE.format(id=id, title=title, path=named, expression=expression, schema=schema_path.name)
    schema_path.write_text(json.dumps(json_schema("variant"), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    click.echo(f"{path} is ready; try: kingdomrules show classic+{expression}")


@click.command()
@click.argument("what", metavar="[PATH|EXPR]...", nargs=-1)
@language_option
@click.option("--format", "style", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
def check(what: tuple[str, ...], language: Language, style: str, as_json: bool, watch: bool) -> None:
    """Check rules files, folders of them, whole games, or everything shipped; all complaints at once.

    A variant is tried with every edition: it must go with one of them, and a note tells with which it does not.
    """
    games = [word for word in what if "+" in word and not Path(word).exists()]
    paths = [Path(word) for word in what if word not in games]
    if watch:
        try:
            for _ in changes([*paths, *_files_of(games)]):
                _tell(report(paths, games), language)
                now = time.strftime("%H:%M:%S")
                click.echo(language.say("Checked at {time}; waiting for changes. Ctrl-C ends this.", time=now))
        except KeyboardInterrupt:
            click.echo()
        return
    found = report(paths, games)
    style = "json" if as_json else style
    if style == "json":
        told = {
            "files": found.looked_at,
            "complaints": [complaint.as_json() for complaint in found.complaints],
            "never_both": found.rivals,
            "not_with": [
                {"file": file, "edition": edition, "complaints": [complaint.as_json() for complaint in complaints]}
                for file, edition, complaints in found.not_with
            ],
        }
        print_json(told)
    elif style == "github":
        for complaint in found.complaints:
            click.echo(complaint.as_annotation())
    else:
        _tell(found, language)
    if found.complaints:
        raise SystemExit(1)


def _files_of(games: Iterable[str]) -> Iterator[Path]:
    """The parts of expressions that are files; ids are looked up on the shelf."""
    files = Shelf().files
    for part in (part for game in games for part in game.split("+")):
        yield files.get(part, Path(part))


def changes(
    paths: Sequence[Path], pause: Callable[[], None] = lambda: time.sleep(1 / CHECKS_PER_SECOND)
) -> Iterator[None]:
    """Once at the start, and again whenever something was written, came or went."""
    watched = list(paths) or [shipped.RULES, *shipped.search_path()]
    before: dict[Path, int] | None = None
    while True:
        now = dict(_written(watched))
        if now != before:
            yield
        before = now
        pause()


def _written(paths: Iterable[Path]) -> Iterator[tuple[Path, int]]:
    for path in paths:
        for file in rules_files(path) if path.is_dir() else [path]:
            try:
                yield file, file.stat().st_mtime_ns
            except OSError:  # many editors write a file beside it and move it there
                continue


def _tell(found: Report, language: Language) -> None:
    print_complaints(found.complaints, language)
    print_warnings(found.rivals, language)
    for file, edition, complaints in found.not_with:
        reason = "; ".join(complaint_message(complaint, language) for complaint in complaints)
        note = language.say(
            "Note: {file} does not go with {edition}: {reason}", file=file, edition=edition, reason=reason
        )
        click.echo(note, err=True)
    if not found.complaints:
        click.echo(language.say("Files checked: {files}. Nothing is wrong.", files=len(found.looked_at)))


def print_complaints(complaints: Iterable[Complaint], language: Language) -> None:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    for complaint in complaints:
        text = Text(complaint_text(complaint, language) + "\n")
        text.highlight_regex(r"^\w+\[KR\d+\]", "bold red")
        text.highlight_regex(r"(?m)^ *\| *\^+.*$", "cyan")
        console.print(text)


def print_warnings(rivals: Iterable[tuple[str, str]], language: Language) -> None:
    """Nothing is wrong with rules that can never both pay, but somebody will want to know."""
    for first, second in rivals:
        click.echo(language.say("Note: {first} and {second} can never both pay.", first=first, second=second), err=True)
