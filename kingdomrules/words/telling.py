"""Rules as sentences: every rule of a game by its id, in one language, for one number of players or for all."""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from kingdomrules.ruleset.kinds import (
    AllTouchingMatch,
    CastleInTheMiddle,
    CompleteKingdom,
    LargestProperty,
    MostCrowns,
    OneHalfMatches,
    OnFreeCells,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    Rule,
    SharedVictory,
    SizeTimesCrowns,
    TieBreaker,
    TieStands,
    WithinGrid,
)
from kingdomrules.ruleset.schema import RULE_SECTIONS, Ruleset, Sections
from kingdomrules.words.language import Language, Size, Term
from kingdomrules.words.vocabulary import VocabularyRule, told

TEMPLATES = Path(__file__).parent / "templates"

IN_THE_BOOK: tuple[type[Rule], ...] = (
    OneHalfMatches,
    AllTouchingMatch,
    OnFreeCells,
    WithinGrid,
    SizeTimesCrowns,
    CastleInTheMiddle,
    CompleteKingdom,
    PointsIf,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    LargestProperty,
    MostCrowns,
    SharedVictory,
    TieStands,
)
"""The kinds of rules in the order a reader wants them."""

BOX = ("components.dominoes", "components.colours", "components.kings_per_colour", "components.score_pad")
SETUP = (
    "players.kings",
    "setup.castle",
    "components.copies",
    "setup.pile",
    "setup.thinning",
    "players.dominoes",
    "players.line",
)
CHOICE = ("draft.one-king-each", "draft.from-the-line")
TURN = (
    "draft.order",
    "turn.place-then-claim",
    "draft.next_picks",
    "draft.each_place_once",
    "turn.each-king",
    "draft.unchosen",
    "turn.rounds",
)
END = ("end.last_round", "end.game-over")
SERIES = ("match.games", "match.equal_sums")

LAST = 99
"""After every tie-break that has an order."""

COLOURS = {"pink": "pink", "yellow": "yellow", "green": "green", "blue": "blue"}
NAMES = {
    "components.dominoes": "The dominoes in the box",
    "components.score_pad": "The score pad",
    "match.games": "The number of games",
    "match.equal_sums": "Equal sums after several games",
    "scoring.properties.castle": "The castle when points are counted",
    "scoring.middle-kingdom.reading": "The middle of an unfinished kingdom",
    "players.kings": "Kings",
    "players.dominoes": "Dominoes in play",
    "players.line": "The line",
    "players.first_choice": "First choice",
    "draft.order": "Order of turns",
    "draft.unchosen": "Unchosen dominoes",
    "draft.next_picks": "Places to pick next",
    "draft.each_place_once": "Each place once",
    "draft.one-king-each": "One king on each domino",
    "draft.from-the-line": "Choosing from the line",
    "turn.place-then-claim": "First place, then choose",
    "turn.discarding": "Discarding",
    "end.last_round": "Last round",
    "end.game-over": "End of the game",
    "placement.grid": "Size of the kingdom",
    "placement.overlap": "Free cells",
    "placement.matching": "Matching terrain",
    "scoring.properties": "Properties",
    "ties.largest-property": "Largest property",
    "ties.most-crowns": "Most crowns",
    "ties.still-tied": "Still equal",
}
"""What people call the rules that every edition has; rules of variants are called by the variant's title."""


@cache
def environment() -> ImmutableSandboxedEnvironment:
    """Templates see plain data only, and a name that is not there is an error, not silence."""
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name and name.endswith(".html.j2")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


