"""The parts of the capture process: what is frozen or black, times that rise, sightings that stay the same."""

import os
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tableassist.errors import SourceError
from tableassist.geometry.frames import ImagePoints
from tableassist.sources.supervised import CaptureState
from tableassist.sources.supervised.frame_buffer import FrameBuffer, name_start
from tableassist.sources.supervised.picture_check import PictureWatch
from tableassist.sources.supervised.protocol import SeenFrame, encode, from_child
from tableassist.sources.supervised.sequence import FrameSequence
from tableassist.sources.supervised.sightings import SightingsIn, SightingsOut
from tableassist.sources.supervised.watchdog import CaptureLimits, Watchdog
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.tags.sighting import TagSighting

RNG = np.random.default_rng(1)
SECOND_NS = 1_000_000_000


def noisy(low=100, high=140):
    return RNG.integers(low, high, (120, 160, 3), dtype=np.uint8)


def looked_at(images, *, live=True, per_s=10):
    watch = PictureWatch(live=live)
    return [watch.look(Frame(image, n * SECOND_NS // per_s, n, "c")) for n, image in enumerate(images)]


def test_the_same_picture_for_a_second_is_frozen_and_a_new_one_ends_it():
    still = noisy()
    states = looked_at([noisy(), *[still] * 12, noisy()])
    assert states[1:11] == [CaptureState.SEEING] * 10
    assert states[11:13] == [CaptureState.FROZEN] * 2
    assert states[13] is CaptureState.SEEING


def test_one_bit_of_noise_is_enough_to_be_alive():
    still = noisy()
    other = still.copy()
    other[3, 5, 1] ^= 1  # not among the pixels that are sampled
    assert CaptureState.FROZEN not in looked_at([noisy(), *[still, other] * 15])


def test_a_live_source_is_not_trusted_before_two_pictures_differ():
    still = noisy()
    assert looked_at([still] * 12) == [CaptureState.STARTING] * 10 + [CaptureState.FROZEN] * 2


def test_a_still_file_is_never_frozen():
    assert set(looked_at([noisy()] * 30, live=False)) == {CaptureState.SEEING}


def test_black_is_told_after_half_a_second_and_a_dim_table_is_not_black():
    states = looked_at([noisy(), noisy(), *(noisy(14, 18) for _ in range(8))])
    assert states.index(CaptureState.BLACK) == 7
    camera = StudioCamera.looking_at(
        (200.0, 200.0, 0.0), distance_mm=600.0, off_vertical_deg=5.0, fx=220.0, width_px=320, height_px=180
    )
    dusk = [
        render(StagedTable(MatLayout(400.0, 400.0, (), 0.0)), camera, Look(brightness=0.2), seed=n) for n in range(9)
    ]
    assert CaptureState.BLACK not in looked_at(dusk)


def test_times_and_numbers_rise_over_a_restart_and_a_clock_set_back():
    sequence = FrameSequence()
    given = [(1000, 0), (2000, 1), (500, 0), (1500, 1), (1500, 1), (2500, 2)]
    out = [sequence.next(t * 1_000_000, number) for t, number in given]
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(out))
    assert out[3][0] - out[2][0] == 1_000_000_000


def test_sleep_counts_as_time_gone_by():
    sequence = FrameSequence()
    before, _ = sequence.next(SECOND_NS, 0)
    after, _ = sequence.next(SECOND_NS + 1, 1, slept_ns=3600 * SECOND_NS)
    assert after - before > 3599 * SECOND_NS


def sighting(tag, x):
    noise = None if tag % 2 else RNG.normal(size=(8, 8))
    return TagSighting("36h11", tag, ImagePoints(RNG.normal(x, 9.0, (4, 2))), 61.25, 1, noise)


def sent_over(out, into, sightings):
    message = SeenFrame(0, (1, 1, 3), 0, 0, out.sent(sightings), "seeing", 0, 0)
    return into.received(from_child(encode(message)).sightings)


def test_an_unchanged_sighting_stays_the_same_value_and_a_new_one_arrives_to_the_last_bit():
    out, into = SightingsOut(), SightingsIn()
    first = (sighting(1, 10.0), sighting(2, 20.0), sighting(3, 30.0))
    there = sent_over(out, into, first)
    for a, b in zip(first, there, strict=True):
        assert np.array_equal(a.corners, b.corners)
        assert (a.noise is None and b.noise is None) or np.array_equal(a.noise, b.noise)
        assert (a.family, a.tag, a.margin, a.hamming, a.mirrored) == (b.family, b.tag, b.margin, b.hamming, b.mirrored)
    moved = replace(first[1], corners=ImagePoints(np.add(first[1].corners, 1.0)))
    then = sent_over(out, into, (first[2], moved, first[0]))
    assert then[0] is there[2]
    assert then[2] is there[0]
    assert then[1] is not there[1]


def test_nonsense_from_a_child_is_refused():
    with pytest.raises(msgspec.DecodeError):
        from_child(b"\x93nonsense")
    with pytest.raises(msgspec.DecodeError):
        SightingsIn().received((5,))
    buffer = FrameBuffer.made(100)
    try:
        with pytest.raises(ValueError, match="too small"):
            buffer.taken(0, (1000, 1000, 3))
        with pytest.raises(ValueError, match="too small"):
            buffer.taken(9, (1, 1, 3))
    finally:
        buffer.close()
    with pytest.raises(SourceError, match="refused"):
        FrameBuffer.made(1 << 40)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the names cannot be listed")
def test_shared_memory_has_a_name_only_until_the_child_holds_it():
    buffer = FrameBuffer.made(100)
    names = Path("/dev/shm").glob(f"{name_start(os.getpid())}*")
    assert [path.name for path in names] == [buffer.address.name]
    buffer.forget_name()
    assert not list(Path("/dev/shm").glob(f"{name_start(os.getpid())}*"))
    buffer.close()


def test_the_watchdog_says_stalled_then_silent_and_counts_only_waiting():
    dog = Watchdog(CaptureLimits())
    dog.begun()
    dog.opened(live=True)
    dog.waited(8.0)
    assert not dog.stalled, "the first picture may take its time"
    assert not dog.silent
    dog.seen(CaptureState.SEEING)
    dog.waited(0.9)
    assert not dog.stalled
    dog.waited(0.2)
    assert dog.stalled
    assert not dog.silent
    dog.waited(2.0)
    assert dog.silent


def test_a_source_that_is_away_is_not_killed_while_it_is_tried_again():
    dog = Watchdog(CaptureLimits())
    dog.begun()
    dog.opened(live=True)
    dog.seen(CaptureState.SEEING)
    for tries in range(1, 60):
        dog.tries(tries)
        dog.waited(2.0)
        assert not any((dog.silent, dog.stalled, dog.not_opening))
    dog.waited(20.0)
    assert dog.not_opening, "opening it hangs"


def test_waits_grow_with_each_new_child_and_calm_ends_that():
    dog = Watchdog(CaptureLimits(waits_s=(0.0, 1.0, 2.0), calm_s=20.0))

    def wait_after_end():
        dog.ended()
        waited = 0.0
        while not dog.may_begin:
            dog.waited(0.5)
            waited += 0.5
        dog.begun()
        dog.opened(live=True)
        dog.seen(CaptureState.SEEING)
        return waited

    assert [wait_after_end() for _ in range(4)] == [0.0, 1.0, 2.0, 2.0]
    for _ in range(50):
        dog.waited(0.5)
        dog.seen(CaptureState.SEEING)
    assert wait_after_end() == 0.0


def test_a_child_that_a_busy_computer_does_not_start_in_time_has_longer_the_next_time():
    dog = Watchdog(CaptureLimits(first_s=10.0, opened_s=20.0, most_patience=4))
    for limit_s in (10.0, 20.0, 40.0, 40.0):
        dog.begun()
        dog.opened(live=True)
        dog.waited(limit_s - 0.1)
        assert not dog.silent
        dog.waited(0.2)
        assert dog.silent
        dog.ended()
    dog.begun()
    dog.waited(79.0)
    assert not dog.not_opening
    dog.opened(live=True)
    dog.seen(CaptureState.SEEING)
    dog.ended()
    dog.begun()
    dog.opened(live=True)
    dog.waited(10.1)
    assert dog.silent


def test_frozen_is_opened_again_less_and_less_often():
    dog = Watchdog(CaptureLimits(useless_s=5.0, most_useless_s=20.0))

    def seconds_until_useless():
        dog.begun()
        dog.opened(live=True)
        seconds = 0
        while not dog.useless:
            dog.seen(CaptureState.FROZEN)
            dog.waited(1.0)
            seconds += 1
        dog.ended()
        return seconds

    assert [seconds_until_useless() for _ in range(4)] == [5, 10, 20, 20]
