"""A played game as text a person can read, and as JSON; and replay, which trusts neither.

kingdomrules record 1
ruleset: classic+harmony
hash: 1ed75fe5f0dc3bbb
players: 3
seed: 7
moves:
  k5 k12 k30
  5@1,0e k8 …
result: 34 28 41
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.engine import Game
from kingdomrules.play.kingdom import Unreadable
from kingdomrules.play.moves import Claim, IllegalMove, Move, parse_move
from kingdomrules.play.state import SEED_DIGITS, Deal, Table, back_and_forth, table
from kingdomrules.ruleset.schema import Ruleset

FORMAT = 1
MAX_CHARACTERS = 100_000
MAX_MOVES = 5_000
_HEAD = "kingdomrules record"
_KEYS = ("ruleset", "hash", "players", "seed", "pile", "taken_out", "first_choice", "moves", "result")
_WHOLE = re.compile(rf"-?[0-9]{{1,{SEED_DIGITS}}}", re.ASCII)
_COMMENT = re.compile(r"(^|\s)#.*")


class WrongRecord(KingdomRulesError):
    """A record that does not replay; the sentence says where it goes wrong."""


class Record(NamedTuple):
    """Which rules, which luck, which moves, and how it ended."""

    ruleset: str
    hash: str
    players: int
    seed: int | None
    deal: Deal | None
    moves: tuple[Move, ...]
    result: tuple[int, ...] | None = None

    @classmethod
    def of(cls, game: Game) -> "Record":
        """The record of a game, finished or not. The luck is kept as the seed where there is one."""
        if game.deal.begun is not None:
            raise WrongRecord("this game was taken up in the middle: keep it as a position, it has no record")
        result = tuple(sheet.total for sheet in game.scores()) if game.over else None
        deal = game.deal if game.seed is None else None
        return cls(game.rules.expression, game.rules.hash, game.players, game.seed, deal, game.moves, result)

    # --- as text ---

    def __str__(self) -> str:
        lines = [f"{_HEAD} {FORMAT}", f"ruleset: {self.ruleset}", f"hash: {self.hash}", f"players: {self.players}"]
        if self.deal is None:
            lines.append(f"seed: {self.seed}")
        else:
            piles = {"pile": self.deal.pile, "taken_out": self.deal.taken_out, "first_choice": self.deal.first_choice}
            lines += [f"{key}: {_spaced(numbers)}".rstrip() for key, numbers in piles.items()]
        lines.append("moves:")
        lines += [f"  {_spaced(turns)}" for turns in _by_round(self.moves)]
        if self.result is not None:
            lines.append(f"result: {_spaced(self.result)}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """A record from its text; what is not understood is told with its line."""
        if len(text) > MAX_CHARACTERS:
            raise Unreadable(f"a record has at most {MAX_CHARACTERS} characters, this text has {len(text)}")
        lines = [(n, _COMMENT.sub("", line).strip()) for n, line in enumerate(text.splitlines(), 1)]
        lines = [(n, line) for n, line in lines if line]
        if not lines or not lines[0][1].startswith(_HEAD):
            raise Unreadable(f"a record begins with '{_HEAD} {FORMAT}'")
        if lines[0][1] != f"{_HEAD} {FORMAT}":
            found = lines[0][1][len(_HEAD) :].strip()
            raise Unreadable(f"this is a record of format {found!r:.20}; this kingdomrules reads format {FORMAT}")
        fields: dict[str, list[str]] = {}
        key = ""
        for number, line in lines[1:]:
            name, colon, rest = line.partition(":")
            if colon:
                key = name.strip()
                if key not in _KEYS or key in fields:
                    wrong = "is written twice" if key in fields else f"is none of {', '.join(_KEYS)}"
                    raise Unreadable(f"line {number} of the record: {key!r:.40} {wrong}")
                fields[key] = rest.split()
            elif key == "moves":
                fields[key] += line.split()
            else:
                raise Unreadable(f"line {number} of the record: expected 'key: value', got {line!r:.40}")
        data: dict[str, Any] = {
            name: _numbers(name, words) if name in ("pile", "taken_out", "first_choice", "result") else words
            for name, words in fields.items()
        }
        for name in ("ruleset", "hash"):
            if name in fields:
                data[name] = " ".join(fields[name])
        for name in ("players", "seed"):
            if name in fields:
                (data[name],) = _numbers(name, fields[name], exactly=1)
        return cls.from_json(data)

    # --- as JSON ---

    def as_json(self) -> dict[str, Any]:
        """Plain data; `record_schema()` describes it."""
        data: dict[str, Any] = {"ruleset": self.ruleset, "hash": self.hash, "players": self.players}
        if self.deal is None:
            data["seed"] = self.seed
        else:
            data |= {"pile": list(self.deal.pile), "taken_out": list(self.deal.taken_out)}
            data["first_choice"] = list(self.deal.first_choice)
        data["moves"] = [str(move) for move in self.moves]
        if self.result is not None:
            data["result"] = list(self.result)
        return data

    @classmethod
    def from_json(cls, data: object) -> "Record":
        if not isinstance(data, Mapping):
            raise Unreadable(f"a record is an object with keys, got {_kind_of(data)}")
        if strange := sorted(str(key) for key in data if key not in _KEYS):
            raise Unreadable(f"a record has no key {strange[0]!r:.40}; its keys are {', '.join(_KEYS)}")
        for key, kind in (("ruleset", str), ("hash", str), ("players", int), ("moves", list)):
            if key not in data:
                raise Unreadable(f"the record has no key {key!r}")
            value = data[key]
            if not isinstance(value, kind) or isinstance(value, bool):
                raise Unreadable(f"{key} of a record: expected {_NAMES[kind]}, got {_kind_of(value)}")
        moves = data["moves"]
        if len(moves) > MAX_MOVES:
            raise Unreadable(f"a record has at most {MAX_MOVES} moves, this one has {len(moves)}")
        if not all(isinstance(move, str) for move in moves):
            raise Unreadable("moves of a record are texts such as '12@1,0e'")
        whole_numbers({"players": [data["players"]]}, "players")
        seed = data.get("seed")
        piles = [key for key in ("pile", "taken_out", "first_choice") if key in data]
        if (seed is None) == (not piles):
            raise Unreadable("a record has either a seed, or a pile with taken_out and first_choice")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise Unreadable(f"seed of a record: expected a whole number, got {_kind_of(seed)}")
        deal = None
        if piles:
            pile, taken_out, first = (whole_numbers(data, key) for key in ("pile", "taken_out", "first_choice"))
            deal = Deal(pile, taken_out, first)
        result = whole_numbers(data, "result") if "result" in data else None
        parsed = tuple(parse_move(move) for move in moves)
        return cls(data["ruleset"], data["hash"], data["players"], seed, deal, parsed, result)

    # --- playing it again ---

    def replay(self, rules: Ruleset, *, adjudicate: bool = False) -> "Replay":
        """The game this record tells, every move and the result checked.

        Under another ruleset than it was played by a record is refused, unless it is to be adjudicated anew:
        then the differences are listed instead.
        """
        differences: list[str] = []
        if self.hash != rules.hash:
            told = (
                f"this record was played by {self.ruleset} with the hash {self.hash}, "
                f"but {rules.id} has the hash {rules.hash}: the rules are not the same"
            )
            if not adjudicate:
                raise WrongRecord(told)
            differences.append(told)
        ready = table(rules, self.players)
        deal = self.deal if self.deal is not None else ready.deal(self.seed or 0)
        check_deal(ready, deal)
        game = Game(ready, ready.start(deal), deal, self.seed)
        for number, move in enumerate(self.moves, 1):
            try:
                game = game.after(move)
            except IllegalMove as error:
                told = f"move {number} of the record: {error}"
                if not adjudicate:
                    raise WrongRecord(told) from error
                differences.append(told)
                return Replay(game, tuple(differences))
        if self.result is not None:
            differences += self._about_result(game, adjudicate)
        return Replay(game, tuple(differences))

    def _about_result(self, game: Game, adjudicate: bool) -> Iterator[str]:
        if not game.over:
            told = "the record has a result, but its moves do not finish the game"
        else:
            scored = tuple(sheet.total for sheet in game.scores())
            if scored == self.result:
                return
            told = f"the record says the result is {_spaced(self.result or ())}, the rules say {_spaced(scored)}"
        if not adjudicate:
            raise WrongRecord(told)
        yield told


class Replay(NamedTuple):
    """A record played again: where it led, and what differs from what it says."""

    game: Game
    differences: tuple[str, ...]


def check_deal(ready: Table, deal: Deal) -> None:
    """Refuse a pile that cannot have come out of the box."""
    seen = sorted([*deal.pile, *deal.taken_out])
    if len(deal.pile) != ready.row.dominoes:
        raise WrongRecord(f"the pile has {len(deal.pile)} dominoes; {ready.players} players use {ready.row.dominoes}")
    if seen != sorted(ready.dominoes):
        doubled = next((n for n, m in pairwise(seen) if n == m), None)
        strange = next((n for n in seen if n not in ready.dominoes), None)
        if doubled is not None:
            raise WrongRecord(f"domino {doubled} is there twice")
        if strange is not None:
            raise WrongRecord(f"there is no domino {strange}: they are numbered from 1 to {len(ready.dominoes)}")
        raise WrongRecord(f"pile and taken_out hold {len(seen)} dominoes, and the box has {len(ready.dominoes)}")
    kings = sorted(player for player in range(ready.players) for _ in range(ready.row.kings))
    if sorted(deal.first_choice) != kings:
        raise WrongRecord(
            f"first_choice names players from 0 to {ready.players - 1}, each as often as they have kings "
            f"({ready.row.kings}); got {_spaced(deal.first_choice)}"
        )
    check_first_choice(ready, deal.first_choice)


def check_first_choice(ready: Table, first_choice: Sequence[int]) -> None:
    """Refuse an order of choosing that only drawn kings could give, where the players go back and forth."""
    if ready.row.first_choice == "back-and-forth" and list(first_choice) != back_and_forth(first_choice[0]):
        raise WrongRecord(f"first_choice goes back and forth between the players; got {_spaced(first_choice)}")


def record_schema() -> dict[str, Any]:
    """The JSON Schema (draft-07) of a record or an unfinished game."""
    numbers = {"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 999}
    notation = r"^([1-9][0-9]{0,2}@-?[0-9]{1,2},-?[0-9]{1,2}[enws]|[xk][1-9][0-9]{0,2})$"
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "kingdomrules record",
        "description": "A game, finished or not: its rules, its luck and its moves.",
        "type": "object",
        "additionalProperties": False,
        "required": ["ruleset", "hash", "players", "moves"],
        "oneOf": [{"required": ["seed"]}, {"required": ["pile", "taken_out", "first_choice"]}],
        "properties": {
            "ruleset": {"type": "string", "description": "the expression that loads the rules"},
            "hash": {"type": "string", "description": "fingerprint of the rules it was played by"},
            "players": {"type": "integer", "minimum": 1, "maximum": 4},
            "seed": {"type": "integer", "description": "where all luck comes from"},
            "pile": {**numbers, "description": "the dominoes in play, in the order they are dealt"},
            "taken_out": {**numbers, "description": "the dominoes that are not in play"},
            "first_choice": {**numbers, "description": "players in the order they choose first, once for each king"},
            "moves": {"type": "array", "items": {"type": "string", "pattern": notation}, "maxItems": MAX_MOVES},
            "result": {"type": "array", "items": {"type": "integer"}, "description": "points of each player"},
        },
    }


_NAMES: Mapping[type, str] = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def _kind_of(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return _NAMES.get(type(value), type(value).__name__)


def shown(value: object) -> str:
    """A value of untrusted data in a sentence: the start of a text, the name of anything larger."""
    if isinstance(value, str | float) or (isinstance(value, int) and abs(value) < 10**SEED_DIGITS):
        return f"{value!r:.40}"
    return _kind_of(value)


def whole_numbers(data: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """A list of whole numbers at a key of untrusted data."""
    values = data.get(key)
    if not isinstance(values, list) or len(values) > 999:
        raise Unreadable(f"{key}: expected a list of whole numbers, got {_kind_of(values)}")
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
            raise Unreadable(f"{key}: expected whole numbers, got {shown(value)}")
    return tuple(values)


def _numbers(key: str, words: Sequence[str], exactly: int | None = None) -> list[int]:
    if exactly is not None and len(words) != exactly:
        raise Unreadable(f"{key} of a record: expected one whole number, got {_spaced(words)!r:.40}")
    for word in words:
        if not _WHOLE.fullmatch(word):
            raise Unreadable(f"{key} of a record: expected whole numbers, got {word!r:.40}")
    return [int(word) for word in words]


def _spaced(items: Iterable[object]) -> str:
    return " ".join(str(item) for item in items)


def _by_round(moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Moves a line: the first choice, one claim for each king, and then as many placements a round."""
    kings = next((n for n, move in enumerate(moves) if not isinstance(move, Claim)), len(moves))
    line: list[Move] = []
    placed = kings
    for move in moves:
        if not isinstance(move, Claim):
            if placed == kings:
                yield line
                line, placed = [], 0
            placed += 1
        line.append(move)
    if line:
        yield line
