"""From the survey to a piece: does the mat's plus-minus reach the measurements, and hold?"""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.scene.separation import separation_variance
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_places import SurveyedPlaces, covariance_root
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.survey.survey import survey_mat
from tests.vision import taped_mat as mats
from tests.vision.taped_mat import EXACT, LOOSE, eye, lens_of, nominal, pictures, taped

pytestmark = pytest.mark.slow

ABOVE = eye(6, -90, 1.0, 1275.0)
OBLIQUE = eye(36, -82, -7.0, 1500.0)
Z_MM, TAG_MM = 60.0, 18.0


def made_piece(number):
    mount = TagMount("36h11", 100 + number, TAG_MM, MountKind.FLAG, 0.0, 0.0, Z_MM, 0.0, 0.0, 0.0, 0.0)
    model = PieceModel("ship", PieceKind.SHIP, ((20.0, 0.0), (-20.0, 8.0), (-20.0, -8.0)), 10.0, (), (), None, 0.0)
    return Piece(str(number), str(number), model, None, (), (mount,))


PIECES = tuple(made_piece(number) for number in range(4))


def measured(layout, lens, mat, true, fixed, rng):
    """Registers and locates four pieces: their true and found poses."""
    sightings = list(mats.seen(mat, true, fixed, rng))
    truth = np.column_stack([rng.uniform(150, 760, (4, 2)), rng.uniform(-3, 3, 4)])
    for number, (x, y, heading) in enumerate(truth):
        corners = mats.TapedMat(np.array([[x, y, heading, TAG_MM]])).corners(0)
        corners[:, 2] = Z_MM
        seen = mats.noisy(mats.projected(true, fixed, corners), rng, 0.0)
        sightings.append(mats.sighting(100 + number, seen))
    registration = register(tuple(sightings), layout, lens)
    assert registration.health is Health.GOOD, registration.reason
    poses = localise(tuple(sightings), PIECES, registration, 0).poses
    return truth, [poses[str(number)] for number in range(4)]


def pulls(truth, found):
    """Errors over claimed sigmas: (4, 3) of the poses, (2,) of two distances."""
    poses = []
    for (x, y, heading), one in zip(truth, found, strict=True):
        turn = math.remainder(one.pose.heading_rad - heading, math.tau)
        error = np.array([one.pose.x_mm - x, one.pose.y_mm - y, turn])
        poses.append(error / np.sqrt(np.diag(one.covariance)))
    gaps = []
    for a, b in ((0, 1), (2, 3)):
        start, end = ((found[k].pose.x_mm, found[k].pose.y_mm) for k in (a, b))
        along = np.subtract(end, start)
        length = float(np.linalg.norm(along))
        variance = separation_variance(found[a], start, found[b], end, tuple(along / length))
        gaps.append((length - np.linalg.norm(truth[b, :2] - truth[a, :2])) / math.sqrt(variance))
    return np.array(poses), np.array(gaps)


@pytest.mark.parametrize(
    ("count", "covariance", "eyes", "fixed"),
    [
        pytest.param(20, EXACT, None, ABOVE, id="eight views", marks=pytest.mark.long),
        pytest.param(20, LOOSE, None, OBLIQUE, id="eight views, loose lens, oblique"),
        pytest.param(60, LOOSE, (ABOVE,), ABOVE, id="one view, loose lens", marks=pytest.mark.long),
    ],
)
def test_intervals_hold_through_survey_registration_and_localisation(count, covariance, eyes, fixed):
    rng = np.random.default_rng(21)
    root = covariance_root(covariance)
    layout, lens = nominal(), lens_of(covariance)
    poses, gaps = [], []
    for _ in range(count):
        mat = taped(
            layout,
            rng,
            rad=math.radians(1.0),
            print_scale=1 + 0.003 * rng.standard_normal(),
            layout_scale=1 + 0.0003 * rng.standard_normal(),
            own_scale=0.001,
        )
        true = lens_of(shift=root @ rng.standard_normal(root.shape[1]))
        views = pictures(mat, true, rng, eyes, scale_error_px=0.12 * rng.standard_normal())
        survey = survey_mat(views, layout, lens)
        pose, gap = pulls(*measured(survey.layout, lens, mat, true, fixed, rng))
        poses.append(pose)
        gaps.append(gap)
    # The mat's scale is one draw a survey, so the sample's own error is that of `count` draws, not of the pieces.
    slack = 2.5 * math.sqrt(0.95 * 0.05 / count)
    for held in (np.abs(poses)[..., :2] < 1.96, np.abs(poses)[..., 2] < 1.96, np.abs(gaps) < 1.96):
        assert 0.93 - slack < held.mean() < 0.97 + slack


