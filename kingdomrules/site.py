"""The MkDocs plugin: one `mkdocs build` makes a rules site in every language.

The build of the default language starts one more ordinary build for each other language, in a folder named after it,
and in the end one search index over all of them. What the pages say is made in `pages.py`.
"""

import json
import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import config_options as option
from mkdocs.config import load_config
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as SitePage
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from kingdomrules import shipped
from kingdomrules.errors import KingdomRulesError
from kingdomrules.fetched import files
from kingdomrules.games import Games
from kingdomrules.layout import LAYOUTS
from kingdomrules.pages import Page, native_name, pages
from kingdomrules.ruleset.complaints import nearest
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.searching import noun_forms, words_of
from kingdomrules.words.catalogs import coverage
from kingdomrules.words.language import Language
from kingdomrules.words.site_talk import SiteTalk

THEME = Path(__file__).parent / "theme"
FORMS = "games/forms.json"
ASSETS = ("assets/kingdomrules.css", "assets/kingdomrules.js")
UNUSED = ("assets/javascripts/lunr/", "assets/javascripts/workers/")
"""What Material brings for a search of its own, which is not used here."""

log = logging.getLogger("mkdocs.plugins.kingdomrules")


class Options(Config):  # type: ignore[no-untyped-call]  # MkDocs is typed, but for this
    """What can be said in mkdocs.yml under `plugins: - kingdomrules:`."""

    games = option.ListOfItems(option.Type(str), default=[])
    languages = option.ListOfItems(option.Type(str), default=[])
    default_language = option.Type(str, default="en")
    only = option.Optional(option.Type(str))
    rules = option.ListOfItems(option.Dir(exists=True), default=[])
    layouts = option.Optional(option.Dir(exists=True))
    path = option.Type(str, default="")
    pdf = option.Optional(option.Dir(exists=True))
    search = option.Type(bool, default=True)
    incomplete = option.Choice(("mark", "skip", "fail"), default="mark")


