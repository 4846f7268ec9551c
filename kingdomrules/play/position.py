"""A position as JSON: everything on the table and in the box, without the moves that led there.

It is read back with distrust: every domino must be in one place, every placement must have been legal when it
was made, every king must stand somewhere. Whatever cannot have come out of a game gets a sentence.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.engine import Game
from kingdomrules.play.kingdom import Kingdom, Unreadable
from kingdomrules.play.moves import STEPS, Claim, Place, parse_move
from kingdomrules.play.placement import placement_refusals
from kingdomrules.play.record import check_first_choice, shown, whole_numbers
from kingdomrules.play.state import Begun, Claimed, Deal, Pick, State, Table, table
from kingdomrules.ruleset.schema import Ruleset


class ImpossiblePosition(KingdomRulesError):
    """A position no game can lead to; the sentence says why."""


_KEYS = (
    "ruleset",
    "hash",
    "players",
    "kingdoms",
    "claims",
    "turn",
    "placed",
    "line",
    "taken",
    "first_choice",
    "picks",
    "unchosen",
    "pile",
    "taken_out",
)


def position_json(game: Game) -> dict[str, Any]:
    """The position of a game as plain data; `position_schema()` describes it."""
    state, table = game.state, game.table
    laid, discarded, unchosen = _past(game)
    return {
        "ruleset": game.rules.expression,
        "hash": game.rules.hash,
        "players": game.players,
        "kingdoms": [
            {"laid": [str(place) for place in places], "discarded": numbers}
            for places, numbers in zip(laid, discarded, strict=True)
        ],
        "claims": [list(claim) for claim in state.claims],
        "turn": state.turn,
        "placed": state.placed,
        "line": list(state.line),
        "taken": [list(claim) for claim in state.taken],
        "first_choice": list(game.deal.first_choice) if not state.claims or not table.by_domino else [],
        "picks": [list(pick) for pick in state.picks],
        "unchosen": unchosen,
        "pile": list(game.deal.pile[state.dealt * table.row.line :]),
        "taken_out": list(game.deal.taken_out),
    }


def _past(game: Game) -> tuple[list[list[Place]], list[list[int]], list[int]]:
    """What each player laid and discarded, and what nobody chose, found by going through the moves again."""
    begun = game.deal.begun
    laid: list[list[Place]] = [list(places) for places in begun.laid] if begun else [[] for _ in range(game.players)]
    discarded = [list(numbers) for numbers in begun.discarded] if begun else [[] for _ in range(game.players)]
    unchosen = list(begun.unchosen) if begun else []
    start = begun.state if begun else game.table.start(game.deal)
    past = Game(game.table, start, game.deal, game.seed)
    for move in game.moves:
        player, line = past.player, past.state.line
        assert player is not None, "a move was made, so it was somebody's turn"
        past = past.after(move)
        if isinstance(move, Place):
            laid[player].append(move)
        elif isinstance(move, Claim):
            if past.state.line != line:
                chosen = {number for number, _ in past.state.claims}
                unchosen += [number for number in line if number not in chosen]
        else:
            discarded[player].append(move.domino)
    return laid, discarded, unchosen


def game_from_position(rules: Ruleset, data: object) -> Game:
    """A game taken up where a position stands."""
    if not isinstance(data, Mapping):
        raise Unreadable("a position is an object with keys")
    if strange := [key for key in data if key not in _KEYS]:
        raise Unreadable(f"a position has no key {strange[0]!r:.40}; its keys are {', '.join(_KEYS)}")
    if missing := [key for key in _KEYS if key not in data]:
        raise Unreadable(f"the position has no key {missing[0]!r}")
    if data["hash"] != rules.hash:
        raise ImpossiblePosition(
            f"the position was reached by rules with the hash {shown(data['hash'])}, "
            f"but {rules.id} has the hash {rules.hash}: the rules are not the same"
        )
    players = _whole_number(data, "players")
    ready = table(rules, players)
    kingdoms, laid, discarded = _kingdoms(ready, data["kingdoms"])
    claims, taken = _claims(ready, data, "claims"), _claims(ready, data, "taken")
    line, pile, taken_out, unchosen, first_choice = (
        whole_numbers(data, key) for key in ("line", "pile", "taken_out", "unchosen", "first_choice")
    )
    turn = _whole_number(data, "turn")
    if not isinstance(data["placed"], bool):
        raise Unreadable("placed of a position: expected true or false")
    waiting = claims[turn + data["placed"] :]
    here = Counter(
        [
            *(place.domino for places in laid for place in places),
            *(number for numbers in discarded for number in numbers),
            *(number for number, _ in waiting),
            *line,
            *pile,
            *taken_out,
            *unchosen,
        ]
    )
    _conserved(ready, here)
    dealt = ready.lines - len(pile) // ready.row.line
    counts = tuple(len(numbers) for numbers in discarded)
    picks = _picks(ready, data["picks"])
    state = State(kingdoms, counts, dealt, claims, turn, data["placed"], line, taken, picks)
    _possible(ready, state, laid, discarded, pile, unchosen, first_choice)
    past = sorted(here - Counter([*pile, *taken_out, *line]))
    # How the dominoes on the table once lay in the pile is forgotten; any order will do.
    begun = Begun(state, tuple(map(tuple, laid)), tuple(map(tuple, discarded)), unchosen)
    deal = Deal((*past, *line, *pile), tuple(sorted(taken_out)), first_choice, begun)
    return Game(ready, state, deal, None)


def _kingdoms(ready: Table, data: object) -> tuple[tuple[Kingdom, ...], list[list[Place]], list[list[int]]]:
    if not isinstance(data, list) or len(data) != ready.players:
        raise ImpossiblePosition(f"{ready.players} players have {ready.players} kingdoms")
    kingdoms, laid, discarded = [], [], []
    for player, entry in enumerate(data):
        if not isinstance(entry, Mapping) or set(entry) != {"laid", "discarded"} or not isinstance(entry["laid"], list):
            raise Unreadable(f"kingdom {player}: expected the keys laid and discarded, each with a list")
        kingdom = Kingdom.castle_alone(ready.field.reach)
        places = []
        for text in entry["laid"]:
            move = parse_move(text) if isinstance(text, str) else None
            if not isinstance(move, Place):
                raise Unreadable(f"kingdom {player}: expected placements such as '12@1,0e', got {shown(text)}")
            if move.domino not in ready.dominoes:
                raise ImpossiblePosition(f"kingdom {player}: there is no domino {move.domino}")
            domino = ready.dominoes[move.domino]
            if broken := list(placement_refusals(ready.rules, ready.row.grid, kingdom, domino, move.spot)):
                raise ImpossiblePosition(f"kingdom {player}: {move} breaks {'; '.join(map(str, broken))}")
            kingdom = kingdom.with_domino(domino, move.x, move.y, *STEPS[move.direction])
            places.append(move)
        kingdoms.append(kingdom)
        laid.append(places)
        discarded.append(list(whole_numbers(entry, "discarded")))
    return tuple(kingdoms), laid, discarded


def _claims(ready: Table, data: Mapping[str, Any], key: str) -> tuple[Claimed, ...]:
    found = []
    for pair in data[key] if isinstance(data[key], list) else [None]:
        if not isinstance(pair, list) or len(pair) != 2:
            raise Unreadable(f"{key} of a position: expected pairs of a domino and a player, got {shown(pair)}")
        number, player = whole_numbers({key: pair}, key)
        if player not in range(ready.players):
            raise ImpossiblePosition(f"{key}: players are numbered from 0 to {ready.players - 1}, got {player}")
        found.append((number, player))
    kings = Counter(player for _, player in found)
    for player, count in kings.items():
        if count > ready.row.kings:
            raise ImpossiblePosition(
                f"{key}: player {player} has {count} kings there, and only {ready.row.kings} in all"
            )
    return tuple(found)


def _picks(ready: Table, data: object) -> tuple[Pick, ...]:
    """What was picked before, for the rules that look at it: a place and a set of places for each player."""
    if not isinstance(data, list) or len(data) != len(ready.start_picks):
        raise Unreadable(f"picks of a position: expected a list of {len(ready.start_picks)} pairs")
    found = []
    for pair in data:
        last, block = whole_numbers({"picks": pair}, "picks") if isinstance(pair, list) and len(pair) == 2 else (-1, 0)
        if last not in range(ready.row.line + 1) or block not in range(0, 2 << ready.row.line, 2):
            raise ImpossiblePosition(f"picks: there is no such place in a line of {ready.row.line}")
        found.append((last, block))
    return tuple(found)


def _conserved(ready: Table, here: Counter[int]) -> None:
    for number, times in sorted(here.items()):
        if number not in ready.dominoes:
            raise ImpossiblePosition(f"there is no domino {number}: they are numbered from 1 to {len(ready.dominoes)}")
        if times > 1:
            raise ImpossiblePosition(f"domino {number} is in {times} places")
    for number in ready.dominoes:
        if number not in here:
            raise ImpossiblePosition(f"domino {number} is nowhere")


def _possible(
    ready: Table,
    state: State,
    laid: Sequence[Sequence[Place]],
    discarded: Sequence[Sequence[int]],
    pile: tuple[int, ...],
    unchosen: tuple[int, ...],
    first_choice: tuple[int, ...],
) -> None:
    """Whether the numbers fit a moment of a game."""
    row, kings = ready.row, ready.kings
    if len(pile) % row.line or len(pile) > row.dominoes - row.line:
        raise ImpossiblePosition(
            f"a pile of {len(pile)} does not fit lines of {row.line} out of {row.dominoes} dominoes"
        )
    if len(state.line) not in ((row.line,) if pile or not state.claims else (0, row.line)):
        raise ImpossiblePosition(f"a line has {row.line} dominoes, this one has {len(state.line)}")
    if ready.in_order(state.line) != state.line:
        raise ImpossiblePosition("line: dominoes lie in ascending order")
    if state.claims and ready.by_domino and ready.turns(state.claims, ()) != state.claims:
        raise ImpossiblePosition("claims: the kings have their turns in the order of their dominoes")
    for number, _ in state.taken:
        if number not in state.line and state.line:
            raise ImpossiblePosition(f"taken: domino {number} is not in the line")
    if len({number for number, _ in state.taken}) != len(state.taken):
        raise ImpossiblePosition("taken: one king on a domino")
    if not state.claims:
        if Counter(first_choice) != Counter(dict.fromkeys(range(ready.players), row.kings)):
            raise ImpossiblePosition("first_choice names every player once for each king")
        check_first_choice(ready, first_choice)
        if [player for _, player in state.taken] != list(first_choice[: len(state.taken)]):
            raise ImpossiblePosition("taken: the kings do not choose in the order of first_choice")
        if state.turn or state.placed or len(state.taken) >= kings:
            raise ImpossiblePosition("before the first round nobody has had a turn, and a king is still to choose")
        if len(pile) != row.dominoes - row.line or any(laid) or any(state.discards) or unchosen:
            raise ImpossiblePosition("before the first round nothing is placed or discarded")
        return
    if first_choice and ready.by_domino:
        raise ImpossiblePosition("first_choice is over once the first round has begun")
    if len(state.claims) != kings:
        raise ImpossiblePosition(f"claims: all {kings} kings stand on a domino, not {len(state.claims)}")
    if not 0 <= state.turn <= kings - (1 if state.line else 0):
        raise ImpossiblePosition(f"turn: counts from 0 to the number of kings, {kings}")
    if state.placed and not state.line:
        raise ImpossiblePosition("placed: in the last round no claim follows a placement")
    if state.taken and not state.line:
        raise ImpossiblePosition("taken: in the last round there is nothing to choose from")
    if state.line and [player for _, player in state.taken] != [player for _, player in state.claims[: state.turn]]:
        raise ImpossiblePosition("taken: the kings do not choose in the order of their turns")
    rounds_done = ready.lines - len(pile) // row.line - (2 if state.line else 1)
    acted = state.claims[: state.turn + state.placed]
    for player in range(ready.players):
        turns = rounds_done * row.kings + sum(1 for _, owner in acted if owner == player)
        had = len(laid[player]) + state.discards[player]
        if had != turns:
            raise ImpossiblePosition(f"player {player} has had {turns} dominoes by now, not {had}")
    for number, player in acted:
        if number not in discarded[player] and number not in [place.domino for place in laid[player]]:
            raise ImpossiblePosition(f"claims: player {player} neither laid nor discarded domino {number}")
    if len(unchosen) != (rounds_done + 1) * (row.line - kings):
        raise ImpossiblePosition(f"unchosen: {row.line - kings} of each line stay unchosen; got {len(unchosen)}")


def position_schema() -> dict[str, Any]:
    """The JSON Schema (draft-07) of a position."""
    numbers = {"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 999}
    pairs = {"type": "array", "items": {**numbers, "minItems": 2, "maxItems": 2}}
    placement = {"type": "string", "pattern": r"^[1-9][0-9]{0,2}@-?[0-9]{1,2},-?[0-9]{1,2}[enws]$"}
    kingdom = {
        "type": "object",
        "additionalProperties": False,
        "required": ["laid", "discarded"],
        "properties": {"laid": {"type": "array", "items": placement}, "discarded": numbers},
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "kingdomrules position",
        "description": "Everything on the table and in the box, without the moves that led there.",
        "type": "object",
        "additionalProperties": False,
        "required": list(_KEYS),
        "properties": {
            "ruleset": {"type": "string", "description": "the expression that loads the rules"},
            "hash": {"type": "string", "description": "fingerprint of the rules"},
            "players": {"type": "integer", "minimum": 1, "maximum": 4},
            "kingdoms": {"type": "array", "items": kingdom, "description": "what each player laid, in order"},
            "claims": {**pairs, "description": "this round's dominoes with their players, in the order of turns"},
            "turn": {"type": "integer", "minimum": 0, "description": "how many turns of the round are over"},
            "placed": {"type": "boolean", "description": "whether only the claim is left of the current turn"},
            "line": {**numbers, "description": "the line to choose from"},
            "taken": {**pairs, "description": "what has been chosen from it, in order"},
            "first_choice": {**numbers, "description": "who chooses from the first line; empty after that"},
            "picks": {**pairs, "description": "the place picked last and the places of this block, where rules ask"},
            "unchosen": {**numbers, "description": "dominoes no king stood on"},
            "pile": {**numbers, "description": "face-down dominoes in the order they will be dealt"},
            "taken_out": {**numbers, "description": "dominoes that are not in play"},
        },
    }


def _whole_number(data: Mapping[str, Any], key: str) -> int:
    (number,) = whole_numbers({key: [data[key]]}, key)
    return number
