"""The moves with their notation, and the reasons against them.

| move | notation | meaning |
|---|---|---|
| `Place` | `12@1,0e` | domino 12, first half on (1, 0), second half one step east |
| `Discard` | `x12` | domino 12 fits nowhere and is given up |
| `Claim` | `k17` | a king is put on domino 17 of the new line |
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.kingdom import Cell, Unreadable

STEPS = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}
"""Where the second half lies, seen from the first."""

OPPOSITE = {"e": "w", "n": "s", "w": "e", "s": "n"}

_PLACE = re.compile(r"([1-9][0-9]{0,2})@(-?[0-9]{1,2}),(-?[0-9]{1,2})([enws])", re.ASCII)
_DISCARD = re.compile(r"x([1-9][0-9]{0,2})", re.ASCII)
_CLAIM = re.compile(r"k([1-9][0-9]{0,2})", re.ASCII)


class Spot(NamedTuple):
    """A place for a domino: the cell of its first half, and the direction of the second."""

    x: int
    y: int
    direction: str

    @property
    def cells(self) -> tuple[Cell, Cell]:
        dx, dy = STEPS[self.direction]
        return (self.x, self.y), (self.x + dx, self.y + dy)


class Place(NamedTuple):
    """Lay the domino one's king stood on."""

    domino: int
    x: int
    y: int
    direction: str

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, self.direction)

    def __str__(self) -> str:
        return f"{self.domino}@{self.x},{self.y}{self.direction}"


# A placement is a tuple, because games compare thousands of them; these two are not, because a discard and a
# claim of the same domino must never be equal.


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up the domino one's king stood on."""

    domino: int

    def __str__(self) -> str:
        return f"x{self.domino}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Put the king on a domino of the new line."""

    domino: int

    def __str__(self) -> str:
        return f"k{self.domino}"


Move = Place | Discard | Claim


def parse_move(text: str) -> Move:
    """A move from its notation; what is written reads back.

    >>> parse_move("12@1,0e")
    Place(domino=12, x=1, y=0, direction='e')
    """
    if found := _PLACE.fullmatch(text):
        return Place(int(found[1]), int(found[2]), int(found[3]), found[4])
    if found := _DISCARD.fullmatch(text):
        return Discard(int(found[1]))
    if found := _CLAIM.fullmatch(text):
        return Claim(int(found[1]))
    raise Unreadable(
        f"expected a placement such as '12@1,0e', a discard such as 'x12' or a claim such as 'k17', got {text!r:.40}"
    )


class Refusal(NamedTuple):
    """A rule a move would break: its id, the cells where, the numbers that show it, and what kind of rule it is."""

    rule: str
    cells: tuple[Cell, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    kind: str = ""

    def __str__(self) -> str:
        where = " at " + ", ".join(f"({x}, {y})" for x, y in self.cells) if self.cells else ""
        numbers = " (" + ", ".join(f"{name} {number}" for name, number in self.numbers) + ")" if self.numbers else ""
        return f"{self.rule}{where}{numbers}"


class IllegalMove(KingdomRulesError):
    """A move the rules refuse; `refusals` are the reasons, the same as `game.refusals(move)` gives."""

    def __init__(self, move: Move, refusals: Iterable[Refusal]) -> None:
        self.move = move
        self.refusals = tuple(refusals)
        super().__init__(f"the move {move} breaks {'; '.join(str(refusal) for refusal in self.refusals)}")
