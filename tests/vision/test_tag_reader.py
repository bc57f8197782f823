"""The fast reader against the plain detector and the studio's truth, on a film of a table."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedHand, StagedPiece, StagedTable
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.tags.reader import TagReader
from tests.studio.tag_truth import tag_truths

pytestmark = pytest.mark.slow

MAT = MatLayout(
    600.0, 400.0, tuple(MatTag("36h11", n, 40.0, x, y, 0.0) for n, (x, y) in enumerate(
        [(30, 30), (300, 30), (570, 30), (570, 370), (300, 370), (30, 370)]
    )), 0.0
)  # fmt: skip
HULL = PieceModel("ship", PieceKind.SHIP, ((-20, -7), (20, -7), (24, 0), (20, 7), (-20, 7)), 6.0, (), (), None, 0.0)


def camera(shift_mm=0.0):
    return StudioCamera.looking_at(
        (300.0 + shift_mm, 200.0, 0.0), distance_mm=820.0, off_vertical_deg=10.0, width_px=960, height_px=600,
        fx=900.0, fy=900.0, cx=480.0, cy=300.0, dist=(-0.1, 0.03, 0.0, 0.0),
    )  # fmt: skip


def ship(number, x, y, heading_deg=20.0):
    mount = TagMount("36h11", 50 + number, 18.0, MountKind.FLAG, -10.0, 0.0, 40.0, 0.0, 0.0, 0.0, 0.0)
    return StagedPiece(Piece(f"s{number}", "", HULL, "A", (), (mount,)), PlanarPose(x, y, math.radians(heading_deg)))


FLEET = [ship(0, 150, 150), ship(1, 300, 220, 80), ship(2, 450, 150, 200), ship(3, 200, 280, 300)]


@pytest.fixture(scope="module")
def studio():
    return Studio(camera())


def film(studio, tables):
    for number, table in enumerate(tables):
        yield studio.picture(table, np.random.default_rng((5, number))), table


def ids(sightings):
    return {sighting.tag for sighting in sightings}


ALL = set(range(6)) | {50, 51, 52, 53}


def test_a_still_table_is_read_once_and_then_kept_by_identity(studio):
    reader = TagReader(("36h11",))
    seen = [reader.read(image) for image, _ in film(studio, [StagedTable(MAT, tuple(FLEET))] * 75)]
    assert all(ids(each) == ALL for each in seen)
    assert all(any(a is b for b in seen[-2]) for a in seen[-1])


def test_a_slowly_moving_ship_is_followed_in_every_frame(studio):
    reader = TagReader(("36h11",))
    tables = []
    for number in range(40):
        x, y = FLEET[0].pose.place_one(0.9 * number, 0.0)
        tables.append(StagedTable(MAT, (replace(FLEET[0], pose=replace(FLEET[0].pose, x_mm=x, y_mm=y)), *FLEET[1:])))
    errors = []
    for image, table in film(studio, tables):
        sightings = reader.read(image)
        assert ids(sightings) == ALL
        truth = {each.tag: each.corners for each in tag_truths(table, camera())}
        errors += [np.abs((s.corners - truth[s.tag]).mean(axis=0)).max() for s in sightings]
    assert np.percentile(errors, 99) < 0.05


def test_a_jump_is_found_within_a_round_and_no_identity_is_lost(studio):
    reader = TagReader(("36h11",))
    moved = (ship(0, 420, 300), *FLEET[1:])
    tables = [StagedTable(MAT, tuple(FLEET))] * 5 + [StagedTable(MAT, moved)] * 13
    last = None
    for image, _ in film(studio, tables):
        last = reader.read(image)
    assert ids(last) == ALL
    truth = {each.tag: each.corners for each in tag_truths(StagedTable(MAT, moved), camera())}
    found = next(s for s in last if s.tag == 50)
    assert np.abs(found.corners - truth[50]).max() < 0.2


def test_a_slow_camera_shows_a_jump_in_the_next_picture(studio):
    reader = TagReader(("36h11",))
    moved = StagedTable(MAT, (ship(0, 420, 300), *FLEET[1:]))
    tables = [*[StagedTable(MAT, tuple(FLEET))] * 2, moved]
    for number, (image, _) in enumerate(film(studio, tables)):
        seen = reader.read(image, t_ns=number * 700_000_000)
    assert ids(seen) == ALL
    truth = {each.tag: each.corners for each in tag_truths(moved, camera())}
    assert np.abs(next(s for s in seen if s.tag == 50).corners - truth[50]).max() < 0.2


def test_a_hand_hides_tags_and_they_are_back_at_once(studio):
    reader = TagReader(("36h11",))
    free = StagedTable(MAT, tuple(FLEET))
    covered = replace(free, hands=(StagedHand(450.0, 150.0, 0.0, height_mm=60.0),))
    seen = [ids(reader.read(image)) for image, _ in film(studio, [free] * 4 + [covered] * 6 + [free] * 2)]
    assert 52 not in seen[9]
    assert {0, 50, 51, 53} <= seen[9]
    assert seen[-1] == ALL


def test_a_knocked_camera_is_read_anew_in_the_same_frame(studio):
    reader = TagReader(("36h11",))
    table = StagedTable(MAT, tuple(FLEET))
    for image, _ in film(studio, [table] * 4):
        reader.read(image)
    knocked = Studio(camera(shift_mm=14.0)).picture(table, np.random.default_rng(9))
    sightings = reader.read(knocked)
    truth = {each.tag: each.corners for each in tag_truths(table, camera(shift_mm=14.0))}
    assert ids(sightings) == ALL
    assert max(np.abs(s.corners - truth[s.tag]).max() for s in sightings) < 0.3


def test_ships_that_all_move_a_little_are_followed_without_a_scan_of_the_whole_picture(studio, monkeypatch):
    reader = TagReader(("36h11",))
    places = [(x, y) for y in (130.0, 270.0) for x in (120.0, 240.0, 360.0, 480.0)]
    tables = [
        StagedTable(MAT, tuple(ship(n, x + 0.6 * step, y) for n, (x, y) in enumerate(places))) for step in (0, 0, 0, 1)
    ]
    (*first, (last, table)) = film(studio, tables)
    for image, _ in first:
        reader.read(image)
    monkeypatch.setattr(reader._detector, "scan_twice", lambda *_: pytest.fail("the whole picture was scanned"))
    seen = {sighting.tag: sighting.corners for sighting in reader.read(last)}
    truth = {each.tag: each.corners for each in tag_truths(table, camera())}
    assert set(seen) == set(truth)
    assert max(np.abs(seen[50 + n] - truth[50 + n]).max() for n in range(len(places))) < 0.2


def test_a_lamp_that_dims_loses_no_tag(studio):
    reader = TagReader(("36h11",))
    seen = []
    for number, (image, _) in enumerate(film(studio, [StagedTable(MAT, tuple(FLEET))] * 8)):
        dimmed = image if number < 4 else cv2.convertScaleAbs(image, alpha=0.6)
        seen.append(ids(reader.read(dimmed)))
    assert all(each == ALL for each in seen)
