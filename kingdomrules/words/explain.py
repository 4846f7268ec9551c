"""Why a move is refused, where points come from, what a rule says: told in a language."""

from collections.abc import Iterator
from typing import assert_never

from kingdomrules.play.moves import Refusal
from kingdomrules.play.scoring import ScoreLine, ScoreSheet
from kingdomrules.ruleset.complaints import CODES, Complaint, shown
from kingdomrules.ruleset.kinds import WithinGrid
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.language import Language, Size, Value, WordsError
from kingdomrules.words.telling import Teller, headed, pay_for_properties, rule_name, terrain_term


def explain(
    thing: Refusal | ScoreSheet | ScoreLine | Complaint | str,
    *,
    language: str = "en",
    rules: Ruleset | None = None,
    players: int | None = None,
) -> str:
    """A refusal, a score sheet or one of its lines, a complaint, or a rule by its id, in words.

    A rule's id needs the ruleset it belongs to; for the others the ruleset only brings the titles of house rules.
    """
    tongue = Language.of(language)
    match thing:
        case Refusal():
            return f"{headed(rule_name(thing.rule, tongue, rules))} {_refusal(thing, tongue)}"
        case ScoreSheet():
            return "\n".join(sheet_lines(thing, tongue, rules))
        case ScoreLine():
            return score_line(thing, tongue, rules)
        case Complaint():
            return complaint_message(thing, tongue)
        case str():
            return _rule(thing, tongue, rules, players)
        case _:
            assert_never(thing)


def _rule(id: str, tongue: Language, rules: Ruleset | None, players: int | None) -> str:
    """What a rule or a value of a ruleset says, by its id or address."""
    if rules is None:
        raise WordsError(f"the rule {id!r:.40} can only be told together with its ruleset: explain({id!r}, rules=…)")
    address, steps = id, id.split(".")
    if steps[0] == "players" and len(steps) == 3 and steps[1].isdigit():
        players, address = int(steps[1]), f"players.{steps[2]}"
    grids = [found for found, rule in rules.rules() if isinstance(rule, WithinGrid)]
    if address == "players.grid" and grids:
        address = grids[0]
    rule = next((found for found, _ in rules.rules() if f"{address}.".startswith(f"{found}.")), address)
    teller = Teller(rules, tongue, players)
    if rule not in teller.ids():
        raise WordsError(f"{rules.id} has no rule {id!r:.40}; there are {', '.join(teller.ids())}")
    return teller.tell(rule)


def sheet_lines(sheet: ScoreSheet, tongue: Language, rules: Ruleset | None = None) -> Iterator[str]:
    """Properties, the dearest first, then what earns nothing, bonuses, and the total."""
    by_points = sorted((line for line in sheet.lines if line.points), key=lambda line: -line.points)
    yield from (score_line(line, tongue, rules) for line in by_points if line.terrain is not None)
    poor = sum(1 for line in sheet.lines if line.terrain is not None and not line.points)
    if poor and not (rules is not None and pay_for_properties(rules)):
        yield tongue.say_n(
            "{lands:property} without crowns earns nothing.",
            "{lands:property} without crowns earn nothing.",
            poor,
            lands=poor,
        )
    yield from (score_line(line, tongue, rules) for line in by_points if line.terrain is None)
    yield tongue.say("Total: {points:point}", points=sheet.total)


def score_line(line: ScoreLine, tongue: Language, rules: Ruleset | None = None) -> str:
    """One line of a score sheet."""
    if line.terrain is None:
        name = rule_name(line.rule, tongue, rules)
        if line.times > 1:
            return tongue.say(
                "{rule}: earned {times} times, {points:point}", rule=name, times=line.times, points=line.points
            )
        return tongue.say("{rule}: {points:point}", rule=name, points=line.points)
    return tongue.say(
        "{terrain:cap}: {squares:square} × {crowns:crown} = {points:point}",
        terrain=terrain_term(rules, line.terrain, tongue),
        squares=line.squares,
        crowns=line.crowns,
        points=line.points,
    )


def _refusal(refusal: Refusal, tongue: Language) -> str:
    say = tongue.say
    numbers = dict(refusal.numbers)
    cells = [f"({x}, {y})" for x, y in refusal.cells]
    match refusal.kind or refusal.rule:
        case "within_grid":
            return say(
                "With this domino your kingdom would be {width:square} wide and {height:square} high, "
                "but it must fit into a square of {grid} cells.",
                width=numbers["width"],
                height=numbers["height"],
                grid=Size(numbers["grid"]),
            )
        case "on_free_cells":
            return say("There is already land or the castle here: {cells}.", cells=cells)
        case "one_half_matches":
            return say("Neither half of the domino touches the castle or land of its own terrain.")
        case "land_matches":
            return say("Neither half of the domino touches land of its own terrain.")
        case "all_touching_match":
            return say("Here the domino touches land of another terrain: {cells}.", cells=cells)
        case "draft.next_picks" if numbers["limit"] == 1:
            return say(
                "After a domino at place {last} you may only choose the first domino of the line, "
                "not the one at place {place}.",
                last=numbers["last"],
                place=numbers["place"],
            )
        case "draft.next_picks":
            return say(
                "After a domino at place {last} you may only choose among the first {limit:domino} of the line, "
                "not the one at place {place}.",
                **numbers,
            )
        case "draft.each_place_once":
            return say("You have already taken a domino from place {place} in this block.", place=numbers["place"])
        case "turn.discarding":
            return say("The domino fits into your kingdom, so you must place it.")
        case "draft.order":
            return say("It is the turn of domino {next}, not of domino {domino}.", **numbers)
        case "draft.from-the-line":
            return say("Domino {domino} is not in the line.", **numbers)
        case "draft.one-king-each":
            return say("There is already a king on domino {domino}.", domino=numbers["domino"])
        case "turn.place-then-claim" if numbers:
            return say("First you must place domino {domino}.", **numbers)
        case "turn.place-then-claim":
            return say("The domino is placed; now choose one from the line.")
        case "end.last_round":
            return say("In the last round there is nothing left to choose.")
        case "end.game-over":
            return say("The game is over.")
    raise WordsError(f"no sentence tells why {refusal} is refused")


def complaint_message(complaint: Complaint, tongue: Language) -> str:
    """What is wrong with a rules file; names, ids and what was found stay as they are written."""
    facts: dict[str, Value] = {}
    for name, fact in complaint.facts.items():
        if isinstance(fact, int) and not isinstance(fact, bool):
            facts[name] = fact
        else:
            told = shown(fact)
            facts[name] = tongue.say(told) if told in tongue.catalog else told
    return tongue.say(CODES[complaint.code], **facts)


def complaint_text(complaint: Complaint, tongue: Language) -> str:
    """The whole complaint as it is shown in the terminal."""
    hint = tongue.say("did you mean {suggestion}?", suggestion=shown(complaint.suggestion))
    allowed = tongue.say("allowed: {words}", words=", ".join(complaint.allowed))
    return complaint.rendered(
        tongue.say("error"),
        complaint_message(complaint, tongue),
        hint if complaint.suggestion else "",
        allowed if complaint.allowed else "",
    )
