"""House rules: the gallery and hundreds drawn at random keep every law the official games keep."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.play.counting import best_lines
from kingdomrules.play.examples import Unplayable, answers, findings, own_rules
from kingdomrules.ruleset.examples import Example
from kingdomrules.ruleset.kinds import PointsForLines
from kingdomrules.ruleset.rivals import rivals
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import Shelf
from tests import brute_force
from tests.conftest import Run, Write
from tests.felt import felt, matters
from tests.gallery import GALLERY, QUESTS
from tests.heard import heard, neighbours
from tests.random_play import played
from tests.random_rules import house_rule

LANGUAGES = shipped.languages()
DRAWN = 600
SHELF = Shelf()
TOO_MANY_LINES = 13
"""The slow judge tries every choice of lines, and gives up beyond so many."""

WITHOUT = {
    "long-dynasty": "classic+dynasty",
    "solo-every-place-once": "classic+solo-limited-picks",
    "solo-limited-picks": "classic+solo-every-place-once",
}
"""What a house rule is compared with, where the classic game has no such players or games."""


def slow_points(game: kr.Game) -> list[dict[str, int]]:
    """What the slow judge gives each player."""
    lands = [{c: (s.letter, s.crowns) for c, s in kingdom.squares().items()} for kingdom in game.kingdoms]
    lost = game.state.discards
    alone = [
        brute_force.points(game.rules, game.table.row.grid, land, discards)
        for land, discards in zip(lands, lost, strict=True)
    ]
    most = brute_force.points_for_most(game.rules, lands, lost)
    return [{**one, **more} for one, more in zip(alone, most, strict=True)]


def by_rule(sheet: kr.ScoreSheet) -> dict[str, int]:
    earned: Counter[str] = Counter()
    for line in sheet.lines:
        earned[line.rule] += line.points
    return {rule: points for rule, points in earned.items() if points}


def many_lines(game: kr.Game) -> bool:
    """Whether the slow judge would be busy for hours."""
    letters = game.rules.domino_set.letter_of
    for rule in game.rules.scoring.values():
        if isinstance(rule, PointsForLines):
            for kingdom in game.kingdoms:
                land = {c: (s.letter, s.crowns) for c, s in kingdom.squares().items()}
                if len(brute_force.lines_in(game.rules, land, rule)) > TOO_MANY_LINES:
                    assert best_lines(rule, kingdom, letters).n >= 1
                    return True
    return False


def keeps_the_laws(game: kr.Game, seed: int) -> None:
    """Somewhere in the middle and at the end: it can be put away and taken up, and every sheet adds up."""
    middle = played(game, len(game.deal.pile) // 2 + 3, seed)
    position = json.loads(json.dumps(kr.position_json(middle)))
    again = kr.game_from_position(game.rules, position)
    assert again.state == middle.state
    end = played(middle, 10_000, seed + 1)
    assert end.over
    assert played(again, 10_000, seed + 1).state == end.state
    record = kr.Record.parse(str(kr.Record.of(end)))
    assert record.replay(game.rules).differences == ()
    for kingdom, sheet in zip(end.kingdoms, end.scores(), strict=True):
        assert sheet.total == sum(line.points for line in sheet.lines)
        assert {line.rule.removeprefix("scoring.") for line in sheet.lines} <= set(game.rules.scoring)
        assert kr.Kingdom.parse(str(kingdom)) == kingdom
        for first, second in rivals(game.rules):
            assert not {first, second} <= set(by_rule(sheet))
    if not many_lines(end):
        assert [by_rule(sheet) for sheet in end.scores()] == slow_points(end)


# --- the gallery --------------------------------------------------------------------------------------------


def test_the_gallery_has_what_people_really_play() -> None:
    assert len(GALLERY) >= 30
    assert set(QUESTS) <= {*GALLERY, "middle-kingdom", "harmony"}
    assert len(set(QUESTS)) == 17


@pytest.mark.parametrize("name", GALLERY)
def test_a_house_rule_says_where_it_comes_from_and_has_a_title_in_every_language(name: str) -> None:
    variant = GALLERY[name]
    assert variant.status == "house"
    assert variant.source
    assert set(variant.title) == set(LANGUAGES)


def test_no_two_house_rules_share_a_title() -> None:
    for code in LANGUAGES:
        assert len({variant.title[code] for variant in GALLERY.values()}) == len(GALLERY), code


def applies(name: str, example: Example) -> bool:
    """Whether the house rule is felt: it earns or costs points, or without it the example would end otherwise."""
    rules = SHELF.load(f"classic+{name}")
    own = own_rules(name, rules)
    felt = answers(rules, example, own)
    if "points" in felt:
        return felt["points"] != 0
    try:
        without = answers(SHELF.load(WITHOUT.get(name, "classic")), example, own)
    except Unplayable:
        return True
    return any(felt[key] != without[key] for key in felt if getattr(example, key) is not None)


@pytest.mark.parametrize("name", GALLERY)
def test_a_house_rule_shows_where_it_applies_and_where_it_does_not(name: str) -> None:
    rules = SHELF.load(f"classic+{name}")
    for example in GALLERY[name].examples:
        assert list(findings(rules, example, own_rules(name, rules))) == []
    assert {applies(name, example) for example in GALLERY[name].examples} == {True, False}


@pytest.mark.parametrize("name", GALLERY)
def test_a_house_rule_is_played_to_the_end_and_keeps_every_law(name: str) -> None:
    rules = SHELF.load(f"classic+{name}")
    for players in rules.players:
        keeps_the_laws(kr.new_game(rules, players=players, seed=players), seed=players)


@pytest.mark.parametrize("name", GALLERY)
def test_a_house_rule_goes_as_the_slow_judge_plays_it(name: str) -> None:
    rules = SHELF.load(f"classic+{name}")
    players = max(rules.players)
    game = kr.new_game(rules, players=players, seed=5)
    slow = brute_force.SlowGame(rules, players, game.deal.pile, game.deal.first_choice)
    decisions = slow.decisions()
    decision = next(decisions)
    luck = random.Random(5)
    while True:
        offered = {str(move): move for move in game.legal_moves()}
        assert game.player == decision.player
        assert set(offered) <= set(decision.legal)
        assert {decision.legal[notation] for notation in offered} == set(decision.legal.values())
        notation = luck.choice(sorted(offered))
        game = game.after(notation)
        try:
            decision = decisions.send(notation)
        except StopIteration:
            break
    assert game.over
    if not many_lines(game):
        assert [by_rule(sheet) for sheet in game.scores()] == slow_points(game)


@pytest.mark.parametrize("name", GALLERY)
def test_every_value_of_a_house_rule_is_heard_in_every_language(name: str, tmp_path: Path) -> None:
    """Law 1: another value is refused with a line, or every language tells another game."""
    data = yaml.safe_load((shipped.RULES / f"house/{name}.yaml").read_text(encoding="utf-8"))
    rules = SHELF.load(f"classic+{name}")
    before = {code: heard(rules, code) for code in LANGUAGES}
    for changed, other in changed_games(data, tmp_path):
        if other.hash != rules.hash:
            for code in LANGUAGES:
                assert heard(other, code) != before[code], f"{changed} is not heard in {code}"


@pytest.mark.parametrize("name", GALLERY)
def test_every_value_of_a_house_rule_is_felt_at_the_table(name: str, tmp_path: Path) -> None:
    """Law 1: another value is refused with a line, or there is a game that goes, or a kingdom that scores otherwise."""
    data = yaml.safe_load((shipped.RULES / f"house/{name}.yaml").read_text(encoding="utf-8"))
    rules = SHELF.load(f"classic+{name}")
    for changed, other in changed_games(data, tmp_path):
        assert matters(other) == matters(rules) or felt(rules, other), f"{changed} is not felt"


def changed_games(data: dict[str, Any], folder: Path) -> Iterator[tuple[dict[str, Any], Ruleset]]:
    """Games with one value of a variant changed; what is refused has a line and is left out."""
    for key in ("add", "set"):
        for position, changed in enumerate(neighbours(data.get(key, {}))):
            name = f"changed-{key}-{position}"
            written = {**data, key: changed, "variant": name, "examples": []}
            if not changed:
                del written[key]
            found, complaints = tried(written, folder)
            assert all(complaint.place.line for complaint in complaints)
            if found is not None:
                yield changed, found


def tried(data: dict[str, Any], folder: Path) -> tuple[Ruleset | None, tuple[kr.Complaint, ...]]:
    """The classic game with a variant, or why there is none."""
    path = folder / f"{data['variant']}.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    try:
        return SHELF.load(f"classic+{path}"), ()
    except kr.RulesError as error:
        return None, error.complaints


def test_the_seventeen_quests_of_a_printed_expansion_are_played_together() -> None:
    rules = SHELF.load("+".join(("classic", *QUESTS)))
    for players in (2, 3, 4):
        for seed in range(4):
            keeps_the_laws(kr.new_game(rules, players=players, seed=seed), seed)


# --- together -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "codes"),
    [
        ("classic+giant-duel+mighty-duel", {"KR304"}),
        ("classic+double-set+three-players-four-dominoes", {"KR304"}),
        ("classic+solo-limited-picks+solo-every-place-once", {"KR237"}),
        ("classic+there-and-back+round-the-table", {"KR304"}),
        ("classic+there-and-back+double-set", {"KR310"}),
    ],
)
def test_house_rules_that_contradict_each_other_are_told_with_both_places(game: str, codes: set[str]) -> None:
    with pytest.raises(kr.RulesError) as caught:
        SHELF.load(game)
    assert {complaint.code for complaint in caught.value.complaints} == codes
    assert all(complaint.related for complaint in caught.value.complaints)


def test_the_order_of_house_rules_never_matters() -> None:
    for first, second in random.Random(3).sample(list(combinations(GALLERY, 2)), 150):
        outcomes = []
        for names in ((first, second), (second, first)):
            try:
                outcomes.append(SHELF.load("+".join(("classic", *names))).hash)
            except kr.RulesError as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    ("game", "pair"),
    [
        ("classic+lost-corner+middle-kingdom", ("scoring.lost-corner", "scoring.middle-kingdom")),
        ("classic+lost-corner+middle-of-any-kingdom", ("scoring.lost-corner", "scoring.middle-of-any-kingdom")),
        ("classic+dry-feet+four-corners-swamp", ("scoring.dry-feet", "scoring.four-corners-swamp")),
    ],
)
def test_rules_that_can_never_both_pay_are_noted(game: str, pair: tuple[str, str], run: Run) -> None:
    assert list(rivals(SHELF.load(game))) == [pair]
    for command in ("check", "show"):
        result = run(command, game)
        assert f"Note: {pair[0]} and {pair[1]} can never both pay." in result.stderr
    assert json.loads(run("check", game, "--json").stdout)["never_both"] == [list(pair)]


def test_who_may_discard_everything_has_a_castle_in_the_middle_and_in_a_corner() -> None:
    rules = SHELF.load("classic+lost-corner+middle-of-any-kingdom+discard-at-a-price")
    assert not list(rivals(rules))
    assert kr.score(rules, kr.Kingdom.parse("C"), players=2).total == 25


@pytest.mark.parametrize("game", ["classic+harmony+middle-kingdom", "classic+costly-gaps+no-grid-limit", "classic"])
def test_rules_that_can_both_pay_are_not_noted(game: str) -> None:
    assert not list(rivals(SHELF.load(game)))


# --- straight lines -----------------------------------------------------------------------------------------


def test_the_best_choice_of_lines_is_the_one_the_slow_judge_finds() -> None:
    luck = random.Random(11)
    rules = SHELF.load("classic")
    found: Counter[tuple[str, int]] = Counter()
    for _ in range(1500):
        size, full = luck.choice((3, 4, 5)), luck.choice((0.4, 0.6, 0.8))
        cells = {(x, y): ("W", int(luck.random() < full)) for x in range(size) for y in range(size) if (x, y) != (0, 0)}
        rule = PointsForLines.model_validate(
            {
                "kind": "points_for_lines",
                "points": 10,
                "length": luck.choice((2, 3, 3, 4)),
                "where": {"crowns": {"at_least": 1}},
                "reading": luck.choice(("apart", "crossing")),
            }
        )
        if len(brute_force.lines_in(rules, cells, rule)) <= TOO_MANY_LINES:
            kingdom = kr.Kingdom.of({cell: kr.Square(*square) for cell, square in cells.items()})
            best = best_lines(rule, kingdom, rules.domino_set.letter_of).n
            assert best == brute_force.most_lines(rules, cells, rule), f"{kingdom}\n{rule}"
            found[rule.reading, best] += 1
    assert {reading for reading, best in found if best > 2} == {"apart", "crossing"}


# --- rulesets drawn at random -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    data: dict[str, Any]
    rules: Ruleset | None
    complaints: tuple[kr.Complaint, ...]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[Drawn]:
    folder = tmp_path_factory.mktemp("drawn")
    luck = random.Random(2026)
    data = [house_rule(f"drawn-{number}", luck) for number in range(DRAWN)]
    return [Drawn(one, *tried(one, folder)) for one in data]


def test_drawn_rulesets_load_or_are_refused_with_a_line(drawn: list[Drawn]) -> None:
    loaded = [one for one in drawn if one.rules is not None]
    assert len(drawn) >= 500
    assert len(loaded) >= len(drawn) // 3, Counter(c.code for one in drawn for c in one.complaints)
    for one in drawn:
        assert (one.rules is None) == bool(one.complaints)
        assert all(complaint.place.line and complaint.message for complaint in one.complaints), one.data


def test_drawn_games_finish_and_keep_every_law(drawn: list[Drawn]) -> None:
    for number, one in enumerate(one for one in drawn if one.rules is not None):
        assert one.rules is not None
        players = sorted(one.rules.players)[number % len(one.rules.players)]
        keeps_the_laws(kr.new_game(one.rules, players=players, seed=number), number)


def test_every_drawn_value_is_heard_in_every_language(drawn: list[Drawn], tmp_path: Path) -> None:
    """Each drawn game against some that differ from it in one value."""
    luck = random.Random(7)
    compared = 0
    for one in drawn:
        if one.rules is None:
            continue
        variations = list(neighbours(one.data["add"]))
        for changed in luck.sample(variations, min(5, len(variations))):
            compared += 1
            other, _ = tried({**one.data, "add": changed, "variant": f"changed-{compared}"}, tmp_path)
            if other is not None and other.hash != one.rules.hash:
                for code in LANGUAGES:
                    assert heard(other, code) != heard(one.rules, code), f"{code}: {one.data['add']} and {changed}"
    assert compared > 500


def test_every_drawn_value_is_felt_at_the_table(drawn: list[Drawn], tmp_path: Path) -> None:
    luck = random.Random(8)
    compared = 0
    for number, one in enumerate(drawn):
        if one.rules is None:
            continue
        variations = [(key, changed) for key in ("add", "set") for changed in neighbours(one.data.get(key, {}))]
        for position, (key, changed) in enumerate(luck.sample(variations, min(10, len(variations)))):
            data = {**one.data, key: changed, "variant": f"changed-{number}-{position}"}
            other, _ = tried({name: value for name, value in data.items() if value != {}}, tmp_path)
            if other is not None and matters(other) != matters(one.rules):
                compared += 1
                before = {name: value for name, value in one.data[key].items() if value != changed.get(name)}
                after = {name: value for name, value in changed.items() if value != one.data[key].get(name)}
                assert felt(one.rules, other, number), f"{before} and {after} are not told apart by playing"
    assert compared > 500


def test_drawn_games_are_told_in_every_language_and_nothing_is_left_in_english(drawn: list[Drawn]) -> None:
    for one in drawn[::3]:
        if one.rules is not None:
            for code in LANGUAGES:
                told = str(heard(one.rules, code))
                assert "[en]" not in told, (code, one.data)
                assert "{" not in told


# --- what cannot be said ------------------------------------------------------------------------------------

HEADER = "format: 1\nvariant: mine\nstatus: house\ntitle: {en: Mine}\n"


@pytest.mark.parametrize(
    ("what", "text", "code", "named"),
    [
        ("dice", "add:\n  scoring.dice: {kind: points_for_dice, points: 6}\n", "KR106", "points_for_lines"),
        ("hidden cards", "set:\n  components.cards: 12\n", "KR305", "dominoes"),
        ("real time", "set:\n  turn.seconds: 30\n", "KR305", "discarding"),
        ("moving dominoes", "set:\n  turn.moving: once\n", "KR305", "discarding"),
        ("building on top", "set:\n  placement.overlap.kind: on_top\n", "KR106", "on_free_cells"),
        (
            "a count nobody knows",
            "add:\n  scoring.x: {kind: points_for_each, points: 1, count: dragons}\n",
            "KR105",
            "crowns",
        ),
        ("code", "add:\n  scoring.x: {kind: points_if, points: 1, python: 'f()'}\n", "KR101", "castle"),
    ],
)
def test_what_the_vocabulary_cannot_say_is_refused_and_the_nearest_parts_are_named(
    what: str, text: str, code: str, named: str, write: Write, run: Run
) -> None:
    write("mine.yaml", HEADER + text)
    _, (complaint,) = kr.check([Path("mine.yaml")])
    assert (complaint.code, named in complaint.allowed) == (code, True), what
    assert complaint.place.line in (6, 7)
    assert named in run("check", "mine.yaml", exit_code=1).stderr
