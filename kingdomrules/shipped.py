"""Where rules/ and locales/ lie: shipped with the library, and in folders of one's own.

The shipped ones stand at the top of a checkout and inside the package in a wheel. More folders are named by the
environment variable KINGDOMRULES_PATH, by `--rules` and by `with folders(…)`; each may have locales/ of its own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
VARIABLE = "KINGDOMRULES_PATH"
_named: ContextVar[tuple[Path, ...]] = ContextVar("named", default=())


def _folder(name: str) -> Path:
    # The checkout comes first: an editable install keeps a copy inside the package that would go stale.
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    return _PACKAGE / "_shipped" / name


RULES = _folder("rules")
LOCALES = _folder("locales")


@contextmanager
def folders(*paths: Path) -> Iterator[None]:
    """More folders of rules files, for everything that is loaded inside the block."""
    token = _named.set((*paths, *_named.get()))
    try:
        yield
    finally:
        _named.reset(token)


def search_path() -> tuple[Path, ...]:
    """Folders of one's own, nearest first: those named in the program, then those of the environment."""
    from_environment = [Path(part) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    return (*_named.get(), *from_environment)


def locale_folders() -> tuple[Path, ...]:
    """Folders with a folder for each language, the shipped one last."""
    own = [path / "locales" for path in search_path() if (path / "locales").is_dir()]
    return (*own, LOCALES)


def languages() -> tuple[str, ...]:
    """Every language there is a folder for, English first since it is the source."""
    found = {
        folder.name for place in locale_folders() for folder in place.iterdir() if (folder / "terms.yaml").is_file()
    }
    return tuple(sorted(found, key=lambda code: (code != "en", code)))
