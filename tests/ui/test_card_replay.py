"""A match of a card table in the window: the row and the acts at any time, fame over time, papers."""

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction, QGuiApplication

from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.card_board import CardBoard
from tableassist.ui.shell.program import Program
from tableassist.ui.timeline.past import SignKind
from tests.cli.card_match import ACTS, FAME, write_card_match

S = 1_000_000_000


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write_card_match(tmp_path_factory.mktemp("cards") / "friday", video=False)


def opened(match, tmp_path, qtbot):
    roots = (tmp_path / "a", tmp_path / "b")
    program = Program(Preferences(tmp_path / "window.ini"), open_tag_source=None, roots=roots)
    made = program.open(Recent(str(match)))
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    qtbot.waitUntil(lambda: made.session.moment is not None and made.player.span[1] > 0)
    return program, made


@pytest.fixture
def window(match, tmp_path, qtbot):
    program, made = opened(match, tmp_path, qtbot)
    made.resize(1280, 900)
    made.show()
    qtbot.waitUntil(lambda: made.player.timeline._signs != ())
    yield made
    program.quit()


def seek(window, qtbot, seconds):
    first = window.player.span[0]
    window.player.seek(first + round(seconds * S))
    qtbot.waitUntil(lambda: abs(window.session.moment.state.t_ns - first - seconds * S) < 0.3 * S)


def drawn(window):
    return [each.text for each in window.views.row.drawing.words]


def shown_acts(window):
    rows = window.acts.list
    items = [rows.item(row) for row in range(rows.count())]
    return [item.text() for item in items if not item.isHidden() and item.data(Qt.ItemDataRole.UserRole) is not None]


def test_a_match_of_cards_opens_the_card_window(window):
    assert isinstance(window.board, CardBoard)
    assert window.views.row.accessibleDescription().startswith("Space 1: English ship 1, 0 fame. Space 2: Santa Ana")


def test_the_row_is_that_of_the_moment_which_is_shown(window, qtbot):
    seek(window, qtbot, 1.0)
    qtbot.waitUntil(lambda: window.views.row.accessibleDescription().startswith("Space 1: Dutch ship 1, 1 fame"))
    seek(window, qtbot, 4.0)
    qtbot.waitUntil(lambda: "winner" in drawn(window))
    seek(window, qtbot, 0.0)
    qtbot.waitUntil(lambda: window.views.row.accessibleDescription().startswith("Space 1: English ship 1, 0 fame"))


def test_acts_are_listed_up_to_the_moment(window, qtbot):
    seek(window, qtbot, 1.6)
    qtbot.waitUntil(lambda: len(shown_acts(window)) == 4)
    assert "Anne plays Temporary Alliance on Dutch ship 1, English ship 2" in shown_acts(window)[0]
    assert "FOUL" in shown_acts(window)[3]
    seek(window, qtbot, 4.0)
    qtbot.waitUntil(lambda: len(shown_acts(window)) == len(ACTS))


def test_foul_and_end_have_signs_on_the_line(window):
    kinds = [sign.kind for sign in window.player.timeline._signs]
    assert kinds == [SignKind.FOUL, SignKind.END]


def test_fame_over_time_ends_with_the_score(window):
    assert window.player.gold.isVisible()
    assert window.player.gold.accessibleName() == "Fame over time"
    assert window.acts.score.text() == "Fame: Anne 0, Mary 0"
    assert window.player.gold.words_at(window.player.span[0]) == "Anne 0, Mary 0"
    last = ", ".join(f"{player} {fame}" for player, fame in FAME.items())
    assert window.player.gold.words_at(window.player.span[1]) == last


def test_the_game_is_copied_as_a_text_for_a_forum(window, qtbot):
    action = next(each for each in window.findChildren(QAction) if "Markdown" in each.text())
    QGuiApplication.clipboard().setText("")
    action.trigger()
    qtbot.waitUntil(lambda: "Mary" in QGuiApplication.clipboard().text())
    assert "Temporary Alliance" in QGuiApplication.clipboard().text()


def test_a_match_without_a_game_says_so(tmp_path, qtbot):
    match = write_card_match(tmp_path / "empty", video=False, game=False)
    program, made = opened(match, tmp_path, qtbot)
    qtbot.waitUntil(lambda: made.views.row.accessibleDescription() == "This match has no recorded game.")
    program.quit()
