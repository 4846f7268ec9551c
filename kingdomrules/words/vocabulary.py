"""The vocabulary of house rules, told.

Grammar breaks where fragments must agree across a join, so nothing is glued: every filter is a whole clause about
the thing that is counted, a negated clause is a clause of its own, and clauses are listed after a colon.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kingdomrules.ruleset.schema import (
    Compare,
    DominoSet,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    Where,
)
from kingdomrules.words.language import Language, Size, Term, Value

VocabularyRule = PointsForEach | PointsIf | PointsForMost | PointsForLines


@dataclass(frozen=True, slots=True)
class _Voice:
    """A language speaking of one game, whose terrains may have words of their own."""

    language: Language
    dominoes: DominoSet

    def say(self, message: str, /, **values: Value) -> str:
        return self.language.say(message, **values)

    def term(self, terrain: str) -> Term:
        return Term(terrain, self.dominoes.words(terrain, self.language.code))


def told(rule: VocabularyRule, language: Language, dominoes: DominoSet) -> list[str]:
    """The sentences of a rule that was put together from the vocabulary."""
    tongue = _Voice(language, dominoes)
    match rule:
        case PointsForEach():
            return list(_for_each(rule, tongue))
        case PointsIf():
            return [_if(rule, tongue)]
        case PointsForMost():
            return list(_for_most(rule, tongue))
        case PointsForLines():
            return list(_for_lines(rule, tongue))


# --- points for each ----------------------------------------------------------------------------------------


def _for_each(rule: PointsForEach, tongue: _Voice) -> Iterator[str]:
    if rule.points < 0:
        yield _lost_for_each(rule, tongue)
    elif rule.every > 1:
        yield _for_every(rule, tongue)
    else:
        yield _natural(rule, tongue) or _plain_for_each(rule, tongue)
    if rule.at_most is not None:
        yield tongue.say("This rule earns at most {points:point}.", points=rule.at_most)


def _natural(rule: PointsForEach, tongue: _Voice) -> str | None:
    """Sentences of their own for what is asked most often."""
    where = rule.where
    if rule.count != "squares" or where is None or where.terrain is None or len(where.terrain) != 1:
        return None
    terrain, said = tongue.term(where.terrain[0]), where.model_fields_set
    if said == {"terrain"}:
        return tongue.say(
            "You get {points:point} for each square of this terrain in your kingdom: {terrain}.",
            points=rule.points,
            terrain=terrain,
        )
    if said == {"terrain", "castle"} and where.castle == "around":
        return tongue.say(
            "You get {points:point} for each square of this terrain beside your castle or diagonally next to it: "
            "{terrain}.",
            points=rule.points,
            terrain=terrain,
        )
    if said == {"terrain", "at"} and where.at == "corner":
        return tongue.say(
            "You get {points:point} for each corner of your kingdom that is of this terrain: {terrain}.",
            points=rule.points,
            terrain=terrain,
        )
    return None


def _plain_for_each(rule: PointsForEach, tongue: _Voice) -> str:
    say, points = tongue.say, rule.points
    clauses = _listed(rule.where, rule.count, tongue)
    single = rule.where is not None and len(rule.where.model_fields_set) == 1
    match rule.count:
        case "squares" if clauses and single:
            return say(
                "You get {points:point} for each square for which this is true: {clause}.",
                points=points,
                clause=clauses,
            )
        case "squares" if clauses:
            return say(
                "You get {points:point} for each square for which all of this is true: {clauses}.",
                points=points,
                clauses=clauses,
            )
        case "properties" if clauses and single:
            return say(
                "You get {points:point} for each property for which this is true: {clause}.",
                points=points,
                clause=clauses,
            )
        case "properties" if clauses:
            return say(
                "You get {points:point} for each property for which all of this is true: {clauses}.",
                points=points,
                clauses=clauses,
            )
        case "squares":
            return say("You get {points:point} for each square of your kingdom.", points=points)
        case "properties":
            return say("You get {points:point} for each property of your kingdom.", points=points)
        case "crowns":
            return say("You get {points:point} for each crown in your kingdom.", points=points)
        case "terrains":
            return say("You get {points:point} for each different terrain in your kingdom.", points=points)
        case "gaps":
            return say("You get {points:point} for each empty cell inside the outline of your kingdom.", points=points)
        case "discarded-dominoes":
            return say("You get {points:point} for each domino you have discarded.", points=points)


def _for_every(rule: PointsForEach, tongue: _Voice) -> str:
    say, points, n = tongue.say, rule.points, rule.every
    clauses = _listed(rule.where, rule.count, tongue)
    match rule.count:
        case "squares" if clauses:
            return say(
                "You get {points:point} for every full {n:square} for which all of this is true: {clauses}.",
                points=points,
                n=n,
                clauses=clauses,
            )
        case "properties" if clauses:
            return say(
                "You get {points:point} for every full {n:property} for which all of this is true: {clauses}.",
                points=points,
                n=n,
                clauses=clauses,
            )
        case "squares":
            return say("You get {points:point} for every full {n:square} of your kingdom.", points=points, n=n)
        case "properties":
            return say("You get {points:point} for every full {n:property} of your kingdom.", points=points, n=n)
        case "crowns":
            return say("You get {points:point} for every full {n:crown} in your kingdom.", points=points, n=n)
        case "terrains":
            return say("You get {points:point} for every full {n:terrain} in your kingdom.", points=points, n=n)
        case "gaps":
            return say(
                "You get {points:point} for every full {n:square} that would still fit inside the outline of your "
                "kingdom.",
                points=points,
                n=n,
            )
        case "discarded-dominoes":
            return say("You get {points:point} for every full {n:domino} you have discarded.", points=points, n=n)


def _lost_for_each(rule: PointsForEach, tongue: _Voice) -> str:
    say, points = tongue.say, -rule.points
    clauses = _listed(rule.where, rule.count, tongue)
    single = rule.where is not None and len(rule.where.model_fields_set) == 1
    match rule.count:
        case "squares" if clauses and single:
            return say(
                "You lose {points:point} for each square for which this is true: {clause}.",
                points=points,
                clause=clauses,
            )
        case "squares" if clauses:
            return say(
                "You lose {points:point} for each square for which all of this is true: {clauses}.",
                points=points,
                clauses=clauses,
            )
        case "properties" if clauses and single:
            return say(
                "You lose {points:point} for each property for which this is true: {clause}.",
                points=points,
                clause=clauses,
            )
        case "properties" if clauses:
            return say(
                "You lose {points:point} for each property for which all of this is true: {clauses}.",
                points=points,
                clauses=clauses,
            )
        case "squares":
            return say("You lose {points:point} for each square of your kingdom.", points=points)
        case "properties":
            return say("You lose {points:point} for each property of your kingdom.", points=points)
        case "crowns":
            return say("You lose {points:point} for each crown in your kingdom.", points=points)
        case "terrains":
            return say("You lose {points:point} for each different terrain in your kingdom.", points=points)
        case "gaps":
            return say("You lose {points:point} for each empty cell inside the outline of your kingdom.", points=points)
        case "discarded-dominoes":
            return say("You lose {points:point} for each domino you have discarded.", points=points)


# --- points if ----------------------------------------------------------------------------------------------


def _if(rule: PointsIf, tongue: _Voice) -> str:
    say, points = tongue.say, rule.points
    conditions = list(_conditions(rule, tongue))
    listed = "; ".join(conditions)
    if points > 0 and rule.castle == "corner" and len(conditions) == 1:
        return say("You get {points:point} if your castle lies in a corner of your kingdom.", points=points)
    if points > 0 and len(conditions) == 1:
        return say("You get {points:point} if this is true in the end: {condition}.", points=points, condition=listed)
    if points > 0:
        return say(
            "You get {points:point} if all of this is true in the end: {conditions}.", points=points, conditions=listed
        )
    if len(conditions) == 1:
        return say("You lose {points:point} if this is true in the end: {condition}.", points=-points, condition=listed)
    return say(
        "You lose {points:point} if all of this is true in the end: {conditions}.", points=-points, conditions=listed
    )


def _conditions(rule: PointsIf, tongue: _Voice) -> Iterator[str]:
    say = tongue.say
    if rule.castle == "middle":
        yield say("your castle is exactly in the middle of your kingdom")
    elif rule.castle == "corner":
        yield say("your castle lies in a corner of your kingdom")
    if rule.outline is not None:
        yield say("the outline of your kingdom is a square of {grid} cells", grid=Size(rule.outline))
    if rule.filled:
        yield say("your kingdom has no gaps")
    if rule.count is not None and rule.number is not None:
        yield _number(rule, rule.number, tongue)


def _number(rule: PointsIf, number: Compare, tongue: _Voice) -> str:
    """A count compared; what is counted stands behind a colon, so that no verb has to agree with it."""
    say = tongue.say
    clauses = _listed(rule.where, str(rule.count), tongue)
    thing = _thing(str(rule.count), clauses, tongue)
    if number.at_least is not None:
        return say("the number of these is at least {n}: {thing}", n=number.at_least, thing=thing)
    if number.exactly is not None:
        return say("the number of these is exactly {n}: {thing}", n=number.exactly, thing=thing)
    return say("the number of these is at most {n}: {thing}", n=number.at_most or 0, thing=thing)


def _thing(count: str, clauses: str, tongue: _Voice) -> str:
    """What is counted, as something to stand behind a colon."""
    match count:
        case "squares" if clauses:
            return tongue.say("squares for which all of this is true ({clauses})", clauses=clauses)
        case "properties" if clauses:
            return tongue.say("properties for which all of this is true ({clauses})", clauses=clauses)
        case "squares":
            return tongue.say("squares of your kingdom")
        case "properties":
            return tongue.say("properties of your kingdom")
        case "crowns":
            return tongue.say("crowns in your kingdom")
        case "terrains":
            return tongue.say("different terrains in your kingdom")
        case "gaps":
            return tongue.say("empty cells inside the outline of your kingdom")
        case _:
            return tongue.say("dominoes you have discarded")


# --- points for most, points for lines ----------------------------------------------------------------------


def _for_most(rule: PointsForMost, tongue: _Voice) -> Iterator[str]:
    say, points = tongue.say, rule.points
    clauses = _listed(rule.where, rule.count, tongue)
    thing = _thing(rule.count, clauses, tongue)
    yield say("The player who has the most of these gets {points:point}: {thing}.", points=points, thing=thing)
    if rule.ties == "all":
        yield say("If several players have equally many, each of them gets the points.")
    else:
        yield say("If several players have equally many, none of them gets the points.")


def _for_lines(rule: PointsForLines, tongue: _Voice) -> Iterator[str]:
    say = tongue.say
    clauses = _listed(rule.where, "squares", tongue)
    if clauses:
        yield say(
            "You get {points:point} for each straight line of {n:square}, across, down or diagonal, "
            "if all of this is true for every square of the line: {clauses}.",
            points=rule.points,
            n=rule.length,
            clauses=clauses,
        )
    else:
        yield say(
            "You get {points:point} for each straight line of {n:square}, across, down or diagonal.",
            points=rule.points,
            n=rule.length,
        )
    if rule.reading == "apart":
        yield say("A square may belong to one line only; count the lines so that there are as many as possible.")
    else:
        yield say("Two lines may share one square; count the lines so that there are as many as possible.")


# --- filters ------------------------------------------------------------------------------------------------


def _listed(where: Where | None, count: str, tongue: _Voice) -> str:
    if where is None:
        return ""
    return "; ".join(_clauses(where, count, tongue, negated=False))


def _clauses(where: Where, count: str, tongue: _Voice, *, negated: bool) -> list[str]:
    """Every clause of a filter; negated, each clause says the opposite."""
    found = list(_of_squares(where, tongue, negated) if count == "squares" else _of_properties(where, tongue, negated))
    say = tongue.say
    for others in where.any_of, where.none_of:
        if others is None:
            continue
        nested = [_whole(other, count, tongue, negated=False) for other in others]
        clauses = "; ".join(nested)
        if (others is where.none_of) is negated:
            found.append(say("at least one of these is true ({clauses})", clauses=clauses))
        elif len(others) == 1 and _is_simple(others[0]):
            found += _clauses(others[0], count, tongue, negated=True)
        else:
            found.append(say("none of these is true ({clauses})", clauses=clauses))
    return found


def _whole(where: Where, count: str, tongue: _Voice, *, negated: bool) -> str:
    """A filter as one clause."""
    clauses = _clauses(where, count, tongue, negated=negated)
    if len(clauses) == 1:
        return clauses[0]
    return tongue.say("all of these are true ({clauses})", clauses="; ".join(clauses))


def _none(number: Compare) -> bool:
    return number.exactly == 0 or number.at_most == 0


def _is_simple(where: Where) -> bool:
    return len(where.model_fields_set) == 1 and where.any_of is None and where.none_of is None


def _of_squares(where: Where, tongue: _Voice, negated: bool) -> Iterator[str]:
    say = tongue.say
    if where.terrain is not None:
        terrains = [tongue.term(terrain) for terrain in where.terrain]
        if len(terrains) == 1 and negated:
            yield say("the square is not of this terrain: {terrain}", terrain=terrains[0])
        elif len(terrains) == 1:
            yield say("the square is of this terrain: {terrain}", terrain=terrains[0])
        elif negated:
            yield say("the square is of none of these terrains: {terrains:or}", terrains=terrains)
        else:
            yield say("the square is of one of these terrains: {terrains:or}", terrains=terrains)
    if where.crowns is not None:
        crowns = where.crowns
        if _none(crowns) and negated:
            yield say("the square has crowns")
        elif _none(crowns):
            yield say("the square has no crowns")
        elif crowns.at_least is not None and negated:
            yield say("the square has fewer than {crowns:crown}", crowns=crowns.at_least)
        elif crowns.at_least is not None:
            yield say("the square has at least {crowns:crown}", crowns=crowns.at_least)
        elif crowns.exactly is not None and negated:
            yield say("the number of crowns on the square is not {crowns}", crowns=crowns.exactly)
        elif crowns.exactly is not None:
            yield say("the square has exactly {crowns:crown}", crowns=crowns.exactly)
        elif negated:
            yield say("the square has more than {crowns:crown}", crowns=crowns.at_most or 0)
        else:
            yield say("the square has at most {crowns:crown}", crowns=crowns.at_most or 0)
    match where.castle:
        case "touching" if negated:
            yield say("the square does not touch the castle")
        case "touching":
            yield say("the square touches the castle")
        case "around" if negated:
            yield say("the square lies neither beside the castle nor diagonally next to it")
        case "around":
            yield say("the square lies beside the castle or diagonally next to it")
    match where.at:
        case "corner" if negated:
            yield say("the square does not lie in a corner of the kingdom")
        case "corner":
            yield say("the square lies in a corner of the kingdom")
        case "edge" if negated:
            yield say("the square does not lie at the edge of the kingdom")
        case "edge":
            yield say("the square lies at the edge of the kingdom")
        case "centre" if negated:
            yield say("the square does not lie exactly in the middle of the kingdom")
        case "centre":
            yield say("the square lies exactly in the middle of the kingdom")


def _of_properties(where: Where, tongue: _Voice, negated: bool) -> Iterator[str]:
    say = tongue.say
    if where.terrain is not None:
        terrains = [tongue.term(terrain) for terrain in where.terrain]
        if len(terrains) == 1 and negated:
            yield say("the property is not of this terrain: {terrain}", terrain=terrains[0])
        elif len(terrains) == 1:
            yield say("the property is of this terrain: {terrain}", terrain=terrains[0])
        elif negated:
            yield say("the property is of none of these terrains: {terrains:or}", terrains=terrains)
        else:
            yield say("the property is of one of these terrains: {terrains:or}", terrains=terrains)
    if where.size is not None:
        size = where.size
        if size.at_least is not None and negated:
            yield say("the property has fewer than {squares:square}", squares=size.at_least)
        elif size.at_least is not None:
            yield say("the property has at least {squares:square}", squares=size.at_least)
        elif size.exactly is not None and negated:
            yield say("the number of squares of the property is not {squares}", squares=size.exactly)
        elif size.exactly is not None:
            yield say("the property has exactly {squares:square}", squares=size.exactly)
        elif negated:
            yield say("the property has more than {squares:square}", squares=size.at_most or 0)
        else:
            yield say("the property has at most {squares:square}", squares=size.at_most or 0)
    if where.crowns is not None:
        crowns = where.crowns
        if _none(crowns) and negated:
            yield say("the property has crowns")
        elif _none(crowns):
            yield say("the property has no crowns")
        elif crowns.at_least is not None and negated:
            yield say("the property has fewer than {crowns:crown}", crowns=crowns.at_least)
        elif crowns.at_least is not None:
            yield say("the property has at least {crowns:crown}", crowns=crowns.at_least)
        elif crowns.exactly is not None and negated:
            yield say("the number of crowns on the property is not {crowns}", crowns=crowns.exactly)
        elif crowns.exactly is not None:
            yield say("the property has exactly {crowns:crown}", crowns=crowns.exactly)
        elif negated:
            yield say("the property has more than {crowns:crown}", crowns=crowns.at_most or 0)
        else:
            yield say("the property has at most {crowns:crown}", crowns=crowns.at_most or 0)
    match where.castle:
        case "touching" if negated:
            yield say("the property does not touch the castle")
        case "touching":
            yield say("the property touches the castle")
        case "around" if negated:
            yield say("no square of the property lies beside the castle or diagonally next to it")
        case "around":
            yield say("a square of the property lies beside the castle or diagonally next to it")
