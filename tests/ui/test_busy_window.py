"""What takes long leaves the window alive, says how far it is and can be stopped: tried on a real X server."""

import pytest
from real_screen import play_on_screen

FREEZE_MS = 200.0
"""Of the processor's time in one go of the window's thread: more is felt as a freeze."""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return play_on_screen("play_busy_window.py", tmp_path_factory.mktemp("busy"), (1280, 690))


def test_the_wizards_finish_does_not_wait_for_the_camera(told):
    assert told["wizard_gone"]
    assert told["finish_returned_s"] < 2.0, "the camera takes three seconds to open"
    assert told["ticks"] > 20, "the window's thread went on meanwhile"
    assert told["box_shown"]
    assert told["opened"]
    assert told["seen"]


def test_nothing_holds_the_window_up(told):
    assert told["longest_ms"] < FREEZE_MS, told["longest"]
    assert told["longest_later_ms"] < FREEZE_MS


def test_an_opening_can_be_cancelled_and_its_camera_is_let_go(told):
    is_same_window, opened, closed = told["cancelled_opening"]
    assert is_same_window
    assert (opened, closed) == (2, 1)


def test_an_export_tells_how_far_it_is(told):
    most, reached, words = told["progress"]
    assert 0 < reached < most
    assert words.endswith("Painting")
    assert told["made"]


def test_a_cancelled_export_leaves_nothing(told):
    assert told["given_up"]
