"""Sea creatures, forts, and parts beside the hull, as far as the rules know them."""

from dataclasses import replace

import pytest

from tableassist.pieces import Cannon, CannonRange, OutlinePart, PartKind, PieceKind, Segment
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, rule, scene, ship


def with_model(placed, **changes):
    piece, at = placed
    return replace(piece, model=replace(piece.model, **changes)), at


def creature(name, owner, x, y, segments=((8.0, 3.0), (-8.0, 3.0))):
    piece, at = ship(name, owner, x, y, masts=())
    limbs = tuple(Segment(sx, sy, 25.0, 2.0) for sx, sy in segments)
    model = replace(piece.model, kind=PieceKind.SEA_CREATURE, segments=limbs)
    cannons = tuple(Cannon(k, 3, CannonRange.LONG) for k in range(1, len(limbs) + 1))
    return replace(piece, model=model, cannons=cannons), at


def fort(name, owner, x, y):
    piece, at = land(name, x, y, PieceKind.FORT)
    return replace(piece, owner=owner), at


def test_a_creature_shoots_from_the_segments_that_are_left():
    made = scene(creature("eel", "A", 0, 0), ship("b", "B", 0, 50), masts_lost={"eel": frozenset({1})})
    ranges = [r for r in adjudicate(made, RuleSettings()) if (r.rule, r.subject) == ("range", "eel")]
    assert [r.cannon for r in ranges] == [2]
    assert ranges[0].witness.start == pytest.approx((-8.0, 3.0))
    assert ranges[0].measured_mm == pytest.approx(50.0 - 6.0 - 3.0)


def test_a_segment_can_be_hit_until_it_is_lost():
    # Straight up from the mast at x = 0 the base's edge is 34 mm away; a limb of 2 mm reaches 7 mm nearer.
    eel = creature("eel", "B", 0, 40, segments=((0.0, -11.0), (0.0, 2.0)))
    whole = rule(scene(ship("a", "A", 0, 0), eel), "range", "a", "eel")
    hurt = rule(scene(ship("a", "A", 0, 0), eel, masts_lost={"eel": frozenset({1})}), "range", "a", "eel")
    assert whole.measured_mm == pytest.approx(40.0 - 11.0 - 2.0)
    assert hurt.measured_mm == pytest.approx(40.0 - 6.0)


def test_own_segments_do_not_block_a_creatures_line():
    row = ((0.0, 0.0), (0.0, 4.0))
    made = scene(creature("eel", "A", 0, 0, segments=row), ship("b", "B", 0, 50))
    assert rule(made, "line_of_fire", "eel", "b", 1).verdict is Verdict.YES


def test_a_creature_blocks_a_line_as_a_ship_does():
    made = scene(ship("a", "A", 0, 0), creature("eel", "A", 0, 25), ship("b", "B", 0, 50))
    assert rule(made, "line_of_fire", "a", "b").verdict is Verdict.NO


def test_a_creature_neither_rams_nor_is_rammed():
    made = scene(ship("a", "A", 0, 0), creature("eel", "B", 40.2, 0))
    assert rule(made, "ram", "a", "eel") is None
    assert rule(made, "ram", "eel", "a") is None


@pytest.mark.parametrize(("owner", "verdict"), [("A", Verdict.YES), (None, Verdict.YES), ("B", Verdict.NO)])
def test_a_ship_docks_at_her_own_fort_and_not_at_an_enemys(owner, verdict):
    ruling = rule(scene(ship("a", "A", -35.2, 0), fort("castle", owner, 0, 0)), "docking", "a", "castle")
    assert ruling.verdict is verdict
    assert ("enemy fort" in str(ruling.reason)) == (owner == "B")


def side_part(kind, *, touches):
    """Port side, 6 to 16 mm from the keel."""
    return OutlinePart(kind, ((-10.0, 6.0), (10.0, 6.0), (10.0, 16.0), (-10.0, 16.0)), 0.0, 5.0, touches)


@pytest.mark.parametrize(("touches", "gap"), [(True, 0.2), (False, 10.2)])
def test_an_outrigger_is_rammed_and_oars_are_not(touches, gap):
    target = with_model(ship("b", "B", 0, 0), parts=(side_part(PartKind.OUTRIGGER, touches=touches),))
    ruling = rule(scene(ship("a", "A", 0, 36.2, -90.0), target), "ram", "a", "b")
    assert ruling.measured_mm == pytest.approx(gap)
    assert ruling.verdict is (Verdict.YES if touches else Verdict.NO)


def test_a_ram_belongs_to_the_bow():
    spike = OutlinePart(PartKind.RAM, ((18.0, -1.0), (26.0, 0.0), (18.0, 1.0)), 0.0, 5.0, True)
    made = scene(with_model(ship("a", "A", 0, 0), parts=(spike,)), ship("b", "B", 32.3, 0, 90.0))
    ruling = rule(made, "ram", "a", "b")
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm == pytest.approx(0.3)


def test_oars_can_be_hit_by_a_shot():
    target = with_model(ship("b", "B", 0, 60), parts=(side_part(PartKind.OARS, touches=False),))
    ruling = rule(scene(ship("a", "A", 0, 120), target), "range", "a", "b")
    assert ruling.measured_mm == pytest.approx(60.0 - 16.0)


@pytest.mark.parametrize("kind", [PieceKind.ICEBERG, PieceKind.REEF, PieceKind.SARGASSO_SEA, PieceKind.WHIRLPOOL,
                                  PieceKind.TRADE_CURRENT, PieceKind.CARD, PieceKind.COIN])  # fmt: skip
def test_other_terrain_blocks_no_line_and_is_no_shore(kind):
    made = scene(ship("a", "A", 0, 0), land("it", 0, 30, kind), ship("b", "B", 0, 60))
    assert rule(made, "line_of_fire", "a", "b").verdict is Verdict.YES
    assert rule(made, "docking", "a", "it") is None


@pytest.mark.parametrize(("kind", "stale"), [(PieceKind.FORT, False), (PieceKind.WHIRLPOOL, False),
                                             (PieceKind.ICEBERG, True), (PieceKind.COIN, True)])  # fmt: skip
def test_what_nobody_moves_stays_valid_while_it_is_hidden(kind, stale):
    made = scene(land("it", 0, 0, kind), t_ns=5_000_000_000)
    assert made.pieces[0].is_stale is stale
