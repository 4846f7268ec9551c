"""People and bots around a table, at one keyboard."""

import io
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.padding import Padding
from rich.text import Text

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.bots import Bot, greedy_bot, random_bot
from kingdomrules.play.kingdom import Unreadable
from kingdomrules.play.match import Match
from kingdomrules.play.moves import Move, parse_move
from kingdomrules.play.saving import match_text, save
from kingdomrules.words.explain import explain
from kingdomrules.words.table_talk import TableTalk
from kingdomrules.words.terminal import (
    by_cell,
    console,
    domino_text,
    kingdom_text,
    moves_text,
    numbered,
    ranking_text,
    table_text,
)

BOTS: Mapping[str, Callable[[Match, int], Bot]] = {
    "random": lambda match, player: random_bot(match.seed + player),
    "greedy": lambda match, _: greedy_bot(match.rules),
}


class NotSaved(KingdomRulesError):
    """A game that cannot be kept where it was asked to be."""


class Sitting:
    """People and bots around a table until the match is over or somebody leaves."""

    def __init__(self, match: Match, opponents: tuple[str, ...], save_to: Path | None, talk: TableTalk) -> None:
        self.match = match
        self.opponents = opponents
        self.save_to = save_to
        self.talk = talk
        self.before: list[Match] = []
        """Where a person decided, for taking moves back."""
        self.out = console()
        self.bots = {n: BOTS[kind](match, n) for n, kind in enumerate(opponents, 1) if kind in BOTS}

    def run(self) -> None:
        if self.match.game.seed is not None:
            self.out.print(self.talk.seed(self.match.seed))
        if self.match.over:
            self.show_end(len(self.match.games))
            return
        self.show_help(self.match.legal_moves()[0])
        self.keep()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is not understood, like any other nonsense
        try:
            while (player := self.match.game.player) is not None:
                game = self.match.game
                move = self.bots[player](game.view(player)) if player in self.bots else self.ask(player)
                if move is None:
                    self.leave()
                    return
                assert self.match.game.player is not None, (
                    "somebody moves, maybe another one after moves were taken back"
                )
                self.out.print(self.talk.moved(self.match.game.player, move))
                number = len(self.match.games)
                self.match = self.match.after(move)
                self.keep()
                if self.match.games[number - 1].over:
                    self.show_end(number)
        except KeyboardInterrupt:
            self.out.print()
            self.leave()
            raise SystemExit(130) from None

    def keep(self) -> None:
        if self.save_to is None:
            return
        try:
            save(self.save_to, match_text(self.match))
        except OSError as error:
            raise NotSaved(self.talk.cannot_write(str(self.save_to), error.strerror or str(error))) from None

    def leave(self) -> None:
        self.out.print(self.talk.left())
        if self.save_to is None:
            self.out.print(self.talk.not_saved())
            return
        opponents = [word for kind in self.opponents for word in ("--opponent", kind)]
        command = shlex.join(["kingdomrules", "play", "--resume", str(self.save_to), *opponents])
        self.out.print(self.talk.saved(command), soft_wrap=True)

    # --- a person's turn ---

    def ask(self, player: int) -> Move | None:
        """The move a person wants to make; none if they leave."""
        moves = self.show_turn(player)
        while True:
            try:
                typed = input("> ").strip()
            except EOFError:
                self.out.print()
                return None
            match typed.lower():
                case "":
                    continue
                case "quit":
                    return None
                case "help":
                    self.show_help(moves[0])
                case "table":
                    self.out.print(table_text(self.match.game, self.talk))
                case "undo":
                    if not self.before:
                        self.out.print(self.talk.nothing_to_undo())
                        continue
                    self.match = self.before.pop()
                    self.keep()
                    self.out.print(self.talk.taken_back())
                    assert self.match.game.player is not None, "somebody decided here"
                    player = self.match.game.player
                    moves = self.show_turn(player)
                case _:
                    if (move := self.understood(typed, moves)) is not None:
                        self.before.append(self.match)
                        return move

    def understood(self, typed: str, moves: list[Move]) -> Move | None:
        """The move that was typed if it may be made; otherwise the reasons are told."""
        if typed.isdecimal() and len(typed) < 6 and 1 <= int(typed) <= len(moves):
            return moves[int(typed) - 1]
        try:
            move = parse_move(typed)
        except Unreadable:
            self.out.print(self.talk.not_understood(typed, example=str(moves[0])))
            return None
        refusals = self.match.refusals(move)
        if not refusals:
            return move
        self.out.print(self.talk.refused(move))
        for refusal in refusals:
            reason = explain(refusal, language=self.talk.language.code, rules=self.match.rules)
            self.out.print(Padding(Text(reason), (0, 0, 0, 2)))
        return None

    def show_help(self, example: Move) -> None:
        for line in self.talk.help(str(example)):
            self.out.print(line)

    def show_turn(self, player: int) -> list[Move]:
        """What the player sees before deciding; the moves come back as they are numbered."""
        game, talk, out = self.match.game, self.talk, self.out
        moves = by_cell(game.legal_moves())
        out.print()
        out.print(Text(talk.round(game.round, game.rounds), "bold"))
        if self.match.rules.match.games > 1:
            out.print(talk.game(len(self.match.games), self.match.rules.match.games))
        out.print(Text(talk.your_turn(player, game.domino.number if game.domino else None), "bold"))
        if game.domino is not None:
            out.print(domino_text(game.domino))
        out.print()
        places = numbered(moves)
        out.print(kingdom_text(game.kingdoms[player], places))
        out.print()
        if game.domino is not None:
            out.print(talk.arrows() if places else talk.fits_nowhere())
        out.print(moves_text(moves, game, talk))
        return moves

    # --- the end ---

    def show_end(self, number: int) -> None:
        """The score sheets of a game that is over, and the ranking once all games are."""
        game = self.match.games[number - 1]
        self.out.print()
        self.out.print(Text(self.talk.over(), "bold"))
        for player, sheet in enumerate(game.scores()):
            self.out.print()
            self.out.print(Text(self.talk.points(player, sheet.total), "bold"))
            self.out.print(kingdom_text(game.kingdoms[player]))
            self.out.print(explain(sheet, language=self.talk.language.code, rules=self.match.rules))
        self.out.print()
        ranking = self.match.ranking() if self.match.over else game.ranking()
        self.out.print(ranking_text(ranking, self.match.rules, self.talk))
