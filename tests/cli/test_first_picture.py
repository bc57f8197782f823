"""One photo of the sample kit by an uncalibrated camera: it answers what the margin allows, and no more."""

import math
import struct
from dataclasses import replace

import cv2
import numpy as np
import pytest
from shapely import Point, Polygon, affinity

from tableassist.geometry.frames import PlanarPose
from tableassist.judging import judged
from tableassist.judging.pictures import one_picture
from tableassist.rulebook.ruling import Verdict
from tableassist.setup.plan.sample import sample_table
from tableassist.store.table import read_table
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable

LENS = {
    "fx": 1290.0,
    "fy": 1290.0,
    "cx": 955.0,
    "cy": 548.0,
    "width_px": 1920,
    "height_px": 1080,
    "dist": (-0.05, 0.01),
}
"""Of a phone: 73 degrees across, and not the typical 69."""
FILM_MM = round(1290.0 * 43.27 / math.hypot(1920, 1080))
POSES = {
    0: PlanarPose(420.0, 430.0, 0.4),
    5: PlanarPose(470.0, 455.0, 2.2),
    6: PlanarPose(700.0, 640.0, -1.0),
}
"""Of ships by their number in the file: two are side by side, the third is far off."""


@pytest.fixture(scope="module")
def settings():
    return read_table(sample_table())


@pytest.fixture(scope="module")
def photo(settings):
    rng = np.random.default_rng(7)
    ships = [piece for piece in settings.pieces if piece.owner]
    staged = tuple(StagedPiece(glued(ships[number], rng), pose) for number, pose in POSES.items())
    camera = StudioCamera.looking_at((457.5, 400.0, 0.0), distance_mm=1160.0, off_vertical_deg=30.0, **LENS)
    return Studio(camera).picture(StagedTable(settings.mat, staged), rng)


def glued(ship, rng):
    """Her plates as a hand glues them on: a millimetre and three degrees off."""
    mounts = tuple(
        replace(
            mount,
            x_mm=mount.x_mm + rng.normal(0.0, 1.0),
            y_mm=mount.y_mm + rng.normal(0.0, 1.0),
            yaw_rad=mount.yaw_rad + rng.normal(0.0, math.radians(3.0)),
        )
        for mount in ship.mounts
    )
    return replace(ship, mounts=mounts)


def with_focal_length(jpeg, film_mm):
    """The photo with the focal length that a phone writes into it (EXIF, 35 mm equivalent)."""
    inner = struct.pack("<HHHIHHI", 1, 0xA405, 3, 1, film_mm, 0, 0)
    exif = b"Exif\0\0II*\0" + struct.pack("<IHHHIII", 8, 1, 0x8769, 4, 1, 26, 0) + inner
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


@pytest.mark.parametrize("turned", [False, True], ids=["landscape", "portrait"])
@pytest.mark.parametrize("stated", [False, True], ids=["unknown lens", "stated focal length"])
def test_a_photo_answers_what_it_can_and_its_plus_minus_holds(settings, photo, tmp_path, turned, stated):
    image = cv2.rotate(photo, cv2.ROTATE_90_CLOCKWISE) if turned else photo
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    path = tmp_path / "photo.jpg"
    path.write_bytes(with_focal_length(jpeg, FILM_MM) if stated else jpeg)
    frame = one_picture(path)
    assert frame.film_mm == (FILM_MM if stated else None)
    state = judged(frame, settings)
    ships = [piece for piece in settings.pieces if piece.owner]
    seen = {placed.id: placed.pose for placed in state.scene.pieces}
    assert set(seen) == {ships[number].id for number in POSES}
    for number, truth in POSES.items():
        pose = seen[ships[number].id]
        assert math.dist((pose.pose.x_mm, pose.pose.y_mm), (truth.x_mm, truth.y_mm)) < 3.0 * pose.sigma_mm
    contacts = {(each.subject, each.target): each for each in state.rulings if each.rule == "ram"}
    near, far = ships[5].id, ships[6].id
    assert contacts[ships[0].id, far].verdict is Verdict.NO, "300 mm apart is a plain no without any measuring"
    apart = hull_gap(ships[0], POSES[0], ships[5], POSES[5])
    near_call = contacts[ships[0].id, near]
    assert abs(near_call.measured_mm - apart) < 3.0 * near_call.sigma_mm
    assert any("not calibrated" in str(words) for words in state.warnings)


def hull_gap(one, pose, other, other_pose):
    """From her bow to the other's hull, by the outlines alone."""
    bow = affinity.translate(
        affinity.rotate(Point(max(x for x, _ in one.model.hull), 0.0), pose.heading_rad, (0, 0), use_radians=True),
        pose.x_mm,
        pose.y_mm,
    )
    hull = affinity.rotate(Polygon(other.model.hull), other_pose.heading_rad, (0, 0), use_radians=True)
    return bow.distance(affinity.translate(hull, other_pose.x_mm, other_pose.y_mm))
