"""What the documentation shows is what happens."""

import re
import shlex
from pathlib import Path

import pytest
from mkdocs.config import load_config

import kingdomrules as kr
from docs.generated import PAGES as GENERATED
from kingdomrules.ruleset.complaints import CODES
from tests.conftest import Run, Write

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(yaml|console|text title=\"[\w.]+\")\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def sessions(text: str) -> list[tuple[str, str]]:
    """Commands and what they print, of one console block."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_console_sessions_print_what_they_show(path: Path, write: Write, run: Run) -> None:
    """A block that begins with a file name or is titled so is that file; … stands for the rest of the output."""
    for language, text in BLOCK.findall(path.read_text(encoding="utf-8")):
        if titled := re.fullmatch(r'text title="(.*)"', language):
            write(titled[1], text)
            continue
        if language == "yaml":
            if name := re.match(r"# (\S+\.yaml)\n", text):
                write(name.group(1), text)
            continue
        for command, shown in sessions(text):
            program, *words = shlex.split(command)
            assert program == "kingdomrules"
            output = run(*words, exit_code=1 if shown.startswith("error") else 0).output
            printed = [line.rstrip() for line in output.replace("\N{NO-BREAK SPACE}", " ").strip("\n").splitlines()]
            expected = shown.replace("\N{NO-BREAK SPACE}", " ").rstrip().splitlines()
            if expected[-1:] == ["…"]:
                printed = [*printed[: len(expected) - 1], "…"]
            assert printed == expected


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.stem)
def test_generated_pages_are_fresh(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == GENERATED[path](), "run `make docs`"


def test_every_code_is_in_the_table() -> None:
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    assert [code for code in CODES if f"| {code} |" not in text] == []


def test_every_public_name_is_in_the_reference() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert [name for name in kr.__all__ if f"### {name}\n" not in text] == []


def test_every_page_is_in_the_navigation() -> None:
    nav = load_config(str(ROOT / "mkdocs.yml")).nav
    listed = re.findall(r"[\w/-]+\.md", str(nav))
    assert sorted(listed) == sorted(str(path.relative_to(ROOT / "docs")) for path in PAGES[1:])


def test_every_link_leads_to_a_file() -> None:
    for path in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
