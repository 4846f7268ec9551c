"""The site in a real browser: languages, search, the picker, phones, colours, keyboard and accessibility.

Needs Chromium, and axe-core from `make browser`. Where they are missing the tests are skipped, unless
KINGDOMRULES_BROWSER=required says that they must not be.
"""

import base64
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

import kingdomrules as kr
from kingdomrules import shipped
from tests.browser import KINDS, REQUIRED, Tab, needed, rotated
from tests.site_building import ROOT, in_language

AXE = ROOT / "build/axe/node_modules/axe-core/axe.min.js"
LANGUAGES = shipped.languages()

pytestmark = needed


# --- languages ----------------------------------------------------------------------------------------------


def test_a_change_of_language_stays_on_the_page_and_on_the_rule(tab: Tab, root: str) -> None:
    tab.open(f"{root}rulebooks/classic/3/#placement.grid")
    for code in [*LANGUAGES[1:], "en"]:
        tab.js("document.querySelector('.languages').open = true")
        tab.js(f"document.querySelector('.languages a[hreflang={code}]').click()")
        tab.wait(f"document.documentElement.lang === '{code}' && document.readyState === 'complete'")
        assert tab.js("location.href") == f"{root}{in_language(code)}rulebooks/classic/3/#placement.grid"
        assert tab.js("document.querySelector(':target').id") == "placement.grid"


def test_a_change_of_language_keeps_the_chosen_game(tab: Tab, root: str) -> None:
    tab.open(f"{root}choose/?game=classic+harmony&players=3#scoring.harmony")
    tab.wait("document.getElementById('game').dataset.game === 'classic_harmony_3'")
    tab.js("document.querySelector('.languages a[hreflang=pl]').click()")
    tab.wait("document.documentElement.lang === 'pl' && document.getElementById('game')?.dataset.game")
    assert tab.js("document.getElementById('game').dataset.game") == "classic_harmony_3"
    assert tab.js("location.hash") == "#scoring.harmony"


# --- the picker ---------------------------------------------------------------------------------------------


def fetched(tab: Tab, address: str) -> bytes:
    """What a reader gets who follows a link of the page."""
    script = f"fetch({address}).then(a => a.bytes()).then(b => b.toBase64())"
    return base64.b64decode(tab.js(script))


def words(text: str) -> list[str]:
    """The words of a rulebook, however it is laid out and whatever signs stand between them."""
    return re.findall(r"\w+", text.casefold())


@pytest.mark.parametrize(
    ("code", "game", "players"),
    [
        ("en", "classic", None),
        ("lt", "classic+harmony+middle-kingdom", 3),
        ("hu", "revised+dynasty", 4),
        ("ru", "classic+mighty-duel", 2),
        ("is", "revised", 2),
        ("pl", "classic+dynasty+harmony", None),
        ("lv", "revised+middle-kingdom", 3),
        ("et", "classic+dynasty+harmony+middle-kingdom+mighty-duel", 2),
    ],
)
def test_the_picker_shows_the_very_rulebook(code: str, game: str, players: int | None, tab: Tab, root: str) -> None:
    number = f"&players={players}" if players else ""
    tab.open(f"{root}{in_language(code)}choose/?game={game}{number}")
    name = game.replace("+", "_") + (f"_{players}" if players else "")
    tab.wait(f"document.getElementById('game').dataset.game === '{name}'")
    shown = words(tab.js("document.getElementById('game').innerText"))
    book = kr.rulebook(kr.load(game), language=code, players=players)
    sentences = [paragraph.text for chapter in book.chapters for paragraph in chapter.paragraphs]
    assert [sentence for sentence in sentences if " ".join(words(sentence)) not in " ".join(shown)] == []
    around = [book.title, book.subtitle, *book.notes]
    for chapter in book.chapters:
        around.append(chapter.title)
        around += [cell for row in chapter.table.rows for cell in row] if chapter.table else []
        around += [*chapter.picture.lines, chapter.picture.caption, chapter.picture.legend] if chapter.picture else []
    assert [text for text in around if " ".join(words(text)) not in " ".join(shown)] == []


def test_impossible_combinations_cannot_be_chosen_and_the_page_says_why(tab: Tab, root: str) -> None:
    for code in LANGUAGES:
        tab.open(f"{root}{in_language(code)}choose/?game=classic+mighty-duel")
        tab.wait("document.getElementById('game').dataset.game === 'classic_mighty-duel'")
        for number in (3, 4):
            assert tab.js(f"document.querySelector('[name=players][value=\"{number}\"]').disabled") is True
        assert tab.js("document.querySelector('[name=players][value=\"2\"]').disabled") is False
        title = kr.load("classic+mighty-duel").titles[1][code]
        assert title in tab.js("document.getElementById('why-3').textContent")
        assert (
            tab.js("document.querySelector('[name=players][value=\"3\"]').getAttribute('aria-describedby')") == "why-3"
        )


