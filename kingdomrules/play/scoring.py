"""What is a kingdom worth? A score is its lines; the total is only ever summed.

Ranking compares totals, then the tie-breaks of the ruleset in their order. Places after a tie are counted
on: 1, 1, 3, 4.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from kingdomrules.play.counting import best_lines, counted
from kingdomrules.play.kingdom import Cell, Field, Kingdom, Property
from kingdomrules.ruleset.kinds import (
    CastleInTheMiddle,
    CompleteKingdom,
    LargestProperty,
    MostCrowns,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    ScoringRule,
    SharedVictory,
    SizeTimesCrowns,
    TieBreaker,
    TieStands,
)
from kingdomrules.ruleset.schema import Ruleset


class ScoreLine(NamedTuple):
    """Points and the rule they come from; for a property also its terrain, squares and crowns.

    `times` is how often a rule that pays for each of something paid.
    """

    rule: str
    points: int
    terrain: str | None = None
    squares: int = 0
    crowns: int = 0
    bits: int = 0
    field: Field | None = None
    times: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.field.cells(self.bits)) if self.field else ()

    def __repr__(self) -> str:
        land = f", {self.terrain!r}, squares={self.squares}, crowns={self.crowns}" if self.terrain else ""
        return f"ScoreLine({self.rule!r}, {self.points}{land})"


class ScoreSheet(NamedTuple):
    """Line by line what a kingdom earns, and what the tie-breaks look at."""

    lines: tuple[ScoreLine, ...]
    largest_property: int
    crowns: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


def score_sheets(
    rules: Ruleset, grid: int | None, kingdoms: Sequence[Kingdom], discards: Sequence[int]
) -> tuple[ScoreSheet, ...]:
    """The sheets of everybody at the table; only here can somebody have most of something."""
    sheets = [score_sheet(rules, grid, kingdom, lost) for kingdom, lost in zip(kingdoms, discards, strict=True)]
    for name, rule in rules.scoring.items():
        if isinstance(rule, PointsForMost):
            letters = rules.domino_set.letter_of
            found = [counted(rule, k, lost, letters) for k, lost in zip(kingdoms, discards, strict=True)]
            most = max(n for n, _ in found)
            having = [player for player, (n, _) in enumerate(found) if n == most]
            if most and (len(having) == 1 or rule.ties == "all"):
                for player in having:
                    bits, field = found[player].bits, kingdoms[player].field
                    line = ScoreLine(f"scoring.{name}", rule.points, bits=bits, field=field)
                    sheets[player] = sheets[player]._replace(lines=(*sheets[player].lines, line))
    return tuple(sheets)


def score_sheet(rules: Ruleset, grid: int | None, kingdom: Kingdom, discards: int) -> ScoreSheet:
    """The sheet of one kingdom whose player discarded so many dominoes."""
    castles: set[str] = {rule.castle for rule in rules.scoring.values() if isinstance(rule, SizeTimesCrowns)} or {
        "neutral"
    }
    lands = {castle: tuple(kingdom.properties(kingdom.castle if castle == "joins" else 0)) for castle in castles}
    lines: list[ScoreLine] = []
    for name, rule in rules.scoring.items():
        lines += _lines(rule, f"scoring.{name}", rules, grid, kingdom, lands, discards)
    # Where the castle joins properties for points, it does so for ties too.
    compared = lands["joins" if "joins" in castles else "neutral"]
    largest = max([land.size for land in compared], default=0)
    return ScoreSheet(tuple(lines), largest, sum([land.crowns for land in compared]))


def _lines(
    rule: ScoringRule,
    id: str,
    rules: Ruleset,
    grid: int | None,
    kingdom: Kingdom,
    lands: Mapping[str, Sequence[Property]],
    discards: int,
) -> Iterator[ScoreLine]:
    match rule:
        case SizeTimesCrowns():
            terrains = rules.domino_set.terrain_of
            for letter, size, crowns, bits, field in lands[rule.castle]:
                yield ScoreLine(id, size * crowns, terrains[letter], size, crowns, bits, field)
        case CastleInTheMiddle():
            if _in_the_middle(rule, grid, kingdom):
                yield ScoreLine(id, rule.points)
        case CompleteKingdom():
            if _complete(rule, grid, kingdom, discards):
                yield ScoreLine(id, rule.points)
        case PointsForEach():
            found = counted(rule, kingdom, discards, rules.domino_set.letter_of)
            if times := found.n // rule.every:
                paid = times * abs(rule.points)
                paid = min(paid, rule.at_most) if rule.at_most is not None else paid
                points = paid if rule.points > 0 else -paid
                yield ScoreLine(id, points, bits=found.bits, field=kingdom.field, times=times)
        case PointsIf():
            if _holds(rule, rules, kingdom, discards):
                yield ScoreLine(id, rule.points)
        case PointsForLines():
            found = best_lines(rule, kingdom, rules.domino_set.letter_of)
            if found.n:
                yield ScoreLine(id, found.n * rule.points, bits=found.bits, field=kingdom.field, times=found.n)
        case PointsForMost():
            return  # nobody has most of anything alone: see score_sheets
        case _:
            assert_never(rule)


def _holds(rule: PointsIf, rules: Ruleset, kingdom: Kingdom, discards: int) -> bool:
    """Whether everything the rule asks for holds."""
    outline = kingdom.outline
    west, east, south, north = outline
    if rule.castle == "middle" and not (kingdom.castle and -west == east and -south == north):
        return False
    if rule.castle == "corner" and not (kingdom.castle and 0 in (west, east) and 0 in (south, north)):
        return False
    if rule.outline is not None and not outline.width == outline.height == rule.outline:
        return False
    if rule.filled and kingdom.occupied.bit_count() != outline.width * outline.height:
        return False
    if rule.count is None or rule.number is None:
        return True
    return rule.number.holds(counted(rule, kingdom, discards, rules.domino_set.letter_of).n)


def looks_at_the_grid(rule: ScoringRule) -> bool:
    """Whether what a rule earns depends on how large a kingdom may grow."""
    match rule:
        case SizeTimesCrowns() | PointsForEach() | PointsIf() | PointsForMost() | PointsForLines():
            return False
        case CastleInTheMiddle():
            return rule.reading != "outline"
        case CompleteKingdom():
            return rule.reading == "full-grid"
        case _:
            assert_never(rule)


def _in_the_middle(rule: CastleInTheMiddle, grid: int | None, kingdom: Kingdom) -> bool:
    if not kingdom.castle:
        return False
    west, east, south, north = kingdom.outline
    sides = (-west, east, -south, north)
    if rule.reading == "outline":
        return -west == east and -south == north
    assert grid is not None, "a ruleset with this reading has a grid"
    reach = (grid - 1) // 2
    if rule.reading == "full-outline":
        return all(side == reach for side in sides)
    return all(side <= reach for side in sides)


def _complete(rule: CompleteKingdom, grid: int | None, kingdom: Kingdom, discards: int) -> bool:
    if rule.reading == "nothing-discarded":
        return discards == 0
    assert grid is not None, "a ruleset with this reading has a grid"
    outline = kingdom.outline
    return outline.width == outline.height == grid and kingdom.occupied.bit_count() == grid * grid


# --- ranking ------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """A player's place. `decided_by` is the rule that put the player behind the one before."""

    player: int
    place: int
    total: int
    decided_by: str | None = None


