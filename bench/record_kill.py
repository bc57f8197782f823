"""A recorder of 1080p at 30 pictures a second, killed at random moments: what is lost, and does every file open?

The pictures are painted before; they then go through the whole chain and to the recorder again and again, at the pace
of the clock, as from a camera. `python -m bench.record_kill` prints the figures; `--kills N` for fewer.
"""

import os
import pickle
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bench import record_staging
from tableassist.errors import TableAssistError
from tableassist.matches.recording import Recorder
from tableassist.matches.recording.replay_buffer import unfinished_match
from tableassist.matches.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_table_text
from tableassist.store.table import bundle_of
from tableassist.vision.tags.reader import TagReader

KILLS = 50
STAGE, FRAMES, FRAMES_PER_S = "demo-1080p", 60, 30.0
LEAST_S, MOST_S = 1.0, 5.0
"""Of recording, before the kill."""
MOST_POSES_LOST_S, MOST_VIDEO_LOST_S = 0.5, 1.0
TOLD = struct.Struct("<q")


def run(kills=KILLS, *, stage=STAGE, segment_s=2.0, between_s=(LEAST_S, MOST_S), staged=None, rate=FRAMES_PER_S):
    """Segments are short, so that some kills fall into the change from one file to the next. `staged`: frames of the
    stage that are there already, `rate` a second."""
    rng = np.random.default_rng(11)
    with tempfile.TemporaryDirectory(prefix="record-kill-") as made:
        frames = Path(made) / "frames.pickle"
        frames.write_bytes(pickle.dumps(staged or record_staging.staged_frames(stage, FRAMES, FRAMES_PER_S)))
        rows = [_one(Path(made), frames, stage, rng.uniform(*between_s), segment_s, rate, n) for n in range(kills)]
    opened = [row for row in rows if row["problem"] is None]
    return {
        "kills": kills,
        "opened": len(opened),
        "offered_to_go_on": sum(row["offered"] for row in opened),
        "gone_on_with": sum(row["gone_on"] for row in opened),
        "problems": [row["problem"] for row in rows if row["problem"] is not None],
        "poses_lost_s": _spread([row["poses_lost_s"] for row in opened]),
        "video_lost_s": _spread([row["video_lost_s"] for row in opened]),
        "frames_per_s": round(float(np.median([row["frames_per_s"] for row in opened])), 1) if opened else 0.0,
    }


def misses(figures):
    failed = []
    if figures["opened"] < figures["kills"]:
        failed.append(
            f"record: {figures['opened']} of {figures['kills']} killed matches open: {figures['problems'][:2]}"
        )
    failed += [
        f"record: {figures[what]} of {figures['opened']} killed matches {what}"
        for what in ("offered_to_go_on", "gone_on_with")
        if figures[what] < figures["opened"]
    ]
    for what, most in (("poses_lost_s", MOST_POSES_LOST_S), ("video_lost_s", MOST_VIDEO_LOST_S)):
        if figures[what]["most"] > most:
            failed.append(f"record: {what} {figures[what]['most']}, at most {most}")
    return failed


def _spread(values):
    if not values:
        return {"median": float("inf"), "most": float("inf")}
    return {"median": round(float(np.median(values)), 3), "most": round(float(max(values)), 3)}


def _one(made, frames, stage, after_s, segment_s, rate, number):
    folder = made / f"killed-{number}.match"
    told = _killed(folder, frames, stage, after_s, segment_s, rate)
    row = {"problem": None, "offered": False, "gone_on": False}
    try:
        row["offered"] = unfinished_match(folder) is not None
        with Replay(folder) as replay:
            last = told[-1]
            row["poses_lost_s"] = (last - replay.last_ns) / 1e9
            row["video_lost_s"] = (last - (replay.last_picture_ns or replay.first_ns)) / 1e9
            row["frames_per_s"] = (len(told) - 1) / max(1e-3, (told[-1] - told[0]) / 1e9)
            for t_ns in np.linspace(replay.first_ns, replay.last_ns, 5):
                replay.at(int(t_ns))
            moment = replay.at(replay.last_ns)
        row["gone_on"] = _goes_on(folder, moment)
    except TableAssistError as problem:
        row["problem"] = str(problem)
    shutil.rmtree(folder, ignore_errors=True)
    return row


def _goes_on(folder, moment):
    before = _frames(folder)
    recorder = Recorder(folder, None, go_on=True)
    recorder.take(moment)
    recorder.close()
    return _frames(folder) == before + 1


def _frames(folder):
    with Replay(folder) as replay:
        return replay.frame_count


def _killed(folder, frames, stage, after_s, segment_s, rate):
    """The times of all moments that the recorder was given before it was killed."""
    asked = (str(folder), str(frames), stage, str(segment_s), str(rate))
    command = [sys.executable, "-m", "bench.record_kill", "--record", *asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(Path.cwd())}) as child:
        first = child.stdout.read(TOLD.size)
        time.sleep(after_s)
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read()
    content = first + rest
    return [value for (value,) in TOLD.iter_unpack(content[: len(content) // TOLD.size * TOLD.size])]


def _record(folder, frames, stage, segment_s, rate):
    """Until it is killed."""
    settings = demo_settings(find_stage(stage))
    bundle = bundle_of(demo_table_path(), stage_table_text(find_stage(stage)))
    staged = pickle.loads(Path(frames).read_bytes())
    reader, state = TagReader(settings.tag_families), first_state(settings)
    recorder = Recorder(Path(folder), bundle, segment_s=float(segment_s))
    out = sys.stdout.fileno()
    for frame in record_staging.live_frames(staged, float(rate)):
        state = step(state, frame, settings, reader.read)
        recorder.take(Moment(frame, state, settings))
        os.write(out, TOLD.pack(state.t_ns))


def main():
    if "--record" in sys.argv:
        _record(*sys.argv[2:7])
        return
    kills = int(sys.argv[sys.argv.index("--kills") + 1]) if "--kills" in sys.argv else KILLS
    figures = run(kills)
    print(figures)
    print("\n".join(misses(figures)) or "every figure holds")


if __name__ == "__main__":
    main()
