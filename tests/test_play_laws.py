"""What holds in every game, whatever the rules: random play against a slow second opinion."""

import copy
import json
import pickle
import random
from collections import Counter
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kingdomrules as kr
from kingdomrules.play.position import position_schema
from kingdomrules.play.record import record_schema
from tests import brute_force
from tests.random_play import AT_HOME, OFFICIAL, finished_games, games_in_progress, load, new_games, played

some = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(some, max_examples=250)
few = settings(some, max_examples=40)

seeds = st.integers(0, 2**32)


def land_of(kingdom: kr.Kingdom) -> brute_force.Land:
    return {cell: (square.letter, square.crowns) for cell, square in kingdom.squares().items()}


def random_moves(seed: int, count: int) -> list[kr.Move]:
    """Moves nobody asked whether they are legal."""
    rng = random.Random(seed)
    moves: list[kr.Move] = []
    for _ in range(count):
        number = rng.randint(1, 49)
        near = kr.Place(number, rng.randint(-5, 5), rng.randint(-5, 5), rng.choice("enws"))
        far = kr.Place(number, rng.randint(-99, 99), rng.randint(-99, 99), rng.choice("enws"))
        choice: list[kr.Move] = [near, near, far, kr.Discard(number), kr.Claim(number)]
        moves.append(rng.choice(choice))
    return moves


# --- the second opinion ---


@few
@given(new_games(), seeds)
def test_a_whole_game_goes_as_the_slow_judge_plays_it(game: kr.Game, seed: int) -> None:
    slow = brute_force.SlowGame(game.rules, game.players, game.deal.pile, game.deal.first_choice)
    decisions = slow.decisions()
    draw = random.Random(seed).random
    decision = next(decisions)
    while True:
        assert game.player == decision.player
        offered = {str(move) for move in game.legal_moves()}
        assert offered <= set(decision.legal)
        lands = [decision.legal[notation] for notation in offered]
        assert Counter(lands) == Counter(set(decision.legal.values()) if decision.halves else lands)
        assert decision.halves is not None or offered == set(decision.legal)
        notation = sorted(decision.legal)[int(draw() * len(decision.legal))]
        game = game.after(notation)
        try:
            decision = decisions.send(notation)
        except StopIteration:
            break
    assert game.over
    assert [land_of(kingdom) for kingdom in game.kingdoms] == slow.lands
    for land, discarded, sheet in zip(slow.lands, slow.discarded, game.scores(), strict=True):
        assert by_rule(sheet) == brute_force.points(game.rules, slow.grid, land, len(discarded))


@some
@given(games_in_progress())
def test_a_placement_is_legal_exactly_when_the_slow_judge_finds_no_broken_rule(game: kr.Game) -> None:
    domino, player = game.domino, game.player
    if domino is None or player is None:
        return
    land = land_of(game.kingdoms[player])
    halves = (domino.first, domino.second)
    legal = set(game.legal_moves())
    for x, y, direction, cells in brute_force.spots(min(brute_force.far_enough(land), 8)):
        move = kr.Place(domino.number, x, y, direction)
        reasons = game.refusals(move)
        kinds = {game.rules.placement[refusal.rule.removeprefix("placement.")].kind for refusal in reasons}
        assert kinds == brute_force.broken_kinds(game.rules, game.table.row.grid, land, halves, cells)
        assert len(kinds) == len(reasons)
        turned = kr.Place(domino.number, *cells[1], {"e": "w", "n": "s", "w": "e", "s": "n"}[direction])
        equal_halves = domino.first == domino.second
        assert (not reasons) == (move in legal or (equal_halves and turned in legal))


@some
@given(games_in_progress())
def test_a_kingdom_can_be_asked_about_without_a_game(game: kr.Game) -> None:
    domino, player = game.domino, game.player
    if domino is None or player is None:
        return
    kingdom = kr.Kingdom.parse(str(game.kingdoms[player]))
    spots = set(kr.placements(game.rules, kingdom, domino, players=game.players))
    assert spots == {move.spot for move in game.legal_moves() if isinstance(move, kr.Place)}
    for spot in spots:
        (x, y), (far_x, far_y) = spot.cells
        assert not kr.refusals(game.rules, kingdom, domino.number, *spot, players=game.players)
        grown = kingdom.with_domino(domino, x, y, far_x - x, far_y - y)
        assert grown == game.after(kr.Place(domino.number, *spot)).kingdoms[player]
        assert hash(grown) == hash(kr.Kingdom.parse(str(grown)))


# --- moves ---


