"""A match of an older version is read as it is, and brought up to date only where it is gone on with."""

import hashlib
import sqlite3

import pytest

from tableassist.errors import BadFileError
from tableassist.matches.replay import Replay
from tableassist.store.match.database import open_to_resume
from tableassist.store.match.schema import TABLES_1, VERSION, version_of
from tests.forgeries.matches import made_to_look_old
from tests.matches.demo_match import demo_moments, record_demo


def as_version_1(folder):
    """Written out by hand from a match of today: questions in every ruling, marks without the time of day."""
    made_to_look_old(folder)
    database = sqlite3.connect(folder / "match.sqlite", isolation_level=None)
    asked = database.execute(
        "SELECT r.id, r.t_ns, q.rule, q.subject, q.target, q.cannon, r.before, r.after "
        "FROM rulings r JOIN questions q ON q.id = r.question"
    ).fetchall()
    marks = database.execute("SELECT id, t_ns, words FROM marks").fetchall()
    for table in ("rulings", "questions", "marks"):
        database.execute(f"DROP TABLE {table}")
    database.execute("DROP INDEX events_by_time")
    database.execute(TABLES_1["rulings"])
    database.execute(TABLES_1["marks"])
    database.executemany("INSERT INTO rulings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", asked)
    database.executemany("INSERT INTO marks VALUES (?, ?, ?)", marks)
    database.execute("UPDATE meta SET value = '1700000000000' WHERE key = 'started_ms'")
    database.execute("PRAGMA user_version = 1")
    database.execute("VACUUM")
    database.close()


@pytest.fixture
def old_match(tmp_path):
    recorder = record_demo(tmp_path / "old", video=False, closed=False, moments=demo_moments()[:20])
    recorder.mark("here")
    recorder.close()
    with Replay(recorder.folder) as replay:
        told = (replay.ruling_changes(), [(note.t_ns, note.words) for note in replay.marks])
    as_version_1(recorder.folder)
    return recorder.folder, told


def digest(folder):
    return hashlib.sha256((folder / "match.sqlite").read_bytes()).hexdigest()


def test_version_1_is_read_from_a_copy_and_stays_as_it_is(old_match):
    folder, (changes, marks) = old_match
    before = digest(folder)
    with Replay(folder) as replay:
        assert replay.ruling_changes() == changes
        assert len(changes) > 300
        assert [(note.t_ns, note.words) for note in replay.marks] == marks
        # 19 frames at 8 a second after the beginning.
        assert replay.marks[0].wall_ms == 1_700_000_000_000 + 2375
        live = demo_moments()[7]
        assert tuple(replay.at(live.state.t_ns).state.rulings) == tuple(live.state.rulings)
    assert digest(folder) == before


def test_version_1_that_is_gone_on_with_is_of_this_version(old_match):
    folder, (changes, _) = old_match
    database = open_to_resume(folder)
    assert version_of(database, folder) == VERSION
    database.close()
    record_demo(folder, video=False, moments=demo_moments()[:3], go_on=True)
    with Replay(folder) as replay:
        assert replay.frame_count == 23
        assert replay.ruling_changes()[: len(changes)] == changes


def test_version_2_is_read_and_brought_up_to_date(tmp_path):
    folder = record_demo(tmp_path / "second", video=False, moments=demo_moments()[:20])
    with Replay(folder) as replay:
        told = replay.events()
    made_to_look_old(folder)
    database = sqlite3.connect(folder / "match.sqlite", isolation_level=None)
    database.execute("DROP INDEX events_by_time")
    database.execute("PRAGMA user_version = 2")
    database.close()
    with Replay(folder) as replay:
        assert replay.events() == told
        assert len(told) > 10
    database = open_to_resume(folder)
    assert version_of(database, folder) == VERSION == 5
    database.close()


def test_version_3_is_read_and_its_notes_have_no_author(tmp_path):
    recorder = record_demo(tmp_path / "third", video=False, closed=False, moments=demo_moments()[:20])
    recorder.mark("here", by="Anne")
    recorder.note_edit("a mast lost", by="Anne")
    recorder.close()
    made_to_look_old(recorder.folder)
    before = digest(recorder.folder)
    with Replay(recorder.folder) as replay:
        assert [(note.by, note.words) for note in (*replay.marks, *replay.edits)] == [("", "here"), ("", "a mast lost")]
        assert not replay.is_chained
    assert digest(recorder.folder) == before


def test_a_newer_version_is_refused_by_name(old_match):
    folder, _ = old_match
    database = sqlite3.connect(folder / "match.sqlite")
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    with pytest.raises(BadFileError, match="made by a newer tableassist"):
        Replay(folder)
