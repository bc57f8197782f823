from tableassist.pieces import PieceKind
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, rule, scene, ship

SHOOTER = ship("a", "A", 0, 0, 90.0)
TARGET = ship("b", "B", 75, 0, 90.0)


def line(*more, shooter=SHOOTER, target=TARGET, cannon=None):
    return rule(scene(shooter, target, *more), "line_of_fire", "a", "b", cannon)


def test_open_water_is_clear():
    assert line().verdict is Verdict.YES


def test_an_island_between_blocks_and_is_named():
    ruling = line(land("rock", 35, 0))
    assert ruling.verdict is Verdict.NO
    assert ruling.witness.blocker == "rock"
    assert ruling.measured_mm < 0
    assert abs(ruling.witness.stopped_at[0] - 20) < 3


def test_a_fog_bank_blocks_and_a_reef_does_not():
    assert line(land("fog", 35, 0, PieceKind.FOG_BANK)).verdict is Verdict.NO
    assert line(land("reef", 35, 0, PieceKind.REEF)).verdict is Verdict.YES


def test_another_ship_blocks_of_either_fleet():
    for owner in ("A", "B"):
        assert line(ship("c", owner, 35, 0, 90.0)).verdict is Verdict.NO


def test_the_line_may_end_on_any_part_of_the_target():
    """The island hides the nearest point; the bow sticks out past it."""
    assert line(land("rock", 35, -14)).verdict is Verdict.YES


def test_a_line_that_just_grazes_is_too_close_to_call():
    """The line from the mast at (0, 0) to the bow's tip at (75, 20) is at y = 5.33 where the rock begins, x = 20."""
    assert line(land("rock", 35, 5.33 - 15.0)).verdict is Verdict.TOO_CLOSE
    assert line(land("rock", 35, 5.33 - 15.0 - 1.0)).verdict is Verdict.YES
    assert line(land("rock", 35, 5.33 - 15.0 + 1.0)).verdict is Verdict.NO


def test_out_of_range_there_is_no_line_to_judge():
    assert line(target=ship("b", "B", 200, 0)) is None


def test_own_square_sail_blocks_the_gun_behind_it():
    shooter = ship("a", "A", 0, 0, 0.0, masts=(8.0, -8.0), sail="athwart")
    ahead = ship("b", "B", 75, 0, 0.0)
    assert line(shooter=shooter, target=ahead, cannon=1).verdict is Verdict.YES
    behind = line(shooter=shooter, target=ahead, cannon=2)
    assert behind.verdict is Verdict.NO
    assert "own mast 1" in str(behind.reason)


def test_own_fore_and_aft_sail_lets_a_broadside_pass():
    shooter = ship("a", "A", 0, 0, 90.0, masts=(8.0, -8.0), sail="fore-and-aft")
    assert line(shooter=shooter, cannon=2).verdict is Verdict.YES


def test_a_lost_mast_takes_its_sail_out_of_the_way():
    shooter = ship("a", "A", 0, 0, 0.0, masts=(8.0, -8.0), sail="athwart")
    made = scene(shooter, ship("b", "B", 75, 0, 0.0), masts_lost={"a": frozenset({1})})
    assert rule(made, "line_of_fire", "a", "b", 2).verdict is Verdict.YES


def test_own_hull_does_not_block():
    aft = ship("a", "A", 0, 0, 0.0, masts=(-15.0,))
    assert line(shooter=aft, target=ship("b", "B", 70, 0, 90.0)).verdict is Verdict.YES
