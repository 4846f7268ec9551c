"""The 48 dominoes, counted by hand."""

from collections import Counter

import pytest

import kingdomrules as kr

DOMINOES = kr.load("classic").domino_set
SQUARES = [square for number in DOMINOES.pieces for square in DOMINOES.halves(number)]


def test_there_are_48_dominoes_numbered_without_a_gap() -> None:
    assert list(DOMINOES.pieces) == list(range(1, 49))


def test_they_have_96_squares_and_39_crowns() -> None:
    assert len(SQUARES) == 96
    assert sum(crowns for _, crowns in SQUARES) == 39


@pytest.mark.parametrize(
    ("terrain", "letter", "squares", "by_crowns"),
    [
        ("wheat", "W", 26, (21, 5, 0, 0)),
        ("forest", "F", 22, (16, 6, 0, 0)),
        ("lake", "L", 18, (12, 6, 0, 0)),
        ("meadow", "G", 14, (10, 2, 2, 0)),
        ("swamp", "S", 10, (6, 2, 2, 0)),
        ("mine", "M", 6, (1, 1, 3, 1)),
    ],
)
def test_each_terrain_has_its_squares_and_crowns(
    terrain: str, letter: str, squares: int, by_crowns: tuple[int, ...]
) -> None:
    crowns = Counter(crowns for kind, crowns in SQUARES if kind == terrain)
    assert tuple(crowns[n] for n in range(4)) == by_crowns
    assert crowns.total() == squares
    assert DOMINOES.terrains[terrain].letter == letter


@pytest.mark.parametrize(
    ("number", "halves"),
    [
        (1, (("wheat", 0), ("wheat", 0))),
        (12, (("swamp", 0), ("swamp", 0))),
        (23, (("wheat", 1), ("mine", 0))),
        (40, (("mine", 1), ("wheat", 0))),
        (44, (("meadow", 0), ("swamp", 2))),
        (48, (("wheat", 0), ("mine", 3))),
    ],
)
def test_a_domino_has_its_two_halves(number: int, halves: object) -> None:
    assert DOMINOES.halves(number) == halves


def test_both_editions_play_with_the_same_dominoes() -> None:
    assert kr.load("revised").domino_set == DOMINOES
