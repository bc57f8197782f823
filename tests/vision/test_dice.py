"""Dice read from studio pictures, which share no code with the reader."""

import math
from dataclasses import replace

import numpy as np
import pytest

from bench import dice as throws
from tableassist.studio.dice import DieSkin
from tableassist.vision.dice.corner import printed_corner
from tableassist.vision.dice.corner_place import corner_place
from tableassist.vision.dice.reading import AT_THE_RIM
from tableassist.vision.tags.detector import TagDetector

STEEP = throws.Row("steep", off_deg=(30.0, 30.0))


@pytest.fixture(scope="module")
def scene():
    return throws.Scene(throws.ROWS[0], np.random.default_rng(7))


@pytest.fixture(scope="module")
def steep():
    return throws.Scene(STEEP, np.random.default_rng(8))


def read(scene, *dice, seed=1, **changes):
    rng = np.random.default_rng(seed)
    return scene.readings(scene.picture(replace(scene.table, laid=dice, **changes), rng))


@pytest.mark.parametrize("skin", [DieSkin.WHITE, DieSkin.BLACK, DieSkin.RED])
def test_all_six_values_at_once_whatever_the_colour(scene, skin):
    places = [(58.0, 25.0), (95.0, 25.0), (132.0, 25.0), (58.0, 75.0), (95.0, 75.0), (132.0, 75.0)]
    dice = [
        scene.corner.die_at(value, *at, yaw_rad=0.7 * value, edge_mm=14.0, skin=skin)
        for value, at in zip(range(1, 7), places, strict=True)
    ]
    readings = read(scene, *dice)
    assert len(readings) == 6
    for die in dice:
        (near,) = [r for r in readings if math.hypot(r.x_mm - die.x_mm, r.y_mm - die.y_mm) < 2.0]
        assert near.value == die.value
        assert near.reason is None
        assert near.certainty > 0.999


def test_a_steep_camera_reads_the_upper_face_and_not_a_side(steep):
    dice = [steep.corner.die_at(value, 50.0 + 16.0 * value, 50.0, yaw_rad=0.4 * value) for value in (1, 3, 5)]
    assert [reading.value for reading in sorted(read(steep, *dice), key=lambda r: r.x_mm)] == [
        die.value for die in sorted(dice, key=lambda d: d.x_mm)
    ]


def test_a_die_of_known_size_is_read_though_it_looks_a_little_smaller():
    rng, count = np.random.default_rng(12), throws.Count()
    known = throws.Scene(throws.Row("known", off_deg=(35.0, 35.0), edge_mm=(14.0, 14.0), known=True), rng)
    for value in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5):
        dice = known.corner.rolled((value,), rng, edge_mm=14.0)
        throws.judge_throw(count, dice, known.readings(known.picture(replace(known.table, laid=dice), rng)))
    assert (count.dice, count.wrong, count.unsure, count.made_up) == (11, 0, 0, 0)


def test_dice_that_touch_are_two(scene):
    one = scene.corner.die_at(6, 90.0, 55.0, edge_mm=14.0, skin=DieSkin.BLUE)
    other = scene.corner.die_at(3, 104.1, 57.0, edge_mm=14.0, skin=DieSkin.BLUE)
    assert sorted(reading.value for reading in read(scene, one, other)) == [3, 6]


def test_an_empty_ground_has_no_dice(scene):
    assert read(scene) == ()


def test_coins_and_hands_are_no_dice(scene):
    x, y = scene.corner.pose.place_one(95.0, 60.0)
    assert all(reading.value is None for reading in read(scene, pieces=(throws.coin(x, y, 1),)))
    hand = throws.StagedHand(x, y, 30.0, height_mm=30.0, spread=True)
    assert all(reading.value is None for reading in read(scene, hands=(hand,)))


def test_a_die_half_off_the_ground_is_not_sure(scene):
    ground = scene.corner.corner.ground
    die = scene.corner.die_at(4, ground.right_mm - 3.0, 60.0, skin=DieSkin.BLACK)
    assert all(reading.value is None for reading in read(scene, die))


@pytest.mark.parametrize(("row", "skin"), [
    (throws.Row("blurred", blur_px=(1.3, 1.3)), DieSkin.RED),
    (throws.Row("far", distance_mm=2200.0), DieSkin.BLACK),
    (throws.Row("far", distance_mm=2200.0), DieSkin.IVORY),
])  # fmt: skip
def test_a_die_that_cannot_be_read_is_not_sure_and_never_absent(row, skin):
    """At the rim of the ground and in its middle, in pictures too poor to read it."""
    poor = throws.Scene(row, np.random.default_rng(13))
    ground = poor.corner.corner.ground
    for number, (right, up) in enumerate([(ground.left_mm + 4.0, 60.0), (90.0, ground.low_mm + 6.0), (95.0, 55.0)]):
        die = poor.corner.die_at(2 + number, right, up, yaw_rad=0.3, edge_mm=12.5, skin=skin)
        readings = read(poor, die, seed=number)
        near = [r for r in readings if math.hypot(r.x_mm - die.x_mm, r.y_mm - die.y_mm) < 10.0]
        assert near
        assert all(reading.value in (None, die.value) for reading in near)
    assert read(poor) == ()


def test_the_sheet_is_found_from_two_of_its_tags_and_not_from_one(scene):
    picture = scene.studio.picture(scene.table, np.random.default_rng(2))
    sightings = TagDetector(("36h11",)).detect(picture)
    ours = {tag.tag for tag in scene.corner.corner.tags}
    mat = tuple(each for each in sightings if each.tag not in ours)
    own = tuple(each for each in sightings if each.tag in ours)
    assert len(own) == 4
    pose = scene.corner.pose
    place = corner_place((*mat, *own[:2]), scene.corner.corner, scene.registration)
    assert (place.pose.x_mm, place.pose.y_mm) == pytest.approx((pose.x_mm, pose.y_mm), abs=1.0)
    assert corner_place((*mat, own[0]), scene.corner.corner, scene.registration) is None


def test_another_sheet_than_the_printed_one_is_not_taken_for_it(scene):
    picture = scene.studio.picture(scene.table, np.random.default_rng(2))
    sightings = TagDetector(("36h11",)).detect(picture)
    assert corner_place(sightings, printed_corner().scaled(1.2), scene.registration) is None


def test_the_rim_is_told_in_words():
    assert str(AT_THE_RIM) == "it does not lie wholly on the grey ground"
