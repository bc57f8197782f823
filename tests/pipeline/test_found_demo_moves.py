"""The moves of the demo's game against its script: who was in whose hand, from where to where, and what touched."""

import math

import numpy as np
import pytest

from tableassist.pieces import MoveSegment
from tableassist.pipeline.moves.found_move import MoveKind
from tableassist.rulebook.editions.terms import BARS
from tableassist.rulebook.ruling import Verdict
from tests.pipeline.demo_states import demo_states, demo_table
from tests.pipeline.played_tracks import found_in

S, L = MoveSegment.SHORT, MoveSegment.LONG
MM = {S: BARS.short_mm, L: BARS.long_mm}


@pytest.fixture(scope="module")
def found():
    return moves_in(demo_states())


def moves_in(states):
    return [each for each in found_in(states) if each.kind is not MoveKind.PLACED]


def truth():
    """By the script: each piece in motion, from when, to when, with its poses at both ends."""
    _, game = demo_table()
    times = np.arange(0.0, game.duration_s, 0.05)
    frames = [{each.piece.id: each.pose for each in game.table_at(float(t_s)).pieces} for t_s in times]
    moves = []
    for name in frames[0]:
        moving = [k for k in range(1, len(frames)) if frames[k][name] != frames[k - 1][name]]
        runs = np.split(moving, np.flatnonzero(np.diff(moving) > 20) + 1) if moving else []
        moves += [(name, times[r[0]], times[r[-1]], frames[r[0] - 1][name], frames[r[-1]][name]) for r in runs]
    return sorted(moves, key=lambda move: move[2])


def test_every_move_of_the_script_is_found_and_no_other(found):
    expected = truth()
    assert [name for name, *_ in expected] == [
        "oxley", "harbinger", "oxley", "bonny-kate", "revenge", "plantagenet", "europa", "windjammer"
    ]  # fmt: skip
    assert [(each.kind, each.piece) for each in found] == [(MoveKind.MOVED, name) for name, *_ in expected]
    for move, (_, began_s, ended_s, start, end) in zip(found, expected, strict=True):
        for measured, true in ((move.start, start), (move.end, end)):
            assert (measured.x_mm, measured.y_mm) == pytest.approx((true.x_mm, true.y_mm), abs=0.2)
            assert measured.heading_rad == pytest.approx(true.heading_rad, abs=0.01)
        assert -0.1 < move.moved_ns / 1e9 - began_s < ended_s - began_s + 1.5
        assert 0.4 < move.settled_ns / 1e9 - ended_s < 1.8


def test_the_set_up_is_the_scripts_first_picture():
    _, game = demo_table()
    placed = {each.piece: each for each in found_in(demo_states()) if each.kind is MoveKind.PLACED}
    staged = {each.piece.id: each.pose for each in game.table_at(0.0).pieces}
    assert placed.keys() == staged.keys()
    assert {each.turn.number for each in placed.values()} == {0}
    for name, move in placed.items():
        assert math.hypot(move.end.x_mm - staged[name].x_mm, move.end.y_mm - staged[name].y_mm) < 0.2


def test_every_move_of_the_demo_is_legal_by_her_own_card(found):
    """The first thing that anybody sees of the referee is this game: nobody cheats in it."""
    settings, _ = demo_table()
    cards = {piece.id: piece.base_move for piece in settings.pieces}
    assert [(each.piece, each.judgement.ruling.verdict) for each in found] == [
        (name, Verdict.YES) for name, *_ in truth()
    ]
    for each in found:
        route = each.judgement.route
        assert sorted(part.segment for part in route.segments) == sorted(cards[each.piece])
        assert all(part.length_mm < MM[part.segment] + 1.0 for part in route.segments)
        assert route.terrain == ()


@pytest.mark.parametrize(("base_move", "expected"), [((S,), Verdict.NO), ((L, S), Verdict.YES)])
def test_only_moves_within_reach_of_her_card_are_legal(base_move, expected):
    """The script's own lengths, bow to bow: by them all are beyond S, and none beyond L+S."""
    settings, _ = demo_table(base_move)
    bows = {piece.id: max(x for x, _ in piece.model.hull) for piece in settings.pieces}
    reach = sum(MM[segment] for segment in base_move)
    for move, (name, _, _, start, end) in zip(moves_in(demo_states(base_move)), truth(), strict=True):
        gone = math.dist(start.place_one(bows[name], 0.0), end.place_one(bows[name], 0.0))
        assert abs(gone - reach) > 10.0
        verdict = move.judgement.ruling.verdict
        assert (verdict is Verdict.NO) == (gone > reach), name
        assert verdict is expected, name
        if gone < reach:
            assert gone - 2.0 < move.judgement.route.length_mm <= reach


def test_the_dock_and_the_ram_of_the_story_are_made_and_nothing_else(found):
    made = {(each.piece, contact.contact.rule, contact.contact.target) for each in found for contact in each.made}
    assert ("bonny-kate", "docking", "palm-island") in made
    assert ("plantagenet", "ram", "revenge") in made
    assert ("windjammer", "docking", "pirate-home") in made
    assert {piece for piece, _, _ in made} == {"bonny-kate", "plantagenet", "windjammer"}
    assert all(each.broken == () for each in found)


def test_turns_change_with_the_player(found):
    turns = [(each.turn.number, each.turn.player) for each in found]
    assert turns == [
        (1, "English"), (2, "Pirates"), (3, "English"), (4, "Pirates"), (4, "Pirates"), (5, "English"), (5, "English"),
        (6, "Pirates"),
    ]  # fmt: skip
