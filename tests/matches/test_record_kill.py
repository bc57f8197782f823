"""A recorder that is killed, and a disk that is full: the short form of bench/record_kill.py."""

import time

from bench import record_kill
from tableassist.matches.recording import Recorder, RecordingStatus
from tableassist.matches.replay import Replay
from tests.matches.demo_match import FRAMES_PER_S, demo_bundle, demo_moments, take_all_of


def test_a_killed_recorder_leaves_a_match_that_opens_and_can_be_gone_on_with():
    staged = [moment.frame for moment in demo_moments()[:12]]
    figures = record_kill.run(3, stage="demo", segment_s=0.5, between_s=(0.5, 1.2), staged=staged, rate=FRAMES_PER_S)
    assert record_kill.misses(figures) == []
    assert figures["opened"] == figures["offered_to_go_on"] == figures["gone_on_with"] == 3


def test_a_full_disk_stops_the_record_with_one_line_and_what_was_written_stays_readable(small_disk):
    recorder = Recorder(small_disk / "full", demo_bundle(), free=lambda _: 10**12)
    live = demo_moments()
    shift, words = 0, set()
    until = time.monotonic() + 120.0
    while recorder.status.recording is not RecordingStatus.STOPPED:
        assert time.monotonic() < until
        for moment in live:
            if moment.frame.number < 40:
                take_all_of(recorder, moment)
        words.add(str(recorder.status.words))
        # Where the pictures have filled the disk, the poses soon have no room either.
        if recorder.status.recording is RecordingStatus.POSES and not shift:
            shift = 1
            (small_disk / "more").write_bytes(bytes(_room(small_disk) // 4096 * 4096))
    assert any("No space left" in each or "disk is full" in each for each in (*words, str(recorder.status.words)))
    assert "\n" not in str(recorder.status.words)
    recorder.take(live[0])
    recorder.close()
    with Replay(recorder.folder) as replay:
        assert replay.frame_count >= 30
        moment = next(replay.moments())
        assert tuple(moment.state.rulings) == tuple(live[0].state.rulings)
        assert replay.picture_at(replay.first_ns) is not None


def _room(place):
    import shutil

    return shutil.disk_usage(place).free
