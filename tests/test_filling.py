"""Pages reckoned by hand: what is divided, what moves on, and which way of setting a book fills them best."""

import pytest

from kingdomrules.words.filling import (
    LEADING,
    LINE,
    PAGE,
    Choice,
    Part,
    Sized,
    Spaces,
    best_filled,
    gaps_at_page_ends,
    lines,
)

BETWEEN = Spaces(paragraph=9, item=8, heading=22, below=10)


def _text(count: int) -> Part:
    return Part(count * LINE + (count - 1) * LEADING, count)


def _down_to(room: float, *parts: Part) -> list[Sized]:
    """A page filled but for this room, and a chapter whose only heading is at the top of it."""
    return [Sized(10, (Part(PAGE - 20 - room), *parts))]


def test_lines_are_counted_by_their_height() -> None:
    assert [lines(_text(count).height) for count in (1, 2, 7)] == [1, 2, 7]


def test_a_paragraph_is_divided_if_two_lines_stay_on_either_page() -> None:
    room = 9 + _text(2).height
    rest = PAGE - _text(2).height
    assert gaps_at_page_ends(_down_to(room, _text(4)), BETWEEN) == pytest.approx([0, rest])
    assert gaps_at_page_ends(_down_to(room - 1, _text(4)), BETWEEN)[0] == pytest.approx(room - 1)


def test_three_lines_are_not_divided() -> None:
    room = 9 + _text(2).height
    assert gaps_at_page_ends(_down_to(room, _text(3)), BETWEEN) == pytest.approx([room, PAGE - _text(3).height])


def test_a_heading_moves_on_with_what_follows() -> None:
    chapters = [*_down_to(60), Sized(10, (Part(30),))]
    assert gaps_at_page_ends(chapters, BETWEEN) == pytest.approx([60, PAGE - 50])
    chapters = [*_down_to(72), Sized(10, (Part(30),))]
    assert gaps_at_page_ends(chapters, BETWEEN) == pytest.approx([0])


def test_what_is_undivided_counts_the_spaces_inside() -> None:
    ties = Part(50, paragraphs=1, items=2)
    assert gaps_at_page_ends(_down_to(9 + 50 + 9 + 16, ties), BETWEEN) == pytest.approx([0])
    assert gaps_at_page_ends(_down_to(9 + 50 + 9 + 15, ties), BETWEEN) == pytest.approx([84 - 1, PAGE - 75])


def test_parts_move_apart_to_fill_a_page_and_together_to_save_one() -> None:
    plain = Spaces(paragraph=9, item=8, heading=22, below=9.5)
    twenty = Sized(10, tuple(Part(10) for _ in range(20)))
    short = [twenty, Sized(10, (Part(300),))]
    assert best_filled([Choice(0, [twenty])]) == (0, plain)
    _, loose = best_filled([Choice(0, short)])
    assert loose.paragraph > 9
    one_page = [Sized(10, tuple(Part(14.4) for _ in range(20)))]
    assert len(gaps_at_page_ends(one_page, plain)) == 1
    a_little_more = [Sized(10, tuple(Part(15.4) for _ in range(20)))]
    assert len(gaps_at_page_ends(a_little_more, plain)) == 2
    _, tight = best_filled([Choice(0, a_little_more)])
    assert tight.paragraph < 9
    assert len(gaps_at_page_ends(a_little_more, tight)) == 1


def test_a_way_that_costs_more_is_taken_only_if_it_fills_pages_better() -> None:
    fits, does_not = [*_down_to(100, Part(80))], [*_down_to(100, Part(120))]
    assert best_filled([Choice(0, does_not), Choice(100, fits)])[0] == 1
    assert best_filled([Choice(0, fits), Choice(100, fits)])[0] == 0
