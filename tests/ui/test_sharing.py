"""The chosen ruling leaves the window as a picture, a page and on the clipboard."""

import pytest
from demo_moment import demo_moment
from made_up_table import FakeProgram, FakeTable
from PyQt6.QtGui import QAction, QGuiApplication, QImage
from PyQt6.QtWidgets import QMessageBox

from tableassist.rulebook.ruling import Verdict
from tableassist.store.keys import key_folder, load_or_make_table_key
from tableassist.table.commands import Overrule
from tableassist.ui.rulings.sharing import ruling_image
from tableassist.ui.rulings.sheet_words import sheet_text
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
    made.board.rulings.update_now()
    return made


def choose_first(window):
    window.board.rulings.tree.setCurrentIndex(window.board.rulings.model.index(0, 0))


def test_it_is_written_and_copied(window, tmp_path, qtbot):
    choose_first(window)
    shared = window.board.sharing.shared()
    assert shared.ruling in window.session.moment.state.rulings
    share = window.board.sharing.share
    for name in ("r.png", "r.pdf"):
        with qtbot.waitSignal(share.told, timeout=60_000):
            share.save(shared, tmp_path / name)
    assert QImage(str(tmp_path / "r.png")).width() > 600
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    with qtbot.waitSignal(share.told, timeout=60_000):
        window.board.sharing.copy()
    board = QGuiApplication.clipboard()
    assert board.mimeData().hasImage()
    assert str(shared.ruling.citation) in board.text()


def test_without_a_chosen_ruling_it_says_so(window):
    window.board.rulings.tree.setCurrentIndex(window.board.rulings.model.index(-1, 0))
    window.board.sharing.copy()
    (box,) = window.findChildren(QMessageBox)
    assert "Choose a ruling" in box.text()
    box.close()


def test_a_chosen_ruling_zooms_to_its_evidence(window):
    before = window.views.plan.transform().m11()
    choose_first(window)
    window.board.rulings.chosen.emit(window.board.rulings.current())
    assert window.views.plan.transform().m11() > before


def check_set_up(window):
    (switch,) = (each for each in window.findChildren(QAction) if each.text().replace("&", "") == "Check the set-up")
    switch.trigger()
    return switch


def test_the_set_up_is_checked_by_a_switch_and_stands_in_one_line(window):
    """Five islands where the complete rules want three a player."""
    model = window.board.rulings.model
    plain = [model.index(row, 0).data() for row in range(model.rowCount())]
    switch = check_set_up(window)
    checked = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert checked[0].startswith("Set-up: the islands: 5 islands, 6 recommended; HMS Titan: her bow does not touch")
    assert checked[1:] == plain
    top = model.index(0, 0)
    # Of five islands: their number, ten pairs, and for each its nearest; and eight ships at home.
    questions = [model.index(row, 1, top).data() for row in range(model.rowCount(top))]
    assert len(questions) == 24
    assert {"the islands", "Palm Island", "Palm Island → Skull Island", "Harbinger → Pirate home"} <= set(questions)
    switch.trigger()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == plain


def test_a_ruling_on_the_set_up_is_shared_and_overruled_like_any_other(window):
    check_set_up(window)
    choose_first(window)
    window.board.rulings.chosen.emit(window.board.rulings.current())
    shared = window.board.sharing.shared()
    assert shared.ruling.id == "set_up:islands:"
    assert sheet_text(shared).startswith("Does the set-up of the islands follow the rules?\nNO\n5 islands")
    assert ruling_image(shared).width() > 600
    assert "Set-up: the islands" in window.board.rulings.detail.text()
    assert window.board.shared_ruling() is None, "of evidence it is no part: a match does not hold it"
    window.session.dispatch(Overrule(shared.ruling.id, Verdict.YES, "five will do", "Anne"))
    top = window.board.rulings.model.index(0, 0)
    calls = [window.board.rulings.model.index(row, 0, top).data() for row in range(24)]
    assert "YES by Anne" in calls


def test_the_window_makes_the_tables_key_and_shows_its_digits(window, qtbot):
    """Beside the window: at the first start the key is made."""
    qtbot.waitUntil(lambda: bool(window.own_key.digits), timeout=30_000)
    digits = load_or_make_table_key(key_folder()).fingerprint
    (action,) = (each for each in window.findChildren(QAction) if each.text().replace("&", "") == "This table's key")
    action.trigger()
    (box,) = window.findChildren(QMessageBox)
    assert box.text().startswith(digits)
    box.close()
    choose_first(window)
    assert f"Table's key: {digits}" in sheet_text(window.board.sharing.shared())
