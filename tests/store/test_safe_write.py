"""Whole or not at all, and what stood there before is kept."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tableassist.errors import BadFileError
from tableassist.store.files import write_text_safely
from tableassist.store.files.last_good_copy import copy_path, read_or_name_copy

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def read_good(path):
    """Any text that says good."""
    text = path.read_text()
    if "good" not in text:
        raise BadFileError(f"{path}: got '{text}', expected good")
    return text


def test_the_file_before_is_kept_as_a_copy(tmp_path):
    path = tmp_path / "league.toml"
    for text in ("good one", "good two", "good three"):
        write_text_safely(path, text, keep_if=read_good)
    assert path.read_text() == "good three"
    assert (tmp_path / "league.toml~").read_text() == "good two"
    assert names(tmp_path) == ["league.toml", "league.toml~"]


def test_a_broken_file_does_not_take_the_place_of_the_good_copy(tmp_path):
    path = tmp_path / "league.toml"
    write_text_safely(path, "good one", keep_if=read_good)
    write_text_safely(path, "good two", keep_if=read_good)
    path.write_text("spoilt")
    write_text_safely(path, "good three", keep_if=read_good)
    assert copy_path(path).read_text() == "good one"


def test_without_a_way_to_read_it_nothing_is_kept(tmp_path):
    path = tmp_path / "kit.pdf"
    write_text_safely(path, "one")
    write_text_safely(path, "two")
    assert names(tmp_path) == ["kit.pdf"]


def test_a_broken_file_is_told_with_the_name_of_its_good_copy(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text("spoilt")
    copy_path(path).write_text("good before")
    with pytest.raises(BadFileError) as caught:
        read_or_name_copy(path, read_good)
    assert str(caught.value) == (
        f"{path}: got 'spoilt', expected good; its last good copy can be read: rename league.toml~ to league.toml"
    )


def test_a_broken_copy_is_not_named(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text("spoilt")
    copy_path(path).write_text("spoilt too")
    with pytest.raises(BadFileError, match=r"expected good$"):
        read_or_name_copy(path, read_good)


def test_the_rights_of_a_file_stay_as_they_were(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text("one")
    path.chmod(0o600)
    write_text_safely(path, "two")
    assert path.stat().st_mode & 0o777 == 0o600


FULL_DISK = """
import resource, sys
from pathlib import Path
from tableassist.store.files.safe_write import write_text_safely
from tableassist.errors import BadFileError
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_text_safely(Path("league.toml"), "x" * 5000, keep_if=Path.read_text)
except BadFileError as problem:
    print(problem)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="a limit of file sizes plays the full disk")
def test_a_full_disk_leaves_the_old_file_and_no_crumbs(tmp_path):
    (tmp_path / "league.toml").write_text("good")
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"league.toml: cannot be written: {os.strerror(errno.EFBIG)}\n"
    assert names(tmp_path) == ["league.toml"]
    assert (tmp_path / "league.toml").read_text() == "good"
