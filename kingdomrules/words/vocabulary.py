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
Verb = Literal["get", "every", "lose", "lose-every"]
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
    ("every", "squares", "one"): "You get {points:point} for every full {n:square} for which this is true: {clause}.",
    ("every", "squares", "several"): (
        "You get {points:point} for every full {n:square} for which all of this is true: {clauses}."
    ),
    ("every", "properties", "all"): "You get {points:point} for every full {n:property} of your kingdom.",
    ("every", "properties", "one"): (
        "You get {points:point} for every full {n:property} for which this is true: {clause}."
    ),
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
    ("lose-every", "squares", "all"): "You lose {points:point} for every full {n:square} of your kingdom.",
    (
        "lose-every",
        "squares",
        "one",
    ): "You lose {points:point} for every full {n:square} for which this is true: {clause}.",
    ("lose-every", "squares", "several"): (
        "You lose {points:point} for every full {n:square} for which all of this is true: {clauses}."
    ),
    ("lose-every", "properties", "all"): "You lose {points:point} for every full {n:property} of your kingdom.",
    ("lose-every", "properties", "one"): (
        "You lose {points:point} for every full {n:property} for which this is true: {clause}."
    ),
    ("lose-every", "properties", "several"): (
        "You lose {points:point} for every full {n:property} for which all of this is true: {clauses}."
    ),
    ("lose-every", "crowns", "all"): "You lose {points:point} for every full {n:crown} in your kingdom.",
    ("lose-every", "terrains", "all"): "You lose {points:point} for every full {n:terrain} in your kingdom.",
    ("lose-every", "gaps", "all"): (
        "You lose {points:point} for every full {n:square} that would still fit inside the outline of your kingdom."
    ),
    (
        "lose-every",
        "discarded-dominoes",
        "all",
    ): "You lose {points:point} for every full {n:domino} you have discarded.",
}

NATURAL: Mapping[tuple[str, ...], str] = {
    ("get", "squares", "terrain"): (
        "You get {points:point} for each square of this terrain in your kingdom: {terrain}."
    ),
    ("get", "squares", "castle.around", "terrain"): (
        "You get {points:point} for each square of this terrain beside your castle or diagonally next to it: {terrain}."
    ),
    ("get", "squares", "at.corner", "terrain"): (
        "You get {points:point} for each corner of your kingdom that is of this terrain: {terrain}."
    ),
    ("get", "squares", "at.edge", "crowns.some"): (
        "You get {points:point} for each square with crowns at the edge of your kingdom."
    ),
    ("get", "properties", "crowns.none", "size.at_least", "terrains"): (
        "You get {points:point} for each property without crowns that has at least {squares:square} "
        "and is of one of these terrains: {terrains:or}."
    ),
    ("get", "properties", "crowns.none", "size.exactly", "terrains"): (
        "You get {points:point} for each property without crowns that has exactly {squares:square} "
        "and is of one of these terrains: {terrains:or}."
    ),
    ("get", "properties", "size.at_least"): "You get {points:point} for each property of at least {squares:square}.",
    ("lose", "properties", "size.exactly"): "You lose {points:point} for each property of exactly {squares:square}.",
    ("most", "squares", "terrain"): (
        "The player who has the most squares of this terrain gets {points:point}: {terrain}."
    ),
    ("line", "squares", "crowns.some"): (
        "You get {points:point} for each straight line of {n:square} with crowns, across, down or diagonal."
    ),
}
"""Sentences of their own for what is asked most often: the award, what is counted, and what the filter says of it."""

LINES: Mapping[Filtered, str] = {
    "all": "You get {points:point} for each straight line of {n:square}, across, down or diagonal.",
    "one": (
        "You get {points:point} for each straight line of {n:square}, across, down or diagonal, "
        "if this is true for every square of the line: {clause}."
    ),
    "several": (
        "You get {points:point} for each straight line of {n:square}, across, down or diagonal, "
        "if all of this is true for every square of the line: {clauses}."
    ),
}

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

THINGS: Mapping[tuple[str, Filtered], str] = {
    ("squares", "one"): "squares for which this is true ({clause})",
    ("squares", "several"): "squares for which all of this is true ({clauses})",
    ("properties", "one"): "properties for which this is true ({clause})",
    ("properties", "several"): "properties for which all of this is true ({clauses})",
    ("squares", "all"): "squares of your kingdom",
    ("properties", "all"): "properties of your kingdom",
    ("crowns", "all"): "crowns in your kingdom",
    ("terrains", "all"): "different terrains in your kingdom",
    ("gaps", "all"): "empty cells inside the outline of your kingdom",
    ("discarded-dominoes", "all"): "dominoes you have discarded",
}
"""What is counted, with a filter or without, as something to stand behind a colon."""

