"""A table recorded without a window: a crash of the detector does not end it, and nothing makes it wait for ever."""

import sys
from threading import Event

import pytest

from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.sources.supervised.local_source import LocalTagSource
from tableassist.sources.supervised.supervised_source import SupervisedTagSource
from tableassist.studio.studio_source import StudioSource
from tableassist.table.live import ChosenTable, RecordedTable, recorded_table
from tests.matches.demo_match import demo_bundle
from tests.sources.fault_source import open_fault

SETTINGS = demo_settings(find_stage("demo"))


class Recorded:
    """Runs a recording of a source and keeps what was told."""

    def __init__(self, folder, open_tag_source, plan="", *, over=None, seconds=None):
        self.troubles = []
        over = over or Event()
        chosen = ChosenTable(plan, None, SETTINGS, None, demo_bundle())
        tag_source = chosen.open_source(open_tag_source)
        recorder = Recorder(folder / "x", chosen.bundle, video=False)
        recording = RecordedTable(
            recorder,
            lambda record, listeners: chosen.make_host(
                tag_source, folder / "kept", record, listeners, finds_moves=False
            ),
            over,
            on_trouble=lambda words: self.troubles.append(str(words)),
            on_progress=lambda _: None,
        )
        recording.start()
        self.end = recording.run(seconds)
        self.folder, self.frame_count = recording.folder, 0
        if self.folder.exists():
            with Replay(recording.folder) as replay:
                self.frame_count, self.is_closed = replay.frame_count, replay.facts.closed_ms is not None


class EndsAfterRestart(SupervisedTagSource):
    """Says that it is enough when some pictures have come after a crash."""

    def __init__(self, text, families, over):
        super().__init__(text, families, opener=open_fault, name="fault")
        self._over, self._after = over, 0

    def take(self, timeout_s):
        sight = super().take(timeout_s)
        self._after += sight is not None and self.restarts > 0
        if self._after >= 5:
            self._over.set()
        return sight


@pytest.mark.parametrize(("fault", "told"), [("segv", "crashed (SIGSEGV)"), ("bug", "a fault of ours")])
def test_a_crash_in_the_capture_process_is_told_and_the_recording_goes_on(tmp_path, caplog, fault, told):
    over = Event()
    plan = f"fault:size 128 72, good 8, {fault} | {tmp_path / 'mark'}"
    done = Recorded(tmp_path, lambda text, families: EndsAfterRestart(text, families, over), plan, over=over)
    assert any(told in words for words in done.troubles), done.troubles
    assert done.end.is_complete
    assert done.end.words == ""
    assert done.is_closed
    assert done.frame_count >= 5
    assert "capture process" in caplog.text
    assert fault != "bug" or "Traceback" in caplog.text


def test_the_end_of_a_file_that_crashes_the_detector_ends_the_recording_in_words(tmp_path):
    plan = f"fault:file, size 128 72, good 4, segv, good 4, end | {tmp_path / 'mark'}"
    done = Recorded(
        tmp_path,
        lambda text, families: SupervisedTagSource(text, families, opener=open_fault, name="fault"),
        plan,
    )
    assert str(done.end.words) == "faulty: the end"
    assert any("crashed (SIGSEGV)" in words for words in done.troubles)
    assert done.frame_count >= 7, "a crash costs one picture"


class Mute:
    """A source from which nothing comes."""

    name = "mute"
    health = CaptureHealth(CaptureState.STARTING)

    def __init__(self):
        self._closed = Event()

    def take(self, timeout_s):
        self._closed.wait(timeout_s)

    def look_for(self, families):
        pass

    def close(self):
        self._closed.set()


def test_the_seconds_are_over_also_where_no_picture_comes(tmp_path, monkeypatch):
    monkeypatch.setattr(recorded_table, "FIRST_S", 0.5)
    done = Recorded(tmp_path, lambda *_: Mute(), seconds=1.2)
    assert not done.folder.exists(), "an empty match is of no use to anybody"
    assert not done.end.is_complete


class Broken(Mute):
    def take(self, timeout_s):  # noqa: ARG002
        raise KeyError("a fault of ours")


def test_a_fault_of_ours_ends_the_recording_in_words(tmp_path, caplog):
    done = Recorded(tmp_path, lambda *_: Broken())
    assert "a fault of ours" in str(done.end.words)
    assert "Traceback" in caplog.text
    assert not done.folder.exists(), (done.frame_count, done.end, done.troubles)


@pytest.fixture
def full_disk():
    """From the first picture on no file may grow beyond 40 kB, as on a disk that is full: a moment needs more."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    class OnFullDisk(LocalTagSource):
        def take(self, timeout_s):
            if resource.getrlimit(resource.RLIMIT_FSIZE) == before:
                resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
            return super().take(timeout_s)

    yield OnFullDisk
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_a_disk_that_is_full_before_the_first_moment_leaves_no_empty_match(tmp_path, full_disk):
    stage = find_stage("demo")

    def studio(_text, families):
        return full_disk(StudioSource(stage_game(SETTINGS), stage.camera, frames_per_s=2.0), families)

    done = Recorded(tmp_path, studio, seconds=60.0)
    assert any("recording has stopped: disk I/O error" in words for words in done.troubles)
    assert not done.end.is_complete
    assert not done.folder.exists()
