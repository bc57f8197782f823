"""Moves of a 40 x 12 mm ship, by hand. S is 57.5 mm, L 83.8 mm; a hand is forgiven 1 mm."""

import math
from dataclasses import replace

import pytest

from tableassist.pieces import Effect, MoveSegment, PieceKind, PieceState
from tableassist.pieces.catalogue import parse_move
from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings, with_house
from tableassist.rulebook.editions.terms import MOVE_RULES as HOUSE_RULES
from tableassist.rulebook.movement.allowance import Holds, MoveAllowance, MoveTrait
from tableassist.rulebook.movement.asked import rule_move, rule_terrain_of_route
from tableassist.rulebook.movement.move import judge_move
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.move_scenes import HULL, allowed, land, pose, scene, ship

YES, NO, CLOSE = Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE
A, B, C = "spanish-main", "revolution", "complete"


def rules(edition=C, table=None, **house):
    chosen = {"move-pivot": "bow"} | {name.replace("_", "-"): value for name, value in house.items()}
    return with_house(RuleSettings(edition=EDITIONS[edition], table_mm=table), chosen)


def bow_at(x, y, heading_deg):
    """The pose whose bow is there."""
    return x - 20 * math.cos(math.radians(heading_deg)), y - 20 * math.sin(math.radians(heading_deg)), heading_deg


def judge(start, end, move, *others, settings=None, traits=(), ledger=None, allowance=None, **more):
    piece, at = ship("me", "A", *start)
    then = scene((piece, at), *others, **(ledger or {}))
    now = scene((piece, ship("me", "A", *end)[1]), *others, **(ledger or {}))
    allowances = allowed(move) if allowance is None else (allowance,)
    return judge_move(
        then.find("me"), now.find("me"), now, settings or rules(), allowances, traits=frozenset(traits), **more
    )


def verdict(*asked, **more):
    return judge(*asked, **more).ruling.verdict


@pytest.mark.parametrize(
    ("move", "mm", "answer"),
    [("L", 83.0, YES), ("L", 84.8, CLOSE), ("L", 86.0, NO), ("S", 58.0, YES), ("S", 60.0, NO), ("S+L", 141.0, YES),
     ("S+L", 144.0, NO), ("L+L+S", 225.0, YES), ("L+L+S", 228.0, NO)],
)  # fmt: skip
def test_a_straight_move_is_as_long_as_its_segments(move, mm, answer):
    assert verdict((0, 0, 0), (mm, 0, 0), move) is answer


def test_a_single_segment_runs_along_the_keel():
    assert verdict((0, 0, 0), (0, 40, 0), "L") is NO
    assert verdict((0, 0, 0), bow_at(20, 40, 90), "L") is YES
    assert verdict((0, 0, 0), (0, 40, 0), "S+S") is YES


def test_the_route_tells_turning_points_lengths_and_what_is_left():
    # 100 mm ahead and 30 aside, the keel as before: too far for L alone, so some of S must come in along the keel.
    judged = judge((0, 0, 0), (100, 30, 0), "L+S")
    route = judged.route
    assert judged.ruling.verdict is YES
    assert route.segments[0].start == pytest.approx((20.0, 0.0))
    assert route.segments[-1].end == pytest.approx((120.0, 30.0))
    assert route.segments[-1].start == pytest.approx(route.turning_points[0])
    for each in route.segments:
        full = {"L": 83.8, "S": 57.5}[each.segment]
        assert each.length_mm == pytest.approx(math.dist(each.start, each.end))
        assert each.left_mm == pytest.approx(full - each.length_mm)
        assert each.left_mm > -1.0
    assert route.length_mm >= math.hypot(100, 30) - 1e-6
    assert route.left_mm == pytest.approx(83.8 + 57.5 - route.length_mm)
    assert math.degrees(abs(route.segments[-1].heading_rad)) <= 5.01


