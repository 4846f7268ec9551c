"""The vocabulary of house rules: its parts as the schema has them, and the rows of vocabulary.yaml that show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args, get_origin

import yaml
from pydantic import BaseModel

import kingdomrules as kr
from kingdomrules.play.examples import game_of, placement_of
from kingdomrules.ruleset.complaints import Place
from kingdomrules.ruleset.examples import DraftExample, Example, PlacementExample, PointsExample, RankingExample
from kingdomrules.ruleset.kinds import Compare, PlacementRule, ScoringRule, Things, TieRule, Where
from kingdomrules.ruleset.schema import Components, Draft, Match, PlayersRow, Ruleset, Turn, Variant
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words.language import Language
from kingdomrules.words.showing import Shown, shown_examples
from kingdomrules.words.telling import Teller

SETTINGS: Mapping[str, type[BaseModel]] = {
    "components": Components,
    "players": PlayersRow,
    "draft": Draft,
    "turn": Turn,
    "match": Match,
}
TOLD_ELSEWHERE = {"kind", "points", "count", "where", "number", "order"}
"""Keys of rules that have rows of their own, or that every rule of a kind shares."""
A_FILE_OF_ITS_OWN = "components.dominoes"
LOST = "points that are lost: a number below 0"
LOSSES = ("points_for_each.points", "points_for_each.every", "points_for_each.at_most", "points_if.points")
"""What may be said of points that are lost, too."""
HEAD = """\
format: 1
variant: ours
status: house
title: {en: Ours}
"""
"""What every file begins with."""


def parts() -> dict[str, str]:
    """Every part by its name, with what the schema says about it; values of a closed list are parts of their own."""
    found: dict[str, str] = {}
    for union in (PlacementRule, ScoringRule, TieRule):
        for rule in get_args(get_args(union)[0]):
            kind = _words(rule.model_fields["kind"].annotation)[0]
            found[kind] = _docstring(rule)
            found |= _fields(kind, rule, TOLD_ELSEWHERE)
    found |= {f"{part} lost": LOST for part in LOSSES}
    counted = next(rule for rule in get_args(get_args(ScoringRule)[0]) if "count" in rule.model_fields)
    found |= {f"count={thing}": _field(counted, "count") for thing in get_args(Things)}
    found |= _fields("where", Where, set())
    found |= {f"number.{name}": _docstring(Compare) for name in Compare.model_fields}
    found["ties.order"] = next(
        _field(rule, "order") for rule in get_args(get_args(TieRule)[0]) if "order" in rule.model_fields
    )
    for section, model in SETTINGS.items():
        found |= _fields(section, model, set())
    del found[A_FILE_OF_ITS_OWN]
    return found


def _fields(start: str, model: type[BaseModel], without: set[str]) -> dict[str, str]:
    found = {}
    for name, field in model.model_fields.items():
        procedure = isinstance(field.json_schema_extra, dict) and field.json_schema_extra.get("table_procedure")
        if name not in without and not procedure:
            for value in _words(field.annotation) or [""]:
                found[f"{start}.{name}={value}" if value else f"{start}.{name}"] = field.description or ""
    return found


def _field(model: type[BaseModel], name: str) -> str:
    return model.model_fields[name].description or ""


def _docstring(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").splitlines()[0]


def _words(annotation: Any) -> list[str]:
    """The closed list of a field, written as in a rules file."""
    if get_origin(annotation) is Literal:
        return [str(word).lower() if isinstance(word, bool) else word for word in get_args(annotation)]
    inner = (_words(arg) for arg in get_args(annotation) if get_origin(arg) is Literal)
    return [word for words in inner for word in words]


@dataclass(frozen=True)
class Row:
    """A part, the game it is shown in, an example and a counter-example."""

    part: str
    group: str
    data: Mapping[str, Any]

    @property
    def wish(self) -> str:
        return str(self.data["wish"])

    @property
    def game(self) -> str:
        """The game that is changed."""
        return str(self.data.get("game", "classic"))

    @property
    def rule(self) -> str:
        """The rule that is shown."""
        return str(self.data.get("rule") or next(iter(self.data["house"]["add"])))

    @cached_property
    def written(self) -> str:
        """A rules file with this part and both examples, without its head."""
        changes = {key: _short(value, 2 if key == "add" else 1) for key, value in self.house.items()}
        examples = [_short(self.data[name], 1) for name in ("example", "counter")]
        return yaml.dump({**changes, "examples": examples}, Dumper=_Dumper, sort_keys=False, width=200)

    @property
    def house(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.data["house"]
        return found

    @cached_property
    def loaded(self) -> tuple[Ruleset, Variant]:
        """The game with the written file, and the file."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ours.yaml"
            path.write_text(HEAD + self.written, encoding="utf-8")
            variant = Shelf().layer(str(path), Place(str(path))).model
            assert isinstance(variant, Variant), self.part
            return kr.load(f"{self.game}+{path}"), variant

    @property
    def rules(self) -> Ruleset:
        return self.loaded[0]

    @property
    def examples(self) -> tuple[Example, ...]:
        """The example and the counter-example."""
        return self.loaded[1].examples

    @property
    def holds_already(self) -> bool:
        return self.rules.hash == kr.load(self.game).hash

    def sentence(self, language: str) -> str:
        return Teller(self.rules, Language.of(language), min(self.rules.players)).tell(self.rule)

    def explanation(self, language: str) -> str:
        """The points or the refusal of the row's examples in words, or else the rule itself."""
        for example in self.examples:
            if thing := _explained(self.rules, example, self.rule):
                return kr.explain(thing, language=language, rules=self.rules)
        return kr.explain(self.rule, language=language, rules=self.rules, players=min(self.rules.players))

    def shown(self) -> tuple[Shown, ...]:
        rules, variant = self.loaded
        return tuple(shown_examples(variant, rules, Language.of("en")))