class Teller:
    """Tells the rules of one game: for so many players, or for all its numbers of players at once."""

    def __init__(self, rules: Ruleset, language: Language, players: int | None = None) -> None:
        if players is not None:
            rules.row(players)
        self.rules = rules
        self.language = language
        self.players = players if players is not None else _only(list(rules.players))
        self._sections = rules.model_dump(mode="json", include=set(Sections.model_fields))
        template = environment().get_template("rules.j2")
        self._macros = template.make_module(self._context())

    @property
    def grid(self) -> int | None:
        """The grid, if it is the same for everybody the book is for."""
        if self.players is not None:
            return self.rules.row(self.players).grid
        return _only(sorted({row.grid or 0 for row in self.rules.players.values()})) or None

    def _row(self) -> dict[str, Any]:
        """The numbers of the game; of a book for everybody those that do not depend on the number of players."""
        numbers = [self.players] if self.players is not None else list(self.rules.players)
        rows = [row_numbers(self.rules, n) for n in numbers]
        return {key: value if all(row[key] == value for row in rows) else None for key, value in rows[0].items()}

    def _context(self) -> dict[str, Any]:
        rules, language = self.rules, self.language
        colours = rules.components.colours
        counts = list(rules.players)
        row = self._row()
        return {
            "_": language.say,
            "ngettext": language.say_n,
            "size": Size,
            "n": self.players,
            "rules": self._sections,
            "row": row,
            "alone": self.players == 1,
            "one_king": self.players == 1 and row["kings"] == 1,
            "first_compared": min(
                (rule.order for rule in rules.ties.values() if isinstance(rule, TieBreaker)), default=0
            ),
            "grid": self.grid,
            "copies": rules.components.copies,
            "next_picks": sorted((rules.draft.next_picks or {}).items()),
            "other_rules_for_properties": pay_for_properties(rules),
            "several_kings": any(rules.row(n).kings > 1 for n in counts),
            "box": {
                "dominoes": rules.box,
                "colours": len(colours),
                "kings": len(colours) * rules.components.kings_per_colour,
            },
            "terrains": [terrain_term(rules, terrain, language) for terrain in rules.domino_set.terrains],
            "colours": [language.say(COLOURS[colour]) for colour in colours],
        }

    def tell(self, id: str) -> str:
        """The sentences of a rule; nothing if the rule has nothing to say in this game."""
        return " ".join(self.sentences(id))

    def sentences(self, id: str) -> list[str]:
        """The same, one by one: each says one thing that may differ from game to game."""
        return [line for line in self._told(id).splitlines() if line.strip()]

    def _told(self, id: str) -> str:
        section, _, name = id.partition(".")
        if section in RULE_SECTIONS and name in getattr(self.rules, section):
            rule = getattr(self.rules, section)[name]
            if isinstance(rule, VocabularyRule):
                return "\n".join(told(rule, self.language, self.rules.domino_set))
            return self._macro(f"{section}__{rule.kind}", self._sections[section][name])
        if id == "players.first_choice":
            ways = self._first_choices()
            return self._macro("players__first_choice", *ways) if len(ways) == 1 or self.players == 1 else ""
        return self._macro(id.replace(".", "__").replace("-", "_"))

    def _macro(self, name: str, *arguments: object) -> str:
        return str(getattr(self._macros, name)(*arguments)).strip()

    def _first_choices(self) -> list[str]:
        """Who plays alone just chooses, so that there may be no way at all."""
        rows = self.rules.players.values() if self.players is None else [self.rules.row(self.players)]
        return sorted({row.first_choice for row in rows if row.first_choice is not None})

    def first_choices(self) -> list[tuple[str, str, str]]:
        """Where it depends on the number of players: each way, what the table calls it, and its sentences."""
        ways = self._first_choices()
        if len(ways) < 2:
            return []
        return [(way, self.way(way), self._macro("players__first_choice", way)) for way in ways]

    def way(self, first_choice: str) -> str:
        """What the table calls a way of choosing first."""
        if first_choice == "drawn":
            return self.language.say("kings drawn")
        return self.language.say("back and forth")

    def name(self, id: str) -> str:
        """What people call a rule: a name that every language has, or the title of the variant it came with."""
        return rule_name(id, self.language, self.rules)

    def ids(self) -> list[str]:
        """Every rule a book may tell, in the order of the book."""
        return [
            *BOX,
            *SETUP,
            "players.first_choice",
            *CHOICE,
            *TURN,
            *self.rule_ids("placement"),
            "turn.discarding",
            *END,
            *self.rule_ids("scoring"),
            *self.rule_ids("ties"),
            *SERIES,
        ]

    def rule_ids(self, section: str) -> list[str]:
        """The rules of a section in the order a reader wants them; nobody ties with themselves."""
        return [] if section == "ties" and self.players == 1 else rule_ids(self.rules, section)


