"""How islands were cut, by studio pictures of the survey: the truth is the outline that was staged."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from bench import staging
from bench.docking import flawed, model
from tableassist.geometry import PiecePoints, PlanarPose
from tableassist.pieces import Piece, TagMount
from tableassist.pieces.physical import apply_outline
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.setup.measure.island_cuts import IslandPicture, keep_cuts, measure_cuts, printed_cards
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_outline, set_value
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of

CUT_SIGMA_MM = 0.3
PLACES = ((300.0, 320.0, 0.4), (600.0, 560.0, 2.0))
NAMES = ("printed-island-bean", "printed-island-lobes")


def pieces():
    """Each island as the table file has it, and as it was cut."""
    rng = np.random.default_rng(11)
    for number, name in enumerate(NAMES):
        nominal = model(name)
        line = replace(nominal, sigma_mm=CUT_SIGMA_MM)
        true = replace(nominal, hull=flawed(nominal.hull, CUT_SIGMA_MM, rng), cut_line=nominal.hull)
        mounts = tuple(
            TagMount("36h11", 40 + 2 * number + k, m.size_mm, m.kind, m.x_mm, m.y_mm, m.z_mm, 0.0, 0.1, 0.1, 0.002)
            for k, m in enumerate(nominal.suggested_mounts)
        )
        yield Piece(name, name, line, None, (), mounts), Piece(name, name, true, None, (), mounts)


@pytest.fixture(scope="module")
def survey():
    """The settings, what was really cut, and pictures from four sides."""
    known, true = zip(*pieces(), strict=True)
    staged = [StagedPiece(piece, PlanarPose(*place)) for piece, place in zip(true, PLACES, strict=True)]
    rng, pictures = np.random.default_rng(3), []
    for side in range(4):
        view = staging.camera("1080p", 30.0, 90.0 * side, 0.0)
        image = Studio(view, Look(light_azimuth_deg=40.0)).picture(staging.table(staged), rng)
        pictures.append(IslandPicture(image, TagDetector(("36h11",)).detect(image)))
    camera = CameraProfile("bench", staging.lens_of(view))
    settings = TableSettings("cuts", staging.mat_layout(), camera, known, RuleSettings(), state_of(known))
    assert first_state(settings) is not None
    return settings, true, tuple(pictures)


def off_mm(hull, true):
    """How far the true outline's places are outside the hull, a millimetre apart; and the places."""
    ring = shapely.LinearRing(true)
    places = shapely.get_coordinates(ring.interpolate(np.arange(0.0, ring.length, 1.0)))
    body = shapely.Polygon(hull)
    far = shapely.distance(body.exterior, shapely.points(places))
    return np.where(shapely.contains_xy(body, places), -far, far), places


def rms(values):
    return math.sqrt(float((values**2).mean()))


def test_a_cut_is_measured_to_what_is_claimed(survey):
    settings, true, pictures = survey
    cuts = measure_cuts(settings, pictures, frozenset(NAMES))
    assert [cut.piece.id for cut in cuts] == list(NAMES)
    pulls = []
    for cut, staged in zip(cuts, true, strict=True):
        before, _ = off_mm(cut.piece.model.hull, staged.model.hull)
        measured = apply_outline(cut.piece.model, cut.outline)
        after, places = off_mm(measured.hull, staged.model.hull)
        assert rms(after) < 0.5 * rms(before)
        assert rms(after) < 0.15
        assert cut.outline.sigma_mm < 0.15
        pulls.append(after / rim_sigma_mm(measured, PiecePoints(places)))
    assert (np.abs(np.concatenate(pulls)) < 1.96).mean() > 0.85


def test_one_picture_and_a_covered_shore_are_not_enough(survey):
    settings, _, pictures = survey
    (cut, _) = measure_cuts(settings, pictures[:1], frozenset(NAMES))
    assert cut.outline is None
    covered = []
    for picture in pictures:
        without = tuple(sighting for sighting in picture.sightings if sighting.tag < 40)
        covered.append(IslandPicture(picture.image, without))
    assert all(cut.outline is None for cut in measure_cuts(settings, covered, frozenset(NAMES)))


@pytest.mark.parametrize("share", [0.98, 0.95])
def test_what_lies_far_off_its_line_is_not_taken_for_a_cut(survey, share):
    settings, _, pictures = survey
    shrunk = tuple((share * x, share * y) for x, y in settings.pieces[0].model.hull)
    other = replace(settings.pieces[0], model=replace(settings.pieces[0].model, hull=shrunk))
    (cut,) = measure_cuts(replace(settings, pieces=(other, settings.pieces[1])), pictures, frozenset(NAMES[:1]))
    assert cut.outline is None


TABLE = """format = 1
name = "cuts"
camera = "typical"

[mat]
width_mm = 915.0
height_mm = 915.0
print_scale = { proven_by = "line", scale = 0.97, sigma = 0.002 }
tags = [
    { tag = 0, x_mm = 30.0, y_mm = 30.0, size_mm = 44.0 },
    { tag = 3, x_mm = 885.0, y_mm = 30.0, size_mm = 44.0 },
    { tag = 6, x_mm = 885.0, y_mm = 885.0, size_mm = 44.0 },
]

[[pieces]]
id = "bean"
name = "Bean"
model = "printed-island-bean"
tags = [{ tag = 40, size_mm = 16.0, mount = "plate", x_mm = -19.5, y_mm = 0.0, z_mm = 0.3 }]
"""


def test_a_measured_cut_is_kept_and_the_next_print_is_as_designed(tmp_path, survey):
    settings, _, pictures = survey
    (cut, _) = measure_cuts(settings, pictures, frozenset(NAMES))
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    (before,) = read_table(path).pieces
    (designed,) = read_table(path, to_print=True).pieces
    set_outline(path, "bean", cut.outline)
    (after,) = printed_cards(read_table(path))
    # It was measured on the table: the print's scale changes neither it nor its sigma.
    np.testing.assert_allclose(after.model.hull, cut.outline.hull, atol=0.011)
    assert after.model.sigma_mm == pytest.approx(cut.outline.sigma_mm, abs=1e-4)
    assert after.model.cut_line == before.model.hull
    (to_print,) = read_table(path, to_print=True).pieces
    assert to_print.model.as_printed.hull == designed.model.hull
    set_value(path, "pieces[bean].outline", None)
    assert read_table(path).pieces[0].model == before.model


def test_pictures_without_islands_change_no_table_file(tmp_path, survey):
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    empty = IslandPicture(survey[2][0].image, ())
    assert keep_cuts(path, (empty, empty)) == ()
    assert path.read_text() == TABLE
