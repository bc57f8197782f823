"""A hull's own picture against its tag, on path-traced pictures with exact truth, and some of the studio's."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bench import hull as scenes
from tableassist.geometry.frames import PlanarPose
from tableassist.judging import judged
from tableassist.sources import demo_settings, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.appearance import HullAppearance
from tableassist.vision.hull.bleeding import bled_into
from tableassist.vision.hull.look import HIDDEN, UNSETTLED, look_at_hull
from tableassist.vision.hull.masts import MastSeen, masts_seen
from tests.vision import staged_photos as staged

LEANING_MM = 5.0
"""Seven rigs lean by 0.1 rad: their plates, 57 mm up, are more than this off their hulls."""


@cache
def scene(name):
    return scenes.staged_scene(name)


@cache
def answers(name):
    return tuple(scenes.as_they_are(scene(name)))


@pytest.mark.parametrize("name", staged.UPRIGHT)
def test_upright_ships_are_seen_where_their_tags_are(name):
    told = [answer for answer in answers(name) if answer.told]
    assert len(told) >= 0.6 * len(answers(name))
    for answer in told:
        sigmas = np.sqrt(np.diag(answer.look.covariance))
        assert (np.abs(answer.error) < 3.0 * sigmas).all()
        assert not answer.alarmed
        assert sigmas[:2].max() < 2.0


def test_sigmas_are_of_the_size_of_the_errors():
    told = [answer for name in staged.UPRIGHT for answer in answers(name) if answer.told]
    rms = math.sqrt(float(np.mean([answer.error[:2] ** 2 for answer in told])))
    assert 0.25 < np.mean([answer.score for answer in told]) < 1.3
    assert rms < 0.9


def test_hulls_under_leaning_rigs_are_found_off_their_plates():
    truth = staged.truth_of(staged.LEANING)
    leaning = upright = 0
    for ship, answer in zip(scene(staged.LEANING).ships, answers(staged.LEANING), strict=True):
        if not answer.told:
            continue
        sigmas = np.sqrt(np.diag(answer.look.covariance))
        assert (np.abs(answer.error) < 3.0 * sigmas).all()
        leans = "lean" in truth["pieces"][int(ship.id)]
        assert answer.alarmed == leans
        leaning, upright = leaning + leans, upright + (not leans)
    assert leaning >= 4
    assert upright >= 3


def test_a_pushed_plate_shows_and_a_right_one_does_not():
    rng = np.random.default_rng(1)
    pushed = scenes.slipped(scene("masttop1080_0"), 2.0, 0.0, rng)
    assert sum(answer.alarmed for answer in pushed) >= 0.7 * len(pushed)
    assert all(answer.score < 5.0 for answer in pushed if answer.told)


def test_a_tag_glued_half_a_turn_round_shows():
    found = scenes.turned_round(scene("flag30_0"))
    turned = [answer for answer in found if answer.look.turned]
    assert len(turned) >= 0.5 * len(found)
    assert all(answer.score < 5.0 for answer in turned)


def test_a_hull_outside_the_picture_cannot_be_told():
    there = scene("overhead1080_0")
    ship = there.ships[0]
    look = look_at_hull(there.image, there.registration, ship, PlanarPose(4000.0, 4000.0, 0.0), ())
    assert look.cannot_tell is not None
    assert look.squared_sigmas == 0.0


@pytest.mark.parametrize("y_mm", [-600.0, -1500.0, -4000.0])
def test_a_hull_below_or_behind_the_camera_cannot_be_told(y_mm):
    there = scene("flag30_0")
    ship = there.ships[0]
    look = look_at_hull(there.image, there.registration, ship, PlanarPose(450.0, y_mm, 0.3), (1,), there.others(ship))
    assert look.cannot_tell is not None


def test_a_hull_on_bare_mat_cannot_be_told():
    there = scene("overhead1080_0")
    ship = there.ships[0]
    bare = np.full_like(there.image, (150, 110, 60))
    look = look_at_hull(bare, there.registration, ship, there.given[ship.id], ())
    assert look.cannot_tell is not None


def test_the_models_own_sigma_is_part_of_the_covariance():
    there = scene("masttop1080_0")
    ship = there.ships[0]
    vague = replace(ship, model=replace(ship.model, sigma_mm=2.0))
    args = (there.given[ship.id], there.standing[ship.id], there.others(ship))
    exact, wide = (look_at_hull(there.image, there.registration, one, *args) for one in (ship, vague))
    assert np.allclose(exact.offset, wide.offset)
    assert np.allclose((wide.covariance - exact.covariance)[:2, :2], 2.0 * np.eye(2))


def test_colours_tell_a_ship_from_another_and_not_from_itself_in_another_light():
    first, second = (scenes.studio_scene("1080p", 30.0, seed) for seed in (1, 2))
    kept = scenes.appearances(first)
    assert len(kept) >= 12
    again = scenes.as_they_are(second, kept)
    assert not any(answer.alarmed for answer in again)
    assert sum(answer.look.colours_off is not None for answer in again) >= 12
    owner = {ship.id: ship.owner for ship in first.ships}
    strangers = {ship: next(kept[one] for one in kept if owner[one] != owner[ship]) for ship in kept}
    found = scenes.as_they_are(second, strangers)
    assert sum(answer.alarmed for answer in found) >= 0.8 * len(found)


def test_by_a_card_that_is_too_bright_no_colours_are_told():
    there = scene("flag30_0")
    kept = scenes.appearances(there)
    glaring = replace(there, image=np.clip(there.image.astype(float) * 2.2, 0, 255).astype(np.uint8))
    assert sum(answer.look.colours_off is not None for answer in scenes.as_they_are(there, kept)) >= 4
    assert all(answer.look.colours_off is None for answer in scenes.as_they_are(glaring, kept))


def test_an_appearance_goes_through_plain_numbers():
    kept = next(iter(scenes.appearances(scene("flag30_0")).values()))
    again = HullAppearance.from_numbers(kept.numbers)
    assert again.sigmas_from(kept) < 0.01
    assert again.numbers == kept.numbers
    with pytest.raises(ValueError, match="reshape"):
        HullAppearance.from_numbers((0.0, None))


@pytest.mark.parametrize("name", [*staged.UPRIGHT, staged.LEANING])
def test_no_mast_that_stands_is_called_gone(name):
    pairs = scenes.masts_told(scene(name))
    seen = [what for stands, what in pairs if stands]
    assert MastSeen.GONE not in seen
    if name != staged.LEANING:
        assert seen.count(MastSeen.STANDS) >= 0.5 * len(seen)


@cache
def without_some_masts(seed):
    return scenes.studio_scene("1080p", 30.0, seed)


def test_masts_that_are_off_are_told_from_those_that_stand():
    pairs = [pair for seed in (4, 5) for pair in scenes.masts_told(without_some_masts(seed))]
    gone = [what for stands, what in pairs if not stands]
    assert scenes.mast_summary(pairs)["wrong"] == 0
    assert gone.count(MastSeen.GONE) >= 0.5 * len(gone)


def test_the_rim_of_a_white_plate_is_no_sail_in_a_coarse_picture():
    """Six of these 150 masts are told wrongly if the white of a plate may pass for a sail."""
    seeds = (9005, 20048, 9006)
    figures = [scenes.mast_summary(scenes.masts_told(scenes.studio_scene("720p", 1.0, seed))) for seed in seeds]
    assert sum(picture["wrong"] for picture in figures) <= 1
    assert min(picture["standing_told"] for picture in figures) >= 0.5


@pytest.mark.parametrize("bled_px", [0, 1, 2])
def test_colours_that_run_over_an_edge_are_left_out_as_far_as_they_run(bled_px):
    labels, plate, rigged = np.full((40, 40), -2, np.int8), np.zeros((40, 40), bool), np.zeros((40, 40), bool)
    plate[12:28, 12:28] = True
    bled = np.zeros_like(plate)
    bled[12 - bled_px : 28 + bled_px, 12 - bled_px : 28 + bled_px] = True
    labels[bled] = 1
    rigged[:, 28:] = True
    labels[:, 28:34] = 1  # a sail beside the plate
    assert np.array_equal(bled_into(labels, plate, rigged), bled)


def test_masts_of_a_ship_outside_the_picture_cannot_be_told():
    there = scene("flag30_0")
    ship = there.ships[0]
    seen = masts_seen(there.image, there.registration, ship, PlanarPose(-900.0, 0.0, 0.0))
    assert set(seen.values()) == {MastSeen.CANNOT_TELL}


@pytest.mark.parametrize(("why", "told"), [(HIDDEN, True), (UNSETTLED, False)])
def test_a_mast_is_gone_from_a_hidden_hull_by_its_neighbour_and_never_from_a_blurred_one(why, told):
    """In the demo the ship that is hit shows her sails, and too little of her hull."""
    stage = stage_named("demo")
    settings = demo_settings(stage)
    image = Studio(stage.camera).picture(stage_game(settings).table_at(56.5), np.random.default_rng(0))
    state = judged(Frame(image, 0, 0, "c"), settings)
    hull = state.fits["oxley"].hull
    assert hull.look.cannot_tell == HIDDEN
    [ship] = [piece for piece in settings.pieces if piece.id == "oxley"]
    look = replace(hull.look, cannot_tell=why)
    seen = masts_seen(image, state.registration, ship, hull.looked_from, look=look)
    assert seen[1] is (MastSeen.GONE if told else MastSeen.CANNOT_TELL)
    assert seen[2] is MastSeen.STANDS
