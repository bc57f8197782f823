"""The studio's faults: where a plate goes when its ship leans, is held up, or carries another's plate.

Expected places are worked out here, by a pinhole and by hand, not by the studio.
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Mast, MountKind, Piece, PieceKind, PieceModel, Sail, SailPlane, TagMount
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.studio.staging.table_faults import (
    dismasted,
    held_up,
    leaning,
    printed_at,
    with_bent_staff,
    with_leaning_rig,
    with_plate_pushed,
    with_plate_turned,
    with_plates_swapped,
    with_tag_turned_round,
)
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.tags.detector import TagDetector
from tests.studio.tag_truth import placed_tags

HIGH_MM, LOW_MM, DECK_MM, STERN_MM = 57.0, 12.0, 9.0, -18.0
EYE_MM, FOCAL_PX = 1200.0, 1400.0
CAMERA = StudioCamera.looking_at(
    (200.0, 200.0, 0.0),
    distance_mm=EYE_MM,
    off_vertical_deg=0.0,
    width_px=601,
    height_px=601,
    fx=FOCAL_PX,
    cx=300.0,
    cy=300.0,
)
MAT = MatLayout(400.0, 400.0, (MatTag("36h11", 0, 40.0, 40.0, 40.0, 0.0),), 0.0)
SAIL = Sail(SailPlane.ATHWART, 24.0, 14.0, 48.0)
HULL = ((-22.0, -7.0), (14.0, -7.0), (22.0, 0.0), (14.0, 7.0), (-22.0, 7.0))
MASTS = tuple(Mast(x, 0.0, 51.0, 0.0, 0.0, SAIL) for x in (10.0, -4.0))
MODEL = PieceModel("two", PieceKind.SHIP, HULL, DECK_MM, MASTS, (), 14.0, 0.0)


def ship(tag, x=200.0, y=200.0):
    flag = TagMount("36h11", tag, 18.0, MountKind.FLAG, STERN_MM, 0.0, HIGH_MM, 0.0, 0.0, 0.0, 0.0)
    low = TagMount("36h11", tag + 100, 14.0, MountKind.PLATE, -38.0, 0.0, LOW_MM, 0.0, 0.0, 0.0, 0.0)
    return StagedPiece(Piece(f"p{tag}", f"ship {tag}", MODEL, "A", (), (flag, low)), PlanarPose(x, y, 0.0))


def tags_of(*staged):
    return {tag.tag: tag for tag in placed_tags(StagedTable(MAT, staged))}


def centre_of(staged, tag=20):
    return np.array(tags_of(staged)[tag].mat_from_tag.shift)


def seen(staged, tag=20):
    """The tag's centre as the detector finds it in the picture."""
    image = render(StagedTable(MAT, (staged,)), CAMERA, Look())
    found = {sighting.tag: sighting for sighting in TagDetector(("36h11",)).detect(image)}
    return np.asarray(found[tag].corners).mean(axis=0)


def pinhole(x, y, z):
    """A camera straight above the middle of the mat; -90 degrees of azimuth has the mat's y upwards in the picture."""
    return np.array([300.0 + FOCAL_PX * (x - 200.0) / (EYE_MM - z), 300.0 - FOCAL_PX * (y - 200.0) / (EYE_MM - z)])


def test_a_leaning_rig_moves_the_tag_in_the_picture_by_its_height_times_the_sine():
    lean = math.radians(4.0)
    to_port = with_leaning_rig(ship(20), lean_rad=lean, towards_rad=math.pi / 2)
    aside, up = HIGH_MM * math.sin(lean), HIGH_MM * math.cos(lean)
    assert seen(to_port) == pytest.approx(pinhole(200.0 + STERN_MM, 200.0 + aside, up), abs=0.1)
    assert seen(ship(20)) == pytest.approx(pinhole(200.0 + STERN_MM, 200.0, HIGH_MM), abs=0.1)
    assert seen(to_port, 120) == pytest.approx(seen(ship(20), 120), abs=0.1)  # on the hull, which lies flat


def test_a_lean_to_the_bow_lifts_a_plate_at_the_stern():
    lean = math.radians(6.0)
    x, y, z = centre_of(with_leaning_rig(ship(20), lean_rad=lean, towards_rad=0.0))
    assert x == pytest.approx(200.0 + STERN_MM * math.cos(lean) + HIGH_MM * math.sin(lean))
    assert y == pytest.approx(200.0)
    assert z == pytest.approx(HIGH_MM * math.cos(lean) - STERN_MM * math.sin(lean))


def test_a_whole_ship_that_leans_takes_her_low_tag_along_and_keeps_a_rim_on_the_mat():
    lean = math.radians(5.0)
    over = leaning(ship(20), lean_rad=lean, towards_rad=math.pi / 2)
    rise = 7.0 * math.sin(lean)  # half her beam
    assert centre_of(over, 120) == pytest.approx(
        [200.0 - 38.0, 200.0 + LOW_MM * math.sin(lean), LOW_MM * math.cos(lean) + rise]
    )
    corners = over.mat_from_piece.place(np.array([(x, y, 0.0) for x, y in HULL]))
    assert corners[:, 2].min() == pytest.approx(0.0, abs=1e-9)


