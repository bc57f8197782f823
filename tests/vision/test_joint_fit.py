"""Pieces by several pictures at once, in studio pictures of plates on staffs, against the truth."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from bench import staging
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.localisation.leans import NO_LEANS
from tableassist.vision.localisation.localise import localise, localise_views
from tableassist.vision.localisation.piece_fit import _linearised
from tableassist.vision.localisation.seen_tags import matched
from tableassist.vision.localisation.standing import Setting, View, fit_standing
from tableassist.vision.localisation.tie import tie_cameras
from tableassist.vision.registration.joint import errors_of, joint_registrations
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

LEANS_DEG = (0.0, 2.0, 3.0, 4.0, 5.0, 0.0, 2.0, 3.0, 4.0)
MAT = staging.mat_layout()
MAT_KEYS = {tag.key for tag in MAT.tags}
MOVED, MOVED_MM = "p4", 2.5


@dataclass(frozen=True)
class Seen:
    """What a picture shows, and its registration by itself."""

    sightings: tuple
    lens: object
    registration: object

    @property
    def on_mat(self):
        return tuple(sighting for sighting in self.sightings if sighting.key in MAT_KEYS)


def seen(table, camera, rng, lens=None, hidden_mat_tags=()):
    picture = Studio(camera, Look()).picture(table, rng)
    sightings = tuple(s for s in TagDetector(("36h11",)).detect(picture) if s.tag not in hidden_mat_tags)
    lens = lens or staging.lens_of(camera)
    return Seen(sightings, lens, register(sightings, MAT, lens))


def views_of(*pictures, mat=MAT):
    joint = joint_registrations(
        [each.registration for each in pictures],
        [each.on_mat for each in pictures],
        [each.lens for each in pictures],
        mat,
    )
    return tuple(View(each.sightings, registration) for each, registration in zip(pictures, joint, strict=True))


def tied(views, pieces):
    together = tie_cameras(views, pieces)
    both = zip(views, together.registrations, strict=True)
    return tuple(replace(view, registration=registration) for view, registration in both), together


@pytest.fixture(scope="module")
def stage():
    rng = np.random.default_rng(11)
    staged = []
    for plate, lean_deg in zip(staging.spread_plates(len(LEANS_DEG), 55.0, rng, 18.0), LEANS_DEG, strict=True):
        way, lean = rng.uniform(0.0, math.tau), math.radians(lean_deg)
        rig = replace(plate.rig, roll_rad=lean * math.cos(way), pitch_rad=lean * math.sin(way))
        staged.append(replace(plate, rig=rig))
    return tuple(staged)


@pytest.fixture(scope="module")
def pictures(stage):
    """From straight above; from 35 degrees; from there after a ship was moved; and the second by a lens that nobody has
    measured, in a picture that shows four of the mat's tags."""
    rng, table = np.random.default_rng(12), staging.table(stage, MAT)
    above, aside = staging.camera("1080p", 0.0, 0.0), staging.camera("1080p", 35.0, 40.0)
    elsewhere = (
        replace(each, pose=replace(each.pose, x_mm=each.pose.x_mm + MOVED_MM)) if each.piece.id == MOVED else each
        for each in stage
    )
    phone = seen(table, aside, rng, typical_lens(1920, 1080, film_mm=25.6), hidden_mat_tags=range(4, 12))
    return {
        "above": seen(table, above, rng),
        "aside": seen(table, aside, rng),
        "later": seen(staging.table(elsewhere, MAT), aside, rng),
        "phone": phone,
    }


@pytest.fixture(scope="module")
def pieces(stage):
    return tuple(each.piece for each in stage)


def errors(localised, stage):
    """(N, 2) mm, and the same in sigmas."""
    off, scores = [], []
    for each in stage:
        pose = localised.poses[each.piece.id]
        error = np.array([pose.pose.x_mm - each.pose.x_mm, pose.pose.y_mm - each.pose.y_mm])
        off.append(error)
        scores.append(error / np.sqrt(np.diag(pose.covariance)[:2]))
    return np.array(off), np.array(scores)


def rms(values):
    return float(np.sqrt((values**2).mean()))


def test_one_picture_is_the_special_case_to_the_last_digit(pictures, pieces):
    one = pictures["aside"]
    plain = localise(one.sightings, pieces, one.registration, 0)
    views, together = tied(views_of(one), pieces)
    same = localise_views(views, pieces, 0)
    assert together.apart == {}
    assert plain.sentences == same.sentences
    for piece, pose in plain.poses.items():
        assert pose.pose == same.poses[piece].pose
        assert (pose.own == same.poses[piece].own).all()
        assert (pose.shared == same.poses[piece].shared).all()


def test_two_pictures_place_leaning_ships_where_one_cannot(pictures, pieces, stage):
    views, together = tied(views_of(pictures["above"], pictures["aside"]), pieces)
    assert together.apart == {}
    off, scores = errors(localise_views(views, pieces, 0), stage)
    alone, _ = errors(localise(pictures["above"].sightings, pieces, pictures["above"].registration, 0), stage)
    assert rms(off) < 0.2
    assert rms(alone) > 5 * rms(off)
    assert (np.abs(scores) < 3.0).all()


