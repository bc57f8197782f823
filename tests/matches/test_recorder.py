"""The recorder: what is kept, what is dropped first, and what happens when the disk does not play along."""

import shutil
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.matches.recording import (
    Recorder,
    RecordingStatus,
    save_unfinished,
    start_replay_buffer,
    unfinished_matches,
)
from tableassist.matches.recording.replay_buffer import unfinished_match
from tableassist.matches.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.store.match import is_match, still_times
from tableassist.vision.localisation.tracking import Tracks
from tests.matches.demo_match import demo_bundle, demo_moments, record_demo, take_all_of

GB = 1_000_000_000


def shifted(moment, by_ns):
    """The same moment at another time, with nothing that is the same by identity."""
    tracks = {
        piece: replace(
            track,
            pose=replace(track.pose, t_ns=track.pose.t_ns + by_ns),
            seen_ns=track.seen_ns + by_ns,
            stopped_ns=track.stopped_ns + by_ns,
        )
        for piece, track in moment.state.tracks.tracks.items()
    }
    state = replace(moment.state, t_ns=moment.state.t_ns + by_ns, tracks=Tracks(tracks), events=())
    return Moment(replace(moment.frame, t_ns=moment.frame.t_ns + by_ns), state, moment.settings)


def wait_until(condition, seconds=60.0):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)


def test_taking_never_waits_and_pictures_go_before_poses(tmp_path):
    recorder = Recorder(tmp_path / "fast", demo_bundle())
    times = []
    moment = demo_moments()[5]
    for number in range(120):
        now = shifted(moment, number * 1_000_000)
        began = time.perf_counter()
        recorder.take(now)
        times.append(time.perf_counter() - began)
    recorder.close()
    assert np.median(times) < 0.005
    status = recorder.status
    assert status.dropped_poses == 0
    assert status.dropped_pictures > 0
    with Replay(recorder.folder) as replay:
        assert replay.frame_count == 120


def test_notes_marks_edits_and_overrulings_are_kept_with_their_times(tmp_path):
    live = demo_moments()
    recorder = Recorder(tmp_path / "notes", demo_bundle(), video=False, wall_ms=lambda: 1_700_000_000_000)
    recorder.take(live[0])
    recorder.mark("a good start")
    recorder.take(live[1])
    recorder.note_edit("Titan loses a mast")
    ruling = live[1].state.rulings[0]
    t_ns = live[1].state.t_ns
    overruling = Overruling(ruling.spell_out(), Verdict.YES, "we agreed", "Anne", t_ns)
    recorder.note_overrulings((overruling,))
    recorder.note_overrulings(())
    recorder.close()
    with Replay(recorder.folder) as replay:
        assert [(note.t_ns, note.words) for note in replay.marks] == [(live[0].state.t_ns, "a good start")]
        assert [(note.t_ns, note.words) for note in replay.edits] == [(live[1].state.t_ns, "Titan loses a mast")]
        assert [note.standing for note in replay.overrulings] == [(overruling,), ()]
        assert replay.marks[0].wall_ms == 1_700_000_000_000
        assert replay.facts.closed_ms == 1_700_000_000_000


def test_what_was_taken_can_be_replayed_while_the_record_goes_on(tmp_path):
    live = demo_moments()
    recorder = record_demo(tmp_path / "going", closed=False, moments=live[:20])
    flushing = threading.Thread(target=lambda: recorder.flush(2.0))
    flushing.start()
    time.sleep(0.05)
    recorder.take(live[20])
    flushing.join()
    with Replay(recorder.folder) as replay:
        assert replay.facts.closed_ms is None
        assert replay.last_ns >= live[19].state.t_ns
        moment = replay.at(live[19].state.t_ns)
        assert tuple(moment.state.rulings) == tuple(live[19].state.rulings)
        assert np.abs(moment.frame.image.astype(int) - live[19].frame.image).mean() < 4.0
        for each in live[21:30]:
            recorder.take(each)
        recorder.flush(0.3)
        replay.refresh()
        assert replay.last_ns == live[29].state.t_ns
    recorder.close()


