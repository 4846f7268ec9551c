"""What a book says about a game, and the games that differ from it in one value: the means for law 1."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin

from kingdomrules.ruleset import kinds, schema
from kingdomrules.ruleset.model import Model
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.language import Language
from kingdomrules.words.rulebook import players_table
from kingdomrules.words.telling import Teller
from tests.gallery import TERRAINS


def heard(rules: Ruleset, code: str) -> list[object]:
    """Every rule in the order of the book, and the table of players; the book's example is left out."""
    teller = Teller(rules, Language.of(code))
    return [*(teller.tell(id) for id in teller.ids()), teller.first_choices(), players_table(teller)]


def neighbours(data: Any, key: str = "") -> Iterator[Any]:
    """The data with one value changed, or one key left out; whether it still makes sense is not asked."""
    if isinstance(data, dict):
        for name, value in data.items():
            for other in neighbours(value, str(name)):
                yield {**data, name: other}
            yield {other: inner for other, inner in data.items() if other != name}
    elif isinstance(data, list):
        for position, value in enumerate(data):
            for other in neighbours(value, key):
                yield [*data[:position], other, *data[position + 1 :]]
            yield data[:position] + data[position + 1 :]
    elif isinstance(data, bool):
        yield not data
    elif isinstance(data, int):
        yield from (data + 1, data - 1, data * 2)
    elif isinstance(data, str):
        yield from (word for word in words()[key.rpartition(".")[2]] if word != data)


@cache
def words() -> dict[str, tuple[str, ...]]:
    """The closed lists of the schema by the key they belong to."""
    found: dict[str, tuple[str, ...]] = {"terrain": TERRAINS}
    for model in (*vars(schema).values(), *vars(kinds).values()):
        if isinstance(model, type) and issubclass(model, Model):
            for name, field in model.model_fields.items():
                found[name] = tuple(dict.fromkeys((*found.get(name, ()), *_literals(field.annotation))))
    return found


def _literals(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
    for inner in get_args(annotation):
        yield from _literals(inner)
