"""How a rim's errors relative to a tag are shared out between the tag's sigmas and the outline's."""

import math

import numpy as np
import pytest

from tableassist.geometry import PiecePoints
from tableassist.vision.hull_trace.fit import GLOBAL, HullSolution
from tableassist.vision.hull_trace.trace import TracedHull
from tableassist.vision.mounts.rim_errors import RimErrors, split_errors, widen

COUNT = 60
ANGLES = np.linspace(0.0, math.tau, COUNT, endpoint=False)
POINTS = np.column_stack([30.0 * np.cos(ANGLES), 9.0 * np.sin(ANGLES)])
NORMALS = np.column_stack([np.cos(ANGLES) / 30.0, np.sin(ANGLES) / 9.0])
NORMALS /= np.linalg.norm(NORMALS, axis=1)[:, None]
BY_MOTION = np.column_stack([NORMALS, NORMALS[:, 1] * POINTS[:, 0] - NORMALS[:, 0] * POINTS[:, 1]])
TAG = np.eye(3)
"""The unknowns of these tests are the tag's motion itself."""


def errors(rim: np.ndarray, with_tag: np.ndarray, tag: np.ndarray) -> RimErrors:
    return RimErrors(POINTS, NORMALS, rim, with_tag, tag)


def wavy(sigma_mm: float) -> np.ndarray:
    apart = np.linalg.norm(POINTS[:, None] - POINTS, axis=-1)
    return sigma_mm**2 * np.exp(-0.5 * (apart / 3.0) ** 2)


def test_motion_and_rest_add_up_to_the_errors_of_the_edge():
    tag = np.diag([0.3, 0.2, 0.01]) ** 2
    known = errors(wavy(0.2), np.zeros((COUNT, 3)), tag)
    split = split_errors(known, TAG)
    together = np.einsum("ni,ij,nj->n", BY_MOTION, split.motion, BY_MOTION) + split.rim_sigma_mm**2
    alone = np.diag(wavy(0.2)) + np.einsum("ni,ij,nj->n", BY_MOTION, tag, BY_MOTION)
    assert together == pytest.approx(alone, rel=0.1)


def test_error_that_tag_and_rim_have_in_common_counts_for_nothing():
    """A ship set down 2 mm off: tag and rim are both found 2 mm off, and the edge is where the tag says."""
    common = np.diag([2.0, 2.0, 0.05]) ** 2
    known = errors(wavy(0.1) + BY_MOTION @ common @ BY_MOTION.T, BY_MOTION @ common, common)
    split = split_errors(known, TAG)
    assert np.sqrt(np.diag(split.motion)[:2]).max() < 0.1
    assert split.rim_sigma_mm.max() < 0.15


def test_draws_of_the_errors_keep_both_claims():
    rng = np.random.default_rng(5)
    tag = np.diag([0.15, 0.1, 0.005]) ** 2
    known = errors(wavy(0.2), np.zeros((COUNT, 3)), tag)
    split = split_errors(known, TAG)
    noise = rng.multivariate_normal(np.zeros(COUNT), wavy(0.2) + 0.05**2 * np.eye(COUNT), 4000)
    drawn = noise - rng.multivariate_normal(np.zeros(3), tag, 4000) @ BY_MOTION.T
    sigma = np.sqrt(np.einsum("ni,ij,nj->n", BY_MOTION, split.motion, BY_MOTION) + split.rim_sigma_mm**2)
    inside = (np.abs(drawn) < 1.96 * sigma).mean(axis=0)
    assert inside.min() > 0.93
    assert inside.max() < 0.97


def traced(explained: float, step: float) -> TracedHull:
    solution = HullSolution(
        np.zeros(COUNT), 0.0, 0.0, np.zeros((0, 3)), 0.01**2 * np.eye(COUNT + GLOBAL), np.ones((4, COUNT)), 1.0
    )
    return TracedHull(
        PiecePoints(POINTS),
        NORMALS,
        np.ones(COUNT, dtype=np.bool_),
        None,
        6.0,
        (),
        (),
        np.zeros((0, 3)),
        solution,
        np.zeros((0, 2)),
        0.7,
        explained,
        step,
    )


def side_sigma_mm(explained: float, step: float) -> float:
    return math.sqrt(float(np.diag(widen(traced(explained, step)))[COUNT // 4]))


def test_only_a_strong_edge_that_explains_the_pictures_earns_a_small_sigma():
    earned = side_sigma_mm(0.92, 0.7)
    assert earned < 0.75 * side_sigma_mm(0.75, 0.7)
    assert earned < 0.5 * side_sigma_mm(0.92, 0.2)


def test_a_weak_step_of_light_widens_the_claim_however_much_is_explained():
    """A yellow hull on the sheet: plain colour, hardly any step of light; she was traced 0.5 mm too wide."""
    assert side_sigma_mm(0.86, 0.25) > 0.4
