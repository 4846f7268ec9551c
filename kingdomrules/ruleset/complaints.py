"""What is wrong with a rules file, where, and what was meant.

A complaint is data: a stable code, a place, the facts. Its sentence is the code's template filled with
the facts, so the same complaint can be told in the terminal, as JSON and as an annotation for code review.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingdomrules.errors import KingdomRulesError

CODES: Mapping[str, str] = {
    # the file and its YAML
    "KR001": "there is no file {found}",
    "KR002": "{found} is a folder, not a rules file",
    "KR003": "the file is too large: a rules file has at most {limit} bytes",
    "KR004": "the file is not {encoding} text: byte {found} makes no character; save it as {encoding}",
    "KR005": "the control character {found} has no place in a rules file",
    "KR006": "this is not YAML: {problem}",
    "KR007": "the key {found} is written twice",
    "KR008": "anchors and aliases are not used in rules files, found {found}",
    "KR009": "tags are not used in rules files, found {found}",
    "KR010": "nested too deeply: rules files stay within {limit} levels",
    "KR011": "too much in one file: rules files stay within {limit} values",
    "KR012": "a rules file starts with a block of keys, found {found}",
    "KR013": "a key is a word or a number, found {found}",
    "KR014": "a rules file holds one document, and here a second one starts",
    "KR015": "the file cannot be read: {problem}",
    "KR016": "format {found} needs a newer kingdomrules; this one reads up to format {limit}",
    "KR017": "{found} is not an ordinary file",
    "KR018": "no telling what this file is: its keys are none of {allowed}",
    "KR019": "there is no rules file in the folder {found}",
    "KR020": "here is a tab: rules files are indented with spaces only",
    "KR021": "a key and its value are joined by a colon and a space, found {found}",
    "KR022": "the indentation is wrong (spaces before this line: {found}); to stand below {above} it needs {expected}",
    "KR023": "put the value in quotes: {found} means something else in it",
    "KR024": "here is a space of an unusual kind, perhaps copied from a web page: type an ordinary one",
    "KR025": "the quote that is opened here is not closed",
    "KR026": "the {found} that is opened here is not closed: {missing} is missing",
    "KR027": "a comma is missing before {found}",
    "KR028": "nothing is open that {found} could close",
    "KR029": "{found} belongs to {above}: put more spaces in front of it, so that it begins further right",
    # the shape of what it says
    "KR101": "unknown key {found}",
    "KR102": "the key {key} is missing",
    "KR103": "expected {expected}, found {found}",
    "KR104": "unknown terrain {found}",
    "KR105": "unknown value {found} for {key}",
    "KR106": "unknown kind of rule {found}",
    "KR107": "{found} is too small: {key} is at least {low}",
    "KR108": "{found} has the wrong form: {key} is {expected}",
    "KR109": "the file is called {file}, so the id is not {found}",
    "KR110": "the id {found} is one slip away from {near}: use that one, or one nobody can mistake for it",
    "KR111": "unknown language {found}",
    "KR112": "a rule worth no points would say nothing",
    "KR113": "{found} is listed twice",
    "KR114": "unknown source {found}",
    "KR116": "nothing is changed here: a variant sets, adds or removes something, or says which players it is for",
    "KR117": "the key {key} has no value: write one, or leave the key out",
    "KR118": "{key} must not be empty",
    "KR119": "{key} is too long: at most {limit} characters or entries are allowed",
    "KR120": "{found} cannot be a key here; expected {expected}",
    "KR121": "{found} is too large: {key} is at most {high}",
    "KR122": "say one of {words}",
    "KR123": "write {found} without quotes",
    "KR124": "{key} is compared with a number, so it is one of {words}",
    "KR125": "{key} is written language by language",
    "KR126": "this picture has no castle: write C where it stands",
    "KR127": "a game is for one to four players, not for {found}",
    "KR128": "the name of a rules file ends in {ending}: rename {file}",
    # whether the game can be played as written
    "KR201": "{dominoes} dominoes cannot be dealt in lines of {line}: {left} would be left over",
    "KR202": "a line of {line} has no room for {kings} kings ({players} players with {each} each)",
    "KR203": "{dominoes} dominoes are asked for, and the box has {box}",
    "KR204": "{placed} dominoes for each player cannot fill a grid of {width} × {width}, which takes {needed}",
    "KR205": "a grid of {width} × {width} has no middle: {rule} needs an odd number",
    "KR206": "{each} kings for each player are asked for, and the box has {box} of each colour",
    "KR207": "the totals say {stated} squares of {terrain}, the dominoes have {counted}",
    "KR208": "{players} players need as many colours, and there are {colours}",
    "KR209": "{path} is needed: with {players} players some dominoes of the box are not in play",
    "KR210": "{path} says nothing in this game: all dominoes of the box are in play",
    "KR211": "two tie-breaks have the order {order}: {first} and {second}",
    "KR212": "a list of tie-breaks ends with one rule for players still tied, found {found}",
    "KR213": "{path} is needed for a match of {games} games",
    "KR214": "{path} says nothing in a match of one game",
    "KR215": "back and forth (A-B-B-A) is for two players with two kings each",
    "KR216": "{rule} can never be earned: each player gets {placed} dominoes, and {needed} fill the grid",
    "KR217": "{path} is needed: the rule {rule} speaks of the grid",
    "KR218": "{path} says nothing: no rule of this game speaks of the grid",
    "KR219": "no rule says where a domino may lie: {rule} must stay",
    "KR220": "two terrains have the letter {letter}: {first} and {second}",
    "KR221": "domino {number} is missing: the pieces are numbered without a gap",
    "KR222": "nothing scores in this game: at least one rule must earn points",
    "KR223": "{path} is needed: with {players} players some dominoes of each line stay unchosen",
    "KR224": "{path} says nothing in this game: no domino of a line stays unchosen",
    "KR225": "the totals say {stated} crowns on {terrain}, the dominoes have {counted}",
    "KR226": "{first} and {second} both say what must match: keep one of them",
    "KR227": "{key} is said of properties only, and here {count} are counted",
    "KR228": "{key} is said of squares only, and here {count} are counted",
    "KR229": "where chooses among squares or properties, and here {count} are counted",
    "KR230": "{path} is for a single player with one king",
    "KR231": "{path} must name every place of a line of {line}",
    "KR232": "{path} is as many rounds as a line has places: {line}",
    "KR233": "nothing is asked for: a rule of this kind needs at least one condition",
    "KR234": "count and number belong together: what is counted, and what it is compared with",
    "KR236": "nothing is left out: such a filter says nothing",
    "KR237": "{first} and {second} do not go together: a player could be left without a domino to pick",
    "KR238": "{path} says nothing: who plays alone just chooses",
    "KR239": "{path} says nothing in a game for one player",
    "KR240": "nothing in this game is ever like that: such a filter never holds",
    "KR241": "{key} says nothing here: leaving it out means the same",
    "KR242": "this entry of {key} says nothing here: leaving it out means the same",
    "KR243": "{found} means the same here as {meant}: write that",
    "KR244": "any_of chooses among several entries: what holds in any case is said without it",
    "KR245": "{key} is more than this game can have: at most {most}",
    "KR246": "this can never happen in this game",
    "KR247": "at_most leaves only one award of {least}: say points_if for what is paid once",
    "KR248": "at_most says nothing: this rule never pays more than {most}",
    "KR249": "{key} says nothing: two players can never have equally many of these",
    "KR250": "{key} says nothing: two such lines can never meet",
    "KR251": "this means the same when {count} are counted: count those",
    "KR252": "these conditions can never all hold in one kingdom",
    "KR253": "{first} and {second} say the same: keep one of them",
    "KR254": "there is no tie-break whose sums could be compared",
    "KR255": "{path} says nothing in a game of one round",
    "KR256": "{key} says nothing here: this is always true",
    "KR257": "with {players} players a kingdom may have {squares} squares; lines are kept apart among {most} at most",
    # layers put together
    "KR301": "there is no edition or variant called {found}",
    "KR302": "{found} names no edition: a game is an edition and its variants, such as classic+harmony",
    "KR303": "two editions cannot be one game: {first} and {second}",
    "KR304": "{path} is set to {first} by {by_first} and to {second} by {by_second}",
    "KR305": "there is nothing called {found} to set",
    "KR306": "{found} is there already: change it with set",
    "KR307": "there is nothing called {found} to remove",
    "KR308": "{variant} requires {found}, which is not part of this game",
    "KR309": "variants extend each other in a circle: {chain}",
    "KR310": "no number of players is left: {who}",
    "KR311": "variants override each other in a circle: {chain}",
    "KR312": "{found} has an empty part: write names joined by one +",
    "KR313": "{found} cannot be added: an added rule is placement.…, scoring.…, ties.… or players.…",
    "KR314": "{path} is removed by {by_first} and changed by {by_second}",
    "KR315": "two files are both called {found}",
    "KR316": "{found} cannot override or require itself",
    "KR317": "{found} is an edition; a variant builds on variants",
    "KR318": "set changes one value at a time, and {found} holds several",
    # examples and words
    "KR501": "by the rules this kingdom earns {counted} here, and the example says {points}",
    "KR502": "the picture cannot be read: {problem}",
    "KR503": "the terrain {terrain} has no form {form} in this language: {language}",
    "KR504": "the example says {said}, and the rules say {found}",
    "KR505": "the example goes on after the move {found}, but that move is refused by {rules}",
    "KR506": "the example cannot be played: {problem}",
    "KR507": "this game is not for {found} players",
    "KR508": "no rule that could refuse this is called {found}",
    # the printed sources
    "KR401": "{source} is said to print {found} for {path}, but {edition} says {value} and no erratum explains it",
    "KR402": "{source} says nothing about {path}: list it under states, differs, implies or silent",
    "KR403": "{path} stands twice under states, differs, implies and silent",
    "KR404": "{found} calls itself official, but no printed source has it",
    "KR405": "an erratum says {source} prints {found} for {path}, but under states it prints {value}",
    "KR406": "an erratum says {path} should be {found}, but {edition} says {value}",
    "KR407": "{path} does not differ: {edition} says {found} too",
    "KR408": "the id of a book begins with its language, {language}; found {found}",
}
"""Code to sentence. Codes are stable: they are never reused, and scripts may rely on them."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a file; lines and columns count from 1."""

    file: str
    line: int = 0
    column: int = 0
    end_column: int = 0
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong; `facts` fill the sentence of `code`."""

    code: str
    place: Place
    facts: Mapping[str, Any] = field(default_factory=dict)
    suggestion: str | None = None
    allowed: tuple[str, ...] = ()
    related: tuple[Place, ...] = ()

    @property
    def message(self) -> str:
        return CODES[self.code].format_map({name: shown(value) for name, value in self.facts.items()})

    def __str__(self) -> str:
        hint = f"did you mean {shown(self.suggestion)}?" if self.suggestion else ""
        allowed = f"allowed: {', '.join(self.allowed)}" if self.allowed else ""
        return self.rendered("error", self.message, hint, allowed)

    def rendered(self, error: str, message: str, hint: str, allowed: str) -> str:
        """The complaint with its source lines; the words are whatever language's they are."""
        width = len(str(max([self.place.line, *(place.line for place in self.related)])))
        lines = [f"{error}[{self.code}]: {message}", f"{' ' * width}--> {self.place}"]
        lines += _excerpt(self.place, width, hint)
        for place in self.related:
            lines += [f"{' ' * width}::: {place}", *_excerpt(place, width, "")]
        if allowed:
            lines.append(f"{' ' * width} = {allowed}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": self.message,
            **_place_as_json(self.place),
            "found": self.facts.get("found"),
            "suggestion": self.suggestion,
            "allowed": list(self.allowed),
            "related": [_place_as_json(place) for place in self.related],
        }

    def as_annotation(self) -> str:
        """One line of the workflow-command syntax that code review on a forge understands."""
        hint = f" Did you mean {shown(self.suggestion)}?" if self.suggestion else ""
        where = {"file": self.place.file, "line": self.place.line, "col": self.place.column}
        where["endColumn"] = self.place.end_column
        listed = ",".join(f"{key}={_escaped(str(value), in_property=True)}" for key, value in where.items() if value)
        return f"::error {listed},title={self.code}::{_escaped(self.message + '.' + hint)}"


