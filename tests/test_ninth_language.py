"""A ninth language is a folder: begun by a command, checked by another, and honest while it is unfinished."""

from pathlib import Path

import pytest

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.words.catalogs import add_language, coverage, faults
from tests.conftest import Run


@pytest.fixture
def finnish(tmp_path: Path) -> Path:
    add_language("fi", tmp_path / "locales")
    return tmp_path


def test_a_new_language_is_a_catalog_a_grammar_and_nouns(finnish: Path) -> None:
    folder = finnish / "locales" / "fi"
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*")) == [
        "LC_MESSAGES/kingdomrules.po",
        "grammar.yaml",
        "terms.yaml",
    ]
    catalog = (folder / "LC_MESSAGES" / "kingdomrules.po").read_text(encoding="utf-8")
    assert "Plural-Forms: nplurals=2; plural=n != 1" in catalog.replace("(", "").replace(")", "")
    assert 'msgid "Then the game is over and the points are counted."\nmsgstr ""' in catalog


def test_the_check_says_what_is_missing(finnish: Path) -> None:
    with shipped.folders(finnish):
        assert "fi" in shipped.languages()
        missing = faults("fi")
        done, wanted = coverage("fi")
    assert done == 0
    assert len([fault for fault in missing if fault.problem == "not translated"]) == wanted
    assert [fault.message for fault in missing if "question mark" in fault.problem][:2] == ["domino", "tile"]


def test_what_is_not_translated_is_marked_and_what_is_translated_is_said(finnish: Path) -> None:
    path = finnish / "locales" / "fi" / "LC_MESSAGES" / "kingdomrules.po"
    text = path.read_text(encoding="utf-8")
    source = 'msgid "Then the game is over and the points are counted."\nmsgstr ""'
    assert source in text
    path.write_text(text.replace(source, source[:-2] + '"Sitten peli päättyy ja pisteet lasketaan."'), encoding="utf-8")
    with shipped.folders(finnish):
        book = kr.rulebook(kr.load("classic"), language="fi", players=3)
    told = {paragraph.rule: paragraph.text for chapter in book.chapters for paragraph in chapter.paragraphs}
    assert told["end.game-over"] == "Sitten peli päättyy ja pisteet lasketaan."
    assert told["scoring.winner"] == "[en] Add up all your points. [en] The player with the most points wins."


def test_the_commands_know_a_language_of_ones_own(finnish: Path, run: Run) -> None:
    assert "fi" in run("--rules", str(finnish), "languages").output
    assert "not translated" in run("--rules", str(finnish), "languages", "check", "fi", exit_code=1).stderr
    assert "[en]" in run("--rules", str(finnish), "rulebook", "classic", "--lang", "fi").output


@pytest.mark.parametrize("code", ["et", "xx-nonsense", "english", "", "../x"])
def test_a_language_that_is_there_or_is_none_is_refused_with_a_sentence(code: str, tmp_path: Path) -> None:
    with pytest.raises(kr.WordsError):
        add_language(code, tmp_path)
    assert not list(tmp_path.iterdir())
