"""A few whole games kept as text: the same seed, rules and moves must give the same game for ever.

`python -m tests.test_golden_games` writes them anew, for when a ruleset changes its meaning on purpose.
"""

import random
from pathlib import Path

import pytest

import kingdomrules as kr
from tests.gallery import QUESTS

FOLDER = Path(__file__).parent / "golden"
GAMES = {
    "classic-2": ("classic", 2),
    "classic-3": ("classic", 3),
    "classic-4": ("classic", 4),
    "revised-2": ("revised", 2),
    "revised-3": ("revised", 3),
    "revised-4": ("revised", 4),
    "mighty-duel": ("classic+harmony+middle-kingdom+mighty-duel", 2),
    "bonuses-4": ("classic+harmony+middle-kingdom", 4),
    "revised-bonuses-3": ("revised+harmony+middle-kingdom", 3),
    "quests-4": ("+".join(("classic", *sorted(QUESTS))), 4),
    "solo-limited-picks": ("classic+solo-limited-picks", 1),
    "solo-every-place-once": ("classic+solo-every-place-once", 1),
    "no-grid-limit-3": ("classic+no-grid-limit", 3),
    "double-set-3": ("classic+double-set", 3),
    "double-set-4": ("classic+double-set", 4),
    "there-and-back": ("classic+there-and-back", 2),
}
SEED = 2021


def play(name: str) -> kr.Game:
    """Moves drawn with nothing but `random()`, whose numbers no version of Python changes."""
    expression, players = GAMES[name]
    game = kr.new_game(kr.load(expression), players=players, seed=SEED)
    draw = random.Random(SEED + 1).random
    while moves := sorted(game.legal_moves(), key=str):
        game = game.after(moves[int(draw() * len(moves))])
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_again_byte_for_byte(name: str) -> None:
    assert str(kr.Record.of(play(name))) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_its_result(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    record = kr.Record.parse(text)
    replay = record.replay(kr.load(record.ruleset))
    assert replay.differences == ()
    assert tuple(sheet.total for sheet in replay.game.scores()) == record.result
    assert str(record) == text


def test_every_golden_file_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(str(kr.Record.of(play(name))), encoding="utf-8")
