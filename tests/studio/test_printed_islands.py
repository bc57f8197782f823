"""A printed island in the studio's picture: as large as its outline, and in the colours of its page."""

import cv2
import numpy as np
import pytest
from shapely import LinearRing, Point

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Piece, TagMount
from tableassist.store.files import packaged_folder
from tableassist.store.models.file import read_model
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.registration.mat_layout import MatLayout

AWAY_MM, FOCAL_PX, WIDE, HIGH = 1200.0, 9600.0, 900, 700
PX_PER_MM = FOCAL_PX / AWAY_MM


@pytest.mark.parametrize("name", ["printed-island-cove", "printed-reef-1"])
def test_the_shore_meets_the_sea_along_the_outline(name):
    model = read_model(packaged_folder("models") / f"{name}.toml")
    mounts = tuple(
        TagMount("36h11", 20 + k, m.size_mm, m.kind, m.x_mm, m.y_mm, m.z_mm, 0.0, 0.1, 0.1, 0.002)
        for k, m in enumerate(model.suggested_mounts)
    )
    island = StagedPiece(Piece(name, name, model, None, (), mounts), PlanarPose(200.0, 200.0, 0.0))
    camera = StudioCamera.looking_at(
        (200.0, 200.0, 0.0), distance_mm=AWAY_MM, off_vertical_deg=0.0, width_px=WIDE, height_px=HIGH, fx=FOCAL_PX
    )
    image = render(StagedTable(MatLayout(400.0, 400.0, (), 0.0), (island,)), camera, Look.clean())
    light = (image[..., 2] > 130).astype(np.uint8)  # sand is light in red, the sea is not
    found, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    shore = max(found, key=cv2.contourArea).reshape(-1, 2)
    places = (shore - ((WIDE - 1) / 2, (HIGH - 1) / 2)) / (PX_PER_MM, -PX_PER_MM)
    outline = LinearRing(model.hull)
    assert max(outline.distance(Point(place)) for place in places) < 0.3
    assert LinearRing(places).hausdorff_distance(outline) < 0.4
