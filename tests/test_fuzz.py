"""A few thousand of the inputs `make fuzz` tries by the hundred thousand."""

from pathlib import Path

import pytest

from tests.fuzz import Fuzzer


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_untrusted_input_gets_sentences_and_never_a_traceback(seed: int, tmp_path: Path) -> None:
    fuzzer = Fuzzer(seed, tmp_path)
    fuzzer.run(1000)
    assert fuzzer.accepted.total() + fuzzer.refused.total() == 1000
    assert all(fuzzer.refused[kind] for kind in fuzzer.inputs)
