"""Dice that the camera has read, in the window: the status strip lists them, the picture names each."""

from dataclasses import replace

import pytest
from made_up_table import FakeProgram, FakeTable, made_up_frame, made_up_moment, made_up_settings
from PyQt6.QtWidgets import QApplication

from tableassist.geometry.frames import PlanarPose
from tableassist.judging.views import drawing_of
from tableassist.overlay.drawing import Ink
from tableassist.pipeline.dice.seen import DiceSeen
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.vision.dice.corner import printed_corner
from tableassist.vision.dice.corner_place import CornerPlace
from tableassist.vision.dice.reading import NOT_CLEAR, DieReading

FRAME = made_up_frame(960, 540)
PLACE = CornerPlace(PlanarPose(600.0, 100.0, 0.0), 1.0, (578, 579))
DICE = (
    DieReading(4, 640.0, 150.0, 16.0, 0.2, 1.0),
    DieReading(None, 680.0, 150.0, 16.0, 0.2, 0.5, NOT_CLEAR),
)


def seen(dice):
    moment = made_up_moment(FRAME)
    settings = replace(moment.settings, dice=printed_corner())
    return replace(moment, state=replace(moment.state, dice=dice), settings=settings)


@pytest.fixture
def window(qtbot, tmp_path):
    made = TableWindow(Session(made_up_settings(), FakeTable()), FakeProgram(tmp_path), on_close=lambda: None)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    made.show()
    qtbot.waitExposed(made)
    return made


def status_of(window, dice):
    window.session.arrive(seen(dice))
    QApplication.processEvents()
    window.status.update_now()
    return window.status.text()


def test_the_status_strip_lists_the_dice_and_marks_what_is_not_sure(window):
    assert "Dice: 4, ?" in status_of(window, DiceSeen(DICE, at_rest=True, place=PLACE))
    assert "Dice: none" in status_of(window, DiceSeen(at_rest=True, place=PLACE))
    assert "Dice: …" in status_of(window, DiceSeen(at_rest=False, place=PLACE))
    assert "Dice corner not seen" in status_of(window, DiceSeen())


def test_a_table_without_a_dice_corner_says_nothing_of_dice(window):
    window.session.arrive(made_up_moment(FRAME))
    QApplication.processEvents()
    window.status.update_now()
    assert "Dice" not in window.status.text()


def test_each_die_is_drawn_with_its_value():
    state = seen(DiceSeen(DICE, at_rest=True, place=PLACE)).state
    drawing = drawing_of(state, made_up_settings().mat)
    labels = {label.at: str(label.text) for label in drawing.labels if label.ink is Ink.DIE}
    assert labels == {(640.0, 150.0): "4", (680.0, 150.0): "?"}
    assert len([stroke for stroke in drawing.strokes if stroke.ink is Ink.DIE]) == 2
