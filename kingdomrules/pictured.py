"""Kingdoms in the pages of a site: a fenced block of letters, drawn.

```kingdom
C W
domino W F at 2,0e: it fits.
```

A picture ends with its caption, or with an empty line; pictures of one block stand beside each other. A domino that
the caption names is drawn where it would lie.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from kingdomrules.play.drawing import kingdom_svg
from kingdomrules.play.kingdom import Cell, Domino, Kingdom
from kingdomrules.play.moves import STEPS, Place, parse_move

_ROW = re.compile(r"(?:\.|[A-Z][0-9]*)(?: +(?:\.|[A-Z][0-9]*))*")
_DOMINO = re.compile(r"domino (?P<halves>\S+ \S+) at (?P<at>-?\d+,-?\d+[nesw])")


class Pictured(NamedTuple):
    """A picture as it was written, and what is said below it."""

    letters: str
    caption: str

    def svg(self) -> str:
        kingdom = Kingdom.parse(self.letters)
        highlight: tuple[Cell, ...] = ()
        if named := _DOMINO.search(self.caption):
            move = parse_move(f"1@{named['at']}")
            assert isinstance(move, Place), "nothing else has an @"
            highlight = move.spot.cells
            if not any(kingdom.field.bit(cell) & kingdom.occupied for cell in highlight):
                spot = move.spot
                kingdom = kingdom.with_domino(Domino.parse(named["halves"]), spot.x, spot.y, *STEPS[spot.direction])
        return kingdom_svg(kingdom, highlight=highlight)


def pictures(source: str) -> Iterator[Pictured]:
    for block in re.split(r"\n\s*\n", source.strip("\n")):
        lines = block.splitlines()
        rows = [line for line in lines if _ROW.fullmatch(line.strip())]
        yield Pictured("\n".join(rows), "\n".join(line for line in lines if line not in rows))


def fence(source: str, *_: Any, **__: Any) -> str:
    """What `pymdownx.superfences` puts in place of a block; the letters stand beside for those who cannot see it."""
    return f'<div class="examples">{"".join(_figure(picture) for picture in pictures(source))}</div>'


def _figure(picture: Pictured) -> str:
    caption = "".join(f"<p>{escape(line)}</p>" for line in picture.caption.splitlines())
    return (
        f'<figure class="example"><div><div aria-hidden="true">{picture.svg()}</div>'
        f"<pre>{escape(picture.letters)}</pre></div><figcaption>{caption}</figcaption></figure>"
    )
