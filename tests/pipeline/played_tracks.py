"""States of a table that nobody rendered: poses frame by frame through the tracking, the scene and the rules."""

import math
from types import SimpleNamespace

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.moves.found_moves import MoveWatch, last_moves, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.scene import Scene, build_scene
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.tracking import Tracks, follow

FRAMES_PER_S = 10
FRAME_NS = 1_000_000_000 // FRAMES_PER_S
SIGMA_MM = 0.03


def measured(x, y, heading_deg, t_ns, rng=None):
    """With the noise of a camera that measures well."""
    dx, dy, turn = (0.0, 0.0, 0.0) if rng is None else rng.normal(0.0, (SIGMA_MM, SIGMA_MM, 0.0005))
    own = np.diag([SIGMA_MM**2, SIGMA_MM**2, 0.0005**2])
    pose = PlanarPose(x + dx, y + dy, math.radians(heading_deg) + turn)
    return PiecePose(pose, own, np.zeros((3, 6)), t_ns, (1,), 0.0)


def table(pieces, state, rules=None):
    rules = rules or with_house(RuleSettings(), {"move-pivot": "bow"})
    return TableSettings("made up", SimpleNamespace(width_mm=900.0, height_mm=900.0), None, pieces, rules, state)


def played(settings, frames, *, frame_ns=FRAME_NS):
    """`frames`: for each frame the poses of the pieces that are seen, or None for a picture that shows no mat; a
    second value may hold the settings from then on. Gives (state, settings) for each."""
    tracks, before, rulings = Tracks(), Scene((), settings.pieces, settings.state), ()
    for number, frame in enumerate(frames):
        seen, settings = frame if isinstance(frame, tuple) else (frame, settings)
        t_ns = number * frame_ns
        tracks, events = follow(tracks, seen or {}, t_ns)
        now = settings.state
        scene = build_scene(settings.pieces, tracks.poses, now, t_ns, seen_ns=tracks.seen_ns, before=before)
        if seen is None:
            yield TableState(t_ns, number, None, tracks, scene, ("blind",), events), settings
            continue
        rulings = adjudicate(scene, settings.rules, before=(before, rulings))
        before = scene
        registration = SimpleNamespace(residual_px=0.1, mat_tags_seen=())
        state = TableState(t_ns, number, registration, tracks, scene, (), events, rulings=rulings)
        yield state, settings


def found_in(states, marks=()):
    """All moves; `marks` are numbers of frames at which the key was pressed."""
    watch, found, settings = MoveWatch(), [], None
    for state, settings in states:
        watch, new = watch_moves(watch, state, settings, marked=state.frame_number in marks)
        found += new
    return found + list(last_moves(watch, settings))
