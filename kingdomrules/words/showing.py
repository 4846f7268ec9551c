"""The examples of a variant as readers see them: kingdoms to draw, and what the engine finds in sentences."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, assert_never

from kingdomrules.play.engine import Game
from kingdomrules.play.examples import (
    Unplayable,
    game_of,
    left_in_pile,
    own_rules,
    picture,
    placement_of,
    places_of,
    points_of,
    ranking_of,
    spot_of,
    unchosen,
)
from kingdomrules.play.kingdom import Cell, Domino, Kingdom
from kingdomrules.play.moves import STEPS, Spot
from kingdomrules.ruleset.examples import DraftExample, Example, PlacementExample, PointsExample, RankingExample
from kingdomrules.ruleset.schema import Ruleset, Variant
from kingdomrules.words.explain import explain
from kingdomrules.words.language import Language
from kingdomrules.words.table_talk import TableTalk


class Seen(NamedTuple):
    """A kingdom to draw, the cells that matter in it, and whose it is or what is laid in it."""

    kingdom: Kingdom
    highlight: tuple[Cell, ...] = ()
    label: str = ""


class Shown(NamedTuple):
    """An example: what is seen of it, and what is said of it."""

    kingdoms: tuple[Seen, ...]
    lines: tuple[str, ...]
    game: Game | None = None
    """The table, where a game is shown and not only kingdoms."""


def shown_examples(variant: Variant, rules: Ruleset, language: Language) -> Iterator[Shown]:
    """Every example of a variant that this game can play, with what it finds."""
    own = own_rules(variant.variant, rules)
    title = language.title(variant.title)
    for example in variant.examples:
        try:
            yield _shown(example, rules, own, title, language)
        except Unplayable:  # another variant of this game has other players, games or dominoes
            continue


def _shown(example: Example, rules: Ruleset, own: Collection[str], title: str, language: Language) -> Shown:
    talk = TableTalk(language)
    match example:
        case PointsExample():
            return _points(example, rules, own, title, talk)
        case PlacementExample():
            return _placement(example, rules, talk)
        case RankingExample():
            kingdoms = tuple(_ranked(example, rules, talk))
            return Shown(kingdoms, tuple(talk.ranking(ranking_of(rules, example), rules)))
        case DraftExample():
            return _draft(example, rules, talk)
        case _:
            assert_never(example)


def _points(example: PointsExample, rules: Ruleset, own: Collection[str], title: str, talk: TableTalk) -> Shown:
    pictures = (example.kingdom, *example.others)
    labels = [talk.player(player) for player in range(len(pictures))] if example.others else [""]
    kingdoms = tuple(
        Seen(picture(rules, text, "kingdom"), label=label) for text, label in zip(pictures, labels, strict=True)
    )
    points = talk.language.say("{rule}: {points:point}", rule=title, points=points_of(rules, example, own))
    discarded = talk.language.say("Dominoes its owner discarded: {dominoes}", dominoes=example.discards)
    return Shown(kingdoms, (discarded, points) if example.discards else (points,))


def _placement(example: PlacementExample, rules: Ruleset, talk: TableTalk) -> Shown:
    kingdom = picture(rules, example.kingdom, "kingdom")
    refusals = placement_of(rules, example)
    places = places_of(rules, example)
    if example.at is None and not places:
        return Shown((Seen(kingdom, label=example.domino),), (talk.fits_nowhere(),))
    spot = spot_of(example.at) if example.at is not None else places[0]
    laid = _laid(kingdom, Domino.parse(example.domino), spot)
    seen = Seen(laid, spot.cells, f"{example.domino} @ {spot.x},{spot.y}{spot.direction}")
    if not refusals:
        return Shown((seen,), (talk.language.say("The domino may lie here."),))
    return Shown((seen,), tuple(explain(refusal, language=talk.language.code, rules=rules) for refusal in refusals))


def _laid(kingdom: Kingdom, domino: Domino, spot: Spot) -> Kingdom:
    """The kingdom with the domino in it, unless something lies there already."""
    if any(kingdom.field.bit(cell) & kingdom.occupied for cell in spot.cells):
        return kingdom
    return kingdom.with_domino(domino, spot.x, spot.y, *STEPS[spot.direction])


def _ranked(example: RankingExample, rules: Ruleset, talk: TableTalk) -> Iterator[Seen]:
    games: Sequence[Sequence[str]] = example.games or [example.kingdoms or ()]
    for number, pictures in enumerate(games, 1):
        for player, text in enumerate(pictures):
            label = talk.player(player)
            if example.games:
                label = f"{talk.game(number, len(games))}, {label}"
            yield Seen(picture(rules, text, "kingdoms"), label=label)


def _draft(example: DraftExample, rules: Ruleset, talk: TableTalk) -> Shown:
    game, refusals, move = game_of(rules, example)
    lines = list(_moved(game, talk))
    if move is not None:
        lines += [talk.refused(move), *(explain(why, language=talk.language.code, rules=rules) for why in refusals)]
    return Shown((), (*lines, *_then(example, game, talk)), game)


def _moved(game: Game, talk: TableTalk) -> Iterator[str]:
    """Every move that was made, and by whom."""
    past = Game(game.table, game.table.start(game.deal), game.deal, None)
    for move in game.moves:
        if past.player is not None:
            yield talk.moved(past.player, move)
        past = past.after(move)


def _then(example: DraftExample, game: Game, talk: TableTalk) -> Iterator[str]:
    """What the example speaks of, as it is after its moves, and whose turn it is."""
    say = talk.language.say
    if example.line is not None:
        yield f"{talk.to_be_chosen()} {', '.join(str(number) for number in game.state.line)}"
    if example.left is not None:
        yield say("Dominoes left in the pile: {dominoes}", dominoes=left_in_pile(game))
    if example.unchosen is not None and (numbers := unchosen(game)):
        yield say("Dominoes nobody chose: {dominoes}", dominoes=[str(number) for number in numbers])
    if example.refused is None and game.player is not None:
        yield talk.your_turn(game.player, game.domino.number if game.domino else None)
