"""The printed rulebooks: what they say agrees with the editions, and a misprint cannot get in."""

import shutil
from pathlib import Path

import pytest

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.ruleset.complaints import Place
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.ruleset.sources import Sources, statable


@pytest.fixture(scope="module")
def sources() -> Sources:
    found = Shelf().sources
    assert found is not None
    return found


def test_the_books_describe_the_editions_they_are_printed_for(sources: Sources) -> None:
    described = {id: (book.language, book.edition) for id, book in sources.sources.items()}
    assert described == {
        "et": ("et", "classic"),
        "et-ocr": ("et", "classic"),
        "hu": ("hu", "classic"),
        "is": ("is", "classic"),
        "pl": ("pl", "revised"),
    }


def test_the_printed_38_is_refused_by_the_ordinary_checks(sources: Sources, tmp_path: Path) -> None:
    (erratum,) = (erratum for erratum in sources.sources["et"].errata if erratum.path == "players.3.dominoes")
    assert (erratum.printed, erratum.meant) == (38, 36)
    shutil.copytree(shipped.RULES, tmp_path / "rules")
    path = tmp_path / "rules/editions/classic.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"dominoes: {erratum.meant}", f"dominoes: {erratum.printed}"), encoding="utf-8")
    _, (complaint,) = kr.check([path])
    assert complaint.code == "KR201"
    assert complaint.message == "38 dominoes cannot be dealt in lines of 3: 2 would be left over"
    assert complaint.place.text.startswith("  3: {kings: 1, dominoes: 38")


def test_every_value_of_an_edition_is_stated_implied_or_left_open_by_each_of_its_books(sources: Sources) -> None:
    shelf = Shelf()
    for book in (book for book in sources.sources.values() if book.copy_of is None):
        layer = shelf.layer(book.edition, Place("expression"))
        said = {*book.states, *book.differs, *book.implies, *book.silent}
        assert said == set(statable(layer))


def test_only_the_hungarian_book_says_what_the_castle_does_when_points_are_counted(sources: Sources) -> None:
    path = "scoring.properties.castle"
    assert [id for id, book in sources.sources.items() if path in book.states] == ["hu"]
    assert [id for id, book in sources.sources.items() if path in book.silent] == ["et", "is", "pl"]


def test_the_hungarian_book_cuts_the_pile_off_with_a_marker(sources: Sources) -> None:
    assert sources.sources["hu"].differs == {"setup.thinning": "end-marker"}


def test_the_newer_print_has_no_dynasty_and_no_optional_duel(sources: Sources) -> None:
    assert set(sources.sources["pl"].variants) == {"middle-kingdom", "harmony"}
    assert not sources.prints_together(["revised", "dynasty"])
    assert sources.prints_together(["classic", "dynasty", "mighty-duel"])


def test_derived_numbers_are_written_nowhere() -> None:
    for path in shipped.RULES.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert not any(f"{name}:" in text for name in ("rounds", "taken_out", "full_kingdom"))


@pytest.mark.parametrize(
    ("game", "players", "rounds", "taken_out", "unchosen"),
    [
        ("classic", 2, 6, 24, 0),
        ("classic", 3, 12, 12, 0),
        ("classic", 4, 12, 0, 0),
        ("revised", 2, 12, 0, 0),
        ("revised", 3, 12, 0, 1),
        ("revised", 4, 12, 0, 0),
        ("classic+mighty-duel", 2, 12, 0, 0),
    ],
)
def test_what_follows_from_the_players_table(
    game: str, players: int, rounds: int, taken_out: int, unchosen: int
) -> None:
    rules = kr.load(game)
    assert rules.row(players).rounds == rounds
    assert rules.taken_out(players) == taken_out
    assert rules.unchosen(players) == unchosen
