"""Editions, variants and patches into one ruleset, and who set what.

Every file is a layer: a set of assignments (a path, a value, an origin) and of removals. Putting layers
together is set arithmetic on them, so their order cannot matter.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kingdomrules.ruleset.checks import USUAL_IDS, Finding, findings
from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, RulesError, nearest, one_slip_apart
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.kinds import TieBreaker, TieRule
from kingdomrules.ruleset.loading import Document, Path_
from kingdomrules.ruleset.model import FrozenMap
from kingdomrules.ruleset.schema import Edition, Origin, Ruleset, Sections, Variant
from kingdomrules.ruleset.shape import ENTRY_SECTIONS, is_entry, shape_complaints, wrong_step


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


def compose(
    edition: Layer,
    variants: Sequence[Layer],
    builds_on: Mapping[str, frozenset[str]],
    domino_sets: Mapping[str, DominoSet],
) -> Ruleset:
    """One ruleset from an edition and any number of variants, or all complaints about them.

    `builds_on` says for each variant which others it extends, directly or not: those it may change.
    """
    ordered = sorted(variants, key=lambda layer: layer.id)
    base = tuple(_sections_of(edition))
    changes = [change for layer in ordered for change in _changes(layer)]
    beats, circles = _precedence(ordered, builds_on)
    complaints = [*circles, *_unmet_requirements(ordered), *_misaddressed(base, changes)]
    if complaints:
        raise RulesError(complaints)
    chosen, history, conflicts = _resolve(base, changes, beats)
    players, nobody = _players(edition, ordered, chosen)
    if conflicts or nobody:
        raise RulesError([*conflicts, *nobody])
    chosen = {p: a for p, a in chosen.items() if p[0] != "players" or p[1] in players}
    rules, dropped = _checked(edition, ordered, chosen, changes, domino_sets)
    rules = rules.model_copy(update={"ties": _counted_through(rules.ties)})
    dominoes = domino_sets[rules.components.dominoes]
    layers = [edition, *ordered]
    return Ruleset.model_construct(
        **dict(rules),
        id="+".join(layer.id for layer in layers),
        expression="+".join(layer.called for layer in layers),
        hash=meaning_hash(rules, dominoes),
        status="official" if all(layer.model.status == "official" for layer in layers) else "house",
        titles=tuple(layer.model.title for layer in layers),
        notes=tuple(layer.model.note for layer in layers if layer.model.note is not None),
        domino_set=dominoes,
        origins=FrozenMap(
            {".".join(p): tuple(_origin(a) for a in history[p]) for p in chosen if p not in dropped},
        ),
    )


def _counted_through(ties: Mapping[str, TieRule]) -> FrozenMap[str, TieRule]:
    """The tie-breaks numbered from 1: only which comes before which means anything."""
    orders = sorted({rule.order for rule in ties.values() if isinstance(rule, TieBreaker)})
    return FrozenMap(
        {
            name: rule.model_copy(update={"order": orders.index(rule.order) + 1})
            if isinstance(rule, TieBreaker)
            else rule
            for name, rule in ties.items()
        }
    )


def meaning_hash(rules: Sections, dominoes: DominoSet) -> str:
    """The same for the same rules however they are written down, another for any other rules."""
    pieces = [dominoes.halves(number) for number in sorted(dominoes.pieces)]
    meaning = {"rules": rules.model_dump(mode="json", exclude_defaults=True), "pieces": pieces}
    canonical = json.dumps(meaning, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _sections_of(layer: Layer) -> Iterator[Assignment]:
    for section in Sections.model_fields:
        yield from _flat(layer, (section,), layer.document.data[section], (section,))


def _flat(layer: Layer, path: Path_, value: Any, written_at: Path_) -> Iterator[Assignment]:
    # An empty rule is still a rule; an empty section is one that variants may fill.
    if isinstance(value, Mapping) and (value or len(path) == 1):
        for key, inner in value.items():
            yield from _flat(layer, (*path, key), inner, (*written_at, key))
    else:
        yield _one(layer, path, value, written_at)


def _one(layer: Layer, path: Path_, value: Any, written_at: Path_) -> Assignment:
    document = layer.document
    key, place = document.key_place(written_at), document.place(written_at)
    return Assignment(layer.id, path, value, key, place, document, written_at)


def _changes(layer: Layer) -> Iterator[Change]:
    assert isinstance(layer.model, Variant)
    for verb, addresses in (("set", layer.model.set), ("add", layer.model.add)):
        for address, value in addresses.items():
            path = tuple(address.split("."))
            place = layer.document.key_place((verb, address))
            # What is set is one value, even if somebody wrote a block there; what is added is made of values.
            written_at = (verb, address)
            single = [_one(layer, path, value, written_at)]
            below = tuple(single if verb == "set" else _flat(layer, path, value, written_at))
            yield Change(layer.id, path, place, verb, below)
    for position, address in enumerate(layer.model.remove):
        place = layer.document.place(("remove", str(position)))
        yield Change(layer.id, tuple(address.split(".")), place, "remove")


# --- which changes make sense at all ------------------------------------------------------------------------


def _misaddressed(base: tuple[Assignment, ...], changes: list[Change]) -> Iterator[Complaint]:
    entries = {a.path[:2]: a.key for a in base if is_entry(a.path[:2])}
    known = {*entries, *(change.path for change in changes if change.verb == "add")}
    for change in changes:
        address = {"found": ".".join(change.path)}
        if wrong := wrong_step(change.path):
            yield _misspelt(change, *wrong, {".".join(a.path) for a in base} | USUAL_IDS)
        elif change.verb == "add":
            if not is_entry(change.path):
                yield Complaint("KR313", change.place, address)
            elif change.path in entries:
                yield Complaint("KR306", change.place, address, related=(entries[change.path],))
        elif change.path[0] in ENTRY_SECTIONS and (len(change.path) == 1 or change.path[:2] not in known):
            names = sorted(".".join(path) for path in known if path[0] == change.path[0])
            near = nearest(".".join(change.path[:2]), names)
            fixed = ".".join([near, *change.path[2:]]) if near else None
            yield Complaint(_NOTHING_THERE[change.verb], change.place, address, fixed, tuple(names))
        elif change.verb == "set" and (len(change.path) == 1 or is_entry(change.path)):
            yield Complaint("KR318", change.place, address)
        elif change.verb == "remove" and not is_entry(change.path) and ".".join(change.path) not in REMOVABLE:
            yield Complaint("KR307", change.place, address, nearest(address["found"], REMOVABLE), REMOVABLE)


_NOTHING_THERE = {"set": "KR305", "add": "KR313", "remove": "KR307"}

REMOVABLE = ("setup.thinning", "draft.unchosen", "match.equal_sums")
"""Settings a game can do without; beside them only rules and rows can be removed."""


def _misspelt(change: Change, step: int, choices: list[str], addresses: set[str]) -> Complaint:
    """The nearest address there is, or else this one with its one wrong step put right."""
    address = ".".join(change.path)
    fixed = nearest(address, addresses)
    if not fixed or not one_slip_apart(address, fixed):
        near = nearest(change.path[step], choices) if step < len(change.path) else None
        fixed = ".".join([*change.path[:step], near, *change.path[step + 1 :]]) if near else fixed
    return Complaint(_NOTHING_THERE[change.verb], change.place, {"found": address}, fixed, tuple(choices))


def _unmet_requirements(variants: Sequence[Layer]) -> Iterator[Complaint]:
    ids = {layer.id for layer in variants}
    for layer in variants:
        assert isinstance(layer.model, Variant)
        for position, needed in enumerate(layer.model.requires):
            if needed not in ids:
                place = layer.document.place(("requires", str(position)))
                yield Complaint("KR308", place, {"variant": layer.id, "found": needed})


def _precedence(
    variants: Sequence[Layer], builds_on: Mapping[str, frozenset[str]]
) -> tuple[dict[str, set[str]], list[Complaint]]:
    """For each variant, all variants whose settings it may replace."""
    beats: dict[str, set[str]] = {layer.id: set(builds_on.get(layer.id, ())) for layer in variants}
    for layer in variants:
        assert isinstance(layer.model, Variant)
        beats[layer.id] |= set(layer.model.overrides) & set(beats)
    for _ in variants:  # as many steps as there are layers reach everything
        for over in beats.values():
            over |= {further for weaker in over for further in beats[weaker]}
    complaints = []
    for layer in variants:
        if layer.id in beats[layer.id]:
            others = sorted(other for other in beats[layer.id] if layer.id in beats[other] and other != layer.id)
            chain = Quoted(" → ".join([layer.id, *others, layer.id]))
            complaints.append(Complaint("KR311", layer.document.key_place(("overrides",)), {"chain": chain}))
    return beats, complaints


# --- one value for each path --------------------------------------------------------------------------------


def _resolve(
    base: tuple[Assignment, ...], changes: list[Change], beats: Mapping[str, set[str]]
) -> tuple[dict[Path_, Assignment], dict[Path_, list[Assignment]], list[Complaint]]:
    """The value that holds at each path, everything ever written there, and the conflicts."""
    conflicts: list[Complaint] = []
    removals = [change for change in changes if change.verb == "remove"]
    by_path: dict[Path_, list[Change]] = {}
    for change in changes:
        if change.verb != "remove":
            by_path.setdefault(change.path, []).append(change)
    # An added rule is one thing: of two that differ, one must override the other as a whole.
    beaten_adds = set()
    for same in by_path.values():
        adds = [change for change in same if change.verb == "add"]
        for change in adds:
            if any(change.layer in beats[other.layer] for other in adds):
                beaten_adds.add((change.layer, change.path))
        standing = [change for change in adds if (change.layer, change.path) not in beaten_adds]
        for other in standing[1:]:
            if _content(other) != _content(standing[0]):
                conflicts.append(_conflict(*_first_difference(standing[0], other)))
    written: dict[Path_, list[Assignment]] = {}
    for change in changes:
        if (change.layer, change.path) not in beaten_adds:
            for a in change.assignments:
                written.setdefault(a.path, []).append(a)
    # Removals meet what other variants change below them.
    gone: list[Path_] = []
    for removal in removals:
        cancelled = False
        for path, assigned in written.items():
            if path[: len(removal.path)] != removal.path:
                continue
            for a in assigned:
                if removal.layer in beats.get(a.layer, ()):
                    cancelled = True
                elif a.layer != removal.layer and a.layer not in beats[removal.layer]:
                    facts = {"path": ".".join(removal.path), "by_first": removal.layer, "by_second": a.layer}
                    conflicts.append(Complaint("KR314", removal.place, facts, related=(a.place,)))
        if not cancelled:
            gone.append(removal.path)
    chosen: dict[Path_, Assignment] = {a.path: a for a in base}
    history: dict[Path_, list[Assignment]] = {a.path: [a] for a in base}
    for path, assigned in written.items():
        standing_values = [a for a in assigned if not any(a.layer in beats[b.layer] for b in assigned)]
        winner = standing_values[0]
        conflicts += [_conflict(winner, a) for a in standing_values[1:] if a.value != winner.value]
        beaten = [a for a in assigned if a not in standing_values]
        history.setdefault(path, []).extend([*beaten, winner])
        chosen[path] = winner
    chosen = {p: a for p, a in chosen.items() if not any(p[: len(g)] == g for g in gone)}
    return chosen, history, conflicts


def _content(change: Change) -> dict[Path_, Any]:
    return {a.path: a.value for a in change.assignments}


def _first_difference(one: Change, other: Change) -> tuple[Assignment, Assignment]:
    """Of two rules added under one id, the first value that is not the same, or else the whole of them."""
    theirs = {a.path: a for a in other.assignments}
    both = ((a, theirs[a.path]) for a in one.assignments if a.path in theirs)
    different = (pair for pair in both if pair[0].value != pair[1].value)
    return next(different, (one.assignments[0], other.assignments[0]))


def _conflict(first: Assignment, second: Assignment) -> Complaint:
    facts = {
        "path": ".".join(first.path),
        "first": first.value,
        "second": second.value,
        "by_first": first.layer,
        "by_second": second.layer,
    }
    return Complaint("KR304", first.place, facts, related=(second.place,))


def _players(
    edition: Layer, variants: Sequence[Layer], chosen: Mapping[Path_, Assignment]
) -> tuple[set[str], list[Complaint]]:
    """The numbers of players every layer allows."""
    rows = {path[1] for path in chosen if path[0] == "players"}
    allowed = set(rows)
    limits = [(edition.id, sorted(rows), edition.document.key_place(("players",)))]
    for layer in variants:
        assert isinstance(layer.model, Variant)
        if layer.model.players is not None:
            numbers = [str(n) for n in layer.model.players]
            allowed &= set(numbers)
            limits.append((layer.id, numbers, layer.document.place(("players",))))
    if allowed:
        return allowed, []
    who = Quoted(", ".join(f"{name}: {'/'.join(numbers)}" for name, numbers, _ in limits))
    places = [place for _, _, place in limits]
    return allowed, [Complaint("KR310", places[-1], {"who": who}, related=tuple(places[:-1]))]


# --- does the whole make sense? -----------------------------------------------------------------------------


def _checked(
    edition: Layer,
    variants: Sequence[Layer],
    chosen: Mapping[Path_, Assignment],
    changes: Sequence[Change],
    domino_sets: Mapping[str, DominoSet],
) -> tuple[Sections, set[Path_]]:
    """The composed sections, without what has nothing to speak of in this game; and what that was."""
    entries = {change.path: change.place for change in changes if change.verb != "set"}

    def key_place(path: Path_) -> Place:
        return chosen[path].key if path in chosen else place(path)

    def place(path: Path_) -> Place:
        if path in chosen:
            return chosen[path].place
        for length in range(len(path) - 1, 1, -1):
            if path[:length] in chosen:  # inside a list, which is one value
                a = chosen[path[:length]]
                return a.document.place((*a.written_at, *path[length:]))
        added_or_removed = [where for entry, where in entries.items() if entry[: len(path)] == path]
        below = [a.key for known, a in chosen.items() if known[: len(path)] == path]
        return next(iter([*added_or_removed, *below]), edition.document.key_place(path))

    data = _nested(chosen)
    try:
        rules = Sections.model_validate(data)
    except ValidationError as error:
        raise RulesError(shape_complaints(Sections, data, error, place, key_place)) from None
    box = rules.components.dominoes
    if box not in domino_sets:
        where, names = place(("components", "dominoes")), tuple(domino_sets)
        facts = {"found": box, "key": "dominoes"}
        raise RulesError([Complaint("KR105", where, facts, suggestion=nearest(box, names), allowed=names)])
    found = list(findings(rules, domino_sets[box]))
    complaints = []
    idle: list[Path_] = []
    for finding in found:
        if not finding.dormant:
            complaints.append(_told(finding, place))
        elif at := _blamed(finding.path, variants, chosen, changes):
            complaints.append(_told(finding, place, at))
        else:
            idle.append(finding.path)
    if complaints:
        raise RulesError(complaints)
    if not idle:
        return rules, set()
    dropped = {path for path in chosen if _below_any(path, idle)}
    left = {path: a for path, a in chosen.items() if path not in dropped}
    rules, more = _checked(edition, variants, left, changes, domino_sets)
    return rules, dropped | more


def _blamed(
    idle: Path_, variants: Sequence[Layer], chosen: Mapping[Path_, Assignment], changes: Sequence[Change]
) -> Place | None:
    """Where something was written that has nothing to speak of; if another layer made it so, it is nobody's mistake."""
    written = [(a.layer, a.place) for path, a in chosen.items() if path == idle]
    written += [(change.layer, change.place) for change in changes if _below_any(change.path, [idle])]
    written += [(a.layer, a.key) for path, a in chosen.items() if _below_any(path, [idle])]
    return next((place for layer, place in written if all(variant.id == layer for variant in variants)), None)


def _below_any(path: Path_, roots: Sequence[Path_]) -> bool:
    return any(path[: len(root)] == root for root in roots)


def _told(finding: Finding, place: Any, at: Place | None = None) -> Complaint:
    related = tuple(place(path) for path in finding.related)
    suggestion = finding.facts.get("near")
    return Complaint(finding.code, at or place(finding.path), finding.facts, suggestion=suggestion, related=related)


def _nested(chosen: Mapping[Path_, Assignment]) -> dict[str, Any]:
    data: dict[str, Any] = {section: {} for section in Sections.model_fields}
    for path, assignment in sorted(chosen.items()):
        inner = data
        for step in path[:-1]:
            inner = inner.setdefault(step, {})
        inner[path[-1]] = dict(assignment.value) if isinstance(assignment.value, Mapping) else assignment.value
    return data


def _origin(a: Assignment) -> Origin:
    return Origin(a.layer, a.place.file, a.place.line, a.place.column, a.place.end_column)