class _Flow(dict[str, Any]):
    """A block that is written in one line."""


class _Dumper(yaml.SafeDumper):
    """Lists in one line, kingdoms of several rows as people draw them."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    if "\n" in text:
        return dumper.represent_scalar("tag:yaml.org,2002:str", f"{text}\n", style="|")
    return dumper.represent_scalar("tag:yaml.org,2002:str", text)


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=not any(map(_is_block, items)))


def _is_block(item: Any) -> bool:
    """Whether something does not fit into one line."""
    drawn = isinstance(item, str) and "\n" in item
    return (
        drawn or (isinstance(item, dict) and not isinstance(item, _Flow)) or (isinstance(item, list) and len(item) > 1)
    )


def _flow(dumper: yaml.SafeDumper, block: _Flow) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", block, flow_style=True)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(_Flow, _flow)


def _short(value: Any, depth: int) -> Any:
    """What lies deeper than this goes into one line."""
    match value:
        case dict():
            inner = {key: _short(item, depth - 1) for key, item in value.items()}
            return inner if depth > 0 else _Flow(inner)
        case list():
            return [_short(item, depth - 1) for item in value]
        case _:
            return value


def _explained(rules: Ruleset, case: Example, rule: str) -> kr.ScoreLine | kr.Refusal | None:
    """What there is to explain in an example: the first points of a rule, or the first rule that is broken."""
    match case:
        case PointsExample():
            others = [kr.Kingdom.parse(other) for other in case.others]
            sheet = kr.score(rules, kr.Kingdom.parse(case.kingdom), case.discards, others=others)
            return next((line for line in sheet.lines if line.rule == rule and line.points), None)
        case PlacementExample():
            return next(iter(placement_of(rules, case)), None)
        case DraftExample():
            return next(iter(game_of(rules, case).refused), None)
        case RankingExample():
            return None


@cache
def rows() -> dict[str, Row]:
    """Every part's row, in the order of what people want."""
    groups = yaml.safe_load((Path(__file__).parent / "vocabulary.yaml").read_text(encoding="utf-8"))
    return {part: Row(part, group, row) for group, parts in groups.items() for part, row in parts.items()}