COMPARISONS: Mapping[str, str] = {
    "at_least": "the number of these is at least {n}: {thing}",
    "exactly": "the number of these is exactly {n}: {thing}",
    "at_most": "the number of these is at most {n}: {thing}",
    "none": "there are none of these: {thing}",
    "some": "there is at least one of these: {thing}",
}
SIMPLY: Mapping[tuple[str, ...], str] = {
    ("none", "squares", "terrain"): "there is no {terrain} in your kingdom",
    ("some", "squares", "terrain"): "there is at least one {terrain} in your kingdom",
    ("none", "squares", "castle.around", "terrain"): "no {terrain} lies beside your castle or diagonally next to it",
    ("some", "squares", "castle.around", "terrain"): (
        "at least one {terrain} lies beside your castle or diagonally next to it"
    ),
    ("none", "crowns"): "your kingdom has no crowns",
    ("some", "crowns"): "your kingdom has crowns",
    ("none", "gaps"): "your kingdom has no gaps",
    ("some", "gaps"): "your kingdom has gaps",
    ("none", "discarded-dominoes"): "you have not discarded a single domino",
    ("some", "discarded-dominoes"): "you have discarded at least one domino",
    ("at_least", "crowns"): "your kingdom has at least {n:crown}",
    ("exactly", "crowns"): "your kingdom has exactly {n:crown}",
    ("at_most", "crowns"): "your kingdom has at most {n:crown}",
    ("at_least", "terrains"): "your kingdom has at least {n:terrain}",
    ("exactly", "terrains"): "your kingdom has exactly {n:terrain}",
    ("at_most", "terrains"): "your kingdom has at most {n:terrain}",
}
"""Simpler words for a count compared with a number: the comparison, what is counted, and what the filter says of it."""


def messages() -> Iterator[str]:
    """Every message of the tables, for the catalogs."""
    yield from AWARDS.values()
    yield from NATURAL.values()
    yield from LINES.values()
    yield from (clause for both in CLAUSES.values() for clause in both)
    yield from THINGS.values()
    yield from COMPARISONS.values()
    yield from SIMPLY.values()


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
        verb = _verb(rule)
        values: dict[str, Value] = {"points": abs(rule.points), "n": rule.every}
        natural, facts = self.natural(NATURAL, verb, rule.count, rule.where)
        filtered, clauses = self.filtered(rule.where, rule.count)
        yield self.say(natural or AWARDS[verb, rule.count, filtered], **values, **(facts if natural else clauses))
        if rule.at_most is not None and rule.points > 0:
            yield self.say("This rule earns at most {points:point}.", points=rule.at_most)
        elif rule.at_most is not None:
            yield self.say("This rule costs at most {points:point}.", points=rule.at_most)

    def points_if(self, rule: PointsIf) -> str:
        points, conditions = rule.points, list(self.conditions(rule))
        if points > 0 and len(conditions) == 1:
            return self.say("You get {points:point} if {condition}.", points=points, condition=conditions[0])
        if len(conditions) == 1:
            return self.say("You lose {points:point} if {condition}.", points=-points, condition=conditions[0])
        listed = "; ".join(conditions)
        if points > 0:
            return self.say(
                "You get {points:point} if all of this is true in the end: {conditions}.",
                points=points,
                conditions=listed,
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
            compared, n = _comparison(rule.number)
            if n == 0 and compared != "at_least":
                compared = "none"
            elif n == 1 and compared == "at_least":
                compared = "some"
            simple, facts = self.natural(SIMPLY, compared, rule.count, rule.where)
            if simple:
                yield self.say(simple, **facts, n=n)
            else:
                yield self.say(COMPARISONS[compared], n=n, thing=self.thing(rule.count, rule.where))

    def for_most(self, rule: PointsForMost) -> Iterator[str]:
        natural, facts = self.natural(NATURAL, "most", rule.count, rule.where)
        if natural:
            yield self.say(natural, points=rule.points, **facts)
        else:
            thing = self.thing(rule.count, rule.where)
            yield self.say(
                "The player who has the most of these gets {points:point}: {thing}.", points=rule.points, thing=thing
            )
        if rule.ties == "all":
            yield self.say("If several players have equally many, each of them gets the points.")
        else:
            yield self.say("If several players have equally many, none of them gets the points.")

    def for_lines(self, rule: PointsForLines) -> Iterator[str]:
        values: dict[str, Value] = {"points": rule.points, "n": rule.length}
        natural, facts = self.natural(NATURAL, "line", "squares", rule.where)
        filtered, clauses = self.filtered(rule.where, "squares")
        yield self.say(natural or LINES[filtered], **values, **(facts if natural else clauses))
        if rule.reading == "apart":
            yield self.say(
                "A square may belong to one line only; count the lines so that there are as many as possible."
            )
        else:
            yield self.say("Two lines may share one square; count the lines so that there are as many as possible.")

    def thing(self, count: str, where: Where | None) -> str:
        filtered, clauses = self.filtered(where, count)
        return self.say(THINGS[count, filtered], **clauses)

    def natural(
        self, sentences: Mapping[tuple[str, ...], str], award: str, count: str, where: Where | None
    ) -> tuple[str | None, dict[str, Value]]:
        """The sentence of its own, if a table has one for just this, and what it speaks of."""
        if where is not None and (where.any_of or where.none_of):
            return None, {}
        facts = dict(self.facts(where)) if where is not None else {}
        return sentences.get((award, count, *sorted(facts))), {
            name: value for values in facts.values() for name, value in values.items()
        }

    def filtered(self, where: Where | None, count: str) -> tuple[Filtered, dict[str, Value]]:
        """How many clauses a filter has, and the clauses."""
        clauses = self.clauses(where, count) if where is not None else []
        listed = "; ".join(clauses)
        return "several" if len(clauses) > 1 else "one" if clauses else "all", {"clause": listed, "clauses": listed}

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


def _verb(rule: PointsForEach) -> Verb:
    if rule.every > 1:
        return "lose-every" if rule.points < 0 else "every"
    return "lose" if rule.points < 0 else "get"


def _comparison(number: Compare) -> tuple[str, int]:
    """Which of the three comparisons it is, and the number."""
    ((name, n),) = number.model_dump(exclude_none=True).items()
    return name, n


def _says_one_thing(where: Where) -> bool:
    return len(where.model_fields_set) == 1 and where.any_of is None and where.none_of is None
