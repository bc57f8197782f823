"""Hulls were not printed: what their sizes and colours tell of a print or a plate that is not right."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.messages import Message
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.pipeline.hull_looks import describe_odd_plate, hull_place, plate_warnings
from tableassist.pipeline.mat_warnings import odd_hulls_warning
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.touching import touching
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.hull.identity import Identity, IdentityVerdict
from tableassist.vision.hull.look import HullLook
from tests.table_states import state_of
from tests.vision.test_lean import LENS, MAT, SLANTING

UNPROVEN = replace(MAT, print_scale_sigma=0.01)
AT = PlanarPose(100.0, 100.0, 0.0)
HULL = ((-20.0, -8.0), (20.0, -8.0), (20.0, 8.0), (-20.0, 8.0))
SPREAD = np.diag([0.16, 0.16, 0.0004])


def piece(name="a", height_mm=10.0, kind=PieceKind.SHIP, sigma_mm=0.1):
    return Piece(name, name, PieceModel(name, kind, HULL, height_mm, (), (), None, sigma_mm), None, (), ())


def fit_of(at=AT, **look):
    seen = HullSeen(HullLook(np.zeros(3), SPREAD, fit=1.0, **look) if "fit" not in look else
                    HullLook(np.zeros(3), SPREAD, **look), at, (), {})  # fmt: skip
    return PieceFit((), at, None, None, hull=seen)


def fits(size, count=6):
    return {str(number): fit_of(size=size, size_sigma=0.02) for number in range(count)}


@pytest.mark.parametrize(("size", "word"), [(1.067, "5 % larger"), (0.967, "5 % smaller")])
def test_a_kit_that_was_printed_too_small_or_too_large_is_told_by_its_hulls(size, word):
    assert word in str(odd_hulls_warning(SLANTING.registration, fits(size), UNPROVEN))


def test_hulls_say_nothing_where_the_scale_is_proven_or_they_are_few_or_fit_or_the_picture_is_coarse():
    registration = SLANTING.registration
    assert odd_hulls_warning(registration, fits(1.067), MAT) is None
    assert odd_hulls_warning(registration, fits(1.067, count=3), UNPROVEN) is None
    for shade_only in (1.0, 1.017, 1.03):
        assert odd_hulls_warning(registration, fits(shade_only), UNPROVEN) is None
    coarse = replace(registration, lens=replace(LENS, fx=LENS.fx / 2, fy=LENS.fy / 2))
    assert odd_hulls_warning(coarse, fits(1.067), UNPROVEN) is None


def test_a_hull_that_is_another_or_cannot_be_made_out_gives_no_place():
    assert hull_place(fit_of().hull) is not None
    hidden = Message("too much of the hull is hidden")
    for odd in (fit_of(fit=0.1), fit_of(turned=True), fit_of(cannot_tell=hidden)):
        assert hull_place(odd.hull) is None
    for verdict in (IdentityVerdict.OTHER, IdentityVerdict.TURNED):
        assert hull_place(replace(fit_of().hull, identity=Identity(verdict))) is None


def test_a_ship_may_be_tipped_by_another_ship_and_not_by_a_card():
    ships = (piece("a"), piece("b"))
    card = piece("island", 0.9, PieceKind.ISLAND)
    beside, apart = replace(AT, y_mm=116.5), replace(AT, y_mm=119.0)
    assert touching(ships, {"a": fit_of(), "b": fit_of(at=beside)}) == {"a", "b"}
    assert touching(ships, {"a": fit_of(), "b": fit_of(at=apart)}) == set()
    assert touching((ships[0], card), {"a": fit_of(), "island": fit_of(at=beside)}) == set()


JIG, BY_EYE = {"sigma_xy_mm": 0.1, "sigma_yaw_rad": 0.002}, {"sigma_xy_mm": 2.0, "sigma_yaw_rad": 0.03}


def warned(offset, mount, problem=None, doubts=()):
    """What is said of a ship whose hull lies so far from under her flag, known to 0.3 mm and a degree."""
    flag = TagMount("36h11", 1, 18.0, MountKind.FLAG, -15.0, 0.0, 57.0, 0.0, sigma_z_mm=0.15, **mount)
    ship = replace(piece(), mounts=(flag,))
    look = HullLook(np.array(offset), np.diag([0.09, 0.09, 0.0003]), fit=1.0)
    pose = PiecePose(AT, np.eye(3), np.zeros((3, 0)), 0, (1,), 0.1)
    seen = HullSeen(look, AT, (), {}, odd_plate=describe_odd_plate(ship, look))
    fit = PieceFit((), AT, pose, problem, hull=seen)
    settings = TableSettings("test", MAT, CameraProfile("test", LENS), (ship,), RuleSettings(), state_of((ship,)))
    return [str(words) for words in plate_warnings({ship.id: fit}, settings, doubts)]


def test_a_pushed_or_turned_plate_is_named_where_the_hull_shows_it_beyond_doubt():
    (pushed,) = warned((3.0, 0.0, 0.0), JIG)
    assert "does not stand over the hull as it was fitted out, by about 3.0 mm" in pushed
    (turned,) = warned((0.0, 0.0, 0.12), JIG)
    assert "it seems to be turned by 7°" in turned


def test_a_plate_is_not_called_pushed_where_its_own_place_is_no_better_known():
    assert not warned((3.0, 0.0, 0.0), BY_EYE)
    assert not warned((1.0, 0.0, 0.02), JIG)


def test_a_ship_of_whom_something_else_is_said_is_not_said_to_have_a_pushed_plate_as_well():
    assert not warned((3.0, 0.0, 0.0), JIG, problem=Message("a"))
    assert not warned((3.0, 0.0, 0.0), JIG, doubts=("a",))