class RulesError(KingdomRulesError):
    """Everything that is wrong with the files asked for, all at once."""

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        unique = {(c.code, c.place, c.message): c for c in complaints}
        self.complaints = tuple(sorted(unique.values(), key=_reading_order))
        super().__init__("\n\n".join(str(complaint) for complaint in self.complaints))


def _reading_order(complaint: Complaint) -> tuple[str, int, int, str]:
    return complaint.place.file, complaint.place.line, complaint.place.column, complaint.code


def shown(value: object) -> str:
    """A value as it is quoted in a sentence: text in quotes, on one line, not too long."""
    if isinstance(value, Quoted):
        return value.text
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(str(item) for item in value)}]"[:80]
    if isinstance(value, dict):
        return "a block of keys"
    if not isinstance(value, str):
        return str(value)
    printable = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in value)
    return f"'{printable}'" if len(printable) <= 60 else f"'{printable[:57]}…'"


@dataclass(frozen=True, slots=True)
class Quoted:
    """Text that stands in a sentence as it is, without quotes."""

    text: str


def _excerpt(place: Place, width: int, hint: str) -> list[str]:
    if not place.line:
        return [f"{' ' * width} = {hint}"] if hint else []
    # A very long line is shown around the place, so that the caret stays on the screen.
    start = max(0, place.column - 60) if place.column > 100 else 0
    text = "".join(_visible(char) for char in place.text[start : start + 160])
    carets = "^" * max(1, min(place.end_column - place.column, 160))
    pad = " " * (place.column - 1 - start)
    return [
        f"{' ' * width} |",
        f"{place.line:>{width}} | {text}".rstrip(),
        f"{' ' * width} | {pad}{carets} {hint}".rstrip(),
    ]


