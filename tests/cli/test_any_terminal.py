"""Commands on any terminal: every encoding, a full disk behind the output, and names that would speak to it."""

import json
import os
import pty
import resource
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tableassist.cli.streams import open_streams
from tableassist.process.log_file import FOLDER_VARIABLE
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tests.warm_program import run_program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and limits of Unix")

ROOT = Path(__file__).parents[2]
NAMES = {
    "HMS Titan": "T\x1b[31m\x9b2J",
    "Harbinger": "H\x1b]0;owned\x07[red]",
    "HMS Oxley": "Ox\u202eSEY",
}
SHOWN = ("T\\x1b[31m\\x9b2J", "H\\x1b]0;owned\\x07[red]", "Ox\\u202eSEY")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("terminal")
    text = demo_table_path().read_text("utf-8")
    (made / "table.toml").write_text(text, "utf-8")
    for old, new in NAMES.items():
        text = text.replace(f'name = "{old}"', f"name = {json.dumps(new)}")
    (made / "evil.toml").write_text(text, "utf-8")
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    image = Studio(stage.camera).picture(game.table_at(game.time_of("rammed")), np.random.default_rng(0))
    cv2.imwrite(str(made / "photo.png"), image)
    return made


@pytest.fixture
def run(folder, tmp_path):
    def made(*words, encoding="utf-8", is_warm=False, **options):
        """`is_warm`: forked from an interpreter that has imported everything, where only words and streams matter."""
        environment = {**os.environ, FOLDER_VARIABLE: str(tmp_path), "COLUMNS": "200", "PYTHONPATH": str(ROOT)}
        environment |= {"PYTHONIOENCODING": encoding, "TABLEASSIST_LANG": "en", "PYTHONUTF8": "0"}
        if is_warm:
            return run_program(*words, cwd=folder, env=environment, text=False)
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
        command = [sys.executable, "-m", "tableassist", *words]
        return subprocess.run(command, cwd=folder, env=environment, timeout=300, check=False, **options)

    return made


@pytest.mark.parametrize(
    ("encoding", "plus_minus"), [("ascii:strict", b"+-"), ("cp1252:strict", b"\xb1"), ("cp437", b"\xf1")]
)
def test_what_the_encoding_lacks_is_replaced(run, encoding, plus_minus):
    done = run("judge", "photo.png", "--table", "evil.toml", encoding=encoding, is_warm=encoding != "cp437")
    assert done.returncode == 0, done.stderr
    assert plus_minus in done.stdout
    assert b"limit" in done.stdout, "a ruling with its limit"
    assert b"\x1b" not in done.stdout
    for name in SHOWN:
        assert name.encode("ascii") in done.stdout


def test_json_stays_json_in_every_encoding(run):
    done = run("judge", "photo.png", "--table", "evil.toml", "--json", encoding="ascii:strict", is_warm=True)
    assert done.returncode == 0, done.stderr
    assert not any(byte >= 127 or (byte < 32 and byte != 10) for byte in done.stdout)
    reasons = " ".join(ruling["reason"] for ruling in json.loads(done.stdout)["rulings"])
    assert any(name in reasons for name in NAMES.values()), "whole again for whoever reads it"


def test_a_name_cannot_speak_to_a_real_terminal(run):
    """Rich colours its tables there: its own escapes are sent, a stranger's are not."""
    master, slave = pty.openpty()
    process = run("judge", "photo.png", "--table", "evil.toml", stdout=slave)
    os.close(slave)
    sent = b""
    try:
        while piece := os.read(master, 65_536):
            sent += piece
    except OSError:  # the other end is closed
        pass
    os.close(master)
    assert process.returncode == 0, process.stderr
    assert b"\x1b[" in sent, "it was taken for a terminal"
    assert b"\x1b]0;" not in sent
    assert "\x9b".encode() not in sent
    assert "\u202e".encode() not in sent
    for name in SHOWN:
        assert name.encode() in sent


def test_a_mistyped_word_cannot_speak_to_the_terminal(run):
    done = run("judge\x1b]0;owned\x07", is_warm=True)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert b"\\x1b]0;owned" in done.stderr


def test_a_full_output_is_told_in_one_line(run):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = run("check", "table.toml", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"tableassist: the system refuses: No space left on device\n"


def test_an_output_that_is_closed_stops_nothing(run):
    done = run("check", "table.toml", stdout=None, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_who_leaves_early_is_no_error(run):
    reading, writing = os.pipe()
    os.close(reading)
    done = run("check", "table.toml", stdout=writing)
    os.close(writing)
    assert done.returncode in (0, 1)
    assert done.stderr == b""


def small_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_file_that_may_not_grow_is_told_and_leaves_nothing(run, tmp_path):
    out = str(tmp_path / "kit.pdf")
    done = run("print", "kit", "--table", "table.toml", "--out", out, preexec_fn=small_files(10_240))
    assert done.returncode == 2
    assert done.stderr.endswith(b"kit.pdf: cannot be written: File too large\n")
    assert not (tmp_path / "kit.pdf").exists()


def test_a_match_that_cannot_be_begun_leaves_no_empty_folder(run, tmp_path):
    out = str(tmp_path / "r")
    done = run("record", "studio:demo", "--seconds", "1", "--out", out, preexec_fn=small_files(10_240))
    assert done.returncode == 2
    assert b"r.match: cannot be written: disk I/O error" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not (tmp_path / "r.match").exists()


def test_too_little_memory_is_told_in_one_line(run):
    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))

    done = run("check", "table.toml", preexec_fn=little_memory)
    assert (done.returncode, done.stderr) == (2, b"tableassist: not enough memory\n")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_file_name_that_is_no_utf8_is_shown_and_opened(run, folder, options):
    name = os.fsencode(folder) + b"/caf\xe9\x1b.toml"
    with open(name, "wb") as file:  # noqa: PTH123
        file.write((folder / "table.toml").read_bytes())
    done = run(b"check", name, *options)
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
    if options:
        assert json.loads(done.stdout)["table"].endswith("caf\\xe9\\x1b.toml")
    else:
        assert b"caf\\xe9\\x1b.toml is fine." in done.stdout


def test_every_letter_has_something_in_its_place():
    open_streams()
    for encoding in ("ascii", "cp1252", "cp437"):
        for number in (*range(0x3100), *range(0xD800, 0xE000), 0x1F3F4, 0x10FFFF):
            assert chr(number).encode(encoding, "tableassist-replace")
    assert "a\u00a0b ± ß\udcff".encode("ascii", "tableassist-replace") == b"a b +- ss\\xff"
