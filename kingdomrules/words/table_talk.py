"""Everything that is said at the table, one method a sentence. Players are counted from 1 when they are spoken of."""

from collections.abc import Iterator
from dataclasses import dataclass

from kingdomrules.play.moves import Claim, Discard, Move, Place
from kingdomrules.play.scoring import Ranking
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.language import Language
from kingdomrules.words.telling import rule_name


@dataclass(frozen=True, slots=True)
class TableTalk:
    """The sentences of play, replay and score, in one language."""

    language: Language

    # --- who and where ---

    def player(self, player: int) -> str:
        return self.language.say("player {player}", player=player + 1)

    def points(self, player: int, points: int) -> str:
        return self.language.say("Player {player}: {points:point}", player=player + 1, points=points)

    def to_be_placed(self) -> str:
        return self.language.say("Dominoes still to be placed in this round:")

    def to_be_chosen(self) -> str:
        return self.language.say("The line to choose from:")

    def seed(self, seed: int) -> str:
        return self.language.say("This game has the seed {seed}; with the same seed it is dealt again.", seed=seed)

    def game(self, game: int, games: int) -> str:
        return self.language.say("Game {game} of {games}", game=game, games=games)

    def round(self, round: int, rounds: int) -> str:
        if not round:
            return self.language.say("The first choice")
        return self.language.say("Round {round} of {rounds}", round=round, rounds=rounds)

    # --- moving ---

    def your_turn(self, player: int, domino: int | None) -> str:
        if domino is None:
            return self.language.say("Player {player}, choose a domino for your king.", player=player + 1)
        return self.language.say("Player {player}, place domino {domino}.", player=player + 1, domino=domino)

    def fits_nowhere(self) -> str:
        return self.language.say("This domino fits nowhere and has to be discarded.")

    def discard(self) -> str:
        return self.language.say("(discard this domino)")

    def arrows(self) -> str:
        return self.language.say(
            "The first half of the domino is laid on the cell with the number, the arrow points to the second half."
        )

    def moved(self, player: int, move: Move) -> str:
        match move:
            case Place():
                return self.language.say(
                    "Player {player} places domino {domino}: {move}",
                    player=player + 1,
                    domino=move.domino,
                    move=str(move),
                )
            case Discard():
                return self.language.say(
                    "Player {player} discards domino {domino}.", player=player + 1, domino=move.domino
                )
            case Claim():
                return self.language.say(
                    "Player {player} chooses domino {domino}.", player=player + 1, domino=move.domino
                )

    def refused(self, move: Move) -> str:
        return self.language.say("The move {move} is refused.", move=str(move))

    def not_understood(self, typed: str, example: str) -> str:
        return self.language.say(
            "{typed:quoted} is neither a number of the list nor a move such as {example}; {help:quoted} explains more.",
            typed="".join(letter for letter in typed[:40] if letter.isprintable()),
            example=example,
            help="help",
        )

    def help(self, example: str) -> Iterator[str]:
        say = self.language.say
        yield say("Type the number of a move from the list, or the move itself, such as {example}.", example=example)
        yield say("{word:quoted} shows the whole table.", word="table")
        yield say("{word:quoted} takes back your last move and everything after it.", word="undo")
        yield say("{word:quoted} leaves the game.", word="quit")

    def taken_back(self) -> str:
        return self.language.say("Your last move is taken back.")

    def nothing_to_undo(self) -> str:
        return self.language.say("There is no move of yours to take back.")

    # --- leaving and coming back ---

    def left(self) -> str:
        return self.language.say("The game is left before its end.")

    def saved(self, command: str) -> str:
        return self.language.say("It is saved; go on with: {command}", command=command)

    def not_saved(self) -> str:
        return self.language.say("It was not saved.")

    def file_is_there(self, file: str) -> str:
        return self.language.say("There is already a file {file:quoted}, and it was left alone.", file=file)

    def cannot_write(self, file: str, reason: str) -> str:
        return self.language.say("The file {file:quoted} cannot be written: {reason}", file=file, reason=reason)

    # --- the end ---

    def over(self) -> str:
        return self.language.say("The game is over.")

    def ranking(self, ranking: Ranking, rules: Ruleset) -> Iterator[str]:
        """A line for each player in order, then who won; nobody wins alone."""
        say = self.language.say
        for player, place, total, decided_by in ranking.standings:
            if decided_by is None:
                yield say(
                    "Place {place}: player {player} with {points:point}", place=place, player=player + 1, points=total
                )
            else:
                yield say(
                    "Place {place}: player {player} with {points:point} ({rule})",
                    place=place,
                    player=player + 1,
                    points=total,
                    rule=rule_name(decided_by, self.language, rules),
                )
        winners = [player + 1 for player in ranking.winners]
        if len(ranking.standings) == 1:
            return
        if not winners:
            yield say("Nobody wins, since the tie stands.")
        elif len(winners) == 1:
            yield say("Player {player} wins.", player=winners[0])
        else:
            yield say("Players {players} share the victory.", players=winners)

    # --- records ---

    def confirmed(self, *, over: bool, has_result: bool) -> str:
        if not over:
            return self.language.say("Every move of the record is legal so far; the game is not finished.")
        if not has_result:
            return self.language.say("Every move of the record is legal; it names no result.")
        return self.language.say("Every move of the record is legal, and its result is right.")

    def differs(self) -> str:
        return self.language.say("Adjudicated anew, this differs from the record:")
