"""A match of two hours, time-compressed from the studio: how long its record is, how quickly any place of it is shown,
and whether memory stays flat.

The demo's game goes through the whole chain once, at 1080p and 30 pictures a second, seen through a lens as a player
calibrates it, and is then played again and again with poses and registrations of their own: somebody moves a ship
nearly all the time, which is more than in a real match. Ten minutes of video are encoded once and stand for all twelve.
It is then opened as the window opens it: any place, both sides of every change of file, and the whole of it at 64
times its pace; at the end in the window itself. `python -m bench.record_long [--minutes N]`.

Every place is sought three times, in another order each time: a place that is slow by itself is slow twice. A seek
that was slow once is told with the time that the machine's owner took from us during it; less that, it must be quick.
"""

import gc
import math
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil

from bench import record_window
from bench.honest_chain import calibrated_lens
from bench.record_staging import Again
from bench.stolen_time import Watch
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import NO_PICTURE
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game, stage_table_text
from tableassist.store.match import VideoSegment, segment_name
from tableassist.store.match.film import SegmentWriter
from tableassist.store.match.folder import DATABASE
from tableassist.store.match.writer import resume_match
from tableassist.store.table import bundle_of
from tableassist.studio.studio_source import StudioSource
from tableassist.ui.timeline.recorded_past import RecordedPast
from tableassist.ui.workers import settle_memory
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader

STAGE, FRAMES_PER_S = "demo-1080p", 30.0
MINUTES = 120
SEGMENT_S = 600
KEPT_PICTURES = 90
PLACES, COLD_PLACES, WINDOW_PLACES = 400, 60, 200
FASTEST, SHOWN_A_SECOND = 64, 30
TIMES = 3
MOST_MB, MOST_SEEK_MS, MOST_GROWTH_MB = 80.0, 150.0, 40.0
"""A seek to the slowest place by the clock, and the slowest of all less what was stolen during it."""
NS = 1_000_000_000


def run(minutes=MINUTES, *, stage=STAGE, places=PLACES, game_s=42.0):
    with tempfile.TemporaryDirectory(prefix="record-long-") as made:
        folder, figures = _recorded(Path(made), stage, minutes, game_s)
        gc.collect()
        figures.update(_replayed(folder, places))
        figures.update(_played(folder))
        figures["seek_in_window_ms"] = _waited(record_window.run(folder, WINDOW_PLACES, TIMES))
        return figures


def _recorded(made, stage, minutes, game_s):
    game, pictures = _game(stage, game_s)
    folder, figures = _written(made, game, stage, minutes)
    _film(folder, pictures, figures["hours"] * 3600)
    return folder, figures


def misses(figures):
    failed = []
    if figures["two_hours_mb"] > MOST_MB:
        failed.append(f"record: two hours are {figures['two_hours_mb']} MB without video, at most {MOST_MB}")
    failed += [
        f"record: {what}, {which} takes {figures[what][which]} ms, at most {MOST_SEEK_MS}"
        for what in ("seek_ms", "seek_cold_ms", "seek_in_window_ms")
        for which in ("slowest_place", "most_of_our_own")
        if figures[what][which] > MOST_SEEK_MS
    ]
    failed += [
        f"record: {what} {figures[what]}, at most {MOST_GROWTH_MB}"
        for what in ("writing_grew_mb", "seeking_grew_mb", "playing_grew_mb")
        if figures[what] > MOST_GROWTH_MB
    ]
    if figures["dropped_poses"] > 0:
        failed.append(f"record: {figures['dropped_poses']} poses dropped")
    return failed


def _game(stage_name, game_s):
    """The moments of one game without their pictures, and a few seconds of those."""
    stage = find_stage(stage_name)
    settings = demo_settings(stage)
    lens = calibrated_lens(f"{stage.camera.height_px}p", 0)
    settings = settings.seen_through(replace(settings.camera, lens=lens))
    source = StudioSource(stage_game(settings), stage.camera, frames_per_s=FRAMES_PER_S)
    reader, state, moments, pictures = TagReader(settings.tag_families), first_state(settings), [], []
    while (frame := source.read()) is not None and frame.t_ns < game_s * NS:
        state = step(state, frame, settings, reader.read)
        if len(pictures) < KEPT_PICTURES:
            pictures.append(frame.image)
        small = np.broadcast_to(np.zeros((1, 1, 3), np.uint8), frame.image.shape)
        moments.append(Moment(Frame(small, frame.t_ns, frame.number, frame.camera), state, settings))
    return moments, pictures


