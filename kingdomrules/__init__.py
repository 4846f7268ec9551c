"""The rules of Kingdomino as data: one YAML file that is checked, played and told.

>>> import kingdomrules as kr
>>> rules = kr.load("classic+harmony")
>>> rules.players[3].rounds, rules.taken_out(3)
(12, 12)
>>> game = kr.new_game(rules, players=3, seed=7)
>>> game = game.after(game.legal_moves()[0])
>>> kingdom = kr.Kingdom.parse("W1 W  .\\nF  C  L1")
>>> sheet = kr.score(rules, kingdom, discards=1)
>>> sheet.total
3
>>> kr.explain(sheet.lines[0], language="en").replace(chr(160), " ")  # numbers do not part from their nouns
'Wheat field: 2 squares × 1 crown = 2 points'

An unofficial project; Kingdomino is a trademark of its publisher.
"""

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.engine import Game, View, new_game
from kingdomrules.play.judge import placements, refusals, score
from kingdomrules.play.kingdom import Domino, Kingdom, Square, Unreadable
from kingdomrules.play.match import Match, new_match
from kingdomrules.play.moves import Claim, Discard, IllegalMove, Move, Place, Refusal, Spot, parse_move
from kingdomrules.play.position import game_from_position, position_json
from kingdomrules.play.record import Record
from kingdomrules.play.scoring import Ranking, ScoreLine, ScoreSheet, Standing
from kingdomrules.ruleset.complaints import Complaint, RulesError
from kingdomrules.ruleset.schema import Ruleset, WrongPlayers
from kingdomrules.ruleset.shelf import load
from kingdomrules.shipped import folders
from kingdomrules.words.checking import check
from kingdomrules.words.differences import differences
from kingdomrules.words.explain import explain
from kingdomrules.words.language import WordsError
from kingdomrules.words.rulebook import Rulebook, rulebook

__all__ = [
    "Claim",
    "Complaint",
    "Discard",
    "Domino",
    "Game",
    "IllegalMove",
    "Kingdom",
    "KingdomRulesError",
    "Match",
    "Move",
    "Place",
    "Ranking",
    "Record",
    "Refusal",
    "Rulebook",
    "RulesError",
    "Ruleset",
    "ScoreLine",
    "ScoreSheet",
    "Spot",
    "Square",
    "Standing",
    "Unreadable",
    "View",
    "WordsError",
    "WrongPlayers",
    "check",
    "differences",
    "explain",
    "folders",
    "game_from_position",
    "load",
    "new_game",
    "new_match",
    "parse_move",
    "placements",
    "position_json",
    "refusals",
    "rulebook",
    "score",
]
