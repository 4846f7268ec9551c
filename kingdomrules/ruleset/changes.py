"""What each file writes: layers, their assignments and changes, and which changes are addressed to nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingdomrules.ruleset.checks import USUAL_IDS
from kingdomrules.ruleset.complaints import Complaint, Place, nearest, one_slip_apart
from kingdomrules.ruleset.loading import Document, Path_
from kingdomrules.ruleset.schema import PLAYER_COUNTS, Edition, Variant
from kingdomrules.ruleset.shape import ENTRY_SECTIONS, RULE_KEYS, is_entry, wrong_step


@dataclass(frozen=True, slots=True)
class Layer:
    """A checked file with its places, where it lies, and the name an expression calls it by."""

    document: Document
    model: Edition | Variant
    path: Path
    called: str

    @property
    def id(self) -> str:
        return self.model.edition if isinstance(self.model, Edition) else self.model.variant


@dataclass(frozen=True, slots=True)
class Assignment:
    layer: str
    path: Path_
    value: Any
    key: Place
    place: Place
    document: Document
    written_at: Path_


@dataclass(frozen=True, slots=True)
class Change:
    """What one variant does to one address: the address, its place, and the assignments below it."""

    layer: str
    path: Path_
    place: Place
    verb: str
    assignments: tuple[Assignment, ...] = ()

    @property
    def value_place(self) -> Place:
        """The value that was set; what is added or removed is named by its address."""
        return self.assignments[0].place if self.verb == "set" else self.place


def misaddressed(base: Sequence[Assignment], changes: Sequence[Change]) -> Iterator[tuple[Change, Complaint]]:
    """The changes that make no sense wherever they are made."""
    entries = {a.path[:2]: a.key for a in base if is_entry(a.path[:2])}
    known = {*entries, *(change.path for change in changes if change.verb == "add")}
    rows: dict[tuple[str, ...], Complaint] = {}
    for before, change in zip([None, *changes], changes, strict=False):
        address = {"found": ".".join(change.path)}
        if change.path[0] == "players" and len(change.path) > 1 and change.path[1] not in PLAYER_COUNTS:
            # A row is one mistake, however many of its values are set.
            fixed = _as_row(change.path, entries)
            told = Complaint("KR127", change.place, {"found": change.path[1]}, fixed, PLAYER_COUNTS)
            yield change, rows.setdefault((change.layer, *change.path[:2]), told)
        elif before and (below := _below(before, change)):
            yield change, Complaint(_NOTHING_THERE["set"], change.place, address, below)
        elif wrong := wrong_step(change.path):
            yield change, _misspelt(change, *wrong, {".".join(a.path) for a in base} | USUAL_IDS)
        elif change.verb == "add":
            if not is_entry(change.path):
                yield change, Complaint("KR313", change.place, address)
            elif change.path in entries:
                yield change, Complaint("KR306", change.place, address, related=(entries[change.path],))
        elif change.path[0] in ENTRY_SECTIONS and (len(change.path) == 1 or change.path[:2] not in known):
            names = sorted(".".join(path) for path in known if path[0] == change.path[0])
            near = nearest(".".join(change.path[:2]), names)
            fixed = ".".join([near, *change.path[2:]]) if near else None
            yield change, Complaint(_NOTHING_THERE[change.verb], change.place, address, fixed, tuple(names))
        elif change.verb == "set" and (len(change.path) == 1 or is_entry(change.path)):
            yield change, Complaint("KR318", change.place, address)
        elif change.verb == "remove" and not is_entry(change.path) and ".".join(change.path) not in REMOVABLE:
            near = nearest(address["found"], REMOVABLE)
            yield change, Complaint("KR307", change.place, address, near, REMOVABLE)


_NOTHING_THERE = {"set": "KR305", "add": "KR313", "remove": "KR307"}

REMOVABLE = ("setup.thinning", "draft.unchosen", "match.equal_sums")
"""Settings a game can do without; beside them only rules and rows can be removed."""


def _below(before: Change, change: Change) -> str | None:
    """Somebody who sets a key of the rule named just above: set takes the whole address."""
    if change.verb == before.verb == "set" and len(change.path) == 1 and change.path[0] in RULE_KEYS:
        return ".".join([*before.path[:2], *change.path]) if is_entry(before.path[:2]) else None
    return None


def _as_row(path: Path_, entries: Mapping[Path_, Place]) -> str | None:
    """A figure typed twice is a slip; another figure is a wish."""
    rows = [row for section, row in entries if section == "players" and one_slip_apart(path[1], row)]
    return ".".join(["players", rows[0], *path[2:]]) if rows and len(path[1]) != 1 else None


def _misspelt(change: Change, step: int, choices: list[str], addresses: set[str]) -> Complaint:
    """The nearest address there is, or else this one with its one wrong step put right."""
    address = ".".join(change.path)
    fixed = nearest(address, addresses)
    if not fixed or not one_slip_apart(address, fixed):
        near = nearest(change.path[step], choices) if step < len(change.path) else None
        fixed = ".".join([*change.path[:step], near, *change.path[step + 1 :]]) if near else fixed
    if change.verb == "add" and change.path[0] not in ENTRY_SECTIONS:  # its sentence says what can be added
        choices, fixed = [], fixed if fixed and fixed.split(".")[0] in ENTRY_SECTIONS else None
    return Complaint(_NOTHING_THERE[change.verb], change.place, {"found": address}, fixed, tuple(choices))
