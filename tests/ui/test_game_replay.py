"""A match that keeps its game, in the window: signs on the time line, acts up to the moment, gold, a text to copy."""

from contextlib import contextmanager

import pytest
from PyQt6.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt6.QtGui import QAction, QGuiApplication, QMouseEvent, QWheelEvent
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tableassist.store.match_library import note_acts
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program
from tableassist.ui.timeline.past import ACT_KINDS, SignKind
from tableassist.ui.timeline.signs import sign_icon, sign_meaning
from tests.cli.demo_match import write_demo_match
from tests.cli.game_match import ACTS, KINDS, write_game_match

ACTS_Y = 14
"""In the row of the acts."""


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write_game_match(tmp_path_factory.mktemp("played") / "friday", video=False)


def opened(match, tmp_path, qtbot):
    program = Program(
        Preferences(tmp_path / "window.ini"), open_tag_source=None, roots=(tmp_path / "a", tmp_path / "b")
    )
    made = program.open(Recent(str(match)))
    qtbot.waitUntil(lambda: made.session.moment is not None and made.player.span[1] > 0)
    return program, made


@contextmanager
def replay_window(match, folder, qtbot):
    program, made = opened(match, folder, qtbot)
    made.resize(1280, 900)
    made.show()
    qtbot.waitUntil(lambda: bool(act_signs(made)))
    yield made
    program.quit()


@pytest.fixture(scope="module")
def window(request, match, tmp_path_factory):
    """One for all tests that only go to another moment of the match."""
    with replay_window(match, tmp_path_factory.mktemp("replay"), QtBot(request)) as made:
        yield made


@pytest.fixture
def own_window(match, tmp_path, qtbot):
    """For tests that change how the match is shown."""
    with replay_window(match, tmp_path, qtbot) as made:
        yield made


def act_signs(window):
    return [sign for sign in window.player.timeline._signs if sign.kind in ACT_KINDS]


def sign_of(window, kind):
    (found,) = [sign for sign in act_signs(window) if sign.kind is kind]
    return found


def point(line, t_ns, y):
    return QPoint(round(line.x_of(t_ns)), round(y))


def hover(widget, at):
    none = Qt.MouseButton.NoButton
    where = QPointF(at)
    event = QMouseEvent(QEvent.Type.MouseMove, where, where, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def shown_acts(window):
    rows = window.acts.list
    items = [rows.item(row) for row in range(rows.count())]
    return [item.text() for item in items if not item.isHidden() and item.data(Qt.ItemDataRole.UserRole) is not None]


def test_each_kind_of_act_has_its_sign_at_its_time(window):
    first = window.player.span[0]
    found = [(sign.kind.value, round((sign.t_ns - first) / 1e9, 1)) for sign in act_signs(window)]
    assert found == [(kind, ACTS[number - 1]["t_s"]) for number, kind in KINDS.items()]


def test_the_pointer_over_a_sign_is_told_the_act_in_words(window):
    line, sign = window.player.timeline, sign_of(window, SignKind.SUNK)
    hover(line, point(line, sign.t_ns, ACTS_Y))
    assert line.toolTip() == "0:08.9  HMS Oxley shoots at Harbinger with cannon 2: rolls 6. Harbinger sinks."


def test_a_click_on_a_sign_goes_there_and_lists_the_acts_up_to_it(window, qtbot):
    line, sign = window.player.timeline, sign_of(window, SignKind.RAM)
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=point(line, sign.t_ns, ACTS_Y))
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == sign.t_ns)
    assert window.acts_dock.isVisible()
    told = shown_acts(window)
    assert len(told) == 7, "with the mast that was chosen at the same time"
    assert told[5].endswith("Harbinger rams HMS Titan: rolls 5. HMS Titan takes a hit.")
    assert window.acts.list.currentItem().text().endswith("HMS Titan loses mast 2.")
    assert window.acts.score.text() == "Gold: English 0, Pirates 7"


def test_at_the_end_all_acts_and_the_winner_are_told_and_at_the_beginning_none(window, qtbot):
    player = window.player
    player.seek(player.span[1])
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == player.span[1])
    assert len(shown_acts(window)) == len(ACTS)
    assert shown_acts(window)[-1].endswith("English has won: more than half of the gold is home.")
    assert window.acts.score.text() == "Gold: English 13, Pirates 7"
    player.seek(player.span[0])
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == player.span[0])
    assert shown_acts(window) == []
    assert window.acts.score.text() == "Gold: English 0, Pirates 0"


