"""The books: no silent setting, no number in prose, examples that were played, every rule with its place."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from pydantic import BaseModel

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.play.scoring import match_ranking, ranking
from kingdomrules.ruleset.schema import Ruleset, Sections
from kingdomrules.words.catalogs import sources
from kingdomrules.words.differences import changes
from kingdomrules.words.example import worked_example
from kingdomrules.words.explain import sheet_lines
from kingdomrules.words.language import Language
from kingdomrules.words.printed import score_pad
from kingdomrules.words.rulebook import Chapter, Picture, Rulebook

LANGUAGES = shipped.languages()
WHOLE = ("classic", "revised", "classic+dynasty+harmony+middle-kingdom", "classic+mighty-duel")


# --- law 1: no silent setting -------------------------------------------------------------------------------


def _values(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, (*path, str(key)))
    elif data is not None:
        yield ".".join(path), data


def _field(path: str, rules: Ruleset) -> Any:
    """The schema's own word on the value at a path."""
    model: Any = Sections
    value: Any = rules
    steps = path.split(".")
    for position, step in enumerate(steps):
        if isinstance(value, dict):
            value = value[int(step) if step.isdigit() else step]
            model = type(value)
            continue
        field = model.model_fields[step]
        if position == len(steps) - 1:
            return field
        value = getattr(value, step)
        model = type(value) if isinstance(value, BaseModel) else model
    raise AssertionError(path)


