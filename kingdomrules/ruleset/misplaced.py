"""Keys of a variant that begin too far left: told once, and read where they belong, so that nothing else is said."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kingdomrules.ruleset.complaints import Complaint
from kingdomrules.ruleset.kinds import Where
from kingdomrules.ruleset.loading import Document, Path_
from kingdomrules.ruleset.schema import Sections, Variant
from kingdomrules.ruleset.shape import ENTRY_SECTIONS, RULE_KEYS


def put_right(document: Document) -> Document:
    """The document with every key of a rule under its rule, and every address under add or set."""
    moves = dict(_moves(document.data))
    if not moves:
        return document
    told = [_told(document, old, new, moves) for old, new in moves.items()]
    filled = {place for complaint in told for place in complaint.related}
    kept = [known for known in document.complaints if not (known.code == "KR117" and known.place in filled)]

    def moved(path: Path_) -> Path_:
        at = next((path[:length] for length in range(1, len(path) + 1) if path[:length] in moves), None)
        return path if at is None else (*moves[at], *path[len(at) :])

    return replace(
        document,
        data=_rebuilt(document.data, moves),
        keys={moved(path): place for path, place in document.keys.items()},
        values={moved(path): place for path, place in document.values.items()},
        complaints=(*kept, *told),
    )


def _told(document: Document, old: Path_, new: Path_, moves: Mapping[Path_, Path_]) -> Complaint:
    """What it belongs to stands where it is written: perhaps too far left itself."""
    written = {there: here for here, there in moves.items()}
    above = document.key_place(written.get(new[:-1], new[:-1]))
    return Complaint("KR029", document.key_place(old), {"found": old[-1], "above": new[-2]}, related=(above,))


def _moves(data: Mapping[str, Any]) -> Iterator[tuple[Path_, Path_]]:
    """What stands too far left, and where it belongs: to the nearest thing above it that can take it."""
    verb = rule = ""
    for key, value in data.items():
        if key in Variant.model_fields:
            verb, rule = key if key in ("add", "set") else "", ""
            if key == "add" and isinstance(value, Mapping):
                yield from _inside(value)
                rule = next((address for address in reversed(value) if "." in address), "")
        elif verb and "." in key and _takes(data[verb], key):
            if key.split(".")[0] in (ENTRY_SECTIONS if verb == "add" else Sections.model_fields):
                yield (key,), (verb, key)
                rule = key if verb == "add" else ""
        elif rule and key in RULE_KEYS and _takes(_rule(data, rule), key):
            yield (key,), ("add", rule, key)


def _inside(added: Mapping[str, Any]) -> Iterator[tuple[Path_, Path_]]:
    rule = ""
    for key, value in added.items():
        if "." in key:
            rule = key
        elif rule and key in RULE_KEYS and _takes(added[rule], key):
            yield ("add", key), ("add", rule, key)
        if isinstance(value, Mapping) and "where" in value and value["where"] is None:
            for inner in value:
                if inner in Where.model_fields and list(value).index(inner) > list(value).index("where"):
                    yield ("add", key, inner), ("add", key, "where", inner)


def _rule(data: Mapping[str, Any], id: str) -> Any:
    added = data.get("add")
    return added[id] if isinstance(added, Mapping) and id in added else data.get(id)


def _takes(block: Any, key: str) -> bool:
    return block is None or (isinstance(block, Mapping) and key not in block)


def _rebuilt(data: Mapping[str, Any], moves: Mapping[Path_, Path_]) -> dict[str, Any]:
    built: dict[str, Any] = _copied(data)
    for old, new in moves.items():
        home = built
        for step in old[:-1]:
            home = home[step]
        value = home.pop(old[-1])
        target = built
        for step in new[:-1]:
            if target.get(step) is None:
                target[step] = {}
            target = target[step]
        target[new[-1]] = value
    return built


def _copied(value: Any) -> Any:
    return {key: _copied(inner) for key, inner in value.items()} if isinstance(value, Mapping) else value
