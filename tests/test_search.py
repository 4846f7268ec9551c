"""The search in a real browser: every language finds its own inflected words, and nothing that was not meant."""

import re

import pytest

from kingdomrules import shipped
from tests.browser import Tab, needed
from tests.site_building import in_language

pytestmark = needed

LANGUAGES = shipped.languages()

# A noun, a verb and an adjective as somebody might type them, and what their forms in a rulebook begin with.
QUERIES = {
    "en": {"forests": "forest", "choosing": "choos", "larger": "larg"},
    "et": {"metsale": "mets", "valisin": "vali", "suurimat": "suuri"},
    "hu": {"erdőben": "erdő", "választok": "választ", "legnagyobbat": "legnagyobb"},
    "is": {"skógi": "skóg", "leggjum": "legg", "stærstur": "stærst"},
    "lt": {"miškas": "mišk", "pasirinksiu": "pasirink", "didžiausią": "didžiaus"},
    "lv": {"mežam": "mež", "novietosim": "novieto", "lielākā": "lielāk"},
    "pl": {"lasem": "las", "wybieramy": "wybier", "największego": "największ"},
    "ru": {"лесом": "лес", "выбираем": "выбира", "наибольшую": "наибольш"},
}


def find(tab: Tab, words: str) -> list[str]:
    """What the search shows for words that were typed."""
    tab.js("document.getElementById('search-open').click()")
    tab.js("document.getElementById('search-words').value = ''")
    tab.js("document.getElementById('search-results').replaceChildren()")
    tab.js("document.getElementById('search-status').textContent = ''")
    tab.type(words)
    tab.wait("document.querySelector('#search-results li, #search-status:not(:empty)')")
    found: list[str] = tab.js("[...document.querySelectorAll('#search-results li')].map(li => li.textContent)")
    return found


def marked(tab: Tab) -> set[str]:
    """The words that were found, as they stand on their pages."""
    found: list[str] = tab.js("[...document.querySelectorAll('#search-results mark')].map(m => m.textContent)")
    return {word.casefold() for word in found}


@pytest.mark.parametrize(("code", "typed", "stem"), [(c, *query) for c in LANGUAGES for query in QUERIES[c].items()])
def test_the_search_finds_other_forms_of_a_word_in_its_own_language(
    code: str, typed: str, stem: str, tab: Tab, root: str
) -> None:
    tab.open(root + in_language(code))
    assert find(tab, typed)
    assert [word for word in marked(tab) if word.startswith(stem)], marked(tab)
    links: list[str] = tab.js("[...document.querySelectorAll('#search-results a')].map(a => a.pathname)")
    assert all(link.startswith(f"/{in_language(code)}") for link in links)


def test_lithuanian_miškas_finds_miško_in_the_printed_inflection(tab: Tab, root: str) -> None:
    tab.open(f"{root}lt/")
    found = " ".join(find(tab, "miškas")).casefold()
    assert re.search(r"mišk(o|ų|ą|ai)\b", found)


@pytest.mark.parametrize(("code", "typed", "stem"), [("is", "leggjum", "legg"), ("lv", "pieskarties", "pieskar")])
def test_what_only_begins_alike_is_not_found(code: str, typed: str, stem: str, tab: Tab, root: str) -> None:
    tab.open(root + in_language(code))
    assert find(tab, typed)
    assert {word for word in marked(tab) if not word.startswith(stem)} == set()
    assert find(tab, typed[:3] + "xyzzy") == []


def test_what_was_typed_comes_before_its_other_forms(tab: Tab, root: str) -> None:
    tab.open(f"{root}is/")
    find(tab, "kasta")  # to throw; the castle, kastali, begins alike
    found: list[str] = tab.js("[...document.querySelectorAll('#search-results li')].map(li => li.innerHTML)")
    typed = [bool(re.search(r"<mark>kasta\W*</mark>", passage)) for passage in found]
    assert typed[0]
    assert typed == sorted(typed, reverse=True)
    assert not typed[-1], "what begins alike comes too, for those who are still typing"


def test_a_passage_that_many_books_share_is_shown_once(tab: Tab, root: str) -> None:
    tab.open(root)
    found = find(tab, "discarded")
    passages = [passage.partition("›")[2] for passage in found if "›" in passage]
    assert len(passages) > 3
    assert len(set(passages)) == len(passages)


def test_words_may_be_typed_without_accents_and_several_at_a_time(tab: Tab, root: str) -> None:
    tab.open(f"{root}pl/")
    find(tab, "najwiekszego")
    assert [word for word in marked(tab) if word.startswith("największ")]
    tab.open(f"{root}is/")
    assert find(tab, "stærstur kastali")
    assert find(tab, "stærstur xyzzyq") == []
    find(tab, "placement.grid")
    assert marked(tab)


def test_a_search_without_a_result_says_so(tab: Tab, root: str) -> None:
    tab.open(f"{root}lt/")
    assert find(tab, "xyzzyq") == []
    assert "xyzzyq" in tab.js("document.getElementById('search-status').textContent")


def test_the_search_opens_and_closes_by_keyboard(tab: Tab, root: str) -> None:
    tab.open(root)
    tab.key("/", text="/")
    tab.wait("document.getElementById('search').open")
    assert tab.js("document.activeElement.id") == "search-words"
    tab.key("Escape", code="Escape", windowsVirtualKeyCode=27)
    tab.wait("!document.getElementById('search').open")
