"""What a screen reader would say: Chromium's accessibility tree of every kind of page, in the page's own language."""

from itertools import pairwise
from pathlib import Path

import pytest

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.words.language import Language
from kingdomrules.words.site_talk import SiteTalk
from tests.browser import GUIDES, KINDS, Heard, Tab, needed, rotated
from tests.site_building import in_language, served

pytestmark = needed

LANGUAGES = shipped.languages()
TURNS = [(kind, code) for kind, code, _ in rotated(LANGUAGES)]
LANDMARKS = ("navigation", "region", "complementary", "search")

# What the header, the navigation and the contents are called.
NAMES = {
    "en": ("Header", "Navigation", "Table of contents"),
    "et": ("Päis", "Navigatsioon", "Sisukord"),
    "hu": ("Élőfej", "Navigáció", "Tartalomjegyzék"),
    "is": ("Haus", "Valmynd", "Efnisyfirlit"),
    "lt": ("Antraštė", "Navigacija", "Turinys"),
    "lv": ("Galvene", "Navigācija", "Satura rādītājs"),
    "pl": ("Nagłówek", "Nawigacja", "Spis treści"),
    "ru": ("Верхний колонтитул", "Навигация", "Содержание"),
}


def names(heard: list[Heard], *roles: str) -> list[str]:
    return [part.name for part in heard if part.role in roles]


def talk(code: str) -> SiteTalk:
    return SiteTalk(Language.of(code))


# --- every kind of page -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "code"), TURNS)
def test_a_page_has_its_language_one_title_and_no_skipped_heading(kind: str, code: str, tab: Tab, root: str) -> None:
    tab.open(root + in_language(code) + kind)
    assert tab.js("document.documentElement.lang") == code
    heard = tab.heard()
    assert heard[0].name, "the name of the window"
    headings = [part for part in heard if part.role == "heading"]
    levels = [part.more["level"] for part in headings]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert [part.name for part in headings if not part.name] == []
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


@pytest.mark.parametrize(("kind", "code"), TURNS)
def test_landmarks_controls_and_pictures_have_names(kind: str, code: str, tab: Tab, root: str) -> None:
    tab.open(root + in_language(code) + kind)
    heard = tab.heard()
    assert names(heard, "banner") == names(heard, "main") == [""], "one of each needs no name"
    header, navigation, contents = NAMES[code]
    landmarks = names(heard, *LANDMARKS)
    assert {header, navigation} <= set(landmarks)
    assert "" not in landmarks
    assert len(set(landmarks)) == len(landmarks)
    if kind in GUIDES or kind.startswith("rulebooks/"):
        assert contents in landmarks
    controls = names(heard, "link", "button", "radio", "checkbox", "searchbox", "DisclosureTriangle", "combobox")
    assert "" not in controls
    assert {talk(code).search(), talk(code).choose_language()} <= set(controls)
    pictures = [part.name for part in heard if part.role == "image" and "article" in (p.role for p in part.within)]
    assert "" not in pictures


def test_the_kinds_of_pages_are_heard_in_all_languages() -> None:
    assert {code for _, code in TURNS} == set(LANGUAGES)
    assert {kind for kind, _ in TURNS} == {*KINDS, *GUIDES}


def test_pictures_are_named_in_the_language_of_the_page_and_described_square_by_square(tab: Tab, root: str) -> None:
    for code in LANGUAGES:
        tab.open(f"{root}{in_language(code)}rulebooks/classic/4/")
        told = [
            (p.name, p.description) for p in tab.heard() if p.role == "image" and "figure" in {q.role for q in p.within}
        ]
        book = kr.rulebook(kr.load("classic"), language=code, players=4)
        pictures = [chapter.picture for chapter in book.chapters if chapter.picture]
        squares = [" / ".join(" ".join(row.split()) for row in str(p.kingdom).splitlines()) for p in pictures]
        assert told == list(zip((picture.caption for picture in pictures), squares, strict=True))