class KingdomRules(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Generated pages in one language; the first of the builds also starts the others."""

    def __init__(self) -> None:
        self.language: str | None = None
        """Set for the builds inside the first one, as are the games, which are loaded only once."""
        self.games: Games | None = None

    # --- before the build ---

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if self.language is None:  # `mkdocs serve` builds again when something has changed
            Language.read_again()
            self.games = None
        self.words: set[str] = set()
        self.path = f"{self.config.path.strip('/')}/".lstrip("/")
        with shipped.folders(*map(Path, self.config.rules)):
            self.languages = self._languages()
            self.first = self.languages[0]
            self.code = self.language or self.first
            self.talk = SiteTalk(Language.of(self.code))
            self.nouns = noun_forms(Language.of(self.code))
            self.not_found = [SiteTalk(Language.of(code)).not_found() for code in self.languages]
            try:
                self.games = games = self.games or Games(Shelf(), tuple(self.config.games))
                self.pdfs = self._pdfs(games)
                layouts = Path(self.config.layouts) if self.config.layouts else None
                self.pages = pages(games, self.code, layouts, list(self.pdfs))
                self.files = dict(files(games, self.code, list(self.pdfs)))
            except KingdomRulesError as error:
                raise PluginError(f"kingdomrules: {error}") from None
        # The pages have ids on their headings, tables and lists inside HTML.
        needed = [name for name in ("attr_list", "md_in_html", "tables") if name not in config.markdown_extensions]
        config.markdown_extensions = [*config.markdown_extensions, *needed]
        config.extra_css = [*config.extra_css, ASSETS[0]]
        config.extra_javascript = [*config.extra_javascript, ASSETS[1]]
        if config.theme.name == "material":
            self._dress(config)
        return config

    def _languages(self) -> tuple[str, ...]:
        """The languages to build, the default one first."""
        known = shipped.languages()
        wanted = [self.config.only] if self.config.only else (self.config.languages or list(known))
        for code in (*wanted, self.config.default_language):
            if code not in known:
                near = nearest(code, known)
                hint = f", did you mean {near!r}" if near else ""
                raise PluginError(f"kingdomrules: there is no language {code!r}{hint}; there are {', '.join(known)}")
        first = wanted[0] if self.config.default_language not in wanted else self.config.default_language
        ordered = [first, *(code for code in dict.fromkeys(wanted) if code != first)]
        incomplete = {code: found for code in ordered if (found := coverage(code))[0] < found[1]}
        if incomplete and self.config.incomplete == "fail":
            told = ", ".join(f"{code} ({done} of {wanted})" for code, (done, wanted) in incomplete.items())
            raise PluginError(f"kingdomrules: not translated completely: {told}; set incomplete to mark or skip")
        if self.config.incomplete == "skip":
            ordered = [code for code in ordered if code not in incomplete or code == first]
        return tuple(ordered)

    def _dress(self, config: MkDocsConfig) -> None:
        """The theme in this language, with a switch of languages and a search."""
        theme = config.theme
        theme.dirs.insert(1 if theme.custom_dir else 0, str(THEME))
        theme["language"] = self.code
        config.extra["alternate"] = True  # not a list: Material would then fetch the sitemap once for each
        config.extra.setdefault("homepage", self._url(f"{self.path}index.md", config) or ".")
        palettes = theme.get("palette") or []
        for palette in palettes if isinstance(palettes, list) else []:
            if "toggle" in palette:
                dark = palette.get("scheme") == "slate"
                palette["toggle"]["name"] = self.talk.go_light() if dark else self.talk.go_dark()

    # --- the files of this language ---

    def on_files(self, files_: Files, /, *, config: MkDocsConfig) -> Files:
        for file in list(files_):
            authors = self.language is not None and file.src_dir == config.docs_dir and not _look(file, config)
            if authors or file.src_uri.startswith(UNUSED) or file.src_uri.endswith(".map"):
                files_.remove(file)
        own = [file.src_uri for file in files_.documentation_pages()]
        for page in self.pages:
            if f"{self.path}{page.path}" not in own:  # a page of the author's stands instead of ours
                files_.append(_generated(config, self.path + page.path, page.with_front_matter()))
        for name in ASSETS if config.theme.name != "material" else ():  # Material has them with the theme
            files_.append(File.generated(config, name, abs_src_path=str(THEME / name)))
        for name, pdf in self.pdfs.items():
            files_.append(File.generated(config, f"{self.path}pdf/{name}.pdf", abs_src_path=str(pdf)))
        for name, text in self.files.items():
            files_.append(_generated(config, self.path + name, text))
        config.nav = self._nav(config.nav, own if self.language is None else [])
        return files_

    def _pdfs(self, games: Games) -> dict[str, Path]:
        """The games whose book was printed beforehand, as `lt/classic_harmony_3.pdf` in the folder of PDFs."""
        if not self.config.pdf:
            return {}
        folder = Path(self.config.pdf) / self.code
        printed = {name: folder / f"{name}.pdf" for name, *_ in games.choices()}
        return {name: path for name, path in printed.items() if path.is_file()}

    def _nav(self, written: Any, own: Sequence[str]) -> list[Any]:
        """Our pages in their sections, then what the author wrote; in other languages only ours."""
        nav: list[Any] = []
        for page in self.pages:
            _put(nav, page.sections, page, self.path)
        if self.language is None:
            return [*nav, *(written if written is not None else own)]
        return nav

    # --- the look of each page ---

    def on_page_content(self, html: str, /, *, page: SitePage, config: MkDocsConfig, files: Files) -> str:
        self.words |= words_of(html)
        # The layouts are written for pages that lie in folders of their own.
        return html if config.use_directory_urls else html.replace('data-files="../games/"', 'data-files="games/"')

    def on_page_context(
        self, context: TemplateContext, /, *, page: SitePage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        ours = {self.path + known.path for known in self.pages}
        there = page.file.src_uri in ours
        here = self._prefix(self.code) + page.url
        target = self._url(page.file.src_uri if there else f"{self.path}index.md", config)
        context["kingdomrules"] = self._around(  # type: ignore[typeddict-unknown-key]
            {code: get_relative_url(self._prefix(code) + target or ".", here) for code in self.languages},
            get_relative_url(".", here).rstrip("/") + "/",
        )
        return context

    def on_template_context(
        self, context: TemplateContext, /, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        root = context["base_url"].rstrip("/") + "/"
        if self.language is not None:
            root += "../"
        home = self._url(f"{self.path}index.md", config)
        around = self._around({code: root + self._prefix(code) + home for code in self.languages}, root)
        around["not_found"] = self.not_found
        around["ours"] = [self._url(self.path + page.path, config) for page in self.pages]
        context["kingdomrules"] = around  # type: ignore[typeddict-unknown-key]
        return context

    def _around(self, urls: dict[str, str], root: str) -> dict[str, Any]:
        languages = [
            {"code": code, "name": native_name(code), "url": urls[code], "prefix": self._prefix(code)}
            for code in self.languages
        ]
        return {
            "languages": languages,
            "code": self.code,
            "first": self.first,
            "root": root,
            "forms": f"{root}{self._prefix(self.code)}{self.path}{FORMS}",
            "talk": self.talk,
            "search": self.config.search,
        }

    def _prefix(self, code: str) -> str:
        return "" if code == self.first else f"{code}/"

    def _url(self, path: str, config: MkDocsConfig) -> str:
        return _generated(config, path, "").url.removeprefix("./")

    # --- after the build ---

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        if self.config.search:
            known = {"nouns": self.nouns, "words": sorted(self.words)}
            path = Path(config.site_dir) / self.path / FORMS
            path.write_text(json.dumps(known, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        if self.language is not None:
            return
        for code in self.languages[1:]:
            self._build(code, config)
        if self.config.search:
            _index(Path(config.site_dir), config)

    def _build(self, code: str, config: MkDocsConfig) -> None:
        """One ordinary build more; its warnings count for the first one's --strict."""
        inner = load_config(
            config.config_file_path,
            site_dir=str(Path(config.site_dir) / code),
            site_url=f"{config.site_url.rstrip('/')}/{code}/" if config.site_url else config.site_url,
            use_directory_urls=config.use_directory_urls,
            strict=False,
        )
        plugin = inner.plugins["kingdomrules"]
        assert isinstance(plugin, KingdomRules), "the configuration is the one this plugin was found in"
        plugin.language, plugin.games = code, self.games
        build(inner)

    def on_serve(self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        own = [*self.config.rules, *filter(None, [self.config.layouts, self.config.pdf])]
        for folder in (shipped.RULES, shipped.LOCALES, LAYOUTS, THEME, *own):
            server.watch(str(folder))
        return server


def _generated(config: MkDocsConfig, path: str, text: str) -> File:
    return File.generated(config, path, content=text)


def _look(file: File, config: MkDocsConfig) -> bool:
    """Whether a file of the author's belongs to the look of every page, in every language."""
    scripts = [str(script) for script in config.extra_javascript]
    theme = (config.theme.get("logo"), config.theme.get("favicon"))
    return file.src_uri in (*config.extra_css, *scripts, *theme)


def _put(nav: list[Any], sections: Sequence[str], page: Page, path: str) -> None:
    """A page into its section, which is made when its first page comes."""
    for section in sections:
        if not nav or not isinstance(nav[-1], dict) or section not in nav[-1] or isinstance(nav[-1][section], str):
            nav.append({section: []})
        nav = nav[-1][section]
    # The index of a section has no name of its own.
    is_index = len(sections) > 1 and page.path.endswith("/index.md")
    nav.append(path + page.path if is_index else {page.label or page.title: path + page.path})


def _index(site: Path, config: MkDocsConfig) -> None:
    """Pagefind's index of the finished site: one for each `lang` its pages have."""
    pages_ = "**/index.html" if config.use_directory_urls else "**/*.html"
    command = [sys.executable, "-m", "pagefind", "--site", str(site), "--glob", pages_]
    command += ["--root-selector", "article", "--exclude-selectors", "svg", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PluginError(f"kingdomrules: the search index was not made: {done.stderr.strip() or done.stdout.strip()}")
