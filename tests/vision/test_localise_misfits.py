"""Tags that do not look as they should: which are refused, and which are placed with a wide plus-minus."""

import math

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import ImagePoints
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.vision.camera.lens import Lens
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.sighting import TagSighting

CAMERA = np.array([[1344.0, 0.0, 960.0], [0.0, 1344.0, 540.0], [0.0, 0.0, 1.0]])
LENS = Lens(1920, 1080, 1344.0, 1344.0, 960.0, 540.0, (0.0,) * 8, np.zeros((12, 12)))
TILT = math.radians(25.0)
ROTATION = np.array(
    [
        [1.0, 0.0, 0.0],
        [0.0, -math.cos(TILT), -math.sin(TILT)],
        [0.0, math.sin(TILT), -math.cos(TILT)],
    ]
)
EYE = np.array([450.0, 450.0 - 1280.0 * math.sin(TILT), 1280.0 * math.cos(TILT)])
FLAT = np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
MAT = MatLayout(900.0, 900.0, tuple(MatTag("36h11", n, 44.0, 60 + 260 * (n % 4), 60 + 260 * (n // 4), 0.0)
                                    for n in range(16) if n % 4 in (0, 3) or n // 4 in (0, 3)), 0.0)  # fmt: skip
PLACES = [(200.0 + 120.0 * k, 330.0 + 60.0 * (k % 3)) for k in range(5)]
NOISE = 0.03**2 * np.eye(8)


def seen(corners_mm):
    rotation, _ = cv2.Rodrigues(ROTATION)
    px, _ = cv2.projectPoints(corners_mm, rotation, -ROTATION @ EYE, CAMERA, None)
    return px.reshape(4, 2)


def sighting(tag, corners_px, noise=None):
    return TagSighting("36h11", tag, ImagePoints(corners_px), 60.0, 0, noise)


def piece(number):
    hull = ((-20.0, -7.0), (20.0, -7.0), (20.0, 7.0), (-20.0, 7.0))
    model = PieceModel("plate", PieceKind.SHIP, hull, 6.0, (), (), None, 0.0)
    mount = TagMount("36h11", 100 + number, 16.0, MountKind.FLAG, 0.0, 0.0, 40.0, 0.0, 0.0, 0.0, 0.0)
    return Piece(f"p{number}", f"piece {number}", model, None, (), (mount,))


def tag_at(number, turn=None):
    """The corners of piece `number`'s tag, 40 mm up, turned out of its plane by `turn`."""
    corners = 8.0 * FLAT if turn is None else 8.0 * FLAT @ turn.T
    return corners + np.array([*PLACES[number], 40.0])


def placed(odd_px):
    rng = np.random.default_rng(5)
    on_mat = [sighting(t.tag, seen(t.size_mm / 2 * FLAT + (t.x_mm, t.y_mm, 0.0))) for t in MAT.tags]
    tags = [seen(tag_at(number)) for number in range(5)]
    tags[2] = odd_px
    pieces = [sighting(100 + n, px + rng.normal(0.0, 0.03, (4, 2)), NOISE) for n, px in enumerate(tags)]
    registration = register((*on_mat, *pieces), MAT, LENS)
    assert registration is not None
    return localise(tuple(pieces), tuple(piece(number) for number in range(5)), registration, 0)


def test_tags_as_they_should_be_give_rise_to_no_word():
    found = placed(seen(tag_at(2)))
    assert len(found.poses) == 5
    assert found.warnings == ()


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.7, 0.7, 0.0)])
def test_a_tipped_tag_is_refused(axis):
    turn, _ = cv2.Rodrigues(math.radians(30.0) * np.array(axis))
    found = placed(seen(tag_at(2, turn)))
    assert "tipped" in str(found.problems["p2"])
    assert set(found.poses) == {"p0", "p1", "p3", "p4"}


def test_a_keystone_that_no_small_tag_can_show_widens_the_plus_minus():
    keystone = np.array([[1.0, 0.3], [-1.0, -0.3], [1.0, 0.3], [-1.0, -0.3]])
    found = placed(seen(tag_at(2)) + 0.4 * keystone)
    assert found.problems == {}
    assert "partly covered or badly lit" in str(found.doubts["p2"])
    assert found.poses["p2"].sigma_mm > 1.8 * found.poses["p1"].sigma_mm


def two_tags(bad_px):
    """A piece with tags 30 mm apart; the second one's corners as given."""
    hull = ((-30.0, -10.0), (30.0, -10.0), (30.0, 10.0), (-30.0, 10.0))
    model = PieceModel("island", PieceKind.ISLAND, hull, 1.0, (), (), None, 0.0)
    mounts = tuple(
        TagMount("36h11", 200 + k, 20.0, MountKind.PLATE, x, 0.0, 1.0, 0.0, 0.05, 0.05, 0.001)
        for k, x in enumerate((-15.0, 15.0))
    )
    island = Piece("island", "the island", model, None, (), mounts)
    on_mat = [sighting(t.tag, seen(t.size_mm / 2 * FLAT + (t.x_mm, t.y_mm, 0.0))) for t in MAT.tags]
    tags = [seen(10.0 * FLAT + np.array([450.0 + x, 470.0, 1.0])) for x in (-15.0, 15.0)]
    tags[1] = tags[1] + bad_px
    both = [sighting(200 + k, px, NOISE) for k, px in enumerate(tags)]
    registration = register((*on_mat, *both), MAT, LENS)
    assert registration is not None
    return localise(tuple(both), (island,), registration, 0)


def test_one_covered_tag_of_two_is_left_out_and_the_other_places_the_piece():
    cut = np.array([[0.0, 0.0], [-1.5, 0.2], [-1.4, -0.2], [0.0, 0.0]])
    found = two_tags(cut)
    assert found.problems == {}
    assert "tag 201 does not fit with 200" in str(found.doubts["island"])
    assert found.poses["island"].tags == (200,)
    assert found.poses["island"].pose.x_mm == pytest.approx(450.0, abs=0.1)


def test_two_sound_tags_that_contradict_each_other_place_nothing():
    found = two_tags(np.full((4, 2), 3.0))
    assert "island" in found.problems
    assert found.poses == {}


def with_pattern_noise(odd_px, noise_px):
    """Five ships; the corners of the third are where they look tipped by 20 degrees, and its pattern fits so well."""
    on_mat = [sighting(t.tag, seen(t.size_mm / 2 * FLAT + (t.x_mm, t.y_mm, 0.0))) for t in MAT.tags]
    corners = [odd_px if number == 2 else seen(tag_at(number)) for number in range(5)]
    noises = [noise_px if number == 2 else 0.02 for number in range(5)]
    tags = [sighting(100 + n, px, s**2 * np.eye(8)) for n, (px, s) in enumerate(zip(corners, noises, strict=True))]
    registration = register((*on_mat, *tags), MAT, LENS)
    assert registration is not None
    return localise(tuple(tags), tuple(piece(number) for number in range(5)), registration, 0)


def test_an_upright_ship_with_a_partly_covered_tag_is_not_called_tipped():
    turn, _ = cv2.Rodrigues(math.radians(25.0) * np.array([1.0, 0.0, 0.0]))
    tipped = seen(tag_at(2, turn))
    assert "looks tipped" in str(with_pattern_noise(tipped, 0.02).problems["p2"])
    covered = str(with_pattern_noise(tipped, 0.05).problems["p2"])
    assert "partly covered" in covered
    assert "tipped" not in covered
