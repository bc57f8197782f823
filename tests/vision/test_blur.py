"""Blur is measured from the tags, named, and undone to read more of them; truth is how the picture was blurred."""

import math

import cv2
import numpy as np
import pytest

from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.blur import measured_blur
from tableassist.vision.tags.detector import TagDetector, as_grey
from tableassist.vision.tags.reader import TagReader
from tests.vision import staged_photos as staged

NAME = "overhead1080_0"
FINE = 8


def moved(image, way_px, direction_rad):
    """As if the camera had moved evenly by so much while the picture was taken; the direction counts y up."""
    size = 2 * math.ceil(way_px) + 3
    fine = np.zeros((size * FINE, size * FINE), np.float32)
    middle = (size * FINE - 1) / 2
    for part in np.linspace(-0.5, 0.5, 400) * way_px * FINE:
        x, y = middle + part * math.cos(direction_rad), middle - part * math.sin(direction_rad)
        fine[round(y), round(x)] += 1
    kernel = fine.reshape(size, FINE, size, FINE).sum(axis=(1, 3))
    return noisy(cv2.filter2D(image, -1, kernel / kernel.sum()))


def out_of_focus(image, sigma_px):
    return noisy(cv2.GaussianBlur(image, (0, 0), sigma_px))


def noisy(image):
    return np.clip(image + np.random.default_rng(5).normal(0, 1.5, image.shape), 0, 255).astype(np.uint8)


def blur_of(image):
    return measured_blur(as_grey(image), TagDetector(("36h11",)).detect(image))


def test_a_sharp_picture_is_not_called_blurred():
    blur = blur_of(staged.image_of(NAME))
    assert not blur.is_blurred
    assert blur.motion_px == 0.0


@pytest.mark.parametrize("sigma_px", [1.2, 2.0])
def test_the_width_of_an_edge_out_of_focus_is_measured(sigma_px):
    blur = blur_of(out_of_focus(staged.image_of(NAME), sigma_px))
    assert blur.is_blurred
    assert blur.motion_px == 0.0
    assert blur.edge_px == pytest.approx(2.563 * math.hypot(sigma_px, 0.37), rel=0.1)  # 0.37: the picture's own


@pytest.mark.parametrize(("way_px", "direction_deg"), [(3.0, 40.0), (5.0, 0.0), (5.0, 120.0), (8.0, 40.0)])
def test_a_moving_camera_is_told_from_a_bad_focus_with_way_and_direction(way_px, direction_deg):
    blur = blur_of(moved(staged.image_of(NAME), way_px, math.radians(direction_deg)))
    assert blur.is_blurred
    assert blur.motion_px == pytest.approx(way_px, rel=0.15)
    off = (math.degrees(blur.direction_rad) - direction_deg + 90) % 180 - 90
    assert abs(off) < 12


@pytest.mark.parametrize(
    ("spoilt", "least"),
    [
        (lambda image: out_of_focus(image, 1.2), 14),
        (lambda image: moved(image, 5.0, math.radians(30)), 14),
    ],
)
def test_wanted_tags_are_read_in_a_blurred_picture_and_placed_within_their_plus_minus(spoilt, least):
    name = "flag30_0"
    truth = staged.truth_of(name)
    pieces, mat = staged.pieces_of(truth), staged.mat_of(truth)
    wanted = frozenset((mount.family, mount.tag) for piece in pieces for mount in piece.mounts)
    image = spoilt(staged.image_of(name))
    plain = {sighting.tag for sighting in TagDetector(("36h11",)).detect(image)}
    sightings = TagDetector(("36h11",), wanted).detect(image)
    corners = staged.corners_of(truth)
    for sighting in sightings:
        apart = np.subtract(corners[sighting.tag], sighting.corners).mean(axis=0)
        assert np.linalg.norm(apart) < 2.0, f"{sighting.tag} is another tag"
    assert plain < {sighting.tag for sighting in sightings}
    poses = localise(sightings, pieces, register(sightings, mat, staged.lens_of(truth)), 0).poses
    assert len(poses) >= least
    scores = [
        abs(off) / math.sqrt(pose.covariance[axis, axis])
        for index, pose in poses.items()
        for axis, off in enumerate(
            (pose.pose.x_mm - truth["pieces"][int(index)]["x"], pose.pose.y_mm - truth["pieces"][int(index)]["y"])
        )
    ]
    assert np.mean(np.less(scores, 1.96)) > 0.85
    assert max(scores) < 4.5


def test_a_sharp_picture_is_read_as_if_nothing_were_wanted():
    image = staged.image_of(NAME)
    plain = TagDetector(("36h11",)).detect(image)
    wanting = TagDetector(("36h11",), frozenset({("36h11", 586)})).detect(image)
    assert [s.tag for s in plain] == [s.tag for s in wanting]
    assert all(np.array_equal(a.corners, b.corners) for a, b in zip(plain, wanting, strict=True))


def test_the_reader_of_a_stream_reads_more_of_a_blurred_picture_than_the_detector_alone():
    truth = staged.truth_of(NAME)
    image = out_of_focus(staged.image_of(NAME), 1.2)
    reader = TagReader(("36h11",))
    plain = TagDetector(("36h11",)).detect(image)
    first = reader.read(image)
    assert len(first) > len(plain) + 3
    for _ in range(12):
        last = reader.read(image)
    corners = staged.corners_of(truth)
    assert {sighting.tag for sighting in first} <= {sighting.tag for sighting in last}
    assert len({sighting.tag for sighting in last}) == len(last)
    for sighting in last:
        assert np.linalg.norm(np.subtract(corners[sighting.tag], sighting.corners).mean(axis=0)) < 2.0
