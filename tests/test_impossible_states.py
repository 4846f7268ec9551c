"""Positions and records that no game can have led to: each is refused, and each with its own sentence."""

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

import kingdomrules as kr
from kingdomrules.play.position import position_schema
from kingdomrules.play.record import record_schema
from tests.random_play import HOUSE_RULES, load, played

Data = dict[str, Any]
Tamper = Callable[[Data], object]


def game(expression: str, players: int, steps: int) -> kr.Game:
    return played(kr.new_game(load(expression), players=players, seed=7), steps, 11)


MIDDLE = game("classic", 3, 40)
OPENING = game("revised", 2, 2)
LAST_ROUND = game("classic", 3, 70)
THREE_REVISED = game("revised", 3, 30)
FINISHED = game("classic", 3, 1000)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def test_the_moments_are_what_the_cases_below_take_them_for() -> None:
    middle = kr.position_json(MIDDLE)
    assert (middle["turn"], middle["placed"], len(middle["taken"])) == (0, True, 0)
    assert OPENING.state.claims == ()
    assert LAST_ROUND.state.line == ()
    assert not LAST_ROUND.over
    assert kr.position_json(THREE_REVISED)["unchosen"]
    assert FINISHED.over


def swap_owner(data: Data) -> None:
    """Give the domino that was just placed to another player's king."""
    first, second = data["claims"][0], data["claims"][1]
    first[1], second[1] = second[1], first[1]


def first_laid(data: Data) -> list[str]:
    laid: list[str] = data["kingdoms"][0]["laid"]
    return laid


