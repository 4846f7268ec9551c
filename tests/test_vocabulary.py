"""The table of the vocabulary: each part with schema, judge, sentence, explanation, example and counter-example."""

from typing import Any

import pytest

import kingdomrules as kr
from docs.vocabulary import Row, parts, rows
from kingdomrules import shipped
from kingdomrules.play.scoring import match_ranking, ranking
from kingdomrules.play.state import dominoes_of

LANGUAGES = shipped.languages()
COLUMNS = ("schema", "judge", "sentence", "explanation", "example", "counter-example")
Case = dict[str, Any]


def found(rules: kr.Ruleset, rule: str, case: Case) -> Case:
    """What the engine makes of an example: the same keys, with its own answers."""
    if "game" in case:
        rules = kr.load(case["game"])
    players = case.get("players")
    if "points" in case:
        others = [kr.Kingdom.parse(other) for other in case.get("others", ())]
        sheet = kr.score(rules, kr.Kingdom.parse(case["kingdom"]), case.get("discards", 0), others=others)
        return {"points": sum(line.points for line in sheet.lines if line.rule == rule)}
    if "domino" in case:
        kingdom, domino = kr.Kingdom.parse(case["kingdom"]), kr.Domino.parse(case["domino"])
        if "places" in case:
            return {"places": len(kr.placements(rules, kingdom, domino))}
        return {"refused": [refusal.rule for refusal in kr.refusals(rules, kingdom, domino, *spot(case["at"]))]}
    if "winners" in case:
        games = [[kr.score(rules, kr.Kingdom.parse(k)) for k in kingdoms] for kingdoms in case.get("games", ())]
        if games:
            assert len(games) == rules.match.games
            return {"winners": list(match_ranking(rules, games).winners)}
        sheets = [kr.score(rules, kr.Kingdom.parse(kingdom)) for kingdom in case["kingdoms"]]
        return {"winners": list(ranking(rules, sheets).winners)}
    assert players is not None
    if "orders" in case:
        deals = [kr.new_game(rules, players=players, seed=seed).deal for seed in range(200)]
        return {"orders": len({deal.first_choice for deal in deals})}
    if "pile" not in case:
        deal = kr.new_game(rules, players=players, seed=1).deal
        return {"kings": len(deal.first_choice) // players, "dominoes": len(deal.pile)}
    game = dealt(rules, case)
    refused = [refusal.rule for refusal in game.refusals(case["move"])] if "move" in case else []
    line = [domino.number for domino in game.view(0).line]
    return {
        "to_move": game.player,
        "line": line,
        "unchosen": kr.position_json(game)["unchosen"],
        "refused": refused,
    }


def spot(at: str) -> kr.Spot:
    move = kr.parse_move(f"1@{at}")
    assert isinstance(move, kr.Place)
    return move.spot


def dealt(rules: kr.Ruleset, case: Case) -> kr.Game:
    """The game with these dominoes dealt first, after these moves."""
    dominoes = dominoes_of(rules.domino_set, rules.components.copies)
    box = [*case["pile"], *(number for number in dominoes if number not in case["pile"])]
    in_play = rules.row(case["players"]).dominoes
    record = {
        "ruleset": rules.expression,
        "hash": rules.hash,
        "players": case["players"],
        "pile": box[:in_play],
        "taken_out": box[in_play:],
        "first_choice": case["first_choice"],
        "moves": case.get("moves", []),
    }
    return kr.Record.from_json(record).replay(rules).game


def confirmed(row: Row, case: Case) -> bool:
    answers = found(row.rules, row.rule, case)
    return all(case[key] == answers[key] for key in case if key in answers)


def explained(row: Row, code: str) -> str:
    """The points or the refusal of the row's cases in words, or else the rule itself."""
    for case in (row.data["example"], row.data["counter"]):
        if case.get("points"):
            others = [kr.Kingdom.parse(other) for other in case.get("others", ())]
            sheet = kr.score(row.rules, kr.Kingdom.parse(case["kingdom"]), case.get("discards", 0), others=others)
            line = next(line for line in sheet.lines if line.rule == row.rule)
            return kr.explain(line, language=code, rules=row.rules)
        if case.get("refused"):
            if "domino" in case:
                domino = kr.Domino.parse(case["domino"])
                refusals = kr.refusals(row.rules, kr.Kingdom.parse(case["kingdom"]), domino, *spot(case["at"]))
            else:
                refusals = dealt(row.rules, case).refusals(case["move"])
            return kr.explain(refusals[0], language=code, rules=row.rules)
    return kr.explain(row.rule, language=code, rules=row.rules, players=min(row.rules.players))


def cells(part: str, description: str) -> dict[str, bool]:
    """Which cells of a part's line of the table are filled."""
    row = rows().get(part)
    if row is None:
        return dict.fromkeys(COLUMNS, False)
    example, counter = row.data["example"], row.data["counter"]
    sentences = {code: row.sentence(code) for code in LANGUAGES}
    explanations = {code: explained(row, code) for code in LANGUAGES}
    return {
        "schema": bool(description.strip()),
        "judge": example != counter and bool(set(found(row.rules, row.rule, example)) & set(example)),
        "sentence": all(text and "[en]" not in text for text in sentences.values()) and differ(sentences),
        "explanation": all(text and "[en]" not in titled(text) for text in explanations.values()),
        "example": confirmed(row, example),
        "counter-example": confirmed(row, counter),
    }


def titled(text: str) -> str:
    """Without the title of a house rule, which may be in one language only."""
    return text.replace("Shown [en]", "")


def differ(sentences: dict[str, str]) -> bool:
    return len(set(sentences.values())) == len(sentences)


@pytest.mark.parametrize(("part", "description"), parts().items(), ids=list(parts()))
def test_no_cell_of_the_table_is_empty(part: str, description: str) -> None:
    assert [column for column, filled in cells(part, description).items() if not filled] == []


def test_every_row_belongs_to_a_part_of_the_schema() -> None:
    assert sorted(rows()) == sorted(parts())


def test_a_part_without_a_row_has_empty_cells() -> None:
    assert not any(cells("points_for_dragons", "dragons").values())