def test_either_segment_of_a_combination_may_come_first():
    # 70 mm aside is more than S: L must come first, whichever the card names first.
    for move in ("L+S", "S+L"):
        assert verdict((0, 0, 0), (0, 70, 0), move) is YES


def test_a_bonus_segment_comes_after_the_base_ones_or_anywhere_by_house_rule():
    both = MoveAllowance((MoveSegment.SHORT,), (MoveSegment.LONG,))
    asked = ((0, 0, 0), (0, 70, 0), "")
    assert verdict(*asked, allowance=both) is NO
    anywhere = judge(*asked, allowance=both, settings=rules(bonus_segments="anywhere")).ruling
    assert anywhere.verdict is YES
    assert "bonus-segments" in anywhere.house


def test_ninety_degrees_a_segment_is_a_house_limit():
    back = bow_at(-10, 0, 180)
    limit = rules(turn_limit_deg=90.0)
    assert verdict((0, 0, 0), back, "S") is YES
    assert verdict((0, 0, 0), back, "S", settings=limit) is NO
    assert verdict((0, 0, 0), back, "S+S", settings=limit) is YES


def test_a_turn_before_the_first_segment_can_be_forbidden():
    aside = bow_at(20, 40, 90)
    assert verdict((0, 0, 0), aside, "S", settings=rules(first_turn=False)) is NO
    assert verdict((0, 0, 0), (50, 0, 0), "S", settings=rules(first_turn=False)) is YES


def test_without_a_picked_pivot_only_what_no_pivot_allows_is_illegal():
    turned_in_place = ((0, 0, 0), (0, 0, 90), "S")
    open_pivot = RuleSettings(edition=EDITIONS[C])
    assert verdict(*turned_in_place) is NO
    judged = judge(*turned_in_place, settings=open_pivot).ruling
    assert judged.verdict is CLOSE
    assert "centre" in str(judged.reason)
    assert verdict((0, 0, 0), (120, 0, 0), "S", settings=open_pivot) is NO
    assert verdict(*turned_in_place, settings=rules(move_pivot="centre")) is YES


def test_an_island_in_the_way_is_sailed_round_or_not_at_all():
    rock = land("rock", 62, 0)
    assert verdict((0, 0, 0), (120, 0, 0), "L+L", settings=rules()) is YES
    assert verdict((-30, 0, 0), (120, 0, 0), "L+L", rock) is NO
    round_it = judge((-30, 0, 0), (120, 0, 0), "L+L+S", rock)
    assert round_it.ruling.verdict is YES
    # The hull is 12 mm wide: its keel must pass the island's side, 15 mm off the line, by 6 mm.
    assert max(abs(y) for _, y in round_it.route.turning_points) > 15.0
    assert round_it.route.length_mm > 150.0
    assert "rock" in str(judge((-30, 0, 0), (120, 0, 0), "L+L", rock).ruling.reason)


def test_another_ship_is_in_the_way_as_an_island_is():
    assert verdict((0, 0, 0), (80, 0, 0), "L", ship("foe", "B", 45, 0, 90)) is NO
    assert verdict((0, 0, 0), (80, 0, 0), "L", ship("foe", "B", 45, 40, 90)) is YES


def test_submerged_and_sunk_pieces_are_in_nobodys_way():
    foe = ship("foe", "B", 45, 0, 90)
    for state in (PieceState.SUBMERGED, PieceState.SUNK):
        assert verdict((0, 0, 0), (80, 0, 0), "L", foe, ledger={"states": {"foe": frozenset({state})}}) is YES


def test_a_move_may_end_in_contact_but_not_over_a_piece():
    rock = land("rock", 100, 0)
    assert verdict((0, 0, 0), (64.8, 0, 0), "L", rock) is YES
    over = judge((0, 0, 0), (75, 0, 0), "L", rock).ruling
    assert over.verdict is NO
    assert "over rock" in str(over.reason)


