"""The base of every error this library raises on purpose.

    KingdomRulesError
    ├── RulesError        a rules file or an expression is wrong      (ruleset.complaints)
    ├── WrongPlayers      the game is not for so many players         (ruleset.schema)
    ├── IllegalMove       a move the rules refuse, with the reasons   (play.moves)
    └── Unreadable        notation, picture or JSON that makes no sense (play.notation)

Each class sits beside the code that raises it. `str(error)` is a sentence meant for people.
"""


class KingdomRulesError(Exception):
    """Something the caller can put right; anything else that escapes is a bug."""
