"""The rules of Kingdomino as data: one YAML file that is checked, played and told.

>>> import kingdomrules as kr
>>> rules = kr.load("classic+harmony")
>>> rules.players[3].rounds, rules.taken_out(3)
(12, 12)

An unofficial project; Kingdomino is a trademark of its publisher.
"""

from kingdomrules.errors import KingdomRulesError
from kingdomrules.ruleset.complaints import Complaint, RulesError
from kingdomrules.ruleset.schema import Ruleset, WrongPlayers
from kingdomrules.ruleset.shelf import check, load

__all__ = [
    "Complaint",
    "KingdomRulesError",
    "RulesError",
    "Ruleset",
    "WrongPlayers",
    "check",
    "load",
]
