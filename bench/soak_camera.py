"""The camera of a long run: shows the script's pictures, and does what the script says may befall a camera."""

import os
import resource
import signal
import time
from pathlib import Path

import numpy as np

from bench.soak_script import Beat, Plan, Still, beats, shot_of, stamp, still_times
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame
from tests.sources.fault_films import pictured

LIBRARY = "library.npy"
AT = "at"
JUDGED = "judged.npy"
AHEAD = 2
PATIENCE_S = 0.4
"""The camera waits so long for the table: a live one that is not taken from drops pictures, and most of the film."""
AWAY_S = 0.6
FROZEN_PICTURES, BLACK_PICTURES = 12, 8
USELESS_NS = 150_000_000
"""Between pictures that are frozen or black: they are told by the frames' own clock."""


def make_library(folder: Path, plan: Plan, *, pictures: int = 1) -> int:
    """The pictures of the game, once, in a file that every camera of the run looks into."""
    times = still_times(plan)
    first = pictured(shot_of(Beat(0, 0, still=None, fault=0), times), 0)
    library = np.lib.format.open_memmap(folder / LIBRARY, "w+", np.uint8, (len(times), *first.shape))
    for number, _ in enumerate(times):
        library[number] = pictured(shot_of(Beat(0, 0, still=Still(number, rest=True)), times), number % pictures)
    library.flush()
    np.save(folder / JUDGED, np.array([-1], np.int64))
    return len(times)


def judged(folder: Path) -> np.ndarray:
    """The number of the last beat that was judged: written by the table, looked at by the camera."""
    return np.load(folder / JUDGED, mmap_mode="r+", allow_pickle=False)


def open_soak(text, _known):
    """`soak:SEED:MOVES:FAULT_EVERY:EYE_FAULT_EVERY:CAPTURE_FAULTS:FOLDER`."""
    _, seed, moves, often, eye_often, eye_faults, folder = text.split(":", 6)
    plan = Plan(int(moves), int(often), int(eye_often), tuple(eye_faults.split("+")))
    return SoakCamera(int(seed), plan, Path(folder))


def source_text(seed: int, plan: Plan, folder: Path) -> str:
    faults = "+".join(plan.eye_faults)
    return f"soak:{seed}:{plan.moves}:{plan.fault_every}:{plan.eye_fault_every}:{faults}:{folder}"


class SoakCamera:
    """Live. A new one goes on behind the beat at which the last one was lost."""

    name = "soak"
    live = True

    def __init__(self, seed: int, plan: Plan, folder: Path) -> None:
        away = folder / "away"
        if away.exists() and time.time() - away.stat().st_mtime < AWAY_S:
            raise SourceError("soak: is not plugged in")
        self._at = folder / AT
        self._away = away
        self._times = still_times(plan)
        self._library = np.load(folder / LIBRARY, mmap_mode="r", allow_pickle=False)
        self._beats = beats(seed, plan)
        self._closed = False
        self._judged = judged(folder)
        self._again: list[Frame] = []
        reached = int(self._at.read_text()) if self._at.exists() else -1
        for beat in self._beats:
            if beat.number >= reached:
                break

    def read(self):
        if self._closed:
            return None
        if self._again:
            time.sleep(0.02)
            return self._again.pop()
        beat = next(self._beats)
        deadline = time.monotonic() + PATIENCE_S
        while self._judged[0] < beat.number - AHEAD and time.monotonic() < deadline:
            time.sleep(0.002)
        # Before anything befalls: whoever comes after goes on behind this beat.
        self._at.write_text(str(beat.number))
        frame = Frame(stamp(self._picture(beat), beat.number), beat.t_ns, beat.number, self.name)
        if beat.tag_source:
            self._befall(beat.tag_source, frame)
        return frame

    def close(self) -> None:
        self._closed = True

    def _picture(self, beat: Beat) -> np.ndarray:
        if beat.still is not None:
            return self._library[beat.still.number]
        return pictured(shot_of(beat, self._times), beat.picture % 2)

    def _befall(self, what: str, frame: Frame) -> None:
        if what == "crash":
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.kill(os.getpid(), signal.SIGSEGV)
        if what == "block":
            time.sleep(1000.0)
        if what == "bug":
            raise KeyError("a fault of ours")
        if what == "unplugged":
            self._away.touch()
            raise SourceError("soak: the camera gives no pictures")
        black = stamp(np.zeros_like(frame.image), frame.number)
        image, count = (frame.image, FROZEN_PICTURES) if what == "frozen" else (black, BLACK_PICTURES)
        for late in range(count, 0, -1):
            self._again.append(Frame(image, frame.t_ns + late * USELESS_NS, frame.number, self.name))
