"""Ships that lean, or are lifted, seen by a pinhole camera that shares no code with the fit."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import ImagePoints, PlanarPose
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.pieces.physical import LEAN_SIGMA_RAD
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.localisation.hull_place import HullPlace
from tableassist.vision.localisation.localise import localise
from tableassist.vision.localisation.piece_fit import Known, _linearised
from tableassist.vision.localisation.seen_tags import seen_tags
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.sighting import TagSighting

LENS = Lens(1920, 1080, 1400.0, 1400.0, 960.0, 540.0, (0.0,) * 8, np.zeros((12, 12)))
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
MAT = MatLayout(915.0, 915.0, tuple(MatTag("36h11", n, 44.0, 40 + 278 * (n % 4), 40 + 278 * (n // 4), 0.0)
                                    for n in range(16) if n % 4 in (0, 3) or n // 4 in (0, 3)), 0.0)  # fmt: skip
HULL = ((-22.0, -7.5), (14.0, -7.5), (24.0, 0.0), (14.0, 7.5), (-22.0, 7.5))
FLAG = TagMount("36h11", 100, 18.0, MountKind.FLAG, -20.0, 0.0, 57.0, 0.0, 0.0, 0.0, 0.0)
LOW = TagMount("36h11", 101, 14.0, MountKind.PLATE, 4.0, 16.0, 8.0, 0.0, 0.0, 0.0, 0.0)
CHI2_95_OF_TWO = 5.99
NOISE_PX = 0.03
PIXELS = NOISE_PX**2 * np.eye(8)


class Camera:
    """Over the mat's middle, so many degrees off the vertical."""

    def __init__(self, off_deg, away_mm=1290.0):
        off = math.radians(off_deg)
        forward = np.array([0.0, math.sin(off), -math.cos(off)])
        down = np.array([0.0, -math.cos(off), -math.sin(off)])
        self._rotation = np.stack([np.cross(down, forward), down, forward])
        self._eye = np.array([457.5, 457.5, 0.0]) - away_mm * forward
        on_mat = [self.sighting(t.tag, np.column_stack([SQUARE * 44.0 + (t.x_mm, t.y_mm), np.zeros(4)]), None)
                  for t in MAT.tags]  # fmt: skip
        self.registration = register(tuple(on_mat), MAT, LENS)
        guess = typical_lens(1920, 1080)
        self.by_a_guessed_lens = register(tuple(on_mat), MAT, replace(guess, fx=1650.0, fy=1650.0))

    def sighting(self, tag, points, rng):
        matrix = np.array([[LENS.fx, 0.0, LENS.cx], [0.0, LENS.fy, LENS.cy], [0.0, 0.0, 1.0]])
        px, _ = cv2.projectPoints(points, cv2.Rodrigues(self._rotation)[0], -self._rotation @ self._eye, matrix, None)
        noise = 0.0 if rng is None else rng.normal(0.0, NOISE_PX, (4, 2))
        return TagSighting("36h11", tag, ImagePoints(px.reshape(4, 2) + noise), 60.0, 0, PIXELS)

    def seen(self, number, at, mounts, rng, *, to_bow=0.0, to_port=0.0, lift_mm=0.0):
        """A ship's tags; the ship turned about the hull's centre on the mat as a stiff body."""
        x, y, heading = at
        lean = cv2.Rodrigues(np.array([0.0, to_bow, 0.0]))[0] @ cv2.Rodrigues(np.array([-to_port, 0.0, 0.0]))[0]
        turn = cv2.Rodrigues(np.array([0.0, 0.0, heading]))[0]
        for mount in mounts:
            flat = SQUARE * mount.size_mm + (mount.x_mm, mount.y_mm)
            solid = np.column_stack([flat, np.full(4, mount.z_mm)]) @ lean.T @ turn.T + (x, y, lift_mm)
            yield self.sighting(mount.tag + 2 * number, solid, rng)