def test_the_lean_that_two_pictures_show_holds_the_truth(pictures, pieces):
    views, _ = tied(views_of(pictures["above"], pictures["aside"]), pieces)
    leaning = localise_views(views, pieces, 0).doubts
    for piece, lean_deg in zip(pieces, LEANS_DEG, strict=True):
        words = leaning.get(piece.id)
        if lean_deg < 1.0:
            assert words is None
        else:
            assert abs(words.params["lean_deg"] - lean_deg) < 1.3 * words.params["known_deg"]


def test_a_phone_of_unknown_lens_that_sees_four_mat_tags_is_tied_by_the_ships(pictures, pieces, stage):
    loose = views_of(pictures["above"], pictures["phone"])
    views, together = tied(loose, pieces)
    before, after = (np.linalg.norm(errors_of(each[1].registration)[6]) for each in (loose, views))
    assert after < before / 3  # how well its focal length is known
    assert together.apart == {}
    off, scores = errors(localise_views(views, pieces, 0), stage)
    assert rms(off) < 0.25
    assert (np.abs(scores) < 3.0).all()


@pytest.mark.parametrize("second", ["later", "phone"])
def test_a_ship_that_was_moved_between_the_pictures_is_named_and_no_other(pictures, pieces, second):
    """The phone's picture was taken before the move, so the first one is the later one there."""
    first = pictures["above" if second == "later" else "later"]
    _, together = tied(views_of(first, pictures[second]), pieces)
    assert set(together.apart) == {MOVED}
    assert together.apart[MOVED].view == 1
    assert abs(together.apart[MOVED].off_mm - MOVED_MM) < 0.8


def test_the_jacobian_of_two_pictures_is_that_of_the_residuals(pictures, pieces):
    views = views_of(pictures["above"], pictures["phone"])
    seen_tags = [matched(view.sightings, pieces)[0] for view in views]
    setting = Setting(views, {}, frozenset(), NO_LEANS, 0)
    standing = fit_standing(seen_tags, setting, {piece.id: piece for piece in pieces})
    sigma2, cameras = standing.tags.mount_sigma**2, setting.registrations
    values = standing.upright.values
    residual, jacobian, *_ = _linearised(values, standing.tags, cameras, sigma2)
    assert residual.shape[1] == 16
    for unknown, size in enumerate((1e-3, 1e-3, 1e-6, 1e-6, 1e-6, 1e-3)):
        step = np.zeros(6)
        step[unknown] = size
        after = _linearised(values + step, standing.tags, cameras, sigma2)[0]
        before = _linearised(values - step, standing.tags, cameras, sigma2)[0]
        slope = (before - after) / (2 * size)
        assert np.allclose(slope, jacobian[..., unknown], rtol=1e-4, atol=1e-3)


def test_a_mount_that_is_off_misleads_both_pictures_alike(pictures, pieces):
    """So a second picture makes no plus-minus narrower than the mount's own."""
    loose = tuple(
        replace(piece, mounts=tuple(replace(mount, sigma_xy_mm=0.8) for mount in piece.mounts)) for piece in pieces
    )
    views, _ = tied(views_of(pictures["above"], pictures["aside"]), loose)
    for pose in localise_views(views, loose, 0).poses.values():
        assert pose.sigma_mm > 0.8


def test_a_print_at_another_scale_misleads_both_pictures_alike(pictures, pieces):
    mat = replace(MAT, print_scale_sigma=0.01)
    both = [
        replace(each, registration=register(each.sightings, mat, each.lens))
        for each in (pictures["above"], pictures["aside"])
    ]
    views, _ = tied(views_of(*both, mat=mat), pieces)
    poses = localise_views(views, pieces, 0).poses
    corner = max(
        poses.values(), key=lambda pose: math.hypot(*(np.array([pose.pose.x_mm, pose.pose.y_mm]) - mat.centre))
    )
    far = math.hypot(*(np.array([corner.pose.x_mm, corner.pose.y_mm]) - mat.centre))
    assert corner.sigma_mm > 0.95 * 0.01 * far


def test_a_picture_that_shows_no_piece_changes_nothing_about_the_pieces(pictures, pieces):
    empty = replace(pictures["aside"], sightings=pictures["aside"].on_mat)
    views, together = tied(views_of(pictures["above"], empty), pieces)
    assert together.in_several == frozenset()
    one, two = (localise_views(each, pieces, 0).poses for each in (views_of(pictures["above"]), views))
    for piece, pose in one.items():
        assert math.isclose(pose.pose.x_mm, two[piece].pose.x_mm, abs_tol=1e-3)
        assert math.isclose(pose.sigma_mm, two[piece].sigma_mm, rel_tol=0.02)