@pytest.mark.parametrize(("edition", "answer"), [(A, YES), (B, NO), (C, NO)])
def test_contact_on_the_way_stops_a_ship_in_the_later_editions(edition, answer):
    # Past the island's side 0.4 mm off, from well before it to well behind.
    rock = land("rock", 41, 21.4)
    assert verdict((0, 0, 0), (82, 0, 0), "L", rock, settings=rules(edition, move_heading_slack_deg=0.5)) is answer


def test_a_docked_ship_leaves_over_the_water_and_not_over_her_island():
    rock = land("rock", 35.1, 0)
    assert verdict((0, 0, 0), bow_at(-50, 0, 180), "L", rock) is YES
    assert verdict((0, 0, 0), bow_at(100, 0, 0), "L", rock) is NO


@pytest.mark.parametrize(("edition", "answer"), [(A, YES), (B, YES), (C, NO)])
def test_come_about_turns_in_place_where_the_edition_has_it(edition, answer):
    judged = judge((0, 0, 0), (0, 0, 120), "S", settings=rules(edition))
    assert judged.ruling.verdict is answer
    if answer is YES:
        assert judged.route.came_about
        assert "Come About" in str(judged.ruling.citation)
    assert verdict((0, 0, 0), (3, 60, 120), "S", settings=rules(edition)) is NO


def stern_turned(distance, turn_deg):
    """A ship of 40 mm that sailed ahead and turned on her stern."""
    x = distance - 20 + 20 * math.cos(math.radians(turn_deg))
    return x, 20 * math.sin(math.radians(turn_deg)), turn_deg


@pytest.mark.parametrize("trait", [MoveTrait.SCHOONER, MoveTrait.GALLEY, MoveTrait.LONGSHIP])
def test_schooners_galleys_and_longships_turn_on_the_stern(trait):
    asked = ((0, 0, 0), stern_turned(80, 70), "L")
    assert verdict(*asked) is NO
    judged = judge(*asked, traits={trait})
    assert judged.ruling.verdict is YES
    assert math.degrees(judged.route.stern_turn_rad) == pytest.approx(70, abs=10.5)
    shot = math.degrees(judged.shot_from.heading_rad)
    assert shot == pytest.approx(70 if trait is MoveTrait.LONGSHIP else 0, abs=10.5)
    assert verdict(*asked, traits={trait}, settings=rules(A)) is NO


def test_a_turn_on_the_stern_does_not_call_a_move_that_only_one_pivot_allows():
    # Half a turn about her bow and half a turn on her stern take her 80 mm ahead without sailing at all.
    asked = ((0, 0, 0), (80, 0, 0), "S")
    schooner = {MoveTrait.SCHOONER}
    assert verdict(*asked, traits=schooner) is YES
    assert verdict(*asked, traits=schooner, settings=rules(move_pivot="stern")) is NO
    assert verdict(*asked, traits=schooner, settings=RuleSettings(edition=EDITIONS[C])) is CLOSE
    assert verdict((0, 0, 0), stern_turned(50, 70), "S", traits=schooner, settings=RuleSettings()) is YES


def test_a_schooner_that_rammed_does_not_turn_on_her_stern():
    asked = ((0, 0, 0), stern_turned(80, 70), "L")
    assert verdict(*asked, traits={MoveTrait.SCHOONER}, rammed=True) is NO
    assert verdict(*asked, traits={MoveTrait.GALLEY}, rammed=True) is YES


def test_a_ghostly_ship_sails_through_islands_and_does_not_end_on_one():
    rock = land("rock", 45, 0)
    assert verdict((0, 0, 0), (82, 0, 0), "L", rock, traits={MoveTrait.GHOSTLY}) is YES
    assert verdict((0, 0, 0), (60, 0, 0), "L", rock, traits={MoveTrait.GHOSTLY}) is NO


