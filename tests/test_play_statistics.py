"""Thousands of random games must look as random games of Kingdomino look.

The figures were measured once with twenty thousand games by two engines that know nothing of this one: four
players, five by five, the whole box, moves drawn uniformly, equal halves laid one way. A law of the rules may
hold in every test and the game still be another one; a shifted mean shows it.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import fmean, pstdev, stdev

import pytest

import kingdomrules as kr
from kingdomrules.play.scoring import score_sheet

GAMES = 6000
ERRORS = 4
"""Allowed distance in standard errors of the mean. The seeds are fixed, so a test passes always or never; four
errors are left only once in some sixteen thousand figures by chance, and a real change is far larger."""
ROUNDING = 0.05
"""The known figures have one decimal, or their own error of this size."""


@dataclass
class Figures:
    """One number a game for everything that is measured."""

    by_name: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    scores: list[int] = field(default_factory=list)
    first_places: set[int] = field(default_factory=set)

    def add(self, name: str, value: float) -> None:
        self.by_name[name].append(value)

    def check(self, name: str, expected: float, rounding: float = ROUNDING) -> None:
        values = self.by_name[name]
        error = stdev(values) / len(values) ** 0.5
        found = fmean(values)
        print(f"{name}: expected {expected}, found {found:.3f} ± {error:.3f}")
        assert abs(found - expected) <= ERRORS * error + rounding, (name, expected, found, error)


def play(game: kr.Game, seed: int, figures: Figures) -> kr.Game:
    """One game at random, its choices counted: a placement together with the claim that follows."""
    draw = random.Random(1_000_000 + seed).random  # not the numbers the game itself was dealt from
    choices = [0] * (game.rounds + 2)
    placements = 1
    discards = 0
    while moves := game.legal_moves():
        move = moves[int(draw() * len(moves))]
        if isinstance(move, kr.Claim):
            choices[game.round + 1] += placements * len(moves)
            placements = 1
        else:
            discards += isinstance(move, kr.Discard)
            placements = len(moves)
            if game.round == 1:
                figures.first_places.add(placements)
            if game.round == game.rounds:
                choices[-1] += placements
                placements = 1
        game = game.after(move)
    for number, count in enumerate(choices[1:], 1):
        figures.add(f"choices in round {number}", count / game.players)
    figures.add("discards", discards)
    return game


@pytest.fixture(scope="module")
def figures() -> Figures:
    rules, bonuses = kr.load("classic"), kr.load("classic+harmony+middle-kingdom")
    found = Figures()
    for seed in range(GAMES):
        game = play(kr.new_game(rules, players=4, seed=seed), seed, found)
        totals = [sheet.total for sheet in game.scores()]
        found.scores += totals
        found.add("score", fmean(totals))
        found.add("shared top score", totals.count(max(totals)) > 1)
        # Bonuses change no random move, so the same kingdoms are scored with them.
        sheets = [
            score_sheet(bonuses, 5, kingdom, lost)
            for kingdom, lost in zip(game.kingdoms, game.state.discards, strict=True)
        ]
        found.add("score with bonuses", fmean(sheet.total for sheet in sheets))
        earned = [line.rule for sheet in sheets for line in sheet.lines]
        found.add("full kingdom", earned.count("scoring.harmony") / 4)
        found.add("castle in the middle", earned.count("scoring.middle-kingdom") / 4)
    return found


def test_the_mean_kingdom_is_worth_19_points(figures: Figures) -> None:
    figures.check("score", 19.27)


def test_kingdoms_differ_by_6_points(figures: Figures) -> None:
    # The standard error of a standard deviation is about sd / sqrt(2n), were the scores normal and independent;
    # four kingdoms of one game are neither, so a game counts once.
    assert pstdev(figures.scores) == pytest.approx(6.3, abs=ERRORS * 6.3 / (2 * GAMES) ** 0.5 + ROUNDING)


@pytest.mark.parametrize(
    ("number", "expected"),
    list(enumerate([2.5, 49.0, 43.3, 38.3, 33.6, 28.5, 23.0, 17.5, 12.9, 9.1, 6.2, 4.2, 1.3], 1)),
)
def test_players_have_the_known_number_of_choices(figures: Figures, number: int, expected: float) -> None:
    figures.check(f"choices in round {number}", expected)


def test_the_first_domino_has_24_places_or_12_with_equal_halves(figures: Figures) -> None:
    assert figures.first_places == {12, 24}


def test_5_dominoes_a_game_fit_nowhere(figures: Figures) -> None:
    figures.check("discards", 5.28)


def test_one_kingdom_in_13_is_full(figures: Figures) -> None:
    figures.check("full kingdom", 0.076, rounding=0.0005)


def test_three_castles_in_10_end_in_the_middle(figures: Figures) -> None:
    figures.check("castle in the middle", 0.292, rounding=0.0005)


def test_one_game_in_14_ends_with_a_shared_top_score(figures: Figures) -> None:
    figures.check("shared top score", 0.071, rounding=0.0005)


def test_with_both_bonuses_the_mean_kingdom_is_worth_22_points(figures: Figures) -> None:
    figures.check("score with bonuses", 22.6)
