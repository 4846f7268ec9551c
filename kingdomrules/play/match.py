"""Several games in a row, with a ranking of their own."""

from dataclasses import dataclass

from kingdomrules.play.engine import Game, new_game
from kingdomrules.play.moves import Move, Refusal
from kingdomrules.play.scoring import Ranking, ScoreSheet, match_ranking
from kingdomrules.ruleset.schema import Ruleset


@dataclass(frozen=True, slots=True)
class Match:
    """Games played so far, and the one being played. Game number n is dealt from the match's seed plus n."""

    rules: Ruleset
    players: int
    seed: int
    games: tuple[Game, ...]

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.games[-1]

    @property
    def over(self) -> bool:
        return len(self.games) == self.rules.match.games and self.game.over

    def legal_moves(self) -> tuple[Move, ...]:
        return self.game.legal_moves()

    def refusals(self, move: Move | str) -> tuple[Refusal, ...]:
        return self.game.refusals(move)

    def after(self, move: Move | str) -> "Match":
        """The match after a move; the next game is dealt as soon as one is over."""
        games = (*self.games[:-1], self.game.after(move))
        if games[-1].over and len(games) < self.rules.match.games:
            games = (*games, new_game(self.rules, players=self.players, seed=self.seed + len(games)))
        return Match(self.rules, self.players, self.seed, games)

    def scores(self) -> tuple[tuple[ScoreSheet, ...], ...]:
        """For each game begun, a score sheet for each player."""
        return tuple(game.scores() for game in self.games)

    def ranking(self) -> Ranking:
        """Sums over the games, then the ties as the ruleset's match says."""
        return match_ranking(self.rules, self.scores())


def new_match(rules: Ruleset, *, players: int, seed: int) -> Match:
    """A match before its first choice; a ruleset without a series gives a match of one game."""
    return Match(rules, players, seed, (new_game(rules, players=players, seed=seed),))
