"""Honest matches agree, however they came to their end; and what an honest program does to a bent one mends nothing."""

import shutil
import sqlite3
import threading
from contextlib import closing

import pytest

from bench import honest_matches, record_chain
from tableassist.errors import BadFileError
from tableassist.matches.recording import Recorder, save_unfinished, start_replay_buffer
from tableassist.matches.recording.replay_buffer import unfinished_match
from tableassist.matches.replay import Replay
from tableassist.matches.verify import MatchOutcome, reader_keys, verify_match
from tableassist.store.keys import fingerprint, load_or_make_table_key, read_known_tables
from tableassist.store.match import make_match_folder
from tableassist.store.match.writer import create_match, seen_of
from tableassist.store.match_library import export_match, import_match, note_acts, note_mark
from tests.forgeries import matches
from tests.forgeries.honest_match import note_all, record_with_notes
from tests.matches.demo_match import demo_bundle, demo_moments, record_demo, take_all_of

FEW = slice(0, 40, 2)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A computer with a key of its own."""
    monkeypatch.setenv("TABLEASSIST_KEY_FOLDER", str(tmp_path / "keys"))
    return tmp_path / "keys"


def verified(folder):
    findings = verify_match(folder, reader_keys())
    return findings.outcome, " | ".join(str(each.message) for each in findings.found)


def as_killed(recorder, copy):
    """The files as a kill leaves them: the log beside the database, the video unfinished, nobody holding the lock."""
    recorder.flush(5.0)
    shutil.copytree(recorder.folder, copy)
    return copy


def test_a_killed_match_agrees_and_says_that_it_was_never_closed_also_after_it_was_resumed(tmp_path):
    recorder = record_with_notes(tmp_path / "running", demo_moments()[FEW], closed=False)
    killed = as_killed(recorder, tmp_path / "killed.match")
    recorder.close()
    shutil.rmtree(tmp_path / "keys" / "matches")  # what it closed later, the computer does not know
    outcome, words = verified(killed)
    assert outcome is MatchOutcome.AGREES, words
    assert "it was never closed" in words
    assert "last 5 s" in words
    record_with_notes(killed, demo_moments()[:20:2], go_on=True)
    outcome, words = verified(killed)
    assert outcome is MatchOutcome.AGREES, words
    assert "stopped by force at" in words
    assert "never closed" not in words
    with Replay(killed) as replay:
        assert replay.frame_count == 30


@pytest.mark.long
def test_a_killed_match_that_is_saved_as_it_is_agrees(tmp_path):
    recorder = record_demo(tmp_path / "running", closed=False, moments=demo_moments()[FEW])
    killed = as_killed(recorder, tmp_path / "killed.match")
    recorder.close()
    shutil.rmtree(tmp_path / "keys" / "matches")
    assert unfinished_match(killed) is not None
    outcome, words = verified(save_unfinished(killed, tmp_path / "saved"))
    assert outcome is MatchOutcome.AGREES, words
    assert "stopped by force at" in words


def test_a_replay_buffer_that_is_kept_agrees_with_what_came_before_and_after(tmp_path):
    live = demo_moments()
    recorder = start_replay_buffer(demo_bundle(), root=tmp_path / "cache", keep_s=2.0, segment_s=1.0)
    for moment in live[:40:2]:
        take_all_of(recorder, moment)
    recorder.keep_picture(live[38])
    recorder.keep(tmp_path / "kept")
    for moment in live[40:50:2]:
        take_all_of(recorder, moment)
    note_all(recorder, live[48])
    recorder.close()
    outcome, words = verified(tmp_path / "kept.match")
    assert outcome is MatchOutcome.AGREES, words
    assert "were in the replay buffer" in words
    with Replay(tmp_path / "kept.match") as replay:
        assert replay.begins_late, "the beginning was forgotten"


def test_what_the_recording_computer_notes_later_is_signed_too(tmp_path, here):
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    note_mark(folder, "look here", t_ns=1, wall_ms=5, by="Anne", key=load_or_make_table_key(here))
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.AGREES, words
    matches.a_mark_removed(folder)
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.DIFFERS
    assert "missing: marks" in words


def test_what_somebody_else_notes_later_is_signed_by_him_and_the_match_by_its_table(tmp_path, here, monkeypatch):
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    note_mark(folder, "I saw it", t_ns=1, wall_ms=5, by="Bert", key=load_or_make_table_key(tmp_path / "bert"))
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.NOT_PROVEN, words
    assert "signed with this computer's own key" in words
    assert "added to later with the key" in words
    monkeypatch.setenv("TABLEASSIST_KEY_FOLDER", str(tmp_path / "bert"))
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.AGREES, words
    assert "a table that is new to you" in words
    assert "added to later by this computer" in words
    assert [each.public for each in read_known_tables(tmp_path / "bert")] == [load_or_make_table_key(here).public]
    note_mark(folder, "unsigned", t_ns=1, wall_ms=6)
    assert "not signed" in verified(folder)[1]


@pytest.mark.parametrize(
    "forge", [matches.one_verdict_flipped, matches.chain_made_anew_without_the_key, matches.another_player]
)
def test_a_bent_match_is_not_mended_by_an_honest_program_that_goes_on_with_it(tmp_path, here, forge):
    folder = record_with_notes(tmp_path / "bent", demo_moments()[FEW])
    forge(folder)
    shutil.rmtree(here / "matches")
    record_demo(folder, video=False, moments=demo_moments()[:4], go_on=True)
    outcome, words = verified(folder)
    assert outcome in (MatchOutcome.DIFFERS, MatchOutcome.WRONG_SIGNER), words


@pytest.mark.parametrize(
    "forge",
    [
        matches.one_verdict_flipped,
        matches.chain_made_anew_without_the_key,
        matches.another_player,
        matches.signed_by_anybody_in_the_owners_name,
        matches.an_index_that_leaves_events_out,
    ],
)
def test_nothing_is_added_to_a_match_that_is_not_as_it_was_signed(tmp_path, here, forge):
    """A note is signed on top of all that is there: the owner's note would vouch for what somebody else forged."""
    folder = record_with_notes(tmp_path / "bent", demo_moments()[FEW])
    forge(folder)
    shutil.rmtree(here / "matches")
    before = (folder / "match.sqlite").read_bytes()
    with pytest.raises(BadFileError, match="nothing was added, the match is not as it was signed"):
        note_mark(folder, "look here", t_ns=1, wall_ms=5, key=load_or_make_table_key(here))
    assert (folder / "match.sqlite").read_bytes() == before


