"""How what is told becomes Markdown or HTML: the Jinja templates in `layouts/`, and what they may use.

A folder of one's own may hold other layouts under the same names.
"""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from kingdomrules.play.drawing import kingdom_svg
from kingdomrules.play.kingdom import Cell, Kingdom
from kingdomrules.words.language import Language
from kingdomrules.words.rulebook import Chapter, Rulebook
from kingdomrules.words.site_talk import SiteTalk

LAYOUTS = Path(__file__).parent / "layouts"


class Layout:
    """The layouts in one language."""

    def __init__(self, language: Language, own: Path | None = None) -> None:
        self.language = language
        self.talk = SiteTalk(language)
        self.here = ""
        """The path of the page that is being written."""
        self.environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader([*([own] if own else []), LAYOUTS]),
            undefined=StrictUndefined,
            autoescape=lambda name: bool(name and name.endswith(".html.j2")),
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.filters |= {"md": self._plain, "text": self._marked}
        self.environment.globals |= {
            "talk": self.talk,
            "lang": language.code,
            "svg": drawn,
            "to": self._to,
        }

    def laid_out(self, layout: str, **values: object) -> str:
        text = self.environment.get_template(layout).render(**values)
        return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"

    def _to(self, path: str) -> str:
        """The way from this page to another, as it is written in a link."""
        return relpath(path, PurePosixPath(self.here).parent)

    def _plain(self, text: str) -> Markup:
        """Text that means itself in Markdown, whatever characters a house rule's title has."""
        escaped = re.sub(r"([\\`*_{}\[\]#|])", r"\\\1", escape(text, quote=False))
        return self._with_marks(re.sub(r"\\\[([a-z]{2})\\\]", r"[\1]", escaped))

    def _marked(self, text: str) -> Markup:
        """Text in HTML, with a mark on what is not translated."""
        return self._with_marks(escape(text))

    def _with_marks(self, text: str) -> Markup:
        """`[en]`, which stands before a sentence that has no translation and after such a title, as a mark to see."""
        whole = re.fullmatch(r"\[([a-z]{2})\] ([^\[]+)", text)
        if whole:
            return Markup(f'{self._mark(whole)} <span lang="{whole[1]}">{whole[2]}</span>')
        return Markup(re.sub(r"\[([a-z]{2})\]", self._mark, text))

    def _mark(self, found: re.Match[str]) -> str:
        told = escape(f"{self.talk.untranslated()}: {self.language.language_name(found[1])}")
        return f'<span class="untranslated" role="img" title="{told}">{found[1]}</span>'


def drawn(kingdom: Kingdom, title: str, highlight: Sequence[Cell] = ()) -> Markup:
    letters = str(kingdom).replace("\n", " / ")
    svg = kingdom_svg(kingdom, highlight=highlight, title=title, desc=letters)
    return Markup(svg)  # our own drawing; it escapes the title itself


def chapters_of(book: Rulebook) -> list[dict[str, Any]]:
    """A book's chapters as the layouts see them; where two paragraphs tell one rule, the first has its id."""
    taken: set[str] = {chapter.id for chapter in book.chapters}
    return [chapter_of(chapter, taken) for chapter in book.chapters]


def chapter_of(chapter: Chapter, taken: set[str] | None = None) -> dict[str, Any]:
    taken = set() if taken is None else taken
    paragraphs = []
    for p in chapter.paragraphs:
        paragraphs.append({"rule": p.rule, "anchor": p.rule not in taken, "text": p.text, "label": p.label})
        taken.add(p.rule)
    intro = paragraphs[:1] if chapter.id == "ties" and chapter.paragraphs[0].rule == "ties.intro" else []
    return {
        "id": chapter.id,
        "title": chapter.title,
        "style": chapter.style,
        "intro": intro,
        "paragraphs": paragraphs[len(intro) :],
        "table": chapter.table,
        "picture": chapter.picture,
    }
