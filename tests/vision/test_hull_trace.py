"""Fitting out measures the hull: studio ships that differ from their packaged models by a tenth."""

import functools
import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from scipy.optimize import least_squares

from tableassist.messages import say
from tableassist.pieces import Grade
from tableassist.pieces.physical import PieceOutline, apply_outline
from tableassist.setup.measure.fitting import keep_fit
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_mounts, set_outline
from tableassist.vision.hull_trace.trace import NotTraced
from tableassist.vision.mounts.findings import MountGrade, docking_mm, grade, hints
from tableassist.vision.mounts.fit import fit_mounts
from tableassist.vision.mounts.hull_on_sheet import check_simple, sheet_crop
from tableassist.vision.mounts.jig import A4_JIG, FIRST_A4_JIG
from tableassist.vision.mounts.views import JigPicture
from tableassist.vision.tags.detector import TagDetector
from tests.vision.jig_studio import LENS, MAT, staged


def fitted(stage):
    detector = TagDetector(("36h11",))
    pictures = []
    for number, image in enumerate(stage.pictures):
        sightings = detector.detect(image)
        pictures.append(JigPicture(str(number), sightings, crop=sheet_crop(image, sightings, A4_JIG)))
    return fit_mounts(tuple(pictures), stage.piece, A4_JIG, LENS, mat=MAT)


@functools.cache
def red_ship():
    stage = staged(2, model="three-mast", colour="red", long=0.9, broad=1.1)
    return stage, fitted(stage)


def errors_mm(points, hull):
    """(N,) how far points lie outside the true hull, after the shift and turn that fit best."""
    ring, body = shapely.LinearRing(hull), shapely.Polygon(hull)

    def off(step):
        c, s = math.cos(step[2]), math.sin(step[2])
        places = shapely.points(points @ np.array([[c, s], [-s, c]]) + step[:2])
        far = shapely.distance(places, ring)
        return np.where(shapely.contains(body, places), -far, far)

    return off(least_squares(off, np.zeros(3), loss="soft_l1", f_scale=0.3).x)


def even_points(hull):
    ring = shapely.LinearRing(hull)
    return shapely.get_coordinates(ring.interpolate(np.arange(0.0, ring.length, 0.5)))


def test_a_hull_a_tenth_off_its_model_is_found_within_its_plus_minus():
    stage, fit = red_ship()
    off = errors_mm(even_points(fit.outline.hull), np.array(stage.true.model.hull))
    assert fit.outline.sigma_mm < 0.55
    assert math.sqrt(np.mean(off**2)) < 2.0 * fit.outline.sigma_mm
    assert np.abs(off).max() < 4.0 * fit.outline.sigma_mm


def test_the_tags_are_in_the_frame_of_the_traced_hull():
    stage, fit = red_ship()
    mount, true = fit.tags[0].mount, stage.true.mounts[0]
    sigma = np.sqrt(np.diag(fit.tags[0].covariance))
    off = (mount.x_mm - true.x_mm, mount.y_mm - true.y_mm, mount.z_mm - true.z_mm, mount.yaw_rad - true.yaw_rad)
    assert (np.abs(off) < 3.5 * sigma).all()
    xs = [x for x, _ in fit.outline.hull]
    assert max(xs) == pytest.approx(-min(xs), abs=0.02)


def test_a_hull_of_the_sheets_colour_keeps_the_estimate_and_says_why():
    # Both grounds printed white: nothing on this sheet stands out from a white hull.
    fit = fitted(staged(3, model="two-mast", colour="white", jig=FIRST_A4_JIG))
    assert fit.outline is None
    words = [say(hint) for hint in hints(fit)]
    assert any("The outline stays as it was, known to ± " in each for each in words)
    assert fit.tags


def test_a_measured_outline_reads_back_and_replaces_the_estimate(tmp_path):
    table = tmp_path / "table.toml"
    table.write_text(demo_table_path().read_text("utf-8"), "utf-8")
    before = next(piece for piece in read_table(table).pieces if piece.id == "oxley")
    hull = tuple((1.1 * x, 0.9 * y) for x, y in before.model.hull)
    set_outline(table, "oxley", PieceOutline(hull, 0.17, height_mm=5.2, rig_sigma_mm=0.8))
    set_mounts(table, "oxley", before.mounts, [0.1] * 12)
    after = next(piece for piece in read_table(table).pieces if piece.id == "oxley")
    assert after.model.grade is Grade.MEASURED
    assert (after.model.sigma_mm, after.model.height_mm, after.model.rig_sigma_mm) == (0.17, 5.2, 0.8)
    assert np.array(after.model.hull) == pytest.approx(np.array(hull), abs=0.006)
    assert after.model.stern[0] == pytest.approx(1.1 * before.model.stern[0], abs=0.01)
    assert [mast.x_mm for mast in after.model.masts] == pytest.approx(
        [1.1 * mast.x_mm for mast in before.model.masts], abs=0.01
    )


def test_what_docking_gains_is_far_more_than_the_tags_alone():
    stage, fit = red_ship()
    assert docking_mm(fit) < 0.5 * docking_mm(replace(fit, outline=None))
    model = apply_outline(stage.piece.model, fit.outline)
    assert model.bowsprit[0][0] == pytest.approx(max(x for x, _ in model.hull), abs=0.3)


def test_an_outline_that_crosses_itself_is_not_traced():
    stage, fit = red_ship()
    assert check_simple(stage.piece, fit.traced) is fit.traced
    crossed = np.array(fit.traced.points)
    other_side = fit.traced.mirror[12]
    crossed[[12, other_side]] = crossed[[other_side, 12]]
    refused = check_simple(stage.piece, replace(fit.traced, points=crossed))
    assert isinstance(refused, NotTraced)
    assert "HMS Trial: the outline found crosses itself, so it is not used" in say(refused.why)


def test_a_ship_that_the_table_file_cannot_hold_is_to_be_done_again_and_changes_nothing(tmp_path):
    table = tmp_path / "table.toml"
    table.write_text(demo_table_path().read_text("utf-8"), "utf-8")
    before = table.read_bytes()
    _, fit = red_ship()
    oxley = next(piece for piece in read_table(table).pieces if piece.id == "oxley")
    bow_tie = ((20.0, 5.0), (-20.0, -5.0), (20.0, -5.0), (-20.0, 5.0))
    broken = replace(fit, piece=oxley, outline=replace(fit.outline, hull=bow_tie))
    kept = keep_fit(table, broken)
    assert grade(kept) is MountGrade.AGAIN
    assert any("does not fit into the table file" in say(hint) for hint in hints(kept))
    assert table.read_bytes() == before
    assert grade(keep_fit(table, replace(fit, piece=oxley))) is not MountGrade.AGAIN
    assert table.read_bytes() != before
