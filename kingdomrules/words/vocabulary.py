"""The vocabulary of house rules, told: which of the sentences in phrases.py says what a rule means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.kinds import Compare, PointsForEach, PointsForLines, PointsForMost, PointsIf, Where
from kingdomrules.words.language import Language, Size, Term, Value
from kingdomrules.words.phrases import AWARDS, CLAUSES, COMPARISONS, LINES, NATURAL, SIMPLY, THINGS, Filtered, Verb

BOTH = 2
"""Alternatives that an "or" joins; more of them are listed."""

VocabularyRule = PointsForEach | PointsIf | PointsForMost | PointsForLines


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
            yield self.say("your castle lies in a corner of the smallest rectangle around your kingdom")
        if rule.outline is not None:
            grid = Size(rule.outline)
            yield self.say("the smallest rectangle around your kingdom is a square of {grid} cells", grid=grid)
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
            clauses = [self.clause(other, count) for other in others]
            listed = "; ".join(clauses)
            if others is where.any_of and len(others) == BOTH and all(map(_says_one_thing, others)):
                found.append(self.say("{one}, or {other}", one=clauses[0], other=clauses[1]))
            elif others is where.any_of:
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
