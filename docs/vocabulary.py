"""The vocabulary of house rules: its parts as the schema has them, and the rows of vocabulary.yaml that show them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args, get_origin

import yaml
from pydantic import BaseModel, TypeAdapter

import kingdomrules as kr
from kingdomrules.play.examples import game_of, placement_of
from kingdomrules.ruleset.examples import DraftExample, Example, PlacementExample, PointsExample, RankingExample
from kingdomrules.ruleset.kinds import Compare, PlacementRule, ScoringRule, Things, TieRule, Where
from kingdomrules.ruleset.schema import Components, Draft, Match, PlayersRow, Turn
from kingdomrules.words.language import Language
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
Case = Mapping[str, Any]
LOST = "points that are lost: a number below 0"


def parts() -> dict[str, str]:
    """Every part by its name, with what the schema says about it; values of a closed list are parts of their own."""
    found: dict[str, str] = {}
    for union in (PlacementRule, ScoringRule, TieRule):
        for rule in get_args(get_args(union)[0]):
            kind = _words(rule.model_fields["kind"].annotation)[0]
            found[kind] = _docstring(rule)
            found |= _fields(kind, rule, TOLD_ELSEWHERE)
    found |= {f"{kind}.points lost": LOST for kind in ("points_for_each", "points_if")}
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
    data: Mapping[str, Any]

    @cached_property
    def rules(self) -> kr.Ruleset:
        return _game(self.data.get("game", "classic"), self.data.get("house"))

    @property
    def rule(self) -> str:
        """The rule that is shown."""
        return str(self.data.get("rule") or next(iter(self.data["house"]["add"])))

    def sentence(self, language: str) -> str:
        rules = self.rules
        teller = Teller(rules, Language.of(language), min(rules.players))
        return teller.tell(self.rule)

    @cached_property
    def cases(self) -> tuple[tuple[kr.Ruleset, Example], tuple[kr.Ruleset, Example]]:
        """The example and the counter-example, as a variant file would have them, each with its game."""
        example, counter = (_case(self.data[name], self.rules) for name in ("example", "counter"))
        return example, counter

    def explanation(self, language: str) -> str:
        """The points or the refusal of the row's cases in words, or else the rule itself."""
        for rules, case in self.cases:
            if thing := _explained(rules, case, self.rule):
                return kr.explain(thing, language=language, rules=rules)
        return kr.explain(self.rule, language=language, rules=self.rules, players=min(self.rules.players))


def _case(data: Case, rules: kr.Ruleset) -> tuple[kr.Ruleset, Example]:
    said = {key: value for key, value in data.items() if key != "game"}
    # By way of JSON, in which a list may be what the models keep as a tuple.
    example: Example = TypeAdapter(Example).validate_json(json.dumps(said))
    return kr.load(data["game"]) if "game" in data else rules, example


def _explained(rules: kr.Ruleset, case: Example, rule: str) -> kr.ScoreLine | kr.Refusal | None:
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
    data = yaml.safe_load((Path(__file__).parent / "vocabulary.yaml").read_text(encoding="utf-8"))
    return {part: Row(part, row) for part, row in data.items()}


def _game(expression: str, house: Mapping[str, Any] | None) -> kr.Ruleset:
    if house is None:
        return kr.load(expression)
    header = {"format": 1, "variant": "shown", "status": "house", "title": {"en": "Shown"}}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shown.yaml"
        path.write_text(yaml.safe_dump({**header, **house}), encoding="utf-8")
        return kr.load(f"{expression}+{path}")


# --- the page -----------------------------------------------------------------------------------------------

ABOUT = """\
A house rule is put together from these parts. Each is judged by the engine, told and explained in eight languages, and
shown here where it applies and where it does not; a test plays every picture and fails if a part of the schema has no
row. Several filters under one `where` must all hold; `any_of` and `none_of` hold filters of their own.

What cannot be said is refused, and the nearest parts are named; there is no way to put code into a rules file. Left out
on purpose: dice, hidden cards, real time, moving dominoes that lie, building on top of them.
"""


def page() -> str:
    return "\n".join(_page())


def _page() -> Iterator[str]:
    """The parts one after the other: what the schema says, a sentence, the pictures."""
    yield "# The vocabulary of house rules\n"
    yield "<!-- Generated by `make docs`; edit vocabulary.yaml instead. -->\n"
    yield ABOUT
    for part, description in parts().items():
        row = rows()[part]
        yield f"## {part}\n"
        yield f"{description[:1].upper()}{description[1:].removesuffix('.')}.\n"
        if "house" in row.data:
            yield f"```yaml\n{yaml.safe_dump(row.data['house'], sort_keys=False, width=100).strip()}\n```\n"
        sentence, explanation = (
            text.replace("\N{NO-BREAK SPACE}", " ") for text in (row.sentence("en"), row.explanation("en"))
        )
        yield f"> {sentence}\n"
        yield "```text"
        yield from _shown("applies", row.data["example"])
        yield ""
        yield from _shown("does not", row.data["counter"])
        if explanation != sentence:
            yield f"\nexplained: {explanation}"
        yield "```\n"


def _shown(label: str, case: Mapping[str, Any]) -> Iterator[str]:
    pictures = [("kingdom", case.get("kingdom"))]
    pictures += [("another", other) for other in case.get("others", ())]
    pictures += [(f"player {player}", picture) for player, picture in enumerate(case.get("kingdoms", ()), 1)]
    told = {key: value for key, value in case.items() if key not in ("kingdom", "others", "kingdoms")}
    yield f"{label}: {', '.join(f'{key} {_plain(value)}' for key, value in told.items())}"
    for name, picture in pictures:
        if picture:
            first, *more = str(kr.Kingdom.parse(picture)).splitlines()
            yield f"    {name:9} {first}"
            yield from (f"    {'':9} {line}" for line in more)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " | ".join(_plain(item) for item in value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
