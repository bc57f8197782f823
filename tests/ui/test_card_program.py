"""The program opens a card table by its file, and says what keeps it from being read."""

import time
from functools import partial

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.matches.recording import start_replay_buffer
from tableassist.messages import speak
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.table.live import choose_table
from tableassist.ui.session.preferences import LANGUAGE, Preferences, Recent
from tableassist.ui.shell.card_board import CardBoard
from tableassist.ui.shell.program import Program
from tableassist.vision.camera.frame import Frame

TABLE = """
format = 1
game = "card"
name = "Friday cards"
players = ["Anne", "Mary", "Jack"]
upcoming = true
[names]
e1 = "Sovereign"
"""


class BlindEye:
    """Sees a grey table on which nothing lies."""

    name = "a blind camera"
    health = CaptureHealth(CaptureState.SEEING)

    def __init__(self):
        self.number = 0
        self.families = ()

    def take(self, timeout_s):
        time.sleep(min(0.05, timeout_s))
        self.number += 1
        image = np.full((240, 320, 3), 120, np.uint8)
        return Sight(Frame(image, self.number * 100_000_000, self.number, self.name), ())

    def look_for(self, families):
        self.families = families

    def close(self):
        pass


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(TABLE)
    return path


@pytest.fixture
def program(tmp_path):
    eyes = []

    def open_eye(_source, _families):
        eyes.append(BlindEye())
        return eyes[-1]

    made = Program(
        Preferences(tmp_path / "window.ini"),
        open_eye,
        partial(start_replay_buffer, root=tmp_path / "memory"),
        roots=(tmp_path / "memory", tmp_path / "matches"),
    )
    made.eyes = eyes
    yield made
    made.quit()


def test_a_card_tables_file_opens_its_window(program, table, qtbot):
    window = program.open(Recent("camera:0", str(table)))
    assert isinstance(window.board, CardBoard)
    assert window.windowTitle() == "Friday cards"
    qtbot.waitUntil(lambda: window.session.moment is not None)
    qtbot.waitUntil(lambda: "can't read the row strip" in window.views.banner.text().lower())
    assert program.eyes[0].families == ("36h11",)
    assert window.game.panel.no_game.isVisible()


def test_another_language_makes_the_window_anew_and_the_game_goes_on(program, table, qtbot):
    first = program.open(Recent("camera:0", str(table)))
    qtbot.waitUntil(lambda: first.session.moment is not None)
    try:
        program.choose_language("de")
        window = program.window
        assert window is not first
        assert window.views.row.accessibleName() == "Die Reihe der Schiffe"
        assert window.session is first.session
    finally:
        program.preferences.choose(LANGUAGE, "en")
        speak("en")


def test_a_mistake_in_the_file_is_told_before_anything_opens(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(TABLE.replace("e1 =", "x9 ="))
    with pytest.raises(BadFileError, match="x9"):
        choose_table("camera:0", path)
