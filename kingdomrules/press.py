"""The press: many rulebooks at once, on every core, and only those that would come out differently than last time."""

import json
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from kingdomrules.words.printed import manuscript
from kingdomrules.words.rulebook import Rulebook
from kingdomrules.words.typesetting import Manuscript, means, typeset

MADE = "made.json"
"""Beside the PDFs: the fingerprint of what each was made from."""

BATCH = 24
"""So many neighbours are printed in one process: they have much in common, which is set only once."""


class Run(NamedTuple):
    """The names of the files that were made, and of those that were good as they were."""

    made: tuple[str, ...]
    kept: tuple[str, ...]


class _Job(NamedTuple):
    name: str
    fingerprint: str
    told: Manuscript


def print_books(
    books: Iterable[tuple[str, Rulebook]],
    folder: Path,
    *,
    every: bool = False,
    step: Callable[[int], None] = lambda _: None,
) -> Run:
    """Print each book to the file of its name; `step` is told whenever so many more are there.

    If these are `every` book there is, files of earlier runs that are no longer among them go. An interrupted run
    leaves only whole files, and the next one goes on from there.
    """
    before = _made(folder)
    good: dict[str, str] = {}
    printing: list[Future[dict[str, str]]] = []
    # Not forked: whoever shows progress has threads, which a fork does not survive.
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as workers:

        def submit(batch: list[_Job]) -> None:
            printing.append(workers.submit(_print, batch, folder))
            printing[-1].add_done_callback(lambda _: step(len(batch)))

        try:
            batch: list[_Job] = []
            for name, book in books:
                told = manuscript(book)
                fingerprint = _fingerprint(told)
                if before.get(name) == fingerprint and (folder / name).is_file():
                    good[name] = fingerprint
                    step(1)
                    continue
                batch.append(_Job(name, fingerprint, told))
                if len(batch) == BATCH:
                    submit(batch)
                    batch = []
            if batch:
                submit(batch)
            for some in printing:
                some.result()
        finally:
            workers.shutdown(cancel_futures=True)
            made = {name: mark for some in printing if _came_out(some) for name, mark in some.result().items()}
            _remember(folder, before | good | made)
    if every:
        for name in before.keys() - good.keys() - made.keys():
            (folder / name).unlink(missing_ok=True)
        _remember(folder, good | made)
    return Run(made=tuple(made), kept=tuple(good))


def _made(folder: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        read = json.loads((folder / MADE).read_bytes())
        return read if isinstance(read, dict) else {}
    return {}


def _remember(folder: Path, made: dict[str, str]) -> None:
    _write(folder / MADE, json.dumps(made, indent=0, sort_keys=True).encode())


def _fingerprint(told: Manuscript) -> str:
    return sha256(means() + json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _came_out(printing: Future[dict[str, str]]) -> bool:
    return printing.done() and not printing.cancelled() and printing.exception() is None


# --- in a process of its own ---


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _print(batch: Iterable[_Job], folder: Path) -> dict[str, str]:
    for job in batch:
        _write(folder / job.name, typeset(job.told))
    return {job.name: job.fingerprint for job in batch}


def _write(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
