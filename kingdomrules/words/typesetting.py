"""Typesetting: a manuscript becomes a PDF, its pages reckoned first and set once."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kingdomrules.errors import KingdomRulesError
from kingdomrules.words import filling
from kingdomrules.words.filling import Choice, Part, Sized, best_filled, lines
from kingdomrules.words.telling import TEMPLATES

Manuscript = dict[str, Any]
"""What the template rulebook.typ prints, as plain data."""

PANELS = tuple({"wide": wide, "aside": aside} for wide in (1, 0.88, 0.76) for aside in (False, True))
"""How wide the picture is, as a part of its largest width, and whether its legend stands aside."""

MOST_HEIGHTS = 20_000
"""So many heights are remembered; the books of one language share most of theirs."""


class CannotPrint(KingdomRulesError):
    """The packages for printing are not there, or a character that no font of theirs has."""


def typeset(told: Manuscript) -> bytes:
    """The PDF; the same manuscript gives the same bytes."""
    import typst

    try:
        looks = {} if told["sheet"] else _filled(told)  # a sheet finds its own size: the largest that fits
        made: bytes = _compiler(told | looks).compile(format="pdf", pdf_standards="ua-1", timestamp=0)
    except typst.TypstError as error:
        raise CannotPrint(f"the book cannot be printed: {error.message}") from None
    return made


def _filled(told: Manuscript) -> dict[str, Any]:
    """The spaces between the parts of a booklet, and the look of its picture, that fill its pages best."""
    pieces = [piece for chapter in told["chapters"] for piece in _pieces(chapter)]
    heights = iter(_heights(told["language"], pieces))
    ways = list(zip(*(_sized(chapter, heights) for chapter in told["chapters"]), strict=True))
    high = [sum(part.height for chapter in way for part in chapter.parts) for way in ways]
    choices = [
        Choice((40 * (1 - panel["wide"])) ** 2 + ((all_of_it - min(high)) / 2) ** 2, way)
        for panel, all_of_it, way in zip(PANELS, high, ways, strict=True)
    ]
    place, between = best_filled(choices)
    return {"panel": PANELS[place], "spaces": between._asdict()}


def _pieces(chapter: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What of a chapter is measured: its heading, its table, each paragraph, and its picture in every look."""
    yield {"kind": "heading", "title": chapter["title"]}
    if chapter["table"]:
        yield {"kind": "table", "table": chapter["table"]}
    for place, told in enumerate(chapter["paragraphs"]):
        kind = "paragraphs" if chapter["introduced"] and place == 0 else chapter["style"]
        number = place + 1 if kind == "steps" else 1
        yield {"kind": kind, "start": number, "label": told["label"], "text": told["text"]}
    if chapter["picture"]:
        for panel in PANELS:
            yield {"kind": "panel", "picture": chapter["picture"]} | panel


def _sized(chapter: dict[str, Any], heights: Iterator[float]) -> list[Sized]:
    """A chapter as the heights of its pieces, for every look of its picture."""
    heading = next(heights)
    parts = [Part(next(heights))] if chapter["table"] else []
    texts = [next(heights) for _ in chapter["paragraphs"]]
    if chapter["introduced"]:
        parts.append(Part(sum(texts), paragraphs=min(1, len(texts) - 1), items=max(0, len(texts) - 2)))
    else:
        listed = chapter["style"] != "paragraphs"
        parts += [Part(high, lines(high), is_item=listed and place > 0) for place, high in enumerate(texts)]
    if not chapter["picture"]:
        return [Sized(heading, tuple(parts))] * len(PANELS)
    return [Sized(heading, (*parts, Part(next(heights)))) for _ in PANELS]


def _heights(language: str, pieces: Sequence[dict[str, Any]]) -> list[float]:
    """How high pieces are, in points; those that no book has had yet are measured together."""
    keys = [
        language + json.dumps(piece | {"picture": piece["picture"] | {"svg": ""}} if "picture" in piece else piece)
        for piece in pieces
    ]
    new = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in _known}
    if new:
        read = {"language": language, "ink_saving": False, "name": "", "title": "", "pieces": [*new.values()]}
        measured = json.loads(_compiler(read).query("<heights>", field="value", one=True))
        _known.update(zip(new, measured, strict=True))
    found = [_known[key] for key in keys]
    if len(_known) > MOST_HEIGHTS:
        _known.clear()
    return found


_known: dict[str, float] = {}


def _compiler(read: Mapping[str, Any]) -> Any:
    import typst

    files = {"main.typ": _template(), "book.json": json.dumps(read, ensure_ascii=False).encode()}
    return typst.Compiler(files, font_paths=_fonts(), ignore_system_fonts=True)


@cache
def _fonts() -> Any:
    """Those that come with Typst and no others, so that books are the same everywhere; read once for all books."""
    import typst

    return typst.Fonts(include_system_fonts=False)


@cache
def means() -> bytes:
    """Whatever else the PDF of a manuscript depends on: a fingerprint of the template, this code and Typst."""
    code = [Path(file).read_bytes() for file in (__file__, filling.__file__)]
    return sha256(b"".join([_template(), *code, version("typst").encode()])).digest()


@cache
def _template() -> bytes:
    return (TEMPLATES / "rulebook.typ").read_bytes()
