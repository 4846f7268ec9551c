"""Cases from the rulebooks, as sentences with pictures: `cases/` holds them, written by hand."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import kingdomrules as kr
from kingdomrules.play.scoring import match_ranking, ranking
from tests.conftest import Write

FOLDER = Path(__file__).parent / "cases"
Case = dict[str, Any]

CASES: dict[str, list[Case]] = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yaml"))
}
ABOUT = {"name", "source", "ruleset", "house", "players"}
READ_WITH = {
    "domino": {"kingdom", "legal", "refused", "number_of_places"},
    "score": {"kingdom", "discards", "lines", "largest", "crowns"},
    "places": {"kingdoms", "games", "discards", "winners", "decided_by"},
    "setup": set(),
    "not_for": set(),
    "pile": {
        *("first_choice", "moves", "player", "round", "line", "offered", "claims", "unchosen", "scores", "refused"),
        *("other_pile", "same_views", "another_game_unchanged", "earlier_positions_unchanged"),
    },
}
"""The key that sends a case to its test, and what else that test looks at."""


def cases(needed: str) -> pytest.MarkDecorator:
    """The cases that have one key, each under its sentence."""
    found = [case for group in CASES.values() for case in group if needed in case]
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in found])


def rules_of(case: Case, write: Write) -> kr.Ruleset:
    expression = case.get("ruleset", "classic")
    if house := case.get("house"):
        variant = {"format": 1, "variant": "house", "status": "house", "title": {"en": "House rule"}, **house}
        expression += f"+{write('./house.yaml', yaml.safe_dump(variant))}"
    return kr.load(expression)


@cases("domino")
def test_placing(case: Case, write: Write) -> None:
    rules, kingdom = rules_of(case, write), kr.Kingdom.parse(case["kingdom"])
    domino = kr.Domino.parse(case["domino"]) if isinstance(case["domino"], str) else case["domino"]
    players = case.get("players")
    for notation in case.get("legal", ()):
        assert kr.refusals(rules, kingdom, domino, *spot(notation), players=players) == (), notation
    for notation, reasons in case.get("refused", {}).items():
        found = kr.refusals(rules, kingdom, domino, *spot(notation), players=players)
        expected = {rule: {(x, y) for x, y in cells} for rule, cells in reasons.items()}
        assert {refusal.rule: set(refusal.cells) for refusal in found} == expected, notation
    places = kr.placements(rules, kingdom, domino, players=players)
    assert len(places) == case.get("number_of_places", len(places))
    found_cells = {frozenset(place.cells) for place in places}
    assert all(frozenset(spot(notation).cells) in found_cells for notation in case.get("legal", ()))
    assert not [notation for notation in case.get("refused", ()) if spot(notation) in places]


def spot(notation: str) -> kr.Spot:
    move = kr.parse_move(f"1@{notation}")
    assert isinstance(move, kr.Place)
    return move.spot


@cases("score")
def test_scoring(case: Case, write: Write) -> None:
    rules, kingdom = rules_of(case, write), kr.Kingdom.parse(case["kingdom"])
    sheet = kr.score(rules, kingdom, case.get("discards", 0), players=case.get("players"))
    earned: Counter[str] = Counter()
    for line in sheet.lines:
        earned[line.rule] += line.points
    assert {rule: points for rule, points in earned.items() if points} == case["score"]
    assert sheet.total == sum(case["score"].values())
    if "lines" in case:
        lands = [[line.terrain, line.squares, line.crowns, line.points] for line in sheet.lines if line.terrain]
        assert sorted(lands) == sorted(case["lines"])
    assert sheet.largest_property == case.get("largest", sheet.largest_property)
    assert sheet.crowns == case.get("crowns", sheet.crowns)


@cases("places")
def test_ties(case: Case, write: Write) -> None:
    rules = rules_of(case, write)
    games = case.get("games") or [case["kingdoms"]]
    discards = case.get("discards") or [0] * len(games[0])
    sheets = [
        [kr.score(rules, kr.Kingdom.parse(picture), lost) for picture, lost in zip(pictures, discards, strict=True)]
        for pictures in games
    ]
    found = match_ranking(rules, sheets) if "games" in case else ranking(rules, sheets[0])
    by_player = sorted(found.standings)
    assert [standing.place for standing in by_player] == case["places"]
    assert [standing.place for standing in found.standings] == sorted(case["places"])
    assert list(found.winners) == case["winners"]
    for player, rule in case.get("decided_by", {}).items():
        assert by_player[player].decided_by == rule


@cases("setup")
def test_setup(case: Case, write: Write) -> None:
    rules, players = rules_of(case, write), case["players"]
    row = rules.row(players)
    game = kr.new_game(rules, players=players, seed=1)
    assert case["setup"] == {
        "kings": len(game.deal.first_choice) // players,
        "rounds": game.rounds,
        "line": len(game.state.line),
        "taken_out": len(game.deal.taken_out),
        "unchosen": rules.unchosen(players),
        "grid": row.grid,
        "games": rules.match.games,
    }


@cases("not_for")
def test_numbers_of_players(case: Case, write: Write) -> None:
    with pytest.raises(kr.WrongPlayers) as caught:
        kr.new_game(rules_of(case, write), players=case["players"], seed=1)
    assert list(caught.value.allowed) == case["not_for"]


def dealt(rules: kr.Ruleset, case: Case, pile: list[int], moves: list[str]) -> kr.Game:
    """The game with these dominoes dealt first, after these moves."""
    row = rules.row(case["players"])
    rest = [number for number in sorted(rules.domino_set.pieces) if number not in pile]
    box = pile + rest
    record = {
        "ruleset": rules.expression,
        "hash": rules.hash,
        "players": case["players"],
        "pile": box[: row.dominoes],
        "taken_out": box[row.dominoes :],
        "first_choice": case["first_choice"],
        "moves": moves,
    }
    return kr.Record.from_json(record).replay(rules).game


@cases("pile")
def test_drafting(case: Case, write: Write) -> None:
    rules = rules_of(case, write)
    moves = case.get("moves", [])
    game = dealt(rules, case, case["pile"], moves)
    found = {
        "player": game.player,
        "round": game.round,
        "line": [domino.number for domino in game.view(0).line],
        "offered": sorted(str(move) for move in game.legal_moves()),
        "claims": [list(claim) for claim in game.view(0).claims],
        "unchosen": kr.position_json(game)["unchosen"],
        "scores": [sheet.total for sheet in game.scores()],
    }
    expected = {**case, "offered": sorted(case.get("offered", ()))}
    assert {key: found[key] for key in case if key in found} == {key: expected[key] for key in case if key in found}
    for notation, reasons in case.get("refused", {}).items():
        assert [refusal.rule for refusal in game.refusals(notation)] == reasons, notation
        with pytest.raises(kr.IllegalMove):
            game.after(notation)
    if case.get("same_views"):
        other = dealt(rules, case, case["other_pile"], moves)
        assert other.deal != game.deal
        assert [other.view(player) for player in range(3)] == [game.view(player) for player in range(3)]
    if case.get("another_game_unchanged"):
        first, second = dealt(rules, case, case["pile"], []), dealt(rules, case, case["pile"], [])
        for move in moves:
            first = first.after(move)
        assert second == dealt(rules, case, case["pile"], [])
        assert second.kingdoms == (kr.Kingdom.parse("C"),) * case["players"]
    if case.get("earlier_positions_unchanged"):
        past = [dealt(rules, case, case["pile"], [])]
        for move in moves:
            past.append(past[-1].after(move))
        assert past == [dealt(rules, case, case["pile"], moves[:count]) for count in range(len(moves) + 1)]
        assert past[0].kingdoms == (kr.Kingdom.parse("C"),) * case["players"]


@pytest.mark.parametrize("group", CASES)
def test_every_case_is_a_sentence_with_a_source_and_every_word_of_it_is_read(group: str) -> None:
    for case in CASES[group]:
        assert case["name"].strip()
        assert case["source"].strip()
        tests = [needed for needed in READ_WITH if needed in case]
        assert tests, case["name"]
        assert set(case) <= ABOUT.union(tests, *(READ_WITH[needed] for needed in tests)), case["name"]


def test_no_sentence_is_written_twice() -> None:
    names = Counter(case["name"] for group in CASES.values() for case in group)
    assert [name for name, times in names.items() if times > 1] == []
