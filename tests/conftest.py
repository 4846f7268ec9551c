"""What several tests need: somewhere to write rules files, the commands, our site, and a browser to read it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kingdomrules.cli import main
from tests.browser import Tab, browser
from tests.site_building import ROOT, built, our_site, served

Write = Callable[[str, str], Path]
Run = Callable[..., Result]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file into an empty working folder, so that complaints show its bare name."""
    monkeypatch.chdir(tmp_path)

    def write_file(name: str, text: str) -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def run() -> Run:
    """Runs a command; a traceback fails the test at once."""

    def run_command(*words: str, exit_code: int = 0) -> Result:
        result = CliRunner(env={"LANGUAGE": "en", "COLUMNS": "80"}).invoke(main, words, catch_exceptions=False)
        assert result.exit_code == exit_code, result.output
        return result

    return run_command


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own site in all languages, built once."""
    return our_site(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="session")
def vineyards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the example, which is somebody else's."""
    return built(ROOT / "examples/vineyards/mkdocs.yml", tmp_path_factory.mktemp("vineyards") / "site")


@pytest.fixture(scope="session")
def root(whole_site: Path) -> Iterator[str]:
    with served(whole_site) as address:
        yield address


@pytest.fixture(scope="session")
def window() -> Iterator[Tab]:
    with browser() as tab:
        yield tab


@pytest.fixture
def tab(window: Tab, root: str) -> Iterator[Tab]:
    """A wide bright window; whatever a test does in it, nothing may be asked of others and nothing may go wrong."""
    window.forget(root)
    yield window
    window.js("document.title")  # whatever is still under way is noted
    elsewhere = [url for url in window.requests if not url.startswith((root, "data:", "blob:", "about:"))]
    assert elsewhere == []
    assert window.complaints == []
