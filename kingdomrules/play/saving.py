"""A match in a file: the records of its games one below the other, written whole or not at all."""

import json
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kingdomrules.play.engine import Game, new_game
from kingdomrules.play.kingdom import Unreadable
from kingdomrules.play.match import Match
from kingdomrules.play.record import Record, WrongRecord
from kingdomrules.ruleset.schema import Ruleset

_BEGIN = re.compile(r"^(?=kingdomrules record)", re.MULTILINE)


def match_text(match: Match) -> str:
    """Every game of a match as its record."""
    return "\n".join(str(Record.of(game)) for game in match.games)


def read_records(text: str) -> tuple[Record, ...]:
    """The records in a text, at least one; a record as JSON is understood too.

    >>> from kingdomrules.ruleset.shelf import load
    >>> game = new_game(load("classic"), players=2, seed=7)
    >>> [record.seed for record in read_records(str(Record.of(game)))]
    [7]
    """
    if text.lstrip().startswith("{"):
        try:
            return (Record.from_json(json.loads(text)),)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"this begins like JSON, and is none: {error!s:.80}") from None
    parts = [part for part in _BEGIN.split(text) if part.strip()]
    return tuple(Record.parse(part) for part in parts or [text])


def resumed(rules: Ruleset, records: Sequence[Record]) -> Match:
    """The match that these records tell, every move of it checked, to be played on."""
    first, games = records[0], rules.match.games
    if len(records) > games:
        raise WrongRecord(f"a match of {rules.id} has {games} games, and there are records of {len(records)}")
    if games > 1 and [record.seed for record in records] != [(first.seed or 0) + n for n in range(len(records))]:
        raise WrongRecord("the games of a match are dealt from its seed, then from the next ones")
    if any(record.players != first.players for record in records):
        raise WrongRecord("the games of a match have the same number of players")
    played: list[Game] = [record.replay(rules).game for record in records]
    if any(not game.over for game in played[:-1]):
        raise WrongRecord("only the last game of a match may be unfinished")
    seed = first.seed or 0
    if played[-1].over and len(played) < games:
        played.append(new_game(rules, players=first.players, seed=seed + len(played)))
    return Match(rules, first.players, seed, tuple(played))


def save(path: Path, text: str) -> None:
    """Write a file so that there is always the old one or the new one, and never half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
