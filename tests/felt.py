"""Is a changed value felt? A search for a game that goes otherwise, or a kingdom that scores otherwise: law 1."""

import random
from typing import Any

import kingdomrules as kr
from kingdomrules.play.scoring import match_ranking, ranking, score_sheets
from kingdomrules.ruleset.model import FrozenMap
from kingdomrules.ruleset.schema import Ruleset, Sections
from tests.building import Builder

ATTEMPTS = 4000
NOT_SCORING = ("components", "players", "draft", "turn", "placement", "end")


def matters(rules: Ruleset) -> dict[str, Any]:
    """What a game says, without what is marked as mere procedure at the table."""
    return {
        f"{section}.{name}": getattr(getattr(rules, section), name)
        for section in Sections.model_fields
        for name, field in getattr(type(getattr(rules, section)), "model_fields", {}).items()
        if not (field.json_schema_extra or {}).get("table_procedure")
    } | {section: getattr(rules, section) for section in ("players", "placement", "scoring", "ties")}


def felt(one: Ruleset, other: Ruleset, seed: int = 0) -> bool:
    """Whether somebody at the table could notice which of two games is played, the books closed."""
    if set(one.players) != set(other.players) or one.match.games != other.match.games:
        return True
    if any(getattr(one, section) != getattr(other, section) for section in NOT_SCORING) and _goes_otherwise(one, other):
        return True
    if _ranks_otherwise(one, other):
        return True
    return one.scoring != other.scoring and _scores_otherwise(one, other, random.Random(seed))


# --- games --------------------------------------------------------------------------------------------------


def _goes_otherwise(one: Ruleset, other: Ruleset) -> bool:
    """The same luck and the same decisions, until somebody else's turn comes or something else may be done."""
    for seed in range(8):
        for players in one.players:
            games = [kr.new_game(rules, players=players, seed=seed) for rules in (one, other)]
            if games[0].deal != games[1].deal:
                return True
            luck = random.Random(seed)
            while True:
                moves = [game.legal_moves() for game in games]
                if moves[0] != moves[1] or games[0].player != games[1].player:
                    return True
                if not moves[0]:
                    break
                move = luck.choice(moves[0])
                games = [game.after(move) for game in games]
    return False


def _ranks_otherwise(one: Ruleset, other: Ruleset) -> bool:
    """Sheets that are equal in points, in points and one thing more, and in everything."""
    if one.alone:
        return False
    sheets = [
        kr.ScoreSheet((), largest_property=largest, crowns=crowns)
        for largest, crowns in ((5, 1), (3, 4), (3, 2), (3, 2))
    ]
    tables = [sheets, sheets[2:], sheets[:2]]
    answers = []
    for rules in (one, other):
        answers.append([ranking(rules, table) for table in tables])
        answers[-1] += [match_ranking(rules, [table] * rules.match.games) for table in tables]
    return answers[0] != answers[1]


# --- kingdoms -----------------------------------------------------------------------------------------------


def _scores_otherwise(one: Ruleset, other: Ruleset, luck: random.Random) -> bool:
    names = {name for name in {*one.scoring, *other.scoring} if one.scoring.get(name) != other.scoring.get(name)}
    games = [
        rules.model_copy(update={"scoring": FrozenMap({n: r for n, r in rules.scoring.items() if n in names})})
        for rules in (one, other)
    ]
    rules = [rule for game in games for rule in game.scoring.values()]
    numbers = list(one.players)
    for attempt in range(ATTEMPTS):
        players = numbers[attempt % len(numbers)]
        grids = [game.players[players].grid for game in games]
        lands, discards = Builder(one, players, rules, luck).table()
        kingdoms = [kr.Kingdom.of({cell: kr.Square(*square) for cell, square in land.items()}) for land in lands]
        totals = [
            [sheet.total for sheet in score_sheets(game, grid, kingdoms, discards)]
            for game, grid in zip(games, grids, strict=True)
        ]
        if totals[0] != totals[1]:
            return True
    return False