def ship(number=0, mounts=(FLAG,)):
    model = PieceModel("hull", PieceKind.SHIP, HULL, 10.0, (), (), None, 0.0)
    own = tuple(replace(mount, tag=mount.tag + 2 * number) for mount in mounts)
    return Piece(f"s{number}", f"ship {number}", model, None, (), own)


VERTICAL, SLANTING = Camera(0.0), Camera(30.0, 1350.0)
PLACES = [(140.0, 160.0, 0.3), (760.0, 150.0, 2.0), (457.0, 457.0, -1.0), (180.0, 740.0, 2.9), (750.0, 760.0, -2.2),
          (300.0, 470.0, 1.1), (610.0, 440.0, 0.0), (460.0, 200.0, -0.6)]  # fmt: skip


def placed(camera, rng, mounts=(FLAG,), hulls=None, tippable=frozenset(), odd=None):
    """Eight ships; `odd` says how the third stands, in the middle of the mat."""
    sightings = []
    for number, at in enumerate(PLACES):
        sightings += camera.seen(number, at, mounts, rng, **(odd if odd and number == 2 else {}))
    ships = tuple(ship(number, mounts) for number in range(len(PLACES)))
    return localise(tuple(sightings), ships, camera.registration, 0, hulls=hulls, tippable=tippable)


def leaning_evening(camera, rng, mounts=(FLAG,), lean_rad=LEAN_SIGMA_RAD, alike_rad=0.0):
    """Eight ships whose rigs lean, each in her own way and all alike towards +x of the mat."""
    sightings = []
    for number, at in enumerate(PLACES):
        to_bow, to_port = rng.normal(0.0, lean_rad, 2)
        to_bow, to_port = to_bow + alike_rad * math.cos(at[2]), to_port - alike_rad * math.sin(at[2])
        sightings += camera.seen(number, at, mounts, rng, to_bow=to_bow, to_port=to_port)
    ships = tuple(ship(number, mounts) for number in range(len(PLACES)))
    return localise(tuple(sightings), ships, camera.registration, 0)


def off_mm(found, number=2):
    pose = found.poses[f"s{number}"].pose
    return math.hypot(pose.x_mm - PLACES[number][0], pose.y_mm - PLACES[number][1])


def test_the_derivatives_are_those_of_the_projection():
    rng = np.random.default_rng(1)
    sightings = tuple(SLANTING.seen(0, PLACES[0], (FLAG, LOW), rng, to_bow=0.05, to_port=-0.08))
    one = ship(0, (FLAG, LOW))
    tags = seen_tags([(one, mount, seen) for mount, seen in zip(one.mounts, sightings, strict=True)], [one.id], LENS)
    values = np.array([[*PLACES[0], 0.05, -0.08, 1.5]])
    sigma2 = np.zeros((2, 6))
    residual, jacobian, *_ = _linearised(values, tags, (SLANTING.registration,), sigma2)
    assert np.abs(residual).max() < 2.0
    for column in range(6):
        step = np.zeros((1, 6))
        step[0, column] = 1e-6
        before = _linearised(values - step, tags, (SLANTING.registration,), sigma2)[0]
        after = _linearised(values + step, tags, (SLANTING.registration,), sigma2)[0]
        np.testing.assert_allclose(jacobian[..., column], (before - after) / 2e-6, rtol=1e-4, atol=1e-3)


def test_the_lean_is_that_of_a_stiff_ship():
    sightings = tuple(SLANTING.seen(0, PLACES[0], (FLAG, LOW), None, to_bow=0.05, to_port=-0.08, lift_mm=2.0))
    one = ship(0, (FLAG, LOW))
    tags = seen_tags([(one, mount, seen) for mount, seen in zip(one.mounts, sightings, strict=True)], [one.id], LENS)
    values = np.array([[*PLACES[0], 0.05, -0.08, 2.0]])
    residual, *_ = _linearised(values, tags, (SLANTING.registration,), np.zeros((2, 6)))
    np.testing.assert_allclose(residual, 0.0, atol=1e-4)


