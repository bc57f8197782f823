"""What an effect, a post or a keyword does to a cannon's reach and to where it is measured from."""

from dataclasses import replace

import pytest

from tableassist.pieces import Cannon, CannonPost, CannonRange, Effect, PieceKind
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.revolution import REVOLUTION
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, scene, ship
from tests.table_states import with_notes

S, L = 57.5, 83.8


def with_effects(placed, *effects, **changes):
    piece, at = placed
    return replace(piece, effects=effects, **changes), at


def ruled(made, rule="range", settings=None):
    """By cannon: what A's ship has against B's."""
    found = [each for each in adjudicate(made, settings or RuleSettings()) if each.rule == rule and each.subject == "a"]
    return {each.cannon: each for each in found}


def abeam(gap_mm, *effects, reach="S", **more):
    """A's mast is `gap_mm` from B's side."""
    return scene(with_effects(ship("a", "A", 0, 0, reach=reach, **more), *effects), ship("b", "B", 0, gap_mm + 6.0))


def test_a_short_cannon_reaches_l_where_all_cannons_do():
    assert ruled(abeam(70.0))[1].verdict is Verdict.NO
    long = ruled(abeam(70.0, Effect.ALL_CANNONS_L))[1]
    assert (long.verdict, long.limit_mm) == (Verdict.YES, L)


@pytest.mark.parametrize(("reach", "limit_mm"), [("S", 2 * S), ("L", 2 * L)])
def test_a_doubled_range_is_twice_the_printed_one(reach, limit_mm):
    inside = ruled(abeam(limit_mm - 2.0, Effect.DOUBLE_RANGE, reach=reach))[1]
    outside = ruled(abeam(limit_mm + 2.0, Effect.DOUBLE_RANGE, reach=reach))[1]
    assert (inside.verdict, outside.verdict) == (Verdict.YES, Verdict.NO)
    assert inside.limit_mm == pytest.approx(limit_mm)
    assert "6" not in str(inside.reason).split("mm)")[1]


def test_a_range_doubled_with_a_6_says_so_only_beyond_the_printed_range():
    near = ruled(abeam(50.0, Effect.DOUBLE_RANGE_NEEDS_6))[1]
    far = ruled(abeam(100.0, Effect.DOUBLE_RANGE_NEEDS_6))[1]
    edge = ruled(abeam(S, Effect.DOUBLE_RANGE_NEEDS_6))[1]
    assert [each.verdict for each in (near, far, edge)] == [Verdict.YES] * 3
    assert "only a 6 hits" not in str(near.reason)
    assert "beyond S, where only a 6 hits and all her cannons shoot so or none" in str(far.reason)
    assert "perhaps" in str(edge.reason)


def test_the_editions_measure_from_the_mast_or_from_its_die():
    piece, at = ship("a", "A", 0, 0)
    mast = replace(piece.model.masts[0], die_y_mm=3.0)
    placed = replace(piece, model=replace(piece.model, masts=(mast,))), at
    made = scene(placed, ship("b", "B", 0, 60.0))
    mm = {edition: ruled(made, settings=RuleSettings(edition))[1] for edition in (SPANISH_MAIN, REVOLUTION, COMPLETE)}
    assert [mm[each].measured_mm for each in mm] == pytest.approx([54.0, 54.0, 51.0])
    assert "mast's centre" in str(mm[SPANISH_MAIN].reason)
    assert str(mm[REVOLUTION].citation) == "revolution, Shooting"


def crewed(made, *crew):
    return with_notes(made, MUSKETEER, crews={"a": crew})


MUSKETEER = RuleSettings(crew_effects={"m": (Effect.EXTRA_3S_CANNON_ANY_MAST,)}, crew_nations={"m": "French"})


def test_a_musketeers_gun_shoots_from_a_mast_that_is_gone():
    # Bow to the target: the foremost mast is 8 mm nearer than the other, and lost.
    made = scene(
        ship("a", "A", 0, 0, masts=(8.0, -8.0)), ship("b", "B", 8 + 56 + 6, 0, 90.0), masts_lost={"a": frozenset({1})}
    )
    guns = ruled(crewed(made, "m"), settings=MUSKETEER)
    assert sorted(guns) == [2, 3]
    assert guns[3].verdict is Verdict.YES
    assert (guns[3].measured_mm, guns[3].limit_mm) == (pytest.approx(56.0), S)
    assert "mast 1" in str(guns[3].reason)
    assert "which is gone" in str(guns[3].reason)


def test_nothing_lengthens_a_musketeers_gun():
    made = crewed(abeam(70.0, Effect.ALL_CANNONS_L, Effect.DOUBLE_RANGE, reach="L"), "m")
    guns = ruled(made, settings=MUSKETEER)
    assert (guns[1].limit_mm, guns[2].limit_mm) == (pytest.approx(2 * L), S)


