"""Who may shoot at whom at all, by edition, state and card; and the first reason in a shot."""

from dataclasses import replace

import pytest

from tableassist.pieces import Cannon, CannonRange, Effect, PieceKind, PieceState
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.revolution import REVOLUTION
from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.shooting.permission import rule_permissions
from tests.rulebook.scenes import land, scene, ship
from tests.table_states import with_notes

NEAR = 40.0


def with_effects(placed, *effects):
    piece, at = placed
    return replace(piece, effects=effects), at


def in_state(made, **states):
    marked = {piece: frozenset({state}) for piece, state in states.items()}
    return with_notes(made, states=marked)


def asked(made, rule="permission", edition=COMPLETE, subject="a", target="b"):
    found = adjudicate(made, RuleSettings(edition))
    return next(each for each in found if (each.rule, each.subject, each.target) == (rule, subject, target))


def two(**more):
    return scene(ship("a", "A", 0, 0), ship("b", "B", 0, NEAR), **more)


def test_nothing_forbids_a_shot_at_an_enemy_at_sea():
    assert asked(two()).verdict is Verdict.YES
    assert asked(two(), "shot").verdict is Verdict.YES


@pytest.mark.parametrize(
    ("edition", "verdict"), [(SPANISH_MAIN, Verdict.YES), (REVOLUTION, Verdict.NO), (COMPLETE, Verdict.NO)]
)
def test_only_where_the_text_is_silent_a_table_may_let_ships_shoot_their_own_fleet(edition, verdict):
    made = scene(ship("a", "A", 0, 0), ship("b", "A", 0, NEAR))
    (ruling,) = rule_permissions([made.pieces], made, RuleSettings(edition, house={"own-fleet-shot": "yes"}))
    assert ruling.verdict is verdict
    (ruling,) = rule_permissions([made.pieces], made, RuleSettings(edition))
    assert ruling.verdict is Verdict.NO


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize(("island_x", "verdict"), [(35.2, Verdict.NO), (60.0, Verdict.YES), (36.0, Verdict.TOO_CLOSE)])
def test_a_ship_docked_at_home_is_not_shot_at(edition, island_x, verdict):
    # Her bow is at x = 20, the island's shore 15 mm before its middle, contact up to 1 mm.
    made = scene(
        ship("a", "A", 0, -NEAR), ship("b", "B", 0, 0), land("home", island_x, 0, sigma_mm=0.1), homes={"home": "B"}
    )
    permission = asked(made, edition=edition)
    assert permission.verdict is verdict
    assert asked(made, "shot", edition).verdict is verdict
    assert edition.name in str(permission.citation)


def test_a_ship_docked_at_a_wild_island_may_be_shot_at_but_for_her_card():
    island = land("wild", 35.2, 0)
    plain = scene(ship("a", "A", 0, -NEAR), ship("b", "B", 0, 0), island)
    spared = scene(ship("a", "A", 0, -NEAR), with_effects(ship("b", "B", 0, 0), Effect.NOT_SHOT_WHILE_DOCKED), island)
    assert asked(plain).verdict is Verdict.YES
    assert asked(spared).verdict is Verdict.NO
    assert str(asked(spared).citation) == "card of b"


def test_the_shore_where_she_is_docked_is_told_by_its_name_not_by_its_id():
    piece, at = land("island-2", 35.2, 0)
    docked = with_effects(ship("b", "B", 0, 0), Effect.NOT_SHOT_WHILE_DOCKED)
    made = scene(ship("a", "A", 0, -NEAR), docked, (replace(piece, name="Palm Island"), at))
    assert str(asked(made).reason) == "b is docked at Palm Island, where she cannot be shot at"


def test_nobody_knows_whether_she_is_docked_where_her_home_was_never_seen():
    island, _ = land("home", 35, 0)
    made = scene(ship("a", "A", 0, -NEAR), ship("b", "B", 0, 0), (island, None), homes={"home": "B"})
    assert asked(made).verdict is Verdict.NOT_SEEN
    assert "home has not been seen" in str(asked(made, "shot").reason)


@pytest.mark.parametrize(
    ("state", "as_shooter", "as_target"),
    [
        (PieceState.LOST, Verdict.NO, Verdict.NO),
        (PieceState.SUBMERGED, Verdict.NO, Verdict.NO),
        (PieceState.DERELICT, Verdict.NO, Verdict.YES),
        (PieceState.WRECKED, Verdict.NO, Verdict.YES),
        (PieceState.GHOSTLY, Verdict.YES, Verdict.YES),
        (PieceState.PINNED, Verdict.YES, Verdict.YES),
        (PieceState.ON_FIRE, Verdict.YES, Verdict.YES),
    ],
)
def test_a_state_forbids_shooting_or_being_shot_at(state, as_shooter, as_target):
    assert asked(in_state(two(), a=state)).verdict is as_shooter
    assert asked(in_state(two(), b=state)).verdict is as_target


