"""A long evening in a short time: the demo's table through the running program, with faults thrown at random.

    python -m bench.soak --minutes 10 --seed 1                     writes bench/soak.txt
    python -m bench.soak --minutes 10 --inputs 100000              spoiled inputs too

The camera is a source of its own in the eye's child process; the table, the recorder and the record are those of the
program. Table time is the time that the pictures' own clock goes on: moves are shown picture by picture, of the waits
between them one picture in 15 s is shown. A gap of more than 20 s (a night asleep) counts for 20 s.
"""

import argparse
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread

import numpy as np
import psutil

from bench.soak_camera import judged, make_library, open_soak, source_text
from bench.soak_oracle import LINES, TrueTable
from bench.soak_script import MOST_COUNTED_NS, Plan, beats, shot_of, stamped, still_times
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.rulebook.ruling import Verdict
from tableassist.scene.placed_piece import STALE_AFTER_S
from tableassist.sources import demo_table_path
from tableassist.sources.supervised import CaptureState
from tableassist.sources.supervised.supervised_source import SupervisedTagSource
from tableassist.store.table import bundle_of
from tableassist.table.live import LiveTable
from tableassist.vision.registration.registration_health import Health
from tests.sources.fault_films import SETTINGS
from tests.sources.fault_run import is_warned_of, true_verdicts
from tests.sources.fault_table import FAULTS

REPORT = Path(__file__).parent / "soak.txt"
WARM_UP = 0.25
"""Share of the run after which memory is counted."""
SAMPLE_S = 2.0
MOST_GROWTH = 0.02
LINES_ASKED = 0.05
"""Share of the lines of fire that are tried point by point: it takes longer than all the rest."""
CALLS = (Verdict.YES, Verdict.NO)


@dataclass(frozen=True)
class Sample:
    at_s: float
    table_s: float
    frames: int
    rss: int
    files: int
    child_rss: int


@dataclass
class Tally:
    """What the run has shown so far. Filled by the table's thread."""

    seed: int
    frames: int = 0
    good: int = 0
    """Frames in which the eye sees and the mat is measured well."""
    blind: int = 0
    calls: int = 0
    asked: int = 0
    """Calls that the oracle apart from the rules has an answer to."""
    wrong: list = field(default_factory=list)
    faults: Counter = field(default_factory=Counter)
    health: Counter = field(default_factory=Counter)
    table_ns: int = 0
    last_ns: int | None = None
    last_fault: tuple | None = None
    ended: str = ""


class Judge:
    """Holds every moment against the script and its truth."""

    def __init__(self, seed, plan):
        self._beats, self._times = beats(seed, plan), still_times(plan)
        self._recent = deque(maxlen=4_000)
        self._rng = random.Random(seed)
        self.tally = Tally(seed)

    def take(self, moment):
        tally, state = self.tally, moment.state
        tally.frames += 1
        beat = self._beat(stamped(moment.frame.image))
        if tally.last_ns is not None:
            tally.table_ns += min(max(0, state.t_ns - tally.last_ns), MOST_COUNTED_NS)
        tally.last_ns = state.t_ns
        self._note_fault(beat)
        if state.registration is None:
            tally.blind += 1
        elif state.registration.health is Health.GOOD:
            tally.good += 1
            self._hold(moment, beat)
        return beat.number

    def _beat(self, number):
        while not self._recent or self._recent[-1].number < number:
            self._recent.append(next(self._beats))
        return self._recent[number - self._recent[-1].number - 1]

    def _note_fault(self, beat):
        now = None if beat.fault is None else (beat.fault, beat.number - beat.picture)
        if now is not None and now != self.tally.last_fault:
            self.tally.faults[FAULTS[beat.fault].name] += 1
        self.tally.last_fault = now

    def _hold(self, moment, beat):
        shot, state = shot_of(beat, self._times), moment.state
        truth, oracle = known(shot)
        held = {each.piece.id for each in shot.table.pieces if each.lift_mm or not each.motion.is_still} - shot.lying
        flickers = {placed.id for placed in state.scene.pieces if 0.0 < placed.hidden_s <= STALE_AFTER_S}
        for ruling in state.rulings:
            about = {ruling.subject, ruling.target}
            if ruling.verdict not in CALLS or about & flickers:
                continue
            in_hand = bool(about & held) or (bool(held) and ruling.rule not in ("range", "ram", "docking"))
            if in_hand and not about & shot.gone:
                continue  # a piece that moves while the shutter is open is nowhere
            self.tally.calls += 1
            asks = ruling.rule not in LINES or self._rng.random() < LINES_ASKED
            against = oracle.contradicts(ruling) if asks else None
            self.tally.asked += against is not None
            if about & shot.gone:
                self._wrong(beat, ruling, "not to be called")
            elif is_warned_of(state, ruling, shot) or (shot.settling and about & shot.lying):
                continue
            elif against:
                self._wrong(beat, ruling, "the outlines say otherwise")
            elif truth.get(ruling.id) not in (ruling.verdict, Verdict.TOO_CLOSE) and ruling.rule not in LINES:
                self._wrong(beat, ruling, f"from true poses: {truth.get(ruling.id)}")

    def _wrong(self, beat, ruling, why):
        what = FAULTS[beat.fault].name if beat.fault is not None else "play"
        self.tally.wrong.append(f"beat {beat.number} ({what}): {ruling.id} {ruling.verdict.value}: {why}")


