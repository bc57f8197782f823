"""The short form of `python -m bench.fuzz_coverage`, where its tool is there."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is a tool of the bench")
def test_new_code_is_looked_for_and_nothing_breaks(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "bench.fuzz_coverage", "toml", "--runs", "300"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Done 300 runs" in done.stderr
    assert "NEW" in done.stderr
