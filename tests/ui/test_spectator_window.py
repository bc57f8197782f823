"""The second screen shows the table large, and nothing before it is released."""

import numpy as np
import pytest
from made_up_table import FakeTable, made_up_frame, made_up_moment, made_up_rulings, made_up_settings
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QApplication

from tableassist.judging.views import drawing_of
from tableassist.judging.words import full_verdict
from tableassist.overlay.drawing import Drawing
from tableassist.rulebook.ruling import Verdict
from tableassist.table.visibility import Shown
from tableassist.ui.canvas.table_views import Showing
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.session.session import Session
from tableassist.ui.shell.spectator_window import MatSpectatorView, SpectatorWindow

FRAME = made_up_frame(960, 540)


def shown(moment):
    return Shown(moment.state, drawing_of(moment.state, moment.settings.mat))


@pytest.fixture
def session():
    made = Session(made_up_settings(), FakeTable())
    made.arrive(made_up_moment(FRAME))
    yield made
    made.close()


@pytest.fixture
def window(qtbot, session):
    made = SpectatorWindow(session, MatSpectatorView(session, shown))
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()
    return made


def seen(window):
    return to_bgr(window.grab().toImage()).astype(int)


def share_of_mat(window):
    """Of the made-up mat's blue."""
    return float((np.abs(seen(window) - (150, 112, 62)).max(axis=2) < 25).mean())


def test_the_table_is_shown_as_soon_as_the_window_is(window):
    assert share_of_mat(window) > 0.2


def test_nothing_but_the_curtain_before_the_release(window, session):
    window.set_released(False)
    before = seen(window)
    session.arrive(made_up_moment(made_up_frame(960, 540, number=3)))
    QApplication.processEvents()
    assert share_of_mat(window) < 0.002
    assert (seen(window) == before).all(), "not even a flicker"
    window.set_released(True)
    QApplication.processEvents()
    assert share_of_mat(window) > 0.2


def test_verdict_waits_behind_the_curtain_too(window):
    window.set_released(False)
    behind = seen(window)
    window.show_ruling(made_up_rulings()[1])
    QApplication.processEvents()
    assert (seen(window) == behind).all()


def test_plan_instead_of_the_picture(window):
    window.view.show_only(Showing.PLAN)
    QApplication.processEvents()
    assert not window.view.camera.isVisible()
    assert share_of_mat(window) < 0.02
    sea = np.abs(seen(window) - (0x5C, 0x3F, 0x17)).max(axis=2) < 6
    assert sea.mean() > 0.2


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, ("YES", "Is L'Intrépide within range of cannon 1", "61 mm; her cannon reaches 115 mm: in range.")),
     (4, ("TOO CLOSE TO CALL", "Le Dauphin Royal", "115.2")), (7, ("NOT MEASURED", "last seen 4 s ago"))],
)  # fmt: skip
def test_chosen_ruling_is_told_in_large_words(window, number, words):
    window.show_ruling(made_up_rulings()[number])
    QApplication.processEvents()
    assert window.verdict.isVisible()
    assert all(word in window.verdict.text() for word in words), window.verdict.text()
    assert window.verdict.height() >= 96
    window.show_ruling(None)
    assert not window.verdict.isVisible()


def test_every_verdict_has_its_words():
    assert len({full_verdict(verdict) for verdict in Verdict}) == len(Verdict)


def test_spectators_select_nothing(window, session, qtbot):
    for x in range(100, 900, 50):
        qtbot.mouseClick(window.view.camera.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 300))
    assert session.selection.piece is None


def test_selection_of_the_table_is_marked_here(window, session):
    before = seen(window)
    session.selection.choose("titan")
    QApplication.processEvents()
    assert (seen(window) != before).any()


def test_f11_fills_the_screen_and_escape_leaves_it(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()


def test_what_fair_play_hides_is_hidden_here_too(qtbot, session):
    bare = SpectatorWindow(session, MatSpectatorView(session, lambda moment: Shown(moment.state, Drawing((), (), ()))))
    qtbot.addWidget(bare)
    bare.resize(1000, 700)
    bare.show()
    QApplication.processEvents()
    assert (seen(bare).max(axis=2) > 235).mean() < 0.001, "no line, no label"
