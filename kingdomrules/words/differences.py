"""What changes for somebody who knows one game and sits down to another: one sentence for each change."""

from collections.abc import Iterable, Iterator
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
        yield from _headed(_by_players(gained), id, new, tongue)
        # A sentence that another one replaces goes without saying.
        for n, sentences in gained.items():
            lost[n] = [] if sentences or id in GOES_WITHOUT_SAYING else lost[n]
        gone = [
            (tongue.say("This no longer holds: {rule:quoted}", rule=text), only) for text, only in _by_players(lost)
        ]
        yield from _headed(gone, id, known, tongue)


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


def _headed(
    sentences: Iterable[tuple[str, tuple[int, ...]]], id: str, rules: Ruleset, tongue: Language
) -> Iterator[Change]:
    """Sentences of one rule, each after the numbers of players it is only for; the name of a bonus comes once."""
    name = headed(rule_name(id, tongue, rules)) if id.startswith("scoring.") and id != "scoring.properties" else ""
    for text, players in sentences:
        yield Change(id, text, " ".join(filter(None, (_only_for(players, tongue), name))))
        name = ""


def _only_for(players: tuple[int, ...], tongue: Language) -> str:
    match players:
        case ():
            return ""
        case (n,):
            return headed(tongue.say("For {players:player}", players=n))
        case _:
            return headed(tongue.say("Number of players: {numbers:or}", numbers=[str(n) for n in players]))


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


def _by_players(changes: dict[int, list[str]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each sentence that is new for somebody, with the numbers of players it is new for; none of them means all."""
    for sentence in dict.fromkeys(sentence for sentences in changes.values() for sentence in sentences):
        numbers = tuple(n for n, sentences in changes.items() if sentence in sentences)
        yield sentence, () if len(numbers) == len(changes) else numbers
