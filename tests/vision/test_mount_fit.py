"""Fitting out on the jig: plates that were set askew end with the bow known, and mistakes are named."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadRequestError
from tableassist.pieces import PieceKind
from tableassist.vision.localisation.localise import localise
from tableassist.vision.localisation.seen_tags import seen_tags
from tableassist.vision.mounts.findings import MountGrade, grade, hints
from tableassist.vision.mounts.fit import fit_mounts
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.unknowns import MountUnknowns, build_mount_scene
from tableassist.vision.mounts.views import set_downs
from tableassist.vision.registration.registration import register
from tests.vision import jig_scenes as scenes

pytestmark = pytest.mark.slow

CHI2_95_OF_TWO = 5.991
ONE, TWO, THREE, FOUR = A4_JIG.slots


def fitted(pictures, piece=scenes.SHIP, mat=scenes.MAT):
    return fit_mounts(pictures, piece, A4_JIG, scenes.LENS, mat=mat)


def bow_errors(table, true, piece, places):
    """How far off the bow is in play, and its square in sigmas as stated, at random places on the mat."""
    out = []
    for _ in range(places):
        x, y, heading = table.rng.uniform(120, 795), table.rng.uniform(120, 795), table.rng.uniform(-math.pi, math.pi)
        sightings = table.in_play(true, x, y, heading)
        pose = localise(sightings, (piece,), register(sightings, scenes.MAT, scenes.LENS), 0).poses[piece.id]
        found = np.array([pose.pose.x_mm, pose.pose.y_mm]) + scenes.turn(pose.pose.heading_rad) @ (scenes.BOW_MM, 0.0)
        off = found - (x, y) - scenes.turn(heading) @ (scenes.BOW_MM, 0.0)
        s, c = scenes.BOW_MM * math.sin(heading), scenes.BOW_MM * math.cos(heading)
        by_pose = np.array([[1.0, 0.0, -s], [0.0, 1.0, c]])
        spread = by_pose @ (pose.own + pose.shared @ pose.shared.T) @ by_pose.T
        out.append((np.hypot(*off), off @ np.linalg.solve(spread, off), math.sqrt(np.linalg.eigvalsh(spread)[-1])))
    return out


def test_plates_5_degrees_2_mm_and_3_mm_wrong_end_with_the_bow_within_eight_tenths_of_a_millimetre():
    errors = []
    for seed in range(10):
        table = scenes.Table(np.random.default_rng(seed))
        true = scenes.mistaken(table.rng)
        fit = fitted(table.set_downs(true))
        assert grade(fit) is not MountGrade.AGAIN
        errors += bow_errors(table, true, replace(scenes.SHIP, mounts=(fit.tags[0].mount,)), 12)
    off, chi2, _ = np.array(errors).T
    assert np.percentile(off, 95) <= 0.8
    # Twelve places share one mount, so this is worth about ten draws: 93 to 97 % needs the long run.
    assert 0.88 <= np.mean(chi2 < CHI2_95_OF_TWO) <= 1.0


def test_without_the_jig_the_plus_minus_says_how_little_is_known():
    errors = []
    for seed in range(40):
        table = scenes.Table(np.random.default_rng(100 + seed))
        errors += bow_errors(table, scenes.mistaken(table.rng), scenes.SHIP, 2)
    off, _, sigma = np.array(errors).T
    assert np.median(off) > 2.0
    assert sigma.min() > 2.0
    assert 0.5 < np.mean(off < 1.96 * sigma) <= 1.0


def test_height_place_and_yaw_lie_within_their_plus_minus():
    table = scenes.Table(np.random.default_rng(7), off_deg=36.0, sheet=(330.0, 600.0))
    true = scenes.mistaken(table.rng)
    tag = fitted(table.set_downs(true)).tags[0]
    off = np.array([tag.mount.x_mm - true.x_mm, tag.mount.y_mm - true.y_mm, tag.mount.z_mm - true.z_mm,
                    tag.mount.yaw_rad - true.yaw_rad])  # fmt: skip
    assert (np.abs(off) < 3.0 * np.sqrt(np.diag(tag.covariance))).all()
    # 0.3 mm and 0.6 degrees of the hand, 0.3 degrees of lean 60 mm up, at four set-downs.
    assert tag.mount.sigma_z_mm < 0.4
    assert tag.mount.sigma_xy_mm < 0.3
    assert tag.mount.sigma_yaw_rad < math.radians(0.4)


def test_a_jig_off_the_mat_works_with_its_own_tags_alone():
    table = scenes.Table(np.random.default_rng(8), see_mat=False)
    true = scenes.mistaken(table.rng)
    fit = fitted(table.set_downs(true), mat=None)
    assert fit.bow_mm < 1.2
    assert abs(fit.tags[0].mount.z_mm - true.z_mm) < 3 * fit.tags[0].mount.sigma_z_mm


def test_a_bow_short_of_the_stop_is_named_and_left_out():
    table = scenes.Table(np.random.default_rng(3))
    true = scenes.mistaken(table.rng)
    pictures = (*table.set_downs(true, slots=(ONE, TWO, FOUR)), table.set_down("the third", THREE, true, ahead_mm=-3.0))
    fit = fitted(pictures)
    (odd,) = [one for one in fit.set_downs if not one.used]
    assert odd.name == "the third"
    assert odd.ahead_mm == pytest.approx(-3.0, abs=0.5)
    odd_words = [str(hint) for hint in hints(fit) if "short of the stop" in str(hint)]
    assert any(words.startswith("the third (direction 3)") for words in odd_words)
    assert abs(fit.tags[0].mount.x_mm - true.x_mm) < 0.6


def test_a_ship_turned_by_6_degrees_is_named():
    table = scenes.Table(np.random.default_rng(4))
    true = scenes.mistaken(table.rng)
    pictures = (*table.set_downs(true, slots=(ONE, THREE, FOUR)), table.set_down("askew", TWO, true, turned_deg=6.0))
    fit = fitted(pictures)
    (odd,) = [one for one in fit.set_downs if not one.used]
    assert odd.name == "askew"
    assert math.degrees(odd.turn_rad) == pytest.approx(6.0, abs=1.8)


def test_a_ship_set_backwards_is_named():
    table = scenes.Table(np.random.default_rng(5))
    true = scenes.mistaken(table.rng)
    pictures = (*table.set_downs(true, slots=(ONE, THREE)), table.set_down("the last", TWO, true, backwards=True))
    fit = fitted(pictures)
    assert [(one.name, "the wrong way round in direction 2" in str(one.words)) for one in fit.unused] == [
        ("the last", True)
    ]
    assert fit.directions == 2


def test_two_set_downs_that_contradict_each_other_must_be_done_again():
    table = scenes.Table(np.random.default_rng(6))
    pictures = (*table.set_downs(scenes.MEANT, slots=(ONE,)), table.set_down("b", THREE, scenes.MEANT, turned_deg=9.0))
    fit = fitted(pictures)
    assert fit.disagreement
    assert grade(fit) is MountGrade.AGAIN


def test_right_under_the_camera_the_height_is_not_known_and_a_hint_says_what_to_do():
    table = scenes.Table(np.random.default_rng(9), off_deg=0.0, sheet=(328.0, 362.5))
    fit = fitted(table.set_downs(scenes.MEANT))
    assert fit.tags[0].mount.sigma_z_mm > 1.5
    assert any("nearer the edge of the picture" in hint for hint in map(str, hints(fit)))


def test_a_picture_of_an_untouched_ship_counts_once():
    table = scenes.Table(np.random.default_rng(10))
    first, second = table.set_downs(scenes.MEANT, slots=(ONE, THREE))
    again = replace(first, name="again")
    fit = fitted((first, again, second))
    assert len(fit.set_downs) == 2
    assert [one.name for one in fit.unused] == ["again"]


def test_several_tags_are_solved_in_one_go():
    other = replace(scenes.MEANT, tag=101, size_mm=14.0, x_mm=5.0, z_mm=45.0)
    ship = replace(scenes.SHIP, mounts=(scenes.MEANT, other))
    table = scenes.Table(np.random.default_rng(11))
    true = scenes.mistaken(table.rng), scenes.mistaken(table.rng, other)
    fit = fitted(table.set_downs(*true), ship)
    assert [tag.mount.tag for tag in fit.tags] == [100, 101]
    for tag, truth in zip(fit.tags, true, strict=True):
        assert math.hypot(tag.mount.x_mm - truth.x_mm, tag.mount.y_mm - truth.y_mm) < 0.8
        assert abs(tag.mount.z_mm - truth.z_mm) < 3 * tag.mount.sigma_z_mm


def test_a_slanting_plate_is_measured_and_taken_into_account():
    table = scenes.Table(np.random.default_rng(12), off_deg=36.0, sheet=(330.0, 600.0))

    lean = math.radians(6.0)
    pictures = []
    for number, slot in enumerate(A4_JIG.slots):
        picture = table.set_down(f"{number}", slot, scenes.MEANT)
        heading = slot.heading_rad
        local = scenes.SQUARE * 18.0 + (scenes.MEANT.x_mm - scenes.BOW_MM, 0.0)
        flat = local @ scenes.turn(heading).T + np.array([slot.x_mm, slot.y_mm]) * table.scale
        solid = table.on_sheet(flat, scenes.MEANT.z_mm)
        solid[:, 2] += scenes.SQUARE[:, 1] * 18.0 * math.tan(lean)
        pictures.append(replace(picture, sightings=(*picture.sightings[:-1], table.seen(100, solid))))
    fit = fitted(tuple(pictures))
    assert math.degrees(fit.tags[0].slope_rad) == pytest.approx(6.0, abs=1.5)
    mount = fit.tags[0].mount
    assert mount.slope_y == pytest.approx(math.tan(lean), abs=3.0 * mount.sigma_slope)
    assert mount.slope_x == pytest.approx(0.0, abs=3.0 * mount.sigma_slope)
    assert mount.sigma_slope < math.radians(0.4)
    seen = seen_tags([(scenes.SHIP, mount, pictures[0].sightings[-1])], [scenes.SHIP.id], scenes.LENS)
    rise = seen.local[0, :, 2] - mount.z_mm
    np.testing.assert_allclose(rise, scenes.SQUARE[:, 1] * 18.0 * math.tan(lean), atol=0.3)


def test_the_scatter_of_the_set_downs_is_kept_as_how_upright_the_ship_stands():
    steady, shaky = [], []
    for seed in range(6):
        for lean_deg, found in ((0.1, steady), (1.0, shaky)):
            table = scenes.Table(np.random.default_rng(200 + seed), lean_rad=math.radians(lean_deg))
            fit = fitted(table.set_downs(scenes.MEANT))
            assert fit.tags[0].mount.sigma_lean_rad == fit.lean_rad
            found.append(math.degrees(fit.lean_rad))
    assert max(steady) < 0.4
    assert min(steady) >= 0.3 - 1e-9
    # A hand of 0.3 mm explains part of it, unless the hull itself is traced.
    assert 0.45 < np.median(shaky) < 1.5


def test_a_ship_that_stands_differently_each_time_is_told_of():
    table = scenes.Table(np.random.default_rng(205), lean_rad=math.radians(2.0))
    assert any("stood upright only to" in hint for hint in map(str, hints(fitted(table.set_downs(scenes.MEANT)))))


@pytest.mark.long
def test_the_plus_minus_of_the_bow_holds_for_ships_that_lean_as_at_their_set_downs():
    errors = []
    for seed in range(12):
        table = scenes.Table(np.random.default_rng(300 + seed), lean_rad=math.radians(0.3))
        fit = fitted(table.set_downs(scenes.MEANT))
        errors += bow_errors(table, scenes.MEANT, replace(scenes.SHIP, mounts=(fit.tags[0].mount,)), 12)
    _, chi2, _ = np.array(errors).T
    assert 0.88 <= np.mean(chi2 < CHI2_95_OF_TWO) <= 1.0


def test_an_island_has_no_bow_to_stop():
    island = replace(scenes.SHIP, model=replace(scenes.MODEL, kind=PieceKind.ISLAND))
    table = scenes.Table(np.random.default_rng(13))
    with pytest.raises(BadRequestError, match="expected a ship"):
        fitted(table.set_downs(scenes.MEANT, slots=(ONE,)), island)


def test_pictures_without_the_sheet_are_refused_with_the_reason():
    table = scenes.Table(np.random.default_rng(14))
    (picture,) = table.set_downs(scenes.MEANT, slots=(ONE,))
    bare = replace(picture, sightings=tuple(s for s in picture.sightings if s.tag < 570))
    with pytest.raises(BadRequestError, match="0 tags of the jig sheet"):
        fitted((bare,))


def test_the_derivatives_are_those_of_the_projection():
    table = scenes.Table(np.random.default_rng(15), off_deg=20.0)
    sure = np.array([2.0, 2.0, 1.0, 1.0, 0.01, 0.01, 1e-4, 1e-4, 0.01, 0.0, 0.0, 0.0])
    lens = replace(scenes.LENS, covariance=np.diag(sure**2))
    downs, _ = set_downs(table.set_downs(scenes.MEANT, slots=(ONE, TWO)), scenes.SHIP, A4_JIG, scenes.MAT, lens)
    scene = build_mount_scene(downs, scenes.SHIP, A4_JIG, scenes.MAT, lens)
    rng = np.random.default_rng(16)
    values = 0.01 * rng.normal(size=scene.columns.poses_at)
    for number, down in enumerate(downs):
        at = scene.columns.mat_places_at + 3 * number
        values[at : at + 3] += down.jig_from_mat.x_mm, down.jig_from_mat.y_mm, down.jig_from_mat.heading_rad
    values[scene.columns.ship(0)][:3] += scenes.MEANT.x_mm, scenes.MEANT.y_mm, scenes.MEANT.z_mm
    at = MountUnknowns(values, tuple(down.camera_from_jig for down in downs))
    _, jacobian, _ = scene.predict(at)
    for column in range(scene.columns.size):
        step = np.zeros(scene.columns.size)
        step[column] = 1e-5
        before, after = scene.predict(at.moved(-step))[0], scene.predict(at.moved(step))[0]
        np.testing.assert_allclose(jacobian[..., column], (before - after) / 2e-5, atol=2e-3, rtol=1e-4)


def test_after_fitting_out_the_stated_plus_minus_of_the_bow_is_that_of_the_mount_at_its_pivot():
    mount = replace(scenes.MEANT, sigma_xy_mm=0.08, sigma_z_mm=0.0, sigma_yaw_rad=math.radians(0.2))
    sigmas = {}
    for name, pivot in (("bow", scenes.BOW_MM), ("tag", None)):
        table = scenes.Table(np.random.default_rng(17))
        ship = replace(scenes.SHIP, mounts=(replace(mount, pivot_x_mm=pivot),))
        sigmas[name] = np.array([sigma for _, _, sigma in bow_errors(table, mount, ship, 10)])
    by_yaw = math.radians(0.2) * (scenes.BOW_MM - mount.x_mm)
    added = sigmas["tag"] ** 2 - sigmas["bow"] ** 2
    # The larger semi-axis: lean has one of its own, and what is added across it shows less.
    assert added.max() == pytest.approx(by_yaw**2, rel=0.2)
    assert added.min() > 0.0
