"""record, verify and matches, as they are typed."""

import sqlite3

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadFileError, BadRequestError
from tableassist.live.replay import Replay
from tests.live.demo_match import record_demo


def run(*arguments, **options):
    return CliRunner().invoke(app, [str(each) for each in arguments], **options)


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return record_demo(tmp_path_factory.mktemp("matches") / "final", video=False)


def test_record_writes_a_match_that_verify_finds_the_same(tmp_path):
    done = run("record", "studio:demo", "--seconds", "0.5", "--out", tmp_path / "short")
    assert done.exit_code == 0, done.output
    with Replay(tmp_path / "short.match") as replay:
        assert replay.frame_count > 1
        assert replay.facts.closed_ms is not None
        assert replay.has_video
        assert "studio-720p" in replay.bundle.table_text
    checked = run("verify", tmp_path / "short.match")
    assert checked.exit_code == 0
    assert "every ruling is the same, to the last digit" in checked.output


def test_record_needs_a_table_for_a_camera(tmp_path):
    done = run("record", "camera:0", "--out", tmp_path / "x")
    assert isinstance(done.exception, BadRequestError)
    assert not list(tmp_path.iterdir())


def test_verify_lists_what_differs_and_exits_with_1(match, tmp_path):
    import shutil

    folder = tmp_path / "doctored.match"
    shutil.copytree(match, folder)
    database = sqlite3.connect(folder / "match.sqlite")
    # Somebody lets the table play by another ruler: reaches are longer, more shots are in range.
    name, content = database.execute("SELECT sha256, content FROM parts WHERE instr(content, 'long_mm')").fetchone()
    doctored = content.replace(b'"long_mm":83.8', b'"long_mm":900.0')
    assert doctored != content
    database.execute("UPDATE parts SET content = ? WHERE sha256 = ?", (doctored, name))
    database.commit()
    database.close()
    checked = run("verify", folder, "--most", "3")
    assert checked.exit_code == 1
    assert "moments are judged otherwise" in checked.output
    assert "range: " in checked.output
    assert "was " in checked.output


def test_verify_of_what_is_no_match_is_an_error_of_one_line(tmp_path):
    (tmp_path / "no.match").mkdir()
    (tmp_path / "no.match" / "match.sqlite").write_bytes(b"rubbish" * 999)
    done = run("verify", tmp_path / "no.match")
    assert isinstance(done.exception, BadFileError)
    assert "\n" not in str(done.exception)


def test_matches_lists_finds_exports_imports_and_deletes(match, tmp_path):
    library = match.parent
    assert "final" in run("matches", "--in", library).output
    assert "English" in run("matches", "--in", library, "find", "titan").output
    assert "no match is about that" in run("matches", "find", "nobody", "--in", library).output
    assert run("matches", "export", match, tmp_path / "sent.zip").exit_code == 0
    assert run("matches", "import", tmp_path / "sent.zip", "--in", tmp_path / "theirs").exit_code == 0
    kept = run("matches", "delete", "final", "--in", tmp_path / "theirs", input="n\n")
    assert kept.exit_code == 1
    assert (tmp_path / "theirs" / "final.match").is_dir()
    gone = run("matches", "delete", "final", "--in", tmp_path / "theirs", "--yes")
    assert gone.exit_code == 0
    assert "deleted" in gone.output
    assert not (tmp_path / "theirs" / "final.match").exists()
