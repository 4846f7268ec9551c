"""Sites for the tests: built once, served on this machine, read with the standard library."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import kingdomrules as kr

ROOT = Path(__file__).parent.parent
ADDRESS = "http://127.0.0.1:8000/"
PRINTED = {"classic_3": ("en", "lt", "ru"), "classic_mighty-duel_2": ("en", "lt", "ru")}
"""The few games of our site that the tests print, in three languages; `make site` prints all."""


def built(config: Path, site: Path, **options: Any) -> Path:
    """A site, built as `mkdocs build --strict` does."""
    build(load_config(str(config), site_dir=str(site), strict=True, **options))
    return site


def our_site(folder: Path) -> Path:
    """What `make site` makes, but for most of the PDFs."""
    for name, codes in PRINTED.items():
        *parts, players = name.split("_")
        for code in codes:
            (folder / "pdf" / code).mkdir(parents=True, exist_ok=True)
            book = kr.rulebook(kr.load("+".join(parts)), language=code, players=int(players))
            book.pdf(folder / "pdf" / code / f"{name}.pdf")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PDF", str(folder / "pdf"))
        environment.setenv("SITE_URL", ADDRESS)
        return built(ROOT / "mkdocs.yml", folder / "site")


def in_language(code: str) -> str:
    """Where the pages of a language lie."""
    return "" if code == "en" else f"{code}/"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Html(HTMLParser):
    """What a page has: its ids, where it leads, what it loads, its language, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.language = self.title = self.description = ""
        self.words: list[str] = []
        self._inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag != "a" and tag != "form":
            self.loads += [found[name] for name in ("src", "href") if name in found and found.get("rel") != "canonical"]
        if tag == "html":
            self.language = found.get("lang", "")
        if tag == "meta" and found.get("name") == "description":
            self.description = found.get("content", "")
        if tag in ("script", "style", "title", "svg"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if self._inside == ["title"]:
            self.title += data
        elif not self._inside:
            self.words += data.split()
