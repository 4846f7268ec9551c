"""The table of the vocabulary: each part with schema, judge, sentence, explanation, example and counter-example."""

import pytest

from docs.vocabulary import HEAD, parts, rows
from kingdomrules import shipped
from kingdomrules.play.examples import findings, own_rules
from tests.conftest import Run, Write

LANGUAGES = shipped.languages()
COLUMNS = ("schema", "judge", "sentence", "explanation", "example", "counter-example")


def cells(part: str, description: str) -> dict[str, bool]:
    """Which cells of a part's line of the table are filled."""
    row = rows().get(part)
    if row is None:
        return dict.fromkeys(COLUMNS, False)
    example, counter = row.examples
    own = own_rules("ours", row.rules) | {row.rule}
    sentences = {code: row.sentence(code) for code in LANGUAGES}
    explanations = {code: row.explanation(code) for code in LANGUAGES}
    return {
        "schema": bool(description.strip()),
        "judge": example != counter,
        "sentence": all(text and "[en]" not in text for text in sentences.values()) and differ(sentences),
        "explanation": all(text and "[en]" not in titled(text) for text in explanations.values()),
        "example": not list(findings(row.rules, example, own)),
        "counter-example": not list(findings(row.rules, counter, own)),
    }


def titled(text: str) -> str:
    """Without the title of a house rule, which may be in one language only."""
    return text.replace("Ours [en]", "")


def differ(sentences: dict[str, str]) -> bool:
    return len(set(sentences.values())) == len(sentences)


@pytest.mark.parametrize(("part", "description"), parts().items(), ids=list(parts()))
def test_no_cell_of_the_table_is_empty(part: str, description: str) -> None:
    assert [column for column, filled in cells(part, description).items() if not filled] == []


@pytest.mark.parametrize("part", rows())
def test_what_is_copied_from_the_page_passes_the_check(part: str, write: Write, run: Run) -> None:
    row = rows()[part]
    write("ours.yaml", HEAD + row.written)
    assert "Nothing is wrong." in run("check", "ours.yaml").output
    assert run("diff", row.game, f"{row.game}+./ours.yaml").output.startswith(
        "Nothing changes." if row.holds_already else "- "
    )


def test_every_row_belongs_to_a_part_of_the_schema() -> None:
    assert sorted(rows()) == sorted(parts())


def test_a_part_without_a_row_has_empty_cells() -> None:
    assert not any(cells("points_for_dragons", "dragons").values())
