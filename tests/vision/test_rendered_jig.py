"""A light hull with five masts, fitted out on path-traced pictures: `python -m bench.blender.sets` made them, and the
truth comes from the renderer."""

import functools
import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
import shapely

from bench.first_hour import outline_distances
from tableassist.geometry.frames import PiecePoints
from tableassist.pieces.physical import apply_outline
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.store.table import read_table
from tableassist.vision.camera.lens import Lens
from tableassist.vision.mounts.fit import fit_mounts
from tableassist.vision.mounts.hull_on_sheet import sheet_crop
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.views import JigPicture
from tableassist.vision.tags.detector import TagDetector

JIG = Path(__file__).parents[1] / "data/blender/jig"


@functools.cache
def fitted_harbinger():
    truth = json.loads((JIG / "session.json").read_text())
    (fx, _, cx), (_, fy, cy), _ = truth["lens"]["matrix"]
    distortion = (*truth["lens"]["distortion_k1_k2_p1_p2"], 0.0, 0.0, 0.0, 0.0)
    lens = Lens(*truth["lens"]["size_px"], fx, fy, cx, cy, distortion, np.zeros((12, 12)))
    piece = next(piece for piece in read_table(JIG / "table.toml").pieces if piece.id == "harbinger")
    detector, pictures = TagDetector(("36h11",)), []
    for path in sorted(JIG.glob("harbinger-?.jpg")):
        image = cv2.imread(str(path))
        sightings = detector.detect(image)
        pictures.append(JigPicture(path.stem, sightings, crop=sheet_crop(image, sightings, A4_JIG)))
    return fit_mounts(tuple(pictures), piece, A4_JIG, lens), truth["ships"]["harbinger"]


def test_a_light_hull_is_traced_to_a_quarter_of_a_millimetre_within_its_claim():
    fit, true = fitted_harbinger()
    distances, _ = outline_distances(np.array(fit.outline.hull), np.array(true["hull_mm"]))
    assert math.sqrt((distances**2).mean()) < 0.3
    assert fit.outline.sigma_mm < 0.6
    assert np.abs(distances).max() < 3.0 * fit.outline.sigma_mm


def test_the_transom_behind_the_wake_plate_is_known_worse_than_the_bow():
    fit, _ = fitted_harbinger()
    model = apply_outline(fit.piece.model, fit.outline)
    xs = np.array(model.hull)[:, 0]
    bow, stern = rim_sigma_mm(model, PiecePoints(np.array([(xs.max(), 0.0), (xs.min(), 0.0)])))
    assert stern > bow


def test_tags_are_where_they_really_are_on_her_within_their_plus_minus():
    fit, true = fitted_harbinger()
    bow = max(x for x, _ in fit.outline.hull)
    for tag in fit.tags:
        mount, real = tag.mount, next(one for one in true["tags"] if one["tag"] == tag.mount.tag)
        swing = mount.sigma_yaw_rad * abs(mount.x_mm - bow)
        assert abs(mount.x_mm - bow - (real["x_mm"] - true["bow_mm"][0])) < 3.0 * mount.sigma_xy_mm
        assert abs(mount.y_mm - real["y_mm"]) < 3.0 * math.hypot(mount.sigma_xy_mm, swing)
        assert abs(mount.z_mm - real["z_mm"]) < 3.0 * mount.sigma_z_mm
        assert abs(mount.yaw_rad - real["yaw_rad"]) < 3.0 * mount.sigma_yaw_rad


def test_every_corner_of_the_outline_has_a_sigma_and_the_outline_is_simple():
    fit, _ = fitted_harbinger()
    assert len(fit.outline.hull_sigma_mm) == len(fit.outline.hull)
    assert min(fit.outline.hull_sigma_mm) > 0.05
    assert shapely.Polygon(fit.outline.hull).is_valid
    assert fit.outline.sigma_mm == pytest.approx(math.sqrt(np.mean(np.square(fit.outline.hull_sigma_mm))), rel=0.25)
