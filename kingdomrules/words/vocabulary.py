"""The vocabulary of house rules, told.

Grammar breaks where fragments must agree across a join, so nothing is glued: every filter is a whole clause about
the thing that is counted, a negated clause is a clause of its own, and clauses are listed after a colon.
The sentences stand in tables, a row for each part.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.kinds import Compare, PointsForEach, PointsForLines, PointsForMost, PointsIf, Where
from kingdomrules.words.language import Language, Size, Term, Value

VocabularyRule = PointsForEach | PointsIf | PointsForMost | PointsForLines
Verb = Literal["get", "every", "lose"]
Filtered = Literal["all", "one", "several"]

AWARDS: Mapping[tuple[Verb, str, Filtered], str] = {
    ("get", "squares", "all"): "You get {points:point} for each square of your kingdom.",
    ("get", "squares", "one"): "You get {points:point} for each square for which this is true: {clause}.",
    ("get", "squares", "several"): "You get {points:point} for each square for which all of this is true: {clauses}.",
    ("get", "properties", "all"): "You get {points:point} for each property of your kingdom.",
    ("get", "properties", "one"): "You get {points:point} for each property for which this is true: {clause}.",
    ("get", "properties", "several"): (
        "You get {points:point} for each property for which all of this is true: {clauses}."
    ),
    ("get", "crowns", "all"): "You get {points:point} for each crown in your kingdom.",
    ("get", "terrains", "all"): "You get {points:point} for each different terrain in your kingdom.",
    ("get", "gaps", "all"): "You get {points:point} for each empty cell inside the outline of your kingdom.",
    ("get", "discarded-dominoes", "all"): "You get {points:point} for each domino you have discarded.",
    ("every", "squares", "all"): "You get {points:point} for every full {n:square} of your kingdom.",
    ("every", "squares", "several"): (
        "You get {points:point} for every full {n:square} for which all of this is true: {clauses}."
    ),
    ("every", "properties", "all"): "You get {points:point} for every full {n:property} of your kingdom.",
    ("every", "properties", "several"): (
        "You get {points:point} for every full {n:property} for which all of this is true: {clauses}."
    ),
    ("every", "crowns", "all"): "You get {points:point} for every full {n:crown} in your kingdom.",
    ("every", "terrains", "all"): "You get {points:point} for every full {n:terrain} in your kingdom.",
    ("every", "gaps", "all"): (
        "You get {points:point} for every full {n:square} that would still fit inside the outline of your kingdom."
    ),
    ("every", "discarded-dominoes", "all"): "You get {points:point} for every full {n:domino} you have discarded.",
    ("lose", "squares", "all"): "You lose {points:point} for each square of your kingdom.",
    ("lose", "squares", "one"): "You lose {points:point} for each square for which this is true: {clause}.",
    ("lose", "squares", "several"): "You lose {points:point} for each square for which all of this is true: {clauses}.",
    ("lose", "properties", "all"): "You lose {points:point} for each property of your kingdom.",
    ("lose", "properties", "one"): "You lose {points:point} for each property for which this is true: {clause}.",
    ("lose", "properties", "several"): (
        "You lose {points:point} for each property for which all of this is true: {clauses}."
    ),
    ("lose", "crowns", "all"): "You lose {points:point} for each crown in your kingdom.",
    ("lose", "terrains", "all"): "You lose {points:point} for each different terrain in your kingdom.",
    ("lose", "gaps", "all"): "You lose {points:point} for each empty cell inside the outline of your kingdom.",
    ("lose", "discarded-dominoes", "all"): "You lose {points:point} for each domino you have discarded.",
}

NATURAL: Mapping[frozenset[str], str] = {
    frozenset({"terrain"}): "You get {points:point} for each square of this terrain in your kingdom: {terrain}.",
    frozenset({"terrain", "castle.around"}): (
        "You get {points:point} for each square of this terrain beside your castle or diagonally next to it: {terrain}."
    ),
    frozenset({"terrain", "at.corner"}): (
        "You get {points:point} for each corner of your kingdom that is of this terrain: {terrain}."
    ),
}
"""Sentences of their own for what is asked of squares most often, by what the filter says."""

CLAUSES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("squares", "terrain"): (
        "the square is of this terrain: {terrain}",
        "the square is not of this terrain: {terrain}",
    ),
    ("squares", "terrains"): (
        "the square is of one of these terrains: {terrains:or}",
        "the square is of none of these terrains: {terrains:or}",
    ),
    ("squares", "crowns.none"): ("the square has no crowns", "the square has crowns"),
    ("squares", "crowns.at_least"): (
        "the square has at least {crowns:crown}",
        "the square has fewer than {crowns:crown}",
    ),
    ("squares", "crowns.exactly"): (
        "the square has exactly {crowns:crown}",
        "the number of crowns on the square is not {crowns}",
    ),
    ("squares", "crowns.at_most"): (
        "the square has at most {crowns:crown}",
        "the square has more than {crowns:crown}",
    ),
    ("squares", "castle.touching"): ("the square touches the castle", "the square does not touch the castle"),
    ("squares", "castle.around"): (
        "the square lies beside the castle or diagonally next to it",
        "the square lies neither beside the castle nor diagonally next to it",
    ),
    ("squares", "at.corner"): (
        "the square lies in a corner of the kingdom",
        "the square does not lie in a corner of the kingdom",
    ),
    ("squares", "at.edge"): (
        "the square lies at the edge of the kingdom",
        "the square does not lie at the edge of the kingdom",
    ),
    ("squares", "at.centre"): (
        "the square lies exactly in the middle of the kingdom",
        "the square does not lie exactly in the middle of the kingdom",
    ),
    ("properties", "terrain"): (
        "the property is of this terrain: {terrain}",
        "the property is not of this terrain: {terrain}",
    ),
    ("properties", "terrains"): (
        "the property is of one of these terrains: {terrains:or}",
        "the property is of none of these terrains: {terrains:or}",
    ),
    ("properties", "size.at_least"): (
        "the property has at least {squares:square}",
        "the property has fewer than {squares:square}",
    ),
    ("properties", "size.exactly"): (
        "the property has exactly {squares:square}",
        "the number of squares of the property is not {squares}",
    ),
    ("properties", "size.at_most"): (
        "the property has at most {squares:square}",
        "the property has more than {squares:square}",
    ),
    ("properties", "crowns.none"): ("the property has no crowns", "the property has crowns"),
    ("properties", "crowns.at_least"): (
        "the property has at least {crowns:crown}",
        "the property has fewer than {crowns:crown}",
    ),
    ("properties", "crowns.exactly"): (
        "the property has exactly {crowns:crown}",
        "the number of crowns on the property is not {crowns}",
    ),
    ("properties", "crowns.at_most"): (
        "the property has at most {crowns:crown}",
        "the property has more than {crowns:crown}",
    ),
    ("properties", "castle.touching"): ("the property touches the castle", "the property does not touch the castle"),
    ("properties", "castle.around"): (
        "a square of the property lies beside the castle or diagonally next to it",
        "no square of the property lies beside the castle or diagonally next to it",
    ),
}
"""For what is counted and what is said of it: the clause, and the clause that says the opposite."""

THINGS: Mapping[tuple[str, bool], str] = {
    ("squares", True): "squares for which all of this is true ({clauses})",
    ("properties", True): "properties for which all of this is true ({clauses})",
    ("squares", False): "squares of your kingdom",
    ("properties", False): "properties of your kingdom",
    ("crowns", False): "crowns in your kingdom",
    ("terrains", False): "different terrains in your kingdom",
    ("gaps", False): "empty cells inside the outline of your kingdom",
    ("discarded-dominoes", False): "dominoes you have discarded",
}
"""What is counted, with a filter or without, as something to stand behind a colon."""


def messages() -> Iterator[str]:
    """Every message of the tables, for the catalogs."""
    yield from AWARDS.values()
    yield from NATURAL.values()
    yield from (clause for both in CLAUSES.values() for clause in both)
    yield from THINGS.values()


def told(rule: VocabularyRule, language: Language, dominoes: DominoSet) -> list[str]:
    """The sentences of a rule that was put together from the vocabulary."""
    voice = _Voice(language, dominoes)
    match rule:
        case PointsForEach():
            return list(voice.for_each(rule))
        case PointsIf():
            return [voice.points_if(rule)]
        case PointsForMost():
            return list(voice.for_most(rule))
        case PointsForLines():
            return list(voice.for_lines(rule))


@dataclass(frozen=True, slots=True)
class _Voice:
    """A language speaking of one game, whose terrains may have words of their own."""

    language: Language
    dominoes: DominoSet

    def say(self, message: str, /, **values: Value) -> str:
        return self.language.say(message, **values)

    # --- awards ---

    def for_each(self, rule: PointsForEach) -> Iterator[str]:
        facts = dict(self.facts(rule.where)) if rule.where is not None else {}
        clauses = self.clauses(rule.where, rule.count) if rule.where is not None else []
        verb: Verb = "lose" if rule.points < 0 else "every" if rule.every > 1 else "get"
        natural = (
            NATURAL.get(frozenset(facts)) if not (rule.where and (rule.where.any_of or rule.where.none_of)) else None
        )
        if verb == "get" and rule.count == "squares" and natural:
            yield self.say(natural, points=rule.points, terrain=facts["terrain"]["terrain"])
        else:
            filtered: Filtered = "several" if len(clauses) > 1 or (clauses and verb == "every") else "one"
            message = AWARDS[verb, rule.count, filtered if clauses else "all"]
            values: dict[str, Value] = {"points": abs(rule.points), "n": rule.every, "clause": "; ".join(clauses)}
            yield self.say(message, **values, clauses="; ".join(clauses))
        if rule.at_most is not None:
            yield self.say("This rule earns at most {points:point}.", points=rule.at_most)

    def points_if(self, rule: PointsIf) -> str:
        points, conditions = rule.points, list(self.conditions(rule))
        listed = "; ".join(conditions)
        if points > 0 and rule.castle == "corner" and len(conditions) == 1:
            return self.say("You get {points:point} if your castle lies in a corner of your kingdom.", points=points)
        if points > 0 and len(conditions) == 1:
            return self.say(
                "You get {points:point} if this is true in the end: {condition}.", points=points, condition=listed
            )
        if points > 0:
            return self.say(
                "You get {points:point} if all of this is true in the end: {conditions}.",
                points=points,
                conditions=listed,
            )
        if len(conditions) == 1:
            return self.say(
                "You lose {points:point} if this is true in the end: {condition}.", points=-points, condition=listed
            )
        return self.say(
            "You lose {points:point} if all of this is true in the end: {conditions}.",
            points=-points,
            conditions=listed,
        )

    def conditions(self, rule: PointsIf) -> Iterator[str]:
        if rule.castle == "middle":
            yield self.say("your castle is exactly in the middle of your kingdom")
        elif rule.castle == "corner":
            yield self.say("your castle lies in a corner of your kingdom")
        if rule.outline is not None:
            yield self.say("the outline of your kingdom is a square of {grid} cells", grid=Size(rule.outline))
        if rule.filled:
            yield self.say("your kingdom has no gaps")
        if rule.count is not None and rule.number is not None:
            thing = self.thing(rule.count, rule.where)
            match _comparison(rule.number):
                case "at_least", n:
                    yield self.say("the number of these is at least {n}: {thing}", n=n, thing=thing)
                case "exactly", n:
                    yield self.say("the number of these is exactly {n}: {thing}", n=n, thing=thing)
                case _, n:
                    yield self.say("the number of these is at most {n}: {thing}", n=n, thing=thing)

    def for_most(self, rule: PointsForMost) -> Iterator[str]:
        thing = self.thing(rule.count, rule.where)
        yield self.say(
            "The player who has the most of these gets {points:point}: {thing}.", points=rule.points, thing=thing
        )
        if rule.ties == "all":
            yield self.say("If several players have equally many, each of them gets the points.")
        else:
            yield self.say("If several players have equally many, none of them gets the points.")

    def for_lines(self, rule: PointsForLines) -> Iterator[str]:
        if rule.where is not None:
            yield self.say(
                "You get {points:point} for each straight line of {n:square}, across, down or diagonal, "
                "if all of this is true for every square of the line: {clauses}.",
                points=rule.points,
                n=rule.length,
                clauses="; ".join(self.clauses(rule.where, "squares")),
            )
        else:
            yield self.say(
                "You get {points:point} for each straight line of {n:square}, across, down or diagonal.",
                points=rule.points,
                n=rule.length,
            )
        if rule.reading == "apart":
            yield self.say(
                "A square may belong to one line only; count the lines so that there are as many as possible."
            )
        else:
            yield self.say("Two lines may share one square; count the lines so that there are as many as possible.")

    def thing(self, count: str, where: Where | None) -> str:
        clauses = "; ".join(self.clauses(where, count)) if where is not None else ""
        return self.say(THINGS[count, where is not None], clauses=clauses)

    # --- filters ---

    def clauses(self, where: Where, count: str, *, opposite: bool = False) -> list[str]:
        """Every clause of a filter, or of its opposite."""
        found = []
        for part, values in self.facts(where):
            turned = part == "crowns.some"  # the opposite of having none
            clause = CLAUSES[count, "crowns.none" if turned else part][opposite is not turned]
            found.append(self.say(clause, **values))
        for others in where.any_of, where.none_of:
            if others is None:
                continue
            if others is where.none_of and len(others) == 1 and _says_one_thing(others[0]):
                found += self.clauses(others[0], count, opposite=True)
                continue
            listed = "; ".join(self.clause(other, count) for other in others)
            if others is where.any_of:
                found.append(self.say("at least one of these is true ({clauses})", clauses=listed))
            else:
                found.append(self.say("none of these is true ({clauses})", clauses=listed))
        return found

    def clause(self, where: Where, count: str) -> str:
        """A filter as one clause."""
        clauses = self.clauses(where, count)
        if len(clauses) == 1:
            return clauses[0]
        return self.say("all of these are true ({clauses})", clauses="; ".join(clauses))

    def facts(self, where: Where) -> Iterator[tuple[str, dict[str, Value]]]:
        """What a filter says, apart from further filters inside it: the part of the vocabulary and its values."""
        if where.terrain is not None:
            terrains = [Term(t, self.dominoes.words(t, self.language.code)) for t in where.terrain]
            yield ("terrain", {"terrain": terrains[0]}) if len(terrains) == 1 else ("terrains", {"terrains": terrains})
        if where.size is not None:
            part, n = _comparison(where.size)
            yield f"size.{part}", {"squares": n}
        if where.crowns is not None:
            part, n = _comparison(where.crowns)
            if n == 0 and part != "at_least":
                yield "crowns.none", {}
            elif n == 1 and part == "at_least":
                yield "crowns.some", {}
            else:
                yield f"crowns.{part}", {"crowns": n}
        if where.castle is not None:
            yield f"castle.{where.castle}", {}
        if where.at is not None:
            yield f"at.{where.at}", {}


def _comparison(number: Compare) -> tuple[str, int]:
    """Which of the three comparisons it is, and the number."""
    ((name, n),) = number.model_dump(exclude_none=True).items()
    return name, n


def _says_one_thing(where: Where) -> bool:
    return len(where.model_fields_set) == 1 and where.any_of is None and where.none_of is None
