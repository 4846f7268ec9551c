"""The kinds of rules that may come and go: where a domino may lie, what earns points, what decides ties."""

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from kingdomrules.ruleset.model import Model

Points = Annotated[int, Field(ge=-1000, le=1000, description="points, a whole number other than 0")]


class Rule(Model):
    usual_id: ClassVar[str]
    """The id the shipped files use, so that a slip in it can be noticed."""


class WithinGrid(Rule):
    """The kingdom must fit into the grid of the players' table."""

    usual_id = "placement.grid"
    kind: Literal["within_grid"]


class OnFreeCells(Rule):
    """Both halves lie on empty cells."""

    usual_id = "placement.overlap"
    kind: Literal["on_free_cells"]


CastleMatches = Literal["wild", "start-only"]
_CASTLE_MATCHES = "wild: the castle goes with every terrain; start-only: it does so for the first domino only"


class OneHalfMatches(Rule):
    """At least one half touches the castle or a square of its own terrain."""

    usual_id = "placement.matching"
    kind: Literal["one_half_matches"]
    castle: CastleMatches = Field("wild", description=_CASTLE_MATCHES)


class AllTouchingMatch(Rule):
    """Every square a half touches is of its own terrain, and at least one half touches something."""

    usual_id = "placement.matching"
    kind: Literal["all_touching_match"]
    castle: CastleMatches = Field("wild", description=_CASTLE_MATCHES)


class SizeTimesCrowns(Rule):
    """Each property is worth its squares times its crowns."""

    usual_id = "scoring.properties"
    kind: Literal["size_times_crowns"]
    castle: Literal["neutral", "joins"] = Field(
        description="whether the castle joins properties of one terrain that touch it"
    )


class CastleInTheMiddle(Rule):
    """A bonus for a castle in the middle of the kingdom."""

    usual_id = "scoring.middle-kingdom"
    kind: Literal["castle_in_the_middle"]
    points: Points
    reading: Literal["full-outline", "outline", "within-reach"] = Field(
        description="the middle of an unfinished kingdom: the outline is the whole grid around the castle; the "
        "castle is the centre of whatever outline there is; no square is too far from the castle"
    )


class CompleteKingdom(Rule):
    """A bonus for a kingdom without a gap."""

    usual_id = "scoring.harmony"
    kind: Literal["complete_kingdom"]
    points: Points
    reading: Literal["nothing-discarded", "full-grid"] = Field(
        description="complete means: the player discarded nothing, or every cell of the grid is filled"
    )