class Ranking(NamedTuple):
    standings: tuple[Standing, ...]
    winners: tuple[int, ...]
    """The players who won: none where a tie for the first place stands, nor where somebody plays alone."""


def ranking(rules: Ruleset, sheets: Sequence[ScoreSheet]) -> Ranking:
    """The players in order; equal in everything means the same place."""
    return _ranked(rules, [sheet.total for sheet in sheets], [[sheet] for sheet in sheets], compare_ties=True)


def match_ranking(rules: Ruleset, games: Sequence[Sequence[ScoreSheet]]) -> Ranking:
    """The ranking after several games: sums of points, and of what the tie-breaks look at if the rules say so."""
    by_player = list(zip(*games, strict=True))
    totals = [sum(sheet.total for sheet in sheets) for sheets in by_player]
    compare = len(games) == 1 or rules.match.equal_sums == "summed-ties"
    return _ranked(rules, totals, by_player, compare_ties=compare)


def _ranked(
    rules: Ruleset, totals: Sequence[int], sheets: Sequence[Sequence[ScoreSheet]], *, compare_ties: bool
) -> Ranking:
    breakers: list[tuple[str, Callable[[Sequence[ScoreSheet]], int]]] = []
    if compare_ties:
        breakers = [(id, _compared(rule)) for id, rule in tie_breakers(rules)]
    keys = [(total, *(value(own) for _, value in breakers)) for total, own in zip(totals, sheets, strict=True)]
    order = sorted(range(len(keys)), key=lambda player: keys[player], reverse=True)
    standings: list[Standing] = []
    for position, player in enumerate(order):
        before = order[position - 1] if position else None
        if before is None:
            standings.append(Standing(player, 1, totals[player]))
        elif keys[before] == keys[player]:
            last_rule = next(f"ties.{n}" for n, r in rules.ties.items() if isinstance(r, SharedVictory | TieStands))
            standings.append(Standing(player, standings[-1].place, totals[player], last_rule))
        else:
            step = next(i for i, (high, low) in enumerate(zip(keys[before], keys[player], strict=True)) if high != low)
            decided_by = breakers[step - 1][0] if step else None
            standings.append(Standing(player, position + 1, totals[player], decided_by))
    first = tuple(sorted(standing.player for standing in standings if standing.place == 1))
    stands = any(isinstance(rule, TieStands) for rule in rules.ties.values())
    nobody = len(standings) == 1 or (stands and len(first) > 1)
    return Ranking(tuple(standings), () if nobody else first)


def tie_breakers(rules: Ruleset) -> list[tuple[str, TieBreaker]]:
    """The tie-breaks in the order they are compared."""
    found = [(f"ties.{n}", rule) for n, rule in rules.ties.items() if isinstance(rule, TieBreaker)]
    return sorted(found, key=lambda entry: entry[1].order)


def _compared(rule: TieBreaker) -> Callable[[Sequence[ScoreSheet]], int]:
    match rule:
        case LargestProperty():
            return lambda sheets: sum(sheet.largest_property for sheet in sheets)
        case MostCrowns():
            return lambda sheets: sum(sheet.crowns for sheet in sheets)
        case _:
            assert_never(rule)
