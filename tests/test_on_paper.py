"""What a browser prints of the site: the rules in black on white, and nothing of what only a screen needs."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.words.language import Language
from kingdomrules.words.site_talk import SiteTalk
from tests.browser import Tab, needed
from tests.site_building import in_language

pytestmark = needed

# Text that can hardly be read on white paper: pale itself, or on a ground of its own that is not.
PALE = """(() => {
  const light = color => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    return 1 - a * (1 - (0.299 * r + 0.587 * g + 0.114 * b) / 255);
  };
  const told = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (told.nextNode()) {
    const text = told.currentNode.textContent.trim(), shown = told.currentNode.parentElement;
    if (!text || shown.closest("svg, script, noscript") || !shown.checkVisibility()) continue;
    const grounds = [];
    for (let at = shown; at; at = at.parentElement) grounds.push(light(getComputedStyle(at).backgroundColor));
    if (light(getComputedStyle(shown).color) > 0.4 || Math.min(...grounds) < 0.9) found.push(text);
  }
  return found;
})()"""


def paper(tab: Tab) -> tuple[str, ...]:
    """The words on each printed page, however they are laid out."""
    pages = PdfReader(BytesIO(tab.printed())).pages
    return tuple(squeezed(page.extract_text()) for page in pages)


def squeezed(text: str) -> str:
    return "".join(re.findall(r"\w", text.casefold()))


def sentences(game: str, code: str, players: int) -> list[str]:
    book = kr.rulebook(kr.load(game), language=code, players=players)
    return [paragraph.text for chapter in book.chapters for paragraph in chapter.paragraphs]


def only_on_the_screen(code: str) -> list[str]:
    talk = SiteTalk(Language.of(code))
    return [talk.glossary(), talk.translations(), talk.copy_link(), talk.pdf(), talk.search(), talk.about_picker()]


@pytest.mark.parametrize(("code", "scheme"), [("lt", "light"), ("ru", "dark")])
@pytest.mark.parametrize(
    ("page", "game"),
    [("rulebooks/classic/3/", "classic"), ("choose/?game=classic+harmony&players=3", "classic+harmony")],
)
def test_a_rulebook_is_printed_whole_and_without_what_leads_elsewhere(
    page: str, game: str, code: str, scheme: str, tab: Tab, root: str
) -> None:
    tab.prefer(scheme)
    tab.open(root + in_language(code) + page)
    printed = "".join(paper(tab))
    assert [sentence for sentence in sentences(game, code, 3) if squeezed(sentence) not in printed] == []
    assert [words for words in only_on_the_screen(code) if squeezed(words) in printed] == []
    others = [SiteTalk(Language.of(code)).everybody(), Language.of(code).say("For {players:player}", players=2)]
    assert [words for words in others if squeezed(words) in printed] == [], "the other numbers of players"


@pytest.mark.parametrize("kind", ["rulebooks/classic/", "choose/?game=classic&players=4", "gallery/", "scoring/"])
@pytest.mark.parametrize("code", ["pl", "is"])
def test_paper_is_white_even_if_the_screen_is_dark(code: str, kind: str, tab: Tab, root: str) -> None:
    tab.prefer("dark", "print")
    tab.open(root + in_language(code) + kind)
    tab.wait("document.body.dataset.mdColorScheme === 'slate'")
    assert tab.js(PALE) == []


def test_the_gallery_is_printed_with_every_house_rule(tab: Tab, root: str) -> None:
    for code in ("hu", "lv"):
        tab.open(f"{root}{code}/gallery/")
        titles: list[str] = tab.js("[...document.querySelectorAll('article h2')].map(h => h.firstChild.textContent)")
        tab.js("document.querySelectorAll('article svg').forEach(picture => picture.replaceChildren())")  # long to read
        pages = paper(tab)
        assert len(titles) > 20
        assert [title for title in titles if not any(squeezed(title) in page for page in pages)] == []
        assert [page[-60:] for page in pages if page.endswith(tuple(map(squeezed, titles)))] == []


def test_solutions_are_printed_after_all_exercises_on_pages_of_their_own(tab: Tab, root: str) -> None:
    for code in ("et", "pl"):
        talk = SiteTalk(Language.of(code))
        tab.open(f"{root}{code}/scoring/")
        exercises: int = tab.js("document.querySelectorAll('figure.kingdom').length")
        pages = paper(tab)
        asked = [page.count(squeezed(talk.worth())) for page in pages]
        solved = [page.count(squeezed(talk.solution() + kr.load("classic").titles[0][code])) for page in pages]
        assert sum(asked) == sum(solved) == exercises
        first = next(number for number, count in enumerate(solved) if count)
        assert sum(asked[first:]) == 0
        titles = [page.count(squeezed(kr.load("classic").titles[0][code])) for page in pages[:first]]
        assert titles == asked[:first], "a title, its picture and its question stay together"


@pytest.mark.parametrize("code", shipped.languages())
def test_a_summary_is_one_page_of_a4(code: str, window: Tab, tmp_path: Path) -> None:
    page = tmp_path / "summary.html"
    for game, players in (("classic", None), ("classic+harmony+middle-kingdom+dynasty", 3)):
        book = kr.rulebook(kr.load(game), language=code, players=players, summary=True)
        page.write_text(book.html(), encoding="utf-8")
        window.open(page.as_uri())
        assert len(paper(window)) == 1
