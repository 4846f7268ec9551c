"""Getting ready: the import, and the whole rules folder read and checked."""

import subprocess
import sys
from collections.abc import Iterator

import kingdomrules as kr
from benchmarks import Measure, timed
from kingdomrules import shipped

_IMPORT = "from time import perf_counter as t; s = t(); import kingdomrules; print((t() - s) * 1000)"


def measures() -> Iterator[Measure]:
    yield Measure("import kingdomrules, in a fresh process", _import_time(), 250)
    yield Measure("load and check the whole rules folder", timed(kr.check), 100)
    house_rule = shipped.RULES / "house" / "castle-garden.yaml"
    yield Measure("check a house rule again, as --watch does", timed(lambda: kr.check([house_rule])), 200)


def _import_time() -> float:
    """The quickest of several: the first one may still have to compile."""
    runs = [subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)
