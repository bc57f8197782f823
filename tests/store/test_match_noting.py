"""What is noted in a match that is over stays in it, and changes nothing else."""

import os
import shutil

import msgspec
import pytest

from tableassist.errors import BadFileError
from tableassist.matches.recording.replay_buffer import unfinished_match
from tableassist.matches.replay import Replay
from tableassist.matches.replay.check import checked_moments
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.store.match_library import note_mark, note_overrulings
from tests.matches.demo_match import demo_moments, record_demo


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    return record_demo(tmp_path_factory.mktemp("noting") / "over", video=False)


@pytest.fixture
def match(recorded, tmp_path):
    return shutil.copytree(recorded, tmp_path / "over.match")


def an_overruling():
    state = demo_moments()[20].state
    return Overruling(state.rulings[0], Verdict.TOO_CLOSE, "nobody can say", "Anne", state.t_ns)


def test_marks_and_overrulings_are_kept_while_somebody_reads(match):
    with Replay(match) as replay:
        at_ns = replay.at(replay.first_ns).state.t_ns
        note_mark(match, "here it was", t_ns=at_ns, wall_ms=5)
        note_overrulings(match, (an_overruling(),), t_ns=at_ns, wall_ms=6)
        assert [(mark.t_ns, mark.wall_ms, mark.words) for mark in replay.marks] == [(at_ns, 5, "here it was")]
        (note,) = replay.overrulings
        made = an_overruling()
        assert note.standing == (msgspec.structs.replace(made, ruling=made.ruling.spell_out()),)
        assert all(each.is_same for each in checked_moments(replay)), "what was seen and said is as it was"
    assert sorted(path.name for path in match.iterdir()) == ["match.sqlite"]
    assert unfinished_match(match) is None, "closed, as it was"


def test_a_match_that_was_cut_off_can_be_noted_in_and_is_still_offered(tmp_path, monkeypatch):
    recorder = record_demo(tmp_path / "running", video=False, closed=False)
    recorder.flush(5.0)
    cut_off = shutil.copytree(recorder.folder, tmp_path / "cut-off.match")
    recorder.close()
    monkeypatch.setenv("TABLEASSIST_KEY_FOLDER", str(tmp_path / "elsewhere"))  # here it was closed later
    note_mark(cut_off, "then it went dark", t_ns=1, wall_ms=2)
    with Replay(cut_off) as replay:
        assert replay.frame_count == len(demo_moments())
        assert [mark.words for mark in replay.marks] == ["then it went dark"]
    assert unfinished_match(cut_off) is not None


def test_a_match_that_is_being_recorded_is_its_recorders(tmp_path):
    recorder = record_demo(tmp_path / "running", video=False, closed=False)
    with pytest.raises(BadFileError, match="is being recorded"):
        note_mark(recorder.folder, "mine", t_ns=1, wall_ms=2)
    recorder.mark("its own")
    recorder.close()
    with Replay(recorder.folder) as replay:
        assert [mark.words for mark in replay.marks] == ["its own"]


@pytest.mark.parametrize("what", ["nothing there", "not a match"])
def test_what_is_no_match_is_refused_in_one_line(tmp_path, what):
    folder = tmp_path / "odd.match"
    folder.mkdir()
    if what == "not a match":
        (folder / "match.sqlite").write_bytes(b"SQLite format 3\0" + os.urandom(4000))
    with pytest.raises(BadFileError) as refused:
        note_mark(folder, "x", t_ns=1, wall_ms=2)
    assert "\n" not in str(refused.value)
    assert not (folder / "recording.lock").exists()