@pytest.mark.parametrize(
    ("camera", "mounts", "expected"),
    [(VERTICAL, (FLAG,), (0.40, 0.60)), (SLANTING, (FLAG,), (0.20, 0.55)), (VERTICAL, (FLAG, LOW), (0.02, 0.20)),
     (SLANTING, (FLAG, LOW), (0.02, 0.20))],
)  # fmt: skip
def test_how_well_the_middle_of_the_mat_is_known(camera, mounts, expected):
    """On an evening on which ships lean as much as is believed."""
    sigmas = [leaning_evening(camera, np.random.default_rng(seed), mounts).poses["s2"].sigma_mm for seed in range(12)]
    assert expected[0] < np.median(sigmas) < expected[1]


@pytest.mark.parametrize("mounts", [(FLAG,), (FLAG, LOW)])
@pytest.mark.parametrize("camera", [VERTICAL, SLANTING])
def test_the_plus_minus_holds_for_ships_that_lean_as_much_as_is_believed(camera, mounts):
    rng = np.random.default_rng(5)
    squares = []
    for _ in range(25):
        found = leaning_evening(camera, rng, mounts)
        for number, (x, y, _) in enumerate(PLACES):
            pose = found.poses[f"s{number}"]
            off = np.array([pose.pose.x_mm - x, pose.pose.y_mm - y])
            squares.append(off @ np.linalg.solve(pose.covariance[:2, :2], off))
    assert np.mean(np.array(squares) < CHI2_95_OF_TWO) >= 0.93
    assert np.mean(squares) > 0.6  # of 2: not far too wide either


def squares_of(found):
    for number, (x, y, _) in enumerate(PLACES):
        pose = found.poses[f"s{number}"]
        off = np.array([pose.pose.x_mm - x, pose.pose.y_mm - y])
        yield off @ np.linalg.solve(pose.covariance[:2, :2], off)


def test_ships_that_stand_straighter_than_believed_are_known_better_and_those_that_lean_more_worse():
    sigmas = {}
    for lean_deg in (0.0, 0.5, 1.5):
        rng = np.random.default_rng(31)
        evenings = [leaning_evening(SLANTING, rng, lean_rad=math.radians(lean_deg)) for _ in range(6)]
        sigmas[lean_deg] = np.median([pose.sigma_mm for found in evenings for pose in found.poses.values()])
    assert sigmas[0.0] < 0.8 * sigmas[0.5]
    assert sigmas[0.5] < sigmas[1.5]


@pytest.mark.parametrize("camera", [VERTICAL, SLANTING])
def test_the_plus_minus_holds_where_all_ships_lean_alike_by_twice_what_is_believed(camera):
    rng = np.random.default_rng(32)
    squares = []
    for _ in range(15):
        squares += squares_of(leaning_evening(camera, rng, lean_rad=math.radians(0.3), alike_rad=math.radians(1.0)))
    assert np.mean(np.array(squares) < CHI2_95_OF_TWO) >= 0.93


def test_a_lean_that_all_flags_show_is_taken_out_of_their_places():
    """Half a degree moves a flag by half a millimetre, and the places under it by less than that."""
    rng, errors = np.random.default_rng(33), []
    for _ in range(10):
        found = leaning_evening(SLANTING, rng)
        errors += [off_mm(found, number) / math.sqrt(2.0) for number in range(len(PLACES))]
    assert np.sqrt(np.mean(np.square(errors))) < 0.33


def test_leans_that_places_allow_for_are_named_where_they_show_and_hold_their_number():
    rng, lean_deg = np.random.default_rng(41), 3.0
    named = off = 0
    for _ in range(6):
        found = leaning_evening(SLANTING, rng, lean_rad=0.0, alike_rad=math.radians(lean_deg))
        assert found.problems == {}
        for words in found.doubts.values():
            assert " leans by " in str(words)
            off += abs(words.params["lean_deg"] - lean_deg) > words.params["known_deg"]
        named += len(found.doubts)
    assert named > 0.7 * 6 * len(PLACES)
    assert off < 0.12 * named