def test_choosing_changes_the_book_and_the_link(tab: Tab, root: str) -> None:
    tab.open(f"{root}et/choose/")
    tab.wait("document.getElementById('game').dataset.game === 'classic'")
    for selector in ("[value=revised]", "[name=players][value='3']", "[value=harmony]"):
        tab.js(f"document.querySelector(`{selector}`).click()")
    tab.wait("document.getElementById('game').dataset.game === 'revised_harmony_3'")
    assert tab.js("location.search") == "?game=revised+harmony&players=3"
    assert tab.js("document.querySelector('[value=mighty-duel]').disabled") is True


@pytest.mark.parametrize("code", ["en", "lt", "ru"])
def test_the_button_fetches_the_very_game_as_pdf(code: str, tab: Tab, root: str) -> None:
    tab.open(f"{root}{in_language(code)}choose/?game=classic+mighty-duel&players=2")
    tab.wait("document.getElementById('game').dataset.game === 'classic_mighty-duel_2'")
    assert tab.js("document.getElementById('pdf').checkVisibility()") is True
    book = fetched(tab, "document.getElementById('pdf').href")
    assert book.startswith(b"%PDF")
    reader = PdfReader(BytesIO(book))
    assert str(reader.root_object["/Lang"]) == code
    title = kr.load("classic+mighty-duel").titles[1][code]
    assert title in " ".join(page.extract_text() for page in reader.pages).replace("\xad", "")


def test_the_button_is_hidden_where_there_is_no_pdf(tab: Tab, root: str) -> None:
    tab.open(f"{root}pl/choose/?game=classic&players=3")
    tab.wait("document.getElementById('game').dataset.game === 'classic_3'")
    assert tab.js("document.getElementById('pdf').checkVisibility()") is False, "none was printed in Polish"
    tab.open(f"{root}ru/choose/?game=classic&players=3")
    tab.wait("document.getElementById('game').dataset.game === 'classic_3'")
    assert tab.js("document.getElementById('pdf').checkVisibility()") is True
    tab.js("document.querySelector('[value=harmony]').click()")
    tab.wait("document.getElementById('game').dataset.game === 'classic_harmony_3'")
    assert tab.js("document.getElementById('pdf').checkVisibility()") is False


@pytest.mark.parametrize("code", ["en", "lt", "ru"])
def test_the_page_of_a_rulebook_leads_to_its_pdf(code: str, tab: Tab, root: str) -> None:
    tab.open(f"{root}{in_language(code)}rulebooks/classic/3/")
    assert fetched(tab, "document.querySelector('article a.pdf').href").startswith(b"%PDF")
    tab.open(f"{root}{in_language(code)}rulebooks/classic/2/")
    assert tab.js("document.querySelector('article a.pdf')") is None, "none was printed for two"


def test_a_link_that_asks_for_the_impossible_shows_what_is_possible(tab: Tab, root: str) -> None:
    tab.open(f"{root}choose/?game=classic+mighty-duel+nonsense&players=4")
    tab.wait("document.getElementById('game').dataset.game === 'classic_mighty-duel'")


# --- every kind of page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_scrolls_sideways_on_a_phone(kind: str, tab: Tab, root: str) -> None:
    tab.size(360, 740)
    for code in LANGUAGES:
        tab.open(root + in_language(code) + kind)
        assert tab.js("document.documentElement.scrollWidth") <= 360, code


def test_axe_reads_every_kind_in_two_languages_and_every_language_twice() -> None:
    turns = list(rotated(LANGUAGES))
    for kind in KINDS:
        assert len({code for known, code, _ in turns if known == kind}) == 2
    for code in LANGUAGES:
        assert len([kind for kind, spoken, _ in turns if spoken == code and kind in KINDS]) >= 2


@pytest.mark.parametrize(("kind", "code", "scheme"), list(rotated(LANGUAGES)))
def test_axe_finds_nothing_serious(kind: str, code: str, scheme: str, tab: Tab, root: str) -> None:
    if not AXE.is_file():
        assert not REQUIRED, "run `make browser`"
        pytest.skip("axe-core is not here; `make browser` fetches it")
    tab.prefer(scheme)
    tab.open(root + in_language(code) + kind)
    tab.wait(f"document.body.dataset.mdColorScheme === '{'slate' if scheme == 'dark' else 'default'}'")
    tab.js(AXE.read_text(encoding="utf-8"))
    found = tab.js("axe.run().then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact)))")
    assert [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]] == []


def test_the_language_menu_works_by_keyboard(tab: Tab, root: str) -> None:
    tab.open(f"{root}scoring/")
    tab.js("document.querySelector('.languages summary').focus()")
    tab.key("Enter", code="Enter", text="\r", windowsVirtualKeyCode=13)
    tab.wait("document.querySelector('.languages').open")
    tab.key("Tab", code="Tab", windowsVirtualKeyCode=9)
    assert tab.js("document.activeElement.hreflang") == "en"
    tab.key("Escape", code="Escape", windowsVirtualKeyCode=27)
    tab.wait("!document.querySelector('.languages').open")
