"""What changes for somebody who knows one game and sits down to another: one sentence for each change."""

from collections.abc import Iterator
from dataclasses import dataclass

from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import load
from kingdomrules.words.language import Language
from kingdomrules.words.telling import BOX, Teller, headed, rule_name

Sentences = dict[str, tuple[str, ...]]

GOES_WITHOUT_SAYING = ("setup.thinning", "players.dominoes")
"""How many dominoes are taken out and how many are in play: one tells of the other."""

IN_OTHER_WORDS = ("draft.from-the-line", "turn.place-then-claim", "end.last_round")
"""What somebody alone at the table does as everybody else does, and is told without the others."""


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence and the id of the rule it tells; before it, if need be, for whom and by what name."""

    rule: str
    text: str
    head: str = ""

    def __str__(self) -> str:
        return f"{self.head} {self.text}".lstrip()


def differences(a: str | Ruleset, b: str | Ruleset, *, language: str = "en") -> tuple[str, ...]:
    r"""The sentences of `b` that are not true of `a`, and those of `a` that no longer hold.

    >>> for change in differences("classic", "classic+harmony"):
    ...     print(change.replace("\N{NO-BREAK SPACE}", " "))
    Harmony. You get 5 points if your kingdom is complete: you have not discarded a single domino.
    """
    known = a if isinstance(a, Ruleset) else load(a)
    new = b if isinstance(b, Ruleset) else load(b)
    return tuple(map(str, changes(known, new, Language.of(language))))


def changes(known: Ruleset, new: Ruleset, tongue: Language) -> Iterator[Change]:
    """The same with the rule each sentence tells, in the order of a book."""
    yield from (Change("", sentence) for sentence in _other_numbers(known, new, tongue))
    # A number of players that is new is compared with the nearest one that is known.
    nearest = {n: min(known.players, key=lambda other: abs(other - n)) for n in new.players}
    told = {n: (_told(Teller(known, tongue, nearest[n])), _told(Teller(new, tongue, n))) for n in new.players}
    now_alone = [n for n in new.players if n == 1 != nearest[n]]
    for id in dict.fromkeys(id for before, after in told.values() for id in (*before, *after)):
        gained = {n: _missing_in(before.get(id, ()), after.get(id, ())) for n, (before, after) in told.items()}
        lost = {n: _missing_in(after.get(id, ()), before.get(id, ())) for n, (before, after) in told.items()}
        for n in now_alone:
            lost[n] = []  # what there was between players
            gained[n] = [] if id in IN_OTHER_WORDS else gained[n]
        for sentence, only in _by_players(gained):
            yield Change(id, sentence, _head(id, new, only, tongue))
        # A sentence that another one replaces goes without saying.
        for n, sentences in gained.items():
            lost[n] = [] if sentences or id in GOES_WITHOUT_SAYING else lost[n]
        for sentence, only in _by_players(lost):
            text = tongue.say("This no longer holds: {rule:quoted}", rule=sentence)
            yield Change(id, text, _head(id, known, only, tongue))


def _other_numbers(known: Ruleset, new: Ruleset, tongue: Language) -> Iterator[str]:
    """For how many it is a game now: what came and went, or all of it where nothing stayed."""
    if not set(known.players) & set(new.players):
        yield tongue.say("Number of players: {numbers:or}", numbers=[str(n) for n in new.players])
        return
    for n in known.players:
        if n not in new.players:
            yield tongue.say("It is no longer a game for {players:player}.", players=n)
    for n in new.players:
        if n not in known.players:
            yield tongue.say("It can now also be played by {players:player}.", players=n)


def _head(id: str, rules: Ruleset, players: int | None, tongue: Language) -> str:
    """The number of players, if a change is only for so many, and the name of a bonus."""
    found = []
    if players is not None:
        found.append(headed(tongue.say("For {players:player}", players=players)))
    if id.startswith("scoring.") and id != "scoring.properties":
        found.append(headed(rule_name(id, tongue, rules)))
    return " ".join(found)


def _told(teller: Teller) -> Sentences:
    """Every sentence of a book for one number of players, by the rule it belongs to."""
    found: Sentences = {}
    for id in teller.ids():
        sentences = teller.sentences(id)
        if id in BOX:
            sentences = [teller.language.say("In the box: {item}", item=sentence) for sentence in sentences]
        found[id] = tuple(sentences)
    return found


def _missing_in(before: tuple[str, ...], after: tuple[str, ...]) -> list[str]:
    return [sentence for sentence in after if sentence not in before]


def _by_players(changes: dict[int, list[str]]) -> Iterator[tuple[str, int | None]]:
    """What is new for everybody comes once; what is new for some, with each number of players."""
    for sentence in dict.fromkeys(sentence for sentences in changes.values() for sentence in sentences):
        numbers = [n for n, sentences in changes.items() if sentence in sentences]
        if len(numbers) == len(changes):
            yield sentence, None
        else:
            yield from ((sentence, n) for n in numbers)
