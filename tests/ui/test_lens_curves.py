"""Lines over the camera's picture follow the lens: the chords that are drawn stay on the true curve."""

import itertools

import numpy as np
from demo_moment import demo_drawing, demo_moment

from tableassist.overlay.drawing import Ink, Stroke
from tableassist.ui.painting.projection import project_strokes


def farthest_px(stroke, project):
    """Of the true curve, finely sampled, from the chords that are drawn."""
    (drawn,) = project_strokes((stroke,), project)
    ring = np.array([*stroke.points, stroke.points[0]] if stroke.closed else stroke.points)
    true = project(np.vstack([a + (b - a) * np.linspace(0, 1, 400)[:, None] for a, b in itertools.pairwise(ring)]))
    start, step = drawn[:-1], np.diff(drawn, axis=0)
    along = np.einsum("nij,ij->ni", true[:, None] - start, step) / (step**2).sum(axis=1)
    foot = start + np.clip(along, 0, 1)[..., None] * step
    return float(np.linalg.norm(true[:, None] - foot, axis=2).min(axis=1).max())


def test_edge_of_the_mat_bends_with_the_lens():
    moment = demo_moment("blocked")
    project = moment.state.registration.image_from_mat
    edge = next(stroke for stroke in demo_drawing(moment).strokes if stroke.ink is Ink.MAT_EDGE)
    assert farthest_px(edge, project) < 0.05
    ends = project(np.array(edge.points[:2]))
    middle = project(np.array([np.mean(edge.points[:2], axis=0)]))[0]
    straight = ends.mean(axis=0)
    assert np.linalg.norm(middle - straight) > 1.0, "this lens does bend it"


def test_a_long_shot_through_a_strong_lens_stays_on_its_curve():
    def strong(points):
        flat = (np.asarray(points) - 457.5) / 600.0
        return flat * (1 - 0.25 * (flat**2).sum(axis=1, keepdims=True)) * 900.0

    line = Stroke(((40.0, 60.0), (880.0, 120.0)), Ink.CLEAR, closed=False, filled=False, piece=None)
    assert farthest_px(line, strong) < 0.2
