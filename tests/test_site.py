"""The site: the same pages in every language, whole links, nothing from elsewhere, and sentences on misuse."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from shutil import copytree
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from mkdocs.exceptions import Abort, ConfigurationError

from kingdomrules import shipped
from kingdomrules.fetched import files
from kingdomrules.games import Games, SiteError
from kingdomrules.pages import Page, pages
from kingdomrules.site import KingdomRules
from kingdomrules.words.catalogs import add_language
from kingdomrules.words.language import Language
from kingdomrules.words.site_talk import SiteTalk
from tests.conftest import Run
from tests.site_building import ADDRESS, ROOT, Html, built, in_language

LANGUAGES = shipped.languages()
GAMES = Games()

TINY = """\
site_name: Tiny
site_url: https://example.org/sub/
theme: {name: material, font: false}
plugins:
  - kingdomrules: {games: [classic, harmony], languages: [en, lt], %s}
"""


def anchors(page: Page) -> list[str]:
    return re.findall(r"(?:\{ #| id=\")([\w.-]+)", page.markdown)


# --- the pages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_pages_with_the_same_anchors(code: str) -> None:
    english = {page.path: anchors(page) for page in pages(GAMES, "en")}
    assert {page.path: anchors(page) for page in pages(GAMES, code)} == english


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_has_a_title_and_a_description_of_its_own(code: str) -> None:
    found = pages(GAMES, code)
    for texts in ([page.title for page in found], [page.description for page in found]):
        assert all(texts)
        assert len(set(texts)) == len(texts)


def test_there_are_all_kinds_of_pages() -> None:
    paths = [page.path for page in pages(GAMES, "en")]
    editions = [f"rulebooks/{name}/{n}.md" for name in ("classic", "revised") for n in ("index", 2, 3, 4)]
    variants = [f"variants/{name}.md" for name in ("dynasty", "harmony", "middle-kingdom", "mighty-duel")]
    others = ["index", "choose", "editions", "gallery", "scoring", "glossary", "printed", "translations"]
    wanted = {*editions, *variants, *(f"{name}.md" for name in others if name != "gallery" or GAMES.house_rules)}
    assert set(paths) == wanted


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_letter_of_an_exercise_is_explained_beside_it(code: str) -> None:
    trainer = next(page.markdown for page in pages(GAMES, code) if page.path == "scoring.md")
    _, *exercises = trainer.split("\n## ")
    assert len(exercises) == 6
    for exercise in exercises:
        seen = re.search(r"<desc>(.*?)</desc>", exercise)
        explained = re.findall(r"\b([A-Z])\xa0[=—–]\xa0", exercise.partition("</figure>")[2].partition("</p>")[0])
        assert seen
        assert set(re.findall(r"[A-Z]", seen[1])) - {"C"} == set(explained)


def test_a_site_without_house_rules_has_no_gallery() -> None:
    assert "gallery.md" not in [page.path for page in pages(Games(names=("classic",)), "en")]


def test_no_page_tells_two_things_under_one_anchor() -> None:
    for page in pages(GAMES, "en"):
        found = anchors(page)
        assert len(set(found)) == len(found), page.path


def test_what_cannot_be_chosen_has_a_reason_in_the_language_of_the_page(whole_site: Path) -> None:
    for code in LANGUAGES:
        found = json.loads((whole_site / in_language(code) / "games/games.json").read_text(encoding="utf-8"))
        title = GAMES.variants["mighty-duel"].title[code]
        assert found["possible"]["classic+mighty-duel"] == [2]
        assert title in found["limits"]["mighty-duel"]


def test_variants_that_do_not_go_together_say_why(tmp_path: Path) -> None:
    head = "format: 1\nvariant: five-games\nstatus: house\ntitle: {en: Five games}\n"
    (tmp_path / "five-games.yaml").write_text(
        head + "set: {match.games: 5, match.equal_sums: shared}\n", encoding="utf-8"
    )
    with shipped.folders(tmp_path):
        games = Games(names=("classic", "dynasty", "five-games"))
        refused = json.loads(dict(files(games, "en"))["games/games.json"])["refused"]
    assert list(refused) == ["classic+dynasty+five-games"]
    told = refused["classic+dynasty+five-games"]
    assert told.startswith("“Five games” cannot be combined with “Dynasty”. (")
    assert "is set to 3 by 'dynasty' and to 5 by 'five-games'" in told


def test_what_is_not_translated_is_marked_and_has_its_language(tmp_path: Path) -> None:
    add_language("fi", tmp_path / "locales")
    with shipped.folders(tmp_path):
        glossary = next(page for page in pages(Games(names=("classic",)), "fi") if page.path == "glossary.md")
    assert '<span class="untranslated"' in glossary.markdown
    assert '<span lang="en">The nouns of the game as they are called here.</span>' in glossary.markdown


def test_a_noun_that_has_only_a_plural_is_in_the_glossary() -> None:
    glossary = next(page.markdown for page in pages(Games(names=("classic",)), "lt") if page.path == "glossary.md")
    assert '| lygiosios | <span lang="en">tie, ties</span> |' in glossary


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_of_our_own_site_waits_for_its_translation(code: str) -> None:
    assert [page.path for page in pages(GAMES, code) if re.search(r'class="untranslated"|\[en\]', page.markdown)] == []


def test_a_game_without_an_edition_and_too_many_variants_are_refused_with_a_sentence() -> None:
    with pytest.raises(SiteError, match="no edition among harmony"):
        pages(Games(names=("harmony",)), "en")
    many = ("classic", *list(GAMES.house_rules)[:9])
    if len(many) > 8:
        with pytest.raises(SiteError, match="variants are too many to combine"):
            pages(Games(names=many), "en")


def test_layouts_of_ones_own_stand_before_ours(tmp_path: Path) -> None:
    (tmp_path / "home.md.j2").write_text("# {{ title | md }}\n\nWelcome!\n", encoding="utf-8")
    home = pages(Games(names=("classic",)), "en", tmp_path)[0]
    assert home.markdown == "# Kingdomino: the rules\n\nWelcome!\n"


def test_the_pages_can_be_written_for_other_site_builders(run: Run, tmp_path: Path) -> None:
    told = run("site", "export", str(tmp_path), "--lang", "lt", "--game", "classic", "--game", "harmony").output
    page = (tmp_path / "lt/rulebooks/classic/3.md").read_text(encoding="utf-8")
    assert page.startswith("---\ntitle: ")
    assert 'id="placement.grid"' in page
    assert (tmp_path / "lt/games/classic_harmony_3.html").is_file()
    assert f"{len(list(tmp_path.rglob('*.md')))} pages are in" in told
    assert "no language 'xx'" in run("site", "export", str(tmp_path), "--lang", "xx", exit_code=1).output


# --- the plugin ---------------------------------------------------------------------------------------------


def tiny(folder: Path, options: str = "incomplete: mark", **files_: str) -> Path:
    """A site of two languages and one variant; what else lies in its docs is given by name."""
    (folder / "docs").mkdir()
    for name, text in files_.items():
        (folder / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    config = folder / "mkdocs.yml"
    config.write_text(TINY % options, encoding="utf-8")
    return built(config, folder / "site")


def test_one_strict_build_makes_every_language(tmp_path: Path) -> None:
    site = tiny(tmp_path, about="# About\n")
    for prefix, code in (("", "en"), ("lt/", "lt")):
        page = Html((site / f"{prefix}rulebooks/classic/3/index.html").read_text(encoding="utf-8"))
        assert page.language == code
        assert "placement.grid" in page.ids
        assert page.title
        assert page.description
    assert (site / "about/index.html").is_file()
    assert not (site / "lt/about").exists(), "what the author wrote is in the author's language"
    assert (site / "pagefind/pagefind.js").is_file()


def test_the_switch_of_languages_leads_to_the_same_page_or_to_the_first_one(tmp_path: Path) -> None:
    site = tiny(tmp_path, about="# About\n")
    links = Html((site / "lt/variants/harmony/index.html").read_text(encoding="utf-8")).links
    assert "../../../variants/harmony/" in links
    assert "../lt/" in Html((site / "about/index.html").read_text(encoding="utf-8")).links


def addresses(sitemap: str) -> dict[str, dict[str, str]]:
    """Every address of a sitemap with its address in each language."""
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    return {
        url.findtext("s:loc", "", names): {x.attrib["hreflang"]: x.attrib["href"] for x in url.findall("x:link", names)}
        for url in ElementTree.fromstring(sitemap).findall("s:url", names)
    }


def test_the_sitemap_has_every_page_in_every_language(tmp_path: Path) -> None:
    sitemap = (tiny(tmp_path, about="# About\n") / "sitemap.xml").read_text(encoding="utf-8")
    found = addresses(sitemap)
    page = "https://example.org/sub/%srulebooks/classic/3/"
    others = {"en": page % "", "lt": page % "lt/", "x-default": page % ""}
    assert found[page % ""] == found[page % "lt/"] == others
    assert found["https://example.org/sub/about/"] == {}, "what the author wrote has one language"


def test_a_missing_page_is_told_in_every_language(tmp_path: Path) -> None:
    text = (tiny(tmp_path) / "404.html").read_text(encoding="utf-8")
    assert '<li lang="lt"><a href="/sub/lt/">Lietuvių</a>' in text


def test_a_page_of_the_authors_stands_instead_of_ours(tmp_path: Path) -> None:
    site = tiny(tmp_path, index="# Welcome at ours\n")
    assert "Welcome at ours" in (site / "index.html").read_text(encoding="utf-8")
    assert "Welcome at ours" not in (site / "lt/index.html").read_text(encoding="utf-8")


def test_the_pages_may_lie_in_a_folder(tmp_path: Path) -> None:
    site = tiny(tmp_path, "path: /rules/, search: false", index="# Ours\n")
    assert (site / "rules/rulebooks/classic/index.html").is_file()
    assert (site / "lt/rules/games/classic_3.html").is_file()
    assert not (site / "pagefind").exists()


def test_pages_need_no_folders_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    config = tmp_path / "mkdocs.yml"
    config.write_text(TINY % "search: false", encoding="utf-8")
    for folders, page in ((True, "lt/choose/index.html"), (False, "lt/choose.html")):
        path = built(config, tmp_path / str(folders), use_directory_urls=folders) / page
        text = path.read_text(encoding="utf-8")
        files_ = re.search(r'data-files="(.*?)"', text)
        assert files_
        assert (path.parent / files_[1] / "classic_harmony_3.html").is_file()
        noscript = Html(text.partition("<noscript>")[2].partition("</noscript>")[0])
        assert [link for link in noscript.links if not (path.parent / link).exists()] == []
        assert len(noscript.links) == 1


def test_one_language_can_be_built_alone(tmp_path: Path) -> None:
    site = tiny(tmp_path, "only: lt")
    assert Html((site / "index.html").read_text(encoding="utf-8")).language == "lt"
    assert not (site / "lt").exists()


def test_a_pdf_is_offered_if_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "books/lt").mkdir(parents=True)
    for game in ("classic_harmony_3", "classic_3", "classic_forgotten_3"):
        (tmp_path / f"books/lt/{game}.pdf").write_bytes(b"%PDF-1.7")
    site = tiny(tmp_path, "pdf: books")
    assert '"pdfs":["classic_3","classic_harmony_3"]' in (site / "lt/games/games.json").read_text(encoding="utf-8")
    assert (site / "lt/pdf/classic_harmony_3.pdf").is_file()
    assert not (site / "lt/pdf/classic_forgotten_3.pdf").exists(), "a book of yesterday's game is not offered"
    assert '"pdfs":[]' in (site / "games/games.json").read_text(encoding="utf-8")
    link = "../../../pdf/classic_3.pdf"
    assert link in Html((site / "lt/rulebooks/classic/3/index.html").read_text(encoding="utf-8")).links
    assert link not in Html((site / "rulebooks/classic/3/index.html").read_text(encoding="utf-8")).links


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("only: lx", "there is no language 'lx', did you mean 'lt'; there are en, et"),
        ("default_language: xx", "there is no language 'xx'"),
        ("incomplete: maybe", r"Expected one of: \('mark', 'skip', 'fail'\)"),
        ("rules: [nowhere]", "isn't an existing directory"),
        ("colour: red", "Unrecognised configuration name: colour"),
    ],
)
def test_misuse_is_answered_with_a_sentence(
    options: str, told: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises((Abort, ConfigurationError)) as failure:
        tiny(tmp_path, options)
    assert re.search(told, f"{caplog.text} {failure.value}")


def test_an_unknown_game_is_answered_with_what_was_meant(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "docs").mkdir()
    config = tmp_path / "mkdocs.yml"
    config.write_text(TINY.replace("harmony", "harmnoy") % "path: ''", encoding="utf-8")
    with pytest.raises(Abort):
        built(config, tmp_path / "site")
    assert "there is no edition or variant called 'harmnoy'" in caplog.text


def test_incomplete_languages_are_marked_skipped_or_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    add_language("fi", tmp_path / "own/locales")
    (tmp_path / "docs").mkdir()
    config = tmp_path / "mkdocs.yml"
    for choice in ("mark", "skip", "fail"):
        options = f"rules: [own], incomplete: {choice}"
        config.write_text(TINY.replace("en, lt", "en, fi") % options, encoding="utf-8")
        if choice == "fail":
            with pytest.raises(Abort):
                built(config, tmp_path / choice)
        else:
            built(config, tmp_path / choice)
    assert (tmp_path / "mark/fi/index.html").is_file()
    assert not (tmp_path / "skip/fi").exists()
    assert re.search(r"not translated completely: fi \(\d+ of \d+\)", caplog.text)


def test_serving_watches_rules_words_and_layouts(tmp_path: Path) -> None:
    class Server:
        watched: list[str] = []

        def watch(self, path: str) -> None:
            self.watched.append(path)

    plugin = KingdomRules()
    errors, _ = plugin.load_config({"layouts": str(tmp_path)}, config_file_path=str(tmp_path / "mkdocs.yml"))
    assert not errors
    plugin.on_serve(Server(), config=None, builder=None)  # type: ignore[arg-type]  # only watch is asked for
    assert {str(shipped.RULES), str(shipped.LOCALES), str(tmp_path)} <= set(Server.watched)


def test_the_example_uses_the_plugin_from_the_outside(vineyards: Path) -> None:
    book = (vineyards / "lt/games/classic_vineyards_4.html").read_text(encoding="utf-8")
    assert "vynuogyną" in book
    assert "Vynuogynai" in (vineyards / "lt/variants/vineyards/index.html").read_text(encoding="utf-8")
    assert "winnicę" in (vineyards / "pl/games/classic_vineyards_4.html").read_text(encoding="utf-8")
    assert "vynuogyne" in (vineyards / "lt/games/forms.json").read_text(encoding="utf-8"), "the search knows its forms"


def test_the_example_marks_a_title_that_is_not_translated(vineyards: Path) -> None:
    told = SiteTalk(Language.of("pl")).untranslated()
    mark = f'Vineyards <span class="untranslated" role="img" title="{told}: angielski">en</span>'
    for page in ("pl/variants/vineyards/index.html", "pl/choose/index.html", "pl/games/classic_vineyards_4.html"):
        assert mark in (vineyards / page).read_text(encoding="utf-8"), page
    assert 'class="untranslated"' not in (vineyards / "lt/variants/vineyards/index.html").read_text(encoding="utf-8")


def test_the_example_needs_the_noun_in_every_language_as_its_readme_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copy = copytree(ROOT / "examples/vineyards", tmp_path / "vineyards")
    config = copy / "mkdocs.yml"
    config.write_text(config.read_text(encoding="utf-8").replace("[en, lt, pl]", "[et]"), encoding="utf-8")
    with pytest.raises(Abort):
        built(config, tmp_path / "site")
    told = "there is no term 'vineyard' in et/terms.yaml"
    assert told in caplog.text
    assert told in (copy / "README.md").read_text(encoding="utf-8")


# --- the whole site -----------------------------------------------------------------------------------------


def test_every_link_of_the_site_leads_somewhere(whole_site: Path) -> None:
    found = {path: Html(path.read_text(encoding="utf-8")) for path in whole_site.rglob("index.html")}
    broken = []
    for path, page in found.items():
        for link in {*page.links, *page.loads}:
            address, anchor = urldefrag(link)
            if urlsplit(address).scheme:
                continue
            target = (path.parent / unquote(urlsplit(address).path)).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (anchor and target in found and unquote(anchor) not in found[target].ids):
                broken.append(f"{path.relative_to(whole_site)}: {link}")
    assert broken == []


def test_nothing_is_loaded_from_elsewhere(whole_site: Path) -> None:
    for path in whole_site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if path.parent.name == "games":  # a book to be shown below the picker, hundreds of them
            assert not re.search(r"(src|href)=.?(https?:)?//", text), path
            continue
        assert [url for url in Html(text).loads if urlsplit(url).scheme or url.startswith("//")] == [], path
    for path in whole_site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", path.read_text(encoding="utf-8")), path


def test_the_sitemap_of_the_site_has_every_page_with_its_languages(whole_site: Path) -> None:
    found = addresses((whole_site / "sitemap.xml").read_text(encoding="utf-8"))
    there = {
        ADDRESS + path.parent.relative_to(whole_site).as_posix().removeprefix(".") + "/"
        for path in whole_site.rglob("index.html")
    }
    assert set(found) == {address.replace(f"{ADDRESS}/", ADDRESS) for address in there}
    written = [address for address, others in found.items() if not others]
    assert f"{ADDRESS}start/" in written
    for address in found.keys() - written:
        assert set(found[address]) == {*LANGUAGES, "x-default"}, address
        assert address in found[address].values()
        assert set(found[address].values()) <= set(found)
    assert found[f"{ADDRESS}is/gallery/"]["x-default"] == f"{ADDRESS}gallery/"
    assert not [address for address in found if "404" in address]


def test_all_eight_languages_are_there_with_their_own_words(whole_site: Path) -> None:
    for code in LANGUAGES:
        folder = whole_site if code == "en" else whole_site / code
        page = Html((folder / "rulebooks/classic/index.html").read_text(encoding="utf-8"))
        assert page.language == code
        assert (folder / "404.html").is_file()
