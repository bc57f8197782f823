"""Nothing is written outside the folder that was chosen, whatever words a person or a file uses."""

import os
import shutil
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import cv2
import numpy as np
import pytest

from tableassist.matches.recording import record_path
from tableassist.sources import demo_table_path
from tableassist.store.match import named_match

ROOT = Path(__file__).parents[2]
WORDS = (
    "../../escape",
    "/etc/escape",
    "C:\\escape",
    "..\\..\\escape",
    "con",
    "NUL",
    "a\0b",
    "x" * 300,
    ".",
    "~/escape",
)
RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


def tree(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory):
    """A home, a place for temporary files and a place to work in: all that a program may reach without being told."""
    folder = tmp_path_factory.mktemp("sandbox")
    for name in ("home", "work", "tmp"):
        (folder / name).mkdir()
    shutil.copy(demo_table_path(), folder / "work" / "league.toml")
    cv2.imwrite(str(folder / "work" / "photo.png"), np.full((720, 1280, 3), 120, np.uint8))
    return folder


def run(sandbox, *argv):
    kept = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    return subprocess.run(
        [sys.executable, "-m", "tableassist", *argv],
        cwd=sandbox / "work",
        env={**kept, "HOME": str(sandbox / "home"), "TMPDIR": str(sandbox / "tmp"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "argv",
    [
        ("new", "out/t.toml", "--yes", "--name", "../../escape", "--player", "../evil", "--ship", "../evil:HMS Titan"),
        ("print", "pieces", "--table", "league.toml", "--out", "out/p.pdf"),
        ("doctor", "--camera", "photo.png", "--with-picture", "--bundle", "out/report.zip", "--yes"),
    ],
    ids=lambda argv: argv[0],
)
def test_a_command_writes_what_it_was_told_to_and_nothing_else(sandbox, argv):
    before = tree(sandbox)
    done = run(sandbox, *argv)
    assert done.returncode in (0, 1), done.stderr
    new = tree(sandbox) - before
    asked = {f"work/{word}" for word in argv if word.startswith("out/")}
    assert new == asked
    assert done.stderr == "" or "Traceback" not in done.stderr


@pytest.mark.parametrize("words", WORDS)
def test_a_name_that_becomes_a_file_stays_in_its_folder_on_every_system(words, tmp_path):
    """A match is called by its table, which anybody may call anything."""
    path, _ = record_path(words, None, tmp_path, resume=False, offer=lambda _: False)
    assert path.parent == tmp_path
    name = named_match(path).name
    assert PureWindowsPath(name).name == name
    assert "/" not in name
    assert name.split(".")[0].lower() not in RESERVED
    assert len(name) < 120
    assert name.isprintable()
