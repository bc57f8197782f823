"""A new tag is tied to its piece from the window, and counts from then on."""

import math
from dataclasses import replace

import pytest
from made_up_table import FakeProgram, FakeTable
from PyQt6.QtWidgets import QDialogButtonBox, QMessageBox

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, TagMount
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import render
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.table import Table
from tableassist.ui.session.preferences import Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

NEW = TagMount("36h11", 57, 18.0, MountKind.PLATE, 3.0, 30.0, 1.5, math.radians(12.0), 0, 0, 0)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(demo_table_path().read_text("utf-8"), "utf-8")
    return path


@pytest.fixture
def window(qtbot, tmp_path, table):
    settings = read_table(table)
    oxley = next(piece for piece in settings.pieces if piece.id == "oxley")
    staged = StagedTable(
        settings.mat,
        (StagedPiece(replace(oxley, mounts=(*oxley.mounts, NEW)), PlanarPose(400.0, 500.0, math.radians(35.0))),),
    )
    image = render(staged, stage_named("demo").camera, Look(), seed=3)
    frame = Frame(image, 0, 0, "studio")
    state = step(first_state(settings), frame, settings, TagDetector(settings.tag_families).detect)
    program = FakeProgram(tmp_path)
    program.opened = Recent("camera:0", str(table))
    session = Session(settings, None, table=Table(settings, FakeTable(), table_file=table))
    made = TableWindow(session, program, on_close=lambda: None)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    made.show()
    made.session.arrive(Moment(frame, state, settings))
    return made


def test_a_tag_is_assigned_in_two_steps_and_can_be_taken_back(window, qtbot, table):
    window.board.assigning.begin()
    qtbot.waitUntil(lambda: window.board.assigning.dialog is not None, timeout=60_000)
    dialog = window.board.assigning.dialog
    assert dialog.tags.count() == 1
    names = [dialog.pieces.item(row).text() for row in range(dialog.pieces.count())]
    dialog.pieces.setCurrentRow(next(row for row, name in enumerate(names) if name.startswith("HMS Oxley")))
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    tags = {piece.id: {mount.tag for mount in piece.mounts} for piece in window.session.settings.pieces}
    assert 57 in tags["oxley"]
    assert 57 in {mount.tag for piece in read_table(table).pieces for mount in piece.mounts}
    window.session.undo.undo()
    assert 57 not in {mount.tag for piece in window.session.settings.pieces for mount in piece.mounts}


def test_a_table_without_a_file_says_so(window):
    window.program.opened = Recent("studio:demo")
    window.board.assigning.begin()
    (box,) = window.findChildren(QMessageBox)
    assert "has no file" in box.text()
    box.close()
