"""The press prints what is new, keeps what is good, and leaves only whole files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import kingdomrules as kr
from kingdomrules import press
from kingdomrules.press import MADE, print_books
from kingdomrules.words.rulebook import Rulebook
from tests.conftest import Run

pytest.importorskip("typst", reason="printed books need Typst: pip install 'kingdomrules[print]'")


def _two() -> Iterator[tuple[str, Rulebook]]:
    for players in (2, 3):
        yield f"en/classic_{players}.pdf", kr.rulebook(kr.load("classic"), players=players)


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_what_would_come_out_the_same_is_not_printed_again(tmp_path: Path) -> None:
    steps: list[int] = []
    names = ("en/classic_2.pdf", "en/classic_3.pdf")
    assert print_books(_two(), tmp_path, step=steps.append) == (names, ())
    assert print_books(_two(), tmp_path, step=steps.append) == ((), names)
    assert sum(steps) == 4
    first, _ = _two()
    (tmp_path / first[0]).unlink()
    other = first[0], kr.rulebook(kr.load("revised"), players=2)
    assert print_books([first], tmp_path).made == ("en/classic_2.pdf",)
    assert print_books([other], tmp_path).made == ("en/classic_2.pdf",)
    assert print_books(_two(), tmp_path).made == ("en/classic_2.pdf",)


def test_another_template_prints_everything_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = _two()
    print_books([first], tmp_path)
    monkeypatch.setattr(press, "means", lambda: b"another")
    assert print_books([first], tmp_path).made == ("en/classic_2.pdf",)


def test_files_of_books_that_are_gone_go(tmp_path: Path) -> None:
    (tmp_path / "mine.pdf").write_bytes(b"not from here")
    print_books(_two(), tmp_path)
    first, _ = _two()
    print_books([first], tmp_path)
    assert _files(tmp_path) == ["en/classic_2.pdf", "en/classic_3.pdf", MADE, "mine.pdf"]
    print_books([first], tmp_path, every=True)
    assert _files(tmp_path) == ["en/classic_2.pdf", MADE, "mine.pdf"]


def test_an_interrupted_run_leaves_whole_files_and_the_next_goes_on(tmp_path: Path) -> None:
    def until_interrupted() -> Iterator[tuple[str, Rulebook]]:
        first, _ = _two()
        yield first
        raise KeyboardInterrupt

    print_books([next(_two())], tmp_path)
    with pytest.raises(KeyboardInterrupt):
        print_books(until_interrupted(), tmp_path, every=True)
    assert _files(tmp_path) == ["en/classic_2.pdf", MADE]
    assert print_books(_two(), tmp_path) == (("en/classic_3.pdf",), ("en/classic_2.pdf",))


def test_a_spoilt_list_of_what_was_made_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / MADE).write_text("[half")
    assert print_books([next(_two())], tmp_path).made == ("en/classic_2.pdf",)


def test_the_command_prints_every_book_of_a_site(run: Run, tmp_path: Path) -> None:
    asked = ("site", "print", str(tmp_path), "--lang", "lv", "--game", "classic")
    assert "4 rulebooks are in" in run(*asked).output
    assert "0 of them new" in run(*asked).output
    assert sorted(path.name for path in (tmp_path / "lv").iterdir()) == [
        "classic.pdf",
        "classic_2.pdf",
        "classic_3.pdf",
        "classic_4.pdf",
    ]