@pytest.mark.parametrize("kind", ["", "rulebooks/revised/3/", "variants/harmony/", "choose/", "scoring/", "gallery/"])
def test_what_the_letters_figures_and_dots_of_a_description_mean_is_told(kind: str, tab: Tab, root: str) -> None:
    for code in ("en", "ru"):
        tab.open(root + in_language(code) + kind)
        key = next(c.picture.key for c in kr.rulebook(kr.load("classic"), language=code).chapters if c.picture)
        pictures = len(tab.js("[...document.querySelectorAll('.solution')].map(s => 1)")) or 1
        assert words(tab.heard()).count(key.removeprefix("[en] ").partition(".")[0]) == pictures


def words(heard: list[Heard]) -> str:
    return " ".join(names(heard, "StaticText"))


def test_what_is_not_translated_is_told_with_its_language(vineyards: Path, window: Tab) -> None:
    with served(vineyards) as address:
        window.open(f"{address}pl/variants/vineyards/")
        heard = window.heard()
    title = next(part for part in heard if part.role == "heading")
    assert title.name == f"Vineyards {talk('pl').untranslated()}: angielski"


# --- choosing a game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_choice_is_told_with_its_group_and_why_it_cannot_be_made(code: str, tab: Tab, root: str) -> None:
    tab.open(f"{root}{in_language(code)}choose/?game=classic+mighty-duel")
    language = Language.of(code)
    around = {part: [p.name for p in part.within if p.role == "group"] for part in tab.heard()}
    choices = [part for part in around if part.role in ("radio", "checkbox") and around[part]]
    groups: dict[str, list[str]] = {}
    for part in choices:
        groups.setdefault(around[part][-1], []).append(part.name)
    numbers = [language.say("For {players:player}", players=n) for n in (2, 3, 4)]
    titles = {name: kr.load(f"classic+{name}").titles[1][code] for name in ("harmony", "mighty-duel")}
    assert list(groups) == [talk(code).edition(), language.say("Players"), talk(code).variants()]
    assert groups[talk(code).edition()] == [kr.load(name).titles[0][code] for name in ("classic", "revised")]
    assert groups[language.say("Players")] == [talk(code).everybody(), *numbers]
    assert set(titles.values()) <= set(groups[talk(code).variants()])
    refused = {part.name: part.description for part in choices if part.more.get("disabled")}
    assert refused == dict.fromkeys(numbers[1:], talk(code).only_for(titles["mighty-duel"], [2]))
    chosen = [part.name for part in choices if part.more.get("checked") == "true"]
    assert chosen == [kr.load("classic").titles[0][code], talk(code).everybody(), titles["mighty-duel"]]


@pytest.mark.parametrize("code", ["en", "hu", "lv"])
def test_the_game_that_is_shown_is_announced_and_not_read_from_end_to_end(code: str, tab: Tab, root: str) -> None:
    tab.open(f"{root}{in_language(code)}choose/")
    assert [part.name for part in tab.heard() if part.role == "status" and part.name] == []
    tab.js("document.querySelector('[value=harmony]').click()")
    tab.wait("document.getElementById('game').dataset.game === 'classic_harmony'")
    heard = tab.heard()
    book = kr.rulebook(kr.load("classic+harmony"), language=code)
    spoken = [part for part in heard if "status" in (around.role for around in part.within)]
    assert names(spoken, "StaticText") == [book.subtitle]
    assert book.title in names(heard, "region")
    live = [part for part in heard if part.more.get("live") not in (None, "off")]
    assert {part.role for part in live} <= {"status", "StaticText", "InlineTextBox"}


# --- searching ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "word"), [("en", "castle"), ("et", "loss"), ("is", "kastali"), ("ru", "замок")])
def test_the_search_has_a_name_a_way_out_and_says_how_much_it_found(code: str, word: str, tab: Tab, root: str) -> None:
    tab.open(root + in_language(code))
    tab.js("document.getElementById('search-open').click()")
    tab.type(word)
    tab.wait("document.querySelector('#search-results li')")
    heard = tab.heard()
    assert names(heard, "dialog") == names(heard, "searchbox") == [talk(code).search()]
    assert talk(code).close_search() in names(heard, "button")
    count: int = tab.js("document.querySelectorAll('#search-results li').length")
    spoken = [part for part in heard if "status" in (around.role for around in part.within)]
    assert names(spoken, "StaticText") == [talk(code).found(str(count))]
    assert len([part for part in heard if part.role == "listitem"]) == count
