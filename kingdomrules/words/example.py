"""Worked examples: kingdoms that were really built under the very ruleset they explain."""

from functools import lru_cache
from typing import NamedTuple

from kingdomrules.play.engine import Game, new_game
from kingdomrules.play.kingdom import Kingdom
from kingdomrules.play.moves import STEPS, Move, Place
from kingdomrules.play.scoring import ScoreSheet, score_sheet
from kingdomrules.ruleset.schema import Ruleset

SEEDS = range(24)
"""Games looked at for a telling example; the first in which every scoring rule is earned is taken."""


class Example(NamedTuple):
    kingdom: Kingdom
    discards: int
    sheet: ScoreSheet


@lru_cache(maxsize=512)
def worked_example(rules: Ruleset, players: int) -> Example:
    """A finished kingdom that shows as many of the scoring rules as can be found, played by the engine."""
    best: tuple[int, Example] | None = None
    for seed in SEEDS:
        game = _played(rules, players, seed)
        for kingdom, discards, sheet in zip(game.kingdoms, game.state.discards, game.scores(), strict=True):
            shown = len({line.rule for line in sheet.lines if line.points})
            if best is None or shown > best[0]:
                best = (shown, Example(kingdom, discards, sheet))
        if best is not None and best[0] == len(rules.scoring):
            break
    assert best is not None, "there is at least one seed and one player"
    return best[1]


def _played(rules: Ruleset, players: int, seed: int) -> Game:
    game = new_game(rules, players=players, seed=seed)
    while moves := game.legal_moves():
        game = game.after(max(moves, key=lambda move: _promise(game, move)))
    return game


def _promise(game: Game, move: Move) -> tuple[int, int]:
    """How good a move looks to a careful beginner: points now, then staying close to the castle."""
    if not isinstance(move, Place):
        domino = game.table.dominoes[move.domino]
        return domino.first.crowns + domino.second.crowns, -move.domino
    assert game.player is not None, "a move is on offer, so it is somebody's turn"
    kingdom = game.kingdoms[game.player].with_domino(
        game.table.dominoes[move.domino], move.x, move.y, *STEPS[move.direction]
    )
    total = score_sheet(game.rules, game.table.row.grid, kingdom, game.state.discards[game.player]).total
    return total, -max(abs(coordinate) for cell in move.spot.cells for coordinate in cell)