@many
@given(games_in_progress())
def test_every_move_on_offer_is_accepted_and_none_is_on_offer_when_the_game_is_over(game: kr.Game) -> None:
    moves = game.legal_moves()
    assert (not moves) == game.over == (game.player is None)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert game.refusals(move) == ()
        assert game.after(move).moves == (*game.moves, move)


@many
@given(games_in_progress(), seeds)
def test_after_raises_with_the_refusals_exactly_when_there_are_some(game: kr.Game, seed: int) -> None:
    for move in random_moves(seed, 30):
        reasons = game.refusals(move)
        if reasons:
            with pytest.raises(kr.IllegalMove) as caught:
                game.after(move)
            assert caught.value.refusals == reasons
            assert caught.value.move == move
            assert all(reason.rule in str(caught.value) for reason in reasons)
        else:
            assert len(game.after(move).moves) == len(game.moves) + 1


@many
@given(games_in_progress(), seeds)
def test_the_notation_of_every_move_reads_back(game: kr.Game, seed: int) -> None:
    for move in [*game.legal_moves(), *random_moves(seed, 20)]:
        assert kr.parse_move(str(move)) == move
        assert game.refusals(str(move)) == game.refusals(move)
    for move in game.legal_moves()[:3]:
        assert game.after(str(move)) == game.after(move)


# --- dominoes and squares ---


@many
@given(games_in_progress())
def test_every_domino_of_the_box_is_in_one_place(game: kr.Game) -> None:
    position = kr.position_json(game)
    waiting = position["claims"][position["turn"] + position["placed"] :]
    places = [int(text.split("@")[0]) for kingdom in position["kingdoms"] for text in kingdom["laid"]]
    places += [number for kingdom in position["kingdoms"] for number in kingdom["discarded"]]
    places += [number for number, _ in waiting]
    places += position["line"] + position["pile"] + position["taken_out"] + position["unchosen"]
    assert sorted(places) == sorted(game.rules.domino_set.pieces)
    assert len(game.deal.taken_out) == game.rules.taken_out(game.players)


@many
@given(games_in_progress())
def test_squares_of_all_kingdoms_are_those_of_the_dominoes_laid(game: kr.Game) -> None:
    laid = [move.domino for move in game.moves if isinstance(move, kr.Place)]
    halves = Counter(half for number in laid for half in game.rules.domino_set.pieces[number])
    letters = game.rules.domino_set.terrain_of
    squares = [square for kingdom in game.kingdoms for square in kingdom.squares().values()]
    assert Counter(letters[square.letter] + "*" * square.crowns for square in squares) == halves


@many
@given(games_in_progress())
def test_every_square_is_counted_once_and_a_sheet_is_the_sum_of_its_lines(game: kr.Game) -> None:
    for player, sheet in enumerate(game.scores()):
        kingdom = game.kingdoms[player]
        lands = [line for line in sheet.lines if line.terrain]
        cells = [cell for line in lands for cell in line.cells]
        assert sorted(cells) == sorted(kingdom.squares())
        for line in lands:
            squares = [kingdom.squares()[cell] for cell in line.cells]
            assert (line.squares, line.crowns) == (len(squares), sum(square.crowns for square in squares))
            assert {game.rules.domino_set.terrain_of[square.letter] for square in squares} == {line.terrain}
            assert line.points == line.squares * line.crowns
        assert sheet.total == sum(line.points for line in sheet.lines)
        assert sheet.crowns == sum(square.crowns for square in kingdom.squares().values())
        assert all(line.rule.removeprefix("scoring.") in game.rules.scoring for line in sheet.lines)


def by_rule(sheet: kr.ScoreSheet) -> dict[str, int]:
    earned: Counter[str] = Counter()
    for line in sheet.lines:
        earned[line.rule] += line.points
    return {rule: points for rule, points in earned.items() if points}


@many
@given(games_in_progress())
def test_scores_and_what_breaks_ties_are_those_of_the_slow_judge(game: kr.Game) -> None:
    for kingdom, discards, sheet in zip(game.kingdoms, game.state.discards, game.scores(), strict=True):
        land = land_of(kingdom)
        assert by_rule(sheet) == brute_force.points(game.rules, game.table.row.grid, land, discards)
        joined = any(getattr(rule, "castle", "neutral") == "joins" for rule in game.rules.scoring.values())
        lands = brute_force.properties(land, castle_joins=joined)
        assert sheet.largest_property == max((len(cells) for _, cells, _ in lands), default=0)
        assert by_rule(kr.score(game.rules, kingdom, discards, players=game.players)) == by_rule(sheet)


