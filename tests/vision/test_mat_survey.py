"""Hand-taped mats, seen by a camera that the test projects itself."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadRequestError
from tableassist.vision.registration.mat_places import covariance_root
from tableassist.vision.survey.findings import Weight, findings
from tableassist.vision.survey.priors import RulerDistance
from tableassist.vision.survey.survey import survey_mat
from tests.vision import taped_mat as mats
from tests.vision.taped_mat import EXACT, LOOSE, eye, lens_of, nominal, pictures, places_of, taped

pytestmark = pytest.mark.slow

ONE_VIEW = (eye(6, -90, 1.0, 1275.0),)


def rms(errors):
    return float(np.sqrt(np.mean(np.square(errors))))


def words_of(survey, weight=None):
    return " | ".join(str(finding.words) for finding in findings(survey) if weight in (None, finding.weight))


def drawn_from_the_priors(rng, layout):
    return taped(
        layout,
        rng,
        mm=layout.placement_sigma_mm,
        rad=math.radians(1.0),
        print_scale=1 + 0.003 * rng.standard_normal(),
        layout_scale=1 + 0.0003 * rng.standard_normal(),
        own_scale=0.001,
    )


def normalised_errors(count, covariance, eyes, seed):
    """Chi-square per degree of freedom of all places, and the mean sigma, over many surveys."""
    rng = np.random.default_rng(seed)
    root = covariance_root(covariance)
    layout = nominal()
    scores, sigmas = [], []
    for _ in range(count):
        mat = drawn_from_the_priors(rng, layout)
        true = lens_of(shift=root @ rng.standard_normal(root.shape[1]))
        views = pictures(mat, true, rng, eyes, scale_error_px=0.12 * rng.standard_normal())
        survey = survey_mat(views, layout, lens_of(covariance))
        error = places_of(survey) - mat.places
        error[:, 3] /= places_of(survey)[:, 3]
        claimed = survey.layout.surveyed.covariance
        scores.append(error.ravel() @ np.linalg.solve(claimed, error.ravel()) / error.size)
        sigmas.append(np.mean([tag.sigma_mm for tag in survey.tags]))
    return np.mean(scores), np.mean(sigmas)


def test_hand_taped_tags_are_found_to_a_tenth_of_a_millimetre():
    rng = np.random.default_rng(2)
    shapes, rigid = [], []
    for _ in range(6):
        mat = taped(nominal(), rng)
        distance = float(np.linalg.norm(mat.places[0, :2] - mat.places[6, :2]))
        ruler = RulerDistance(0, 6, distance + 0.2 * rng.standard_normal(), 0.2)
        survey = survey_mat(pictures(mat, lens_of(), rng), nominal(), lens_of(), ruler=ruler)
        rigid.append(mats.after_best_rigid_fit(places_of(survey), mat.places))
        shapes.append(mats.after_best_rigid_fit(places_of(survey), mat.places, scale=True))
    assert rms(shapes) < 0.03
    assert rms(rigid) < 0.1


@pytest.mark.parametrize(
    ("count", "covariance", "eyes"),
    [
        pytest.param(14, EXACT, None, id="eight views", marks=pytest.mark.long),
        pytest.param(14, LOOSE, None, id="eight views, loose lens"),
        pytest.param(40, EXACT, ONE_VIEW, id="one view"),
        pytest.param(40, LOOSE, ONE_VIEW, id="one view, loose lens", marks=pytest.mark.long),
    ],
)
def test_claimed_sigmas_hold(count, covariance, eyes):
    score, _ = normalised_errors(count, covariance, eyes, 5)
    assert 0.8 < score < 1.25


def test_sigma_grows_with_a_loose_lens_and_with_one_view():
    many, few = (normalised_errors(2, EXACT, eyes, 1)[1] for eyes in (None, ONE_VIEW))
    loose = normalised_errors(2, LOOSE, ONE_VIEW, 1)[1]
    assert many < 0.03
    assert 2 * many < few < 0.9 * loose


def test_tags_printed_to_fit_the_page_are_told_by_how_much():
    rng = np.random.default_rng(3)
    mat = taped(nominal(), rng, print_scale=0.97)
    survey = survey_mat(pictures(mat, lens_of(), rng), nominal(), lens_of())
    assert survey.print_scale.contradicts
    assert not survey.layout_scale.contradicts
    assert survey.print_scale.value == pytest.approx(0.97, abs=3 * survey.print_scale.sigma)
    assert survey.print_scale.sigma < 0.003
    assert "fit to page" in words_of(survey, Weight.WARNING)
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places, scale=True)) < 0.03
    assert survey.layout.tags[0].size_mm == pytest.approx(44.0 * 0.97, abs=0.3)


def test_a_wrong_print_scale_is_no_contradiction_of_places_when_corners_are_very_sharp():
    rng = np.random.default_rng(15)
    mat = taped(nominal(), rng, print_scale=0.97)
    views = []
    for one in mats.round_the_mat():
        exact = [(tag, mats.projected(lens_of(), one, mat.corners(tag))) for tag in range(12)]
        views.append(
            tuple(
                replace(mats.sighting(tag, corners + 0.02 * rng.standard_normal((4, 2))), noise=np.eye(8) * 0.02**2)
                for tag, corners in exact
            )
        )
    survey = survey_mat(tuple(views), nominal(), lens_of())
    assert not survey.contradictions
    assert survey.print_scale.value == pytest.approx(0.97, abs=0.003)


def test_pictures_that_do_not_show_the_mat_are_named():
    rng = np.random.default_rng(16)
    views = (*pictures(taped(nominal(), rng), lens_of(), rng), ())
    survey = survey_mat(views, nominal(), lens_of())
    assert survey.views_used == tuple(range(8))
    assert "pictures 9" in words_of(survey, Weight.WARNING)


def test_a_mat_laid_out_at_the_wrong_scale_is_told_from_wrongly_printed_tags_by_the_ruler():
    rng = np.random.default_rng(4)
    mat = taped(nominal(), rng, layout_scale=0.98)
    ruler = RulerDistance(0, 6, float(np.linalg.norm(mat.places[0, :2] - mat.places[6, :2])), 0.5)
    survey = survey_mat(pictures(mat, lens_of(), rng), nominal(), lens_of(), ruler=ruler)
    assert survey.layout_scale.contradicts
    assert not survey.print_scale.contradicts
    assert survey.layout_scale.value == pytest.approx(0.98, abs=0.002)
    assert "distances" in words_of(survey, Weight.WARNING)


def test_a_whole_mat_printed_small_takes_the_ruler_to_tell():
    rng = np.random.default_rng(5)
    mat = taped(nominal(), rng, layout_scale=0.97, print_scale=0.97)
    views = pictures(mat, lens_of(), rng)
    unaware = survey_mat(views, nominal(), lens_of())
    assert not unaware.print_scale.contradicts
    ruler = RulerDistance(0, 6, float(np.linalg.norm(mat.places[0, :2] - mat.places[6, :2])), 0.5)
    survey = survey_mat(views, nominal(), lens_of(), ruler=ruler)
    assert survey.print_scale.contradicts
    assert survey.layout_scale.contradicts
    assert survey.layout_scale.value == pytest.approx(0.97, abs=0.002)
    assert "whole mat" in words_of(survey, Weight.WARNING)


def test_one_ruler_distance_makes_the_scale_sure():
    rng = np.random.default_rng(6)
    mat = taped(nominal(), rng)
    views = pictures(mat, lens_of(), rng)
    ruler = RulerDistance(0, 6, float(np.linalg.norm(mat.places[0, :2] - mat.places[6, :2])), 0.3)
    without, measured = survey_mat(views, nominal(), lens_of()), survey_mat(views, nominal(), lens_of(), ruler=ruler)
    assert measured.scale_sigma < 0.0003
    assert without.scale_sigma > 1.3 * measured.scale_sigma
    assert "--ruler" in words_of(without, Weight.ADVICE)
    assert "--ruler" not in words_of(measured)


def test_swapped_ids_are_named_and_left_out():
    rng = np.random.default_rng(7)
    mat = taped(nominal(), rng)
    ids = list(range(12))
    ids[3], ids[8] = 8, 3
    survey = survey_mat(pictures(mat, lens_of(), rng, ids=ids), nominal(), lens_of())
    assert {(one.tag.tag, one.other) for one in survey.contradictions} == {(3, 8), (8, 3)}
    assert "tag 3 is in the place of tag 8" in words_of(survey, Weight.WARNING)
    kept = [tag.tag for tag in survey.layout.tags]
    assert kept == [0, 1, 2, 4, 5, 6, 7, 9, 10, 11]
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places[kept], scale=True)) < 0.03


@pytest.mark.parametrize(("shift", "turn_deg", "words"), [(60.0, 0.0, "60 mm"), (0.0, 90.0, "turned by 90°")])
def test_a_tag_that_is_elsewhere_or_turned_is_named_and_left_out(shift, turn_deg, words):
    rng = np.random.default_rng(8)
    mat = taped(nominal(), rng, mm=0.2, rad=0.001)
    mat.places[4] += (shift, 0.0, math.radians(turn_deg), 0.0)
    survey = survey_mat(pictures(mat, lens_of(), rng), nominal(), lens_of())
    assert [one.tag.tag for one in survey.contradictions] == [4]
    assert words in words_of(survey, Weight.WARNING)
    others = [k for k in range(12) if k != 4]
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places[others], scale=True)) < 0.03


def test_a_tag_some_millimetres_off_is_surveyed_and_does_not_drag_the_others():
    rng = np.random.default_rng(9)
    mat = taped(nominal(), rng, mm=0.3)
    mat.places[5, 0] += 6.0
    survey = survey_mat(pictures(mat, lens_of(), rng), nominal(), lens_of())
    assert [tag.tag.tag for tag in survey.tags if tag.misplaced] == [5]
    assert not survey.contradictions
    assert rms(places_of(survey)[:, :2] - mat.places[:, :2]) < 0.3
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places, scale=True)) < 0.03


def test_a_half_covered_tag_does_not_spoil_the_rest():
    rng = np.random.default_rng(10)
    mat = taped(nominal(), rng)
    views = [list(view) for view in pictures(mat, lens_of(), rng)]
    for number in (1, 4):
        corners = np.array(views[number][2].corners)
        corners[:2] = (corners[:2] + corners[[3, 2]]) / 2
        views[number][2] = replace(views[number][2], corners=corners)
    survey = survey_mat(tuple(map(tuple, views)), nominal(), lens_of())
    assert sum(tag.views_left_out for tag in survey.tags) == 2
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places, scale=True)) < 0.03


def test_the_mat_may_be_turned_under_a_fixed_camera():
    """Seen from the mat, the camera then goes round it: always the same tilt and distance."""
    rng = np.random.default_rng(11)
    mat = taped(nominal(), rng)
    eyes = [eye(20, 45 * k, 0.0, 1400.0, (457.5 + 30 * (k % 3), 440.0)) for k in range(8)]
    survey = survey_mat(pictures(mat, lens_of(), rng, eyes), nominal(), lens_of())
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places, scale=True)) < 0.05


def test_a_camera_that_nobody_calibrated_can_survey_from_many_sides():
    typical = np.diag(np.square([84.0, 84.0, 19.0, 19.0, 0.08, 0.05, *[0.0] * 6]))
    rng = np.random.default_rng(17)
    mat = taped(nominal(), rng)
    true = lens_of(shift=np.array([70.0, 65.0, -15.0, 12.0, 0.06, -0.03, *[0.0] * 6]))
    survey = survey_mat(pictures(mat, true, rng), nominal(), lens_of(typical))
    assert not survey.contradictions
    assert rms(mats.after_best_rigid_fit(places_of(survey), mat.places, scale=True)) < 0.08


def test_a_tag_never_seen_stays_where_the_layout_says_with_its_sigma():
    rng = np.random.default_rng(12)
    mat = taped(nominal(), rng)
    views = tuple(tuple(one for one in view if one.tag != 7) for view in pictures(mat, lens_of(), rng))
    survey = survey_mat(views, nominal(), lens_of())
    (unseen,) = (tag for tag in survey.tags if tag.tag.tag == 7)
    assert unseen.views == 0
    assert unseen.sigma_mm > 0.3
    assert "never seen: tags 7" in words_of(survey, Weight.WARNING)


def test_one_picture_says_what_that_means():
    rng = np.random.default_rng(13)
    survey = survey_mat(pictures(taped(nominal(), rng), lens_of(), rng, ONE_VIEW), nominal(), lens_of())
    assert "one picture" in words_of(survey, Weight.ADVICE)


def test_pictures_without_the_mat_are_refused_in_words():
    with pytest.raises(BadRequestError, match="got 0 mat tags"):
        survey_mat(((), ()), nominal(), lens_of())


def test_a_ruler_between_unknown_tags_is_refused_in_words():
    rng = np.random.default_rng(14)
    views = pictures(taped(nominal(), rng), lens_of(), rng)
    with pytest.raises(BadRequestError, match="got tags 0 and 99"):
        survey_mat(views, nominal(), lens_of(), ruler=RulerDistance(0, 99, 500.0))
