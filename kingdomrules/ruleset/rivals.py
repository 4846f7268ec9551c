"""Which rules can never both pay? Only what follows from the rules themselves is told, never a guess."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, assert_never

from kingdomrules.ruleset.kinds import (
    CastleInTheMiddle,
    Compare,
    CompleteKingdom,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    ScoringRule,
    SizeTimesCrowns,
    Where,
)
from kingdomrules.ruleset.schema import PlayersRow, Ruleset, Sections


class Need(NamedTuple):
    """A number that must lie between two others before a rule pays: of squares, of gaps, of the outline's width."""

    of: str
    low: int
    high: int | None = None
    where: Where | None = None


MIDDLE = Need("castle in the middle", 1)
CORNER = Need("castle in a corner", 1)


def rivals(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Pairs of rules that earn points, but never both for one kingdom, whatever the number of players."""
    for (name, rule), (other_name, other) in combinations(sorted(rules.scoring.items()), 2):
        if all(_never_both(rules, {*_needs(rule, row), *_needs(other, row)}) for row in rules.players.values()):
            yield f"scoring.{name}", f"scoring.{other_name}"


def _never_both(rules: Sections, needs: set[Need]) -> bool:
    if any(_apart(one, other) for one in needs for other in needs):
        return True
    widths = [need for need in needs if need.of == "outline"]
    if MIDDLE in needs and any(need.low == need.high and need.low % 2 == 0 for need in widths):
        return True  # an even outline has no middle
    # Middle and corner are one place only while the castle stands alone; a domino must be laid if it can.
    built = any(need.low > 1 for need in widths) or rules.turn.discarding == "when-nothing-fits"
    return built and {MIDDLE, CORNER} <= needs


def _apart(more: Need, less: Need) -> bool:
    """Whether one asks for more of something than the other allows of the same, or of all that it is part of."""
    return more.of == less.of and less.high is not None and more.low > less.high and _part_of(more.where, less.where)


def _part_of(inner: Where | None, outer: Where | None) -> bool:
    """Whether everything the outer filter asks for is asked for by the inner one too."""
    if outer is None or inner is None:
        return outer is None
    return all(getattr(inner, name) == getattr(outer, name) for name in outer.model_fields_set)


def _needs(rule: ScoringRule, row: PlayersRow) -> Iterator[Need]:
    """What must hold before a rule pays; nothing of rules that take points away, nor of the game's first one."""
    match rule:
        case CastleInTheMiddle() if rule.points > 0:
            yield from [] if rule.reading == "within-reach" else [MIDDLE]
            if rule.reading == "full-outline" and row.grid is not None:
                yield Need("outline", row.grid, row.grid)
        case CompleteKingdom() if rule.points > 0 and rule.reading == "nothing-discarded":
            yield Need("discarded-dominoes", 0, 0)
        case CompleteKingdom() if rule.points > 0 and row.grid is not None:
            yield Need("outline", row.grid, row.grid)
            yield Need("gaps", 0, 0)
        case PointsForEach() if rule.points > 0:
            yield Need(rule.count, rule.every, None, rule.where)
        case PointsIf() if rule.points > 0:
            yield from _conditions(rule)
        case PointsForMost():
            yield Need(rule.count, 1, None, rule.where)
        case PointsForLines():
            yield Need("squares", rule.length, None, rule.where)
        case SizeTimesCrowns() | CastleInTheMiddle() | CompleteKingdom() | PointsForEach() | PointsIf():
            return
        case _:
            assert_never(rule)


def _conditions(rule: PointsIf) -> Iterator[Need]:
    if rule.castle is not None:
        yield MIDDLE if rule.castle == "middle" else CORNER
    if rule.outline is not None:
        yield Need("outline", rule.outline, rule.outline)
    if rule.filled:
        yield Need("gaps", 0, 0)
    if rule.count is not None and rule.number is not None:
        yield Need(rule.count, *_between(rule.number), rule.where)


def _between(number: Compare) -> tuple[int, int | None]:
    if number.exactly is not None:
        return number.exactly, number.exactly
    return (number.at_least, None) if number.at_least is not None else (0, number.at_most)
