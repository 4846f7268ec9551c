"""Where rules/ and locales/ lie: at the top of a checkout, inside the package in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    # The checkout comes first: an editable install keeps a copy inside the package that would go stale.
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    return _PACKAGE / "_shipped" / name


RULES = _folder("rules")
LOCALES = _folder("locales")


def languages() -> tuple[str, ...]:
    """Every language there is a folder for, English first since it is the source."""
    found = sorted(folder.name for folder in LOCALES.iterdir() if (folder / "terms.yaml").is_file())
    return tuple(sorted(found, key=lambda code: code != "en"))
