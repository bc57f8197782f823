"""Printed paper on the staged table shows what was printed, where it lies."""

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.registration.mat_layout import MatLayout
from tests.studio.staged_sheets import PrintedFace, StagedSheet, StagedTag

CAMERA = StudioCamera.looking_at(
    (200.0, 200.0, 0.0), distance_mm=700.0, off_vertical_deg=25.0, width_px=640, height_px=480
)
MAT = MatLayout(400.0, 400.0, (), 0.0)
PX_PER_MM = 12
SIZE_MM = 44.0
TAG = 7


def printed_tag(coarser):
    """The tag in its white quiet zone as OpenCV draws it; the paper is larger at the right and below."""
    across = round(SIZE_MM * PX_PER_MM)
    black = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), TAG, across)
    module = across // 8
    grey = cv2.copyMakeBorder(black, module, module + 101, module, module + 50, cv2.BORDER_CONSTANT, value=255)
    from_low = (module + 101 + across / 2) / PX_PER_MM
    return PrintedFace.from_raster(grey, PX_PER_MM, ((module + across / 2) / PX_PER_MM, from_low), coarser=coarser)


def inside_the_tag(heights=0.0):
    half = SIZE_MM / 2 + 2.0
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    c, s = np.cos(0.4), np.sin(0.4)
    flat = corners @ np.array([[c, s], [-s, c]]) + (210.0, 190.0)
    ring = CAMERA.project(np.column_stack([flat, np.full(4, heights)]))
    mask = np.zeros((480, 640), np.uint8)
    cv2.fillPoly(mask, [np.rint(ring).astype(np.int32)], 1)
    return mask.astype(bool)


def shift_px(one, other, mask):
    """How far the first picture is moved against the second, by how brightness changes along its slopes."""
    down, right = np.gradient(other.mean(axis=2))
    slopes = np.column_stack([right[mask], down[mask]])
    return np.linalg.lstsq(slopes, (other - one).mean(axis=2)[mask], rcond=None)[0]


@pytest.mark.parametrize("coarser", [2, 3])
def test_a_printed_tag_on_the_mat_looks_like_the_tag_as_it_is_defined(coarser):
    """A sample is as wide as 2.4 pixels of the raster here."""
    sheet = StagedSheet(printed_tag(coarser), 210.0, 190.0, 0.4)
    drawn = StagedTag("36h11", TAG, SIZE_MM, (210.0, 190.0, 0.1), yaw_rad=0.4)
    mask = inside_the_tag(0.1)
    one, other = (
        render(table, CAMERA, Look.clean()).astype(float)
        for table in (StagedTable(MAT, laid=(sheet,)), StagedTable(MAT, laid=(drawn,)))
    )
    assert other[mask].std() > 60.0
    assert np.abs(one - other)[mask].mean() < 2.0
    assert np.hypot(*shift_px(one, other, mask)) < 0.01


def test_a_printed_card_takes_the_place_of_a_drawn_one_on_a_piece():
    model = PieceModel("raft", PieceKind.SHIP, ((-20, -10), (20, -10), (20, 10), (-20, 10)), 5.0, (), (), 15.0, 0.1)
    mount = TagMount("36h11", TAG, SIZE_MM, MountKind.DECK, 0.0, 0.0, 9.0, 0.0, 1.0, 1.0, 0.05)
    piece, pose = Piece("raft", "Raft", model, None, (), (mount,)), PlanarPose(210.0, 190.0, 0.4)
    mask = inside_the_tag(9.0)
    drawn, printed = (
        render(StagedTable(MAT, (StagedPiece(piece, pose, printed=cards),)), CAMERA, Look.clean()).astype(float)
        for cards in ((), ((TAG, printed_tag(3)),))
    )
    assert np.abs(drawn - printed)[mask].mean() < 2.0
    assert np.hypot(*shift_px(printed, drawn, mask)) < 0.01
    assert (drawn != printed)[~mask].any(), "the printed card is larger"