def test_leans_that_look_upright_are_not_named():
    rng = np.random.default_rng(42)
    for _ in range(6):
        found = leaning_evening(SLANTING, rng, lean_rad=math.radians(0.4))
        assert not any(words.params["lean_deg"] < 1.5 for words in found.doubts.values())


def test_one_ship_that_leans_far_makes_no_other_ship_less_sure():
    alone = placed(SLANTING, np.random.default_rng(34))
    beside = placed(SLANTING, np.random.default_rng(34), odd={"to_bow": math.radians(5.0)})
    for number in (0, 1, 3, 4, 5, 6, 7):
        assert beside.poses[f"s{number}"].sigma_mm < 1.1 * alone.poses[f"s{number}"].sigma_mm


def test_what_other_ships_showed_before_counts_for_one_that_is_placed_alone():
    upright = placed(SLANTING, np.random.default_rng(35)).leans
    sightings = tuple(SLANTING.seen(2, PLACES[2], (FLAG,), np.random.default_rng(36)))
    first = localise(sightings, (ship(2),), SLANTING.registration, 0).poses["s2"].sigma_mm
    later = localise(sightings, (ship(2),), SLANTING.registration, 0, leans=upright).poses["s2"].sigma_mm
    assert later < 0.85 * first


def test_upright_ships_give_rise_to_no_word_and_stay_where_their_corners_put_them():
    for camera in (VERTICAL, SLANTING):
        found = placed(camera, np.random.default_rng(3))
        assert found.warnings == ()
        assert max(off_mm(found, number) for number in range(len(PLACES))) < 0.12


def test_a_lean_that_shows_is_told_with_a_number_that_holds():
    found = placed(SLANTING, np.random.default_rng(4), odd={"to_bow": math.radians(3.0), "to_port": math.radians(4.0)})
    words = found.doubts["s2"]
    assert str(words).startswith("ship 2 leans by ")
    assert words.params["lean_deg"] == pytest.approx(5.0, abs=1.5 * words.params["known_deg"])
    assert words.params["known_deg"] < 3.0
    assert set(found.doubts) == {"s2"}
    assert off_mm(found) < 2.5 * found.poses["s2"].sigma_mm


@pytest.mark.parametrize("lean_deg", [2.0, 3.0, 4.0, 6.0, 10.0])
@pytest.mark.parametrize("mounts", [(FLAG,), (FLAG, LOW)])
def test_seen_slantwise_a_leaning_ship_lies_within_what_the_rules_do_not_call(lean_deg, mounts):
    for seed in range(12):
        way = seed * math.tau / 12
        odd = {"to_bow": math.radians(lean_deg) * math.cos(way), "to_port": math.radians(lean_deg) * math.sin(way)}
        found = placed(SLANTING, np.random.default_rng(seed), mounts, odd=odd)
        if "s2" in found.poses:
            assert off_mm(found) < 2.5 * found.poses["s2"].sigma_mm + 0.1, way
        else:
            assert "s2" in found.problems


def test_two_tags_show_a_lean_from_straight_above():
    found = placed(VERTICAL, np.random.default_rng(6), (FLAG, LOW), odd={"to_bow": math.radians(3.0)})
    assert "leans by" in str(found.doubts["s2"]) or "does not stand" in str(found.doubts["s2"])
    assert off_mm(found) < 2.5 * found.poses["s2"].sigma_mm


def test_a_ship_held_above_the_mat_is_told_of_and_one_held_high_is_not_believed():
    found = placed(SLANTING, np.random.default_rng(7), odd={"lift_mm": 8.0})
    assert "above the mat" in str(found.doubts["s2"]) or "leans" in str(found.doubts["s2"])
    assert off_mm(found) < 2.5 * found.poses["s2"].sigma_mm
    high = placed(SLANTING, np.random.default_rng(8), odd={"lift_mm": 40.0})
    assert "s2" not in high.poses
    assert "looks lifted by 40 mm: set it on the mat" in str(high.problems["s2"])


