"""What rules files may say: frozen models, one class per kind of rule.

A ruleset is read in the order of a rulebook. Rules that may come and go (placement, scoring, ties) are
maps by id, so nothing depends on position; everything else is a setting with a name.

What follows from other values is never written: `PlayersRow.rounds`, `Ruleset.taken_out`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    WrapSerializer,
    model_validator,
)
from pydantic_core import PydanticCustomError

from kingdomrules.errors import KingdomRulesError

FORMAT = 1

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A dict that reads and pickles as usual and refuses every change."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a ruleset does not change; write a variant instead")

    __setitem__ = __delitem__ = _refuse
    pop = popitem = clear = update = setdefault = _refuse
    __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # frozen, so it may be a key
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type, tuple[dict[K, V]]]:
        return type(self), (dict(self),)


def _serialise_map(value: dict[Any, Any], handler: SerializerFunctionWrapHandler) -> Any:
    return handler(dict(value))


_frozen_map = (AfterValidator(FrozenMap), WrapSerializer(_serialise_map))


class WrongPlayers(KingdomRulesError):
    """A game was asked for with a number of players it is not for."""

    def __init__(self, game: str, players: object, allowed: tuple[int, ...]) -> None:
        self.game, self.players, self.allowed = game, players, allowed
        numbers = " or ".join(str(n) for n in allowed)
        super().__init__(f"{game} is a game for {numbers} players, not for {players!r}")


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def table_procedure(description: str, default: Any = ..., **limits: Any) -> Any:
    """A field that is told in the rulebook but changes no move and no score."""
    return Field(default, description=description, json_schema_extra={"table_procedure": True}, **limits)


def _player_count(value: object) -> object:
    """Keys arrive as written; only the plain figures 1 to 4 are numbers of players."""
    if isinstance(value, str):
        if value not in PLAYER_COUNTS:
            raise PydanticCustomError("unknown_key", "no such number of players", {"allowed": list(PLAYER_COUNTS)})
        return int(value)
    return value


def _number(value: object) -> object:
    if isinstance(value, str) and value.isascii() and value.isdigit() and value == str(int(value)):
        return int(value)
    return value


PLAYER_COUNTS = ("1", "2", "3", "4")
PlayerCount = Annotated[int, BeforeValidator(_player_count), Field(ge=1, le=4)]
Number = Annotated[int, BeforeValidator(_number), Field(ge=1, le=999)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
Points = Annotated[int, Field(ge=-1000, le=1000, description="points, a whole number other than 0")]
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\n]*\S[^\n]*$")]
Texts = Annotated[dict[str, Line], *_frozen_map]
Picture = Annotated[str, StringConstraints(min_length=1, max_length=2000)]

Colour = Literal["pink", "yellow", "green", "blue"]
FirstChoice = Literal["drawn", "back-and-forth"]


# --- dominoes -----------------------------------------------------------------------------------------------


class NounForms(Model):
    """A noun with its forms: sg and pl by case, as in locales/*/terms.yaml."""

    gender: str | None = Field(None, max_length=4)
    animate: bool | None = None
    sg: Annotated[dict[str, Line], *_frozen_map]
    pl: Annotated[dict[str, Line], *_frozen_map]
    sg_def: Annotated[dict[str, Line], *_frozen_map] | None = None
    pl_def: Annotated[dict[str, Line], *_frozen_map] | None = None


class Terrain(Model):
    letter: Annotated[str, StringConstraints(pattern=r"^[ABD-Z]$")] = Field(
        description="capital letter that stands for the terrain in pictures; C is the castle's"
    )
    words: Annotated[dict[str, NounForms], *_frozen_map] | None = Field(
        None, description="for a terrain of your own, its name by language with the forms the sentences ask for"
    )


class Total(Model):
    squares: int = Field(ge=0, le=9999, description="squares of the terrain on all dominoes")
    crowns: int = Field(ge=0, le=9999, description="crowns on them")


Half = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*\*{0,7}$")]


class DominoSet(Model):
    """The dominoes of a box, with totals that are counted again on reading."""

    format: int = Field(ge=1, le=FORMAT, description="the format of rules files this one was written for")
    dominoes: Name = Field(description="id of the set")
    terrains: Annotated[dict[Name, Terrain], *_frozen_map, Field(min_length=1, max_length=12)]
    pieces: Annotated[dict[Number, tuple[Half, Half]], *_frozen_map, Field(min_length=1)] = Field(
        description="number of the domino: [first half, second half], a star for each crown"
    )
    totals: Annotated[dict[Name, Total], *_frozen_map] = Field(description="what the pieces must add up to")

    @cached_property
    def terrain_of(self) -> FrozenMap[str, str]:
        """The terrain each letter of a picture stands for."""
        return FrozenMap({look.letter: terrain for terrain, look in self.terrains.items()})

    @cached_property
    def letter_of(self) -> FrozenMap[str, str]:
        """The letter that stands for each terrain in a picture."""
        return FrozenMap({terrain: look.letter for terrain, look in self.terrains.items()})

    def __hash__(self) -> int:
        return hash((self.dominoes, len(self.pieces)))

    def words(self, terrain: str, language: str) -> NounForms | None:
        """The forms the file brings for a terrain of its own."""
        words = self.terrains[terrain].words
        return words.get(language) if words else None

    def halves(self, number: int) -> tuple[tuple[str, int], tuple[str, int]]:
        """Terrain and crowns of the two halves, in the order of the file."""
        first, second = self.pieces[number]
        return _terrain_and_crowns(first), _terrain_and_crowns(second)


def _terrain_and_crowns(half: str) -> tuple[str, int]:
    terrain = half.rstrip("*")
    return terrain, len(half) - len(terrain)


# --- the sections of a ruleset ------------------------------------------------------------------------------


class Components(Model):
    """What is in the box."""

    dominoes: Name = Field(description="the set of dominoes, by id")
    copies: int = Field(1, ge=1, le=4, description="how many of these sets are shuffled together")
    kings_per_colour: int = table_procedure("kings of each colour in the box", ge=1, le=9)
    colours: tuple[Colour, ...] = table_procedure("one colour for each possible player", min_length=1)
    score_pad: bool = table_procedure("whether a score pad is in the box")


class PlayersRow(Model):
    """Everything that depends on the number of players."""

    kings: int = Field(ge=1, le=4, description="kings each player has")
    dominoes: int = Field(ge=1, le=999, description="dominoes in play")
    line: int = Field(ge=1, le=12, description="dominoes in each line")
    grid: int | None = Field(None, ge=3, le=13, description="a kingdom fits into this many squares each way")
    first_choice: FirstChoice = Field(description="how the first line is chosen from: kings drawn, or A-B-B-A")

    @property
    def rounds(self) -> int:
        """Rounds in which dominoes are placed; choosing from the first line is not one."""
        return self.dominoes // self.line


class Setup(Model):
    pile: Literal["in-the-box", "in-the-tray"] = table_procedure("where the face-down pile stands")
    thinning: Literal["taken-out", "end-marker"] | None = table_procedure(
        "how dominoes that are not in play leave the pile: taken out unseen, or cut off by an end marker", None
    )


class Draft(Model):
    order: Literal["by-domino", "fixed", "back-and-forth"] = Field(
        description="whose turn is next: the king on the lowest domino; the players always in the same order; "
        "the players there and back again, A-B-B-A"
    )
    unchosen: Literal["discarded"] | None = Field(None, description="what becomes of dominoes no king stands on")
    next_picks: Annotated[dict[Number, Annotated[int, Field(ge=1, le=12)]], *_frozen_map] | None = Field(
        None, description="after a pick at this place of the line, only the first so many places may be picked next"
    )
    each_place_once: int | None = Field(
        None, ge=2, le=12, description="in every so many rounds a player picks each place of the line once"
    )


class Turn(Model):
    discarding: Literal["when-nothing-fits", "freely"] = Field(
        description="when a domino may be discarded instead of placed"
    )


class End(Model):
    last_round: Literal["placing-only"] = Field(description="what is done once no line is left to choose from")


class Match(Model):
    games: int = Field(ge=1, le=20, description="games in a row; their points are added up")
    equal_sums: Literal["summed-ties", "shared"] | None = Field(
        None, description="equal sums after several games: compare the tie-breaks summed over them, or share"
    )


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


Terrains = Annotated[
    tuple[Name, ...],
    BeforeValidator(_one_or_more, json_schema_input_type=Name | tuple[Name, ...]),
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
    at_most: int | None = Field(None, ge=1, le=1000, description="no more points than this in all")


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

RULE_SECTIONS = ("placement", "scoring", "ties")
"""The sections whose entries are rules by id: what `add` and `remove` speak of, beside rows of players."""


class Sections(Model):
    """A whole game, in the order of a rulebook."""

    components: Components = Field(description="what is in the box")
    players: Annotated[dict[PlayerCount, PlayersRow], *_frozen_map] = Field(
        description="one row for each possible number of players", min_length=1
    )
    setup: Setup = Field(description="before the first line")
    draft: Draft = Field(description="how dominoes are chosen")
    turn: Turn = Field(description="what a player does in a turn")
    placement: Annotated[dict[Name, PlacementRule], *_frozen_map] = Field(description="where a domino may lie, by id")
    end: End = Field(description="how the game ends")
    scoring: Annotated[dict[Name, ScoringRule], *_frozen_map] = Field(description="what earns points, by id")
    ties: Annotated[dict[Name, TieRule], *_frozen_map] = Field(description="what decides between equal points, by id")
    match: Match = Field(description="one game, or several in a row")


class Header(Model):
    """What a file says about itself; no part of the rules."""

    format: int = Field(ge=1, le=FORMAT, description="the format of rules files this one was written for")
    status: Literal["official", "house"] = Field(description="official needs a printed source in sources.yaml")
    title: Texts = Field(min_length=1, description="the name shown to people, by language")
    source: Line | None = Field(None, description="where a house rule comes from")
    note: Texts | None = Field(None, description="free text for readers, by language; no part of the rules")


class Edition(Header, Sections):
    """An edition file: a whole game."""

    edition: Name = Field(description="id of the edition; the file has the same name")


class Example(Model):
    """A kingdom and what the variant's own rules earn on it; the check counts it again."""

    kingdom: Picture = Field(
        description="a picture: rows from north to south, W1 a wheat field with a crown, C the castle, . an empty cell"
    )
    others: tuple[Picture, ...] = Field(
        (), max_length=3, description="the other players' kingdoms, where having most of something is paid"
    )
    discards: int = Field(0, ge=0, le=99, description="dominoes the player discarded")
    points: int = Field(ge=-9999, le=9999, description="what the rules this variant adds or changes earn")


class Variant(Header):
    """A variant file: what it changes, each change addressed by the id of what it changes."""

    variant: Name = Field(description="id of the variant; the file has the same name")
    players: tuple[Annotated[int, Field(ge=1, le=4)], ...] | None = Field(
        None, min_length=1, description="the numbers of players it is for; all, if left out"
    )
    extends: tuple[str, ...] = Field((), description="variants it builds on and may change, by id or path")
    requires: tuple[Name, ...] = Field((), description="variants that must be in force beside it, by id")
    overrides: Annotated[dict[Name, Line], *_frozen_map] = Field(
        default_factory=FrozenMap, description="ids of variants whose settings this one replaces, and why"
    )
    set: Annotated[dict[str, Any], *_frozen_map] = Field(
        default_factory=FrozenMap, description="new values, by address: players.2.grid: 7"
    )
    add: Annotated[dict[str, Any], *_frozen_map] = Field(
        default_factory=FrozenMap, description="new rules or rows, by id: scoring.harmony: {kind: …}"
    )
    remove: tuple[str, ...] = Field((), description="ids of rules that no longer hold")
    examples: tuple[Example, ...] = Field((), max_length=20, description="kingdoms that show what the variant earns")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value was written: the layer it belongs to and its place in that layer's file."""

    layer: str
    file: str
    line: int
    column: int
    end_column: int


class Ruleset(Sections):
    """A checked game, ready to be played and told: what `kingdomrules.load` returns."""

    id: str = Field(description="ids of the edition and the variants, in canonical order")
    expression: str = Field(description="the expression that loads this ruleset again")
    hash: str = Field(description="fingerprint of the meaning")
    status: Literal["official", "house"]
    titles: tuple[Texts, ...] = Field(description="titles of the edition and of each variant")
    notes: tuple[Texts, ...] = Field((), description="what their authors tell readers; no part of the rules")
    domino_set: DominoSet
    origins: Annotated[dict[str, tuple[Origin, ...]], *_frozen_map] = Field(exclude=True)

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(self.id.split("+")[1:])

    def row(self, players: int) -> PlayersRow:
        """The row for so many players; a number the game is not for is refused with a sentence."""
        try:
            return self.players[players]
        except KeyError:
            raise WrongPlayers(self.id, players, tuple(self.players)) from None

    @property
    def box(self) -> int:
        """Dominoes in all the sets that are shuffled together."""
        return len(self.domino_set.pieces) * self.components.copies

    def taken_out(self, players: int) -> int:
        """Dominoes of the box that are not in play."""
        return self.box - self.row(players).dominoes

    def unchosen(self, players: int) -> int:
        """Dominoes of each line no king ends up on."""
        row = self.row(players)
        return row.line - players * row.kings

    def rules(self) -> Iterator[tuple[str, Rule]]:
        """Every rule that has an id of its own, in the order of the book."""
        for section in RULE_SECTIONS:
            for name, rule in getattr(self, section).items():
                yield f"{section}.{name}", rule

    def __hash__(self) -> int:
        return hash(self.hash)

    def origin(self, path: str) -> Origin:
        """Where the value at a path was written last."""
        return self.origins[path][-1]