def test_a_creature_goes_any_way_and_its_measuring_is_read_both_ways():
    creature = {MoveTrait.CREATURE}
    assert verdict((0, 0, 0), (0, 50, 0), "S", traits=creature) is YES
    # The base is 12 mm across: edge to edge S reaches 69.5 mm.
    judged = judge((0, 0, 0), (0, 65, 0), "S", traits=creature).ruling
    assert judged.verdict is CLOSE
    assert {each.verdict for each in judged.readings} == {YES, NO}
    assert verdict((0, 0, 0), (0, 65, 0), "S", traits=creature, settings=rules(creature_measuring="same-place")) is NO
    assert verdict((0, 0, 0), (0, 73, 0), "S", traits=creature) is NO


def test_a_titan_crosses_islands_but_an_enemys_home():
    rock, titan = land("rock", 50, 0), {MoveTrait.CREATURE, MoveTrait.TITAN}
    asked = ((0, 0, 0), (150, 0, 0), "L+L", rock)
    wild = judge(*asked, traits=titan, settings=rules(creature_measuring="same-place"))
    assert wild.ruling.verdict is YES
    assert wild.route.length_mm == pytest.approx(150.0, abs=0.5)
    held = judge(*asked, traits=titan, settings=rules(creature_measuring="same-place"), ledger={"homes": {"rock": "B"}})
    assert held.route is None or held.route.length_mm > 151.0


def test_the_tables_edge_is_a_wall_in_the_complete_rules():
    asked = ((450, 250, 0), (485, 250, 0), "L")
    assert verdict(*asked, settings=rules(C, (500.0, 500.0))) is NO
    assert verdict(*asked, settings=rules(B, (500.0, 500.0))) is YES
    assert verdict((450, 250, 0), (470, 250, 0), "L", settings=rules(C, (500.0, 500.0))) is YES


def test_on_a_round_earth_she_comes_back_at_the_other_edge_with_the_segments_left():
    there = (480, 250, 0), (30, 250, 0)
    earth = rules(C, (510.0, 500.0), table_edge="round-earth")
    judged = judge(*there, "L+L", settings=earth)
    assert judged.ruling.verdict is YES
    assert judged.route.wraps
    assert judged.route.stern_turn_rad == 0.0
    assert judged.route.segments[0].end == pytest.approx((510.0, 250.0))
    assert judged.route.segments[1].start == pytest.approx((0.0, 250.0))
    assert judged.route.segments[1].length_mm == pytest.approx(50.0, abs=0.5)
    assert verdict(*there, "L", settings=earth) is NO
    assert verdict(*there, "L+L", settings=rules(C, (510.0, 500.0), table_edge="flat-earth")) is NO
    rock = land("rock", 25, 262)
    assert verdict(*there, "L+L", rock, settings=earth) is not YES


def test_a_route_tells_the_terrain_at_the_end_of_each_segment():
    reef = land("reef", 80, 0, kind=PieceKind.REEF)
    judged = judge((0, 0, 0), (150, 0, 0), "L+L+S", reef)
    assert judged.ruling.verdict is YES
    assert {touch.piece for touch in judged.route.terrain} == {"reef"}
    assert judged.dry_route.terrain == ()
    assert judged.dry_route.length_mm > judged.route.length_mm
    piece, at = ship("me", "A", 0, 0)
    made = scene((piece, at), reef)
    assert [each.target for each in rule_terrain_of_route(judged.route, made.find("me"), made, rules())] == ["reef"]
    assert judge((0, 0, 0), (0, 60, 0), "L+S", reef).route.terrain == ()
    assert judge((0, 0, 0), (120, 0, 0), "L+S", reef, settings=rules(A)).route.terrain == ()


def test_a_hidden_ship_is_not_judged():
    piece, at = ship("me", "A", 0, 0)
    late = scene((piece, at), t_ns=2_000_000_000)
    judged = judge_move(late.find("me"), late.find("me"), late, rules(), allowed("S"))
    assert judged.ruling.verdict is Verdict.NOT_SEEN


