"""Playing: games and score sheets as shares of the bare loop, and whether turns get dearer as a game goes on."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter

import kingdomrules as kr
from benchmarks import bare_loop

GAMES_A_BATCH = 60
BATCHES = 15


@dataclass(frozen=True)
class Share:
    """One line of the table: a ratio of two things measured in the same run, and where it should stay."""

    what: str
    found: float
    target: float
    at_least: bool = False

    def __str__(self) -> str:
        bound = f"{'≥' if self.at_least else '≤'} {self.target:.2f}"
        used = self.target / self.found if self.at_least else self.found / self.target
        return f"{self.what:48}{self.found:13.2f}{bound:>13}{used:8.0%}"


def measures() -> Iterator[Share]:
    yield Share("random games, share of the bare loop", share_of_the_bare_loop(), 0.25, at_least=True)
    yield Share("a score sheet with lines, bare scorers", bare_scorers_a_sheet(), 4)
    yield Share("a late turn of a classic game, early turns", late_turns("classic", players=4), 1)
    yield Share("a late turn of a 7×7 duel, early turns", late_turns("revised", players=2), 1)


def best(*works: Callable[[], object]) -> list[float]:
    """Seconds for each piece of work, one after the other in turns; the best of each, as other programs run too."""
    fastest = [float("inf")] * len(works)
    for _ in range(BATCHES):
        for number, work in enumerate(works):
            start = perf_counter()
            work()
            fastest[number] = min(fastest[number], perf_counter() - start)
    return fastest


def random_game(rules: kr.Ruleset, players: int, seed: int, draw: Callable[[], float]) -> kr.Game:
    game = kr.new_game(rules, players=players, seed=seed)
    while moves := game.legal_moves():
        game = game.after(moves[int(draw() * len(moves))])
    return game


def share_of_the_bare_loop() -> float:
    rules = kr.load("classic")
    box = bare_loop.pieces(rules)
    draw = random.Random(1).random

    def bare() -> None:
        for _ in range(GAMES_A_BATCH):
            for kingdom in bare_loop.play(box, draw):
                bare_loop.points(kingdom)

    def through_the_front_door() -> None:
        for seed in range(GAMES_A_BATCH):
            random_game(rules, 4, seed, draw).scores()

    bare_seconds, seconds = best(bare, through_the_front_door)
    return bare_seconds / seconds


def bare_scorers_a_sheet() -> float:
    """Scoring the same kingdoms: the bare scorer's are rebuilt from the pictures."""
    rules = kr.load("classic")
    letters = [look.letter for look in rules.domino_set.terrains.values()]
    draw = random.Random(2).random
    kingdoms = [kingdom for seed in range(50) for kingdom in random_game(rules, 4, seed, draw).kingdoms]
    bare = []
    for kingdom in kingdoms:
        sets = [0] * 14
        for (x, y), square in kingdom.squares().items():
            bit = 1 << (bare_loop.MIDDLE + y * bare_loop.ROW + x)
            sets[letters.index(square.letter)] |= bit
            sets[bare_loop.ONES] |= bit * (square.crowns & 1)
            sets[bare_loop.TWOS] |= bit * (square.crowns >> 1)
        assert bare_loop.points(sets) == kr.score(rules, kingdom).total, "the yardstick scores as the engine does"
        bare.append(sets)
    bare_seconds, seconds = best(
        lambda: [bare_loop.points(sets) for sets in bare],
        lambda: [kr.score(rules, kingdom).total for kingdom in kingdoms],
    )
    return seconds / bare_seconds


def late_turns(expression: str, players: int) -> float:
    """What a move costs in the last quarter of a game, measured in moves of the first quarter."""
    rules = kr.load(expression)
    draw = random.Random(3).random
    random_game(rules, players, 0, draw)
    early: list[float] = []
    late: list[float] = []
    for seed in range(GAMES_A_BATCH * 3):
        game = kr.new_game(rules, players=players, seed=seed)
        seconds = []
        while True:
            start = perf_counter()
            moves = game.legal_moves()
            if not moves:
                break
            game = game.after(moves[int(draw() * len(moves))])
            seconds.append(perf_counter() - start)
        quarter = len(seconds) // 4
        early.append(sum(seconds[:quarter]))
        late.append(sum(seconds[-quarter:]))
    return fmean(late) / fmean(early)


if __name__ == "__main__":
    for measure in measures():
        print(measure)
