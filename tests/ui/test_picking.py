"""Picking is pure: drawings and places in, piece ids out."""

import numpy as np
import pytest
from made_up_table import SHIPS, made_up_drawing, made_up_projection

from tableassist.overlay.drawing import Drawing, Ink, Stroke
from tableassist.ui.canvas.views import piece_at


def square(x, y, half, ink, piece):
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Stroke(corners, ink, closed=True, filled=True, piece=piece)


def millimetres(points):
    return points


def drawing_of(*strokes):
    return Drawing(strokes, (), ())


def test_place_inside_an_outline_picks_its_piece():
    drawing = drawing_of(square(100, 100, 10, Ink.FLEET_1, "europa"))
    assert piece_at(drawing, (104, 96), millimetres, reach=0.0) == "europa"
    assert piece_at(drawing, (120, 100), millimetres, reach=5.0) is None


def test_place_just_beside_an_outline_picks_within_reach():
    drawing = drawing_of(square(100, 100, 10, Ink.FLEET_1, "near"), square(130, 100, 10, Ink.FLEET_2, "far"))
    assert piece_at(drawing, (113, 100), millimetres, reach=5.0) == "near"


def test_ship_in_a_fog_bank_is_picked_before_the_fog():
    ship, fog = square(100, 100, 8, Ink.FLEET_1, "ship"), square(100, 100, 60, Ink.FOG, "fog")
    assert piece_at(drawing_of(fog, ship), (103, 103), millimetres, reach=5.0) == "ship"
    assert piece_at(drawing_of(ship, fog), (150, 150), millimetres, reach=5.0) == "fog"


def test_range_of_a_ship_is_not_the_ship():
    reach = square(100, 100, 80, Ink.REACH_LONG, "ship")
    assert piece_at(drawing_of(reach), (100, 100), millimetres, reach=5.0) is None


def test_concave_outline_does_not_hold_its_bay():
    cove = Stroke(((0, 0), (60, 0), (60, 60), (30, 10), (0, 60)), Ink.ISLAND, True, True, "cove")
    assert piece_at(drawing_of(cove), (30, 40), millimetres, reach=1.0) is None
    assert piece_at(drawing_of(cove), (30, 5), millimetres, reach=1.0) == "cove"


def test_empty_drawing_picks_nothing():
    assert piece_at(drawing_of(), (0, 0), millimetres, reach=100.0) is None


@pytest.mark.parametrize("ship", SHIPS, ids=lambda ship: ship[0])
def test_every_ship_is_found_in_the_camera_picture(ship):
    project = made_up_projection(1920, 1080)
    (place,) = project(np.array([[ship[3], ship[4]]], dtype=float))
    assert piece_at(made_up_drawing(), tuple(place), project, reach=8.0) == ship[0]


def test_outline_that_cannot_be_projected_is_passed_over():
    drawing = drawing_of(square(100, 100, 10, Ink.FLEET_1, "behind"))
    assert piece_at(drawing, (100, 100), lambda points: points * np.nan, reach=5.0) is None