def test_a_ship_that_may_lean_on_another_is_known_less_well():
    alone = placed(VERTICAL, np.random.default_rng(9)).poses["s2"].sigma_mm
    leaning_on = placed(VERTICAL, np.random.default_rng(9), tippable=frozenset({"s2"})).poses["s2"].sigma_mm
    assert leaning_on > 1.6 * alone


WAKE = replace(LOW, tag=101, size_mm=16.0, x_mm=-38.0, y_mm=0.0, z_mm=0.5)
"""A plate on the mat behind the stern, which does not lean with the rig."""


def ships_with_wakes(rng, *, mount_sigma_mm=0.0, lean_rad=0.0, tippable=frozenset()):
    """Eight ships with flag and wake plate, whose rigs lean and whose mounts are all off alike, ship by ship."""
    sightings, ships = [], []
    for number, (x, y, heading) in enumerate(PLACES):
        plain = ship(number, (FLAG, WAKE))
        model = replace(plain.model, bow_zone_from_x_mm=14.0)
        off = rng.normal(0.0, mount_sigma_mm, 2) if mount_sigma_mm else np.zeros(2)
        believed = tuple(
            replace(
                mount,
                x_mm=mount.x_mm + off[0],
                y_mm=mount.y_mm + off[1],
                sigma_xy_mm=mount_sigma_mm,
                sigma_z_mm=0.1,
                pivot_x_mm=24.0,
            )
            for mount in plain.mounts
        )
        ships.append(replace(plain, model=model, mounts=believed))
        to_bow, to_port = rng.normal(0.0, lean_rad, 2) if lean_rad else (0.0, 0.0)
        sightings += SLANTING.seen(number, (x, y, heading), (FLAG,), rng, to_bow=to_bow, to_port=to_port)
        sightings += SLANTING.seen(number, (x, y, heading), (WAKE,), rng)
    return localise(tuple(sightings), tuple(ships), SLANTING.registration, 0, tippable=tippable)


def test_flag_and_wake_plate_show_the_lean_so_a_neighbour_makes_no_ship_less_sure():
    alone = ships_with_wakes(np.random.default_rng(21)).poses["s2"].sigma_mm
    beside = ships_with_wakes(np.random.default_rng(21), tippable=frozenset({"s2"})).poses["s2"].sigma_mm
    assert beside == pytest.approx(alone, rel=0.01)


def test_mounts_that_were_measured_together_are_off_together():
    """And the plus-minus says so: it is neither that of one mount halved, nor that of both added."""
    rng, scores, sigmas = np.random.default_rng(22), [], []
    for _ in range(12):
        found = ships_with_wakes(rng, mount_sigma_mm=0.3, lean_rad=math.radians(0.5))
        for number, (x, y, _) in enumerate(PLACES):
            pose = found.poses[f"s{number}"]
            error = np.array([pose.pose.x_mm - x, pose.pose.y_mm - y])
            scores.append(error @ np.linalg.solve(pose.covariance[:2, :2], error))
            sigmas.append(math.sqrt(pose.own[:2, :2].trace() / 2))
    assert np.mean(np.array(scores) < CHI2_95_OF_TWO) > 0.9
    assert 0.3 < np.median(sigmas) < 0.36


def seen_hull(dx=0.0, dy=0.0, sigma_mm=0.4):
    x, y, heading = PLACES[2]
    return {"s2": HullPlace(PlanarPose(x + dx, y + dy, heading), np.diag([sigma_mm**2, sigma_mm**2, 0.02**2]))}


def test_a_hull_that_is_made_out_tells_of_a_lean_that_nothing_else_shows():
    odd = {"to_port": math.radians(4.0)}
    without = placed(VERTICAL, np.random.default_rng(10), odd=odd)
    assert off_mm(without) > 3.0
    found = placed(VERTICAL, np.random.default_rng(10), odd=odd, hulls=seen_hull(0.3, -0.2))
    assert "s2" in found.doubts
    assert off_mm(found) < 0.8


