"""What the search knows of a language besides its index: the forms of the nouns, and every word on a page."""

import re
from collections.abc import Mapping
from html import unescape

from kingdomrules.words.language import Language

_NO_TEXT = re.compile(r"<(svg|script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2,}")


def noun_forms(language: Language) -> list[list[str]]:
    """Every noun of the game with all its forms, so that a search for one of them finds the others."""
    found = []
    for noun in language.terms.values():
        groups = [group for group in noun.values() if isinstance(group, Mapping)]
        forms = dict.fromkeys(str(word).casefold() for group in groups for word in group.values())
        if len(forms) > 1:
            found.append(list(forms))
    return found


def words_of(html: str) -> set[str]:
    """The words of a page; neither figures and single letters nor what stands in pictures.

    >>> sorted(words_of("<p>Your <b>Kingdom</b> &amp; <svg><text>Wheat</text></svg> 12 <i>Ežerų</i></p>"))
    ['ežerų', 'kingdom', 'your']
    """
    return {word.casefold() for word in _WORD.findall(unescape(_NO_TEXT.sub(" ", html)))}
