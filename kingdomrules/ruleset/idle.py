"""Values that could never matter: a filter nothing meets, a part that says nothing, a number nobody reaches.

There is one question for every part: does leaving it out, or moving its number by one, mean something else in any
kingdom this game can have? What a game can have is known by enumeration, see `reach`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, assert_never

from kingdomrules.ruleset.complaints import Quoted
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.finding import Finding
from kingdomrules.ruleset.kinds import (
    Compare,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    Where,
)
from kingdomrules.ruleset.loading import Path_
from kingdomrules.ruleset.outlines import Outline
from kingdomrules.ruleset.reach import LEAVES, Kinds, Reach, reach_of
from kingdomrules.ruleset.schema import Sections

Vocabulary = PointsForEach | PointsIf | PointsForMost | PointsForLines
"""The kinds of rules that look for something of their author's choice."""

Case = tuple[Outline, bool, int]
"""An outline, whether it is filled, and how many there are of what is counted."""


def idle_scoring(rules: Sections, dominoes: DominoSet) -> Iterator[Finding]:
    """Everything in the scoring rules that could be left out or changed, and nobody would notice."""
    looking = {name: rule for name, rule in rules.scoring.items() if isinstance(rule, Vocabulary)}
    for name, rule in looking.items():
        for finding in _known(rule, reach_of(rules, dominoes)):
            yield Finding(finding.code, ("scoring", name, *finding.path), finding.facts)


@lru_cache(maxsize=1024)
def _known(rule: Vocabulary, reach: Reach) -> tuple[Finding, ...]:
    """Many games share a rule and what can happen in them."""
    return tuple(_idle(rule, reach))


def _idle(rule: Vocabulary, reach: Reach) -> Iterator[Finding]:
    match rule:
        case PointsForEach():
            yield from _filter(rule.where, rule.count, reach) or _awards(rule, reach)
        case PointsIf():
            yield from _conditions(rule, reach)
        case PointsForMost():
            yield from _filter(rule.where, rule.count, reach) or _most(rule, reach)
        case PointsForLines():
            yield from _filter(rule.where, "squares", reach) or _lines(rule, reach)
        case _:
            assert_never(rule)


# --- filters ------------------------------------------------------------------------------------------------


def _filter(
    where: Where | None, count: str | None, reach: Reach, noticed: Callable[[int, int], int] = lambda _, __: -1
) -> list[Finding]:
    """What is wrong with the filter itself; `noticed` gives the kinds that matter for telling two meanings apart."""
    if where is None:
        return []
    kinds = reach.kinds(count)
    whole = kinds.meaning(where)
    if not whole:
        alone = (path for path, value in _leaves(where) if not kinds.leaf(path[-1], value))
        return [Finding("KR240", ("where", *next(alone, ())), {})]

    def same(path: Path_, bits: int) -> bool:
        other = kinds.meaning(where, {path: bits})
        return other == whole or not (other ^ whole) & noticed(whole, other)

    found = _parts(where, (), same, kinds)
    return [Finding(finding.code, ("where", *finding.path), finding.facts) for finding in found]