def test_a_click_on_an_act_shows_its_moment(window, qtbot):
    player, rows = window.player, window.acts.list
    player.seek(player.span[1])
    qtbot.waitUntil(lambda: len(shown_acts(window)) == len(ACTS))
    items = [rows.item(row) for row in range(rows.count())]
    fourth = [item for item in items if item.data(Qt.ItemDataRole.UserRole) is not None][3]
    rows.scrollToItem(fourth)
    place = rows.visualItemRect(fourth).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == player.span[0] + round(2.3e9))


def test_gold_over_time_is_drawn_by_the_time_lines_scale_and_told(window, qtbot):
    gold, line, first = window.player.gold, window.player.timeline, window.player.span[0]
    assert gold.isVisible()
    pirates = gold.steps(1)
    low, high = pirates.at(0), pirates.at(2)
    assert high.y() < low.y(), "seven gold lie above none"
    assert high.x() == pytest.approx(line.x_of(first + round(2.3e9)), abs=0.5)
    hover(gold, QPoint(round(line.x_of(first + round(10e9))), 30))
    assert gold.toolTip().endswith("English 0, Pirates 7")
    qtbot.mouseClick(gold, Qt.MouseButton.LeftButton, pos=QPoint(round(line.x_of(window.player.span[1])), 30))
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == window.player.span[1])


def test_the_wheel_over_the_gold_zooms_both(own_window):
    gold, line = own_window.player.gold, own_window.player.timeline
    at = QPointF(400, 20)
    event = QWheelEvent(
        at, QPointF(gold.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    before = gold.steps(1).at(1).x()
    QApplication.sendEvent(gold, event)
    assert not line.stretch.is_whole
    assert gold.steps(1).at(1).x() != before


def test_the_legend_names_every_sign_on_the_line_and_goes_with_the_other(own_window, qtbot):
    legend = own_window.player.legend
    met = {sign.kind for sign in own_window.player.timeline._signs}
    assert {sign_meaning(kind) for kind in met} <= set(legend.accessibleDescription().split(", "))
    assert legend.isVisible()
    qtbot.keyClick(own_window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert not legend.isVisible()
    assert not own_window.views.legend.isVisible()


def test_every_sign_has_a_look_of_its_own():
    looks = set()
    for kind in SignKind:
        image = sign_icon(kind).pixmap(18, 18).toImage()
        looks.add(bytes(image.constBits().asarray(image.sizeInBytes())))
    assert len(looks) == len(SignKind)


@pytest.mark.parametrize(("name", "begins"), [("BBCode", "[b][u]English"), ("Markdown", "# English")])
def test_the_file_menu_copies_a_text_for_a_forum(window, qtbot, name, begins):
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("")
    (action,) = [each for each in window.findChildren(QAction) if each.text().replace("&", "") == name]
    action.trigger()
    qtbot.waitUntil(lambda: clipboard.text() != "")
    assert clipboard.text().startswith(begins)
    assert "Harbinger sinks." in clipboard.text()
    assert "copied" in window.status.currentMessage()


def test_a_game_that_cannot_be_read_is_told_and_the_match_is_still_shown(tmp_path, qtbot):
    match = write_demo_match(tmp_path / "broken", video=False)
    note_acts(match, [(0, '{"players": 7}')], wall_ms=1, by="Bert", key=None)
    program, window = opened(match, tmp_path, qtbot)
    window.show()
    qtbot.waitUntil(window.acts_dock.isVisible)
    assert "Cannot follow the game" in window.acts.caption.text()
    assert window.acts.score.text() == ""
    assert not window.player.gold.isVisible()
    program.quit()


def test_a_match_without_a_game_shows_neither_gold_nor_acts(tmp_path, qtbot):
    program, window = opened(write_demo_match(tmp_path / "bare", video=False), tmp_path, qtbot)
    window.show()
    assert act_signs(window) == []
    assert not window.player.gold.isVisible()
    assert not window.acts_dock.isVisible()
    program.quit()
