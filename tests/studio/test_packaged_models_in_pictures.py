"""Every packaged model stands on the studio's table, and its suggested tags read."""

import numpy as np
import pyapriltags
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, Piece, PieceKind, TagMount
from tableassist.store.files import packaged_folder
from tableassist.store.models import model_names
from tableassist.store.models.file import read_model
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.solids import piece_solids
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.registration.mat_layout import MatLayout

MODELS = [read_model(packaged_folder("models") / f"{name}.toml") for name in model_names()]
COLUMNS, PITCH_MM = 10, (120.0, 105.0)
WIDE, HIGH = COLUMNS * PITCH_MM[0], -(-len(MODELS) // COLUMNS) * PITCH_MM[1]


def staged(number, model):
    mounts = tuple(
        TagMount("36h11", 3 * number + k, m.size_mm, m.kind, m.x_mm, m.y_mm, m.z_mm, 0.0, 1.0, 1.0, 0.05, m.mast)
        for k, m in enumerate(model.suggested_mounts)
    )
    cannons = tuple(Cannon(k, 3, CannonRange.LONG) for k in range(1, min(4, model.upright_count) + 1))
    row, column = divmod(number, COLUMNS)
    place = PlanarPose((column + 0.5) * PITCH_MM[0], (row + 0.5) * PITCH_MM[1], 0.35)
    return StagedPiece(Piece(model.name, model.name, model, "Anne", cannons, mounts), place)


def test_the_suggested_tags_of_all_models_read_from_a_slant():
    table = StagedTable(MatLayout(WIDE, HIGH, (), 0.0), tuple(staged(*each) for each in enumerate(MODELS)))
    camera = StudioCamera.looking_at(
        (WIDE / 2, HIGH / 2, 0.0), distance_mm=1900.0, off_vertical_deg=25.0, width_px=2800, height_px=1950, fx=3900.0
    )
    grey = render(table, camera, Look.clean(), samples=2).mean(axis=2).astype(np.uint8)
    read = {tag.tag_id for tag in pyapriltags.Detector("tag36h11", quad_decimate=1.0).detect(grey) if tag.hamming == 0}
    wanted = {mount.tag for piece in table.pieces for mount in piece.piece.mounts}
    assert wanted - read == set()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_solids_of_a_model_fill_its_outline_and_height(model):
    bare = StagedPiece(Piece(model.name, model.name, model, None, (), ()), PlanarPose(0.0, 0.0, 0.0))
    points = np.concatenate([solid.points for solid in piece_solids(bare)])
    hull = np.array(model.hull)
    tops = [model.height_mm, *(m.top_mm for m in model.masts), *(p.head_mm for p in model.parts)]
    tops += [segment.top_mm for segment in model.segments]
    assert points[:, 2].max() == pytest.approx(max(tops), abs=1.3)  # a bowsprit lies on the deck
    assert points[:, 2].min() == 0.0
    for corner in hull:
        assert np.abs(points[points[:, 2] == 0.0][:, :2] - corner).sum(axis=1).min() < 1e-9


def test_a_lost_segment_or_flag_is_not_in_the_picture():
    for model in MODELS:
        if model.segments or model.kind is PieceKind.FORT:
            whole = staged(0, model)
            hurt = StagedPiece(whole.piece, whole.pose, masts_standing=(2, 3, 4))
            assert len(piece_solids(hurt)) < len(piece_solids(whole))
