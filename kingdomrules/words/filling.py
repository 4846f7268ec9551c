"""How the pages of a booklet are filled: reckoned from the heights of its parts, before anything is set.

Lines stay where they are; paragraphs, items and headings move apart or together by a little, the same on every page,
and a picture comes in a few widths. So no line is broken anew, and the heights of the parts stay true.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

PAGE = (210 - 2 * 19) / 25.4 * 72 - 1
"""The height of a page's text in points; what would fit by less than a point is not relied on."""

LINE, LEADING = 6.58, 6.0
"""The height of a line of type, from its capitals to its foot, and the space below it, in points."""

AIRS = tuple(step / 10 for step in range(-10, 15))
"""How close or how loose the parts may stand."""


class Spaces(NamedTuple):
    """What lies between the parts, in points."""

    paragraph: float
    item: float
    heading: float
    below: float


class Part(NamedTuple):
    """Lines, of which at least two stay together on either page, or something that is never divided."""

    height: float
    lines: int = 0
    paragraphs: int = 0
    """How many paragraphs or, next, items it holds after its first, if it is made of several."""
    items: int = 0
    is_item: bool = False
    """It stands as near to what is before it as items do."""


class Sized(NamedTuple):
    """A chapter: the height of its heading, which stays with what follows, and its parts."""

    heading: float
    parts: tuple[Part, ...]


class Choice(NamedTuple):
    """One of the ways to set a book: the less it costs, the better it looks if it fills the pages as well."""

    cost: float
    chapters: Sequence[Sized]


def spaces(air: float) -> Spaces:
    loose = max(air, 0.0)
    tight = min(air, 0.0)
    return Spaces(
        paragraph=9 + 3 * loose + 1.4 * tight,
        item=8 + 3 * loose + 1.4 * tight,
        heading=22 + 10 * loose + 7 * tight,
        below=9.5 + 1.5 * air,
    )


def lines(height: float) -> int:
    """How many lines a paragraph of this height has."""
    return round((height + LEADING) / (LINE + LEADING))


def best_filled(choices: Sequence[Choice]) -> tuple[int, Spaces]:
    """Which of the choices fills its pages best, and with which spaces."""
    tries = sorted(
        (choice.cost + (20 * air) ** 2, abs(air), place, air)
        for (place, choice), air in product(enumerate(choices), AIRS)
    )
    best = float("inf"), 0, spaces(0)
    for cost, _, place, air in tries:
        if best[0] <= cost:
            break
        between = spaces(air)
        *gaps, last = gaps_at_page_ends(choices[place].chapters, between)
        lacking = max(0.0, last - PAGE * 2 / 3)
        ugly = cost + sum(gap**2 for gap in gaps) + (2 * lacking) ** 2
        best = min(best, (ugly, place, between))
    return best[1:]


def gaps_at_page_ends(chapters: Iterable[Sized], between: Spaces) -> list[float]:
    """What stays empty at the end of each page; where a paragraph goes on overleaf, nothing does.

    >>> page = Sized(10, (Part(PAGE - 100),))
    >>> gaps_at_page_ends([page, page], Spaces(paragraph=9, item=8, heading=22, below=10)) == [80, 80]
    True
    """
    step = LINE + LEADING
    gaps = []
    y = 0.0
    for chapter in chapters:
        ahead = chapter.heading + between.below
        for part in chapter.parts:
            before = between.heading if ahead else between.item if part.is_item else between.paragraph
            whole = part.height + part.paragraphs * between.paragraph + part.items * between.item
            top = y + ahead + (before if y else 0)
            fitting = min(int((PAGE - top + LEADING) // step), part.lines - 2)
            if top + whole <= PAGE:
                y = top + whole
            elif fitting >= 2:
                gaps.append(0.0)
                y = (part.lines - fitting) * step - LEADING
            else:
                gaps.append(PAGE - y)
                y = ahead + whole
            ahead = 0.0
    return [*gaps, PAGE - y]
