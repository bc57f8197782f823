"""How well a ship would be known, held against fits of simulated corners by code of its own, and published figures."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, TagMount
from tableassist.pieces.physical import LIFT_SIGMA_MM
from tableassist.vision.camera.lens import plain_lens
from tableassist.vision.planning.prospect import spots_of
from tableassist.vision.planning.ship_fit import PlannedTag, StandingSigmas, expected_poses
from tableassist.vision.planning.view import PlayArea, hung, lowest_height_mm
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import Health

SIDE_MM = 915.0
FOCAL_PX = 960.0 / math.tan(math.radians(35.0))
LENS = plain_lens(1920, 1080, FOCAL_PX)
NOISE_PX = 0.03
FLAG = (-20.5, 0.0, 57.0)
LOW = (0.0, -20.0, 12.0)
TAG_MM = 18.0
HEADING_RAD = 0.35
SPOTS = {str(spot.name): (spot.x_mm, spot.y_mm) for spot in spots_of(PlayArea(SIDE_MM, SIDE_MM, 57.0, 11.0))}
DRAWS = 6000


def view(angle_deg):
    area = PlayArea(SIDE_MM, SIDE_MM, 57.0, 11.0)
    return hung(area, LENS, height_mm=lowest_height_mm(area, LENS, angle_deg), angle_deg=angle_deg)


def mount(number, place):
    x, y, z = place
    return TagMount("36h11", number, TAG_MM, MountKind.FLAG, x, y, z, 0.0, 0.0, 0.0, 0.0)


def expected(angle_deg, spot, tags, lean_deg):
    """What `expected_poses` says of a ship; the camera itself is known exactly."""
    nothing = np.zeros((6, 1)), np.zeros((12, 1))
    seen = Registration(view(angle_deg).pose, LENS, *nothing, 0.0, 0.0, (), (), Health.GOOD, "")
    pose = PlanarPose(*SPOTS[spot], HEADING_RAD)
    noise = NOISE_PX**2 * np.eye(8)
    planned = tuple(PlannedTag("ship", pose, mount(number, place), noise) for number, place in enumerate(tags))
    standing = StandingSigmas(math.radians(lean_deg), plate_rad=0.0, shape_rad=0.0)
    return expected_poses(planned, seen, standing)["ship"]


def axis_sigma(found):
    return math.sqrt(float(np.trace(found.piece.covariance[:2, :2])) / 2)


@pytest.mark.parametrize(
    ("angle_deg", "lean_deg", "centre_mm", "corner_mm"),
    [(0.0, 0.5, 0.49, 0.22), (0.0, 1.0, 0.94, 0.23)],
)
def test_from_straight_above_a_ship_is_known_as_the_design_has_it(angle_deg, lean_deg, centre_mm, corner_mm):
    assert axis_sigma(expected(angle_deg, "centre", (FLAG,), lean_deg)) == pytest.approx(centre_mm, abs=0.01)
    corners = [axis_sigma(expected(angle_deg, spot, (FLAG,), lean_deg)) for spot in SPOTS if "corner" in spot]
    assert np.mean(corners) == pytest.approx(corner_mm, abs=0.01)


def test_thirty_degrees_off_the_vertical_no_place_is_as_bad_as_the_centre_from_above():
    """The design: 0.22 to 0.28 mm with a lean of 0.5 degrees, 0.23 to 0.32 with 1.0; its camera stood farther off."""
    for lean_deg, worst_mm in ((0.5, 0.28), (1.0, 0.32)):
        found = [axis_sigma(expected(30.0, spot, (FLAG,), lean_deg)) for spot in SPOTS]
        assert max(found) == pytest.approx(worst_mm, abs=0.02)


def test_at_twenty_degrees_the_place_below_the_camera_stays_bad():
    found = {spot: axis_sigma(expected(20.0, spot, (FLAG,), 0.5)) for spot in SPOTS}
    assert max(found, key=found.get) == "near edge"
    assert found["near edge"] > 0.4


def test_a_lean_is_noticed_from_the_side_and_never_from_straight_above():
    assert expected(0.0, "centre", (FLAG,), 0.3).noticed_lean_rad is None
    for spot in SPOTS:
        assert math.degrees(expected(30.0, spot, (FLAG,), 0.3).noticed_lean_rad) < 1.5


def test_a_second_lower_tag_shows_a_lean_at_once_wherever_the_camera_is():
    for angle_deg in (0.0, 30.0):
        for spot in SPOTS:
            found = expected(angle_deg, spot, (FLAG, LOW), 0.5)
            assert axis_sigma(found) < 0.16
            assert math.degrees(found.noticed_lean_rad) < 1.6


def corners_px(camera, unknowns, tags):
    """(N, 8 T) for (N, 6) unknowns, by rotation vectors of scipy and a pinhole written out."""
    points = np.array([
        (x + dx * TAG_MM / 2, y + dy * TAG_MM / 2, z)
        for x, y, z in tags
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ])  # fmt: skip
    nothing = np.zeros(len(unknowns))
    leaning = Rotation.from_rotvec(np.column_stack([unknowns[:, 3:5], nothing]))
    turned = Rotation.from_rotvec(np.column_stack([nothing, nothing, unknowns[:, 2]])) * leaning
    on_mat = points @ turned.as_matrix().transpose(0, 2, 1) + unknowns[:, None, (0, 1, 5)]
    seen = on_mat @ camera.rotation.T + camera.translation
    return (FOCAL_PX * seen[..., :2] / seen[..., 2:] + (959.5, 539.5)).reshape(len(unknowns), -1)


def fitted(camera, px, start, tags, sigmas):
    """Gauss-Newton for each row of corners, slopes by differences, lean and lift drawn to 0 by their sigmas."""
    found = np.tile(start, (len(px), 1))
    weight = np.array([0.0, 0.0, 0.0, *(1.0 / sigmas**2)])
    for _ in range(4):
        slopes = [
            (corners_px(camera, found + step, tags) - corners_px(camera, found - step, tags)) / (2 * step.sum())
            for step in np.diag([1e-3, 1e-3, 1e-6, 1e-6, 1e-6, 1e-3])
        ]
        jacobian = np.stack(slopes, axis=-1) / NOISE_PX
        miss = (px - corners_px(camera, found, tags)) / NOISE_PX
        normal = jacobian.transpose(0, 2, 1) @ jacobian + np.diag(weight)
        pull = np.einsum("nij,ni->nj", jacobian, miss) - weight * found
        found = found + np.linalg.solve(normal, pull[..., None])[..., 0]
    return found


@pytest.mark.parametrize(
    ("angle_deg", "spot", "tags"),
    [
        (0.0, "centre", (FLAG,)),
        (0.0, "far left corner", (FLAG,)),
        (30.0, "near edge", (FLAG,)),
        (0.0, "right edge", (FLAG, LOW)),
    ],
)
def test_fits_of_simulated_ships_that_lean_and_float_scatter_as_foretold(angle_deg, spot, tags):
    rng = np.random.default_rng(7)
    camera = view(angle_deg).pose
    sigmas = np.array([math.radians(0.5), math.radians(0.5), LIFT_SIGMA_MM])
    flat = np.array([*SPOTS[spot], HEADING_RAD, 0.0, 0.0, 0.0])
    truth = np.tile(flat, (DRAWS, 1))
    truth[:, 3:] = sigmas * rng.standard_normal((DRAWS, 3))
    px = corners_px(camera, truth, tags) + NOISE_PX * rng.standard_normal((DRAWS, 8 * len(tags)))
    errors = fitted(camera, px, flat, tags, sigmas) - truth

    covariance = expected(angle_deg, spot, tags, 0.5).piece.covariance
    scatter = errors[:, :3].T @ errors[:, :3] / DRAWS
    # In units in which the foretold scatter is a ball of size 1, every number is then known to 0.02 or better.
    root = np.linalg.inv(np.linalg.cholesky(covariance))
    assert root @ scatter @ root.T == pytest.approx(np.eye(3), abs=0.08)