def test_at_two_gigabytes_it_warns_and_at_half_a_gigabyte_video_stops_and_poses_go_on(tmp_path):
    free = [100 * GB]
    recorder = Recorder(tmp_path / "full", demo_bundle(), free=lambda _: free[0])
    live = demo_moments()
    recorder.take(live[0])
    assert recorder.status.recording is RecordingStatus.VIDEO
    assert recorder.status.words == ""
    free[0] = 1_900_000_000
    wait_until(lambda: "only 1900 MB are free" in str(recorder.status.words))
    assert recorder.status.recording is RecordingStatus.VIDEO
    free[0] = 400_000_000
    wait_until(lambda: recorder.status.recording is RecordingStatus.POSES)
    assert "video has stopped, positions are still recorded" in str(recorder.status.words)
    for moment in live[1:10]:
        recorder.take(moment)
    recorder.close()
    with Replay(recorder.folder) as replay:
        assert replay.frame_count == 10
        assert replay.picture_at(live[0].state.t_ns) is not None


def test_a_folder_that_vanishes_stops_the_record_with_one_line(tmp_path):
    recorder = Recorder(tmp_path / "gone", demo_bundle(), video=False)
    recorder.take(demo_moments()[0])
    recorder.flush()
    shutil.rmtree(recorder.folder)
    wait_until(lambda: recorder.status.recording is RecordingStatus.STOPPED)
    assert str(recorder.status.words).endswith("the folder is gone")
    assert "\n" not in str(recorder.status.words)
    recorder.take(demo_moments()[1])
    recorder.mark("too late")
    recorder.close()


def test_a_match_is_never_written_over(tmp_path):
    record_demo(tmp_path / "first", video=False, moments=demo_moments()[:2])
    with pytest.raises(BadFileError, match="already exists, expected a new name"):
        Recorder(tmp_path / "first.match", demo_bundle())


def test_a_match_being_recorded_is_not_recorded_twice(tmp_path):
    recorder = Recorder(tmp_path / "mine", demo_bundle(), video=False)
    with pytest.raises(BadFileError, match="is being recorded by another"):
        Recorder(tmp_path / "mine", demo_bundle(), go_on=True)
    recorder.close()


def test_a_match_is_gone_on_with_on_one_line_of_time(tmp_path):
    live = demo_moments()
    folder = record_demo(tmp_path / "long", moments=live[:8])
    later = record_demo(folder, moments=live[:8], go_on=True)
    assert later == folder
    with Replay(folder) as replay:
        assert replay.frame_count == 16
        times = [moment.state.t_ns for moment in replay.moments()]
        assert times == sorted(times)
        again = list(replay.moments())[8:]
        for before, after in zip(live[:8], again, strict=True):
            assert tuple(after.state.rulings) == tuple(before.state.rulings)
        assert replay.facts.closed_ms is not None
        assert replay.picture_at(times[12]) is not None


def test_an_overruling_in_a_match_that_was_gone_on_with_has_the_matchs_time(tmp_path):
    live = demo_moments()
    folder = record_demo(tmp_path / "long", video=False, moments=live[:8])
    recorder = record_demo(folder, video=False, closed=False, moments=live[:3], go_on=True)
    recorder.flush(1.0)
    with Replay(folder) as replay:
        times = [moment.state.t_ns for moment in replay.moments()]
    assert times[10] > live[2].state.t_ns

    def overruled(t_ns):
        return Overruling(live[2].state.rulings[0], Verdict.YES, "", "Anne", t_ns)

    # One of what the camera shows now, one of a moment that was looked back at.
    recorder.note_overrulings((overruled(live[2].state.t_ns), overruled(times[9])))
    recorder.close()
    with Replay(folder) as replay:
        assert [each.t_ns for each in replay.overrulings[-1].standing] == [times[10], times[9]]


def test_a_source_that_counts_anew_does_not_turn_time_back(tmp_path):
    live = demo_moments()
    folder = record_demo(tmp_path / "anew", video=False, moments=(*live[10:14], *live[0:4]))
    with Replay(folder) as replay:
        times = [moment.state.t_ns for moment in replay.moments()]
    assert times == sorted(times)
    assert len(times) == 8


