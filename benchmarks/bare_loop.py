"""The yardstick: random four-player games on five by five, as bare as plain Python can play them.

It knows one game, keeps no objects, explains nothing and checks nothing. Speed is told as a share of this loop's in the
same run, so that the figure means the same on every machine.

Cells are bits in rows of ten, nine of them used: a set shifted by one or by ten is the set of its neighbours.
"""

from collections.abc import Callable
from functools import cache

from kingdomrules import Ruleset

ROW = 10
MIDDLE = 44
CASTLE = 1 << MIDDLE
OCCUPIED, ONES, TWOS, WINDOW, OUTLINE = 6, 7, 8, 9, 10

Bare = list[int]
"""The squares of the six terrains, everything occupied, crowns in two binary digits, the window, the outline."""
Piece = tuple[int, int, int, int]
"""Terrain and crowns of the one half, then of the other."""


def pieces(rules: Ruleset) -> list[Piece]:
    names = list(rules.domino_set.terrains)
    found = []
    for number in sorted(rules.domino_set.pieces):
        (first, crowns), (second, more) = rules.domino_set.halves(number)
        found.append((names.index(first), crowns, names.index(second), more))
    return found


@cache
def window(west: int, east: int, south: int, north: int) -> int:
    """The cells a kingdom with this outline may still grow into."""
    cells = 0
    for y in range(north - 4, south + 5):
        for x in range(east - 4, west + 5):
            cells |= 1 << (MIDDLE + y * ROW + x)
    return cells


def points(kingdom: Bare) -> int:
    """The bare scorer: squares times crowns, summed, and no word about which and where."""
    total = 0
    ones, twos = kingdom[ONES], kingdom[TWOS]
    for terrain in range(6):
        left = kingdom[terrain]
        while left:
            land = left & -left
            while (grown := (land | land << 1 | land >> 1 | land << ROW | land >> ROW) & left) != land:
                land = grown
            left ^= land
            total += ((land & ones).bit_count() + 2 * (land & twos).bit_count()) * land.bit_count()
    return total


def play(box: list[Piece], draw: Callable[[], float]) -> list[Bare]:
    """One game; the kingdoms at its end."""
    pile = list(range(len(box)))
    for last in range(len(box) - 1, 0, -1):
        other = int(draw() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    start = [0] * 6 + [CASTLE, 0, 0, window(0, 0, 0, 0), 0, 0, 0, 0]
    kingdoms = [start.copy() for _ in range(4)]
    line = sorted(pile[:4])
    claims = sorted((line.pop(int(draw() * len(line))), king) for king in (0, 1, 2, 3))
    for dealt in range(4, len(box) + 4, 4):
        line = sorted(pile[dealt : dealt + 4])
        chosen = []
        for number, king in claims:
            kingdom = kingdoms[king]
            lay(kingdom, box[number], draw)
            if line:
                chosen.append((line.pop(int(draw() * len(line))), king))
        claims = sorted(chosen)
    return kingdoms


def lay(kingdom: Bare, piece: Piece, draw: Callable[[], float]) -> None:
    """Put a piece on one of its places, drawn evenly; if there is none, nothing happens."""
    a, a_crowns, b, b_crowns = piece
    free = kingdom[WINDOW] & ~kingdom[OCCUPIED]
    wide, high = free & free >> 1, free & free >> ROW
    friends = kingdom[a] | CASTLE
    near_a = friends << 1 | friends >> 1 | friends << ROW | friends >> ROW
    if a == b and a_crowns == b_crowns:
        ways = [wide & (near_a | near_a >> 1), high & (near_a | near_a >> ROW)]
    else:
        friends = kingdom[b] | CASTLE
        near_b = friends << 1 | friends >> 1 | friends << ROW | friends >> ROW
        ways = [
            wide & (near_a | near_b >> 1),
            high & (near_a | near_b >> ROW),
            wide & (near_b | near_a >> 1),
            high & (near_b | near_a >> ROW),
        ]
    counts = [way.bit_count() for way in ways]
    if not (total := sum(counts)):
        return
    pick, way = int(draw() * total), 0
    while pick >= counts[way]:
        pick -= counts[way]
        way += 1
    places = ways[way]
    for _ in range(pick):
        places &= places - 1
    low = places & -places
    step = ROW if way & 1 else 1
    here, there = (low, low << step) if way < 2 else (low << step, low)
    kingdom[a] |= here
    kingdom[b] |= there
    kingdom[OCCUPIED] |= here | there
    if a_crowns:
        kingdom[ONES] |= here * (a_crowns & 1)
        kingdom[TWOS] |= here * (a_crowns >> 1)
    if b_crowns:
        kingdom[ONES] |= there * (b_crowns & 1)
        kingdom[TWOS] |= there * (b_crowns >> 1)
    y, x = divmod(low.bit_length() - 1, ROW)
    west, east, south, north = kingdom[OUTLINE:]
    x, y = x - 4, y - 4
    grown = min(west, x), max(east, x + 1 - (way & 1)), min(south, y), max(north, y + (way & 1))
    if grown != (west, east, south, north):
        kingdom[OUTLINE:] = grown
        kingdom[WINDOW] = window(*grown)