def test_a_bent_staff_turns_about_its_foot_on_the_deck():
    bend = math.radians(8.0)
    x, y, z = centre_of(with_bent_staff(ship(20), bend_rad=bend, towards_rad=-math.pi / 2))
    assert (x, y) == pytest.approx((200.0 + STERN_MM, 200.0 - (HIGH_MM - DECK_MM) * math.sin(bend)))
    assert z == pytest.approx(DECK_MM + (HIGH_MM - DECK_MM) * math.cos(bend))


def test_a_plate_rises_along_the_bow_and_to_port_as_its_mount_says():
    staged = ship(20)
    flag = replace(staged.piece.mounts[0], slope_x=0.03, slope_y=-0.02, yaw_rad=math.radians(50.0))
    tag = tags_of(replace(staged, piece=replace(staged.piece, mounts=(flag,))))[20]
    rise = tag.corners - tag.mat_from_tag.shift
    assert rise[:, 2] == pytest.approx(0.03 * rise[:, 0] - 0.02 * rise[:, 1], abs=1e-3)


def test_a_plate_turned_or_pushed_stays_level():
    turned = tags_of(with_plate_turned(ship(20), turn_rad=math.radians(3.0)))[20].mat_from_tag
    assert turned.shift == pytest.approx([200.0 + STERN_MM, 200.0, HIGH_MM])
    assert math.degrees(math.atan2(turned.rotation[1, 0], turned.rotation[0, 0])) == pytest.approx(3.0)
    pushed = centre_of(with_plate_pushed(ship(20), by_mm=2.0, towards_rad=math.pi / 2))
    assert pushed == pytest.approx([200.0 + STERN_MM, 202.0, HIGH_MM])


def test_a_ship_held_up_throws_her_shadow_farther_off():
    """The lamp stands at 58 degrees: a shadow goes away from it by 14 / tan 58 mm for 14 mm of height."""
    on_mat, raised = ship(20), held_up(ship(20), by_mm=14.0)
    assert centre_of(raised)[2] == HIGH_MM + 14.0
    look = replace(Look.clean(), shadow=0.9, shadow_softness_mm=0.1)
    bare = render(StagedTable(MAT), CAMERA, look).astype(float).sum(axis=2)
    dark = [
        (render(StagedTable(MAT, (each,)), CAMERA, look).astype(float).sum(axis=2) < 0.4 * bare)
        for each in (on_mat, raised)
    ]
    # The far end of the plate's shadow, seen from the lamp at 140 degrees.
    away = np.array([math.cos(math.radians(-40.0)), math.sin(math.radians(-40.0))])
    ends = []
    for mask in dark:
        rows, columns = np.nonzero(mask)
        ends.append(float((columns * away[0] - rows * away[1]).max()))
    moved_mm = (ends[1] - ends[0]) * EYE_MM / FOCAL_PX
    assert moved_mm == pytest.approx(14.0 / math.tan(math.radians(58.0)), abs=0.8)


def test_swapped_plates_stand_on_the_other_ships_staff():
    one, other = with_plates_swapped(ship(20, 120.0, 100.0), ship(21, 300.0, 250.0))
    tags = tags_of(one, other)
    assert tags[21].mat_from_tag.shift == pytest.approx([120.0 + STERN_MM, 100.0, HIGH_MM])
    assert tags[20].mat_from_tag.shift == pytest.approx([300.0 + STERN_MM, 250.0, HIGH_MM])
    assert tags[120].mat_from_tag.shift == pytest.approx([120.0 - 38.0, 100.0, LOW_MM])


def test_a_tag_glued_on_by_half_a_turn_is_read_the_other_way_round():
    right, round_about = tags_of(ship(20)), tags_of(with_tag_turned_round(ship(20)))
    assert round_about[20].corners == pytest.approx(right[20].corners[[2, 3, 0, 1]])
    assert round_about[120].corners == pytest.approx(right[120].corners)


def test_masts_that_are_off_are_not_in_the_picture():
    bare = dismasted(ship(20), 1)
    assert bare.masts_standing == (2,)
    assert dismasted(bare, 2).masts_standing == ()
    with_all, without = (
        render(StagedTable(MAT, (each,)), CAMERA, Look.clean()).astype(float) for each in (ship(20), bare)
    )
    assert np.abs(with_all - without).max() > 40.0


def test_a_kit_at_97_per_cent_shrinks_prints_and_nothing_else():
    table = StagedTable(MAT, (ship(20),))
    small = printed_at(table, 0.97)
    assert small.mat.width_mm == pytest.approx(388.0)
    assert (small.mat.tags[0].x_mm, small.mat.tags[0].size_mm) == pytest.approx((38.8, 38.8))
    corners = {tag.tag: tag.corners for tag in placed_tags(small)}[20]
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(0.97 * 18.0)
    assert corners.mean(axis=0) == pytest.approx([200.0 + STERN_MM, 200.0, HIGH_MM])
    assert small.pieces[0].piece.model is MODEL
