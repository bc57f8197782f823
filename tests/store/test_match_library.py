"""The library: what it lists and finds, what it takes in, and what it leaves when it deletes."""

import zipfile

import pytest

from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.store.match_library import (
    delete_match,
    export_match,
    find_match,
    found,
    import_match,
    match_card,
    matches_in,
)
from tests.matches.demo_match import demo_bundle, demo_moments, record_demo, take_all_of

MAY_2024_MS = 1_715_000_000_000


def record(path, *, wall_ms, overruled=False, video=False):
    recorder = Recorder(path, demo_bundle(), video=video, wall_ms=lambda: wall_ms)
    for moment in demo_moments()[:4]:
        take_all_of(recorder, moment)
    if overruled:
        ruling = demo_moments()[0].state.rulings[0]
        recorder.note_overrulings((Overruling(ruling=ruling, verdict=Verdict.NO, reason="", by="Anne", t_ns=0),))
    recorder.close()
    return recorder.folder


@pytest.fixture
def library(tmp_path):
    record(tmp_path / "final", wall_ms=MAY_2024_MS, overruled=True)
    record(tmp_path / "friendly", wall_ms=MAY_2024_MS + 40 * 86_400_000)
    broken = tmp_path / "broken.match"
    broken.mkdir()
    (broken / "match.sqlite").write_bytes(b"rubbish" * 1000)
    return tmp_path


def names(cards):
    return [card.name for card in cards]


def test_the_newest_is_first_and_what_cannot_be_read_is_last(library):
    cards = matches_in(library)
    assert names(cards) == ["friendly", "final", "broken"]
    assert "not a match" in str(cards[2].problem)
    assert cards[1].disputes == 1
    assert cards[0].facts.players == ("English", "Pirates")


def test_matches_are_found_by_player_ship_date_and_disputes(library):
    cards = matches_in(library)
    assert names(found(cards, ("pirates", "TITAN"))) == ["friendly", "final"]
    assert names(found(cards, ("2024-05",))) == ["final"]
    assert names(found(cards, ("disputes",))) == ["final"]
    assert names(found(cards, ("disputes", "2024-06"))) == []
    assert names(found(cards, ("friend",))) == ["friendly"]
    assert names(found(cards, ("flying-dutchman",))) == []


def test_a_match_travels_as_one_file(tmp_path):
    folder = record_demo(tmp_path / "with-video", moments=demo_moments()[:4])
    packed = export_match(folder, tmp_path / "sent.zip")
    taken_in = import_match(packed, tmp_path / "theirs")
    with Replay(folder) as mine, Replay(taken_in) as theirs:
        assert theirs.facts == mine.facts
        for one, other in zip(mine.moments(pictures=True), theirs.moments(pictures=True), strict=True):
            assert tuple(one.state.rulings) == tuple(other.state.rulings)
            assert (one.frame.image == other.frame.image).all()
    assert import_match(packed, tmp_path / "theirs").name == "with-video 2.match"
    assert import_match(folder, tmp_path / "theirs").name == "with-video 3.match"


def test_an_unclosed_match_travels_with_what_is_in_its_log(tmp_path):
    recorder = record_demo(tmp_path / "open", video=False, closed=False, moments=demo_moments()[:6])
    recorder.flush()
    taken_in = import_match(export_match(recorder.folder, tmp_path / "sent.zip"), tmp_path / "theirs")
    recorder.close()
    with Replay(taken_in) as replay:
        assert replay.frame_count == 6


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.match/match.sqlite": b"x", "a.match/../../evil": b""}, "expected the files of one match"),
        ({"/a.match/match.sqlite": b"x"}, "expected the files of one match"),
        ({"a.match/match.sqlite": b"x", "b.match/video-0001.mp4": b""}, "expected those of one match"),
        ({"a.match/video-0001.mp4": b"x"}, "expected those of one match"),
        ({"a.match/match.sqlite": b"x", "a.match/run.exe": b""}, "expected the files of one match"),
        ({"a.match/match.sqlite": bytes(30_000_000)}, "too many for a match"),
        ({"a.match/match.sqlite": b"x" * 5000}, "not a match that can be read"),
        ({}, "got 0 files"),
    ],
)
def test_hostile_zips_are_refused_and_leave_nothing(tmp_path, files, words):
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    with pytest.raises(BadFileError, match=words):
        import_match(path, tmp_path / "library")
    assert list((tmp_path / "library").iterdir()) == []


def test_what_is_not_a_zip_is_refused(tmp_path):
    (tmp_path / "no.zip").write_bytes(b"PK\x03\x04 rubbish")
    with pytest.raises(BadFileError, match="not a match that can be imported"):
        import_match(tmp_path / "no.zip", tmp_path / "library")


def test_deleting_leaves_what_is_not_of_the_match(library):
    folder = find_match(library, "final")
    (folder / "notes.txt").write_text("mine")
    assert delete_match(folder) == ("notes.txt",)
    assert (folder / "notes.txt").read_text() == "mine"
    assert delete_match(find_match(library, "friendly")) == ()
    assert not (library / "friendly.match").exists()
    with pytest.raises(BadRequestError, match="no such match"):
        find_match(library, "friendly")


def test_a_match_that_is_being_recorded_is_not_deleted(tmp_path):
    recorder = Recorder(tmp_path / "now", demo_bundle(), video=False)
    recorder.take(demo_moments()[0])
    recorder.flush()
    with pytest.raises(BadRequestError, match="is being recorded"):
        delete_match(recorder.folder)
    recorder.close()
    assert match_card(recorder.folder).problem == ""