@lru_cache(maxsize=300)
def known(shot):
    return true_verdicts(shot.table, SETTINGS), TrueTable(shot.table)


class Watch(Thread):
    """Looks at memory and open files while the run goes on, and selects a ship now and then."""

    def __init__(self, live, tag_source, tally, seed):
        super().__init__(daemon=True)
        self._live, self._tag_source, self._tally = live, tag_source, tally
        self._rng = np.random.default_rng(seed)
        self._over = Event()
        self.samples = []

    def run(self):
        me, began = psutil.Process(), time.monotonic()
        while not self._over.wait(SAMPLE_S):
            at, tally = time.monotonic() - began, self._tally
            files, rss = me.num_fds(), me.memory_info().rss
            self.samples.append(Sample(at, tally.table_ns / 1e9, tally.frames, rss, files, self._child_rss()))

    def _child_rss(self):
        try:
            # Its own: the library's pictures are the file's, and lie in its memory only to be looked at.
            return (
                psutil.Process(self._tag_source.child_pid).memory_full_info().uss if self._tag_source.child_pid else 0
            )
        except psutil.Error:
            return 0

    def close(self):
        self._over.set()
        self.join()


@dataclass(frozen=True)
class Figures:
    tally: Tally
    restarts: int
    recorded: int
    """Frames that the recorder took."""
    replayed: int
    """Frames that are in the record afterwards."""
    record_words: str
    record_mb: float
    samples: tuple
    seconds: float

    def before_after(self, what):
        """Medians of the first samples after the warm-up, and of the last."""
        values = [getattr(each, what) for each in self.samples if getattr(each, what)]
        late = values[round(WARM_UP * len(values)) :] or [0]
        some = max(1, len(late) // 8)
        return statistics.median(late[:some]), statistics.median(late[-some:])

    @property
    def growth(self):
        before, after = self.before_after("rss")
        return after / before - 1.0 if before else 0.0


def run(seconds, seed, plan=None, enough=lambda _: False):
    """For so long, or until the tally is `enough`."""
    plan = plan or Plan()
    judge, ended = Judge(seed, plan), Event()
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        make_library(folder, plan)
        recorder = Recorder(folder / "soak.match", bundle_of(demo_table_path()), video=True)

        reached = judged(folder)

        def take(moment):
            recorder.take(moment)
            reached[0] = judge.take(moment)

        def end(words):
            judge.tally.ended = words
            ended.set()

        tag_source = SupervisedTagSource(
            source_text(seed, plan, folder), SETTINGS.tag_families, opener=open_soak, name="soak"
        )
        health = judge.tally.health
        live = LiveTable(
            tag_source, SETTINGS, on_moment=take, on_end=end, on_health=lambda told: health.update([told.state.value])
        )
        watch, began = Watch(live, tag_source, judge.tally, seed), time.monotonic()
        live.start()
        watch.start()
        while time.monotonic() - began < seconds and not ended.wait(0.5) and not enough(judge.tally):
            pass
        took = time.monotonic() - began
        watch.close()
        live.close()
        recorder.close()
        size = sum(path.stat().st_size for path in recorder.folder.iterdir())
        with Replay(recorder.folder) as replay:
            replayed = replay.frame_count
        status = recorder.status
        return Figures(
            judge.tally,
            tag_source.restarts,
            status.frames,
            replayed,
            status.words,
            size / 1e6,
            tuple(watch.samples),
            took,
        )


def words(figures):
    tally = figures.tally
    rss, files, child = (figures.before_after(what) for what in ("rss", "files", "child_rss"))
    yield f"soak: {figures.seconds / 60:.1f} minutes of the clock from seed {tally.seed}"
    yield f"  {platform.machine()}, Python {platform.python_version()}, {os.cpu_count()} cores"
    yield f"  table time {tally.table_ns / 3.6e12:.2f} hours: moves in full, one picture in 15 s of the waits"
    yield f"  frames {tally.frames}, of these {tally.good} measured well, {tally.blind} blind"
    yield f"  calls {tally.calls} while good, {tally.asked} of them held against outlines apart from the rules"
    yield f"  wrong calls {len(tally.wrong)}"
    yield from (f"    {each}" for each in tally.wrong[:20])
    yield f"  faults at the table {sum(tally.faults.values())}:"
    yield from (f"    {count:>4} {name}" for name, count in sorted(tally.faults.items()))
    states = ", ".join(
        f"{tally.health[state.value]} {state.value}" for state in CaptureState if tally.health[state.value]
    )
    yield f"  the eye was {states}; restarts of its process {figures.restarts}"
    yield f"  record: {figures.replayed} of {figures.recorded} frames, {figures.record_mb:.0f} MB"
    if figures.record_words:
        yield f"    {figures.record_words}"
    yield f"  memory after warm-up {rss[0] / 1e6:.1f} MB, at the end {rss[1] / 1e6:.1f} MB ({figures.growth:+.2%})"
    yield from (f"    {line}" for line in trend(figures))
    yield f"  of the eye's process {child[0] / 1e6:.0f} MB and {child[1] / 1e6:.0f} MB"
    yield f"  open files {files[0]:.0f} and {files[1]:.0f}"
    if tally.ended:
        yield f"  ended early: {tally.ended}"


def trend(figures):
    """Memory along the run, in ten steps."""
    some = figures.samples[:: max(1, len(figures.samples) // 10)]
    for each in some:
        yield f"{each.table_s / 3600:5.2f} h {each.frames:>7} frames {each.rss / 1e6:7.1f} MB {each.files:>3} files"


def misses(figures, *, least_hours=0.0):
    """What falls short of what the project promises."""
    tally, out = figures.tally, []
    if tally.wrong:
        out.append(f"soak: {len(tally.wrong)} wrong calls while good, asked none: {tally.wrong[0]}")
    if figures.growth > MOST_GROWTH:
        out.append(f"soak: memory grew by {figures.growth:.1%}, asked {MOST_GROWTH:.0%} at most")
    if figures.replayed < figures.recorded or figures.record_words:
        out.append(f"soak: {figures.replayed} of {figures.recorded} frames in the record; {figures.record_words}")
    files = figures.before_after("files")
    if files[1] > files[0] + 4:
        out.append(f"soak: open files went from {files[0]:.0f} to {files[1]:.0f}")
    if tally.ended:
        out.append(f"soak: ended early: {tally.ended}")
    if tally.table_ns < least_hours * 3.6e12:
        out.append(f"soak: {tally.table_ns / 3.6e12:.2f} hours of table time, asked {least_hours:g}")
    return out


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=0.0, help="of table time, asked at least")
    parser.add_argument("--inputs", type=int, default=0, help="spoiled inputs to read afterwards")
    asked = parser.parse_args(arguments)
    figures = run(60.0 * asked.minutes, asked.seed)
    lines, failed = list(words(figures)), misses(figures, least_hours=asked.hours)
    if asked.inputs:
        from bench import fuzz  # noqa: PLC0415

        report = fuzz.run(asked.inputs, asked.seed)
        lines += ["", *fuzz.words(report)]
        failed += fuzz.misses(report)
    lines += ["", *(failed or ["every figure holds"])]
    REPORT.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
