"""Names, marks and reasons that strangers chose are shown to the letter: the real window obeys no markup in them."""

import sys
from contextlib import closing
from functools import partial

import cv2
import numpy as np
import pytest
from loop_eye import LoopEye
from opened_files import OpenedFiles
from PyQt6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPointF, Qt
from PyQt6.QtGui import QAction, QHelpEvent, QMouseEvent, QTextDocument
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QGroupBox,
    QLabel,
    QListView,
    QMenu,
    QTabBar,
    QTreeView,
    QWidget,
)

from tableassist.capture.camera import CameraDevice
from tableassist.errors import SourceError
from tableassist.matches.recording import UnfinishedMatch, start_replay_buffer
from tableassist.messages import Message
from tableassist.rulebook.ruling import Verdict
from tableassist.sources import demo_table_path
from tableassist.table.commands import Overrule
from tableassist.ui.cameras.picker import CameraPicker
from tableassist.ui.matches.recovery import offer
from tableassist.ui.rulings.details import OverruleDialog
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program
from tableassist.ui.timeline.past import Sign, SignKind
from tableassist.ui.timeline.timeline import Timeline
from tableassist.ui.widgets.notices import tell_problem
from tableassist.ui.widgets.plain import PlainLabel, RichLabel, set_tip
from tests.table_states import mast_lost, note

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel which files are opened")

EVIL = "<img src=secret.png><b>Jack&Tar</b>[*]"
PIECES = ("HMS Titan", "HMS Oxley", "Harbinger", "Palm Island")


@pytest.fixture(scope="module")
def bait(tmp_path_factory):
    """A picture that only markup would open."""
    folder = tmp_path_factory.mktemp("bait")
    cv2.imwrite(str(folder / "secret.png"), np.zeros((8, 8, 3), np.uint8))
    return folder


@pytest.fixture
def opened(bait, monkeypatch):
    monkeypatch.chdir(bait)
    with closing(OpenedFiles(bait)) as files:
        yield files


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    text = demo_table_path().read_text("utf-8")
    for name in (
        "HMS Titan",
        "HMS Oxley",
        "Harbinger",
        "Palm Island",
        "English",
        "Demo: the English against the Pirates",
    ):
        assert f'"{name}"' in text
        text = text.replace(f'"{name}"', f'"{name[:30]} {EVIL}"')
    path = tmp_path_factory.mktemp("evil") / "table.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def window(tmp_path, qtbot, table):
    program = Program(
        Preferences(tmp_path / "window.ini"),
        lambda _text, _families: LoopEye(),
        partial(start_replay_buffer, root=tmp_path / "memory"),
        roots=(tmp_path / "memory", tmp_path / "matches"),
    )
    made = program.open(Recent("studio:demo", str(table)))
    qtbot.waitUntil(lambda: made.session.moment is not None and bool(made.session.moment.state.rulings))
    yield made
    program.quit()


def tips(widget):
    """Every tool tip below a widget: its own, and those of the rows of its lists."""
    for each in (widget, *widget.findChildren(QWidget)):
        yield each, each.toolTip()
        if isinstance(each, QAbstractItemView) and each.model() is not None:
            for index in rows(each.model()):
                yield each, str(index.data(Qt.ItemDataRole.ToolTipRole) or "")


def rows(model, parent=None):
    """Every cell, two levels deep."""
    above = QModelIndex() if parent is None else parent
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
    for row in range(model.rowCount(above)):
        yield from (model.index(row, column, above) for column in range(columns))
        if parent is None and columns > 1:
            yield from rows(model, model.index(row, 0))


def with_keys(widget):
    """Every text below a widget in which Qt takes `&` for a key."""
    for each in (widget, *widget.findChildren(QWidget)):
        if isinstance(each, QAbstractButton):
            yield each.text()
        elif isinstance(each, QGroupBox):
            yield each.title()
        elif isinstance(each, QDockWidget):
            yield each.windowTitle()
        elif isinstance(each, QTabBar):
            yield from (each.tabText(place) for place in range(each.count()))
    yield from (action.text() for action in widget.findChildren(QAction))


def as_read(html):
    document = QTextDocument()
    document.setHtml(html)
    return document.toPlainText()


