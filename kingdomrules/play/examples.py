"""What the engine makes of the examples in a variant file."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.engine import STANDING_RULES, Game
from kingdomrules.play.judge import known_letter, known_letters, placements, refusals, score
from kingdomrules.play.kingdom import Domino, Kingdom, Unreadable
from kingdomrules.play.moves import Move, Place, Refusal, Spot, parse_move
from kingdomrules.play.position import position_json
from kingdomrules.play.scoring import Ranking, ScoreSheet, match_ranking, ranking, score_sheets
from kingdomrules.play.state import Deal, Table, back_and_forth, table
from kingdomrules.ruleset.complaints import Quoted, nearest
from kingdomrules.ruleset.examples import DraftExample, Example, PlacementExample, PointsExample, RankingExample
from kingdomrules.ruleset.finding import Finding
from kingdomrules.ruleset.schema import Ruleset, WrongPlayers

Answer = bool | int | tuple[int, ...] | tuple[str, ...] | None
"""What an example can say of a kingdom or a game; nobody is to move once a game is over."""

REFUSING = (
    *STANDING_RULES,
    "draft.order",
    "draft.next_picks",
    "draft.each_place_once",
    "turn.discarding",
    "end.last_round",
)
"""Ids that refusals name beside those of the placement rules."""


IN_ANY_ORDER = ("refused", "winners", "unchosen")
"""What is listed here is a set; a line lies as it lies."""


class Unplayable(KingdomRulesError):
    """An example that cannot be looked at; its finding names the value to blame."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(f"{'.'.join(finding.path)}: {finding.facts}")


class Begun(NamedTuple):
    """The game of an example, and why its last move was not made, if it was refused."""

    game: Game
    refused: tuple[Refusal, ...] = ()
    move: Move | None = None


def findings(rules: Ruleset, example: Example, own: Collection[str]) -> Iterator[Finding]:
    """Where the rules say something else than an example; `own` are the scoring rules whose points are meant."""
    if unknown := list(_unknown_rules(rules, example)):
        yield from unknown
        return
    try:
        found = answers(rules, example, own)
    except Unplayable as error:
        yield error.finding
        return
    for key, answer in found.items():
        said = getattr(example, key)
        if said is None or said == answer:
            continue
        if key in IN_ANY_ORDER and isinstance(answer, tuple) and set(said) == set(answer):
            continue
        if key == "points":
            yield Finding("KR501", (key,), {"counted": answer, "points": said})
        else:
            told = f"refused: {_written(found['refused'])}" if said is True else f"{key}: {_written(answer)}"
            yield Finding("KR504", (key,), {"said": f"{key}: {_written(said)}", "found": told})


def answers(rules: Ruleset, example: Example, own: Collection[str]) -> Mapping[str, Answer]:
    """What the rules say of an example, by the keys it may say it with."""
    match example:
        case PointsExample():
            return {"points": points_of(rules, example, own)}
        case PlacementExample():
            broken = tuple(refusal.rule for refusal in placement_of(rules, example))
            fits = not broken if example.at is not None else bool(places_of(rules, example))
            return {"fits": fits, "refused": broken}
        case RankingExample():
            return {"winners": tuple(player + 1 for player in ranking_of(rules, example).winners)}
        case DraftExample():
            game, broken_rules, _ = game_of(rules, example)
            return {
                "refused": tuple(refusal.rule for refusal in broken_rules),
                "to_move": None if game.player is None else game.player + 1,
                "line": game.state.line,
                "unchosen": unchosen(game),
                "left": left_in_pile(game),
            }
        case _:
            assert_never(example)


def own_rules(variant: str, rules: Ruleset) -> frozenset[str]:
    """The rules a variant adds or changes."""
    own = {path for path, origins in rules.origins.items() if origins[-1].layer == variant}
    return frozenset(id for id, _ in rules.rules() if any(path.startswith(f"{id}.") for path in own))


# --- one kind after the other -------------------------------------------------------------------------------


def points_of(rules: Ruleset, example: PointsExample, own: Collection[str]) -> int:
    """What these rules earn on the kingdom of an example."""
    kingdom = picture(rules, example.kingdom, "kingdom")
    others = [picture(rules, other, "others", str(i)) for i, other in enumerate(example.others)]
    sheet = score(rules, kingdom, example.discards, players=_players(rules, example.players), others=others)
    return sum(line.points for line in sheet.lines if line.rule in own)


def placement_of(rules: Ruleset, example: PlacementExample) -> tuple[Refusal, ...]:
    """Every rule the placement of an example would break; none where no place is named."""
    if example.at is None:
        return ()
    kingdom, domino, players = _placing(rules, example)
    return refusals(rules, kingdom, domino, *spot_of(example.at), players=players)


def places_of(rules: Ruleset, example: PlacementExample) -> tuple[Spot, ...]:
    """Where the domino of an example may lie."""
    kingdom, domino, players = _placing(rules, example)
    return placements(rules, kingdom, domino, players=players)


def _placing(rules: Ruleset, example: PlacementExample) -> tuple[Kingdom, Domino, int]:
    kingdom, domino = picture(rules, example.kingdom, "kingdom"), Domino.parse(example.domino)
    try:
        known_letter(rules, domino.first.letter)
        known_letter(rules, domino.second.letter)
    except Unreadable as error:
        raise _unplayable(str(error), "domino") from None
    return kingdom, domino, _players(rules, example.players)


def spot_of(at: str) -> Spot:
    """The place an example names: what stands behind the @ of a move."""
    move = parse_move(f"1@{at}")
    assert isinstance(move, Place), "the schema lets nothing else through"
    return move.spot


