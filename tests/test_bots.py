"""Opponents play by the rules, know no more than a player may, and the greedy one is worth playing against."""

import inspect

import pytest

import kingdomrules as kr
from kingdomrules.play.bots import Bot, greedy_bot, random_bot

CLASSIC = kr.load("classic")


def played(rules: kr.Ruleset, bots: list[Bot], seed: int) -> kr.Game:
    game = kr.new_game(rules, players=len(bots), seed=seed)
    while (player := game.player) is not None:
        game = game.after(bots[player](game.view(player)))
    return game


def test_a_bot_is_given_a_view_and_nothing_else() -> None:
    for bot in (random_bot(1), greedy_bot(CLASSIC)):
        assert list(inspect.signature(bot).parameters) == ["view"]


def test_the_greedy_bot_does_not_care_what_lies_in_the_pile() -> None:
    """Two games that look alike but for the order of the pile get the same moves until it shows."""
    game = kr.new_game(CLASSIC, players=2, seed=5)
    pile = (*game.deal.pile[:4], *reversed(game.deal.pile[4:]))
    other = kr.Game(game.table, game.state, game.deal._replace(pile=pile), None)
    bot = greedy_bot(CLASSIC)
    for _ in range(3):
        assert game.player is not None
        move = bot(game.view(game.player))
        assert move == bot(other.view(game.player))
        game, other = game.after(move), other.after(move)


def test_the_same_seed_gives_the_same_random_game() -> None:
    one, again, other = (played(CLASSIC, [random_bot(s), random_bot(s + 1)], seed=3).moves for s in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_bot_clearly_beats_the_random_one(players: int) -> None:
    won, games = 0, 20
    for seed in range(games):
        bots = [greedy_bot(CLASSIC), *(random_bot(seed + other) for other in range(1, players))]
        totals = [sheet.total for sheet in played(CLASSIC, bots, seed).scores()]
        won += totals[0] == max(totals)
    assert won >= games * 3 / 4


def test_the_greedy_bot_takes_the_place_that_earns_most() -> None:
    rules, bot = CLASSIC, greedy_bot(CLASSIC)
    game = played_to_a_placement(rules)
    assert game.player is not None
    chosen = game.after(bot(game.view(game.player)))
    every = [game.after(move).scores()[game.player].total for move in game.legal_moves()]
    assert len(set(every)) > 1, "otherwise this game shows nothing"
    assert chosen.scores()[game.player].total == max(every)


def played_to_a_placement(rules: kr.Ruleset) -> kr.Game:
    game = kr.new_game(rules, players=2, seed=7)
    bot = greedy_bot(rules)
    while game.round < 4 or game.domino is None:
        assert game.player is not None
        game = game.after(bot(game.view(game.player)))
    return game


@pytest.mark.parametrize("expression", ["classic+harmony", "revised+middle-kingdom+mighty-duel"])
def test_bots_play_variants_too(expression: str) -> None:
    rules = kr.load(expression)
    assert played(rules, [greedy_bot(rules), random_bot(2)], seed=1).over