def _others(path: str, value: Any, field: Any) -> list[Any]:
    """Other values that may stand at a path: nearby numbers, the other words, the other of two."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value + 2, value * 2]
    if isinstance(value, list):
        return [value[:-1], [value[1], value[0], *value[2:]]]
    words = [word for option in (field.annotation, *get_args(field.annotation)) for word in get_args(option)]
    return [word for word in words if isinstance(word, str) and word != value]


def _changed(base: str, path: str, value: Any, folder: Path) -> Ruleset | None:
    """The game with one value changed by a house rule, or nothing if that is refused with a reason."""
    variants = base.split("+")[1:]
    written = str(value).lower() if isinstance(value, bool) else value
    listed = f"[{', '.join(value)}]" if isinstance(value, list) else written
    text = f"format: 1\nvariant: mine\nstatus: house\ntitle: {{en: Mine}}\nextends: [{', '.join(variants)}]\n"
    (folder / "mine.yaml").write_text(f"{text}set:\n  {path}: {listed}\n", encoding="utf-8")
    try:
        return kr.load(f"{base}+{folder / 'mine.yaml'}")
    except kr.RulesError:
        return None


def _heard(rules: Ruleset, language: str, players: int | None) -> list[tuple[Any, ...]]:
    """What a book says, without its example and without what it says about itself."""
    book = kr.rulebook(rules, language=language, players=players)
    return [(c.title, c.paragraphs, c.table) for c in book.chapters if c.id not in ("example", "about")]


def _felt(rules: Ruleset) -> list[Any]:
    """What happens at the table: the moves on offer and the points in a few games, and what ties come to."""
    traces: list[Any] = []
    for players in rules.players:
        for seed in range(6):
            game = kr.new_game(rules, players=players, seed=seed)
            luck = random.Random(seed)
            while moves := game.legal_moves():
                traces.append((game.player, moves))
                game = game.after(moves[int(luck.random() * len(moves))])
            traces.append([sheet.total for sheet in game.scores()])
            traces.append(kr.score(rules, game.kingdoms[0], 1, players=players).total)
    for picture in ("W1 W W1 C W1", "F F1 F F\nW C F F\nF F F F", "C", "W1 C W\n. W .", "W1 W C F\nW W W W", "W\nC"):
        for discards in (0, 1):
            for players in rules.players:
                traces.append(kr.score(rules, kr.Kingdom.parse(picture), discards, players=players).total)
    sheets = [
        kr.score(rules, kr.Kingdom.parse(picture), 1, players=next(iter(rules.players)))
        for picture in ("W W W C W1 W1", "W1 W C W", "W1 F1 C", "F1 W1 C", "L L L C")
    ]
    blank = [sheet._replace(lines=()) for sheet in sheets]
    traces += [ranking(rules, sheets), ranking(rules, blank), ranking(rules, [blank[0], blank[0]])]
    traces += [match_ranking(rules, [blank, blank]), match_ranking(rules, [[blank[0]] * 2] * 2), rules.match.games]
    return traces


@pytest.mark.parametrize("base", WHOLE)
def test_no_setting_is_silent(base: str, tmp_path: Path) -> None:
    """Law 1: another value is refused with a reason, or heard in every language and felt in play."""
    rules = kr.load(base)
    before = {(code, n): _heard(rules, code, n) for code in LANGUAGES for n in (None, *rules.players)}
    felt = _felt(rules)
    tried = 0
    for path, value in _values(rules.model_dump(mode="json", include=set(Sections.model_fields))):
        field = _field(path, rules)
        for other in _others(path, value, field):
            changed = _changed(base, path, other, tmp_path)
            if changed is None or changed.hash == rules.hash:  # such as tie-breaks numbered with a gap
                continue
            tried += 1
            numbers = [int(path.split(".")[1])] if path.startswith("players.") else list(changed.players)[:1]
            for code in LANGUAGES:
                for n in (None, *numbers):
                    assert _heard(changed, code, n) != before[code, n], f"{path} = {other} is not heard in {code}, {n}"
            if not (field.json_schema_extra or {}).get("table_procedure"):
                assert _felt(changed) != felt, f"{path} = {other} is not felt"
    assert tried > 8


# --- law 2: no number in prose ------------------------------------------------------------------------------


def test_no_message_and_no_translation_contains_a_figure() -> None:
    for source in sources():
        for text in filter(None, (source.message, source.plural)):
            assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)), text
    for code in LANGUAGES:
        for translation in Language.of(code).catalog.values():
            for text in translation if isinstance(translation, tuple) else (translation,):
                assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)), text


# --- law 8: examples are played -----------------------------------------------------------------------------


@pytest.mark.parametrize("base", WHOLE)
def test_examples_add_up_by_the_engines_own_sheet(base: str) -> None:
    rules = kr.load(base)
    for players in rules.players:
        example = worked_example(rules, players)
        sheet = kr.score(rules, example.kingdom, example.discards, players=players)
        assert sheet.total == example.sheet.total == sum(line.points for line in example.sheet.lines)
        grid = rules.players[players].grid
        assert grid is not None
        assert max(example.kingdom.outline.width, example.kingdom.outline.height) <= grid
        told = "\n".join(sheet_lines(example.sheet, Language.of("en"), rules))
        points = [int(number) for number in re.findall(r"(\d+)\spoints?$", told, flags=re.M)]
        assert sum(points[:-1]) == points[-1] == sheet.total


def test_a_duel_shows_a_kingdom_of_its_own_size_with_its_own_bonuses() -> None:
    rules = kr.load("classic+mighty-duel+harmony+middle-kingdom")
    example = worked_example(rules, 2)
    assert max(example.kingdom.outline.width, example.kingdom.outline.height) > 5
    assert "scoring.middle-kingdom" in {line.rule for line in example.sheet.lines}


# --- the book -----------------------------------------------------------------------------------------------


def _ids(book: Rulebook) -> list[str]:
    return [paragraph.rule for chapter in book.chapters for paragraph in chapter.paragraphs]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("base", WHOLE)
def test_every_rule_has_its_place_in_the_book(base: str, code: str) -> None:
    rules = kr.load(base)
    for players in (None, *rules.players):
        ids = _ids(kr.rulebook(rules, language=code, players=players))
        assert {id for id, _ in rules.rules()} <= set(ids)
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_book_tells_the_same_rules_in_every_language(code: str) -> None:
    rules = kr.load("revised+harmony+middle-kingdom")
    for players in (None, 2, 3, 4):
        english = kr.rulebook(rules, players=players)
        other = kr.rulebook(rules, language=code, players=players)
        assert _ids(other) == _ids(english)
        assert "[en]" not in other.text()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_book_for_three_says_what_three_do_and_shows_no_table(code: str) -> None:
    rules = kr.load("classic")
    book = kr.rulebook(rules, language=code, players=3)
    assert all(chapter.table is None for chapter in book.chapters)
    told = {paragraph.rule: paragraph.text for chapter in book.chapters for paragraph in chapter.paragraphs}
    assert re.search(r"\b36\b", told["players.dominoes"])
    assert re.search(r"\b12\b", told["setup.thinning"])
    assert re.search(r"\b3\b", told["players.line"])
    assert re.search(r"\b12\b", told["turn.rounds"])


def test_the_table_of_the_classic_edition_is_the_printed_one() -> None:
    book = kr.rulebook(kr.load("classic"))
    (table,) = [chapter.table for chapter in book.chapters if chapter.table]
    assert table.head == ("Players", "2", "3", "4")
    assert table.rows == (
        ("Kings each", "2", "1", "1"),
        ("Dominoes in play", "24", "36", "48"),
        ("Dominoes taken out", "24", "12", "0"),
        ("Dominoes in a line", "4", "3", "4"),
        ("Size of the kingdom", "5×5", "5×5", "5×5"),
        ("Rounds", "6", "12", "12"),
        ("First choice", "kings drawn", "kings drawn", "kings drawn"),
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_html_stands_alone_is_well_formed_and_marks_its_language(code: str) -> None:
    html = kr.rulebook(kr.load("classic+harmony"), language=code).html()
    assert f'<html lang="{code}">' in html
    assert not re.search(r'(src|href)="(?!#)|<script|@import|url\(', html)
    body = html[html.index("<body>") : html.index("</html>")]
    root = ElementTree.fromstring(body)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert "scoring.harmony" in ids


@pytest.mark.parametrize("code", LANGUAGES)
def test_markdown_has_an_anchor_for_every_rule(code: str) -> None:
    book = kr.rulebook(kr.load("revised"), language=code, players=2)
    markdown = book.markdown()
    for id in set(_ids(book)) - {"about.ids"}:  # it speaks of names that Markdown does not show
        assert f'<a id="{id}"></a>' in markdown


def test_a_title_that_looks_like_markup_is_shown_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nvariant: mine\nstatus: house\ntitle: {en: '<b>*Mine*</b> | x'}\nplayers: [2]\n", encoding="utf-8"
    )
    book = kr.rulebook(kr.load(f"classic+{tmp_path / 'mine.yaml'}"))
    assert "&lt;b&gt;*Mine*&lt;/b&gt; | x" in book.html()
    assert "<b>" not in book.html()
    assert r"\<b\>\*Mine\*\</b\> \| x" in book.markdown()


def test_a_title_in_another_language_is_marked_as_such(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nvariant: mine\nstatus: house\ntitle: {et: Meie reegel}\nplayers: [2]\n", encoding="utf-8"
    )
    rules = kr.load(f"classic+{tmp_path / 'mine.yaml'}")
    assert "Meie reegel [et]" in kr.rulebook(rules, language="lt").text()
    assert "Meie reegel ·" in kr.rulebook(rules, language="et").text()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_summary_is_short_and_says_what_matters(code: str) -> None:
    rules = kr.load("classic+harmony")
    summary = kr.rulebook(rules, language=code, players=4, summary=True)
    assert len(summary.text()) < 0.75 * len(kr.rulebook(rules, language=code, players=4).text())
    assert {"players.line", "draft.order", "placement.grid", "scoring.harmony", "ties.most-crowns"} <= set(
        _ids(summary)
    )


# --- how sentences are put together -------------------------------------------------------------------------


def _plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _told(rules: Ruleset, players: int | None = None) -> dict[str, str]:
    chapters = kr.rulebook(rules, players=players).chapters
    return {paragraph.rule: _plain(paragraph.text) for chapter in chapters for paragraph in chapter.paragraphs}


def _house(folder: Path, title: str, text: str) -> Ruleset:
    head = f"format: 1\nvariant: mine\nstatus: house\ntitle: {{en: {title!r}}}\n"
    (folder / "mine.yaml").write_text(head + text, encoding="utf-8")
    return kr.load(f"classic+{folder / 'mine.yaml'}")


BONUS = "add:\n  scoring.mine: {kind: points_for_each, points: 2, count: crowns}\n"


@pytest.mark.parametrize(
    ("title", "head"), [("Mine", "Mine."), ("Mine!", "Mine!"), ("Mine: all of it", "Mine: all of it.")]
)
def test_the_name_of_a_bonus_is_closed_by_one_stop_in_every_layout(title: str, head: str, tmp_path: Path) -> None:
    rules = _house(tmp_path, title, BONUS)
    book = kr.rulebook(rules)
    assert f"{head} You get 2 points for each crown in your kingdom." in _plain(book.text())
    assert f"**{head}** You get" in book.markdown()
    assert f"<strong>{head}</strong> You get" in book.html()
    (change,) = kr.differences("classic", rules)
    assert _plain(change) == f"{head} You get 2 points for each crown in your kingdom."


def test_a_change_knows_its_rule_and_whom_it_is_for() -> None:
    found = [
        (change.rule, change.head, _plain(change.text))
        for change in changes(kr.load("classic+harmony"), kr.load("classic"), Language.of("en"))
    ]
    gone = (
        "This no longer holds: “You get 5 points if your kingdom is complete: you have not discarded a single domino.”"
    )
    assert found == [("scoring.harmony", "Harmony.", gone)]
    duel = list(changes(kr.load("classic"), kr.load("revised"), Language.of("en")))
    assert [_plain(change.head) for change in duel if change.rule == "turn.rounds"] == ["For 2 players."]


@pytest.mark.parametrize("variant", ["solo-limited-picks", "solo-every-place-once"])
def test_a_book_for_one_speaks_of_no_other_players(variant: str) -> None:
    book = kr.rulebook(kr.load(f"classic+{variant}+long-dynasty"))
    assert "ties" not in [chapter.id for chapter in book.chapters]
    told = " ".join(p.text for chapter in book.chapters if chapter.id != "components" for p in chapter.paragraphs)
    assert not re.search(r"all kings|every king|whoever chooses|the player|wins|tied", told, flags=re.I)
    assert "Add up all your points." in told


def test_a_summary_tells_how_places_of_the_line_are_limited() -> None:
    limited, once = kr.load("classic+solo-limited-picks"), kr.load("classic+solo-every-place-once")
    assert "draft.next_picks" in _ids(kr.rulebook(limited, summary=True))
    assert "draft.each_place_once" in _ids(kr.rulebook(once, summary=True))
    assert "components.copies" in _ids(kr.rulebook(kr.load("classic+double-set"), summary=True))
    assert _told(limited)["draft.next_picks"] == (
        "After a domino at place 1 of the line, you may choose any domino of the new line. "
        "After a domino at place 2 of the line, you must choose among the first 3 dominoes of the new line. "
        "After a domino at place 3 of the line, you must choose among the first 2 dominoes of the new line. "
        "After a domino at place 4 of the line, you must choose the first domino of the new line."
    )


def test_what_is_compared_second_is_only_for_those_who_are_still_tied(tmp_path: Path) -> None:
    swapped = "set:\n  ties.largest-property.order: 2\n  ties.most-crowns.order: 1\n"
    for rules, first, second in (
        (kr.load("classic"), "ties.largest-property", "ties.most-crowns"),
        (_house(tmp_path, "Mine", swapped), "ties.most-crowns", "ties.largest-property"),
    ):
        told = _told(rules)
        assert told[first].startswith("The tied player with the ")
        assert told[second].startswith("Of those who are still tied, the player with the ")


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        ("dry-feet", "You get 5 points if there is no swamp in your kingdom."),
        ("terrain-variety", "You get 10 points if your kingdom has at least 6 terrains."),
        (
            "lost-corner",
            "You get 20 points if your castle lies in a corner of the smallest rectangle around your kingdom.",
        ),
        ("big-estates", "You get 3 points for each property of at least 6 squares."),
        (
            "watchtowers",
            "You get 1 point for each square with crowns at the edge of the smallest rectangle around your kingdom.",
        ),
    ],
)
def test_frequent_conditions_have_sentences_of_their_own(variant: str, sentence: str) -> None:
    assert _told(kr.load(f"classic+{variant}"))[f"scoring.{variant}"] == sentence


def test_two_bonuses_of_one_variant_have_two_names() -> None:
    rules = kr.load("classic+royal-fisher")
    assert score_pad(rules).lines[-2:] == ("Royal Fisher (1)", "Royal Fisher (2)")
    (scoring,) = (chapter for chapter in kr.rulebook(rules).chapters if chapter.id == "scoring")
    assert [p.label for p in scoring.paragraphs if p.label] == ["Royal Fisher (1).", "Royal Fisher (2)."]


def _picture(rules: Ruleset, players: int | None = None) -> Picture:
    chapters: tuple[Chapter, ...] = kr.rulebook(rules, players=players).chapters
    return next(chapter.picture for chapter in chapters if chapter.picture)


def test_a_dot_is_explained_where_there_is_one() -> None:
    with_gaps, full = _picture(kr.load("classic"), 3), _picture(kr.load("classic+harmony+middle-kingdom"), 3)
    assert "." in str(with_gaps.kingdom)
    assert "." not in str(full.kingdom)
    assert with_gaps.key.endswith("S\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}swamp. A dot is an empty cell.")
    assert "mine" not in with_gaps.key  # there is none in it
    assert "dot" not in full.key
    assert "castle" not in with_gaps.legend  # it is drawn


def test_a_caption_says_what_the_points_depend_on() -> None:
    assert _plain(_picture(kr.load("classic")).caption) == "A finished kingdom. It is worth 23 points."
    assert "from a game for 4 players" in _plain(_picture(kr.load("revised")).caption)
    assert "not discarded a single domino" in _picture(kr.load("classic+harmony"), 3).caption


def test_a_property_without_crowns_earns_nothing_unless_a_house_rule_pays_for_it() -> None:
    nothing = "A property without crowns earns nothing."
    assert nothing in _told(kr.load("classic"))["scoring.properties"]
    assert nothing in _told(kr.load("classic+scraps-of-land"))["scoring.properties"]  # which only takes points away
    assert nothing not in _told(kr.load("classic+bleak-king"))["scoring.properties"]


def test_rules_of_one_variant_stand_together() -> None:
    ids = list(_told(kr.load("classic+royal-fisher+big-estates+dry-feet")))
    assert abs(ids.index("scoring.royal-fisher") - ids.index("scoring.royal-catch")) == 1
