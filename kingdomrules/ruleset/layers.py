"""Editions, variants and patches into one ruleset, and who set what.

Every file is a layer: a set of assignments (a path, a value, an origin) and of removals. Putting layers
together is set arithmetic on them, so their order cannot matter.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from kingdomrules.ruleset.changes import Assignment, Change, Layer, misaddressed
from kingdomrules.ruleset.checks import filters_alone, findings
from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, RulesError, nearest
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.finding import Finding
from kingdomrules.ruleset.kinds import TieBreaker, TieRule
from kingdomrules.ruleset.loading import Path_
from kingdomrules.ruleset.model import FrozenMap
from kingdomrules.ruleset.places import Places, nested
from kingdomrules.ruleset.schema import Draft, Origin, Ruleset, Sections, Variant
from kingdomrules.ruleset.shape import shape_complaints


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
    complaints = [*circles, *_unmet_requirements(ordered)]
    if complaints:
        raise RulesError(complaints)
    wrong = list(misaddressed(base, changes))
    changes = [change for change in changes if all(change is not other for other, _ in wrong)]
    chosen, history, conflicts = _resolve(base, changes, beats)
    players, nobody = _players(edition, ordered, chosen)
    complaints = [*(complaint for _, complaint in wrong), *conflicts, *nobody]
    if nobody:
        raise RulesError(complaints)
    chosen = {p: a for p, a in chosen.items() if p[0] != "players" or p[1] in players}
    if complaints:  # single values can still be looked at; the whole makes no sense yet
        raise RulesError([*complaints, *_single_values(Places(edition, chosen, changes), domino_sets)])
    rules, dropped = _checked(edition, ordered, chosen, changes, domino_sets)
    rules = rules.model_copy(update={"ties": _counted_through(rules.ties), "draft": _in_one_way(rules)})
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


def _in_one_way(rules: Sections) -> Draft:
    """An order of turns that could be told in two ways: always as in a first choice of A-B-B-A is back and forth."""
    first_choices = {players: row.first_choice for players, row in rules.players.items()}
    if rules.draft.order == "fixed" and first_choices == {2: "back-and-forth"}:
        return rules.draft.model_copy(update={"order": "back-and-forth"})
    return rules.draft


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


# --- who may go with whom --------------------------------------------------------------------------------------------


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
    places = Places(edition, chosen, changes)
    box = chosen["components", "dominoes"].value
    try:
        rules = Sections.model_validate(nested(chosen))
    except ValidationError:
        raise RulesError(_single_values(places, domino_sets)) from None
    if box not in domino_sets:
        where, names = places.place(("components", "dominoes")), tuple(domino_sets)
        facts = {"found": box, "key": "dominoes"}
        raise RulesError([Complaint("KR105", where, facts, suggestion=nearest(box, names), allowed=names)])
    told: list[tuple[Finding, Place | None]] = []
    idle: list[Path_] = []
    for finding in findings(rules, domino_sets[box]):
        at = _blamed(finding.path, variants, chosen, changes) if finding.dormant else None
        if finding.dormant and at is None:
            idle.append(finding.path)
        else:
            told.append((finding, at))
    if told:
        by_variants = bool(changes) and _sound(edition, domino_sets)
        raise RulesError([places.told(finding, at, by_variants=by_variants) for finding, at in told])
    if not idle:
        return rules, set()
    dropped = {path for path in chosen if _below_any(path, idle)}
    left = {path: a for path, a in chosen.items() if path not in dropped}
    rules, more = _checked(edition, variants, left, changes, domino_sets)
    return rules, dropped | more


def _single_values(places: Places, domino_sets: Mapping[str, DominoSet]) -> list[Complaint]:
    """What is wrong with values whatever the others say: their shape, and what filters ask for."""
    data = nested(places.chosen)
    complaints: list[Complaint] = []
    try:
        Sections.model_validate(data)
    except ValidationError as error:
        complaints += shape_complaints(Sections, data, error, places.of_author, places.key_of_author)
    box = data["components"].get("dominoes")
    if isinstance(box, str) and box in domino_sets:
        complaints += [places.told(finding) for finding in filters_alone(data["scoring"], domino_sets[box])]
    return complaints


def _sound(edition: Layer, domino_sets: Mapping[str, DominoSet]) -> bool:
    """Whether an edition is right by itself, so that whatever is wrong was brought by a variant."""
    try:
        compose(edition, (), {}, domino_sets)
    except RulesError:
        return False
    return True


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


def _origin(a: Assignment) -> Origin:
    return Origin(a.layer, a.place.file, a.place.line, a.place.column, a.place.end_column)
