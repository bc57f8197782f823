"""Pieces of the demo's table before its cameras at 1080p, laid down by hand in several places."""

import functools
from pathlib import Path

import numpy as np
import shapely

import tableassist.studio
from tableassist.geometry.frames import PlanarPose
from tableassist.store.camera import find_camera
from tableassist.store.table import read_table
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.localisation.localise import localise
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

TABLE = Path(tableassist.studio.__file__).parent / "demo_table.toml"
SETTINGS = read_table(TABLE).seen_through(find_camera("studio-1080p", asked_in=TABLE))
PIECES = {piece.id: piece for piece in SETTINGS.pieces}
LENS = SETTINGS.camera.lens_for(1920, 1080)
CORNERS = [(200, 200), (700, 220), (690, 700), (210, 680), (450, 190), (200, 450), (710, 440), (440, 710)]


@functools.cache
def studio(stage):
    return Studio(stage_named(stage).camera, Look())


def places(count, seed):
    """At the mat's corners and sides, turned by even shares of a circle, not quite."""
    rng = np.random.default_rng(seed)
    return [
        PlanarPose(x + rng.uniform(-30, 30), y + rng.uniform(-30, 30), k * 2.4 + rng.uniform(-0.2, 0.2))
        for k, (x, y) in enumerate(CORNERS[:count])
    ]


def pictures(piece, stage, poses, *, seed=0, **others):
    return [
        studio(stage).picture(
            StagedTable(SETTINGS.mat, (StagedPiece(PIECES[piece], pose),), **others), np.random.default_rng((seed, k))
        )
        for k, pose in enumerate(poses)
    ]


def registered(image):
    sightings = TagDetector(("36h11",)).detect(image)
    return sightings, register(sightings, SETTINGS.mat, LENS)


def views(piece, images):
    found = []
    for image in images:
        sightings, registration = registered(image)
        pose = localise(sightings, (PIECES[piece],), registration, 0).poses[piece]
        found.append(OutlineView(image, registration, pose.pose))
    return tuple(found)


def rms_off(points, hull):
    """Of the traced rim from the true one and of the true one from the traced, whichever is worse, in mm."""
    return max(_one_way(points, hull), _one_way(hull, points))


def _one_way(points, other):
    rim = shapely.LinearRing(points)
    along = rim.interpolate(np.arange(0.0, rim.length, 0.25))
    return float(np.sqrt(np.mean(shapely.distance(along, shapely.LinearRing(other)) ** 2)))
