"""Opponents. A bot is a function from what its player may know to a move: it never sees the game."""

import random
from collections.abc import Callable

from kingdomrules.play.engine import View
from kingdomrules.play.judge import placements, score
from kingdomrules.play.kingdom import Domino, Kingdom
from kingdomrules.play.moves import STEPS, Claim, Move, Place
from kingdomrules.ruleset.schema import Ruleset

Bot = Callable[[View], Move]

_Worth = tuple[int, int]
"""Points, then squares of the largest property: a kingdom without crowns should still grow together."""


def random_bot(seed: int) -> Bot:
    """Plays anything that is allowed."""
    luck = random.Random(seed)
    return lambda view: luck.choice(view.legal_moves)


def greedy_bot(rules: Ruleset) -> Bot:
    """Places where it earns most at once, and claims the domino that would earn most if it were placed now."""

    def worth(view: View, kingdom: Kingdom, discarded: int = 0) -> _Worth:
        sheet = score(rules, kingdom, view.discards[view.player] + discarded, players=view.players)
        return sheet.total, sheet.largest_property

    def best_place(view: View, domino: Domino) -> _Worth:
        kingdom = view.kingdoms[view.player]
        spots = placements(rules, kingdom, domino, players=view.players)
        laid = [kingdom.with_domino(domino, x, y, *STEPS[direction]) for x, y, direction in spots]
        return max([worth(view, grown) for grown in laid], default=worth(view, kingdom, discarded=1))

    def choose(view: View) -> Move:
        kingdom = view.kingdoms[view.player]
        line = {domino.number: domino for domino in view.line}

        def gain(move: Move) -> _Worth:
            if isinstance(move, Claim):
                return best_place(view, line[move.domino])
            if isinstance(move, Place) and view.domino is not None:
                _, x, y, direction = move
                return worth(view, kingdom.with_domino(view.domino, x, y, *STEPS[direction]))
            return worth(view, kingdom, discarded=1)

        return max(view.legal_moves, key=gain)

    return choose
