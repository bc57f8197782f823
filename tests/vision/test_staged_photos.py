"""Path-traced pictures of tables, with exact truth, that nothing here was tuned to."""

import math

import numpy as np
import pytest

from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.detector import TagDetector
from tests.vision import staged_photos as staged

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def detector():
    return TagDetector(("36h11",))


CUT = {"oblique1080_0": {20}, "dim1080_0": {21, 24, 25}, "wide1080_0": {21, 23}}
"""A sail covers part of their cards: by the truth's geometry 58 %, 2 % and 10 % of 20, 21 and 25; of 24 the picture
shows a mast and a sail over the lower right of the white rim, in the wide one of 21 and 23 sails over a third of the
card. Those cut by the edge are worked out."""
WIDE = "wide1080_0"
PROMISED_MM = (0.013, 0.06)
"""The README's figure for these pictures: RMS per axis, of pieces that nothing covers."""


@pytest.mark.parametrize("name", staged.UPRIGHT)
def test_every_tag_that_nothing_cuts_is_found(name, detector):
    truth = staged.truth_of(name)
    whole = {tag for tag, corners in staged.corners_of(truth).items() if staged.is_inside(corners, truth)}
    found = {sighting.tag for sighting in detector.detect(staged.image_of(name))}
    assert whole - CUT.get(name, set()) <= found


@pytest.mark.parametrize("name", staged.UPRIGHT)
def test_pieces_are_placed_as_well_as_the_readme_says(name, detector):
    truth = staged.truth_of(name)
    sightings = detector.detect(staged.image_of(name))
    registration = register(sightings, staged.mat_of(truth), staged.lens_of(truth))
    assert registration is not None
    assert registration.health is Health.GOOD
    assert registration.residual_px < 0.3
    poses = localise(sightings, staged.pieces_of(truth), registration, 0).poses
    assert len(poses) >= 10
    errors, scores = [], []
    for index, pose in poses.items():
        error = error_of(pose, truth["pieces"][int(index)])
        if set(pose.tags) & CUT.get(name, set()):
            assert (np.abs(error) < 3.0 * np.sqrt(np.diag(pose.covariance))).all()  # wide, not wrong
            continue
        errors.append(error)
        scores.append(error @ np.linalg.solve(pose.covariance, error) / 3)
    rms = np.sqrt(np.mean(np.square(errors), axis=0))
    least, most = PROMISED_MM
    assert least <= rms[:2].min()
    assert rms[:2].max() <= most
    assert math.degrees(rms[2]) < 0.3
    assert np.mean(scores) < (1.3 if name == WIDE else 1.6)  # the plus-minus is not boastful; 1 is just right


def error_of(pose, piece):
    turn = math.remainder(pose.pose.heading_rad - piece["yaw"], math.tau)
    return np.array([pose.pose.x_mm - piece["x"], pose.pose.y_mm - piece["y"], turn])


def test_the_tags_of_leaning_ships_are_read(detector):
    truth = staged.truth_of(staged.LEANING)
    sightings = detector.detect(staged.image_of(staged.LEANING))
    registration = register(sightings, staged.mat_of(truth), staged.lens_of(truth))
    assert registration is not None
    assert registration.health is Health.GOOD
    on_pieces = {tag["id"] for piece in truth["pieces"] for tag in piece["tags"]}
    assert on_pieces <= {sighting.tag for sighting in sightings}


def test_a_tag_with_a_sail_over_its_rim_is_placed_within_its_plus_minus(detector):
    """Black square and bits are whole: the fit takes the sail for shading, and no word of warning is needed."""
    truth = staged.truth_of("dim1080_0")
    sightings = detector.detect(staged.image_of("dim1080_0"))
    registration = register(sightings, staged.mat_of(truth), staged.lens_of(truth))
    assert registration is not None
    localised = localise(sightings, staged.pieces_of(truth), registration, 0)
    (piece,) = (i for i, pose in localised.poses.items() if 24 in pose.tags)
    pose = localised.poses[piece]
    error = error_of(pose, truth["pieces"][int(piece)])
    assert np.hypot(*error[:2]) < 0.5
    assert (np.abs(error) < 3.0 * np.sqrt(np.diag(pose.covariance))).all()
    assert localised.problems == {}