def test_a_musketeers_gun_takes_the_mast_with_a_clear_line_before_the_nearer_one():
    # The aft mast is 36 mm from the target, with a ship between; the foremast 42 mm, with a free view past her bow.
    made = scene(ship("a", "A", 0, 0, masts=(14.0, -14.0)), ship("c", "A", -24, 18), ship("b", "B", -14, 56, 90.0))
    guns, shots = (ruled(crewed(made, "m"), rule, MUSKETEER) for rule in ("range", "shot"))
    assert guns[3].measured_mm == pytest.approx((22**2 + 36**2) ** 0.5)
    assert (shots[2].verdict, shots[3].verdict) == (Verdict.NO, Verdict.YES)


def test_crew_of_another_nation_do_nothing_aboard():
    made = abeam(40.0)
    piece, at = made.pieces[0].piece, made.pieces[0].pose
    english = scene((replace(piece, nation="English"), at), ship("b", "B", 0, 46.0))
    french = scene((replace(piece, nation="French"), at), ship("b", "B", 0, 46.0))
    assert sorted(ruled(crewed(english, "m"), settings=MUSKETEER)) == [1]
    assert sorted(ruled(crewed(french, "m"), settings=MUSKETEER)) == [1, 2]


def test_a_cannon_that_is_fixed_to_the_hull_is_measured_from_there_and_outlives_the_masts():
    hull = Cannon(None, 2, CannonRange.LONG, 1, (17.0, 0.0))
    piece, at = ship("a", "A", 0, 0, masts=(0.0, -10.0))
    bombardier = replace(piece, cannons=(hull, Cannon(1, 3, CannonRange.LONG, 2), Cannon(2, 3, CannonRange.LONG, 3)))
    made = scene((bombardier, at), ship("b", "B", 80, 0, 90.0), masts_lost={"a": frozenset({1})})
    ranges = ruled(made)
    assert sorted(ranges) == [1, 3]
    assert ranges[1].measured_mm == pytest.approx(80.0 - 6.0 - 17.0)
    assert "hull cannon" in str(ranges[1].reason)


def test_four_cannons_on_one_mast_are_four_questions_and_go_with_it():
    piece, at = ship("a", "A", 0, 0)
    four = tuple(Cannon(1, 3, CannonRange.SHORT, number) for number in (1, 2, 3, 4))
    flotilla = replace(piece, cannons=four, model=replace(piece.model, cannon_posts=(CannonPost(1, printed=4),)))
    assert sorted(ruled(scene((flotilla, at), ship("b", "B", 0, 40)), "shot")) == [1, 2, 3, 4]
    sunk = scene((flotilla, at), ship("b", "B", 0, 40), masts_lost={"a": frozenset({1})})
    assert ruled(sunk, "shot") == {}


def test_a_longships_mast_says_that_it_shoots_twice():
    piece, at = ship("a", "A", 0, 0)
    longship = replace(piece, cannons=(Cannon(1, 3, CannonRange.LONG, 1, None, 2),))
    assert "two shots" in str(ruled(scene((longship, at), ship("b", "B", 0, 40)))[1].reason)


def test_a_fort_shoots_from_its_flags():
    piece, at = land("a", 0, 0, PieceKind.FORT)
    model = replace(piece.model, flags=((10.0, 10.0), (-10.0, 10.0)))
    cannons = (Cannon(1, 3, CannonRange.LONG), Cannon(2, 3, CannonRange.SHORT))
    fort = replace(piece, owner="A", model=model, cannons=cannons)
    made = scene((fort, at), ship("b", "B", 10, 70, 0.0), masts_lost={"a": frozenset({2})})
    ranges = ruled(made)
    assert sorted(ranges) == [1]
    assert ranges[1].measured_mm == pytest.approx(70.0 - 6.0 - 10.0)
    assert "flag 1" in str(ranges[1].reason)


def test_broadsides_take_every_cannon_down_to_s():
    piece, at = ship("a", "A", 0, 0, masts=(10.0, -10.0))
    broad = replace(piece, keywords=("Broadsides Attack",), effects=(Effect.DOUBLE_RANGE,)), at
    beyond = ruled(scene(broad, ship("b", "B", 0, 70.0)), "broadsides")[None]
    within = ruled(scene(broad, ship("b", "B", 0, 60.0)), "broadsides")[None]
    assert (beyond.verdict, within.verdict) == (Verdict.NO, Verdict.YES)
    assert beyond.limit_mm == S
    assert "cannons 1, 2 of 2 would bear" in str(within.reason)


def test_a_broadside_is_measured_from_the_nearest_cannon_that_bears():
    piece, at = ship("a", "A", 0, 0, masts=(10.0, -10.0))
    broad = replace(piece, keywords=("Broadsides Attack",)), at
    attack = ruled(scene(broad, ship("b", "B", 30, 50.0)), "broadsides")[None]
    # The enemy's hull begins at x = 10, y = 44: straight ahead of one mast, 48.3 mm from the other.
    assert attack.measured_mm == pytest.approx(44.0, abs=0.2)
