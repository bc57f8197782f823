"""Faults that a scan must not have: plates and shadows traced as shore, a wrong deck height, advice already followed.

Truth is the outline that the studio drew; the piece that is traced has the packaged model, which differs from it.
"""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.localisation.localise import localise
from tableassist.vision.outline.trace import NotTracedError, trace
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.tags.pattern import RIM, tag_pattern
from tests.studio.staged_sheets import PrintedFace
from tests.vision import outline_scenes as scenes

STRIP_MM = 4.0


def card_with_strip(mount):
    """The kit's plate: tag, quiet zone of one module, and a white strip towards +x."""
    modules = tag_pattern(mount.family, mount.tag)[RIM - 1 : 1 - RIM, RIM - 1 : 1 - RIM]
    module_mm = mount.size_mm / (len(modules) - 2)
    grey = np.kron(modules, np.ones((20, 20))) * 255
    strip = np.full((len(grey), round(STRIP_MM / module_mm * 20)), 255)
    raster = np.concatenate([grey, strip], axis=1).astype(np.uint8)
    half = module_mm * len(modules) / 2
    return PrintedFace.from_raster(raster, 20 / module_mm, (half, half), coarser=5)


def views_of(piece, true, stage, poses, look=None, **staging):
    studio = Studio(stage_named(stage).camera, look or Look())
    views = []
    for number, pose in enumerate(poses):
        staged = StagedPiece(true, pose, **staging)
        image = studio.picture(StagedTable(scenes.SETTINGS.mat, (staged,)), np.random.default_rng(number))
        sightings, registration = scenes.registered(image)
        pose_seen = localise(sightings, (piece,), registration, 0).poses[piece.id].pose
        views.append(OutlineView(image, registration, pose_seen))
    return tuple(views)


def island_with_plate_at(x_mm):
    piece = scenes.PIECES["palm-island"]
    mount = replace(piece.mounts[0], x_mm=x_mm, y_mm=0.0)
    piece = replace(piece, mounts=(mount,))
    return piece, {"printed": ((mount.tag, card_with_strip(mount)),)}


def test_a_plate_that_hangs_over_the_shore_is_never_traced_as_shore():
    """The strip's end is 3 mm out at sea, and no picture shows the shore below: the plate is named as the cause."""
    shore = max(x for x, _ in scenes.PIECES["palm-island"].model.hull)
    piece, staging = island_with_plate_at(shore - 12.5 - STRIP_MM + 3.0)
    views = views_of(piece, piece, "oblique", scenes.places(4, 3), **staging)
    with pytest.raises(NotTracedError, match=r"plate hides 3\d mm of the shore.*at least 3 mm from every shore"):
        trace(piece, views)


def test_the_arrow_strip_of_an_inland_plate_hides_nothing():
    piece, staging = island_with_plate_at(-12.0)
    outline = trace(piece, views_of(piece, piece, "oblique", scenes.places(4, 3), **staging))
    assert outline.fit.hidden_share == 0.0
    assert scenes.rms_off(outline.points, piece.model.hull) < 1.96 * outline.sigma_mm < 0.9


def test_the_shadow_of_a_thick_card_is_not_traced():
    """A hard lamp from one side, a card 2 mm thick that the table file has as 1 mm, its tag 1 mm higher than told."""
    piece = scenes.PIECES["skull-island"]
    piece = replace(piece, mounts=piece.mounts[:1])
    thick = replace(piece.model, height_mm=2.0)
    true = replace(piece, model=thick, mounts=(replace(piece.mounts[0], z_mm=2.2),))
    look = Look(light_azimuth_deg=20.0, light_elevation_deg=32.0, shadow=0.7, shadow_softness_mm=1.5)
    outline = trace(piece, views_of(piece, true, "oblique", scenes.places(4, 5), look))
    assert scenes.rms_off(outline.points, piece.model.hull) < 0.3
    assert scenes.rms_off(outline.points, piece.model.hull) < 1.96 * outline.sigma_mm


def test_a_hull_lower_and_narrower_than_her_model_comes_out_at_its_true_width():
    piece = scenes.PIECES["oxley"]
    hull = tuple((0.97 * x, 0.9 * y) for x, y in piece.model.hull)
    true = replace(piece, model=replace(piece.model, hull=hull, height_mm=4.5))
    look = Look(light_azimuth_deg=-60.0, light_elevation_deg=50.0, shadow=0.55)
    outline = trace(piece, views_of(piece, true, "oblique", scenes.places(8, 1), look))
    width, true_width = (np.ptp(np.array(points)[:, 1]) for points in (outline.points, hull))
    assert abs(width - true_width) < 2 * 1.96 * outline.sigma_mm
    assert scenes.rms_off(outline.points, hull) < 1.96 * outline.sigma_mm
    assert outline.sigma_mm < 1.5


def test_eight_pictures_from_above_are_not_asked_for_again():
    piece = scenes.PIECES["titan"]
    poses = [PlanarPose(pose.x_mm, pose.y_mm, pose.heading_rad) for pose in scenes.places(8, 2)]
    views = views_of(piece, piece, "demo-1080p", poses)
    with pytest.raises(NotTracedError) as refusal:
        trace(piece, views)
    words = str(refusal.value)
    assert "0 % of its rim is not seen" not in words
    assert "more picture" not in words
    assert "take eight" not in words
    assert any(cure in words for cure in ("tilt it", "from ahead", "from astern", "from port", "lamp on the camera's"))
