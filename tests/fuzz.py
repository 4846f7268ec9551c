"""Untrusted input by the hundred thousand: `python -m tests.fuzz [count] [seed]`.

Random bytes, and real notation, pictures, records, positions, JSON and rules files with some of their characters or
values changed. Whatever comes in, only the library's own errors may come out, each with a sentence, and soon.
"""

import copy
import json
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.ruleset.loading import parse
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words.checking import example_complaints
from tests.random_play import OFFICIAL, load, played

SECONDS_FOR_ONE = 10
"""Longer than any single input takes on the slowest machine; it only ends what would hang."""
FRAGMENTS = (
    *("\x00", "\ufeff", "é", "𝟜", "٣", "\u2028", "\t", "\r", "\n", "  ", "-", "#", ":", "{", "}", "[", "]", '"', "'"),
    *(
        "NaN",
        "Infinity",
        "-0",
        "1e999",
        "9" * 30,
        "null",
        "true",
        "&a",
        "*a",
        "!!x",
        "---",
        "|",
        ">",
        "%",
        "@",
        "k",
        "x",
    ),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 48, 49, 10**9, 10**50, 10**5000, 0.5, float("nan"), float("inf")),
    *("", "k1", "x1", "1@0,0e", "-", "\x00", "9" * 50, [], {}, [[]], [1, 2], [[1, 2]], {"laid": []}),
)


class NoSentence(Exception):
    """An input that got no answer in time, or one that is no sentence: it ends the run."""


@contextmanager
def time_limit() -> Iterator[None]:
    def ring(_: int, __: FrameType | None) -> None:
        raise NoSentence(f"no answer in {SECONDS_FOR_ONE} seconds")

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS_FOR_ONE)
    try:
        yield
    finally:
        signal.alarm(0)


