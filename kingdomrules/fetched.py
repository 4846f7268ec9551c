"""What the pages fetch when somebody chooses a game: every rulebook, what cannot be chosen, and why."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingdomrules.games import Games, books
from kingdomrules.layout import Layout, chapters_of
from kingdomrules.ruleset.complaints import Complaint
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.explain import complaint_message
from kingdomrules.words.language import Language
from kingdomrules.words.site_talk import SiteTalk


def files(games: Games, language: str, pdfs: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Every file with its path.

    `pdfs` are the games (`classic_harmony_3`) of which there is a PDF in the folder pdf/ beside games/.
    """
    spoken = Language.of(language)
    layout = Layout(spoken)
    for name, book in books(games, language):
        yield f"games/{name}.html", layout.laid_out("game.html.j2", book=book, chapters=chapters_of(book))
    choices = _choices(games, spoken) | {"pdfs": list(pdfs)}
    yield "games/games.json", json.dumps(choices, ensure_ascii=False, separators=(",", ":"))


def _choices(games: Games, language: Language) -> dict[str, Any]:
    """For each combination its numbers of players, or the sentence that says why there is no such game."""
    titles = {name: language.title(rules.titles[0]) for name, rules in games.editions.items()}
    titles |= {name: language.title(model.title) for name, model in games.variants.items()}
    possible, refused = {}, {}
    for parts, found in games.combinations.items():
        if isinstance(found, Ruleset):
            possible["+".join(parts)] = list(found.players)
        else:
            refused["+".join(parts)] = _why_not(parts, found, titles, language)
    talk = SiteTalk(language)
    limits = {
        name: talk.only_for(titles[name], model.players) for name, model in games.variants.items() if model.players
    }
    return {"possible": possible, "refused": refused, "limits": limits}


def _why_not(
    parts: tuple[str, ...], found: tuple[Complaint, ...], titles: Mapping[str, str], language: Language
) -> str:
    """That one does not go with another, if there are only two to blame; and what the check of the rules says."""
    told = "; ".join(dict.fromkeys(complaint_message(complaint, language) for complaint in found))
    edition, *variants = parts
    one, *others = (*reversed(variants), *([edition] if len(variants) == 1 else []))
    if len(others) != 1:
        return told
    return f"{SiteTalk(language).not_together(titles[one], titles[others[0]])} ({told})"
