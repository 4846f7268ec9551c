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


class Run(NamedTuple):
    """The names of the files that were made, and of those that were good as they were."""

    made: tuple[str, ...]
    kept: tuple[str, ...]


def print_books(
    books: Iterable[tuple[str, Rulebook]], folder: Path, *, every: bool = False, step: Callable[[], None] = lambda: None
) -> Run:
    """Print each book to the file of its name; `step` is called whenever one is there.

    If these are `every` book there is, files of earlier runs that are no longer among them go. An interrupted run
    leaves only whole files, and the next one goes on from there.
    """
    before = _made(folder)
    good: dict[str, str] = {}
    waiting: dict[str, tuple[str, Future[None]]] = {}
    # Not forked: whoever shows progress has threads, which a fork does not survive.
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as workers:
        try:
            for name, book in books:
                told = manuscript(book)
                fingerprint = _fingerprint(told)
                if before.get(name) == fingerprint and (folder / name).is_file():
                    good[name] = fingerprint
                    step()
                else:
                    waiting[name] = fingerprint, workers.submit(_print, told, folder / name)
                    waiting[name][1].add_done_callback(lambda _: step())
            for _, printing in waiting.values():
                printing.result()
        finally:
            workers.shutdown(cancel_futures=True)
            made = {name: print_ for name, (print_, printing) in waiting.items() if _came_out(printing)}
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


def _came_out(printing: Future[None]) -> bool:
    return printing.done() and not printing.cancelled() and printing.exception() is None


# --- in a process of its own ---


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _print(told: Manuscript, path: Path) -> None:
    _write(path, typeset(told))


def _write(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