def test_a_replay_buffer_forgets_what_is_old_and_leaves_nothing_behind(tmp_path):
    recorder = start_replay_buffer(demo_bundle(), root=tmp_path, keep_s=6.0, segment_s=2.0)
    moment = demo_moments()[5]
    for number in range(40):
        take_all_of(recorder, shifted(moment, number * 500_000_000))
    recorder.flush(0.3)
    assert recorder.status.is_replay_buffer
    with Replay(recorder.folder) as replay:
        assert 6.0 <= replay.duration_ns / 1e9 <= 9.0
        assert replay.last_ns == moment.state.t_ns + 39 * 500_000_000
        first = replay.at(replay.first_ns)
        assert [each.verdict for each in first.state.rulings] == [each.verdict for each in moment.state.rulings]
        assert replay.picture_at(replay.first_ns) is not None
    assert len(list(recorder.folder.glob("*.mp4"))) <= 5
    recorder.close()
    assert list(tmp_path.iterdir()) == []


def test_a_replay_buffer_that_is_kept_becomes_a_match_and_goes_on(tmp_path):
    live = demo_moments()
    recorder = start_replay_buffer(demo_bundle(), root=tmp_path / "cache", keep_s=60.0, segment_s=3.0)
    for moment in live[:30]:
        take_all_of(recorder, moment)
    recorder.keep(tmp_path / "matches" / "saved")
    for moment in live[30:40]:
        take_all_of(recorder, moment)
    recorder.close()
    folder = tmp_path / "matches" / "saved.match"
    assert recorder.folder == folder
    assert not list((tmp_path / "cache").iterdir())
    with Replay(folder) as replay:
        assert replay.facts.name == "saved"
        assert replay.facts.closed_ms is not None
        assert replay.frame_count == 40
        for before, after in zip(live[:40], replay.moments(), strict=True):
            assert tuple(after.state.rulings) == tuple(before.state.rulings)
        assert all(replay.picture_at(moment.state.t_ns) is not None for moment in live[:40:4])
        assert len(replay.ruling_changes((live[30].state.t_ns, live[30].state.t_ns))) < 50


def test_what_is_told_while_the_memory_becomes_a_match_keeps_its_order(tmp_path):
    """Some of it waits with the move, some comes while that is being done."""
    recorder = start_replay_buffer(demo_bundle(), video=True, root=tmp_path / "memory")
    recorder.take(demo_moments()[0])
    wait_until(lambda: recorder.is_idle)
    busy = threading.Event()
    recorder._do(lambda: busy.wait(20.0))  # so that the next ones wait together
    recorder.keep(tmp_path / "saved")
    for number in range(3):
        recorder.note_act(f"act {number}")
    film = recorder._film
    pause = film.pause

    def pausing(timeout_s):
        for number in range(3, 6):
            recorder.note_act(f"act {number}")
        pause(timeout_s)

    film.pause = pausing
    busy.set()
    wait_until(lambda: recorder.folder.name == "saved.match")
    recorder.close()
    with Replay(tmp_path / "saved.match") as replay:
        assert [each.words for each in replay.acts] == [f"act {number}" for number in range(6)]


def test_keeping_under_a_name_that_is_taken_is_refused(tmp_path):
    record_demo(tmp_path / "taken", video=False, moments=demo_moments()[:2])
    recorder = start_replay_buffer(demo_bundle(), root=tmp_path / "cache", video=False)
    with pytest.raises(BadFileError, match="already exists, expected a new name"):
        recorder.keep(tmp_path / "taken")
    recorder.close()


