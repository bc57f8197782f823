"""A source in a capture process: whatever happens there is told in words, and the pictures go on."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import psutil
import pytest

from tableassist.errors import SourceError
from tableassist.messages import Text
from tableassist.sources.supervised import CaptureState, Sight, open_tag_source
from tableassist.sources.supervised.frame_buffer import name_start
from tableassist.sources.supervised.supervised_source import SupervisedTagSource
from tableassist.sources.supervised.watchdog import CaptureLimits
from tests.sources.fault_source import HEIGHT_PX, WIDTH_PX, open_fault
from tests.sources.fault_table import CAPTURE_FAULTS

PATIENT_S = 90.0
"""For a busy computer to start a process; nothing here waits so long otherwise."""


def source_on(plan: str, tmp_path: Path, limits: CaptureLimits | None = None) -> SupervisedTagSource:
    return SupervisedTagSource(
        f"fault:{plan} | {tmp_path / 'mark'}", ("36h11",), opener=open_fault, name="fault", limits=limits
    )


class Watcher:
    """Takes from a source and keeps all that it said."""

    def __init__(self, tag_source: SupervisedTagSource) -> None:
        self.tag_source = tag_source
        self.sights: list[Sight] = []
        self.told: list[tuple[CaptureState, Text]] = []

    def until(self, done) -> None:
        deadline = time.monotonic() + PATIENT_S
        while not done(self):
            assert time.monotonic() < deadline, self.told
            sight = self.tag_source.take(0.1)
            health = self.tag_source.health
            if not self.told or self.told[-1] != (health.state, health.words):
                self.told.append((health.state, health.words))
            if sight is not None:
                self.sights.append(sight)

    @property
    def states(self) -> list[CaptureState]:
        return [state for state, _ in self.told]

    @property
    def words(self) -> str:
        return " / ".join(str(words) for _, words in self.told)


def assert_times_and_numbers_rise(sights: list[Sight]) -> None:
    for what in ("t_ns", "number"):
        values = [getattr(sight.frame, what) for sight in sights]
        assert all(a < b for a, b in pairwise(values))


@pytest.mark.parametrize("fault", CAPTURE_FAULTS, ids=lambda fault: fault.name)
def test_a_fault_of_the_source_is_told_and_the_pictures_go_on(fault, tmp_path, capfd):
    limits = CaptureLimits(reopened_s=1.5, useless_s=0.2 if fault.restarted else 5.0)
    with closing(source_on(fault.plan, tmp_path, limits)) as tag_source:
        watcher = Watcher(tag_source)
        pid = tag_source.child_pid
        watcher.until(lambda w: fault.said in w.words and w.states[-1] is CaptureState.SEEING)
        # A busy computer may stall too, or be late for the good pictures at first.
        beside = {CaptureState.STARTING, CaptureState.STALLED} - set(fault.states)
        told = tuple(state for state, _ in groupby(each for each in watcher.states if each not in beside))
        assert told in (fault.states, fault.states[1:])
        assert (tag_source.restarts > 0) == fault.restarted
        assert psutil.pid_exists(pid) != fault.restarted
        assert_times_and_numbers_rise(watcher.sights)
    assert capfd.readouterr() == ("", ""), "no traceback"


def test_five_pictures_a_second_and_another_size_are_no_trouble(tmp_path):
    with closing(source_on("good 5, slow 6, size 128 80, good 5, size 48 32", tmp_path)) as tag_source:
        watcher = Watcher(tag_source)
        watcher.until(lambda w: any(sight.frame.width_px == 48 for sight in w.sights))
        assert set(watcher.states) <= {CaptureState.STARTING, CaptureState.SEEING}
        sizes = [(sight.frame.width_px, sight.frame.height_px) for sight in watcher.sights]
        assert list(dict.fromkeys(sizes)) == [(WIDTH_PX, HEIGHT_PX), (128, 80), (48, 32)]


def test_a_clock_that_is_set_back_does_not_turn_time_back(tmp_path):
    with closing(source_on("good 8, back 3600", tmp_path)) as tag_source:
        watcher = Watcher(tag_source)
        watcher.until(lambda w: len(w.sights) > 30)
        assert_times_and_numbers_rise(watcher.sights)
        last = watcher.sights[-1].frame.t_ns - watcher.sights[-10].frame.t_ns
        assert last > 0.1e9, "time goes on at its pace"


def test_a_held_picture_is_never_written_over(tmp_path):
    with closing(source_on("good 1", tmp_path)) as tag_source:
        watcher = Watcher(tag_source)
        watcher.until(lambda w: w.sights)
        held = watcher.sights[0].frame.image
        before = held.copy()
        watcher.until(lambda w: len(w.sights) > 12)
        assert np.array_equal(held, before)
        with pytest.raises(ValueError, match="read-only"):
            held[0, 0, 0] = 1


def test_every_picture_of_a_file_comes_once_and_a_crash_costs_one(tmp_path):
    with closing(source_on("file, good 6, segv, good 4, end", tmp_path)) as tag_source:
        watcher = Watcher(tag_source)
        watcher.until(lambda w: w.states[-1:] == [CaptureState.ENDED])
        assert "crashed (SIGSEGV)" in watcher.words
        # Ten pictures; the one that crashed the child is left out.
        assert len(watcher.sights) == 9
        assert_times_and_numbers_rise(watcher.sights)


def test_a_source_that_cannot_be_opened_is_an_error_at_once(tmp_path):
    with (
        closing(source_on("never", tmp_path)) as tag_source,
        pytest.raises(SourceError, match=r"^faulty: no such camera$"),
    ):
        tag_source.wait_until_open()
    with pytest.raises(SourceError, match="no such file or folder"):
        open_tag_source("/nowhere/at-all.mp4", ("36h11",))


def shared_memory_of(pid: int) -> list[Path]:
    return list(Path("/dev/shm").glob(f"{name_start(pid)}*"))


def test_closing_leaves_nothing_behind(tmp_path):
    me = psutil.Process()
    with closing(source_on("good 1", tmp_path)) as warm_up:
        Watcher(warm_up).until(lambda w: w.sights)
    files = me.num_fds()
    tag_source = source_on("good 1", tmp_path)
    watcher = Watcher(tag_source)
    watcher.until(lambda w: w.sights)
    assert shared_memory_of(me.pid) == [], "the name goes as soon as the child holds it"
    pid = tag_source.child_pid
    tag_source.close()
    tag_source.close()
    assert not psutil.pid_exists(pid)
    assert me.num_fds() == files
    assert tag_source.take(0.01) is None


PARENT = """
import sys
from tableassist.sources.supervised.supervised_source import SupervisedTagSource
from tests.sources.fault_table import CAPTURE_FAULTS
from tests.sources.fault_source import open_fault
if __name__ == "__main__":
    source = SupervisedTagSource(sys.argv[1], ("36h11",), opener=open_fault, name="fault")
    while source.take(1.0) is None:
        pass
    print(source.child_pid, flush=True)
    while True:
        source.take(1.0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of another world")
@pytest.mark.parametrize("plan", ["good 1", "good 3, block"])
def test_the_child_ends_when_its_parent_is_killed(tmp_path, plan):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    root = str(Path(__file__).parents[2])
    parent = subprocess.Popen(
        [sys.executable, str(script), f"fault:{plan} | {tmp_path / 'mark'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    child = psutil.Process(int(parent.stdout.readline()))
    parent.send_signal(signal.SIGKILL)
    _, error = parent.communicate()
    gone, _ = psutil.wait_procs([child], timeout=PATIENT_S)
    assert child in gone
    assert error == ""
    assert shared_memory_of(parent.pid) == []