def asked_of_scene(move, end=(50.0, 0.0, 0.0), *, effects=(), ledger=None, model="ship", others=(), **more):
    piece, at = ship("me", "A", 0, 0, model=model)
    piece = replace(piece, effects=tuple(effects))
    then = scene((piece, at), *others, **(ledger or {}))
    now = scene((piece, ship("me", "A", *end)[1]), *others, **(ledger or {}))
    return rule_move(then, now, "me", rules(), parse_move(move), **more).ruling


def test_what_keeps_a_ship_where_she_is():
    bare = {"masts_lost": {"me": frozenset({1})}}
    assert "derelict" in str(asked_of_scene("L", ledger=bare).reason)
    assert asked_of_scene("L", ledger=bare).verdict is NO
    assert asked_of_scene("L", ledger=bare, effects=[Effect.DERELICT_MOVES_S]).verdict is YES
    assert asked_of_scene("L", (80, 0, 0), ledger=bare, effects=[Effect.DERELICT_MOVES_S]).verdict is NO
    assert asked_of_scene("L", (80, 0, 0), ledger=bare, model="galley-2").verdict is YES
    assert asked_of_scene("L", (80, 0, 0), ledger=bare, model="turtle-ship").verdict is NO
    assert asked_of_scene("T").verdict is NO
    assert asked_of_scene("D").verdict is CLOSE
    lost = {"states": {"me": frozenset({PieceState.LOST})}}
    assert asked_of_scene("L", ledger=lost).verdict is CLOSE
    pinned = {"states": {"me": frozenset({PieceState.PINNED})}}
    assert asked_of_scene("L", ledger=pinned).verdict is NO


def test_towing_makes_the_base_move_s_and_the_tow_is_in_nobodys_way():
    tow = ship("tow", "A", 45, 0, 0)
    assert asked_of_scene("L", others=[tow], towed=frozenset({"tow"})).verdict is YES
    assert asked_of_scene("L", (80, 0, 0), others=[tow], towed=frozenset({"tow"})).verdict is NO


@pytest.mark.parametrize(
    ("effect", "told", "answer"),
    [
        (Effect.BASE_MOVE_PLUS_S, {}, YES),
        (Effect.PLUS_S_WITHOUT_CARGO, {"holds": Holds.EMPTY}, YES),
        (Effect.PLUS_S_WITHOUT_CARGO, {"holds": Holds.FULL}, NO),
        (Effect.PLUS_S_WITHOUT_CARGO, {}, CLOSE),
        (Effect.PLUS_L_WITH_CAPTAIN, {"captain": True}, YES),
        (Effect.PLUS_L_WITH_CAPTAIN, {}, CLOSE),
        (Effect.PLUS_L_WITH_ALL_MASTS, {}, YES),
        (Effect.S_WHEN_FULL, {}, NO),
    ],
)
def test_effects_lengthen_a_move_of_l_to_130_mm(effect, told, answer):
    ruling = asked_of_scene("L", (130, 0, 0), effects=[effect], **told)
    assert ruling.verdict is answer
    assert (len(ruling.readings) == 2) == (not told and effect in (
        Effect.PLUS_S_WITHOUT_CARGO, Effect.PLUS_L_WITH_CAPTAIN, Effect.S_WHEN_FULL))  # fmt: skip


def test_a_full_ship_with_a_slow_hold_moves_s():
    assert asked_of_scene("L", (80, 0, 0), effects=[Effect.S_WHEN_FULL], holds=Holds.FULL).verdict is NO
    assert asked_of_scene("L", (80, 0, 0), effects=[Effect.S_WHEN_FULL], holds=Holds.PARTLY).verdict is YES