@pytest.fixture
def another_under_its_id(tmp_path):
    """A forged match under the id of one that this computer recorded, whole in itself under the forger's key."""
    honest = record_demo(tmp_path / "honest", video=False, moments=demo_moments()[FEW])
    forged = shutil.copytree(honest, tmp_path / "forged.match")
    matches.chain_made_anew_and_signed_by_another_key(forged)
    return forged


def test_nothing_is_added_to_another_match_under_the_id_of_one_that_was_recorded_here(another_under_its_id, here):
    before = (another_under_its_id / "match.sqlite").read_bytes()
    with pytest.raises(BadFileError, match="the chain is another one"):
        note_mark(another_under_its_id, "look here", t_ns=1, wall_ms=5, key=load_or_make_table_key(here))
    assert (another_under_its_id / "match.sqlite").read_bytes() == before


def test_recording_on_into_another_match_does_not_change_what_is_remembered(another_under_its_id, here):
    (memory,) = (here / "matches").glob("*.json")
    before = memory.read_bytes()
    record_demo(another_under_its_id, video=False, moments=demo_moments()[:4], go_on=True)
    assert memory.read_bytes() == before
    outcome, words = verified(another_under_its_id)
    assert outcome in (MatchOutcome.DIFFERS, MatchOutcome.WRONG_SIGNER), words
    assert "the chain is another one" in words


