"""The chosen ruling leaves the window as a picture, a page and on the clipboard."""

import pytest
from demo_moment import demo_moment
from made_up_table import FakeProgram, FakeTable
from PyQt6.QtGui import QGuiApplication, QImage
from PyQt6.QtWidgets import QMessageBox

from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow


@pytest.fixture
def window(qtbot, tmp_path):
    moment = demo_moment()
    made = TableWindow(Session(moment.settings, FakeTable()), FakeProgram(tmp_path), on_close=lambda: None)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    made.show()
    made.session.selection.choose("harbinger")
    made.session.arrive(moment)
    made.rulings.update_now()
    return made


def choose_first(window):
    window.rulings.tree.setCurrentIndex(window.rulings.model.index(0, 0))


def test_it_is_written_and_copied(window, tmp_path, qtbot):
    choose_first(window)
    shared = window.sharing.shared()
    assert shared.ruling in window.session.moment.state.rulings
    share = window.sharing.share
    for name in ("r.png", "r.pdf"):
        with qtbot.waitSignal(share.told, timeout=10_000):
            share.save(shared, tmp_path / name)
    assert QImage(str(tmp_path / "r.png")).width() > 600
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    with qtbot.waitSignal(share.told, timeout=10_000):
        window.sharing.copy()
    board = QGuiApplication.clipboard()
    assert board.mimeData().hasImage()
    assert str(shared.ruling.citation) in board.text()


def test_without_a_chosen_ruling_it_says_so(window):
    window.rulings.tree.setCurrentIndex(window.rulings.model.index(-1, 0))
    window.sharing.copy()
    (box,) = window.findChildren(QMessageBox)
    assert "Choose a ruling" in box.text()
    box.close()


def test_a_chosen_ruling_zooms_to_its_evidence(window):
    before = window.views.plan.transform().m11()
    choose_first(window)
    window.rulings.chosen.emit(window.rulings.current())
    assert window.views.plan.transform().m11() > before
