"""Can this game be played as written? Each finding names the value to look at and says why not."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from kingdomrules.ruleset.complaints import Quoted, nearest, one_slip_apart
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.finding import Finding
from kingdomrules.ruleset.idle import idle_scoring
from kingdomrules.ruleset.kinds import (
    MOST_ON_LINES,
    AllTouchingMatch,
    CastleInTheMiddle,
    CompleteKingdom,
    LargestProperty,
    MostCrowns,
    OneHalfMatches,
    OnFreeCells,
    PlacementRule,
    PointsForEach,
    PointsForLines,
    PointsForMost,
    PointsIf,
    Rule,
    ScoringRule,
    SharedVictory,
    TieBreaker,
    TieRule,
    TieStands,
    Where,
    WithinGrid,
)
from kingdomrules.ruleset.loading import Path_
from kingdomrules.ruleset.schema import RULE_SECTIONS, PlayersRow, Sections


def findings(rules: Sections, dominoes: DominoSet) -> Iterator[Finding]:
    """Everything that keeps the game from being played, and every value it would never look at."""
    found = list(_contradictions(rules, dominoes))
    yield from found
    if all(finding.dormant for finding in found):  # what can happen in a game is known once it can be played
        yield from idle_scoring(rules, dominoes)


def _contradictions(rules: Sections, dominoes: DominoSet) -> Iterator[Finding]:
    for players, row in rules.players.items():
        yield from _row(rules, dominoes, players, row)
    yield from _thinning_and_unchosen(rules, dominoes)
    yield from _grid(rules)
    yield from _placement(rules)
    yield from _draft(rules)
    yield from _vocabulary(rules, dominoes)
    if rules.alone:
        yield from _nobody_else(rules)
    else:
        yield from _ties(rules)
        yield from _match(rules)
    yield from _slips_in_ids(rules)
    if not rules.scoring:
        yield Finding("KR222", ("scoring",), {})
    for name, rule in rules.scoring.items():
        if getattr(rule, "points", None) == 0:
            yield Finding("KR112", ("scoring", name, "points"), {})
    for colour, times in Counter(rules.components.colours).items():
        if times > 1:
            yield Finding("KR113", ("components", "colours"), {"found": colour})


def _row(rules: Sections, dominoes: DominoSet, players: int, row: PlayersRow) -> Iterator[Finding]:
    here = ("players", str(players))
    box = len(dominoes.pieces) * rules.components.copies
    if left := row.dominoes % row.line:
        facts = {"dominoes": row.dominoes, "line": row.line, "left": left}
        yield Finding("KR201", (*here, "dominoes"), facts, related=((*here, "line"),))
    kings = players * row.kings
    if row.line < kings:
        facts = {"line": row.line, "kings": kings, "players": players, "each": row.kings}
        yield Finding("KR202", (*here, "line"), facts, related=((*here, "kings"),))
    if row.dominoes > box:
        yield Finding("KR203", (*here, "dominoes"), {"dominoes": row.dominoes, "box": box})
    if row.kings > rules.components.kings_per_colour:
        facts = {"each": row.kings, "box": rules.components.kings_per_colour}
        yield Finding("KR206", (*here, "kings"), facts, related=(("components", "kings_per_colour"),))
    if players > len(rules.components.colours):
        facts = {"players": players, "colours": len(rules.components.colours)}
        yield Finding("KR208", here, facts, related=(("components", "colours"),))
    if players == 1 and row.first_choice is not None:
        path = (*here, "first_choice")
        yield Finding("KR238", path, {"path": Quoted(".".join(path))})
    elif players > 1 and row.first_choice is None:
        yield Finding("KR102", here, {"key": "first_choice"})
    elif row.first_choice == "back-and-forth" and (players, row.kings) != (2, 2):
        yield Finding("KR215", (*here, "first_choice"), {})
    if row.grid is not None:
        yield from _full_kingdom(rules, here, row, row.grid)


def _full_kingdom(rules: Sections, here: Path_, row: PlayersRow, grid: int) -> Iterator[Finding]:
    placed, needed = row.rounds * row.kings, (grid * grid - 1) // 2
    if placed < needed:
        facts = {"placed": placed, "width": grid, "needed": needed}
        yield Finding("KR204", (*here, "grid"), facts, related=((*here, "dominoes"),))
    for name, rule in rules.scoring.items():
        if isinstance(rule, CastleInTheMiddle | CompleteKingdom) and grid % 2 == 0:
            even = {"width": grid, "rule": f"scoring.{name}"}
            yield Finding("KR205", (*here, "grid"), even, related=(("scoring", name, "kind"),))
        elif isinstance(rule, CompleteKingdom) and rule.reading == "nothing-discarded" and placed > needed:
            more = {"rule": f"scoring.{name}", "placed": placed, "needed": needed}
            yield Finding("KR216", ("scoring", name, "reading"), more, related=((*here, "dominoes"),))


def _thinning_and_unchosen(rules: Sections, dominoes: DominoSet) -> Iterator[Finding]:
    box = len(dominoes.pieces) * rules.components.copies
    thinned = [players for players, row in rules.players.items() if row.dominoes < box]
    left = [players for players, row in rules.players.items() if row.line > players * row.kings]
    for path, value, needing, needed, idle in (
        (("setup", "thinning"), rules.setup.thinning, thinned, "KR209", "KR210"),
        (("draft", "unchosen"), rules.draft.unchosen, left, "KR223", "KR224"),
    ):
        facts = {"path": Quoted(".".join(path))}
        if needing and value is None:
            row = ("players", str(needing[0]))
            related = ((*row, "line"), (*row, "kings")) if needed == "KR223" else ((*row, "dominoes"),)
            yield Finding(needed, path, {**facts, "players": needing[0]}, related=related)
        if value is not None and not needing:
            yield Finding(idle, path, facts, dormant=True)


def _grid(rules: Sections) -> Iterator[Finding]:
    speaking = [f"placement.{name}" for name, rule in rules.placement.items() if isinstance(rule, WithinGrid)]
    for name, rule in rules.scoring.items():
        if isinstance(rule, CompleteKingdom) and rule.reading == "full-grid":
            speaking.append(f"scoring.{name}")
        if isinstance(rule, CastleInTheMiddle) and rule.reading != "outline":
            speaking.append(f"scoring.{name}")
    for players, row in rules.players.items():
        path = ("players", str(players), "grid")
        if speaking and row.grid is None:
            yield Finding("KR217", path, {"path": Quoted(".".join(path)), "rule": speaking[0]})
        if not speaking and row.grid is not None:
            yield Finding("KR218", path, {"path": Quoted(".".join(path))}, dormant=True)


def _placement(rules: Sections) -> Iterator[Finding]:
    for needed, kinds in ((OnFreeCells, OnFreeCells), (OneHalfMatches, OneHalfMatches | AllTouchingMatch)):
        found = [name for name, rule in rules.placement.items() if isinstance(rule, kinds)]
        if not found:
            yield Finding("KR219", ("placement",), {"rule": needed.usual_id})
        if len(found) > 1 and needed is OneHalfMatches:
            facts = {"first": f"placement.{found[0]}", "second": f"placement.{found[1]}"}
            yield Finding("KR226", ("placement", found[1]), facts, related=(("placement", found[0]),))
    yield from _twice("placement", rules.placement, (WithinGrid, OnFreeCells))


def _twice(section: str, rules: Mapping[str, Rule], kinds: tuple[type[Rule], ...]) -> Iterator[Finding]:
    """Rules of a kind that says all it has to say once."""
    for kind in kinds:
        first, *others = [name for name, rule in rules.items() if isinstance(rule, kind)] or [""]
        for name in others:
            facts = {"first": f"{section}.{first}", "second": f"{section}.{name}"}
            yield Finding("KR253", (section, name), facts, related=((section, first),))


def _draft(rules: Sections) -> Iterator[Finding]:
    draft = rules.draft
    if draft.next_picks is not None and draft.each_place_once is not None:
        both = {"first": Quoted("draft.next_picks"), "second": Quoted("draft.each_place_once")}
        yield Finding("KR237", ("draft", "next_picks"), both, related=(("draft", "each_place_once"),))
    if draft.order is None and not rules.alone:
        yield Finding("KR102", ("draft",), {"key": "order"})
    for players, row in rules.players.items():
        if draft.order == "back-and-forth" and not rules.alone and (players, row.kings) != (2, 2):
            yield Finding("KR215", ("draft", "order"), {}, related=(("players", str(players), "kings"),))
        for key, value in (("next_picks", draft.next_picks), ("each_place_once", draft.each_place_once)):
            path = ("draft", key)
            facts = {"path": Quoted(".".join(path)), "line": row.line}
            if value is None:
                continue
            if (players, row.kings) != (1, 1):
                yield Finding("KR230", path, facts)
            elif row.rounds == 1:
                yield Finding("KR255", path, facts, related=(("players", "1", "dominoes"),))
            elif draft.next_picks is not None and key == "next_picks":
                if set(draft.next_picks) != set(range(1, row.line + 1)) or max(draft.next_picks.values()) > row.line:
                    yield Finding("KR231", path, facts)
            elif value != row.line:
                yield Finding("KR232", path, facts)


def _vocabulary(rules: Sections, dominoes: DominoSet) -> Iterator[Finding]:
    """Parts of the vocabulary that do not go together, and terrains the box does not have."""
    for name, rule in rules.scoring.items():
        here = ("scoring", name)
        if isinstance(rule, PointsIf):
            asked = (rule.castle, rule.outline, rule.filled, rule.count, rule.number)
            if all(value is None for value in asked):
                yield Finding("KR233", (*here, "kind"), {})
            if (rule.count is None) != (rule.number is None) or (rule.where is not None and rule.count is None):
                yield Finding("KR234", (*here, "kind"), {})
        if isinstance(rule, PointsForLines) and rule.reading == "apart":
            yield from _squares_on_lines(rules, (*here, "reading"))
        if isinstance(rule, PointsForEach | PointsIf | PointsForMost | PointsForLines) and rule.where is not None:
            count = "squares" if isinstance(rule, PointsForLines) else rule.count
            if count is None:
                continue  # told already
            if count in ("squares", "properties"):
                yield from _filter(rule.where, str(count), (*here, "where"), dominoes)
            else:
                near = "count: squares, where: {crowns: {at_least: 1}}" if count == "crowns" else None
                yield Finding("KR229", (*here, "where"), {"count": Quoted(count), "near": near})


def _squares_on_lines(rules: Sections, reading: Path_) -> Iterator[Finding]:
    """The best choice of lines is found exactly, which takes too long in a kingdom that is too large."""
    squares = {n: 2 * row.kings * row.rounds for n, row in rules.players.items()}
    squares |= {n: min(squares[n], row.grid**2 - 1) for n, row in rules.players.items() if row.grid is not None}
    players, most = max(squares.items(), key=lambda item: item[1])
    if most > MOST_ON_LINES:
        facts = {"squares": most, "most": MOST_ON_LINES, "players": players}
        yield Finding("KR257", reading, facts, related=(("players", str(players)),))


def filters_alone(scoring: Mapping[str, Any], dominoes: DominoSet) -> Iterator[Finding]:
    """What filters ask for, of rules that may be wrong otherwise."""
    for name, rule in scoring.items():
        asked = rule.get("where") if isinstance(rule, Mapping) else None
        try:
            where = Where.model_validate(asked)
        except ValidationError:
            continue
        yield from _filter(where, str(rule.get("count")), ("scoring", name, "where"), dominoes)


def _filter(where: Where, count: str, here: Path_, dominoes: DominoSet) -> Iterator[Finding]:
    if not where.model_fields_set:
        yield Finding("KR236", here, {})
    if where.size is not None and count == "squares":
        yield Finding("KR227", (*here, "size"), {"key": "size", "count": Quoted(count)}, at_key=True)
    if where.at is not None and count == "properties":
        yield Finding("KR228", (*here, "at"), {"key": "at", "count": Quoted(count)}, at_key=True)
    for terrain, times in Counter(where.terrain or ()).items():
        if times > 1:
            yield Finding("KR113", (*here, "terrain"), {"found": terrain})
        if terrain not in dominoes.terrains:
            yield _unknown_terrain(terrain, (*here, "terrain"), dominoes)
    if where.any_of is not None and len(where.any_of) == 1:
        yield Finding("KR244", (*here, "any_of"), {})
    for key, others in (("any_of", where.any_of), ("none_of", where.none_of)):
        for position, other in enumerate(others or ()):
            yield from _filter(other, count, (*here, key, str(position)), dominoes)


def _unknown_terrain(terrain: str, path: Path_, dominoes: DominoSet) -> Finding:
    """With the terrains there are, and the nearest of them; pictures call them by their letters."""
    by_letter = {look.letter: name for name, look in dominoes.terrains.items()}
    near = nearest(terrain, dominoes.terrains) or by_letter.get(terrain)
    return Finding("KR104", path, {"found": terrain, "near": near, "allowed": tuple(dominoes.terrains)})


def _nobody_else(rules: Sections) -> Iterator[Finding]:
    """What decides between players, or between their turns, in a game that only ever has one."""
    idle: list[tuple[Path_, object]] = [
        (("draft", "order"), rules.draft.order),
        (("ties",), rules.ties or None),
        (("match", "equal_sums"), rules.match.equal_sums),
    ]
    for path, value in idle:
        if value is not None:
            yield Finding("KR239", path, {"path": Quoted(".".join(path))}, dormant=True)
    for name, rule in rules.scoring.items():
        if isinstance(rule, PointsForMost):
            path = ("scoring", name)
            yield Finding("KR239", path, {"path": Quoted(".".join(path))}, related=(("players", "1"),))


def _ties(rules: Sections) -> Iterator[Finding]:
    last = [name for name, rule in rules.ties.items() if isinstance(rule, SharedVictory | TieStands)]
    if len(last) != 1:
        yield Finding("KR212", ("ties",), {"found": len(last)}, related=tuple(("ties", name) for name in last))
    seen: dict[int, str] = {}
    for name, rule in rules.ties.items():
        if isinstance(rule, SharedVictory | TieStands):
            continue
        if other := seen.get(rule.order):
            facts = {"order": rule.order, "first": f"ties.{other}", "second": f"ties.{name}"}
            yield Finding("KR211", ("ties", name, "order"), facts, related=(("ties", other, "order"),))
        seen[rule.order] = name
    yield from _twice("ties", rules.ties, (LargestProperty, MostCrowns))


def _match(rules: Sections) -> Iterator[Finding]:
    path = ("match", "equal_sums")
    facts = {"path": Quoted(".".join(path)), "games": rules.match.games}
    if rules.match.games > 1 and rules.match.equal_sums is None:
        yield Finding("KR213", path, facts, related=(("match", "games"),))
    if rules.match.games == 1 and rules.match.equal_sums is not None:
        yield Finding("KR214", path, facts, dormant=True)
    compared = any(isinstance(rule, TieBreaker) for rule in rules.ties.values())
    if rules.match.equal_sums == "summed-ties" and not compared:
        yield Finding("KR254", path, {**facts, "near": "shared"})


def _slips_in_ids(rules: Sections) -> Iterator[Finding]:
    """`scoring.propertes` would be an id of its own; it is far more likely a slip."""
    for section in RULE_SECTIONS:
        for id in {f"{section}.{name}" for name in getattr(rules, section)} - USUAL_IDS:
            for near in (usual for usual in USUAL_IDS if one_slip_apart(id, usual)):
                yield Finding("KR110", tuple(id.split(".")), {"found": id, "near": near})


def domino_findings(dominoes: DominoSet) -> Iterator[Finding]:
    """The totals counted again, and everything else a set of dominoes can get wrong."""
    letters: dict[str, str] = {}
    for terrain, look in dominoes.terrains.items():
        if other := letters.get(look.letter):
            facts = {"letter": look.letter, "first": other, "second": terrain}
            yield Finding("KR220", ("terrains", terrain, "letter"), facts)
        letters[look.letter] = terrain
    yield from _numbers(dominoes)
    squares: Counter[str] = Counter()
    crowns: Counter[str] = Counter()
    for number in dominoes.pieces:
        for terrain, crowned in dominoes.halves(number):
            squares[terrain] += 1
            crowns[terrain] += crowned
    used = {*squares, *dominoes.totals}
    unused = {terrain: nearest(terrain, used) for terrain in dominoes.terrains if terrain not in used}
    for terrain, near in unused.items():
        yield Finding("KR104", ("terrains", terrain), {"found": terrain, "near": near}, at_key=True)
    if unused:  # everything that follows would be about the misspelt name again
        return
    for number in dominoes.pieces:
        for position, (terrain, _) in enumerate(dominoes.halves(number)):
            if terrain not in dominoes.terrains:
                near = nearest(terrain, dominoes.terrains)
                yield Finding("KR104", ("pieces", str(number), str(position)), {"found": terrain, "near": near})
    for terrain in dominoes.totals:
        if terrain not in dominoes.terrains:
            near = nearest(terrain, dominoes.terrains)
            yield Finding("KR104", ("totals", terrain), {"found": terrain, "near": near}, at_key=True)
    for terrain in dominoes.terrains:
        total = dominoes.totals.get(terrain)
        if total is None:
            yield Finding("KR102", ("totals", terrain), {"key": terrain})
            continue
        for code, what, stated, counted in (
            ("KR207", "squares", total.squares, squares[terrain]),
            ("KR225", "crowns", total.crowns, crowns[terrain]),
        ):
            if stated != counted:
                sums = {"terrain": terrain, "stated": stated, "counted": counted}
                yield Finding(code, ("totals", terrain, what), sums)


def _numbers(dominoes: DominoSet) -> Iterator[Finding]:
    """Dominoes are numbered from 1 without a gap; a number beyond the last is most likely the missing one."""
    last = len(dominoes.pieces)
    beyond = {str(number) for number in dominoes.pieces if number > last}
    for number in sorted(set(range(1, last + 1)) - set(dominoes.pieces)):
        meant = nearest(str(number), beyond) or min(beyond, key=int)
        beyond.remove(meant)
        yield Finding("KR221", ("pieces", meant), {"number": number, "near": str(number)}, at_key=True)


def _kinds(union: Any) -> tuple[type[Rule], ...]:
    return union.__origin__.__args__  # type: ignore[no-any-return]


USUAL_IDS = frozenset(kind.usual_id for rules in (PlacementRule, ScoringRule, TieRule) for kind in _kinds(rules))