def test_a_hull_where_the_tag_has_it_narrows_the_plus_minus_and_hardly_moves_the_place():
    plain = placed(VERTICAL, np.random.default_rng(11))
    found = placed(VERTICAL, np.random.default_rng(11), hulls=seen_hull(0.15, 0.1, sigma_mm=0.25))
    assert found.warnings == ()
    assert found.poses["s2"].sigma_mm < 0.8 * plain.poses["s2"].sigma_mm
    assert off_mm(found) < 0.15


def test_a_hull_seen_aside_of_a_low_tag_contradicts_and_moves_nothing():
    """It would take a lean of 10 degrees to explain it; the look is wrong, or the plate was pushed."""
    low = replace(LOW, tag=100, x_mm=-10.0, y_mm=0.0)
    plain = placed(SLANTING, np.random.default_rng(11), (low,))
    found = placed(SLANTING, np.random.default_rng(11), (low,), hulls=seen_hull(1.6, 0.5, sigma_mm=0.25))
    assert not any("leans" in str(words) for words in found.warnings)
    moved = np.subtract((found.poses["s2"].pose.x_mm, found.poses["s2"].pose.y_mm),
                        (plain.poses["s2"].pose.x_mm, plain.poses["s2"].pose.y_mm))  # fmt: skip
    assert np.hypot(*moved) < 0.1
    assert found.poses["s2"].sigma_mm > plain.poses["s2"].sigma_mm


def test_what_is_known_pulls_by_the_shorter_way_round():
    known = Known(np.array([[0.0, 0.0, math.pi - 0.01, 0.0, 0.0, 0.0]]), np.zeros((1, 6, 6)))
    assert known.pull(np.array([[0.0, 0.0, -math.pi + 0.01, 0.0, 0.0, 0.0]]))[0, 2] == pytest.approx(-0.02)


def test_a_hull_seen_far_from_the_camera_leaves_a_plus_minus_that_is_one():
    """A lifted hull seems to lie farther away: place and lift hang together, and what is known adds up."""
    x, y, heading = PLACES[0]
    hull = {"s0": HullPlace(PlanarPose(x, y, heading), np.diag([0.4**2, 0.4**2, 0.02**2]))}
    plain = placed(SLANTING, np.random.default_rng(12)).poses["s0"]
    found = placed(SLANTING, np.random.default_rng(12), hulls=hull).poses["s0"]
    assert np.linalg.eigvalsh(found.own[:2, :2])[0] > 0.0
    assert found.sigma_mm < plain.sigma_mm


def looking_larger(camera, shares, rng, mounts=(FLAG,)):
    """Eight upright ships, each of whose tags looks larger by its share."""
    sightings = []
    for number, (at, share) in enumerate(zip(PLACES, shares, strict=True)):
        for one in camera.seen(number, at, mounts, rng):
            corners = np.asarray(one.corners)
            middle = corners.mean(axis=0)
            sightings.append(replace(one, corners=ImagePoints(middle + (1.0 + share) * (corners - middle))))
    return tuple(sightings), tuple(ship(number, mounts) for number in range(len(PLACES)))


def test_noise_alone_is_no_scatter_of_sizes_and_tags_that_differ_are():
    rng = np.random.default_rng(13)
    scatters = {0.0: [], 0.006: []}
    for sigma, found in scatters.items():
        for _ in range(20):
            sightings, ships = looking_larger(SLANTING, rng.normal(0.0, sigma, len(PLACES)), rng)
            found.append(localise(sightings, ships, SLANTING.registration, 0).sizes.scatter)
    # 0.03 px of a corner are 0.0011 of the size of a tag that is 19 px wide.
    assert np.median(scatters[0.0]) < 0.0011
    assert 0.004 < np.median(scatters[0.006]) < 0.012


