"""The short form of `python -m bench lies`: one picture, and what counts as a wrong call that nobody was warned of."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from bench import lies
from bench.lies_tables import PAINT, ROWS, FlagShipyard, lost_gun_group, lost_sail_group, make_lying_table
from bench.trust_tables import REACH_MM, Question
from tableassist.pieces import MountKind, PieceKind
from tests.studio.tag_truth import placed_tags


def made(row, seed=1, *, two_tags=False):
    return make_lying_table(ROWS[row], np.random.default_rng(seed), two_tags=two_tags, mat_mm=915.0)


def ships(table):
    return [each for each in table.staged if each.piece.model.kind is PieceKind.SHIP]


def answer(margin_mm, verdict, **said):
    return lies.LieAnswer(Question("range", "a", "b", 1, margin_mm), verdict, **said)


def cell(*answers):
    return lies.summary([lies.Shown(answers, (0.5,), (0.3,))])


def test_one_ship_of_every_group_lies_and_the_table_file_does_not_know():
    table = made("rig leans 6°")
    leaning = [ship for ship in ships(table) if np.hypot(ship.rig.roll_rad, ship.rig.pitch_rad) > np.radians(3.0)]
    assert len(leaning) == len(table.questions) == 16
    known = {piece.id: piece for piece in table.pieces}
    for ship in leaning:
        lean = np.hypot(ship.rig.roll_rad, ship.rig.pitch_rad)
        assert np.degrees(lean) == pytest.approx(6.0)
        assert ship.piece.mounts[0].x_mm == pytest.approx(known[ship.piece.id].mounts[0].x_mm, abs=0.6)


def test_of_ships_held_up_most_of_a_picture_stand_and_only_the_groups_with_one_are_asked_about():
    table = made("held 8 mm")
    held = {each.piece.id for each in table.staged if each.lift_mm == 8.0}
    assert len(held) == len(table.questions) == 5
    assert all(held & {question.subject, question.target} for question in table.questions)


def test_the_others_lean_as_hands_set_them_down():
    leans = [
        angle
        for seed in range(2)
        for ship in ships(made("control", seed))
        for angle in (ship.rig.roll_rad, ship.rig.pitch_rad)
    ]
    assert np.degrees(np.std(leans)) == pytest.approx(0.3, abs=0.06)
    assert {ship.colours for ship in ships(made("control"))} == set(PAINT)


def test_swapped_plates_stand_over_the_other_ship_of_the_group():
    table = made("swapped, neighbours", two_tags=True)
    known = {piece.id: piece for piece in table.pieces}
    for question in table.questions:
        one, other = (
            next(each for each in table.staged if each.piece.id == name) for name in (question.subject, question.target)
        )
        assert one.piece.mounts[0].tag == known[question.target].mounts[0].tag
        assert other.piece.mounts[0].tag == known[question.subject].mounts[0].tag
        assert one.piece.mounts[1].tag == known[question.subject].mounts[1].tag


def test_a_second_tag_is_low_behind_the_stern_and_over_no_other_hull():
    table = made("control", two_tags=True)
    for ship in ships(table):
        flag, low = ship.piece.mounts
        assert (flag.kind, low.kind) == (MountKind.FLAG, MountKind.PLATE)
        assert low.z_mm < 13.0
        assert flag.z_mm > 54.0
    plates = {
        tag.tag: shapely.Polygon(tag.plate[:, :2])
        for tag in placed_tags(lies.StagedTable(lies.staging.mat_layout(), table.staged))
    }
    hulls = {each.piece.id: shapely.Polygon(each.pose.place(np.array(each.piece.model.hull))) for each in ships(table)}
    for ship in ships(table):
        low = plates[ship.piece.mounts[1].tag]
        assert not any(low.intersects(hull) for name, hull in hulls.items() if name != ship.piece.id)


def test_what_a_lost_mast_changes_is_true_to_the_outlines():
    rng = np.random.default_rng(3)
    groups = {"sail": None, "gun": None}
    while groups["sail"] is None:
        groups["sail"] = lost_sail_group(FlagShipyard(rng), rng)
    while groups["gun"] is None:
        groups["gun"] = lost_gun_group(FlagShipyard(rng), rng)
    (shooter, target), question = groups["sail"]
    gun = shapely.Point(shooter.gun(question.cannon))
    reach = REACH_MM[shooter.piece.cannons[0].reach]
    assert question.margin_mm == pytest.approx(reach - target.parts.distance(gun))
    assert replace(target, masts_off=()).parts.distance(gun) <= target.parts.distance(gun)
    (shooter, target), question = groups["gun"]
    assert question.margin_mm < 0.0
    assert target.parts.distance(shapely.Point(shooter.gun(question.cannon))) < REACH_MM[shooter.piece.cannons[0].reach]


def test_plates_are_passed_on_between_groups_and_only_those_are_asked_about():
    for row, circle in (("swapped, apart", 2), ("swapped, circle", 3)):
        table = made(row)
        own_tag = {piece.id: piece.mounts[0].tag for piece in table.pieces}
        owner = {tag: piece for piece, tag in own_tag.items()}
        carries = {each.piece.id: owner[each.piece.mounts[0].tag] for each in ships(table)}
        strangers = {piece for piece, plate in carries.items() if plate != piece}
        assert strangers
        for piece in strangers:
            after = piece
            for _ in range(circle):
                after = carries[after]
            assert after == piece
        assert all(strangers & {question.subject, question.target} for question in table.questions)


def test_sisters_with_swapped_plates_are_painted_differently_and_the_table_knows_their_colours():
    table = made("swapped, sisters")
    paint = {each.piece.id: each.colours for each in ships(table)}
    model = {piece.id: piece.model.name for piece in table.pieces}
    for question in table.questions:
        assert model[question.subject] == model[question.target]
        assert paint[question.subject] != paint[question.target]
    stands_out = {piece for piece, colours in paint.items() if colours != PAINT[2]}  # that one is painted like the mat
    assert all(len(piece.hull_colours) == 12 for piece in table.pieces if piece.id in stands_out)


def test_all_ships_lean_towards_the_same_side_of_the_mat():
    for ship in ships(made("all lean 3° alike")):
        lean = math.hypot(ship.rig.roll_rad, ship.rig.pitch_rad)
        towards = math.atan2(-ship.rig.roll_rad, ship.rig.pitch_rad) + ship.pose.heading_rad
        assert math.degrees(lean) == pytest.approx(3.0)
        assert math.remainder(towards, math.tau) == pytest.approx(0.0, abs=1e-6)


def test_a_condition_makes_an_answer_neither_right_nor_wrong():
    figures = cell(answer(1.0, "no", is_conditional=True), answer(1.0, "yes", is_conditional=True))
    assert (figures["calls"], figures["wrong"], figures["conditional"]) == (0, 0, 2)
    assert figures["misleading"] == 1
    assert cell(answer(1.0, "no", is_conditional=True, is_cause_named=True))["misleading"] == 0


def test_a_wrong_call_is_silent_unless_its_true_cause_was_named():
    answers = [
        answer(1.0, "no"),
        answer(1.0, "no", is_warned=True),
        answer(1.0, "no", is_warned=True, is_cause_named=True),
        answer(-1.0, "no"),
        answer(-1.0, "too_close"),
    ]
    figures = cell(*answers)
    assert (figures["wrong"], figures["silent"], figures["too_close"]) == (3, 2, 1)
    assert (figures["told"], figures["told_cause"]) == (2, 1)


def test_only_words_about_this_cause_count_as_naming_it():
    leans = "#01 one-mast leans by 3.1 ± 0.5°, so its plus-minus is wide"
    swapped = "#01 one-mast does not look like the hull under its tag: are two ships' plates swapped?"
    names = {"a": "#01 one-mast", "b": "#02 two-mast", "c": "#03 schooner-2"}
    asked = Question("range", "a", "b", 1, 1.0)
    row = ROWS["swapped, apart"]
    assert not lies._answer(asked, None, (leans,), names, row).is_cause_named
    assert lies._answer(asked, None, (swapped,), names, row).is_cause_named
    assert not lies._answer(asked, None, (swapped.replace("#01", "#03"),), names, row).is_warned


def test_what_is_asked_of_each_column_is_held_against_its_figures():
    good = [answer(2.0, "yes")] * 99
    silent, open_ = cell(*good, answer(2.0, "no")), cell(*good, *[answer(1.2, "too_close")] * 20)
    many_wrong = cell(*good, *[answer(2.0, "no", is_warned=True, is_cause_named=True)] * 5)
    assert len(lies.misses({"rig leans 3°": {"30": silent, "two tags": silent, "vertical": silent}})) == 3
    assert len(lies.misses({"rig leans 3°": {"30": many_wrong}})) == 1
    assert lies.misses({"rig leans 3°": {"30": open_, "two tags": open_, "vertical": open_}}) == []
    assert len(lies.misses({"control": {"30": open_, "two tags": open_, "vertical": open_}})) == 1
    assert len(lies.misses({"control": {"vertical": silent}})) == 1
    hedged = cell(*good, *[answer(2.0, "yes", is_conditional=True)] * 40)
    assert len(lies.misses({"control": {"30": hedged}})) == 1
    assert "silent   1" in lies.line("rig leans 3°", "30", silent)
    assert "1 / 1 / 0 / 0 / 0 of 100" in list(lies.words({"rig leans 3°": {"30": silent}}))[1]


def test_ships_that_stand_are_judged_and_none_of_the_calls_is_wrong():
    shown = lies.judge_picture("control", "30", 0, seed=6203)
    assert len(shown.answers) == 16
    assert not any(each.is_wrong for each in shown.answers)
    assert sum(each.verdict in lies.CALLS for each in shown.answers) >= 10
    assert all(0.05 < each < 3.0 for each in (*shown.centre_mm, *shown.corner_mm))