@many
@given(finished_games)
def test_the_ranking_orders_by_points_then_by_the_ties_and_counts_places_on(game: kr.Game) -> None:
    sheets = game.scores()
    breakers = sorted((rule.order, rule.kind) for rule in game.rules.ties.values() if hasattr(rule, "order"))
    keys = [
        [sheet.total, *(sheet.crowns if kind == "most_crowns" else sheet.largest_property for _, kind in breakers)]
        for sheet in sheets
    ]
    ranking = game.ranking()
    assert {standing.player for standing in ranking.standings} == set(range(game.players))
    for standing in ranking.standings:
        better = sum(key > keys[standing.player] for key in keys)
        assert standing.place == better + 1
        assert standing.total == sheets[standing.player].total
    first = tuple(player for player, key in enumerate(keys) if key == max(keys))
    stands = any(rule.kind == "tie_stands" for rule in game.rules.ties.values())
    assert ranking.winners == (() if game.players == 1 or (stands and len(first) > 1) else first)


@few
@given(new_games(tuple(game for game in OFFICIAL if "dynasty" in game)), seeds)
def test_a_match_adds_up_its_games(game: kr.Game, seed: int) -> None:
    rng = random.Random(seed)
    match = kr.new_match(game.rules, players=game.players, seed=seed)
    while moves := match.legal_moves():
        match = match.after(rng.choice(moves))
    assert match.over
    assert len(match.games) == game.rules.match.games
    assert len({one.deal for one in match.games}) == len(match.games)
    totals = [sum(sheets[player].total for sheets in match.scores()) for player in range(game.players)]
    assert {standing.player: standing.total for standing in match.ranking().standings} == dict(enumerate(totals))
    assert pickle.loads(pickle.dumps(match)) == match


# --- what a player may know ---


@some
@given(games_in_progress(), seeds)
def test_views_are_equal_for_games_that_differ_only_in_what_is_hidden(game: kr.Game, seed: int) -> None:
    position = kr.position_json(game)
    hidden = position["pile"] + position["taken_out"]
    random.Random(seed).shuffle(hidden)
    face_down = len(position["pile"])
    other = {**position, "pile": hidden[:face_down], "taken_out": sorted(hidden[face_down:])}
    twin = kr.game_from_position(game.rules, other)
    assert twin.legal_moves() == game.legal_moves()
    for player in range(game.players):
        view = game.view(player)
        assert view == twin.view(player)
        assert view.pile == face_down
        assert view.unseen == tuple(sorted(hidden))
        assert (view.legal_moves == game.legal_moves()) if player == game.player else not view.legal_moves


def reachable(value: Any, seen: set[int]) -> list[Any]:
    """Everything that can be reached from a value through its attributes and items."""
    if id(value) in seen or isinstance(value, str | int | bool | type(None)):
        return []
    seen.add(id(value))
    inner = list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, tuple) else []
    inner += [getattr(value, name) for name in getattr(type(value), "__slots__", ()) if hasattr(value, name)]
    return [value, *(found for item in inner for found in reachable(item, seen))]


@some
@given(games_in_progress())
def test_no_way_leads_from_a_view_to_the_pile(game: kr.Game) -> None:
    for player in range(game.players):
        found = reachable(game.view(player), set())
        assert not [value for value in found if isinstance(value, kr.Game)]
        assert game.deal not in found
        face_down = game.deal.pile[game.state.dealt * game.table.row.line :]
        if list(face_down) != sorted(face_down):
            assert face_down not in found


# --- keeping ---


@some
@given(games_in_progress())
def test_a_record_replays_from_its_text_and_from_its_json(game: kr.Game) -> None:
    record = kr.Record.of(game)
    assert kr.Record.parse(str(record)) == record
    data = json.loads(json.dumps(record.as_json()))
    jsonschema.validate(data, record_schema())
    assert kr.Record.from_json(data) == record
    replay = kr.Record.parse(str(record)).replay(game.rules)
    assert replay.differences == ()
    assert replay.game == game
    assert replay.game.moves == game.moves
    assert str(kr.Record.of(replay.game)) == str(record)


@some
@given(games_in_progress())
def test_a_record_with_the_pile_instead_of_a_seed_replays_too(game: kr.Game) -> None:
    record = kr.Record.of(game)._replace(seed=None, deal=game.deal)
    for again in (kr.Record.parse(str(record)), kr.Record.from_json(json.loads(json.dumps(record.as_json())))):
        assert again == record
        replayed = again.replay(game.rules).game
        assert replayed == game
        assert kr.Record.of(replayed) == record
    jsonschema.validate(record.as_json(), record_schema())


