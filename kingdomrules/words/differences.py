"""What changes for somebody who knows one game and sits down to another: one sentence for each change."""

from collections.abc import Iterator

from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import load
from kingdomrules.words.language import Language
from kingdomrules.words.telling import BOX, Teller


def differences(a: str | Ruleset, b: str | Ruleset, *, language: str = "en") -> tuple[str, ...]:
    r"""The sentences of `b` that are not true of `a`, and those of `a` that no longer hold.

    >>> for change in differences("classic", "classic+harmony"):
    ...     print(change.replace("\N{NO-BREAK SPACE}", " "))
    Harmony: You get 5 points if your kingdom is complete: you have not discarded a single domino.
    """
    known = a if isinstance(a, Ruleset) else load(a)
    new = b if isinstance(b, Ruleset) else load(b)
    return tuple(_changes(known, new, Language.of(language)))


def _changes(known: Ruleset, new: Ruleset, tongue: Language) -> Iterator[str]:
    both = [n for n in known.players if n in new.players]
    for n in known.players:
        if n not in both:
            yield tongue.say("It is no longer a game for {players:player}.", players=n)
    for n in new.players:
        if n not in both:
            yield tongue.say("It can now also be played by {players:player}.", players=n)
    # A number of players that is new is compared with the nearest one that is known.
    nearest = {n: min(known.players, key=lambda other: abs(other - n)) for n in new.players}
    told = {n: (_told(Teller(known, tongue, nearest[n])), _told(Teller(new, tongue, n))) for n in new.players}
    ids = list(dict.fromkeys(id for before, after in told.values() for id in (*before, *after)))
    for id in ids:
        gained = {n: _missing_in(before.get(id, ()), after.get(id, ())) for n, (before, after) in told.items()}
        lost = {n: _missing_in(after.get(id, ()), before.get(id, ())) for n, (before, after) in told.items()}
        for sentence, only in _by_players(gained):
            if only is None:
                yield sentence
            else:
                yield tongue.say("With {players:player}: {rule}", players=only, rule=sentence)
        # A sentence that another one replaces goes without saying; that no domino is taken out, "all are in play" says.
        replaced = {n: id == "setup.thinning" or bool(sentences) for n, sentences in gained.items()}
        for sentence, only in _by_players({n: [] if replaced[n] else sentences for n, sentences in lost.items()}):
            if only is None:
                yield tongue.say("This no longer holds: {rule}", rule=sentence)
            else:
                yield tongue.say("With {players:player} this no longer holds: {rule}", players=only, rule=sentence)


def _told(teller: Teller) -> dict[str, tuple[str, ...]]:
    """Every sentence of a book for one number of players, by the rule it belongs to; bonuses with their names."""
    found: dict[str, tuple[str, ...]] = {}
    for id in teller.ids():
        sentences = teller.sentences(id)
        if id in BOX:
            sentences = [teller.language.say("In the box: {item}", item=sentence) for sentence in sentences]
        if id.startswith("scoring.") and id in dict(teller.rules.rules()) and id != "scoring.properties":
            sentences = [f"{teller.name(id)}: {sentence}" for sentence in sentences]
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
