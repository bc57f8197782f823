"""Which frames the live guide takes, and what it asks for."""

from dataclasses import replace

import numpy as np

from tableassist.vision.calibration.guide import Guide, board_sharpness, next_hint, offer
from tableassist.vision.lens_fit.board import board_target
from tests.vision.calibration_scenes import BOARD, TRUTH, held_poses, seen_by


def views(count):
    rng = np.random.default_rng(1)
    return seen_by(TRUTH, BOARD.places, held_poses(count, rng), rng, 0.0)


def test_a_still_and_sharp_view_is_taken_once():
    guide = Guide(board_target(BOARD))
    (view,) = views(1)
    guide, first = offer(guide, view, 0.4)
    guide, second = offer(guide, view, 0.4)
    guide, third = offer(guide, view, 0.4)
    assert (first.why_not, second.taken, third.why_not) == ("moving", True, "seen before")


def test_moving_and_blurred_views_are_not_taken():
    guide = Guide(board_target(BOARD))
    first, second = views(2)
    guide, _ = offer(guide, first, 0.4)
    guide, moved = offer(guide, replace(first, px=first.px + 2.0), 0.4)
    guide, blurred = offer(guide, replace(first, px=first.px + 2.0), 0.1)
    guide, gone = offer(guide, None, 0.0)
    guide, again = offer(guide, second, 0.4)
    assert [moved.why_not, blurred.why_not, gone.why_not, again.why_not] == ["moving", "blurred", "no board", "moving"]
    assert guide.views == ()


def test_it_asks_for_what_is_missing_until_there_is_enough():
    guide = Guide(board_target(BOARD))
    hints = set()
    for view in views(60):
        for _ in range(2):
            guide, _answer = offer(guide, view, 0.4)
        hints.add(next_hint(guide))
        if guide.enough:
            break
    assert guide.enough
    assert any("tilt the board" in str(hint) for hint in hints)
    assert any("move the board to the" in str(hint) for hint in hints)
    assert str(next_hint(guide)) == "enough views"


def test_a_blurred_board_is_less_sharp():
    import cv2

    (view,) = views(1)
    square = np.kron(np.indices((18, 32)).sum(axis=0) % 2 * 200, np.ones((40, 40))).astype(np.uint8)
    assert board_sharpness(cv2.GaussianBlur(square, (0, 0), 3), view) < 0.5 * board_sharpness(square, view)