def test_a_note_that_was_cut_off_is_read_as_whoever_writes_next_finds_it(tmp_path):
    """A power cut in the middle of a note leaves a journal beside the database."""
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    with closing(sqlite3.connect(folder / "match.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE blocks SET frames = zeroblob(length(frames)), poses = zeroblob(length(poses))")
        database.execute("INSERT INTO marks VALUES (1, 1, 1, 'Anne', 'look here')")
        cut = shutil.copytree(folder, tmp_path / "cut.match")
        database.execute("ROLLBACK")
    assert (cut / "match.sqlite-journal").stat().st_size > 0
    outcome, words = verified(cut)
    assert outcome is MatchOutcome.AGREES, words


def test_a_signature_below_another_cannot_be_removed(tmp_path):
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    note_mark(folder, "I saw it", t_ns=1, wall_ms=5, key=load_or_make_table_key(tmp_path / "bert"))
    matches.first_head_removed(folder)
    outcome, words = verified(folder)
    assert outcome in (MatchOutcome.DIFFERS, MatchOutcome.WRONG_SIGNER), words
    assert "a signature was removed or replaced that stood before" in words


def test_a_note_in_a_copy_says_nothing_against_the_match_that_was_copied(tmp_path, here):
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    copy = shutil.copytree(folder, tmp_path / "copy.match")
    note_mark(copy, "look here", t_ns=1, wall_ms=60_000, key=load_or_make_table_key(here))
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.AGREES, words
    assert "a note that this computer knows of, of 1970-01-01 00:01 UTC, is not in this copy" in words
    outcome, words = verified(copy)
    assert outcome is MatchOutcome.AGREES, words
    assert "is not in this copy" not in words


def test_a_note_that_somebody_removes_is_missed_where_it_was_seen(tmp_path):
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    honest = (folder / "match.sqlite").read_bytes()
    bert = load_or_make_table_key(tmp_path / "bert")
    note_mark(folder, "I saw it", t_ns=1, wall_ms=60_000, key=bert)
    matches.last_note_removed(folder)
    assert (folder / "match.sqlite").read_bytes() != honest
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.AGREES, words
    assert "is not in this copy" in words


def test_all_that_was_added_after_the_end_is_listed_with_time_and_key(tmp_path, here):
    folder = record_demo(tmp_path / "over", video=False, moments=demo_moments()[FEW])
    own, bert = load_or_make_table_key(here), load_or_make_table_key(tmp_path / "bert")
    note_acts(folder, [(1, "roll 6"), (2, "roll 1")], wall_ms=60_000, by="Anne", key=own)
    note_mark(folder, "I saw it", t_ns=1, wall_ms=120_000, by="Bert", key=bert)
    note_mark(folder, "I did not", t_ns=1, wall_ms=180_000, by="Anne", key=own)
    _, words = verified(folder)
    for minute, key, what in ((1, own, "acts (2)"), (2, bert, "marks (1)"), (3, own, "marks (1)")):
        line = f"added after the end, at 1970-01-01 00:0{minute} UTC by {fingerprint(key.public)}: {what}"
        assert line in words, words


def test_a_match_sent_as_a_zip_agrees(tmp_path):
    folder = record_with_notes(tmp_path / "sent", demo_moments()[FEW])
    there = import_match(export_match(folder, tmp_path / "sent.zip"), tmp_path / "library")
    outcome, words = verified(there)
    assert outcome is MatchOutcome.AGREES, words


def test_a_match_of_version_3_is_unchained_and_what_is_recorded_on_into_it_is_not(tmp_path, here):
    folder = record_demo(tmp_path / "old", video=False, moments=demo_moments()[FEW])
    shutil.rmtree(here / "matches")
    matches.made_to_look_old(folder)
    before = (folder / "match.sqlite").read_bytes()
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.NOT_PROVEN
    assert "unchained" in words
    assert (folder / "match.sqlite").read_bytes() == before
    record_demo(folder, video=False, moments=demo_moments()[:4], go_on=True)
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.NOT_PROVEN
    assert "taken over as they were" in words
    matches.one_verdict_flipped(folder)
    assert verified(folder)[0] is MatchOutcome.DIFFERS


def test_in_a_match_without_a_chain_flipped_verdicts_and_a_black_video_are_named(tmp_path, here):
    folder = record_with_notes(tmp_path / "old", demo_moments()[FEW])
    shutil.rmtree(here / "matches")
    matches.made_to_look_old(folder)
    assert verified(folder)[0] is MatchOutcome.NOT_PROVEN
    matches.one_verdict_flipped(folder)
    findings = verify_match(folder, reader_keys())
    assert findings.outcome is MatchOutcome.DIFFERS
    assert findings.differing == 1
    matches.video_black(folder)
    assert "the video is black or empty" in verified(folder)[1]
    matches.video_missing(folder)
    assert "the video file is missing" in verified(folder)[1]


def test_an_older_copy_is_seen_where_it_was_recorded_and_nowhere_else(tmp_path, monkeypatch):
    recorder = record_demo(tmp_path / "running", video=False, closed=False, moments=demo_moments()[:20:2])
    older = as_killed(recorder, tmp_path / "older.match")
    for moment in demo_moments()[20:40:2]:
        recorder.take(moment)
    recorder.close()
    outcome, words = verified(older)
    assert outcome is MatchOutcome.DIFFERS
    assert "or this is an older copy" in words
    monkeypatch.setenv("TABLEASSIST_KEY_FOLDER", str(tmp_path / "elsewhere"))
    outcome, words = verified(older)
    assert outcome is MatchOutcome.AGREES
    assert "it was never closed" in words


def test_a_recorder_without_a_key_records_all_the_same_and_nothing_is_proven(tmp_path):
    folder = record_demo(tmp_path / "keyless", video=False, moments=demo_moments()[FEW], key=lambda: None)
    outcome, words = verified(folder)
    assert outcome is MatchOutcome.NOT_PROVEN
    assert "not signed" in words


def test_the_key_is_asked_for_and_used_by_the_writing_thread_alone(tmp_path, here):
    threads = []

    class Key:
        public = load_or_make_table_key(here).public

        def sign(self, data):
            threads.append(threading.current_thread())
            return load_or_make_table_key(here).sign(data)

    def key():
        threads.append(threading.current_thread())
        return Key()

    recorder = record_with_notes(tmp_path / "mine", demo_moments()[:10:2], closed=False, key=key)
    recorder.close()
    assert {thread.name for thread in threads} == {"record of mine.match"}
    assert verified(recorder.folder)[0] is MatchOutcome.AGREES


def test_the_log_beside_the_database_holds_no_older_heads(tmp_path):
    recorder = Recorder(tmp_path / "short", demo_bundle(), video=False)
    for moment in demo_moments()[:20:2]:
        recorder.take(moment)
        recorder.flush(60.0)
    writer = recorder._writer
    log = recorder.folder / "match.sqlite-wal"
    assert log.stat().st_size > 0
    done = threading.Event()
    recorder._do(lambda: (writer.empty_log(), done.set()))
    assert done.wait(60.0)
    recorder.close()
    with sqlite3.connect(recorder.folder / "match.sqlite") as database:
        assert database.execute("SELECT count(*) FROM heads").fetchone() == (1,), "one head a signer"


@pytest.mark.long
def test_killed_recorders_leave_matches_that_agree_also_resumed():
    """The short form of bench/honest_matches.py, with a real kill -9."""
    figures = honest_matches.run(2, between_s=(0.5, 1.5))
    assert figures["problems"] == []
    assert figures["killed"] == figures["agree"] == 2
    assert figures["log_cuts"] > 2, "and somebody has cut their logs"


def test_the_chain_costs_less_than_a_millisecond_of_processor_time_a_frame():
    """The short form of bench/record_chain.py, at its dearest: a commit and a signature for every frame."""
    assert record_chain.misses(record_chain.run(stage="demo", frames=10, rounds=3)) == []


def test_a_computer_remembers_no_more_of_a_match_than_was_committed(tmp_path):
    live = demo_moments()
    folder = make_match_folder(tmp_path / "mine")
    writer = create_match(folder, demo_bundle(), started_ms=0, chapter_ns=600_000_000_000)
    writer.begin_chain(folder, None, wall_ms=0)
    writer.add(seen_of(live[0], wall_ms=0))
    writer.commit()
    writer.add(seen_of(live[1], wall_ms=1))
    assert writer.remembered.frames == 1
    writer.commit()
    assert writer.remembered.frames == 2
    writer.close(closed_ms=2)
    assert writer.remembered.is_closed