def test_who_is_ticked_as_lost_is_not_shot_at_in_the_first_edition_either():
    assert asked(in_state(two(), b=PieceState.LOST), edition=SPANISH_MAIN).verdict is Verdict.NO


def test_a_ship_without_masts_is_derelict_and_does_not_shoot():
    made = two(masts_lost={"a": frozenset({1})})
    assert asked(made).verdict is Verdict.NO
    assert str(asked(made).citation) == "complete, Moving (Derelict)"


def test_a_submerged_piece_can_be_shot_at_within_s_by_one_whose_card_says_so():
    hunter = with_effects(ship("a", "A", 0, 0), Effect.SHOOTS_SUBMERGED_WITHIN_S)
    near = in_state(scene(hunter, ship("b", "B", 0, NEAR)), b=PieceState.SUBMERGED)
    far = in_state(scene(hunter, ship("b", "B", 0, 75.0)), b=PieceState.SUBMERGED)
    assert (asked(near).verdict, asked(far).verdict) == (Verdict.YES, Verdict.NO)


def test_she_who_cannot_be_shot_at_within_s_is_measured_from_edge_to_edge():
    # Between the hulls' sides lie 40 - 12 mm, and 75 - 12 mm: S is 57.5.
    near = scene(ship("a", "A", 0, 0), with_effects(ship("b", "B", 0, NEAR), Effect.NOT_SHOT_WITHIN_S))
    far = scene(ship("a", "A", 0, 0), with_effects(ship("b", "B", 0, 75.0), Effect.NOT_SHOT_WITHIN_S))
    assert (asked(near).verdict, asked(far).verdict) == (Verdict.NO, Verdict.YES)
    assert asked(near).measured_mm == pytest.approx(28.0)
    assert "nearest edge to nearest edge" in str(asked(near, "shot").reason)


def fort(name, owner, x, y):
    piece, at = land(name, x, y, PieceKind.FORT)
    flags = replace(piece.model, flags=((0.0, 0.0),))
    return replace(piece, owner=owner, model=flags, cannons=(Cannon(1, 3, CannonRange.LONG),)), at


def test_forts_shoot_and_are_shot_at():
    made = scene(fort("a", "A", 0, 0), ship("b", "B", 0, NEAR))
    assert asked(made, "shot").verdict is Verdict.YES
    assert asked(made, "shot", subject="b", target="a").verdict is Verdict.YES


def test_an_abandoned_fort_does_not_shoot():
    made = scene(fort("a", "A", 0, 0), ship("b", "B", 0, NEAR), masts_lost={"a": frozenset({1})})
    assert asked(made).verdict is Verdict.NO
    assert str(asked(made).citation) == "complete, Forts (Shooting)"


def test_she_whom_forts_cannot_hit_is_hit_by_ships():
    target = with_effects(ship("b", "B", 0, NEAR), Effect.NOT_HIT_BY_FORTS)
    assert asked(scene(fort("a", "A", 0, 0), target)).verdict is Verdict.NO
    assert asked(scene(ship("a", "A", 0, 0), target)).verdict is Verdict.YES


@pytest.mark.parametrize(
    ("reach", "effects", "verdict"),
    [("L", (), Verdict.NO), ("S", (), Verdict.YES), ("S", (Effect.ALL_CANNONS_L,), Verdict.NO)],
)
def test_l_cannons_cannot_hit_her_however_near(reach, effects, verdict):
    shooter = with_effects(ship("a", "A", 0, 0, reach=reach), *effects)
    made = scene(shooter, with_effects(ship("b", "B", 0, NEAR), Effect.NOT_HIT_BY_L_CANNONS))
    assert asked(made, "range").verdict is Verdict.YES
    assert asked(made, "shot").verdict is verdict


def test_a_shot_says_the_first_reason_permission_before_range_before_line():
    rock = land("rock", 0, 25)
    blocked = scene(ship("a", "A", 0, 0), ship("b", "B", 0, 56.0), rock)
    far = scene(ship("a", "A", 0, 0), ship("b", "B", 0, 300), rock)
    assert "blocked by rock" in str(asked(blocked, "shot").reason)
    assert str(asked(far, "shot").reason) == str(asked(far, "range").reason)
    assert "lost in fog" in str(asked(in_state(far, b=PieceState.LOST), "shot").reason)
