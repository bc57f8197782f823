"""Where no rule has an answer: both readings, until the house picks one."""

from dataclasses import replace

import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.editions.disputes import OPEN_DISPUTES
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.engine.rules import ALL_HOUSE_RULES
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, scene, ship

YES, NO, OPEN = Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE


def asked(made, rule="line_of_fire", house=None, **more):
    settings = with_house(RuleSettings(**more), house or {})
    return next(
        each for each in adjudicate(made, settings) if (each.rule, each.subject, each.target) == (rule, "a", "b")
    )


def verdicts(ruling):
    return [reading.verdict for reading in ruling.readings]


def at_a_fort():
    # The fort is 16 mm wide in the middle of an island of 30 x 30 mm.
    piece, at = land("b", 0, 70, PieceKind.FORT)
    small = replace(piece.model, hull=((-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0)))
    return scene(ship("a", "A", 0, 0), (replace(piece, owner="B", model=small), at), land("isle", 0, 70))


def test_a_forts_own_island_blocks_or_not_until_the_house_says_which():
    open_ = asked(at_a_fort())
    assert (open_.verdict, verdicts(open_)) == (OPEN, [NO, YES])
    assert "D25" in str(open_.reason)
    assert asked(at_a_fort(), "shot").verdict is OPEN
    assert verdicts(asked(at_a_fort(), "shot")) == [NO, YES]


@pytest.mark.parametrize(("choice", "verdict"), [("blocks", NO), ("does-not-block", YES)])
def test_the_house_settles_a_forts_own_island_and_is_named(choice, verdict):
    for rule in ("line_of_fire", "shot"):
        ruling = asked(at_a_fort(), rule, {"fort-own-island": choice})
        assert (ruling.verdict, ruling.readings, ruling.house) == (verdict, (), ("fort-own-island",))


def test_another_island_blocks_a_shot_at_a_fort_in_both_readings():
    made = at_a_fort()
    rock = land("rock", 0, 30)
    blocked = scene(*((placed.piece, placed.pose) for placed in made.pieces), rock)
    assert asked(blocked).verdict is NO
    assert asked(blocked, house={"fort-own-island": "does-not-block"}).verdict is NO


def past(*between, **more):
    return scene(ship("a", "A", 0, 0), ship("b", "B", 0, 76), *between, **more)


def test_a_low_piece_blocks_by_the_text_and_the_other_reading_is_shown():
    ruling = asked(past(land("isle", 0, 40)))
    assert (ruling.verdict, verdicts(ruling)) == (NO, [NO, YES])
    assert str(ruling.readings[1].words) == "low pieces are shot over (D24)"
    assert str(ruling.reason) == "blocked by isle"


def test_a_ship_without_masts_is_low_and_one_with_masts_is_not():
    derelict = asked(past(ship("c", "A", 0, 40), masts_lost={"c": frozenset({1})}))
    assert verdicts(derelict) == [NO, YES]
    assert asked(past(ship("c", "A", 0, 40))).readings == ()


def test_fog_is_never_shot_over():
    fog = land("fog", 0, 40, PieceKind.FOG_BANK)
    assert asked(past(fog), house={"shoot-over": "low-pieces"}).verdict is NO


@pytest.mark.parametrize(("choice", "verdict"), [("never", NO), ("low-pieces", YES)])
def test_the_house_settles_what_is_shot_over(choice, verdict):
    ruling = asked(past(land("isle", 0, 40)), house={"shoot-over": choice})
    assert (ruling.verdict, ruling.readings, ruling.house) == (verdict, (), ("shoot-over",))


ROUND = {"table-edge": "round-earth"}
TABLE = (500.0, 400.0)


def over_the_edge(*more):
    # 30 mm from the left edge and 30 mm from the right: 440 mm apart on the table, 60 mm across its edge.
    return scene(ship("a", "A", 30, 200, 90.0), ship("b", "B", 470, 200, 90.0), *more)


def test_a_shot_across_a_round_earths_edge_has_two_answers():
    ruling = asked(over_the_edge(), "shot", ROUND, table_mm=TABLE)
    assert (ruling.verdict, verdicts(ruling)) == (OPEN, [NO, YES])
    assert asked(over_the_edge(), "shot", table_mm=TABLE).verdict is NO


@pytest.mark.parametrize(("choice", "verdict"), [("on-table", NO), ("across", YES)])
def test_the_house_settles_shots_across_the_edge(choice, verdict):
    ruling = asked(over_the_edge(), "shot", {**ROUND, "round-earth-shots": choice}, table_mm=TABLE)
    assert (ruling.verdict, ruling.readings) == (verdict, ())
    assert ("round-earth-shots" in ruling.house) is (choice == "across")
    if choice == "across":
        assert asked(over_the_edge(), "range", {**ROUND, "round-earth-shots": choice}, table_mm=TABLE).measured_mm == (
            pytest.approx(60.0 - 6.0)
        )


def test_what_lies_beyond_the_edge_blocks_a_shot_across_it():
    fog = land("fog", 490, 200, PieceKind.FOG_BANK)
    ruling = asked(over_the_edge(fog), "shot", {**ROUND, "round-earth-shots": "across"}, table_mm=TABLE)
    assert ruling.verdict is NO


def test_every_open_dispute_has_two_readings_and_a_house_rule_if_it_is_measured():
    by_name = {rule.name: rule for rule in ALL_HOUSE_RULES}
    for dispute in OPEN_DISPUTES:
        assert len(dispute.readings) == 2
        if dispute.house_rule is not None:
            assert by_name[dispute.house_rule].choices == tuple(choice for choice, _ in dispute.readings)
