"""Terrain: what acts on whom, rolls, moves, the way out of fog, drifting icebergs."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from shapely import Point

from tableassist.errors import BadRequestError
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import EdgeNumber, Effect, OutlinePart, PartKind, PieceKind
from tableassist.rulebook.editions.settings import with_house
from tableassist.rulebook.movement.iceberg import iceberg_drift, move_iceberg
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.terrain.exit import fog_exit
from tableassist.rulebook.terrain.on_route import RouteLeg, place_at, rule_terrain_of_move
from tableassist.rulebook.terrain.terrain import (
    ReefDamage,
    is_freed,
    is_tangled,
    reef_damage,
    rule_terrain,
    terrain_pairs,
)
from tableassist.store.models import find_model
from tests.rulebook.contact_scenes import A, B, C, PieceState, creature, judge, land, of, scene, ship, told

NUMBERS = tuple(
    EdgeNumber(k + 1, 15.0 * math.cos(turn), 15.0 * math.sin(turn), turn)
    for k, turn in enumerate(math.radians(each) for each in (0, 90, 180, 270))
)


def numbered(kind, x, y, heading=0.0, **more):
    piece, at = of(land(kind.value, x, y, kind, **more), edge_numbers=NUMBERS)
    return piece, at if heading == 0 else ship("turned", None, x, y, heading)[1]


def on(kind, settings, *, gap=0.2, masts=(0.0,), masts_lost=None, states=None, owner=None, others=(), **changes):
    mover = of(ship("a", "A", -35 - gap, 0, masts=masts), **changes)
    made = scene(mover, of(land("it", 0, 0, kind), owner=owner), *others, masts_lost=masts_lost)
    return judge(rule_terrain, told(made, states=states or {}), "a", "it", settings)


FOUR = (9.0, 3.0, -3.0, -9.0)


@pytest.mark.parametrize("kind", [PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA])
def test_terrain_acts_by_touch_and_the_first_edition_has_none(kind):
    assert on(kind, A) is None
    for settings in (B, C):
        ruling = on(kind, settings)
        assert ruling.verdict is Verdict.YES
        assert ruling.measured_mm == pytest.approx(0.2)
        assert on(kind, settings, gap=2.0).verdict is Verdict.NO
    assert on(kind, with_house(B, {"terrain": False})) is None


@pytest.mark.parametrize("kind", [PieceKind.ICEBERG, PieceKind.WHIRLPOOL, PieceKind.TRADE_CURRENT])
def test_only_the_complete_rules_know_the_newer_terrain(kind):
    assert on(kind, B) is None
    assert on(kind, C) is not None


@pytest.mark.parametrize(("lost", "words"), [((), "1 takes 3, 2 takes 2, 3 takes 1"),
                                             ((1, 2), "1 wrecks her, 2 takes 2, 3 takes 1"),
                                             ((1, 2, 3), "1-2 wrecks her, 3 takes 1")])  # fmt: skip
def test_a_reef_is_rolled_against_the_masts_as_built(lost, words):
    ruling = on(PieceKind.REEF, C, masts=FOUR, masts_lost={"a": frozenset(lost)})
    assert str(ruling.reason).endswith(words)
    assert str(ruling.citation) == "complete, Terrain (Reef)"


def test_rolls_on_reefs_and_in_weeds():
    four, three, hurt = (4, 4), (3, 3), (4, 1)  # masts built and standing
    assert [reef_damage(*four, roll) for roll in (2, 4)] == [ReefDamage(2, False), ReefDamage(0, False)]
    assert reef_damage(*three, 4) == ReefDamage(0, False)
    assert reef_damage(*hurt, 2) == ReefDamage(2, True)
    assert [is_tangled(three[0], roll) for roll in (3, 4)] == [False, True]
    assert [is_freed(three[1], roll) for roll in (3, 4)] == [False, True]
    assert is_freed(hurt[1], 6)


def test_weeds_say_which_roll_tangles():
    assert str(on(PieceKind.SARGASSO_SEA, B, masts=FOUR[:3]).reason).endswith("above 3 tangles her")


def test_one_who_ignores_terrain_and_a_ghost_are_spared():
    assert on(PieceKind.REEF, C, effects=(Effect.IGNORES_TERRAIN,)).verdict is Verdict.NO
    assert on(PieceKind.REEF, C, states={"a": frozenset({PieceState.GHOSTLY})}).verdict is Verdict.NO


def test_oars_over_a_reef_do_not_touch_it():
    oars = OutlinePart(PartKind.OARS, ((-10.0, 6.0), (10.0, 6.0), (10.0, 16.0), (-10.0, 16.0)), 2.0, 5.0, False)
    hull = OutlinePart(PartKind.OUTRIGGER, oars.outline, 0.0, 5.0, True)
    for part, verdict in ((oars, Verdict.NO), (hull, Verdict.YES)):
        made = scene(of(ship("a", "A", 0, 0), parts=(part,)), land("reef", 0, 15 + 10, PieceKind.REEF))
        assert judge(rule_terrain, made, "a", "reef", C).verdict is verdict


def test_a_whirlpool_needs_another_one():
    assert on(PieceKind.WHIRLPOOL, C).verdict is Verdict.NO
    other = land("maelstrom", 400, 400, PieceKind.WHIRLPOOL)
    ruling = on(PieceKind.WHIRLPOOL, C, others=(other,))
    assert ruling.verdict is Verdict.YES
    assert "maelstrom" in str(ruling.reason)


@pytest.mark.parametrize(("owner", "verdict"), [("A", Verdict.YES), ("B", Verdict.NO), (None, Verdict.YES)])
def test_a_trade_current_helps_the_side_that_laid_it(owner, verdict):
    ruling = on(PieceKind.TRADE_CURRENT, C, owner=owner)
    assert ruling.verdict is verdict
    assert ("+S (57.5 mm)" in str(ruling.reason)) is (verdict is Verdict.YES)


def test_creatures_meet_terrain_too_and_only_near_pairs_are_asked():
    made = scene(creature("eel", "A", 0, 0), land("reef", 35.2, 0, PieceKind.REEF), land("far", 300, 0, PieceKind.REEF))
    assert [(one.id, other.id) for one, other in terrain_pairs(made)] == [("eel", "reef")]
    assert "against 2 as built: 1 takes 1" in str(judge(rule_terrain, made, "eel", "reef", C).reason)


def legs(*stops):
    """Straight segments between places (x, y, heading); a turn happens where one ends."""
    poses = [PlanarPose(x, y, math.radians(heading)) for x, y, heading in stops]
    return [RouteLeg(PlanarPose(one.x_mm, one.y_mm, other.heading_rad), other) for one, other in pairwise(poses)]


def moved(settings, way, *terrain, **changes):
    made = scene(of(ship("a", "A", 0, 0, masts=FOUR), **changes), *terrain)
    return rule_terrain_of_move(made.find("a"), way, made, settings)


REEF = ("reef", 100, 0, PieceKind.REEF)
"""From x = 85 to 115."""


def test_a_reef_that_is_crossed_acts_at_once_or_not_at_all():
    across = legs((0, 0, 0), (160, 0, 0))
    assert moved(C, across, land(*REEF)) == []
    (ruling,) = moved(B, across, land(*REEF))
    assert ruling.verdict is Verdict.YES
    assert str(ruling.reason).startswith("65 mm into segment 1 she touches reef")
    (house,) = moved(with_house(C, {"terrain-trigger": "at-once"}), across, land(*REEF))
    assert (house.verdict, house.house) == (Verdict.YES, ("terrain-trigger",))


def test_a_segment_that_ends_on_a_reef_meets_it_once():
    for settings, words in ((B, "65 mm into segment 1"), (C, "at the end of segment 1")):
        (ruling,) = moved(settings, legs((0, 0, 0), (70, 0, 0), (95, 0, 0)), land(*REEF))
        assert ruling.verdict is Verdict.YES
        assert str(ruling.reason).startswith(words)


def test_the_second_segment_is_named_when_it_meets_the_reef():
    (ruling,) = moved(C, legs((0, 0, 0), (60, 0, 0), (70, 0, 0)), land(*REEF))
    assert str(ruling.reason).startswith("at the end of segment 2")


def test_one_who_began_on_a_reef_leaves_it_without_a_roll():
    for settings, words in ((B, "her last move ended on it"), (C, "she began her turn on it")):
        (ruling,) = moved(settings, legs((100, 0, 0), (120, 0, 0)), land(*REEF))
        assert ruling.verdict is Verdict.NO
        assert words in str(ruling.reason)


def test_fog_ends_the_move_and_is_left_without_being_caught_again():
    fog = land("fog", 100, 0, PieceKind.FOG_BANK)
    beyond = land("reef", 200, 0, PieceKind.REEF)
    for settings in (B, C):
        rulings = moved(settings, legs((0, 0, 0), (70, 0, 0), (190, 0, 0)), beyond, fog)
        assert [(each.target, each.verdict) for each in rulings] == [("fog", Verdict.YES)]
        # Set down with her stern at its edge, x = 115: away, and then back into it.
        away = legs((135.1, 0, 0), (190, 0, 0))
        assert all(each.verdict is Verdict.NO for each in moved(settings, away, fog))
        back = legs((135.1, 0, 0), (190, 0, 0), (134, 0, 180))
        assert [each.verdict for each in moved(settings, back, fog)][-1] is Verdict.YES


def test_a_trade_current_helps_who_crosses_it():
    (ruling,) = moved(C, legs((0, 0, 0), (160, 0, 0)), of(land("flow", 100, 0, PieceKind.TRADE_CURRENT), owner="A"))
    assert ruling.verdict is Verdict.YES


@pytest.mark.parametrize("settings", [B, C])
def test_out_of_fog_by_the_number_that_was_rolled(settings):
    # The fog is turned a quarter: its first number, 15 mm ahead of its middle, is at (100, 65), straight out is up.
    made = scene(ship("a", "A", 100, 50), numbered(PieceKind.FOG_BANK, 100, 50, 90.0))
    out = fog_exit(made.find("a"), made.find("fog-bank"), 1, made, settings)
    assert out.at == pytest.approx((100.0, 65.0))
    assert (out.pose.x_mm, out.pose.y_mm) == pytest.approx((100.0, 85.0))
    assert math.degrees(out.pose.heading_rad) == pytest.approx(90.0)
    assert out.crowded_by == ()


def test_turned_she_is_set_down_just_clear_of_the_fog():
    made = scene(ship("a", "A", 100, 50), numbered(PieceKind.FOG_BANK, 100, 50, 90.0), ship("b", "B", 90, 90))
    out = fog_exit(made.find("a"), made.find("fog-bank"), 1, made, C, turn_rad=math.radians(30))
    # A stern corner, 6 mm from the keel, lies 6 cos 30 to the side and 6 sin 30 = 3 mm behind the stern's middle: it is
    # what touches the number, at (100, 65).
    middle = (100 + 6 * math.cos(math.radians(30)), 65 + 3.0)
    assert (out.pose.x_mm, out.pose.y_mm) == pytest.approx(
        (middle[0] - 10, middle[1] + 20 * math.sin(math.radians(60)))
    )
    assert out.crowded_by == ("b",)


def test_in_the_complete_rules_she_faces_away():
    made = scene(ship("a", "A", 100, 50), numbered(PieceKind.FOG_BANK, 100, 50))
    fog, turn = made.find("fog-bank"), math.radians(135)
    with pytest.raises(BadRequestError, match="expected less than 90"):
        fog_exit(made.find("a"), fog, 1, made, C, turn_rad=turn)
    assert math.degrees(fog_exit(made.find("a"), fog, 1, made, B, turn_rad=turn).pose.heading_rad) == pytest.approx(135)


def test_a_number_that_is_not_there_is_refused():
    made = scene(ship("a", "A", 100, 50), numbered(PieceKind.FOG_BANK, 100, 50), numbered(PieceKind.ICEBERG, 0, 0))
    with pytest.raises(BadRequestError, match="got 7"):
        fog_exit(made.find("a"), made.find("fog-bank"), 7, made, C)
    with pytest.raises(BadRequestError, match="got 9"):
        iceberg_drift(made.find("iceberg"), 9, made, C)


@pytest.mark.parametrize("name", ["three-mast", "canoe", "junk-10", "galley-2", "catamaran-2", "kraken"])
def test_packaged_pieces_come_out_of_a_packaged_fog_bank_touching_it_by_the_number(name):
    def packaged(piece_id, model, x, y, heading):
        piece, at = ship(piece_id, "A", x, y, heading)
        return replace(piece, model=find_model(model, asked_in=Path("test"), field="model")), at

    made = scene(packaged("a", name, 300, 300, 0.0), packaged("fog", "fog-bank", 300, 300, 25.0))
    mover, fog = made.find("a"), made.find("fog")
    for number in range(1, 7):
        for settings, turn in ((B, 0.0), (C, 0.0), (C, math.radians(40))):
            out = fog_exit(mover, fog, number, made, settings, turn_rad=turn)
            outside = place_at(mover, out.pose).footprint
            assert outside.distance(fog.footprint) < 1e-6
            assert outside.intersection(fog.footprint).area < 1e-3
            # The printed number is on the edge; a broad stern may meet the bank a little beside it.
            assert outside.distance(Point(out.at)) < 3.0


def drift(*others, number=1, **more):
    made = scene(numbered(PieceKind.ICEBERG, 0, 0), *others, **more)
    return made, iceberg_drift(made.find("iceberg"), number, made, C)


def test_an_iceberg_drifts_s_straight_out_without_turning():
    made, found = drift(number=2)
    assert (found.end.x_mm, found.end.y_mm, found.end.heading_rad) == pytest.approx((0.0, 57.5, 0.0))
    assert (found.moved_mm, found.stopped_by, found.rulings) == (57.5, None, ())
    assert move_iceberg(made.find("iceberg"), found).pose.pose == found.end


def test_it_stops_at_a_ship_and_takes_a_mast():
    _, found = drift(ship("a", "A", 60, 0), land("isle", 70, 3))
    # Her stern is at x = 40, the iceberg's edge at 15.
    assert found.moved_mm == pytest.approx(25.0)
    assert found.stopped_by == "a"
    assert found.is_sure
    assert "a loses one mast" in str(found.rulings[0].reason)
    assert [each.target for each in found.rulings] == ["a"]


def test_it_stops_at_an_island_for_good():
    _, found = drift(land("isle", 70, 0))
    assert found.moved_mm == pytest.approx(40.0)
    assert "no more in this game" in str(found.rulings[0].reason)
    made, aground = drift(land("isle", 30.3, 0), number=3)
    assert (aground.moved_mm, aground.stopped_by) == (0.0, "isle")
    assert aground.end == made.find("iceberg").pose.pose


def test_it_meets_a_corner_exactly():
    turned = numbered(PieceKind.ICEBERG, 0, 0)
    ahead = of(turned, edge_numbers=(EdgeNumber(1, 15.0, 15.0, math.radians(45)),))
    made = scene(ahead, land("isle", 40, 40))
    found = iceberg_drift(made.find("iceberg"), 1, made, C)
    assert found.moved_mm == pytest.approx(10 * math.sqrt(2))


@pytest.mark.parametrize(("y", "verdicts"), [(20.0, [Verdict.YES]), (20.95, [Verdict.TOO_CLOSE]),
                                             (21.05, [Verdict.TOO_CLOSE]), (22.0, [])])  # fmt: skip
def test_a_ship_that_is_just_grazed_is_too_close_to_call(y, verdicts):
    # Half of the iceberg and half of her beam are 15 + 6 = 21 mm.
    _, found = drift(ship("a", "A", 60, y))
    assert [each.verdict for each in found.rulings] == verdicts
    assert found.moved_mm == pytest.approx(25.0 if y < 21 else 57.5)


def test_a_graze_is_too_close_at_any_heading():
    for heading in (2.5, 17.0, 131.0):
        c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
        berg = numbered(PieceKind.ICEBERG, 0, 0, heading)
        made = scene(berg, ship("a", "A", 60 * c - 20.95 * s, 60 * s + 20.95 * c, heading))
        found = iceberg_drift(made.find("iceberg"), 1, made, C)
        assert [each.verdict for each in found.rulings] == [Verdict.TOO_CLOSE]
        assert found.moved_mm == pytest.approx(25.0)


def test_a_ship_that_is_hidden_on_its_way_leaves_the_drift_unsure():
    made, found = drift(ship("a", "A", 60, 0), t_ns=5_000_000_000)
    assert [each.verdict for each in found.rulings] == [Verdict.NOT_SEEN]
    assert not found.is_sure
    assert made.find("a").is_stale


def test_what_it_leaves_behind_is_not_met():
    _, found = drift(ship("a", "A", -35.0, 0), ship("b", "B", -35.2, 30))
    assert found.rulings == ()
    _, pressed = drift(ship("a", "A", -35.0, 0), number=3)
    assert (pressed.moved_mm, pressed.stopped_by) == (0.0, "a")