@some
@given(games_in_progress(), seeds)
def test_a_position_goes_to_json_and_back_and_can_be_played_on(game: kr.Game, seed: int) -> None:
    position = json.loads(json.dumps(kr.position_json(game)))
    jsonschema.validate(position, position_schema())
    again = kr.game_from_position(game.rules, position)
    assert kr.position_json(again) == position
    assert again.state == game.state
    assert (again.round, again.player, again.domino) == (game.round, game.player, game.domino)
    end, other_end = played(game, 1000, seed), played(again, 1000, seed)
    assert end.state == other_end.state
    assert kr.position_json(other_end) == kr.position_json(end)
    assert other_end.ranking() == end.ranking()


@some
@given(games_in_progress(), seeds)
def test_a_pickled_game_is_the_same_game(game: kr.Game, seed: int) -> None:
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    assert again.moves == game.moves
    assert again.legal_moves() == game.legal_moves()
    assert played(again, 1000, seed).scores() == played(game, 1000, seed).scores()
    assert copy.deepcopy(game) == game


@many
@given(games_in_progress())
def test_the_picture_of_a_kingdom_reads_back(game: kr.Game) -> None:
    for kingdom in game.kingdoms:
        again = kr.Kingdom.parse(str(kingdom))
        assert again == kingdom
        assert hash(again) == hash(kingdom)
        assert str(again) == str(kingdom)
        assert by_rule(kr.score(game.rules, again, 1, players=game.players)) == by_rule(
            kr.score(game.rules, kingdom, 1, players=game.players)
        )


@some
@given(new_games(), seeds)
def test_the_same_seed_gives_the_same_game(game: kr.Game, seed: int) -> None:
    assert game.seed is not None
    again = kr.new_game(kr.load(game.rules.expression), players=game.players, seed=game.seed)
    assert again == game
    assert played(again, 1000, seed).scores() == played(game, 1000, seed).scores()


def test_who_plays_alone_adds_up_games_and_does_not_win() -> None:
    match = kr.new_match(load("classic+solo-limited-picks+dynasty"), players=1, seed=3)
    while moves := match.legal_moves():
        match = match.after(moves[0])
    ranking = match.ranking()
    assert ranking.standings[0].total == sum(sheet.total for (sheet,) in match.scores())
    assert ranking.winners == match.game.ranking().winners == ()


# --- nothing changes under the caller ---


def told(game: kr.Game) -> str:
    """Everything about a game as text."""
    return "\n".join(
        [repr(game.state), repr(game.deal), str(game.moves), str(game.legal_moves()), *map(str, game.kingdoms)]
    )


@some
@given(games_in_progress(), seeds)
def test_no_value_changes_under_the_caller(game: kr.Game, seed: int) -> None:
    before, twin = told(game), copy.deepcopy(game)
    position = kr.position_json(game)
    kept = copy.deepcopy(position)
    for move in game.legal_moves():
        game.after(move)
    for move in random_moves(seed, 10):
        game.refusals(move)
    played(game, 1000, seed)
    for player in range(game.players):
        game.view(player)
    game.scores()
    game.ranking()
    kr.game_from_position(game.rules, position)
    assert told(game) == before
    assert game == twin
    assert position == kept


@few
@given(games_in_progress())
def test_no_value_lets_itself_be_changed(game: kr.Game) -> None:
    kingdom = game.kingdoms[0]
    values: list[tuple[Any, str]] = [
        (game, "state"),
        (game, "anything"),
        (kingdom, "land"),
        (game.state, "line"),
        (game.deal, "pile"),
        (game.view(0), "pile"),
        (kr.Record.of(game), "moves"),
        (kr.Claim(1), "domino"),
        (kr.Place(1, 0, 0, "e"), "x"),
        (game.scores()[0], "lines"),
        (game.rules, "scoring"),
    ]
    for value, name in values:
        with pytest.raises((AttributeError, TypeError, ValueError)):
            setattr(value, name, None)
        with pytest.raises((AttributeError, TypeError, ValueError)):
            delattr(value, name)
    with pytest.raises(TypeError):
        kingdom.land["W"] = 0  # type: ignore[index]  # the type checker would have said so


@pytest.mark.parametrize("expression", OFFICIAL + AT_HOME)
def test_every_combination_is_played_to_its_end_with_every_number_of_players(expression: str) -> None:
    rules = load(expression)
    for players, row in rules.players.items():
        game = played(kr.new_game(rules, players=players, seed=players), 10_000, players)
        claims = sum(isinstance(move, kr.Claim) for move in game.moves)
        assert game.over
        assert claims == len(game.moves) - claims == row.rounds * row.kings * players
        assert game.rounds == game.round == row.rounds
