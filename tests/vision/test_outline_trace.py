"""Traced outlines against the true ones, on studio pictures at 1080p and on path-traced ones that others made."""

import numpy as np
import pytest

from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.localisation.localise import localise
from tableassist.vision.outline.trace import NotTracedError, trace
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector
from tests.studio.staged_sheets import StagedTag
from tests.vision import outline_scenes as scenes
from tests.vision import staged_photos as photos

pytestmark = pytest.mark.slow


def traced(piece, stage, count, seed=1, **options):
    images = scenes.pictures(piece, stage, scenes.places(count, seed))
    return trace(scenes.PIECES[piece], scenes.views(piece, images), **options)


@pytest.mark.parametrize(
    ("piece", "stage"),
    [
        ("skull-island", "demo-1080p"),
        ("turtle-island", "oblique"),
        ("fog-bank", "demo-1080p"),
    ],
)
def test_an_island_moved_three_times_is_traced_within_three_tenths_of_a_millimetre(piece, stage):
    outline = traced(piece, stage, 3)
    off = scenes.rms_off(outline.points, scenes.PIECES[piece].model.hull)
    assert off < 0.3
    assert off < 1.6 * outline.sigma_mm
    # A plate close to the shore hides a little of it, and the claim says so.
    assert outline.sigma_mm < 0.55


def test_a_reef_as_blue_as_the_sea_is_traced_within_half_a_millimetre():
    outline = traced("reef", "oblique", 4)
    off = scenes.rms_off(outline.points, scenes.PIECES["reef"].model.hull)
    assert off < 0.5
    assert off < 1.6 * outline.sigma_mm


def test_a_ship_under_full_sail_is_traced_when_turned_under_a_slanting_camera():
    outline = traced("oxley", "oblique", 5)
    off = scenes.rms_off(outline.points, scenes.PIECES["oxley"].model.hull)
    assert off < 0.5
    assert off < 1.6 * outline.sigma_mm


def test_one_picture_of_a_ship_from_above_is_refused_for_her_sails_hide_the_hull():
    with pytest.raises(NotTracedError, match="tilt it to about 30 degrees"):
        traced("oxley", "demo-1080p", 1)


def test_a_piece_that_looks_like_the_mat_is_refused():
    mount = scenes.PIECES["palm-island"].mounts[0]
    bare = StagedTable(
        scenes.SETTINGS.mat, laid=(StagedTag(mount.family, mount.tag, mount.size_mm, (450.0, 450.0, mount.z_mm)),)
    )
    image = scenes.studio("demo-1080p").picture(bare, np.random.default_rng(0))
    with pytest.raises(NotTracedError):
        trace(scenes.PIECES["palm-island"], scenes.views("palm-island", [image]))


def test_a_piece_at_the_pictures_edge_is_refused_in_words():
    image = scenes.pictures("palm-island", "demo-1080p", scenes.places(1, 1))[0]
    (view,) = scenes.views("palm-island", [image])
    x, y = view.image_points(np.array([[0.0, 0.0]]), 0.0)[0]
    cut = np.full_like(image, 60)
    cut[:, : int(x) + 30] = image[:, : int(x) + 30]
    tight = OutlineView(np.ascontiguousarray(cut[:, : int(x) + 30]), view.registration, view.pose)
    assert y > 0
    with pytest.raises(NotTracedError, match="too close to the edge of the picture"):
        trace(scenes.PIECES["palm-island"], (tight,))


def test_a_new_piece_is_traced_by_its_tag_alone():
    images = scenes.pictures("turtle-island", "demo-1080p", scenes.places(3, 2))
    piece = scenes.PIECES["turtle-island"]
    outline = trace(piece, scenes.views("turtle-island", images), shape_known=False)
    assert scenes.rms_off(outline.points, piece.model.hull) < 0.35


@pytest.mark.parametrize("name", ["overhead1080_0", "oblique1080_0"])
def test_islands_in_one_path_traced_photograph_are_traced_within_half_a_millimetre(name):
    truth = photos.truth_of(name)
    image, mat, pieces = photos.image_of(name), photos.mat_of(truth), photos.pieces_of(truth)
    families = {tag["family"] for tag in truth["tags"]} | {m.family for piece in pieces for m in piece.mounts}
    sightings = TagDetector(tuple(families)).detect(image)
    registration = register(sightings, mat, photos.lens_of(truth))
    poses = localise(sightings, pieces, registration, 0).poses
    ratios = []
    for piece in pieces[:5]:
        outline = trace(piece, (OutlineView(image, registration, poses[piece.id].pose),))
        off = scenes.rms_off(outline.points, piece.model.hull)
        assert off < 0.65
        ratios.append(off / outline.sigma_mm)
    assert np.sqrt(np.mean(np.square(ratios))) < 1.5
