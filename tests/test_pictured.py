"""Kingdoms in letters, drawn in the pages of a site."""

import kingdomrules as kr
from kingdomrules.pictured import fence, pictures
from kingdomrules.play.drawing import kingdom_svg


def test_pictures_of_a_block_are_parted_by_empty_lines_and_end_with_their_captions() -> None:
    first, second = pictures("F .\nC W1\nOne crown\n\nC W\n")
    assert (first.letters, first.caption) == ("F .\nC W1", "One crown")
    assert (second.letters, second.caption) == ("C W", "")


def test_a_domino_that_a_caption_names_is_drawn_where_it_would_lie() -> None:
    (picture,) = pictures("C W\ndomino W F at 2,0e\nThe domino may lie here.")
    assert picture.svg() == kingdom_svg(kr.Kingdom.parse("C W W F"), highlight=[(2, 0), (3, 0)])


def test_a_domino_on_another_is_shown_by_its_place_alone() -> None:
    (picture,) = pictures("C W\ndomino F F at 1,0e")
    assert picture.svg() == kingdom_svg(kr.Kingdom.parse("C W"), highlight=[(1, 0), (2, 0)])


def test_letters_stand_beside_the_picture_and_captions_are_words_not_markup() -> None:
    html = fence("C W\n<b>ours</b>", "kingdom", "kingdom", {}, None)
    assert "<pre>C W</pre>" in html
    assert "&lt;b&gt;ours&lt;/b&gt;" in html
    assert html.count("<svg") == html.count('<div aria-hidden="true">') == 1