def _one_or_more(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Terrain = Annotated[str, Field(min_length=1, max_length=40)]
"""Any word here; whether the box has such a terrain is asked when the game is put together."""
Terrains = Annotated[
    tuple[Terrain, ...],
    BeforeValidator(_one_or_more, json_schema_input_type=Terrain | tuple[Terrain, ...]),
    Field(min_length=1, max_length=12),
]


class Compare(Model):
    """A number compared: exactly one of the three."""

    at_least: int | None = Field(None, ge=0, le=999)
    exactly: int | None = Field(None, ge=0, le=999)
    at_most: int | None = Field(None, ge=0, le=999)

    @model_validator(mode="after")
    def _only_one(self) -> "Compare":
        if sum(limit is not None for limit in (self.at_least, self.exactly, self.at_most)) != 1:
            raise PydanticCustomError("one_comparison", "say one of at_least, exactly and at_most")
        return self

    def holds(self, n: int) -> bool:
        if self.at_least is not None:
            return n >= self.at_least
        return n == self.exactly if self.exactly is not None else n <= (self.at_most or 0)


class Where(Model):
    """Which squares or properties are meant: everything that is said here must hold."""

    terrain: Terrains | None = Field(None, description="the terrain, or a list of which it is one")
    crowns: Compare | None = Field(None, description="its crowns, compared with a number")
    size: Compare | None = Field(None, description="the squares of a property, compared with a number")
    castle: Literal["touching", "around"] | None = Field(
        None, description="touching: beside the castle; around: among the eight cells around it"
    )
    at: Literal["corner", "edge", "centre"] | None = Field(
        None, description="where a square lies in the outline of the kingdom"
    )
    any_of: tuple["Where", ...] | None = Field(None, min_length=1, max_length=8, description="one of these must hold")
    none_of: tuple["Where", ...] | None = Field(None, min_length=1, max_length=8, description="none of these may hold")


Things = Literal["squares", "properties", "crowns", "terrains", "gaps", "discarded-dominoes"]
_THINGS = "what is counted; gaps are empty cells inside the outline, terrains the different ones in the kingdom"
_WHERE = "which squares or properties count; all, if left out"


class PointsForEach(Rule):
    """Points for everything of a kind, or for every so many; negative points are lost."""

    usual_id = "scoring.points-for-each"
    kind: Literal["points_for_each"]
    points: Points
    count: Things = Field(description=_THINGS)
    where: Where | None = Field(None, description=_WHERE)
    every: int = Field(1, ge=1, le=99, description="points for every full so many")
    at_most: int | None = Field(None, ge=1, le=1000, description="no more points than this in all, won or lost")


class PointsIf(Rule):
    """Points once, if everything that is said here holds."""

    usual_id = "scoring.points-if"
    kind: Literal["points_if"]
    points: Points
    castle: Literal["middle", "corner"] | None = Field(
        None, description="where the castle lies in the outline of the kingdom"
    )
    outline: int | None = Field(None, ge=2, le=25, description="the outline is exactly so many squares each way")
    filled: Literal[True] | None = Field(None, description="there is no gap inside the outline")
    count: Things | None = Field(None, description=_THINGS)
    where: Where | None = Field(None, description=_WHERE)
    number: Compare | None = Field(None, description="what the count is compared with")


class PointsForMost(Rule):
    """Points for the player who has most of something."""

    usual_id = "scoring.points-for-most"
    kind: Literal["points_for_most"]
    points: Annotated[int, Field(ge=1, le=1000)]
    count: Things = Field(description=_THINGS)
    where: Where | None = Field(None, description=_WHERE)
    ties: Literal["all", "none"] = Field(description="whether players who have equally many all get the points")


MOST_ON_LINES = 81
"""Squares among which the best choice of lines without a common one is found in no time: a full 9 × 9."""


class PointsForLines(Rule):
    """Points for each straight line of squares: in a row, a column or a diagonal."""

    usual_id = "scoring.points-for-lines"
    kind: Literal["points_for_lines"]
    points: Annotated[int, Field(ge=1, le=1000)]
    length: int = Field(ge=2, le=9, description="squares in a line")
    where: Where | None = Field(None, description="what every square of a line must be")
    reading: Literal["apart", "crossing"] = Field(
        description="how far lines may overlap: not at all, or in one square; the best choice of lines is counted"
    )


class LargestProperty(Rule):
    """The larger largest property, crowns or not, goes before."""

    usual_id = "ties.largest-property"
    kind: Literal["largest_property"]
    order: int = Field(ge=1, le=9, description="1 is compared first")


class MostCrowns(Rule):
    """More crowns in the whole kingdom go before."""

    usual_id = "ties.most-crowns"
    kind: Literal["most_crowns"]
    order: int = Field(ge=1, le=9, description="1 is compared first")


class SharedVictory(Rule):
    """Players who are still tied share their place, and victory with it."""

    usual_id = "ties.still-tied"
    kind: Literal["shared_victory"]


class TieStands(Rule):
    """Players who are still tied share their place; a tie for the first has no winner."""

    usual_id = "ties.still-tied"
    kind: Literal["tie_stands"]


PlacementRule = Annotated[WithinGrid | OnFreeCells | OneHalfMatches | AllTouchingMatch, Field(discriminator="kind")]
ScoringRule = Annotated[
    SizeTimesCrowns | CastleInTheMiddle | CompleteKingdom | PointsForEach | PointsIf | PointsForMost | PointsForLines,
    Field(discriminator="kind"),
]
TieRule = Annotated[LargestProperty | MostCrowns | SharedVictory | TieStands, Field(discriminator="kind")]
TieBreaker = LargestProperty | MostCrowns
