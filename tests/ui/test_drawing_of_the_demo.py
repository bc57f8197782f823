"""What is drawn for the demo's key moments, against what its rulings and the table say."""

import math

import pytest
from demo_moment import demo_moment

from tableassist.geometry.numbers import plus_minus
from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import FLEET_INKS, Ink, Symbol
from tableassist.pieces import CannonRange
from tableassist.rulebook.ruling import Ruling, Verdict, Witness
from tests.table_states import captured, settings_with


def drawing_of(moment, selected="harbinger"):
    state = demo_moment(moment).state
    return draw(state.scene, state.rulings, demo_moment(moment).settings.mat, selected)


def strokes_in(drawing, ink):
    return [stroke for stroke in drawing.strokes if stroke.ink is ink]


def test_each_standing_cannon_has_its_reach_about_its_own_place():
    """Harbinger has five: the first and the last reach L, the three between S."""
    state = demo_moment("blocked").state
    ship = state.scene.find("harbinger")
    asked = {r.cannon: r for r in state.rulings if r.rule == "range" and r.subject == "harbinger"}
    rings = strokes_in(drawing_of("blocked"), Ink.REACH_EACH)
    assert len(rings) == len(ship.cannons_standing) == len(asked) == 5
    for cannon in ship.cannons_standing:
        start, radius = asked[cannon.number].witness.start, asked[cannon.number].limit_mm
        assert radius == pytest.approx(83.8 if cannon.reach is CannonRange.LONG else 57.5, abs=0.1)
        assert any(max(abs(math.dist(point, start) - radius) for point in ring.points) < 0.3 for ring in rings), cannon


def test_reach_of_all_cannons_together_is_drawn_for_short_and_long():
    drawing = drawing_of("blocked")
    assert len(strokes_in(drawing, Ink.REACH_SHORT)) == len(strokes_in(drawing, Ink.REACH_LONG)) == 1
    assert strokes_in(drawing, Ink.REACH_LONG)[0].band_mm > 0.2


def test_blocked_line_dies_with_a_mark_where_the_ruling_says():
    state = demo_moment("blocked").state
    stopped = {r.witness.stopped_at for r in state.rulings if r.rule == "line_of_fire" and r.subject == "harbinger"}
    drawing = drawing_of("blocked")
    assert {stroke.points[0] for stroke in strokes_in(drawing, Ink.STOPPED)} == stopped
    assert {stroke.points[-1] for stroke in strokes_in(drawing, Ink.BLOCKED)} == stopped
    assert {stroke.points[0] for stroke in strokes_in(drawing, Ink.BEYOND)} == stopped
    assert [stroke.piece for stroke in strokes_in(drawing, Ink.BLOCKER)] == ["skull-island"]


def test_badge_names_what_blocks():
    (badge,) = [badge for badge in drawing_of("blocked").badges if badge.symbol is Symbol.NO]
    assert str(badge.text) == "blocked by Skull Island"
    assert badge.piece == "oxley"


def test_clear_line_ends_at_the_enemy_and_counts_the_cannons():
    drawing = drawing_of("rammed")
    (line,) = strokes_in(drawing, Ink.CLEAR)
    (badge,) = [badge for badge in drawing.badges if badge.symbol is Symbol.YES]
    assert str(badge.text) == "1 cannon clear"
    assert badge.at == line.points[-1]


def test_enemies_out_of_range_are_told_quietly_and_friends_not_at_all():
    quiet = {badge.piece: badge for badge in drawing_of("blocked").badges if badge.quiet}
    assert set(quiet) == {"titan", "europa", "plantagenet"}
    assert {badge.symbol for badge in quiet.values()} == {Symbol.OUT_OF_RANGE}


def test_contact_has_one_badge_for_two_pieces_with_all_that_follows():
    loud = [badge for badge in drawing_of("rammed", None).badges if not badge.quiet]
    assert [(str(badge.text), badge.symbol) for badge in loud] == [
        ("docked", Symbol.ANCHOR), ("rams, pins, may board", Symbol.RAM),
    ]  # fmt: skip


def ruling(rule, verdict, subject="revenge", target="reef"):
    witness = Witness((10.0, 10.0), (12.0, 11.0))
    return Ruling(rule, subject, target, None, verdict, 0.5, 1.0, 0.1, 0.5, "", witness, "")


@pytest.mark.parametrize(
    ("rule", "symbol", "text"),
    [("docking", Symbol.ANCHOR, "docked"), ("ram", Symbol.RAM, "rams"), ("pin", Symbol.PIN, "pins"),
     ("board", Symbol.BOARD, "may board"), ("tow", Symbol.TOW, "may tow"),
     ("explore", Symbol.EXPLORE, "may explore"), ("terrain", Symbol.TERRAIN, "in terrain"),
     ("contact", Symbol.TOUCH, "touching")],
)  # fmt: skip
def test_every_contact_has_its_sign_at_the_place_of_contact(rule, symbol, text):
    moment = demo_moment("blocked")
    for verdict, sign, told in (
        (Verdict.YES, symbol, text),
        (Verdict.TOO_CLOSE, Symbol.TOO_CLOSE, f"{text}? too close to call"),
    ):
        (badge,) = draw(moment.state.scene, (ruling(rule, verdict),), moment.settings.mat, None).badges
        assert (badge.symbol, str(badge.text), badge.at) == (sign, told, (12.0, 11.0))
    assert draw(moment.state.scene, (ruling(rule, Verdict.NO),), moment.settings.mat, None).badges == ()


def test_outlines_and_lines_carry_their_plus_minus():
    state = demo_moment("rammed").state
    drawing = drawing_of("rammed")
    for placed in state.scene.pieces:
        outline = next(stroke for stroke in drawing.strokes if stroke.piece == placed.id and stroke.filled)
        assert outline.band_mm == pytest.approx(plus_minus(placed.pose.sigma_mm))
    line = next(r for r in state.rulings if r.rule == "line_of_fire" and r.subject == "harbinger")
    assert strokes_in(drawing, Ink.CLEAR)[0].band_mm == pytest.approx(plus_minus(line.sigma_mm), abs=0.01)


def test_labels_tell_the_owner_and_home_islands_whose_they_are():
    moment = demo_moment("blocked")
    owners = {label.piece: label.owner for label in drawing_of("blocked").labels}
    assert owners["titan"] == "English"
    assert owners["harbinger"] == "Pirates"
    assert owners["skull-island"] is None
    homes = moment.settings.state.homes
    assert all(owners[island] == player for island, player in homes.items())


def test_captured_ship_is_drawn_in_her_captors_ink():
    moment = demo_moment("blocked")
    scene = moment.state.scene
    taken = settings_with(scene, captured("titan", "Pirates"))
    after = draw(taken, moment.state.rulings, moment.settings.mat, None)
    inks = {label.piece: label.ink for label in after.labels}
    assert inks["titan"] is inks["harbinger"]
    assert inks["titan"] in FLEET_INKS
    assert inks["oxley"] is not inks["titan"]


def test_a_piece_that_has_not_changed_has_the_same_strokes():
    one, other = drawing_of("blocked"), drawing_of("blocked")
    same = {id(stroke) for stroke in one.strokes} & {id(stroke) for stroke in other.strokes}
    assert len(same) == len(one.strokes)