def _visible(char: str) -> str:
    """A character as it is quoted: spaces of another kind must not look like ordinary ones."""
    return char if char.isprintable() else {"\t": "→", "\N{NO-BREAK SPACE}": "␣"}.get(char, " ")


def _place_as_json(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column, "end_column": place.end_column}


def _escaped(text: str, *, in_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice a person most likely meant, or none if every choice is too far away."""
    choices = list(choices)
    ranked = sorted((_slips(word.casefold(), choice.casefold()), choice) for choice in choices)
    if ranked and _is_slip(word.casefold(), ranked[0][1].casefold()):
        return ranked[0][1]
    return next((meant for meant in SAME_THING.get(word.casefold(), ()) if meant in choices), None)


SAME_THING: Mapping[str, tuple[str, ...]] = {
    "centre": ("middle",),
    "center": ("centre", "middle"),
    "middle": ("centre",),
    "central": ("centre", "middle"),
    "border": ("edge",),
    "rim": ("edge",),
    "side": ("edge",),
    "beside": ("touching",),
    "adjacent": ("touching",),
    "next-to": ("touching",),
    "near": ("around",),
    "cells": ("squares",),
    "tiles": ("squares",),
    "fields": ("squares", "wheat"),
    "field": ("wheat",),
    "corn": ("wheat",),
    "grain": ("wheat",),
    "wood": ("forest",),
    "woods": ("forest",),
    "water": ("lake",),
    "sea": ("lake",),
    "grass": ("meadow",),
    "grassland": ("meadow",),
    "pasture": ("meadow",),
    "bog": ("swamp",),
    "marsh": ("swamp",),
    "cave": ("mine",),
    "mountain": ("mine",),
}
"""What some people call a thing, and what rules files call it."""


def _is_slip(written: str, meant: str) -> bool:
    """Whether few letters are wrong, in the part where the two differ too: points_for_fewest is no points_for_lines."""
    if _slips(written, meant) >= max(len(written), len(meant)):  # a word in which nothing is right was not a slip
        return False
    left, right = _differing_part(written, meant)
    if len(left) == len(right) == 1:  # another figure is another figure
        return False
    return all(_slips(a, b) <= max(1, (len(a) + 1) // 3) for a, b in ((written, meant), (left, right)))


def _differing_part(left: str, right: str) -> tuple[str, str]:
    """Two words without the whole steps they share at either end."""
    lefts, rights = re.split(r"([._-])", left), re.split(r"([._-])", right)
    while len(lefts) > 1 and len(rights) > 1 and lefts[0] == rights[0]:
        lefts, rights = lefts[1:], rights[1:]
    while len(lefts) > 1 and len(rights) > 1 and lefts[-1] == rights[-1]:
        lefts, rights = lefts[:-1], rights[:-1]
    return "".join(lefts), "".join(rights)


def one_slip_apart(first: str, second: str) -> bool:
    """Whether between a shared beginning and end there is one letter, or two that are swapped."""
    start = _alike(first, second)
    first, second = first[start:], second[start:]
    end = _alike(first[::-1], second[::-1])
    first, second = first[: len(first) - end], second[: len(second) - end]
    return max(len(first), len(second)) == 1 or (len(first) == len(second) == 2 and first == second[::-1])


def _alike(first: str, second: str) -> int:
    """How many letters two words have in common before they differ."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((i for i, (left, right) in pairs if left != right), min(len(first), len(second)))


def _slips(written: str, meant: str) -> int:
    """Letters dropped, added, replaced or swapped with a neighbour on the way from one word to the other."""
    if abs(len(written) - len(meant)) > 8:
        return abs(len(written) - len(meant))
    before: Sequence[int] = ()
    row: Sequence[int] = range(len(meant) + 1)
    for i, left in enumerate(written):
        new = [i + 1]
        for j, right in enumerate(meant):
            best = min(new[j] + 1, row[j + 1] + 1, row[j] + (left != right))
            if i and j and left == meant[j - 1] and written[i - 1] == right:
                best = min(best, before[j - 1] + 1)
            new.append(best)
        before, row = row, new
    return row[-1]