def rule_ids(rules: Ruleset, section: str) -> list[str]:
    """The rules of a section in the order of a book: tie-breaks as they are compared, then by kind.

    Rules that came with one variant stand together, where the first of them stands.
    """
    found: Mapping[str, Rule] = getattr(rules, section)
    order = {kind: position for position, kind in enumerate(IN_THE_BOOK)}

    def key(name: str) -> tuple[int, int, str]:
        rule = found[name]
        compared = rule.order if isinstance(rule, TieBreaker) else LAST
        return compared, order[type(rule)], name

    ids = [f"{section}.{name}" for name in sorted(found, key=key)]
    if section != "scoring":
        return ids
    first_of: dict[str, int] = {}
    for position, id in enumerate(ids):
        first_of.setdefault(_came_with(rules).get(id, id), position)
    return sorted(ids, key=lambda id: first_of[_came_with(rules).get(id, id)])


@lru_cache(maxsize=64)
def _came_with(rules: Ruleset) -> Mapping[str, str]:
    """For every rule that a variant brought, the variant."""
    found: dict[str, str] = {}
    for path, origins in rules.origins.items():
        section, _, rest = path.partition(".")
        if section in RULE_SECTIONS and origins[0].layer in rules.variants:
            found.setdefault(f"{section}.{rest.partition('.')[0]}", origins[0].layer)
    return found


def pay_for_properties(rules: Ruleset) -> bool:
    """Whether a property without crowns may earn something after all, by a house rule."""
    kinds = PointsForEach | PointsIf | PointsForMost
    paying = [rule for rule in rules.scoring.values() if isinstance(rule, kinds) and rule.points > 0]
    return any(rule.count == "properties" for rule in paying)


def terrain_term(rules: Ruleset | None, terrain: str, language: Language) -> Term:
    """A terrain as a noun; one that a rules file invents brings its own forms."""
    return Term(terrain, rules.domino_set.words(terrain, language.code) if rules is not None else None)


def rule_name(id: str, language: Language, rules: Ruleset | None = None) -> str:
    """A name that every language has, or the title of the variant; two rules of one variant are numbered."""
    title = _title_of(id, rules) if rules is not None else None
    if rules is None or title is None:
        return language.say(NAMES[id]) if id in NAMES else id
    section = id.partition(".")[0]
    namesakes = [other for other in rule_ids(rules, section) if _title_of(other, rules) is title]
    told = language.title(title)
    return f"{told} ({namesakes.index(id) + 1})" if len(namesakes) > 1 else told


def _title_of(id: str, rules: Ruleset) -> Mapping[str, str] | None:
    """The title of the variant that brought a rule."""
    variant = _came_with(rules).get(id)
    return rules.titles[rules.id.split("+").index(variant)] if variant is not None else None


def headed(name: str) -> str:
    """A name before its sentences: closed like one, so that the next may begin with a capital in every language."""
    return name if name.endswith((".", "!", "?", "…")) else f"{name}."


def row_numbers(rules: Ruleset, players: int) -> dict[str, Any]:
    """A row of the players' table with everything that follows from it."""
    row = rules.row(players)
    return {
        "kings": row.kings,
        "dominoes": row.dominoes,
        "line": row.line,
        "grid": row.grid,
        "rounds": row.rounds,
        "taken_out": rules.taken_out(players),
        "unchosen": rules.unchosen(players),
        "first_choice": row.first_choice,
    }


def _only(values: list[int]) -> int | None:
    return values[0] if len(values) == 1 else None
