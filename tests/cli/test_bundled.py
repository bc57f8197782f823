"""A program that brings its own Python: here Python under another name, which is what multiprocessing sees of it."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tableassist.bundled import in_bundle, tracker_descriptor, with_open

ROOT = Path(__file__).parents[2]
CHILD = """
import json, sys
from tableassist.bundled import serve_as_child

if __name__ == "__main__":
    serve_as_child()
    if sys.argv[1:]:
        sys.exit(f"a child that goes on as the program would start children without end: {sys.argv}")
    from multiprocessing import get_context
    from multiprocessing.shared_memory import SharedMemory

    memory = SharedMemory(create=True, size=16)  # starts the resource tracker
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=theirs.send, args=("from the child",))
    process.start()
    theirs.close()
    print(json.dumps([sys.frozen, ours.recv()]))
    process.join()
    memory.close()
    memory.unlink()
"""


@pytest.fixture
def program(tmp_path):
    """Whatever it is started with, it runs one script, as a bundle does. The script sees the words."""
    script = tmp_path / "script.py"
    script.write_text(CHILD)
    launcher = tmp_path / "ourprogram"
    launcher.write_text(
        f"#!/bin/sh\nexec '{sys.executable}' -c \"import sys, runpy; sys.executable = '{launcher}'; "
        f"sys._base_executable = '{launcher}'; runpy.run_path('{script}', run_name='__main__')\" \"$@\"\n"
    )
    launcher.chmod(0o755)
    return launcher


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_children_of_a_bundled_program_do_their_work_instead_of_starting_it_again(program):
    done = subprocess.run(
        [program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [True, "from the child"]


@pytest.mark.parametrize(
    ("executable", "ours"),
    [
        ("/usr/bin/python3.11", False),
        ("C:\\Python\\python.exe".replace("\\", "/"), False),
        ("/usr/bin/tableassist", True),
        ("/Applications/Table Assist.app/Contents/MacOS/Table Assist", True),
        ("", False),
    ],
)
def test_a_bundle_is_known_by_the_name_of_what_runs(executable, ours):
    assert in_bundle(executable) is ours


def test_the_resource_tracker_is_told_from_any_other_start():
    asked = ["tableassist", "-I", "-c", "from multiprocessing.resource_tracker import main;main(7)"]
    assert tracker_descriptor(asked) == 7
    for other in (["tableassist"], ["tableassist", "-c"], ["tableassist", "-c", "print(7)"], ["tableassist", "judge"]):
        assert tracker_descriptor(other) is None


def test_a_file_alone_means_open_and_a_click_on_the_program_too(tmp_path):
    score = tmp_path / "friday.pcn"
    score.touch()
    assert with_open([str(score)], clicked=False) == ["open", str(score)]
    assert with_open(["missing.pcn"], clicked=True) == ["missing.pcn"]
    assert with_open([], clicked=True) == ["open"]
    assert with_open([], clicked=False) == []
    assert with_open(["judge", str(score)], clicked=True) == ["judge", str(score)]


def test_no_bundle_leaves_out_what_the_source_imports():
    """What is cut from Qt and scipy is cut by hand."""
    cut = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["briefcase"]["app"]["tableassist"]
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "tableassist").rglob("*.py"))
    imported = set(re.findall(r"(?:from|import) ((?:PyQt6|scipy|numpy|babel)\.\w+)", source))
    assert {"PyQt6.QtWidgets", "scipy.optimize"} <= imported
    for name in imported:
        path = f"app_packages/{name.replace('.', '/')}"
        assert [glob for glob in cut["cleanup_paths"] if fnmatch(path, glob)] == []


def test_a_bundle_has_the_numbers_of_every_language():
    cut = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["briefcase"]["app"]["tableassist"]
    languages = [path.stem for path in (ROOT / "tableassist/messages/languages").glob("*.po")]
    assert "de" in languages
    for name in [*languages, "root", "en", "en_GB"]:
        path = f"app_packages/babel/locale-data/{name}.dat"
        assert [glob for glob in cut["cleanup_paths"] if fnmatch(path, glob)] == []