def test_a_ship_whose_tag_looks_small_is_not_below_the_mat():
    """By so much as one that is 9 mm deeper, which would lie 5 mm away: the picture's edge, or a sail over its rim."""
    shares = np.zeros(len(PLACES))
    shares[2] = -0.007
    for seed in range(6):
        sightings, ships = looking_larger(SLANTING, shares, np.random.default_rng(seed))
        found = localise(sightings, ships, SLANTING.registration, 0, hulls=seen_hull())
        assert off_mm(found) < 0.4
        assert found.poses["s2"].sigma_mm < 1.5


def mounted(camera, mounts, rng):
    """Eight upright ships whose mounts are off by what is known of them."""
    for number, at in enumerate(PLACES):
        off = [replace(m, x_mm=m.x_mm + rng.normal(0.0, m.sigma_xy_mm), y_mm=m.y_mm + rng.normal(0.0, m.sigma_xy_mm))
               for m in mounts]  # fmt: skip
        for one, mount in zip(camera.seen(number, at, off, rng), mounts, strict=True):
            turn = rng.normal(0.0, mount.sigma_yaw_rad)
            middle = np.asarray(one.corners).mean(axis=0)
            corners = middle + (np.asarray(one.corners) - middle) @ np.array([[1.0, turn], [-turn, 1.0]])
            yield replace(one, corners=ImagePoints(corners))


def test_two_tags_that_disagree_by_what_is_known_of_them_are_seldom_both_taken_for_knocked():
    mounts = tuple(replace(mount, sigma_xy_mm=0.1, sigma_yaw_rad=0.002) for mount in (FLAG, LOW))
    ships = tuple(ship(number, mounts) for number in range(len(PLACES)))
    sigmas = []
    for seed in range(30):
        sightings = tuple(mounted(VERTICAL, mounts, np.random.default_rng(seed)))
        sigmas += [pose.sigma_mm for pose in localise(sightings, ships, VERTICAL.registration, 0).poses.values()]
    assert len(sigmas) == 240
    assert np.mean(np.array(sigmas) > 0.6) < 1 / 40  # of knocked ones it is 1.5 mm and more


@pytest.mark.parametrize("lift_mm", [0.0, 2.0, 3.0])
def test_a_ship_that_is_held_unnoticed_lies_no_farther_off_than_her_tag_allows_of_her_height(lift_mm):
    """By the rays: so far as the camera looks past her, for each millimetre, to where it stands."""
    eye = SLANTING.registration.pose.position
    held, reach_mm = 0, []
    for seed in range(30):
        found = placed(SLANTING, np.random.default_rng(seed), odd={"lift_mm": lift_mm})
        if "s2" in found.doubts:
            continue
        pose, raised = found.poses["s2"].pose, np.array(found.raised_mm["s2"])
        towards = (eye[:2] - PLACES[2][:2]) / eye[2]
        to_truth = np.array([PLACES[2][0] - pose.x_mm, PLACES[2][1] - pose.y_mm])
        assert abs(raised[0] * towards[1] - raised[1] * towards[0]) < 0.1
        reach_mm.append(raised @ towards / np.hypot(*towards))
        held += to_truth @ towards / np.hypot(*towards) < reach_mm[-1] + 0.3
    assert held >= 0.95 * len(reach_mm)
    assert max(reach_mm) < 4.0


@pytest.mark.parametrize("mounts", [(FLAG,), (FLAG, LOW)])
def test_a_lens_that_is_guessed_18_percent_too_long_makes_no_ship_lean_or_float(mounts):
    """Nearly from above the mat hardly shows the focal length, and flag and low tag lie apart by another parallax."""
    for camera in (VERTICAL, Camera(8.0), SLANTING):
        for seed in range(3):
            rng = np.random.default_rng(seed)
            sightings = [one for number, at in enumerate(PLACES) for one in camera.seen(number, at, mounts, rng)]
            ships = tuple(ship(number, mounts) for number in range(len(PLACES)))
            found = localise(tuple(sightings), ships, camera.by_a_guessed_lens, 0)
            assert len(found.poses) == len(PLACES)
            assert not [words for words in map(str, found.warnings) if "leans" in words or "above" in words]
