"""What a check found, before anybody knows which file it stands in."""

from dataclasses import dataclass
from typing import Any

from kingdomrules.ruleset.loading import Path_


@dataclass(frozen=True, slots=True)
class Finding:
    """A complaint that does not know its file yet: the code, the value it is about, the facts."""

    code: str
    path: Path_
    facts: dict[str, Any]
    related: tuple[Path_, ...] = ()
    dormant: bool = False
    """Whether the value only has nothing to speak of here: harmless when a variant made it so."""
    at_key: bool = False
    """Whether the key is meant and not its value."""