def test_an_outrigger_is_part_of_the_hull_that_sails():
    assert max(y for _, y in HULL) == 6.0
    wide = ((-20.0, -6.0), (12.0, -6.0), (20.0, 0.0), (12.0, 16.0), (-20.0, 16.0))
    rock = land("rock", 62, 24)
    piece, at = ship("me", "A", 0, 0)
    for hull, answer in ((HULL, YES), (wide, NO)):
        mover = replace(piece, model=replace(piece.model, hull=hull))
        then, now = scene((mover, at), rock), scene((mover, ship("me", "A", 135, 0)[1]), rock)
        tight = rules(move_heading_slack_deg=1.0)
        assert judge_move(then.find("me"), now.find("me"), now, tight, allowed("L+S")).ruling.verdict is answer


@pytest.mark.parametrize(
    ("name", "value"),
    [("move-pivot", "stern"), ("turn-limit-deg", 90.0), ("first-turn", False), ("bonus-segments", "anywhere"),
     ("move-slack-mm", 3.0), ("move-heading-slack-deg", 10.0), ("come-about", True), ("table-edge", "flat-earth"),
     ("creature-measuring", "edge-to-edge")],
)  # fmt: skip
def test_a_house_rule_changes_the_terms_and_is_named(name, value):
    rule = next(each for each in HOUSE_RULES if each.name == name)
    assert rule.problem(value) is None
    terms = with_house(RuleSettings(), {name: value}).edition.movement
    assert terms.house == (name,)
    assert replace(terms, house=()) != RuleSettings().edition.movement


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_cites_its_own_sections(edition):
    terms = EDITIONS[edition].movement
    assert terms.section.startswith(edition)
    assert terms.tow_section.startswith(edition)
    assert str(terms.come_about_section).startswith(edition) is terms.come_about


def test_what_did_not_come_up_had_no_say():
    house = rules(creature_measuring="same-place", table_edge="wall", turn_limit_deg=90.0)
    assert set(judge((0, 0, 0), (50, 0, 0), "S", settings=house).ruling.house) == {"move-pivot", "turn-limit-deg"}


def over_the_edge(end, **house):
    then, now = scene(ship("me", "A", 560, 300)), scene(ship("me", "A", *end))
    return rule_move(then, now, "me", rules(table=(600.0, 600.0), **house), parse_move("L"))


@pytest.mark.parametrize(("edge", "verdict", "leaves"), [("wall", NO, False), ("flat-earth", YES, True)])
def test_over_the_edge_of_a_flat_earth_she_leaves_the_game(edge, verdict, leaves):
    judged = over_the_edge((600, 300), table_edge=edge)
    assert (judged.ruling.verdict, judged.leaves_game) == (verdict, leaves)
    assert not over_the_edge((575, 300), table_edge=edge).leaves_game


def test_a_current_whose_plus_s_is_used_up_adds_nothing():
    current = replace(land("stream", 0, 0, kind=PieceKind.TRADE_CURRENT)[0], owner="A"), pose(0, 0)
    assert asked_of_scene("S", (100.0, 0.0, 0.0), others=(current,)).verdict is YES
    assert asked_of_scene("S", (100.0, 0.0, 0.0), others=(current,), trade_current=False).verdict is NO


def test_s_after_loading_is_all_that_a_card_gives():
    given = {"effects": (Effect.MOVES_S_AFTER_LOADING,), "after_loading": True}
    assert asked_of_scene("L+L", (50.0, 0.0, 0.0), **given).verdict is YES
    assert asked_of_scene("L+L", (70.0, 0.0, 0.0), **given).verdict is NO


def test_a_ship_in_tow_is_not_in_the_way_of_the_one_that_tows_her():
    behind = ship("hulk", "A", 60, 0)
    assert asked_of_scene("S", (56.0, 0.0, 0.0), others=(behind,)).verdict is NO
    towed = asked_of_scene("S+S", (56.0, 0.0, 0.0), others=(behind,), ledger={"towed_by": {"hulk": "me"}})
    assert towed.verdict is YES
    assert towed.limit_mm == pytest.approx(57.5 + 1.0)
