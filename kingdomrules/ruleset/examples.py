"""Examples in variant files: what a player can work out by hand, and the check plays again.

A rule about points shows a kingdom and its points; a rule about placing a domino and whether it fits; a rule about
winning everybody's kingdoms and who wins; a rule about choosing the first moves of a game and what follows. Which
kind an example is, its keys say.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StringConstraints, Tag, model_validator
from pydantic_core import PydanticCustomError

from kingdomrules.ruleset.model import Model, Picture

Player = Annotated[int, Field(ge=1, le=4)]
DominoNumber = Annotated[int, Field(ge=1, le=9999)]
RuleId = Annotated[str, StringConstraints(min_length=1, max_length=80)]
TwoSquares = Annotated[str, StringConstraints(pattern=r"^[ABD-Z][0-7]? +[ABD-Z][0-7]?$", max_length=20)]
SpotText = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,2},-?[0-9]{1,2}[enws]$")]

A_PICTURE = "a picture: rows from north to south, W1 a wheat field with a crown, C the castle, . an empty cell"
PLAYERS = "how many play; the smallest number the game is for, if left out"
"""Only matters where the rules depend on it, as a grid may."""

DRAFT_ANSWERS = ("to_move", "line", "unchosen", "left", "refused")


def _says_one_of(example: BaseModel, *keys: str, only: bool) -> None:
    said = [key for key in keys if getattr(example, key) is not None]
    if not said or (only and len(said) > 1):
        raise PydanticCustomError("one_of", "say one of these", {"words": ", ".join(keys)})


def _one_required(*keys: str, only: bool) -> dict[str, Any]:
    """The same for editors."""
    return {"oneOf" if only else "anyOf": [{"required": [key]} for key in keys]}


class PointsExample(Model):
    """A kingdom, and what the rules earn that the variant adds or changes."""

    kingdom: Picture = Field(description=A_PICTURE)
    others: tuple[Picture, ...] = Field(
        (), max_length=3, description="the other players' kingdoms, where having most of something is paid"
    )
    discards: int = Field(0, ge=0, le=99, description="dominoes the player discarded")
    players: Player | None = Field(None, description=PLAYERS)
    points: int = Field(ge=-9999, le=9999, description="what the rules this variant adds or changes earn")


class PlacementExample(Model):
    """A kingdom and a domino, and whether it may lie there."""

    model_config = ConfigDict(
        json_schema_extra={**_one_required("fits", "refused", only=True), "dependencies": {"refused": ["at"]}}
    )

    kingdom: Picture = Field(description=A_PICTURE)
    domino: TwoSquares = Field(description="two squares as in pictures: W1 F")
    at: SpotText | None = Field(
        None,
        description="the cell of the first half and the direction of the second, as in moves: 1,0e; "
        "the castle stands on 0,0; anywhere, if left out",
    )
    players: Player | None = Field(None, description=PLAYERS)
    fits: bool | None = Field(None, description="whether the domino may lie there")
    refused: tuple[RuleId, ...] | None = Field(
        None, max_length=10, description="instead of fits: ids of the rules it would break"
    )

    @model_validator(mode="after")
    def _answers(self) -> Self:
        _says_one_of(self, "fits", "refused", only=True)
        if self.refused is not None and self.at is None:
            raise PydanticCustomError("needs_key", "a key is missing", {"key": "at"})
        return self


class RankingExample(Model):
    """Everybody's kingdoms at the end of a game, or of each game of a match, and who wins."""

    model_config = ConfigDict(json_schema_extra=_one_required("kingdoms", "games", only=True))

    kingdoms: tuple[Picture, ...] | None = Field(
        None, min_length=1, max_length=4, description="a picture for each player"
    )
    games: tuple[Annotated[tuple[Picture, ...], Field(min_length=1, max_length=4)], ...] | None = Field(
        None, min_length=1, max_length=20, description="for a match: a list of kingdoms for each game"
    )
    winners: tuple[Player, ...] = Field(
        max_length=4, description="who wins, counted from 1; several share the victory, [] is nobody"
    )

    @model_validator(mode="after")
    def _shows_kingdoms(self) -> Self:
        _says_one_of(self, "kingdoms", "games", only=True)
        return self


class DraftExample(Model):
    """The beginning of a game, and what is true then; players are counted from 1."""

    model_config = ConfigDict(json_schema_extra=_one_required(*DRAFT_ANSWERS, only=False))

    players: Player = Field(description="how many play")
    pile: tuple[DominoNumber, ...] = Field(
        max_length=999, description="the dominoes dealt first, in this order; the others follow by number"
    )
    first_choice: tuple[Player, ...] | None = Field(
        None,
        min_length=1,
        max_length=16,
        description="players in the order they choose first, once for each king; in turns, if left out",
    )
    moves: str = Field("", max_length=4000, description="moves one after another: k4 4@1,0e k6")
    to_move: Player | None = Field(None, description="whose turn it is then")
    line: tuple[DominoNumber, ...] | None = Field(
        None, max_length=12, description="the dominoes to choose from then, as they lie"
    )
    unchosen: tuple[DominoNumber, ...] | None = Field(
        None, max_length=999, description="the dominoes nobody chose so far"
    )
    left: int | None = Field(None, ge=0, le=999, description="how many dominoes the pile still has then")
    refused: tuple[RuleId, ...] | None = Field(
        None, max_length=10, description="ids of the rules the last of the moves would break; [] if it is allowed"
    )

    @model_validator(mode="after")
    def _answers(self) -> Self:
        _says_one_of(self, *DRAFT_ANSWERS, only=False)
        return self


EXAMPLES: Mapping[str, type[Model]] = {
    "points-example": PointsExample,
    "placement-example": PlacementExample,
    "ranking-example": RankingExample,
    "draft-example": DraftExample,
}
"""By a tag that is no key, so that the way to a value can be told from it."""


ANSWERS = ("points", "fits", "refused", "winners", *DRAFT_ANSWERS)
"""The keys that say what the engine is to find."""


def example_kind(value: object) -> str:
    """The kind most of whose keys are there, so that a slip in one key does not make it another kind."""
    if isinstance(value, BaseModel):
        return next(tag for tag, model in EXAMPLES.items() if isinstance(value, model))
    keys = list(value) if isinstance(value, Mapping) else []
    # Several kinds show a kingdom; what is said of it tells more.
    weights = {key: 2 if key in ANSWERS else 1 for key in keys}
    return max(EXAMPLES, key=lambda tag: sum(weights.get(key, 0) for key in EXAMPLES[tag].model_fields))


Example = Annotated[
    Annotated[PointsExample, Tag("points-example")]
    | Annotated[PlacementExample, Tag("placement-example")]
    | Annotated[RankingExample, Tag("ranking-example")]
    | Annotated[DraftExample, Tag("draft-example")],
    Discriminator(example_kind),
]
