"""House rules drawn at random from the schema itself: whatever it lets somebody write may turn up."""

import random
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from kingdomrules.ruleset.kinds import Compare, Rule, ScoringRule, Where
from kingdomrules.ruleset.schema import Draft, Match, PlayersRow, Turn
from tests.gallery import TERRAINS

KINDS: tuple[type[Rule], ...] = get_args(get_args(ScoringRule)[0])
SETTINGS: tuple[tuple[str, type[BaseModel], str], ...] = (
    ("draft.order", Draft, "order"),
    ("draft.unchosen", Draft, "unchosen"),
    ("turn.discarding", Turn, "discarding"),
    ("match.games", Match, "games"),
    ("match.equal_sums", Match, "equal_sums"),
    *((f"players.{n}.{key}", PlayersRow, key) for n in (2, 3, 4) for key in ("dominoes", "line", "grid", "kings")),
)
WHOLE_SETTINGS: tuple[dict[str, Any], ...] = (
    {"set": {"turn.discarding": "freely"}},
    {"set": {"draft.order": "fixed"}},
    {"set": {"placement.matching.kind": "all_touching_match"}},
    {"set": {"placement.matching.kind": "all_touching_match", "placement.matching.castle": "start-only"}},
    {"set": {"placement.matching.castle": "start-only"}},
    {"set": {"scoring.properties.castle": "joins"}},
    {"remove": ["ties.most-crowns"]},
    {"remove": ["placement.grid"]},
    {"extends": ["double-set"]},
    {"extends": ["solo-limited-picks"]},
    {"extends": ["solo-every-place-once"]},
    {"extends": ["there-and-back"]},
    {"extends": ["dynasty"]},
)
"""Changes that only make sense together, so that more than the scoring of many games is unusual."""


def house_rule(name: str, luck: random.Random) -> dict[str, Any]:
    """A variant file as data."""
    data: dict[str, Any] = {"format": 1, "variant": name, "status": "house", "title": {"en": name}}
    if luck.random() < 0.4:
        data |= luck.choice(WHOLE_SETTINGS)
    if luck.random() < 0.15:
        address, model, key = luck.choice(SETTINGS)
        data["set"] = {**data.get("set", {}), address: _drawn_field(model.model_fields[key], key, luck)}
    rules = [luck.choice(KINDS[1:]) for _ in range(luck.randint(1, 3))]
    data["add"] = {f"scoring.drawn-{i}": drawn(kind, luck) for i, kind in enumerate(rules)}
    return data


def drawn(model: type[BaseModel], luck: random.Random, depth: int = 0) -> dict[str, Any]:
    """A model's data: what it must have, and some of what it may have."""
    fields = model.model_fields
    if model is Compare:
        return {luck.choice(list(fields)): luck.randint(0, 6)}
    if model is Where:
        names = [name for name in fields if depth < 2 or name not in ("any_of", "none_of")]
        chosen = luck.sample(names, luck.choice((1, 1, 2, 3)))
    else:
        chosen = [name for name, field in fields.items() if field.is_required() or luck.random() < 0.4]
    if "number" in fields and ("number" in chosen) != ("count" in chosen) and luck.random() < 0.9:
        chosen = [name for name in fields if name in {*chosen, "count", "number"}]
    data = {name: _drawn_field(fields[name], name, luck, depth) for name in chosen}
    return _made_sense_of(data, luck) if "where" in data and luck.random() < 0.9 else data


def _made_sense_of(rule: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """A filter that speaks of what is counted, so that more than the commonest slip is tried."""
    count = luck.choice(("squares", "properties")) if "count" in rule else "squares"
    counting = {"count": count} if "count" in rule else {}
    return {**rule, **counting, "where": _without(rule["where"], "size" if count == "squares" else "at", luck)}


def _without(where: dict[str, Any], key: str, luck: random.Random) -> dict[str, Any]:
    """A filter without a word, in all its depths; where nothing else was said, a terrain is."""
    found = {name: value for name, value in where.items() if name != key}
    for name in {"any_of", "none_of"} & set(found):
        found[name] = [_without(other, key, luck) for other in found[name]]
    return found or {"terrain": luck.choice(TERRAINS)}


def _drawn_field(field: FieldInfo, name: str, luck: random.Random, depth: int = 0) -> Any:
    if name == "terrain":
        return luck.choice([luck.choice(TERRAINS), luck.sample(TERRAINS, luck.randint(1, 3))])
    return _drawn(field.annotation, field.metadata, luck, depth)


def _drawn(annotation: Any, limits: list[Any], luck: random.Random, depth: int) -> Any:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _drawn(args[0], [limit for part in args[1:] for limit in getattr(part, "metadata", [part])], luck, depth)
    if origin is Literal:
        return luck.choice(args)
    if origin in (Union, types.UnionType):
        return _drawn(next(arg for arg in args if arg is not type(None)), limits, luck, depth)
    if origin is tuple:
        return [_drawn(args[0], [], luck, depth) for _ in range(luck.randint(1, 3))]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return drawn(annotation, luck, depth + 1)
    assert annotation is int, f"nobody has said yet how to draw {annotation}"
    low: int = max([-9, *(int(str(limit.ge)) for limit in limits if isinstance(limit, Ge))])
    high: int = min([9, *(int(str(limit.le)) for limit in limits if isinstance(limit, Le))])
    return luck.choice([n for n in range(low, max(low, high) + 1) if n != 0] or [low])
