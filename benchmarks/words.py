"""The words: one rulebook, and every rulebook of every official game in every language."""

from collections.abc import Iterator
from itertools import combinations
from time import perf_counter

import kingdomrules as kr
from benchmarks import Measure, timed
from kingdomrules import shipped

PRINTED = {"classic": ("dynasty", "harmony", "middle-kingdom", "mighty-duel"), "revised": ("harmony", "middle-kingdom")}


def measures() -> Iterator[Measure]:
    rules = kr.load("classic+harmony")
    one = timed(lambda: kr.rulebook(rules, language="lt", players=3).html())
    yield Measure("one rulebook in one language", one, 20)
    yield Measure(f"all {len(official_games())} official games in all languages", _everything(), 10_000)


def official_games() -> list[str]:
    """Every edition with every combination of the variants its print has."""
    return [
        "+".join((edition, *chosen))
        for edition, variants in PRINTED.items()
        for size in range(len(variants) + 1)
        for chosen in combinations(variants, size)
    ]


def _everything() -> float:
    start = perf_counter()
    for game in official_games():
        rules = kr.load(game)
        for language in shipped.languages():
            for players in (None, *rules.players):
                kr.rulebook(rules, language=language, players=players).html()
    return (perf_counter() - start) * 1000