def ranking_of(rules: Ruleset, example: RankingExample) -> Ranking:
    """Who is where after the game or the match of an example."""
    if example.kingdoms is not None:
        return ranking(rules, _sheets(rules, example.kingdoms, "kingdoms"))
    games = example.games or ()
    if len(games) != rules.match.games:
        raise _unplayable(f"a match has {rules.match.games} games here, and this one has {len(games)}", "games")
    if len({len(kingdoms) for kingdoms in games}) > 1:
        raise _unplayable("everybody has a kingdom in each of the games", "games")
    return match_ranking(rules, [_sheets(rules, kingdoms, "games", str(i)) for i, kingdoms in enumerate(games)])


def _sheets(rules: Ruleset, pictures: Sequence[str], *path: str) -> list[ScoreSheet]:
    players = _players(rules, len(pictures), *path)
    kingdoms = [picture(rules, text, *path, str(i)) for i, text in enumerate(pictures)]
    grid = rules.row(players).grid
    return list(score_sheets(rules, grid, kingdoms, [0] * players))


def game_of(rules: Ruleset, example: DraftExample) -> Begun:
    """The game of an example after its moves; the last one may be refused if the example speaks of that."""
    players = _players(rules, example.players)
    ready = table(rules, players)
    deal = _deal(ready, example)
    game = Game(ready, ready.start(deal), deal, None)
    words = list(re.finditer(r"\S+", example.moves))
    for word in words:
        try:
            move = parse_move(word[0])
        except Unreadable as error:
            raise _unplayable(str(error), "moves", found=word[0]) from None
        if broken := game.refusals(move):
            if word is words[-1] and example.refused is not None:
                return Begun(game, broken, move)
            rules_broken = Quoted(", ".join(refusal.rule for refusal in broken))
            raise Unplayable(Finding("KR505", ("moves",), {"found": word[0], "rules": rules_broken}))
        game = game.after(move)
    return Begun(game)


def unchosen(game: Game) -> tuple[int, ...]:
    """The dominoes nobody chose so far."""
    return tuple(position_json(game)["unchosen"])


def left_in_pile(game: Game) -> int:
    return len(game.deal.pile) - game.state.dealt * game.table.row.line


def _deal(ready: Table, example: DraftExample) -> Deal:
    pile, in_play = example.pile, ready.row.dominoes
    for i, number in enumerate(pile):
        if number not in ready.dominoes:
            problem = f"there is no domino {number}: they are numbered from 1 to {len(ready.dominoes)}"
            raise _unplayable(problem, "pile", str(i))
        if number in pile[:i]:
            raise Unplayable(Finding("KR113", ("pile", str(i)), {"found": number}))
    if len(pile) > in_play:
        raise _unplayable(f"{ready.players} players use {in_play} dominoes, and this pile has {len(pile)}", "pile")
    box = [*pile, *sorted(set(ready.dominoes) - set(pile))]
    return Deal(tuple(box[:in_play]), tuple(sorted(box[in_play:])), _first_choice(ready, example))


def _first_choice(ready: Table, example: DraftExample) -> tuple[int, ...]:
    back = ready.row.first_choice == "back-and-forth"
    if example.first_choice is None:
        return tuple(back_and_forth(0) if back else [*range(ready.players)] * ready.row.kings)
    order = [player - 1 for player in example.first_choice]
    if Counter(order) != Counter(dict.fromkeys(range(ready.players), ready.row.kings)):
        kings = f"{ready.row.kings} each" if ready.row.kings > 1 else "one each"
        raise _unplayable(f"{ready.players} players with {kings} choose once for each king", "first_choice")
    if back and order != back_and_forth(order[0]):
        raise _unplayable("the first choice goes back and forth between the players", "first_choice")
    return tuple(order)


# --- what cannot be played ----------------------------------------------------------------------------------


def picture(rules: Ruleset, text: str, *path: str) -> Kingdom:
    """The kingdom a picture of an example shows."""
    try:
        kingdom = Kingdom.parse(text)
        known_letters(rules, kingdom)
    except Unreadable as error:
        raise Unplayable(Finding("KR502", path, {"problem": Quoted(str(error))})) from None
    if not kingdom.castle:  # everybody has one, and without it nothing lies around it
        raise Unplayable(Finding("KR126", path, {}))
    return kingdom


def _players(rules: Ruleset, players: int | None, *path: str) -> int:
    try:
        rules.row(players or min(rules.players))
    except WrongPlayers:
        facts = {"found": players, "allowed": tuple(str(n) for n in rules.players)}
        raise Unplayable(Finding("KR507", path or ("players",), facts)) from None
    return players or min(rules.players)


def _unplayable(problem: str, *path: str, found: str | None = None) -> Unplayable:
    return Unplayable(Finding("KR506", path, {"problem": Quoted(problem), "found": found}))


def _unknown_rules(rules: Ruleset, example: Example) -> Iterator[Finding]:
    known = [*(f"placement.{name}" for name in rules.placement), *REFUSING]
    for i, id in enumerate(getattr(example, "refused", None) or ()):
        if id not in known:
            yield Finding(
                "KR508", ("refused", str(i)), {"found": id, "near": nearest(id, known), "allowed": tuple(known)}
            )


def _written(value: Answer) -> str:
    """An answer as it would stand in the file."""
    match value:
        case None:
            return "nobody"
        case bool():
            return str(value).lower()
        case tuple():
            return f"[{', '.join(str(item) for item in value)}]"
        case _:
            return str(value)
