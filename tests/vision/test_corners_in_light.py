"""Corners of tags in pictures of a real camera: a lens that blurs light, a tone curve, soft shadows."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.corners import tags_picture
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.sighting import TagSighting

RENDERED = Path(__file__).parents[1] / "data" / "blender"
PICTURES = ("play-001", "play-003")
CHI2_95_OF_EIGHT = 15.5


def true_corners(name):
    """Tag to (4, 2) pixels, of the mat's tags and of those on ships' wake plates."""
    truth = json.loads((RENDERED / f"{name}.json").read_text())
    ships = json.loads((RENDERED / "session.json").read_text())["ships"]
    wakes = {tag["tag"] for ship in ships.values() for tag in ship["tags"] if tag["z_mm"] < 3.0}
    of_mat = {int(tag): np.array(corners) for tag, corners in truth["mat_tag_corners_px"].items()}
    of_pieces = {tag["tag"]: np.array(tag["corners_px"]) for piece in truth["pieces"] for tag in piece["tags"]}
    return of_mat, {tag: corners for tag, corners in of_pieces.items() if tag in wakes}


def edges_out_px(seen: TagSighting, true):
    """How far the four edges are outside of the true ones, on average."""
    arm = true - true.mean(axis=0)
    half_side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean() / 2
    return float(((seen.corners - true) * arm).sum() / (arm**2).sum() * half_side)


@pytest.fixture(scope="module")
def rendered():
    return {name: TagDetector(("36h11",)).detect(cv2.imread(str(RENDERED / f"{name}.jpg"))) for name in PICTURES}


def test_a_ships_soft_shadow_does_not_move_the_corners_of_her_wake_plate(rendered):
    errors, scores = [], []
    for name in PICTURES:
        _, wakes = true_corners(name)
        for seen in rendered[name]:
            if seen.tag in wakes:
                error = (seen.corners - wakes[seen.tag]).ravel()
                errors.append(error)
                scores.append(error @ np.linalg.solve(sighting_covariance(seen), error))
    assert len(errors) >= 8
    assert np.sqrt(np.mean(np.square(errors))) < 0.06, "0.1 px before the shadow was fitted along"
    assert np.mean(np.array(scores) < CHI2_95_OF_EIGHT) > 0.75


def test_large_tags_are_as_large_as_they_are_whatever_the_tone_curve(rendered):
    for name in PICTURES:
        mat, _ = true_corners(name)
        out = [edges_out_px(seen, mat[seen.tag]) for seen in rendered[name] if seen.tag in mat]
        assert len(out) >= 10
        assert abs(np.mean(out)) < 0.04, "0.18 px too small by the detector's own edges"


@pytest.mark.parametrize("tone", [1.0, 2.2])
@pytest.mark.parametrize("side_px", [24, 48])
def test_tags_of_any_size_are_right_in_coded_and_in_plain_light(side_px, tone):
    """The picture is drawn by `bench.corners`, which shares no code with the detector."""
    grey, truth = tags_picture(side_px, tone, np.random.default_rng(12))
    seen = TagDetector(("36h11",)).detect(grey)
    assert len(seen) == len(truth)
    out = [edges_out_px(each, truth[each.tag][_order(each, truth[each.tag])]) for each in seen]
    assert abs(np.mean(out)) < 0.03
    assert all(each.noise is not None or each.edge_sigma_px is not None for each in seen)


def test_a_shadows_edge_across_tags_hardly_moves_them():
    rng = np.random.default_rng(5)
    grey, truth = tags_picture(20, 2.2, rng)
    rows, columns = np.indices(grey.shape)
    # Penumbras as wide as a tag, across every row of tags: the light falls to 45 %, which the tone curve codes as 70 %.
    light = 0.725 - 0.275 * np.tanh(((columns + 0.4 * rows) % 60 - 30) / 10.0)
    shaded = (grey * light ** (1 / 2.2)).round().astype(np.uint8)
    seen = TagDetector(("36h11",)).detect(shaded)
    errors = [each.corners - truth[each.tag][_order(each, truth[each.tag])] for each in seen if each.noise is not None]
    assert len(errors) >= 9
    assert np.sqrt(np.mean(np.square(errors))) < 0.08, "0.13 px without shading in the fit"


def _order(seen, true):
    """The drawing may begin at another corner."""
    return np.linalg.norm(np.asarray(seen.corners)[:, None] - true[None], axis=2).argmin(axis=1)
