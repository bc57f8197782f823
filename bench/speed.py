"""Speed of the whole step against plain scans by the peers, interleaved in one run, in processor time: another program
that runs beside it slows a clock, and hardly a processor's own time."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace

import cv2
import numpy as np
import psutil
import pyapriltags

from bench import staging
from tableassist.geometry.frames import PlanarPose
from tableassist.judging.views import TableDrawing
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.store.table.notes import TableNotes
from tableassist.store.table.table_state import table_state
from tableassist.studio.rendering.render import Studio
from tableassist.ui.workers import settle_memory
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.reader import TagReader
from tests.studio.tag_truth import tag_truths

WARM_UP = 50
"""Frames until the still tags have been measured as often as they are averaged."""
FRAMES = {"720p": 60, "1080p": 60, "4K": 40}
PX_PER_FRAME = 0.8
"""Of the ships that move: a hand that slides a ship does about this much from frame to frame."""
TURN_AFTER = 8
"""Frames, on a full mat."""


def settings_of(pieces, view):
    state = table_state(pieces, TableNotes(("A", "B"), {piece.id: piece.owner for piece in pieces}), RuleSettings())
    return TableSettings(
        "bench", staging.mat_layout(), CameraProfile("bench", staging.lens_of(view)), pieces, RuleSettings(), state
    )


def sequence(size, count, frames, moving, turn_after=None):
    """Frames with their visible tags: 12 on the mat, one a ship; `moving` ships slide, back again after `turn_after`
    frames: on a full mat a ship that slides on would run over others."""
    rng = np.random.default_rng(7)
    ships = staging.fleet(count, rng)
    view = staging.camera(size, 8.0, -90.0)
    studio = Studio(view)
    mm_per_frame = PX_PER_FRAME * 1280.0 / view.fx
    for number in range(frames):
        far = number if turn_after is None else turn_after - abs(number % (2 * turn_after) - turn_after)
        now = tuple(_slid(ship, far * mm_per_frame) if k < moving else ship for k, ship in enumerate(ships))
        table = staging.table(now)
        image = studio.picture(table, np.random.default_rng((3, number)))
        seen = {t.tag for t in tag_truths(table, view) if t.wholly_inside and t.hidden_share < 0.01}
        yield Frame(image, number * 33_000_000, number, "bench"), seen


def _slid(ship, by_mm):
    x, y = ship.pose.place_one(by_mm, 0.0)
    return replace(ship, pose=PlanarPose(x, y, ship.pose.heading_rad))


def peers():
    import pupil_apriltags  # noqa: PLC0415  only this part needs it, and not every machine has it

    pupil = pupil_apriltags.Detector(families="tag36h11", nthreads=1, quad_decimate=1.0)
    plain = pyapriltags.Detector(families="tag36h11")
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    aruco = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), parameters)

    def aruco_ids(grey):
        _, ids, _ = aruco.detectMarkers(grey)
        return set() if ids is None else {int(each) for each in np.ravel(ids)}

    return {
        "pupil-apriltags, decimate 1": lambda grey: {tag.tag_id for tag in pupil.detect(grey)},
        "pyapriltags, defaults": lambda grey: {tag.tag_id for tag in plain.detect(grey)},
        "cv2.aruco": aruco_ids,
    }, pupil


def run_size(size, moving, count=16):
    view = staging.camera(size, 8.0, -90.0)
    pieces = tuple(ship.piece for ship in staging.fleet(count, np.random.default_rng(7)))
    settings = settings_of(pieces, view)
    reader = TagReader(settings.tag_families)
    state, drawings = first_state(settings), TableDrawing()
    rivals, keep = peers()
    times = {"tableassist, full step": [], **{name: [] for name in rivals}}
    found = dict.fromkeys(times, 0)
    total = 0
    for frame, visible in sequence(size, count, FRAMES[size] + WARM_UP, moving):
        begun = time.process_time()
        state = step(state, frame, settings, reader.read)
        drawings.of(state, settings.mat, pieces[0].id)
        took = time.process_time() - begun
        if frame.number < WARM_UP:
            continue
        times["tableassist, full step"].append(took)
        mine = set(state.registration.mat_tags_seen) if state.registration else set()
        mine |= {tag for fit in state.fits.values() if fit.pose is not None for tag in fit.pose.tags}
        found["tableassist, full step"] += len(mine & visible)
        total += len(visible)
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        for name, detect in rivals.items():
            begun = time.process_time()
            ids = detect(grey)
            times[name].append(time.process_time() - begun)
            found[name] += len(ids & visible)
    _never_destroyed.append(keep)
    mine_ms = float(np.median(times["tableassist, full step"])) * 1e3
    return {
        name: {
            "median_ms": round(float(np.median(values)) * 1e3, 2),
            "p90_ms": round(float(np.percentile(values, 90)) * 1e3, 2),
            "recall": round(found[name] / total, 4),
            "slower_than_us": round(float(np.median(values)) * 1e3 / mine_ms, 1),
        }
        for name, values in times.items()
    }


_never_destroyed = []
"""pupil-apriltags crashes when a detector is destroyed."""


def run_pieces(counts=(8, 16, 32, 64)):
    """Cost of the full step at 1080p against the number of pieces; of the most, also when every one moves."""
    out = {f"{count} ships, one moving": apart("step_ms", count, 1) for count in counts}
    return {**out, f"{counts[-1]} ships, all changed": apart("step_ms", counts[-1], counts[-1])}


def step_ms(count, moving):
    view = staging.camera("1080p", 8.0, -90.0)
    pieces = tuple(ship.piece for ship in staging.fleet(count, np.random.default_rng(7)))
    settings = settings_of(pieces, view)
    reader = TagReader(settings.tag_families)
    state = first_state(settings)
    times = []
    for frame, _ in sequence("1080p", count, 30 + WARM_UP, moving, turn_after=TURN_AFTER):
        if frame.number == WARM_UP:
            settle_memory()  # as the window does: else the collector goes through all modules in every second frame
        begun = time.process_time()
        state = step(state, frame, settings, reader.read)
        if frame.number >= WARM_UP:
            times.append(time.process_time() - begun)
    return round(float(np.median(times)) * 1e3, 2)


def run_memory(frames=10_000):
    """Resident memory over many frames: a short sequence played to and fro."""
    view = staging.camera("720p", 8.0, -90.0)
    pieces = tuple(ship.piece for ship in staging.fleet(8, np.random.default_rng(7)))
    settings = settings_of(pieces, view)
    reader = TagReader(settings.tag_families)
    state = first_state(settings)
    film = [frame for frame, _ in sequence("720p", 8, 20, 1)]
    film += film[::-1]
    process = psutil.Process()
    sizes = []
    for number in range(frames):
        frame = replace(film[number % len(film)], t_ns=number * 33_000_000, number=number)
        state = step(state, frame, settings, reader.read)
        if number % 500 == 499:
            sizes.append(process.memory_info().rss / 1e6)
    return {"frames": frames, "rss_mb_after_1000": round(sizes[1], 1), "rss_mb_at_end": round(sizes[-1], 1)}


def apart(function, *arguments):
    """In a process of its own: what earlier parts of the bench have left in memory makes later ones up to a fifth
    slower, and what they have freed would hide a leak."""
    code = f"import json; from bench import speed; print(json.dumps(speed.{function}(*{arguments!r}))); speed.leave(0)"
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def leave(code):
    """Ends without destroying the peers' detectors, which would crash."""
    sys.stdout.flush()
    os._exit(code)