def test_an_unsure_scale_of_the_mat_reaches_every_distance():
    """0.3 % of scale, of all places and sizes alike, is 0.24 mm on 80 mm, whatever the pixels say."""
    layout, lens = nominal(), lens_of()
    places = np.array([(tag.x_mm, tag.y_mm) for tag in layout.tags])
    factor = np.zeros((12, 4, 1))
    factor[:, :2, 0] = 0.003 * places
    factor[:, 3, 0] = 0.003
    unsure = replace(layout, surveyed=SurveyedPlaces(factor, np.zeros((12, 4, 12)), lens))
    rng = np.random.default_rng(22)
    off = []
    for _ in range(80):
        scale = 1 + 0.003 * rng.standard_normal()
        # The world is `scale` larger than the layout says, camera and pieces and all but the pieces' tags.
        mat = mats.TapedMat(np.column_stack([places * scale, np.zeros(12), np.full(12, 44.0 * scale)]))
        true_view = mats.Viewpoint(ABOVE.rotation, ABOVE.centre)
        truth, found = measured(unsure, lens, mat, lens, true_view, rng)
        _, gaps = pulls(truth, found)
        off.extend(gaps)
        a, b = found[0].pose, found[1].pose
        length = math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)
        along = ((b.x_mm - a.x_mm) / length, (b.y_mm - a.y_mm) / length)
        variance = separation_variance(found[0], (a.x_mm, a.y_mm), found[1], (b.x_mm, b.y_mm), along)
        assert math.sqrt(variance) > 0.8 * 0.003 * length
    assert 0.75 < np.sqrt(np.mean(np.square(off))) < 1.25


def test_a_survey_through_another_lens_counts_the_lens_errors_apart():
    rng = np.random.default_rng(23)
    lens = lens_of(LOOSE)
    survey = survey_mat(pictures(taped(nominal(), rng), lens_of(), rng, (ABOVE,)), nominal(), lens)
    places = survey.layout.surveyed
    alone, by_lens = places.columns(lens_of(LOOSE, shift=np.eye(12)[0]))
    assert not by_lens.any()
    flat = alone.reshape(48, -1)
    assert np.allclose(flat @ flat.T, places.covariance)


def test_tags_that_share_nothing_but_a_scale_are_as_before():
    """A survey whose errors are independent, but for the tape measure's, registers like a layout with a sigma."""
    rng = np.random.default_rng(24)
    layout, lens = nominal(), lens_of()
    sightings = mats.seen(taped(layout, rng), lens, ABOVE, rng)
    factor = np.zeros((12, 4, 37))
    for tag, stated in enumerate(layout.tags):
        factor[tag, :3, 3 * tag : 3 * tag + 3] = np.diag([0.5, 0.5, 0.5 / 44.0])
        factor[tag, :2, 36] = 0.0003 * np.array([stated.x_mm - 457.5, stated.y_mm - 457.5])
    apart = SurveyedPlaces(factor, np.zeros((12, 4, 12)), lens)
    stated = register(sightings, layout, lens)
    shared = register(sightings, MatLayout(915.0, 915.0, layout.tags, 9.9, apart), lens)
    assert shared.pose.translation == pytest.approx(stated.pose.translation, abs=1e-6)
    assert shared.pose_factor @ shared.pose_factor.T == pytest.approx(stated.pose_factor @ stated.pose_factor.T)
