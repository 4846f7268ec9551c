"""What rules files may say: frozen models, one class per kind of rule.

A ruleset is read in the order of a rulebook. Rules that may come and go (placement, scoring, ties) are
maps by id, so nothing depends on position; everything else is a setting with a name.

What follows from other values is never written: `PlayersRow.rounds`, `Ruleset.taken_out`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from kingdomrules.errors import KingdomRulesError
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.examples import Example
from kingdomrules.ruleset.kinds import PlacementRule, Rule, ScoringRule, TieRule
from kingdomrules.ruleset.model import (
    FORMAT,
    FrozenMap,
    Line,
    Model,
    Name,
    Number,
    Texts,
    frozen_map,
    table_procedure,
)


class WrongPlayers(KingdomRulesError):
    """A game was asked for with a number of players it is not for."""

    def __init__(self, game: str, players: object, allowed: tuple[int, ...]) -> None:
        self.game, self.players, self.allowed = game, players, allowed
        numbers = " or ".join(str(n) for n in allowed)
        super().__init__(f"{game} is a game for {numbers} players, not for {players!r}")


def _player_count(value: object) -> object:
    """Keys arrive as written; only the plain figures 1 to 4 are numbers of players."""
    if isinstance(value, str):
        if value not in PLAYER_COUNTS:
            raise PydanticCustomError("unknown_key", "no such number of players", {"allowed": list(PLAYER_COUNTS)})
        return int(value)
    return value


PLAYER_COUNTS = ("1", "2", "3", "4")
PlayerCount = Annotated[int, BeforeValidator(_player_count), Field(ge=1, le=4)]

Colour = Literal["pink", "yellow", "green", "blue"]
FirstChoice = Literal["drawn", "back-and-forth"]


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
    first_choice: FirstChoice | None = Field(
        None, description="how several players choose from the first line: kings drawn, or A-B-B-A"
    )

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
    order: Literal["by-domino", "fixed", "back-and-forth"] | None = Field(
        None,
        description="whose turn is next: the king on the lowest domino; the players always in the same order; "
        "the players there and back again, A-B-B-A; nothing in a game for one player",
    )
    unchosen: Literal["discarded"] | None = Field(None, description="what becomes of dominoes no king stands on")
    next_picks: Annotated[dict[Number, Annotated[int, Field(ge=1, le=12)]], *frozen_map] | None = Field(
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


RULE_SECTIONS = ("placement", "scoring", "ties")
"""The sections whose entries are rules by id: what `add` and `remove` speak of, beside rows of players."""


class Sections(Model):
    """A whole game, in the order of a rulebook."""

    components: Components = Field(description="what is in the box")
    players: Annotated[dict[PlayerCount, PlayersRow], *frozen_map] = Field(
        description="one row for each possible number of players", min_length=1
    )
    setup: Setup = Field(description="before the first line")
    draft: Draft = Field(description="how dominoes are chosen")
    turn: Turn = Field(description="what a player does in a turn")
    placement: Annotated[dict[Name, PlacementRule], *frozen_map] = Field(description="where a domino may lie, by id")
    end: End = Field(description="how the game ends")
    scoring: Annotated[dict[Name, ScoringRule], *frozen_map] = Field(description="what earns points, by id")
    ties: Annotated[dict[Name, TieRule], *frozen_map] = Field(description="what decides between equal points, by id")
    match: Match = Field(description="one game, or several in a row")

    @property
    def alone(self) -> bool:
        """Whether this game only ever has one player, so that there is nobody to compare with or to wait for."""
        return set(self.players) == {1}


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


class Variant(Header):
    """A variant file: what it changes, each change addressed by the id of what it changes."""

    variant: Name = Field(description="id of the variant; the file has the same name")
    players: tuple[Annotated[int, Field(ge=1, le=4)], ...] | None = Field(
        None, min_length=1, description="the numbers of players it is for; all, if left out"
    )
    extends: tuple[str, ...] = Field((), description="variants it builds on and may change, by id or path")
    requires: tuple[Name, ...] = Field((), description="variants that must be in force beside it, by id")
    overrides: Annotated[dict[Name, Line], *frozen_map] = Field(
        default_factory=FrozenMap, description="ids of variants whose settings this one replaces, and why"
    )
    set: Annotated[dict[str, Any], *frozen_map] = Field(
        default_factory=FrozenMap, description="new values, by address: players.2.grid: 7"
    )
    add: Annotated[dict[str, Any], *frozen_map] = Field(
        default_factory=FrozenMap, description="new rules or rows, by id: scoring.harmony: {kind: …}"
    )
    remove: tuple[str, ...] = Field((), description="ids of rules that no longer hold")
    examples: tuple[Example, ...] = Field(
        (), max_length=20, description="kingdoms and games that show what the variant does; the check plays them"
    )


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
    origins: Annotated[dict[str, tuple[Origin, ...]], *frozen_map] = Field(exclude=True)

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
