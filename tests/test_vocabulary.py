"""The table of the vocabulary: each part with schema, judge, sentence, explanation, example and counter-example."""

import pytest

import kingdomrules as kr
from docs.vocabulary import Case, Row, dealt, parts, rows, spot
from kingdomrules import shipped
from kingdomrules.play.scoring import match_ranking, ranking

LANGUAGES = shipped.languages()
COLUMNS = ("schema", "judge", "sentence", "explanation", "example", "counter-example")


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


def confirmed(row: Row, case: Case) -> bool:
    answers = found(row.rules, row.rule, case)
    return all(case[key] == answers[key] for key in case if key in answers)


def cells(part: str, description: str) -> dict[str, bool]:
    """Which cells of a part's line of the table are filled."""
    row = rows().get(part)
    if row is None:
        return dict.fromkeys(COLUMNS, False)
    example, counter = row.data["example"], row.data["counter"]
    sentences = {code: row.sentence(code) for code in LANGUAGES}
    explanations = {code: row.explanation(code) for code in LANGUAGES}
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
