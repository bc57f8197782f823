"""The real window on a real X server: a player's few minutes, by mouse and keys."""

import zipfile

import numpy as np
import pytest
import real_screen
from PyQt6.QtGui import QImage

from tableassist.ui.painting.projection import to_bgr
from tests.colours import colour_count


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("screen")
    with real_screen.screen() as environment:
        return real_screen.played("play_real_window.py", folder, environment=environment), folder


def test_it_is_a_real_window(played):
    told, _ = played
    assert told["platform"] == "xcb"
    assert told["shown"]


def test_a_click_selects_and_two_clicks_measure(played):
    told, _ = played
    assert told["selected"] == "harbinger"
    assert any("±" in line and "mm" in line for line in told["measured"])


def test_the_ghost_is_dragged_and_judged(played):
    told, _ = played
    assert told["ghost_mm"] > 10
    assert told["foreseen"]


def test_the_picture_is_held_and_stepped_back(played):
    told, _ = played
    assert told["held"]
    assert told["still"]
    assert told["stepped_back"]


def test_a_call_is_overruled_with_a_reason(played):
    told, _ = played
    assert told["evidence_drawn"]
    assert told["overruled"] == [["both players saw it", "Anne"]]


def test_the_ruling_leaves_as_a_page_and_as_evidence(played):
    told, folder = played
    assert told["pdf"]
    assert told["evidence"]
    with zipfile.ZipFile(folder / "evidence.zip") as evidence:
        assert evidence.testzip() is None
        assert any(name.endswith(".png") for name in evidence.namelist())


def test_nothing_is_left_in_the_memory(played):
    told, _ = played
    assert told["memory_left"] == []


def test_both_views_and_the_rulings_are_painted(played):
    picture = to_bgr(QImage(str(played[1] / "window.png")))
    height, width = picture.shape[:2]
    assert (width, height) == (1500, 950)
    assert colour_count(picture) > 5000

    def share(part, bgr, tolerance):
        return float((np.abs(part.astype(int) - bgr).max(axis=2) <= tolerance).mean())

    plan = picture[: int(height * 0.6), int(width * 0.55) :]
    assert share(plan, (0x5C, 0x3F, 0x17), 6) > 0.10, "the plan's sea"
    camera = picture[80 : int(height * 0.6), : int(width * 0.45)]
    assert colour_count(camera) > 3000, "a photograph"
    assert share(picture[int(height * 0.7) :], (0x22, 0x1C, 0x16), 12) > 0.2, "the panel's ground"
