"""record, verify and matches, as they are typed."""

import hashlib
import shutil
import sqlite3
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.cli.match.record import offer_to_resume
from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches.recording import record_path
from tableassist.matches.replay import Replay
from tests.matches.demo_match import record_demo


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
        assert b"studio-720p" in replay.bundle.files["table.toml"]
    checked = run("verify", tmp_path / "short.match")
    assert checked.exit_code == 0
    assert "every ruling is the same, to the last digit" in checked.output
    assert "signed with this computer's own key" in checked.output
    assert "It agrees." in checked.output


def test_record_needs_a_table_for_a_camera(tmp_path):
    done = run("record", "camera:0", "--out", tmp_path / "x")
    assert isinstance(done.exception, BadRequestError)
    assert not list(tmp_path.iterdir())


def test_verify_lists_what_differs_and_exits_with_3(match, tmp_path):
    folder = tmp_path / "doctored.match"
    shutil.copytree(match, folder)
    database = sqlite3.connect(folder / "match.sqlite")
    # Somebody lets the table play by another ruler: reaches are longer, more shots are in range.
    name, content = database.execute("SELECT sha256, content FROM parts WHERE instr(content, 'long_mm')").fetchone()
    doctored = content.replace(b'"long_mm":83.8', b'"long_mm":900.0')
    assert doctored != content
    renamed = hashlib.sha256(doctored).hexdigest()
    database.execute("UPDATE parts SET content = ?, sha256 = ? WHERE sha256 = ?", (doctored, renamed, name))
    database.execute("UPDATE settings SET parts = replace(parts, ?, ?)", (name, renamed))
    database.commit()
    database.close()
    checked = run("verify", folder, "--most", "3")
    assert checked.exit_code == 3
    assert "changed: settings" in checked.output
    assert "It does NOT agree" in checked.output
    assert "moments are judged differently" in checked.output
    assert "within range of cannon" in checked.output
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
    assert "no such match in" in run("matches", "find", "nobody", "--in", library).output
    assert run("matches", "export", match, tmp_path / "sent.zip").exit_code == 0
    assert run("matches", "import", tmp_path / "sent.zip", "--in", tmp_path / "theirs").exit_code == 0
    kept = run("matches", "delete", "final", "--in", tmp_path / "theirs", input="n\n")
    assert kept.exit_code == 1
    assert (tmp_path / "theirs" / "final.match").is_dir()
    gone = run("matches", "delete", "final", "--in", tmp_path / "theirs", "--yes")
    assert gone.exit_code == 0
    assert "deleted" in gone.output
    assert not (tmp_path / "theirs" / "final.match").exists()


@pytest.fixture
def cut_off(tmp_path):
    """As a kill leaves it, in a library of its own."""
    recorder = record_demo(tmp_path / "running", video=False, closed=False)
    recorder.flush(60.0)
    folder = shutil.copytree(recorder.folder, tmp_path / "library" / "friday.match")
    recorder.close()
    return folder


TABLE = "Demo: the English against the Pirates"


def test_the_next_record_of_the_table_offers_to_go_on_with_what_was_cut_off(cut_off, capsys, monkeypatch):
    library = cut_off.parent
    path, go_on = record_path(TABLE, None, library, resume=False, offer=offer_to_resume)
    assert not go_on
    assert path.parent == library
    told = capsys.readouterr().err
    assert "friday.match was interrupted after 0:0" in told
    assert "--resume" in told
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    for answer in (True, False):
        monkeypatch.setattr(typer, "confirm", lambda _words, default, answer=answer: default and answer)
        path, go_on = record_path(TABLE, None, library, resume=False, offer=offer_to_resume)
        assert go_on is answer
        assert (path == cut_off) is answer


def test_go_on_without_a_name_takes_the_last_that_was_cut_off(cut_off, tmp_path):
    assert record_path(TABLE, None, cut_off.parent, resume=True, offer=offer_to_resume) == (cut_off, True)
    with pytest.raises(BadRequestError, match="no interrupted match of 'Another' found"):
        record_path("Another", None, cut_off.parent, resume=True, offer=offer_to_resume)
    with pytest.raises(BadRequestError, match="got a match of 'Demo: the English"):
        record_path("Another", cut_off, tmp_path, resume=True, offer=offer_to_resume)


def test_a_match_that_is_there_is_not_written_over_and_the_way_on_is_told(cut_off, tmp_path):
    with pytest.raises(BadRequestError, match="already exists; choose a new name, or resume it with --resume"):
        record_path(TABLE, cut_off, tmp_path, resume=False, offer=offer_to_resume)


def test_two_records_in_one_minute_have_two_names(tmp_path):
    first, _ = record_path(TABLE, None, tmp_path, resume=False, offer=offer_to_resume)
    first.with_name(first.name + ".match").mkdir()
    second, _ = record_path(TABLE, None, tmp_path, resume=False, offer=offer_to_resume)
    assert first.name.endswith("-Demo-the-English-against-the-Pirates")
    assert second.name != first.name


def test_seconds_count_what_is_recorded_now_not_the_pause_before(cut_off):
    before = _frames(cut_off)
    done = run("record", "studio:demo", "--seconds", "0.6", "--out", cut_off, "--resume")
    assert done.exit_code == 0, done.output
    with Replay(cut_off) as replay:
        new = [moment.state.t_ns for moment in replay.moments()][before:]
    assert (new[-1] - new[0]) / 1e9 >= 0.4, "the status is looked at each fifth of a second"


def _frames(folder):
    with Replay(folder) as replay:
        return replay.frame_count