def _leaves(where: Where, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    for key in LEAVES:
        if (value := getattr(where, key)) is not None:
            yield (*path, key), value


def _parts(where: Where, path: Path_, same: Callable[[Path_, int], bool], kinds: Kinds) -> Iterator[Finding]:
    """Parts of a filter that say nothing; `same` tells whether it means the same with a part taken for other kinds."""
    for here, value in _leaves(where, path):
        if same(here, kinds.all):
            yield Finding("KR241", here, {"key": here[-1]})
        else:
            yield from _loose(here, value, same, kinds)
    for key, others in (("any_of", where.any_of), ("none_of", where.none_of)):
        if key == "any_of" and others is not None and same((*path, key), kinds.all):
            yield Finding("KR241", (*path, key), {"key": key})
            continue
        for position, other in enumerate(others or ()):
            entry = (*path, key, str(position))
            if same(entry, 0):
                yield Finding("KR242", entry, {"key": key})
            else:
                yield from _parts(other, entry, same, kinds)


def _loose(here: Path_, value: Any, same: Callable[[Path_, int], bool], kinds: Kinds) -> Iterator[Finding]:
    """Another value, or one terrain less, that would mean the same."""
    whole = kinds.leaf(here[-1], value)
    if isinstance(value, tuple) and len(value) > 1:
        for position, terrain in enumerate(value):
            if same(here, whole & ~kinds.leaf(here[-1], (terrain,))):
                yield Finding("KR242", (*here, str(position)), {"key": here[-1]})
    if isinstance(value, Compare) and value.exactly is None:
        word, limit, further = _limit(value)
        meant = limit
        for n in further:
            if not same(here, kinds.leaf(here[-1], Compare(**{word: n}))):
                break
            meant = n
        if meant != limit:
            yield _same_as((*here, word), limit, meant)
    for narrower in _NARROWER.get(value, ()) if isinstance(value, str) else ():
        if same(here, kinds.leaf(here[-1], narrower)):
            yield _same_as(here, value, narrower)


MOST = 1000
"""More than anything can be compared with."""
_NARROWER = {"around": ("touching",), "edge": ("corner", "centre")}


def _limit(number: Compare) -> tuple[str, int, range]:
    """The word and the number of a limit, and the numbers further on, where fewer and fewer things are meant."""
    if number.at_least is not None:
        return "at_least", number.at_least, range(number.at_least + 1, MOST)
    assert number.at_most is not None, "exactly is no limit"
    return "at_most", number.at_most, range(number.at_most - 1, -1, -1)


def _same_as(path: Path_, found: object, meant: object) -> Finding:
    return Finding("KR243", path, {"found": found, "meant": Quoted(str(meant)), "near": str(meant)})


# --- what is paid -------------------------------------------------------------------------------------------


def _awards(rule: PointsForEach, reach: Reach) -> Iterator[Finding]:
    if rule.every == 1 and rule.at_most is None and rule.count in ("squares", "properties"):
        return  # whatever can be met can be met once
    amounts = reach.amounts(rule.count, rule.where)
    if max(amounts) < rule.every:
        key = "every" if rule.every > 1 else "count"
        yield _never(key, rule.every, max(amounts))
        return
    every = rule.every
    while all(n // every == n // (every + 1) for n in amounts):
        every += 1
    if every > rule.every:
        yield _same_as(("every",), rule.every, every)
    paid = sorted({n // rule.every * abs(rule.points) for n in amounts} - {0})
    if rule.at_most is not None and not paid[0] < rule.at_most < paid[-1]:
        code = "KR247" if rule.at_most <= paid[0] else "KR248"
        yield Finding(code, ("at_most",), {"least": paid[0], "most": paid[-1]})


def _most(rule: PointsForMost, reach: Reach) -> Iterator[Finding]:
    if rule.count in ("squares", "properties") and reach.in_the_box(rule.count, rule.where) < 2:
        yield Finding("KR249", ("ties",), {"key": "ties"})
    elif max(reach.amounts(rule.count, None) if rule.where is None else [1]) == 0:
        yield Finding("KR245", ("count",), {"key": "count", "most": 0})


def _lines(rule: PointsForLines, reach: Reach) -> Iterator[Finding]:
    lines = reach.lines(rule.where, rule.length)
    if lines == 0:
        yield _never("length", rule.length, max(outline.width for outline in reach.outlines))
    if lines == 1:
        yield Finding("KR250", ("reading",), {"key": "reading"})


# --- conditions ---------------------------------------------------------------------------------------------


def _conditions(rule: PointsIf, reach: Reach) -> Iterator[Finding]:
    asked = _asked(rule)

    def paying(count: str, meant: int) -> Iterator[Outline]:
        for outline, filled, numbers in reach.cases(count, meant):
            if any(all(asks((outline, filled, n)) for asks in asked.values()) for n in numbers):
                yield outline

    def noticed(one: int, other: int) -> int:
        """Kinds of squares in outlines for which one meaning or the other pays."""
        if rule.count != "squares":
            return -1
        outlines = {*paying("squares", one), *paying("squares", other)}
        return reach.squares_in(outlines) if outlines else -1

    of_outlines = [asked[key] for key in ("castle", "outline") if key in asked]
    outlines = [outline for outline in reach.outlines if all(asks((outline, True, 0)) for asks in of_outlines)]
    if outlines and (found := _filter(rule.where, rule.count, reach.within(outlines), noticed)):
        yield from found
        return
    if rule.number is not None and (better := _better_counted(rule, rule.number)):
        yield Finding("KR251", ("count",), {"count": Quoted(better), "near": better})
        return
    cases: Sequence[Case] = [
        (outline, filled, n)
        for outline, filled, numbers in reach.cases(rule.count or "gaps", reach.meant(rule.count, rule.where))
        for n in (numbers if rule.count is not None else (0,))
    ]
    true = [case for case in cases if all(asks(case) for asks in asked.values())]
    if not true:
        never = [key for key, asks in asked.items() if not any(map(asks, cases))]
        if "outline" in never:
            squares = [outline.width for outline in reach.outlines if outline.width == outline.height]
            yield _never("outline", rule.outline, max(squares))
        elif rule.number is not None and "number" in never:
            yield _never("number", rule.number.at_least or rule.number.exactly, max(n for _, _, n in cases))
        else:
            yield Finding("KR252", ("kind",), {})
        return
    for key in asked:
        if len(true) == sum(all(asks(case) for other, asks in asked.items() if other != key) for case in cases):
            yield Finding("KR256" if key == "number" else "KR241", (key,), {"key": key})
            return
    if rule.number is not None and rule.number.exactly is None:
        word, limit, further = _limit(rule.number)
        numbers = {n for _, _, n in true}
        if limit not in numbers:
            yield _same_as(("number", word), limit, next(n for n in further if n in numbers))


def _never(key: str, wanted: int | None, most: int) -> Finding:
    """A value nothing can come up to, or that cannot come about although it is not too much."""
    if wanted is not None and wanted > most:
        return Finding("KR245", (key,), {"key": key, "most": most})
    return Finding("KR246", (key,), {})


def _asked(rule: PointsIf) -> dict[str, Callable[[Case], bool]]:
    """Each thing a rule asks for, as a question to a case."""
    asked: dict[str, Callable[[Case], bool]] = {}
    if rule.castle == "middle":
        asked["castle"] = lambda case: case[0].castle_in_the_middle
    if rule.castle == "corner":
        asked["castle"] = lambda case: case[0].castle_in_a_corner
    if rule.outline is not None:
        asked["outline"] = lambda case: case[0].width == case[0].height == rule.outline
    if rule.filled:
        asked["filled"] = lambda case: case[1]
    if (number := rule.number) is not None:
        asked["number"] = lambda case: number.holds(case[2])
    return asked


def _better_counted(rule: PointsIf, number: Compare) -> str | None:
    """What else could be counted instead: it is there, or there only once, in the very same kingdoms."""
    none = number.exactly == 0 or number.at_most == 0
    if rule.count == "terrains" and none:
        return "squares"
    if rule.count != "properties":
        return None
    if (none or number.at_least == 1) and _of_one_square(rule.where) is not None:
        return "squares"
    # Land that fills a rectangle hangs together, unless the castle parts it: then one terrain is one property.
    whole = rule.filled and (rule.castle == "corner" or rule.outline is not None)
    only_one = number.exactly == 1 or number.at_most == 1 or number.at_least == 2
    return "terrains" if whole and only_one and rule.where is None else None


def _of_one_square(where: Where | None) -> int | None:
    """How many things one square of a property must be, beside its terrain; none if it is about the whole of it."""
    if where is None:
        return 0
    if where.size is not None or (where.crowns is not None and where.crowns.at_least != 1):
        return None
    own = (where.crowns is not None) + (where.castle is not None)
    either = [_of_one_square(other) for other in where.any_of or ()]
    neither = [_of_one_square(other) for other in where.none_of or ()]
    if None in either or any(n != 0 for n in neither):
        return None
    own += max((n for n in either if n is not None), default=0)
    return own if own <= 1 else None