def test_an_unclosed_match_is_offered_at_the_next_start_and_a_running_one_is_not(tmp_path):
    folder = record_demo(tmp_path / "closed", video=False, moments=demo_moments()[:3])
    assert unfinished_match(folder) is None
    running = Recorder(tmp_path / "crashed", demo_bundle(), video=False)
    running.take(demo_moments()[0])
    running.take(demo_moments()[9])
    running.flush()
    assert unfinished_matches((tmp_path,)) == ()
    # As a kill leaves it: the files as they are, and no lock held.
    dead = tmp_path / "elsewhere" / "crashed.match"
    shutil.copytree(running.folder, dead)
    running.close()
    offered = unfinished_matches((tmp_path / "elsewhere",))
    assert [(match.name, round(match.seconds, 2), match.is_replay_buffer) for match in offered] == [
        ("crashed", 1.12, False)
    ]
    saved = save_unfinished(dead, tmp_path / "kept")
    assert is_match(saved)
    assert unfinished_match(saved) is None
    with Replay(saved) as replay:
        assert replay.frame_count == 2


def test_a_match_that_somebody_looks_at_can_be_closed(tmp_path):
    recorder = record_demo(tmp_path / "watched", video=False, closed=False, moments=demo_moments()[:5])
    recorder.flush()
    with Replay(recorder.folder) as replay:
        recorder.close()
        assert recorder.status.words == ""
        assert replay.frame_count == 5
    with Replay(recorder.folder) as replay:
        assert replay.facts.closed_ms is not None


def test_a_match_on_a_read_only_disk_opens_with_its_log(tmp_path):
    recorder = record_demo(tmp_path / "open", video=False, closed=False, moments=demo_moments()[:5])
    recorder.flush()
    copy = tmp_path / "copy.match"
    copy.mkdir()
    for name in ("match.sqlite", "match.sqlite-wal"):
        shutil.copyfile(recorder.folder / name, copy / name)
    recorder.close()
    (copy / "match.sqlite-shm").mkdir()  # as good as a disk that takes no such file
    with Replay(copy) as replay:
        assert replay.frame_count == 5


def test_what_is_argued_about_is_kept_as_the_camera_gave_it(tmp_path):
    live = demo_moments()
    recorder = record_demo(tmp_path / "argued", closed=False, moments=live[:6])
    recorder.keep_picture(live[4])
    recorder.flush(2.0)
    with Replay(recorder.folder) as replay:
        kept, other = replay.at(live[4].state.t_ns), replay.at(live[3].state.t_ns)
        assert np.array_equal(kept.frame.image, live[4].frame.image)
        assert not np.array_equal(other.frame.image, live[3].frame.image)
        assert replay.still_at(live[3].state.t_ns) is None
        recorder.keep_picture(other)  # not the camera's any more
    recorder.flush(2.0)
    recorder.close()
    assert still_times(recorder.folder) == {live[4].state.t_ns}


def test_a_match_of_poses_alone_keeps_no_picture(tmp_path):
    recorder = record_demo(tmp_path / "poses", video=False, closed=False, moments=demo_moments()[:3])
    recorder.keep_picture(demo_moments()[2])
    recorder.close()
    assert still_times(recorder.folder) == frozenset()


def test_a_replay_buffer_forgets_its_stills(tmp_path):
    recorder = start_replay_buffer(demo_bundle(), root=tmp_path, keep_s=6.0, segment_s=2.0)
    moment = demo_moments()[5]
    for number in range(40):
        now = shifted(moment, number * 500_000_000)
        take_all_of(recorder, now)
        if number in (2, 38):
            recorder.keep_picture(now)
    recorder.flush(1.0)
    assert still_times(recorder.folder) == {shifted(moment, 38 * 500_000_000).state.t_ns}
    recorder.close()
    assert not recorder.folder.exists()


def test_in_a_match_that_was_gone_on_with_a_still_has_the_matchs_time(tmp_path):
    live = demo_moments()
    folder = record_demo(tmp_path / "long", moments=live[:8])
    recorder = record_demo(folder, closed=False, moments=live[:3], go_on=True)
    recorder.keep_picture(live[2])
    recorder.flush(2.0)
    recorder.close()
    with Replay(folder) as replay:
        times = [moment.state.t_ns for moment in replay.moments()]
        assert still_times(folder) == {times[10]}
        assert np.array_equal(replay.at(times[10]).frame.image, live[2].frame.image)
