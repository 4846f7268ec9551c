"""What can occur in a game: counted by hand for the box as it is, and never less than what really happens."""

import random
from typing import Any

import pytest

import kingdomrules as kr
from kingdomrules.play.counting import counted
from kingdomrules.ruleset.kinds import PointsForEach, PointsForMost, PointsIf, Where
from kingdomrules.ruleset.outlines import POSITIONS, outlines_within
from kingdomrules.ruleset.reach import Reach, reach_of
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import Shelf
from tests.gallery import GALLERY
from tests.random_play import played
from tests.random_rules import drawn

SHELF = Shelf()


def reach(game: str) -> Reach:
    rules = SHELF.load(game)
    return reach_of(rules, rules.domino_set)


def where(**asked: Any) -> Where:
    return Where.model_validate(asked, strict=False)


@pytest.mark.parametrize(
    ("count", "asked", "numbers"),
    [
        ("squares", None, set(range(2, 25, 2))),  # twelve dominoes, and the first one always fits
        ("squares", where(terrain="mine"), set(range(7))),
        ("squares", where(terrain="mine", crowns={"at_least": 3}), {0, 1}),
        ("squares", where(crowns={"at_least": 2}), set(range(9))),  # two of meadow, two of swamp, four of mine
        ("squares", where(at="corner"), set(range(5))),
        ("squares", where(at="corner", castle="touching"), set(range(3))),  # W C W, or beside a castle in a corner
        ("squares", where(at="centre"), {0, 1}),
        ("squares", where(castle="touching"), {1, 2, 3, 4}),  # the first domino touches the castle
        ("squares", where(castle="around", terrain="lake"), set(range(9))),
        ("squares", where(at="edge"), set(range(2, 17))),  # a ring of five by five
        ("squares", where(any_of=[{"terrain": "mine"}, {"at": "centre"}]), set(range(8))),
        ("terrains", None, set(range(1, 7))),
        ("crowns", None, set(range(22))),  # three, seven times two, four times one
        ("gaps", None, {*range(13), 14, 16}),  # of five by five an even number, of four by five at most eleven
        ("discarded-dominoes", None, set(range(12))),
        ("properties", None, set(range(1, 17))),
        ("properties", where(size={"at_least": 13}), {0, 1}),
        ("properties", where(terrain="mine", size={"at_least": 2}), set(range(4))),
        ("properties", where(castle="touching", terrain=["wheat", "lake"]), set(range(5))),
        ("properties", where(crowns={"at_least": 5}), set(range(5))),  # never more than one and twenty crowns
    ],
)
def test_how_many_of_something_a_kingdom_of_the_classic_game_can_have(
    count: str, asked: Where | None, numbers: set[int]
) -> None:
    assert reach("classic").amounts(count, asked) == numbers


@pytest.mark.parametrize(
    ("game", "most"),
    [("classic", 24), ("classic+mighty-duel", 48), ("classic+no-grid-limit", 24), ("classic+giant-duel", 80)],
)
def test_a_kingdom_is_as_large_as_its_grid_and_its_dominoes(game: str, most: int) -> None:
    assert max(reach(game).amounts("squares", None)) == most


def test_who_may_discard_everything_may_have_nothing() -> None:
    bare = reach("classic+discard-at-a-price")
    assert {0} == {min(bare.amounts(count, None)) for count in ("squares", "properties", "terrains", "crowns", "gaps")}
    assert max(bare.amounts("discarded-dominoes", None)) == 12


@pytest.mark.parametrize(
    ("game", "asked", "length", "lines"),
    [
        ("classic", None, 5, 2),
        ("classic", None, 6, 0),
        ("classic", where(terrain="mine"), 6, 0),  # six mines, and five squares in a line
        ("classic", where(terrain="mine"), 5, 1),
        ("classic", where(terrain="mine"), 3, 2),
        ("classic", where(at="corner"), 2, 1),  # beside a castle in the fourth corner lies one domino
        ("classic", where(at="corner"), 3, 0),
        ("classic", where(castle="touching"), 2, 2),
        ("classic", where(castle="around"), 3, 2),
        ("classic", where(castle="around"), 4, 0),
        ("classic", where(at="centre"), 2, 0),
        ("classic+no-grid-limit", where(terrain="forest"), 9, 2),
        ("classic+no-grid-limit", where(terrain="swamp"), 9, 1),
    ],
)
def test_whether_lines_come_about_and_meet(game: str, asked: Where | None, length: int, lines: int) -> None:
    assert reach(game).lines(asked, length) == lines


def test_the_positions_of_an_outline_are_those_of_its_cells() -> None:
    for outline in outlines_within(7, 24, bare=False):
        cells = [(x, y) for x in range(outline.width) for y in range(outline.height)]
        cells.remove((outline.castle_x, outline.castle_y))
        counts = [0] * len(POSITIONS)
        for cell in cells:
            counts[outline.position(*cell)] += 1
        assert outline.positions() == counts, outline


def finished(rules: Ruleset, seed: int) -> kr.Game:
    players = sorted(rules.players)[seed % len(rules.players)]
    return played(kr.new_game(rules, players=players, seed=seed), 10_000, seed)


@pytest.mark.parametrize("name", [*GALLERY, "harmony", "mighty-duel"])
def test_nothing_happens_that_was_thought_impossible(name: str) -> None:
    """Whatever somebody might count, in kingdoms of random games."""
    rules = SHELF.load(f"classic+{name}")
    possible = reach_of(rules, rules.domino_set)
    luck = random.Random(name)
    for seed in range(3):
        game = finished(rules, seed)
        for _ in range(25):
            data = drawn(luck.choice((PointsForEach, PointsIf, PointsForMost)), luck)
            if data.get("count") not in ("squares", "properties"):
                data.pop("where", None)
            if "count" not in data or unspeakable(data.get("where", {}), data["count"]):
                continue
            rule = PointsForEach.model_validate(
                {"kind": "points_for_each", "points": 1, **counting(data)}, strict=False
            )
            amounts = possible.amounts(rule.count, rule.where)
            for kingdom, lost in zip(game.kingdoms, game.state.discards, strict=True):
                assert counted(rule, kingdom, lost, rules.domino_set.letter_of).n in amounts, f"{rule}\n{kingdom}"


def counting(data: dict[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in ("count", "where") if key in data}


def unspeakable(asked: dict[str, Any], count: str) -> bool:
    """Whether a filter asks a square for its size, or a property for its place."""
    inner = [*asked.get("any_of", ()), *asked.get("none_of", ())]
    return ("size" if count == "squares" else "at") in asked or any(unspeakable(other, count) for other in inner)
