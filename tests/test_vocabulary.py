"""The table of the vocabulary: each part with schema, judge, sentence, explanation, example and counter-example."""

import pytest

from docs.vocabulary import parts, rows
from kingdomrules import shipped
from kingdomrules.play.examples import findings

LANGUAGES = shipped.languages()
COLUMNS = ("schema", "judge", "sentence", "explanation", "example", "counter-example")


def cells(part: str, description: str) -> dict[str, bool]:
    """Which cells of a part's line of the table are filled."""
    row = rows().get(part)
    if row is None:
        return dict.fromkeys(COLUMNS, False)
    example, counter = row.cases
    sentences = {code: row.sentence(code) for code in LANGUAGES}
    explanations = {code: row.explanation(code) for code in LANGUAGES}
    return {
        "schema": bool(description.strip()),
        "judge": example != counter,
        "sentence": all(text and "[en]" not in text for text in sentences.values()) and differ(sentences),
        "explanation": all(text and "[en]" not in titled(text) for text in explanations.values()),
        "example": not list(findings(*example, {row.rule})),
        "counter-example": not list(findings(*counter, {row.rule})),
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
