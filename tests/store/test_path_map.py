"""The map of all moves: each from where the ship lay to where she lies."""

import math

from tableassist.overlay.drawing import Drawing, Ink
from tableassist.pipeline.moves.chronicle import chronicle_of
from tableassist.pipeline.moves.found_move import MoveKind
from tableassist.store.report import path_map
from tableassist.store.report.path_drawing import move_line
from tests.pipeline.demo_states import demo_states


def lines(drawing):
    return [stroke for stroke in drawing.strokes if not stroke.closed]


def test_each_move_is_a_line_in_its_fleets_ink_with_the_number_of_its_turn():
    chronicle = chronicle_of(demo_states())
    drawn = path_map(chronicle, Drawing((), (), ()))
    moves = [move for move in chronicle.moves if move.kind is MoveKind.MOVED]
    assert len(lines(drawn)) == len(moves) == 8
    for stroke, move in zip(lines(drawn), moves, strict=True):
        assert stroke.points[0] == (move.start.x_mm, move.start.y_mm)
        assert stroke.points[-1] == (move.end.x_mm, move.end.y_mm)
        assert stroke.ink is (Ink.FLEET_1 if move.turn.player == "English" else Ink.FLEET_2)
    assert [label.text for label in drawn.labels] == [str(move.turn.number) for move in moves]


def test_one_turn_has_only_its_own():
    drawn = path_map(chronicle_of(demo_states()), Drawing((), (), ()), turn=4)
    assert len(lines(drawn)) == 2
    assert drawn.labels == ()


def test_a_legal_move_is_drawn_along_its_route():
    """The plantagenet's, which has a turn in it: her legs, and what her middle swings when she turns about her bow."""
    chronicle = chronicle_of(demo_states())
    legal = next(move for move in chronicle.moves if move.piece == "plantagenet" and move.judgement)
    bow_mm = max(x for piece in chronicle.settings.pieces if piece.id == "plantagenet" for x, _ in piece.model.hull)
    line = move_line(legal, bow_mm)
    sailed = [math.dist(a, b) for a, b in zip(line[1::2], line[2::2], strict=False)]
    assert len(sailed) == len(legal.judgement.route.segments) == 2
    for length, segment in zip(sailed, legal.judgement.route.segments, strict=True):
        assert math.isclose(length, segment.length_mm, abs_tol=1e-6)