class Fuzzer:
    """Makes inputs and feeds them in, everything drawn from one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.folder = folder
        self.rules = [load(expression) for expression in OFFICIAL]
        self.games = [self._game() for _ in range(60)]
        self.records = [str(kr.Record.of(game)) for game in self.games]
        self.record_data = [json.dumps(kr.Record.of(game).as_json()) for game in self.games]
        self.positions = [json.dumps(kr.position_json(game)) for game in self.games]
        self.pictures = [str(kingdom) for game in self.games for kingdom in game.kingdoms]
        paths = sorted(shipped.RULES.rglob("*.yaml"))
        self.files = {path.name: path.read_text(encoding="utf-8") for path in paths}
        self.inputs: dict[str, tuple[int, Callable[[], object]]] = {
            "notation": (30, self.notation),
            "squares and dominoes": (5, self.dominoes),
            "pictures": (20, self.picture),
            "moves in a game": (10, self.moves),
            "records as text": (15, self.record_text),
            "records as JSON": (12, self.record_json),
            "positions": (12, self.position),
            "questions": (6, self.question),
            "rules as text": (3, self.rules_text),
            "rules files": (3, self.rules_file),
        }
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def _game(self) -> kr.Game:
        rules = self.rng.choice(self.rules)
        players = self.rng.choice(sorted(rules.players))
        return played(kr.new_game(rules, players=players, seed=self.rng.getrandbits(32)), self.rng.randrange(110), 1)

    def run(self, count: int, told_every: int = 0) -> None:
        kinds = list(self.inputs)
        weights = [weight for weight, _ in self.inputs.values()]
        for number in range(1, count + 1):
            (kind,) = self.rng.choices(kinds, weights)
            before = self.rng.getstate()
            try:
                with time_limit():
                    self.inputs[kind][1]()
                self.accepted[kind] += 1
            except kr.KingdomRulesError as error:
                self.refused[kind] += 1
                if " " not in str(error).strip():
                    raise NoSentence(f"{kind}: {error!r} is no sentence") from error
            except Exception:
                self.rng.setstate(before)
                print(f"input {number}, of {kind}, made something else than a sentence:", file=sys.stderr)
                raise
            if told_every and number % told_every == 0:
                print(f"{number:8} inputs, {self.refused.total():8} refused", flush=True)

    # --- making inputs ---

    def garbage(self, longest: int = 200) -> str:
        return self.rng.randbytes(self.rng.randrange(longest)).decode("utf-8", "replace")

    def mutated(self, text: str) -> str:
        """The text with a few characters dropped, doubled, swapped, replaced or put in."""
        if self.rng.random() < 0.05:
            return self.garbage()
        for _ in range(self.rng.choice((1, 1, 2, 3, 8))):
            at = self.rng.randrange(len(text) + 1)
            end = min(len(text), at + self.rng.choice((0, 1, 1, 2, 5, 40)))
            match self.rng.randrange(5):
                case 0:
                    text = text[:at] + text[end:]
                case 1:
                    text = text[:end] + text[at:]
                case 2:
                    text = text[:at] + self.rng.choice(FRAGMENTS) + text[end:]
                case 3:
                    text = (
                        text[:at]
                        + chr(self.rng.choice((self.rng.randrange(128), self.rng.randrange(0xD800))))
                        + text[end:]
                    )
                case _:
                    other = self.rng.randrange(len(text) + 1)
                    text = text[:at] + text[other : other + 10] + text[at:]
        return text

    def changed(self, data: Any) -> Any:
        """Parsed JSON with one or two of its values replaced, dropped, copied or buried."""
        for _ in range(self.rng.choice((1, 1, 2))):
            data = self._changed_once(data)
        return data

    def _changed_once(self, data: Any) -> Any:
        if isinstance(data, dict | list) and data and self.rng.random() < 0.85:
            keys = list(data) if isinstance(data, dict) else list(range(len(data)))
            key = self.rng.choice(keys)
            match self.rng.randrange(8):
                case 0:
                    del data[key]
                case 1:
                    copied = copy.deepcopy(data[self.rng.choice(keys)])
                    if isinstance(data, dict):
                        data[self.garbage(20)] = copied
                    else:
                        data.insert(key, copied)
                case 2:
                    data[key] = copy.deepcopy(data[self.rng.choice(keys)])
                case _:
                    data[key] = self._changed_once(data[key])
            return data
        match self.rng.randrange(6):
            case 0 if isinstance(data, str):
                return self.mutated(data)
            case 1 if isinstance(data, int):
                return data + self.rng.choice((-1, 1, 10, -48))
            case 2:
                for _ in range(self.rng.choice((1, 5, 150))):
                    data = [data]
                return data
            case _:
                return copy.deepcopy(self.rng.choice(VALUES))

    # --- feeding them in ---

    def notation(self) -> object:
        game = self.rng.choice(self.games)
        legal = [str(move) for move in game.legal_moves()] or ["12@1,0e", "x12", "k17"]
        move = kr.parse_move(self.mutated(self.rng.choice(legal)))
        assert kr.parse_move(str(move)) == move
        return move

    def dominoes(self) -> object:
        return kr.Domino.parse(self.mutated("W1 F")) if self.rng.random() < 0.5 else kr.Square.parse(self.mutated("G2"))

    def picture(self) -> object:
        kingdom = kr.Kingdom.parse(self.mutated(self.rng.choice(self.pictures)))
        assert kr.Kingdom.parse(str(kingdom)) == kingdom
        return kr.score(
            self.rng.choice(self.rules), kingdom, self.rng.randrange(-1, 13), players=self.rng.choice((2, 3))
        )

    def moves(self) -> object:
        game = self.rng.choice(self.games)
        legal = [str(move) for move in game.legal_moves()] or ["12@1,0e"]
        return game.after(self.mutated(self.rng.choice(legal)))

    def record_text(self) -> object:
        number = self.rng.randrange(len(self.games))
        record = kr.Record.parse(self.mutated(self.records[number]))
        assert kr.Record.parse(str(record)) == record
        rules = self.rng.choice((self.games[number].rules, self.rng.choice(self.rules)))
        return record.replay(rules, adjudicate=self.rng.random() < 0.5)

    def record_json(self) -> object:
        text = self.rng.choice(self.record_data)
        record = kr.Record.from_json(self.changed(json.loads(text)))
        assert kr.Record.from_json(record.as_json()) == record
        return record.replay(load(json.loads(text)["ruleset"]), adjudicate=self.rng.random() < 0.5)

    def position(self) -> object:
        text = self.rng.choice(self.positions)
        rules = load(json.loads(text)["ruleset"])
        game = kr.game_from_position(rules, self.changed(json.loads(text)))
        again = kr.game_from_position(rules, kr.position_json(game))
        assert again.state == game.state
        return played(game, 1000, 1).scores()

    def question(self) -> object:
        rules, picture = self.rng.choice(self.rules), self.rng.choice(self.pictures)
        kingdom = kr.Kingdom.parse(picture if self.rng.random() < 0.5 else self.mutated(picture))
        domino: int | kr.Domino = self.rng.randrange(-2, 60)
        if self.rng.random() < 0.5:
            domino = kr.Domino.parse(self.mutated("W1 F"))
        players = self.rng.choice((None, 2, 3, 4, 9))
        spots = kr.placements(rules, kingdom, domino, players=players)
        x, y = self.rng.choice((0, 1, -5, 99, 10**30)), self.rng.choice((0, 1, 7, -(10**30)))
        direction = self.rng.choice((*"enws", "", "E", "north"))
        reasons = kr.refusals(rules, kingdom, domino, x, y, direction, players=players)
        assert not reasons or kr.Spot(x, y, direction) not in spots
        return reasons

    def rules_text(self) -> object:
        return parse(self.mutated(self.rng.choice(list(self.files.values()))), "fuzzed.yaml").data

    def rules_file(self) -> object:
        """A shipped file with changes, checked as a file and, if it is a variant, put into a game."""
        name = self.rng.choice(list(self.files))
        path = self.folder / name
        path.write_bytes(self.mutated(self.files[name]).encode("utf-8", "surrogatepass"))
        checked = Shelf().check(path, path.name)
        complaints = checked.complaints or tuple(example_complaints(checked))
        assert all(str(complaint) and complaint.place.line for complaint in complaints if complaint.code > "KR100")
        edition = self.rng.choice(("classic+", "revised+", "", self.garbage(10)))
        return kr.load(f"{edition}{path}")


def main(count: int = 100_000, seed: int = 1) -> None:
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(seed, Path(folder))
        fuzzer.run(count, told_every=max(1, count // 10))
    print(f"\n{'input':24}{'accepted':>10}{'refused':>10}")
    for kind in fuzzer.inputs:
        print(f"{kind:24}{fuzzer.accepted[kind]:10}{fuzzer.refused[kind]:10}")
    print(f"{'all':24}{fuzzer.accepted.total():10}{fuzzer.refused.total():10}")
    print(f"{count} inputs in {time.perf_counter() - started:.0f} s, seed {seed}: nothing but sentences came out")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
