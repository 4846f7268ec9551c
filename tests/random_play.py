"""Games played at random, under every combination of variants that can be loaded."""

import random
from functools import cache
from itertools import combinations
from pathlib import Path

from hypothesis import strategies as st

import kingdomrules as kr

HOUSE_RULES = Path(__file__).parent / "house_rules"
VARIANTS = {
    "classic": ("dynasty", "harmony", "middle-kingdom", "mighty-duel"),
    "revised": ("harmony", "middle-kingdom"),
}
OFFICIAL = tuple(
    "+".join((edition, *chosen))
    for edition, variants in VARIANTS.items()
    for size in range(len(variants) + 1)
    for chosen in combinations(variants, size)
)
AT_HOME = tuple(
    f"{game}+{HOUSE_RULES / house}.yaml"
    for game in ("classic", "classic+middle-kingdom", "classic+mighty-duel", "revised", "revised+dynasty")
    for house in ("lenient", "boundless", "alone")
)

load = cache(kr.load)


def played(game: kr.Game, steps: int, seed: int) -> kr.Game:
    """The game after so many random moves, or its end."""
    draw = random.Random(seed).random
    for _ in range(steps):
        if not (moves := game.legal_moves()):
            break
        game = game.after(moves[int(draw() * len(moves))])
    return game


@st.composite
def new_games(draw: st.DrawFn, expressions: tuple[str, ...] = OFFICIAL + AT_HOME) -> kr.Game:
    rules = load(draw(st.sampled_from(expressions)))
    players = draw(st.sampled_from(sorted(rules.players)))
    return kr.new_game(rules, players=players, seed=draw(st.integers(-(2**70), 2**70)))


@st.composite
def games_in_progress(draw: st.DrawFn) -> kr.Game:
    """Any moment of any game: about one in six is over."""
    game = draw(new_games())
    longest = 2 * len(game.deal.pile)
    return played(game, draw(st.integers(0, longest * 6 // 5)), draw(st.integers(0, 2**32)))


finished_games = st.builds(played, new_games(), st.just(1000), st.integers(0, 2**32))