def check(widget):
    """Returns how often the name was met."""
    met = 0
    for label in (*widget.findChildren(QLabel), *([widget] if isinstance(widget, QLabel) else ())):
        rich = label.textFormat() is not Qt.TextFormat.PlainText and Qt.mightBeRichText(label.text())
        if not label.inherits("QTipLabel"):  # the tool tip itself, whose text is looked at below
            assert isinstance(label, RichLabel) or not rich, label.text()
        shown = as_read(label.text()) if rich else label.text()
        assert "￼" not in shown, "a picture stands in the text"
        met += EVIL in shown
    for each, tip in tips(widget):
        shown = as_read(tip) if Qt.mightBeRichText(tip) else tip
        assert "￼" not in shown, (each, tip)
        assert "Jack" not in tip or EVIL.replace(" ", "") in shown.replace(" ", "").replace("\xa0", ""), (each, tip)
        met += "Jack" in tip
    for text in with_keys(widget):
        assert "Jack&Tar" not in text, text
        met += "Jack&&Tar" in text
    return met


def point_at_everything(widget):
    """As a person whose pointer rests on each part and each row."""
    for each in (widget, *widget.findChildren(QWidget)):
        if isinstance(each, QTreeView | QListView) and each.isVisible():
            places = [(each.viewport(), each.visualRect(index).center()) for index in rows(each.model())]
        else:
            places = [(each, each.rect().center())]
        for target, place in places:
            event = QHelpEvent(QEvent.Type.ToolTip, place, target.mapToGlobal(place))
            QApplication.sendEvent(target, event)
            QApplication.processEvents()


def test_the_kernel_tells_when_markup_opens_a_picture(qtbot, opened):
    """That the other tests here can fail."""
    label = QLabel(EVIL)
    qtbot.addWidget(label)
    label.show()
    label.grab()
    assert opened.names() == {"secret.png"}


def test_a_plain_label_and_a_tip_obey_no_markup(qtbot, opened):
    label = PlainLabel(EVIL)
    qtbot.addWidget(label)
    set_tip(label, EVIL)
    label.show()
    label.grab()
    point_at_everything(label)
    assert check(label) >= 2, "the label and its tip"
    assert opened.names() == set()
    set_tip(label, "HMS Titan\nis in range")
    assert label.toolTip() == "HMS Titan\nis in range", "what nobody could take for markup stays as it is"


def test_the_window_shows_strangers_names_to_the_letter(window, qtbot, opened):
    session = window.session
    oxley = next(piece for piece in session.settings.pieces if piece.id == "oxley")
    assert EVIL in oxley.name
    window.board.ledger_dock.show()
    session.selection.choose("oxley")
    note(session, mast_lost("oxley", 1))
    window.board.rulings.only_what_matters.setChecked(False)
    window.board.rulings.update_now()
    window.board.rulings.tree.expandAll()
    window.board.rulings.tree.setCurrentIndex(window.board.rulings.model.index(0, 0))
    session.hold(True)
    ruling = session.moment.state.rulings[0]
    other = Verdict.NO if ruling.verdict is not Verdict.NO else Verdict.YES
    session.dispatch(Overrule(ruling.id, other, EVIL, EVIL))
    window.board.tools.take_ghost()
    window.fail(Message("{name}: the camera gives no pictures", name=EVIL))
    window.status.showMessage(EVIL)
    qtbot.waitUntil(lambda: EVIL in window.board.rulings.windowTitle())
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    window.grab()
    point_at_everything(window)
    assert check(window) > 10
    assert window.windowTitle().replace("[*][*]", "[*]").count("[*]") == 1
    assert opened.names() == set()


def test_marks_on_the_time_line_are_text(qtbot, opened):
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(400, 40)
    timeline.show()
    timeline.show_span((0, 1000), (Sign(500, SignKind.MARK, EVIL),))
    place, none = QPointF(timeline.x_of(500), 20), Qt.MouseButton.NoButton
    pointed = QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(timeline, pointed)
    assert "Jack" in timeline.toolTip()
    point_at_everything(timeline)
    assert check(timeline) >= 1
    assert opened.names() == set()


def test_boxes_and_dialogs_are_text(window, qtbot, opened, tmp_path):
    ruling = window.session.moment.state.rulings[0]
    names = {piece.id: piece.name for piece in window.session.settings.pieces}
    unfinished = UnfinishedMatch(tmp_path / "x.match", EVIL, EVIL, 0, 5.0, is_replay_buffer=False)
    host = QWidget()
    qtbot.addWidget(host)
    tell_problem(host, SourceError("{name}: gone", name=EVIL))
    offer(unfinished, host, tmp_path, go_on=lambda _: None, show_message=lambda *_: None)
    dialog = OverruleDialog(ruling, names, (EVIL,), by=EVIL, parent=host)
    picker = CameraPicker(list_devices=lambda: (CameraDevice(0, EVIL),), parent=host)
    for box in host.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        box.show()
        box.grab()
        point_at_everything(box)
    assert check(host) >= 2
    for each in (dialog, picker):
        each.close()
    assert opened.names() == set()
