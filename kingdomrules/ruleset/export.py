"""The schema of rules files for editors: JSON Schema draft-07, since that is what YAML editors read."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from kingdomrules import shipped
from kingdomrules.ruleset.changes import REMOVABLE
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.schema import RULE_SECTIONS, Edition, PlayersRow, Sections, Variant
from kingdomrules.ruleset.sources import Sources

SCHEMAS: dict[str, type[BaseModel]] = {
    "ruleset": Edition,
    "variant": Variant,
    "dominoes": DominoSet,
    "sources": Sources,
}
DRAFT = "http://json-schema.org/draft-07/schema#"
NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*"


def json_schema(kind: str) -> dict[str, Any]:
    """What an editor needs to complete and check a file of this kind while it is typed."""
    schema: dict[str, Any] = _draft_07(SCHEMAS[kind].model_json_schema(ref_template="#/definitions/{model}"))
    schema["$schema"] = DRAFT
    schema["title"] = f"kingdomrules {kind}"
    properties = schema["properties"]
    languages = {language: {"type": "string"} for language in shipped.languages()}
    for key in ("title", "note"):
        for option in _options(properties.get(key, {})):
            option["properties"] = {code: _text(option) for code in languages}
            option["additionalProperties"] = False
    if kind == "variant":
        _address_changes(schema)
    return schema


def _options(field: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for option in [field, *field.get("anyOf", [])] if option.get("type") == "object"]


def _text(field: dict[str, Any]) -> dict[str, Any]:
    return dict(field.get("additionalProperties") or {"type": "string"})


def _address_changes(schema: dict[str, Any]) -> None:
    """`set`, `add` and `remove` with every address there can be, so that an editor completes them."""
    parts = (Sections, PlayersRow)
    _, whole = models_json_schema([(m, "validation") for m in parts], ref_template="#/definitions/{model}")
    whole = _draft_07(whole)
    definitions = whole["definitions"]
    sections = definitions.pop("Sections")["properties"]
    schema.setdefault("definitions", {}).update(definitions)
    fixed: dict[str, Any] = {}
    patterns: dict[str, Any] = {}
    for section, field in sections.items():
        if section == "players":
            row = definitions["PlayersRow"]["properties"]
            fixed |= {f"players.{n}.{key}": value for n in range(1, 5) for key, value in row.items()}
        elif section in RULE_SECTIONS:
            kinds = [definitions[ref.rsplit("/", 1)[1]] for ref in _references(field)]
            for key in sorted({key for rule in kinds for key in rule["properties"]}):
                values = [rule["properties"][key] for rule in kinds if key in rule["properties"]]
                patterns[f"^{section}\\.{NAME}\\.{key}$"] = {"anyOf": values} if len(values) > 1 else values[0]
        else:
            inner = definitions[_references(field)[0].rsplit("/", 1)[1]]["properties"]
            fixed |= {f"{section}.{key}": value for key, value in inner.items()}
    schema["properties"]["set"] |= {
        "properties": fixed,
        "patternProperties": patterns,
        "additionalProperties": False,
    }
    added = {f"^{section}\\.{NAME}$": _entry(sections[section]) for section in RULE_SECTIONS} | {
        r"^players\.[1-4]$": {"$ref": "#/definitions/PlayersRow"}
    }
    schema["properties"]["add"] |= {"patternProperties": added, "additionalProperties": False}
    settings = "|".join(REMOVABLE).replace(".", r"\.")
    removable = f"^(({'|'.join(RULE_SECTIONS)})\\.{NAME}|players\\.[1-4]|{settings})$"
    schema["properties"]["remove"]["items"] = {"type": "string", "pattern": removable}


def _entry(section: dict[str, Any]) -> dict[str, Any]:
    """What the values of a map by id look like, whatever pydantic calls the keys."""
    patterns = section.get("patternProperties") or {}
    return dict(next(iter(patterns.values()), section.get("additionalProperties") or {}))


def _references(field: Any) -> list[str]:
    if isinstance(field, dict):
        own = [field["$ref"]] if "$ref" in field else []
        return own + [ref for value in field.values() for ref in _references(value)]
    if isinstance(field, list):
        return [ref for value in field for ref in _references(value)]
    return []


def _draft_07(schema: Any) -> Any:
    """Pydantic's 2020-12 in the words of draft-07."""
    if isinstance(schema, list):
        return [_draft_07(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: _draft_07(value) for key, value in schema.items() if key != "discriminator"}
    if "$defs" in schema:
        schema["definitions"] = schema.pop("$defs")
    if "prefixItems" in schema:
        schema["items"] = schema.pop("prefixItems")
        schema["additionalItems"] = False
    if {"type": "null"} in schema.get("anyOf", ()):  # a key is left out, never empty
        (only,) = [option for option in schema.pop("anyOf") if option != {"type": "null"}]
        schema = {**only, **{key: value for key, value in schema.items() if key != "default"}}
    if "$ref" in schema and len(schema) > 1:  # draft-07 ignores what stands beside a reference
        schema = {"allOf": [{"$ref": schema.pop("$ref")}], **schema}
    return schema
