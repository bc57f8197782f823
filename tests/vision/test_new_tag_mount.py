"""A second tag on a piece, found from the first: the studio's own projection is the truth."""

import math

import numpy as np
import pytest

from tableassist.geometry.frames import ImagePoints, PlanarPose
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.studio.optics import StudioCamera
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.camera.lens import Lens
from tableassist.vision.localisation.localise import localise
from tableassist.vision.mounts.new_tag import flat_place, solve_new_mount
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.noise import corner_covariance
from tableassist.vision.tags.sighting import TagSighting
from tests.studio.tag_truth import placed_tags

pytestmark = pytest.mark.slow

LENS = Lens(1920, 1080, 1344.0, 1345.8, 966.7, 535.6, (-0.105, 0.034, 0.0005, -0.0004, 0, 0, 0, 0), np.zeros((12, 12)))
BORDER = (40.0, 315.0, 600.0, 875.0)
PLACES = [(x, y) for x in BORDER for y in BORDER if x in (40.0, 875.0) or y in (40.0, 875.0)]
MAT = MatLayout(915.0, 915.0, tuple(MatTag("36h11", i, 44.0, x, y, 0.0) for i, (x, y) in enumerate(PLACES)), 0.1)
SHAPE = PieceModel("plate", PieceKind.SHIP, ((-20, -7), (20, -7), (24, 0), (20, 7), (-20, 7)), 6.0, (), (), None, 0.0)
CAMERA = StudioCamera.looking_at(
    (457.5, 457.5, 0.0), distance_mm=1300.0, off_vertical_deg=25.0, azimuth_deg=40.0, roll_deg=2.0, width_px=1920,
    height_px=1080, fx=LENS.fx, fy=LENS.fy, cx=LENS.cx, cy=LENS.cy, dist=LENS.distortion[:4],
)  # fmt: skip


def mount(tag, x, y, z, yaw_deg, *, size_mm=18.0, sigmas=(0.0, 0.0, 0.0)):
    return TagMount("36h11", tag, size_mm, MountKind.FLAG, x, y, z, math.radians(yaw_deg), *sigmas)


def sightings(true_piece, pose, rng=None):
    table = StagedTable(MAT, (StagedPiece(true_piece, pose),))
    seen = []
    for tag in placed_tags(table):
        corners = np.asarray(CAMERA.project(tag.corners))
        if rng is not None:
            corners = corners + rng.multivariate_normal(np.zeros(8), corner_covariance(corners)).reshape(4, 2)
        seen.append(TagSighting(tag.family, tag.tag, ImagePoints(corners), 50.0, 0))
    return tuple(seen)


def solved(true_piece, known, pose, *, rng=None, z_mm, sigma_z_mm):
    seen = sightings(true_piece, pose, rng)
    registration = register(seen, MAT, LENS)
    found = localise(seen, (known,), registration, 0).poses["p"]
    new = next(each for each in seen if each.tag == 58)
    return solve_new_mount(
        new, found, registration, size_mm=18.0, z_mm=z_mm, sigma_z_mm=sigma_z_mm, kind=MountKind.DECK
    )


def piece(*mounts):
    return Piece("p", "p", SHAPE, None, (), mounts)


@pytest.mark.parametrize("heading_deg", [0.0, 70.0, -160.0])
def test_without_noise_the_new_tag_is_where_it_was_put(heading_deg):
    first, new = mount(57, -20.0, 0.0, 60.0, 0.0), mount(58, 9.0, 4.0, 33.0, 25.0)
    pose = PlanarPose(300.0, 640.0, math.radians(heading_deg))
    found = solved(piece(first, new), piece(first), pose, z_mm=30.0, sigma_z_mm=200.0).mount
    assert (found.x_mm, found.y_mm, found.z_mm) == pytest.approx((9.0, 4.0, 33.0), abs=0.05)
    assert math.degrees(found.yaw_rad) == pytest.approx(25.0, abs=0.02)


@pytest.mark.long
def test_the_stated_plus_minus_holds_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(5)
    sigmas = (0.2, 0.4, math.radians(0.5))
    scores = []
    for _ in range(120):
        told = mount(57, -20.0, 0.0, 60.0, 0.0, sigmas=sigmas)
        real = mount(
            57,
            -20.0 + rng.normal(0, 0.2),
            rng.normal(0, 0.2),
            60.0 + rng.normal(0, 0.4),
            math.degrees(rng.normal(0, sigmas[2])),
        )
        z = 30.0 + rng.normal(0, 3.0)
        pose = PlanarPose(rng.uniform(150, 760), rng.uniform(150, 760), rng.uniform(-3, 3))
        found = solved(piece(real, mount(58, 9.0, 4.0, z, 25.0)), piece(told), pose, rng=rng, z_mm=30.0, sigma_z_mm=3.0)
        off = np.array(
            [
                found.mount.x_mm - 9.0,
                found.mount.y_mm - 4.0,
                found.mount.z_mm - z,
                found.mount.yaw_rad - math.radians(25.0),
            ]
        )
        scores.append(off / np.sqrt(np.diag(found.covariance)))
    inside = (np.abs(np.array(scores)) < 1.96).mean(axis=0)
    # 95 % of 120, give or take three standard deviations of the count.
    assert (inside > 0.89).all(), inside
    assert np.array(scores).std() > 0.8


def test_the_bow_error_of_a_shaky_first_tag_goes_into_the_new_ones_plus_minus():
    new = mount(58, 9.0, 4.0, 33.0, 25.0)
    pose = PlanarPose(300.0, 640.0, 0.4)
    sure, shaky = (mount(57, -20.0, 0.0, 60.0, 0.0, sigmas=(s, s, math.radians(s))) for s in (0.05, 2.0))
    one = solved(piece(sure, new), piece(sure), pose, z_mm=33.0, sigma_z_mm=0.2).mount
    other = solved(piece(shaky, new), piece(shaky), pose, z_mm=33.0, sigma_z_mm=0.2).mount
    assert one.sigma_xy_mm < 0.7
    assert other.sigma_xy_mm > 2.0
    assert other.sigma_yaw_rad > math.radians(1.9)


def test_a_tag_of_another_size_does_not_fit():
    first, new = mount(57, -20.0, 0.0, 60.0, 0.0), mount(58, 9.0, 4.0, 33.0, 25.0, size_mm=24.0)
    pose = PlanarPose(300.0, 640.0, 0.4)
    wrong = solved(piece(first, new), piece(first), pose, z_mm=33.0, sigma_z_mm=3.0)
    assert not wrong.fits
    right = solved(piece(first, mount(58, 9.0, 4.0, 33.0, 25.0)), piece(first), pose, z_mm=33.0, sigma_z_mm=3.0)
    assert right.fits


def test_a_flat_tag_looks_as_large_as_it_is():
    flat = mount(58, 0.0, 0.0, 0.0, 0.0)
    seen = sightings(piece(flat), PlanarPose(200.0, 300.0, math.radians(30.0)))
    registration = register(seen, MAT, LENS)
    middle, side, heading = flat_place(next(s for s in seen if s.tag == 58), registration, 0.0)
    assert tuple(middle) == pytest.approx((200.0, 300.0), abs=0.01)
    assert side == pytest.approx(18.0, abs=0.01)
    assert math.degrees(heading) == pytest.approx(30.0, abs=0.01)
