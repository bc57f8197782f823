"""The gap to a hull is as well known as her rim is where the gap is."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Piece, PieceKind, PieceModel
from tableassist.pieces.physical import PieceOutline
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.scene.separation import between
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_outline

BOX = ((-10.0, -5.0), (10.0, -5.0), (10.0, 5.0), (-10.0, 5.0))


def hull_model(sigmas: tuple[float, ...]) -> PieceModel:
    return PieceModel("box", PieceKind.SHIP, BOX, 5.0, (), (), None, 0.5, hull_sigma_mm=sigmas)


def place(model: PieceModel, x_mm: float, y_mm: float, heading_rad: float = 0.0) -> PlacedPiece:
    pose = PiecePose(PlanarPose(x_mm, y_mm, heading_rad), np.zeros((3, 3)), np.zeros((3, 0)), 0, (), 0.0)
    return PlacedPiece(Piece("x", "X", model, None, (), ()), pose, 0.0, ())


def test_sigma_is_interpolated_between_corners_and_the_whole_outlines_off_the_rim():
    model = hull_model((0.1, 0.3, 0.8, 0.6))
    places = np.array([(0.0, -5.2), (10.0, -5.0), (0.0, 5.0), (0.0, 0.0)])
    assert rim_sigma_mm(model, places) == pytest.approx([0.2, 0.3, 0.7, 0.5])


def test_a_model_with_one_sigma_has_it_everywhere():
    assert rim_sigma_mm(hull_model(()), np.array([(0.0, -5.0), (10.0, 5.0)])) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(("heading", "sigma"), [(0.0, 0.1), (np.pi, 0.6)])
def test_a_gap_has_the_sigma_of_the_side_that_faces_it(heading, sigma):
    """The shore is below the ship: to starboard of her, which is known well, or to port once she has turned round."""
    ship = place(hull_model((0.1, 0.1, 0.6, 0.6)), 100.0, 100.0, heading)
    shore = place(replace(hull_model(()), sigma_mm=0.0), 100.0, 88.0)
    gap = between(ship, ship.hull, shore, shore.hull)
    assert (gap.mm, gap.sigma_mm) == pytest.approx((2.0, sigma))


@pytest.mark.parametrize("clockwise", [False, True])
def test_sigmas_in_a_table_file_stay_with_their_corners(tmp_path, clockwise):
    table = tmp_path / "table.toml"
    table.write_text(demo_table_path().read_text("utf-8"), "utf-8")
    hull, sigmas = BOX[:: -1 if clockwise else 1], (0.1, 0.2, 0.3, 0.4)
    set_outline(table, "oxley", PieceOutline(hull, 0.3, hull_sigma_mm=sigmas))
    model = next(piece for piece in read_table(table).pieces if piece.id == "oxley").model
    assert dict(zip(model.hull, model.hull_sigma_mm, strict=True)) == dict(zip(hull, sigmas, strict=True))