def _written(made, game, stage, minutes):
    bundle = bundle_of(demo_table_path(), stage_table_text(find_stage(stage)))
    recorder = Recorder(made / "long", bundle, video=False)
    length_ns = round(len(game) * NS / FRAMES_PER_S)
    rounds = max(1, round(minutes * 60 * NS / length_ns))
    memory, began = [], time.process_time()
    for number in range(rounds):
        again = Again(number, len(game), FRAMES_PER_S)
        for count, moment in enumerate(game):
            recorder.take(again.of(moment))
            if count % 300 == 299:
                recorder.flush(60.0)
        recorder.flush(60.0)
        memory.append(_megabytes())
    cpu_s = time.process_time() - began
    recorder.close()
    hours = rounds * length_ns / NS / 3600
    size_mb = (recorder.folder / DATABASE).stat().st_size / 1e6
    return recorder.folder, {
        "hours": round(hours, 4),
        "frames": rounds * len(game),
        "poses_mb": round(size_mb, 1),
        "two_hours_mb": round(size_mb / hours * 2, 1),
        "write_ms_a_frame": round(1000 * cpu_s / (rounds * len(game)), 2),
        "writing_grew_mb": round(memory[-1] - memory[min(len(memory) - 1, max(1, len(memory) // 10))], 1),
        "dropped_poses": recorder.status.dropped_poses,
    }


def _film(folder, pictures, long_s):
    """One segment, encoded for real; the others are the same file under other names."""
    first = folder / segment_name(1)
    seconds = min(SEGMENT_S, math.ceil(long_s))
    size = (pictures[0].shape[1], pictures[0].shape[0])
    writer = SegmentWriter(first, first_ns=0, width_px=size[0], height_px=size[1])
    for number in range(round(seconds * FRAMES_PER_S)):
        writer.add(pictures[number % len(pictures)], round(number * NS / FRAMES_PER_S))
    writer.close()
    match = resume_match(folder, chapter_ns=SEGMENT_S * NS)
    for number in range(1, math.ceil(long_s / seconds) + 1):
        path = folder / segment_name(number)
        if path != first:
            os.link(first, path)
        match.segment(VideoSegment(number, path.name, (number - 1) * seconds * NS, *size))
    match.close(closed_ms=0)


def _replayed(folder, places):
    """By the way that the window goes."""
    began = time.perf_counter()
    past = RecordedPast(lambda: folder)
    first_ns, last_ns = past.span()
    signs = past.signs()
    figures = {"opened_ms": round(1000 * (time.perf_counter() - began), 1), "signs": len(signs)}
    settle_memory()
    rng, memory = np.random.default_rng(4), []
    asked = [*rng.uniform(first_ns, last_ns, places), *_joins(first_ns, last_ns)]
    waited = [[] for _ in asked]
    for _ in range(TIMES):
        for place in rng.permutation(len(asked)):
            waited[place].append(_seek(past, asked[place]))
            memory.append(_megabytes())
    figures["seek_ms"], figures["places"] = _waited(waited), len(asked)
    figures["seeking_grew_mb"] = round(memory[-1] - memory[len(memory) // 4], 1)
    cold = [[] for _ in range(COLD_PLACES)]
    for place in [*range(COLD_PLACES)] * TIMES:
        _forget_files(folder)
        cold[place].append(_seek(past, asked[place]))
    figures["seek_cold_ms"] = _waited(cold)
    moment, steps = past.at((first_ns + last_ns) // 2), []
    for _ in range(60):
        began = time.perf_counter()
        moment = past.beside(moment.state.t_ns, -1)
        steps.append(1000 * (time.perf_counter() - began))
    figures["step_back_ms"] = _spread(steps)
    past.close()
    return figures


def _joins(first_ns, last_ns):
    """Both ends, and a little before and after each change of file."""
    joins = range(first_ns + SEGMENT_S * NS, last_ns, SEGMENT_S * NS)
    near = (-400_000_000, -40_000_000, -1, 0, 1, 40_000_000, 400_000_000)
    return [first_ns, last_ns, *(join + shift for join in joins for shift in near if join + shift < last_ns)]


def _seek(past, t_ns):
    watch = Watch()
    moment = past.at(int(t_ns))
    waited = watch.wait()
    assert NO_PICTURE not in moment.state.warnings, f"no picture at {t_ns}"
    return waited


def _forget_files(folder):
    """As after a night: nothing of them is in the system's memory."""
    for path in folder.iterdir():
        file = os.open(path, os.O_RDONLY)
        try:
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)


def _played(folder):
    """All of it, as fast as the window plays: memory after a tenth, and at the end."""
    past = RecordedPast(lambda: folder)
    first_ns, last_ns = past.span()
    memory = []
    for t_ns in range(first_ns, last_ns, FASTEST * NS // SHOWN_A_SECOND):
        past.at(t_ns)
        memory.append(_megabytes())
    past.close()
    return {"playing_grew_mb": round(memory[-1] - memory[len(memory) // 10], 1), "played": len(memory)}


def _waited(by_place):
    """Of every single seek by the clock, of the slowest place by its median, and of the slowest seek less what was
    stolen during it."""
    every = [wait for waits in by_place for wait in waits]
    return {
        **_spread([wait.ms for wait in every]),
        "slowest_place": round(float(max(np.median([wait.ms for wait in waits]) for waits in by_place)), 1),
        "most_of_our_own": round(max(wait.own_ms for wait in every), 1),
        "seeks": len(every),
        "over_and_stolen": [[wait.ms, wait.stolen_ms] for wait in every if wait.ms > MOST_SEEK_MS],
    }


def _spread(times):
    p50, p95, most = np.percentile(times, [50, 95, 100])
    return {"median": round(float(p50), 1), "p95": round(float(p95), 1), "most": round(float(most), 1)}


def _megabytes():
    return psutil.Process().memory_info().rss / 1e6


def main():
    minutes = float(sys.argv[sys.argv.index("--minutes") + 1]) if "--minutes" in sys.argv else MINUTES
    figures = run(minutes)
    print(figures)
    print("\n".join(misses(figures)) or "every figure holds")


if __name__ == "__main__":
    main()