TAMPERED: dict[str, tuple[kr.Game, Tamper, str]] = {
    "not an object": (MIDDLE, lambda data: data.clear(), "has no key 'ruleset'"),
    "an unknown key": (MIDDLE, lambda data: data.update(winner=1), "a position has no key 'winner'"),
    "a missing key": (MIDDLE, lambda data: data.pop("line"), "the position has no key 'line'"),
    "another ruleset's hash": (MIDDLE, lambda data: data.update(hash="0" * 16), "the rules are not the same"),
    "a hash that is no text": (MIDDLE, lambda data: data.update(hash=nested(900)), "hash a list"),
    "players as text": (MIDDLE, lambda data: data.update(players="3"), "players: expected whole numbers, got '3'"),
    "players as a truth": (MIDDLE, lambda data: data.update(players=True), "players: expected whole numbers"),
    "half a player": (MIDDLE, lambda data: data.update(players=2.5), "got 2.5"),
    "not a number of players": (MIDDLE, lambda data: data.update(players=float("nan")), "got nan"),
    "a million players": (MIDDLE, lambda data: data.update(players=10**6), "not for 1000000"),
    "players beyond counting": (MIDDLE, lambda data: data.update(players=10**5000), "players: expected whole numbers"),
    "a kingdom too few": (MIDDLE, lambda data: data["kingdoms"].pop(), "3 players have 3 kingdoms"),
    "kingdoms that are no list": (MIDDLE, lambda data: data.update(kingdoms={}), "3 players have 3 kingdoms"),
    "a kingdom without a list": (MIDDLE, lambda data: data["kingdoms"][0].pop("laid"), "expected the keys laid"),
    "a kingdom that is text": (MIDDLE, lambda data: data["kingdoms"].__setitem__(1, "W C"), "kingdom 1: expected"),
    "a claim among placements": (MIDDLE, lambda data: first_laid(data).append("k3"), "got 'k3'"),
    "a number among placements": (MIDDLE, lambda data: first_laid(data).append(3), "got 3"),  # type: ignore[arg-type]
    "a placement nobody can read": (MIDDLE, lambda data: first_laid(data).append("3@e"), "got '3@e'"),
    "nesting among placements": (MIDDLE, lambda data: first_laid(data).append(nested(900)), "got a list"),
    "a domino that is not in the box": (MIDDLE, lambda data: first_laid(data).append("99@1,1e"), "no domino 99"),
    "overlapping halves": (MIDDLE, lambda data: first_laid(data).append(first_laid(data)[0]), "placement.overlap"),
    "a domino far away": (MIDDLE, lambda data: first_laid(data).append("48@99,-99s"), "placement.grid"),
    "a domino that touches nothing": (
        MIDDLE,
        lambda data: data["kingdoms"][0].update(laid=["1@1,1e", *first_laid(data)]),
        "placement.matching",
    ),
    "a domino twice in the pile": (
        MIDDLE,
        lambda data: data["pile"].__setitem__(0, data["pile"][1]),
        "is in 2 places",
    ),
    "a domino laid and in the pile": (
        MIDDLE,
        lambda data: data["pile"].__setitem__(0, int(first_laid(data)[0].split("@")[0])),
        "is in 2 places",
    ),
    "a domino nowhere": (MIDDLE, lambda data: data["taken_out"].pop(), "is nowhere"),
    "a domino 49 in the pile": (MIDDLE, lambda data: data["pile"].__setitem__(0, 49), "there is no domino 49"),
    "a pile with text": (
        MIDDLE,
        lambda data: data["pile"].__setitem__(0, "1"),
        "pile: expected whole numbers, got '1'",
    ),
    "a pile that is no list": (MIDDLE, lambda data: data.update(pile="1 2 3"), "pile: expected a list"),
    "a pile with a huge number": (MIDDLE, lambda data: data["pile"].append(10**400), "pile: expected whole numbers"),
    "a pile with nothing in it": (MIDDLE, lambda data: data["pile"].append(None), "pile: expected whole numbers"),
    "a pile of a thousand": (MIDDLE, lambda data: data.update(pile=[1] * 1000), "pile: expected a list"),
    "a pile that does not fit": (
        MIDDLE,
        lambda data: data["taken_out"].append(data["pile"].pop()),
        "does not fit lines of 3",
    ),
    "a line too short": (MIDDLE, lambda data: data["taken_out"].append(data["line"].pop()), "a line has 3 dominoes"),
    "a line in disorder": (MIDDLE, lambda data: data["line"].reverse(), "line: dominoes lie in ascending order"),
    "claims in disorder": (
        OPENING,
        lambda data: data.update(line=[data["line"][1], data["line"][0], *data["line"][2:]]),
        "in ascending order",
    ),
    "a king too many": (MIDDLE, lambda data: data["claims"].append([1, data["claims"][0][1]]), "2 kings there"),
    "a king too few": (
        MIDDLE,
        lambda data: data.update(claims=data["claims"][1:], placed=False),
        "all 3 kings stand on a domino",
    ),
    "a king of nobody": (MIDDLE, lambda data: data["claims"][0].__setitem__(1, 3), "numbered from 0 to 2, got 3"),
    "a claim with three numbers": (MIDDLE, lambda data: data["claims"][0].append(1), "expected pairs"),
    "claims that are no list": (MIDDLE, lambda data: data.update(claims=3), "claims of a position: expected pairs"),
    "a claim by somebody else": (MIDDLE, swap_owner, "dominoes by now"),
    "a placed domino under a claim": (
        MIDDLE,
        lambda data: data["claims"][0].__setitem__(0, 1 if data["claims"][0][0] != 1 else 2),
        "neither laid nor discarded",
    ),
    "a turn before the first": (MIDDLE, lambda data: data.update(turn=-1, placed=True), ""),
    "a turn after the last": (MIDDLE, lambda data: data.update(turn=9, placed=False), ""),
    "placed in words": (MIDDLE, lambda data: data.update(placed="yes"), "expected true or false"),
    "not placed after all": (MIDDLE, lambda data: data.update(placed=False), "is in 2 places"),
    "a choice out of turn": (
        MIDDLE,
        lambda data: data["taken"].append([data["line"][0], data["claims"][0][1]]),
        "in the order of their turns",
    ),
    "a choice from nowhere": (MIDDLE, lambda data: data["taken"].append([48, 0]), "is not in the line"),
    "first_choice in the middle": (MIDDLE, lambda data: data.update(first_choice=[0, 1, 2]), "first_choice is over"),
    "an unchosen domino where all are chosen": (
        MIDDLE,
        lambda data: data["unchosen"].append(data["taken_out"].pop()),
        "0 of each line stay unchosen; got 1",
    ),
    "a line nobody left a domino of": (
        THREE_REVISED,
        lambda data: data["taken_out"].append(data["unchosen"].pop()),
        "1 of each line stay unchosen",
    ),
    "a discard that never happened": (
        MIDDLE,
        lambda data: data["kingdoms"][0]["discarded"].append(data["taken_out"].pop()),
        "dominoes by now",
    ),
    "an opening out of order": (
        OPENING,
        lambda data: data.update(first_choice=[0, 0, 1, 1]),
        "goes back and forth",
    ),
    "an opening without kings": (OPENING, lambda data: data.update(first_choice=[]), "every player once for each king"),
    "an opening by one player": (OPENING, lambda data: data.update(first_choice=[0, 0, 0, 1]), "every player once"),
    "an opening choice from nowhere": (
        OPENING,
        lambda data: data["taken"][0].__setitem__(0, data["pile"][0]),
        "is not in the line",
    ),
    "two kings on a domino": (
        OPENING,
        lambda data: data["taken"][0].__setitem__(0, data["taken"][1][0]),
        "one king on a domino",
    ),
    "an opening in the wrong turn": (
        OPENING,
        lambda data: data["taken"].reverse(),
        "in the order of first_choice",
    ),
    "an opening with a turn": (OPENING, lambda data: data.update(turn=1), "nobody has had a turn"),
    "an opening with a discard": (
        OPENING,
        lambda data: data["kingdoms"][0]["discarded"].extend(data["pile"].pop() for _ in range(4)),
        "before the first round nothing is placed",
    ),
    "a claim to follow in the last round": (
        LAST_ROUND,
        lambda data: data.update(placed=True),
        "",
    ),
    "a choice in the last round": (
        LAST_ROUND,
        lambda data: data["taken"].append(list(data["claims"][0])),
        "nothing to choose from",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_position_is_refused_with_a_sentence(name: str) -> None:
    start, tamper, sentence = TAMPERED[name]
    data = kr.position_json(start)
    assert kr.position_json(kr.game_from_position(start.rules, data)) == data
    tamper(data)
    with pytest.raises(kr.KingdomRulesError, match=r"\w+ \w+ \w+") as caught:
        kr.game_from_position(start.rules, data)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("data", [None, 3, "position", [], [1], nested(900), True, float("inf")], ids=repr)
def test_what_is_no_object_is_neither_a_position_nor_a_record(data: object) -> None:
    with pytest.raises(kr.Unreadable, match="object with keys"):
        kr.game_from_position(MIDDLE.rules, data)
    with pytest.raises(kr.Unreadable, match="object with keys"):
        kr.Record.from_json(data)


RECORD = kr.Record.of(FINISHED).as_json()
DEALT = kr.Record.of(FINISHED)._replace(seed=None, deal=FINISHED.deal).as_json()

FORGED: dict[str, tuple[Data, Tamper, str]] = {
    "an unknown key": (RECORD, lambda data: data.update(cheat=1), "a record has no key 'cheat'"),
    "a missing key": (RECORD, lambda data: data.pop("moves"), "the record has no key 'moves'"),
    "players as text": (RECORD, lambda data: data.update(players="3"), "expected a whole number, got text"),
    "players as a truth": (RECORD, lambda data: data.update(players=True), "expected a whole number, got true"),
    "players beyond counting": (RECORD, lambda data: data.update(players=10**5000), "players: expected whole numbers"),
    "five players": (RECORD, lambda data: data.update(players=5), "not for 5"),
    "a seed and a pile": (RECORD, lambda data: data.update(pile=[1]), "either a seed, or a pile"),
    "neither a seed nor a pile": (RECORD, lambda data: data.pop("seed"), "either a seed, or a pile"),
    "a seed that is no number": (RECORD, lambda data: data.update(seed=float("nan")), "seed of a record: expected"),
    "a seed beyond counting": (RECORD, lambda data: data.update(seed=10**5000), "at most 100 digits"),
    "another seed": (RECORD, lambda data: data.update(seed=8), "move 1 of the record"),
    "another hash": (RECORD, lambda data: data.update(hash="f" * 16), "the rules are not the same"),
    "a hash of numbers": (RECORD, lambda data: data.update(hash=12), "hash of a record: expected text"),
    "moves as one text": (RECORD, lambda data: data.update(moves="k1 k2"), "moves of a record: expected a list"),
    "a move that is a number": (RECORD, lambda data: data["moves"].__setitem__(0, 5), "are texts such as"),
    "a move nobody can read": (RECORD, lambda data: data["moves"].__setitem__(0, "K5"), "got 'K5'"),
    "a move that nests": (RECORD, lambda data: data["moves"].__setitem__(0, nested(900)), "are texts such as"),
    "too many moves": (RECORD, lambda data: data.update(moves=["k1"] * 5001), "at most 5000 moves"),
    "a move left out": (RECORD, lambda data: data["moves"].pop(10), "of the record: the move"),
    "a move made twice": (RECORD, lambda data: data["moves"].insert(3, data["moves"][3]), "move 5 of the record"),
    "a move after the end": (RECORD, lambda data: data["moves"].append("k1"), "end.game-over"),
    "a game broken off with a result": (RECORD, lambda data: data["moves"].pop(), "do not finish the game"),
    "a wrong result": (RECORD, lambda data: data.update(result=[999, 0, 0]), "says the result is 999 0 0"),
    "a result for two": (RECORD, lambda data: data["result"].pop(), "the record says the result is"),
    "a result in words": (RECORD, lambda data: data.update(result="won"), "result: expected a list"),
    "a result of nothing": (RECORD, lambda data: data.update(result=[None] * 3), "result: expected whole numbers"),
    "a domino twice": (DEALT, lambda data: data["pile"].__setitem__(0, data["pile"][1]), "is there twice"),
    "a domino of another box": (DEALT, lambda data: data["pile"].__setitem__(0, 77), "there is no domino 77"),
    "a pile too short": (DEALT, lambda data: data["pile"].pop(), "the pile has 35 dominoes; 3 players use 36"),
    "a box with a hole": (DEALT, lambda data: data["taken_out"].pop(), "hold 47 dominoes, and the box has 48"),
    "a pile of text": (DEALT, lambda data: data.update(pile="all"), "pile: expected a list"),
    "a pile without the rest": (DEALT, lambda data: data.pop("taken_out"), "taken_out: expected a list"),
    "a king too many": (DEALT, lambda data: data["first_choice"].append(0), "each as often as they have kings"),
    "a king of nobody": (DEALT, lambda data: data["first_choice"].__setitem__(0, 9), "from 0 to 2"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_record_is_refused_with_a_sentence(name: str) -> None:
    original, tamper, sentence = FORGED[name]
    assert kr.Record.from_json(original).replay(FINISHED.rules).game == FINISHED
    data = copy.deepcopy(original)
    tamper(data)
    with pytest.raises(kr.KingdomRulesError, match=r"\w+ \w+ \w+") as caught:
        kr.Record.from_json(data).replay(FINISHED.rules)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 400


def test_kings_that_did_not_go_back_and_forth_are_refused() -> None:
    finished = played(OPENING, 1000, 1)
    record = kr.Record.of(finished)._replace(seed=None, deal=finished.deal._replace(first_choice=(0, 0, 1, 1)))
    with pytest.raises(kr.KingdomRulesError, match="back and forth"):
        record.replay(OPENING.rules)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a record begins with 'kingdomrules record 1'"),
        ("moves: k1", "a record begins with"),
        ("kingdomrules record 2\n", "of format '2'; this kingdomrules reads format 1"),
        ("kingdomrules record 1\nhallo\n", "line 2 of the record: expected 'key: value', got 'hallo'"),
        ("kingdomrules record 1\nplayers: 3\nplayers: 3\n", "line 3 of the record: 'players' is written twice"),
        ("kingdomrules record 1\nname: x\n", "line 2 of the record: 'name' is none of"),
        ("kingdomrules record 1\nplayers: three\n", "players of a record: expected whole numbers, got 'three'"),
        ("kingdomrules record 1\nplayers: 3 4\n", "expected one whole number"),
        ("kingdomrules record 1\nseed:\n", "expected one whole number"),
        ("kingdomrules record 1\nseed: " + "9" * 101, "seed of a record: expected whole numbers"),
        ("kingdomrules record 1\n" + "#" * 100_000, "at most 100000 characters"),
    ],
)
def test_text_that_is_no_record_is_told_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(kr.Unreadable) as caught:
        kr.Record.parse(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("picture", "sentence"),
    [
        ("W1 C C", "a kingdom has one castle, and this picture has 2"),
        ("W1 w C", "row 1, cell 2 of the picture"),
        ("W C\nW8 W", "row 2, cell 1 of the picture"),
        ("C " + "W " * 61, "at most 60 cells"),
        ("W " * 60_000, "at most 100000 characters"),
    ],
)
def test_pictures_that_make_no_sense_are_refused(picture: str, sentence: str) -> None:
    with pytest.raises(kr.Unreadable) as caught:
        kr.Kingdom.parse(picture)
    assert sentence in str(caught.value)


def test_kingdoms_keep_their_limits() -> None:
    wheat = kr.Square("W")
    with pytest.raises(kr.Unreadable, match="taken twice"):
        kr.Kingdom.of({(0, 0): wheat})
    with pytest.raises(kr.Unreadable, match="at most 7 crowns"):
        kr.Kingdom.of({(1, 0): kr.Square("W", 8)})
    with pytest.raises(kr.Unreadable, match="at most 60 cells"):
        kr.Kingdom.parse("C").with_domino(kr.Domino(wheat, wheat), 60, 0, 1, 0)
    with pytest.raises(kr.Unreadable, match="no terrain of classic has the letter 'Z'"):
        kr.score(load("classic"), kr.Kingdom.parse("Z C"))
    with pytest.raises(kr.Unreadable, match="no terrain of classic has the letter 'A'"):
        kr.placements(load("classic"), kr.Kingdom.parse("C"), kr.Domino.parse("A W"))
    with pytest.raises(kr.Unreadable, match="numbered from 1 to 48, there is no 49"):
        kr.placements(load("classic"), kr.Kingdom.parse("C"), 49)
    with pytest.raises(kr.Unreadable, match="a direction e, n, w or s, got 'north'"):
        kr.refusals(load("classic"), kr.Kingdom.parse("C"), 1, 0, 0, "north")
    with pytest.raises(kr.Unreadable, match="no dominoes or some, not -1"):
        kr.score(load("classic"), kr.Kingdom.parse("C"), -1)


def test_a_kingdom_grows_beyond_the_field_it_was_drawn_on() -> None:
    forest = kr.Domino.parse("F1 F")
    grown = kr.Kingdom.parse("C W W W W").with_domino(forest, 5, 0, 1, 0).with_domino(forest, 0, -7, 0, -1)
    assert grown.square_at((6, 0)) == kr.Square("F")
    assert grown == kr.Kingdom.parse(str(grown))
    assert kr.score(load("classic"), grown).total == 4


def test_the_grid_has_to_be_known_only_where_it_matters() -> None:
    kingdom = kr.Kingdom.parse("W1 C")
    assert kr.score(load("revised"), kingdom).total == 1
    assert kr.score(load("revised+harmony"), kingdom).total == 6
    with pytest.raises(kr.KingdomRulesError, match="depends on the number of players"):
        kr.score(load("revised+middle-kingdom"), kingdom)
    with pytest.raises(kr.KingdomRulesError, match="depends on the number of players"):
        kr.placements(load("revised"), kingdom, 1)
    with pytest.raises(kr.WrongPlayers):
        kr.score(load("revised"), kingdom, players=7)


@pytest.mark.parametrize("seed", [None, "7", 1.5, True, 10**100])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(kr.Unreadable, match="a seed is a whole number"):
        kr.new_game(load("classic"), players=2, seed=seed)


def test_a_move_in_no_direction_is_unreadable() -> None:
    with pytest.raises(kr.Unreadable, match="a direction e, n, w or s"):
        MIDDLE.refusals(kr.Place(1, 0, 0, "up"))


def test_a_game_taken_up_in_the_middle_has_no_record() -> None:
    with pytest.raises(kr.KingdomRulesError, match="taken up in the middle"):
        kr.Record.of(kr.game_from_position(MIDDLE.rules, kr.position_json(MIDDLE)))


def test_schemas_refuse_what_has_the_wrong_shape() -> None:
    jsonschema.Draft7Validator.check_schema(record_schema())
    jsonschema.Draft7Validator.check_schema(position_schema())
    for schema, data in ((record_schema(), RECORD), (position_schema(), kr.position_json(MIDDLE))):
        jsonschema.validate(json.loads(json.dumps(data)), schema)
        for wrong in ({**data, "extra": 1}, {**data, "players": "3"}, {**data, "hash": 3}):
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(wrong, schema)


# --- adjudication: a record under other rules ---


def test_a_record_is_adjudicated_by_other_rules_with_what_differs() -> None:
    record = kr.Record.of(FINISHED)
    harmony = load("classic+harmony")
    with pytest.raises(kr.KingdomRulesError, match="the rules are not the same"):
        record.replay(harmony)
    replay = record.replay(harmony, adjudicate=True)
    full = [not lost for lost in FINISHED.state.discards]
    assert [sheet.total for sheet in replay.game.scores()] == [
        sheet.total + 5 * whole for sheet, whole in zip(FINISHED.scores(), full, strict=True)
    ]
    assert "the rules are not the same" in replay.differences[0]
    assert ("the record says the result is" in replay.differences[-1]) == any(full)


def test_adjudication_tells_a_different_result() -> None:
    joins = load(f"classic+{HOUSE_RULES / 'lenient.yaml'}")
    replay = kr.Record.of(FINISHED).replay(joins, adjudicate=True)
    assert replay.game.over
    assert len(replay.differences) == 2
    assert "the rules say" in replay.differences[1]


def test_the_same_game_by_another_name_differs_in_nothing_else() -> None:
    drawn = (kr.new_game(load("classic+mighty-duel"), players=2, seed=seed) for seed in range(100))
    duel = played(next(game for game in drawn if game.deal.first_choice == (1, 0, 0, 1)), 1000, 5)
    record = kr.Record.of(duel)._replace(seed=None, deal=duel.deal)
    replay = record.replay(load("revised"), adjudicate=True)
    assert len(replay.differences) == 1
    assert replay.game.scores() == duel.scores()


def test_a_record_of_another_game_is_adjudicated_up_to_the_move_that_breaks_a_rule(tmp_path: Any) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(
        "format: 1\nvariant: small\nstatus: house\ntitle: {en: Small}\nextends: [mighty-duel]\n"
        "set: {players.2.grid: 5}\n",
        encoding="utf-8",
    )
    duel = played(kr.new_game(load("classic+mighty-duel"), players=2, seed=3), 1000, 5)
    replay = kr.Record.of(duel).replay(kr.load(f"classic+{path}"), adjudicate=True)
    assert not replay.game.over
    assert "placement.grid" in replay.differences[-1]
    assert f"move {len(replay.game.moves) + 1} of the record" in replay.differences[-1]
