"""How fast is it? `python -m benchmarks` prints a table; tests never assert a time."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Measure:
    """One line of the table: what was measured, and the share of its budget it took."""

    what: str
    milliseconds: float
    budget: float

    def __str__(self) -> str:
        return f"{self.what:48}{self.milliseconds:10.1f} ms{self.budget:10.0f} ms{self.milliseconds / self.budget:8.0%}"


def timed(work: Callable[[], object], times: int = 9) -> float:
    """The median of several runs, in milliseconds: one busy moment of the machine does not count."""

    def once() -> float:
        start = perf_counter()
        work()
        return (perf_counter() - start) * 1000

    return median(once() for _ in range(times))
