"""The chain on studio frames at 1080p with the known lens: position within 0.1 mm RMS per axis."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.camera.lens import Lens
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector
from tests.studio.tag_truth import tag_truths

pytestmark = pytest.mark.slow

LENS = Lens(1920, 1080, 1344.0, 1345.8, 966.7, 535.6, (-0.105, 0.034, 0.0005, -0.0004, 0, 0, 0, 0), np.zeros((12, 12)))
BORDER = (40.0, 315.0, 600.0, 875.0)
PLACES = [(x, y) for x in BORDER for y in BORDER if x in (40.0, 875.0) or y in (40.0, 875.0)]
MAT = MatLayout(915.0, 915.0, tuple(MatTag("36h11", i, 44.0, x, y, 0.0) for i, (x, y) in enumerate(PLACES)), 0.0)
CARD = PieceModel("plate", PieceKind.SHIP, ((-20, -7), (20, -7), (24, 0), (20, 7), (-20, 7)), 6.0, (), (), None, 0.0)

READABLE_PX = 12.0
"""1.5 pixels a module: what a tag's shorter side must have to be read for sure."""


def camera(off_vertical_deg, azimuth_deg):
    return StudioCamera.looking_at(
        (457.5, 457.5, 0.0), distance_mm=1275.0 + 1.5 * off_vertical_deg, off_vertical_deg=off_vertical_deg,
        azimuth_deg=azimuth_deg, roll_deg=2.0, width_px=1920, height_px=1080, fx=LENS.fx, fy=LENS.fy, cx=LENS.cx,
        cy=LENS.cy, dist=LENS.distortion[:4],
    )  # fmt: skip


def staged(height_mm, rng):
    pieces = []
    for number in range(20):
        mount = TagMount("36h11", 100 + number, 16.0, MountKind.FLAG, -12.0, 0.0, height_mm, 0.0, 0.0, 0.0, 0.0)
        piece = Piece(f"p{number}", f"p{number}", replace(CARD, height_mm=min(6.0, height_mm - 1)), None, (), (mount,))
        x, y = 130.0 + 160.0 * (number % 5), 140.0 + 210.0 * (number // 5)
        pose = PlanarPose(x + rng.uniform(-15, 15), y + rng.uniform(-15, 15), rng.uniform(-math.pi, math.pi))
        pieces.append(StagedPiece(piece, pose))
    return StagedTable(MAT, tuple(pieces))


@pytest.mark.parametrize("off_vertical_deg", [0.0, 20.0, 40.0])
@pytest.mark.parametrize("height_mm", [8.0, 36.0, 65.0])
def test_position_error_is_under_a_tenth_of_a_millimetre(off_vertical_deg, height_mm):
    rng = np.random.default_rng(int(off_vertical_deg + height_mm))
    table = staged(height_mm, rng)
    view = camera(off_vertical_deg, rng.uniform(-180, 180))
    image = Studio(view, Look()).picture(table, rng)
    sightings = TagDetector(("36h11",)).detect(image)
    registration = register(sightings, MAT, LENS)
    assert registration is not None
    poses = localise(sightings, tuple(each.piece for each in table.pieces), registration, 0).poses
    readable = {truth.tag - 100 for truth in tag_truths(table, view) if least_side_px(truth) >= READABLE_PX}
    found = [number for number in range(20) if f"p{number}" in poses]
    assert readable <= set(found)
    assert len(found) >= 18
    errors = np.array([error_of(poses[f"p{number}"], table.pieces[number].pose) for number in found])
    assert np.sqrt((errors**2).mean(axis=0)).max() < 0.1


def least_side_px(truth):
    return np.linalg.norm(truth.corners - np.roll(truth.corners, 1, axis=0), axis=1).min() if truth.tag >= 100 else 0.0


def error_of(measured, pose):
    return measured.pose.x_mm - pose.x_mm, measured.pose.y_mm - pose.y_mm
