"""What several tests need: somewhere to write rules files, and the commands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kingdomrules.cli import main
from tests.site_building import ROOT, built

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
    return built(ROOT / "mkdocs.yml", tmp_path_factory.mktemp("whole") / "site")
