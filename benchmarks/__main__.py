from collections.abc import Callable, Iterable

from benchmarks import play, ruleset, words

ROOMS: tuple[Callable[[], Iterable[object]], ...] = (ruleset.measures, words.measures, play.measures)

print(f"{'':48}{'measured':>13}{'budget':>13}{'share':>8}")
for measures in ROOMS:
    for measure in measures():
        print(measure)
