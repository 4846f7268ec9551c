"""The rules for people whose own program keeps the state: no game, only a kingdom and a question."""

from collections.abc import Sequence

from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.kingdom import MAX_REACH, Domino, Field, Kingdom, Unreadable
from kingdomrules.play.moves import STEPS, Refusal, Spot
from kingdomrules.play.placement import is_limited, matching_rule, placement_refusals, window
from kingdomrules.play.placement import places as places_of
from kingdomrules.play.scoring import ScoreSheet, looks_at_the_grid, score_sheets
from kingdomrules.play.state import dominoes_of
from kingdomrules.ruleset.schema import Ruleset


class WhichGrid(KingdomRulesError):
    """The game has another grid for another number of players, and nobody said how many play."""


def score(
    rules: Ruleset,
    kingdom: Kingdom,
    discards: int = 0,
    *,
    players: int | None = None,
    others: Sequence[Kingdom] = (),
) -> ScoreSheet:
    """What a kingdom is worth, line by line; `others` at the table matter where most of something is paid.

    >>> from kingdomrules.ruleset.shelf import load
    >>> score(load("classic"), Kingdom.parse("W1 W C")).total
    2
    """
    if discards < 0:
        raise Unreadable(f"a player discards no dominoes or some, not {discards}")
    for seen in (kingdom, *others):
        known_letters(rules, seen)
    asks_for_grid = any(map(looks_at_the_grid, rules.scoring.values()))
    grid = _grid(rules, players) if asks_for_grid or players is not None else None
    return score_sheets(rules, grid, (kingdom, *others), (discards, *(0 for _ in others)))[0]


def placements(
    rules: Ruleset, kingdom: Kingdom, domino: int | Domino, *, players: int | None = None
) -> tuple[Spot, ...]:
    """Every legal place of a domino; both ways round are one place if its halves are equal."""
    kingdom, grid, laid = _ready(rules, kingdom, domino, players)
    cells = window(rules, grid, kingdom.field, kingdom.outline)
    masks = places_of(kingdom, laid, cells, matching_rule(rules))
    return tuple(Spot(x, y, d) for bits, d in zip(masks, STEPS, strict=True) for x, y in kingdom.field.cells(bits))


def refusals(
    rules: Ruleset,
    kingdom: Kingdom,
    domino: int | Domino,
    x: int,
    y: int,
    direction: str,
    *,
    players: int | None = None,
) -> tuple[Refusal, ...]:
    """Every rule a placement would break: first half on (x, y), second half one step e, n, w or s."""
    if direction not in STEPS:
        raise Unreadable(f"expected a direction e, n, w or s, got {direction!r:.40}")
    kingdom, grid, laid = _ready(rules, kingdom, domino, players)
    return tuple(placement_refusals(rules, grid, kingdom, laid, Spot(x, y, direction)))


def _ready(
    rules: Ruleset, kingdom: Kingdom, domino: int | Domino, players: int | None
) -> tuple[Kingdom, int | None, Domino]:
    known_letters(rules, kingdom)
    if isinstance(domino, int):
        box = dominoes_of(rules.domino_set, rules.components.copies)
        if domino not in box:
            raise Unreadable(f"the dominoes of {rules.id} are numbered from 1 to {len(box)}, there is no {domino}")
        domino = box[domino]
    for half in (domino.first, domino.second):
        known_letter(rules, half.letter)
    # Two cells more than the kingdom reaches: a domino may be laid at its edge, pointing outwards.
    field = Field.reaching(min(kingdom.field.reach, MAX_REACH) + 2)
    return kingdom.on(field), _grid(rules, players) if is_limited(rules) else None, domino


def _grid(rules: Ruleset, players: int | None) -> int | None:
    if players is not None:
        return rules.row(players).grid
    grids = {row.grid for row in rules.players.values()}
    if len(grids) > 1:
        told = ", ".join(f"{row.grid}×{row.grid} for {n}" for n, row in rules.players.items())
        raise WhichGrid(f"the grid of {rules.id} depends on the number of players ({told}): say players=…")
    return grids.pop()


def known_letters(rules: Ruleset, kingdom: Kingdom) -> None:
    """Refuse a kingdom with land this game does not have."""
    for letter in kingdom.land:
        known_letter(rules, letter)


def known_letter(rules: Ruleset, letter: str) -> None:
    """Refuse a terrain this game does not have."""
    if letter not in rules.domino_set.terrain_of:
        known = ", ".join(f"{letter} {terrain}" for letter, terrain in rules.domino_set.terrain_of.items())
        raise Unreadable(f"no terrain of {rules.id} has the letter {letter!r:.10}; there are {known}")
