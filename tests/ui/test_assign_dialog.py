"""The window that ties a tag to a piece: what it lists, when it lets one go on, and what it says was chosen."""

from dataclasses import replace

import numpy as np
import pytest
from made_up_table import made_up_pieces
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDialogButtonBox

from tableassist.pieces import Mast, MountKind
from tableassist.pipeline.fitting.unknown_tags import UnknownTag
from tableassist.ui.assigning import AssignDialog
from tableassist.vision.tags.sighting import TagSighting

BARE = made_up_pieces()
MASTS = tuple(Mast(x, 0.0, 40.0, 0.0, 0.0, None) for x in (8.0, -8.0))
SHIP = replace(BARE[0], model=replace(BARE[0].model, masts=MASTS))
PIECES = (SHIP, *BARE[1:])
ISLAND = BARE[-1]


def unknown(tag):
    return UnknownTag(TagSighting("36h11", tag, np.zeros((4, 2)), 50.0, 0), 100.0, 200.0, 18.2, SHIP.id, 31.0)


@pytest.fixture
def dialog(qtbot):
    made = AssignDialog([unknown(57), unknown(58)], PIECES, [ISLAND])
    qtbot.addWidget(made)
    made.show()
    return made


def ok(dialog):
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)


def pick_piece(dialog, name):
    (item,) = dialog.pieces.findItems(name, Qt.MatchFlag.MatchStartsWith)
    dialog.pieces.setCurrentItem(item)


def test_it_lists_tags_and_hidden_pieces_first(dialog):
    assert dialog.tags.count() == 2
    assert dialog.tags.item(0).text() == f"57: 18 mm wide, 31 mm from {SHIP.name}"
    assert dialog.pieces.item(0).text() == f"{ISLAND.name}  (not visible)"
    assert dialog.pieces.count() == len(PIECES)


def test_it_goes_on_only_with_a_tag_and_a_piece(dialog):
    assert not ok(dialog).isEnabled()
    pick_piece(dialog, ISLAND.name)
    assert ok(dialog).isEnabled()


def test_a_masthead_needs_a_piece_with_masts(dialog):
    dialog.kind.setCurrentIndex(dialog.kind.findData(MountKind.MASTHEAD))
    pick_piece(dialog, ISLAND.name)
    assert not ok(dialog).isEnabled()
    pick_piece(dialog, SHIP.name)
    assert ok(dialog).isEnabled()
    assert dialog.mast.isEnabled()
    assert dialog.mast.maximum() == len(SHIP.model.masts)


def test_what_was_chosen_is_told(dialog, qtbot):
    dialog.tags.setCurrentRow(1)
    pick_piece(dialog, SHIP.name)
    with qtbot.waitSignal(dialog.chosen) as told:
        qtbot.mouseClick(ok(dialog), Qt.MouseButton.LeftButton)
    assert told.args == ["36h11", 58, SHIP.id, None, None]


def test_a_masthead_says_which_mast(dialog, qtbot):
    pick_piece(dialog, SHIP.name)
    dialog.kind.setCurrentIndex(dialog.kind.findData(MountKind.MASTHEAD))
    dialog.mast.setValue(1)
    with qtbot.waitSignal(dialog.chosen) as told:
        qtbot.mouseClick(ok(dialog), Qt.MouseButton.LeftButton)
    assert told.args == ["36h11", 57, SHIP.id, MountKind.MASTHEAD, 1]


def test_without_unknown_tags_there_is_nothing_to_assign(qtbot):
    empty = AssignDialog([], PIECES, [])
    qtbot.addWidget(empty)
    assert not ok(empty).isEnabled()
