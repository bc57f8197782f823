"""A match in the window: its moves in the list and on the time line, found beside it."""

import shutil
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QInputDialog, QMessageBox

from tableassist.matches.recording import account_name
from tableassist.matches.replay import MoveFinder, Replay
from tableassist.rulebook.ruling import Verdict
from tableassist.store.match import MatchLock
from tableassist.table.commands import Overrule
from tableassist.ui.moves import MatchMoves
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program
from tableassist.ui.timeline.past import SignKind
from tests.cli.demo_match import write_demo_match
from tests.ui.menu_keys import keys_twice

MOVED = ["HMS Oxley", "Harbinger", "HMS Oxley", "Bonny Kate", "Revenge", "HMS Plantagenet", "HMS Europa"]
"""The demo's script."""


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write_demo_match(tmp_path_factory.mktemp("played") / "friday", video=False)


@pytest.fixture
def window(match, tmp_path, qtbot):
    program = Program(
        Preferences(tmp_path / "window.ini"), open_tag_source=None, roots=(tmp_path / "a", tmp_path / "b")
    )
    made = program.open(Recent(str(match)))
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    qtbot.waitUntil(lambda: made.session.moment is not None, timeout=60_000)
    yield made
    program.quit()


def listed(window):
    panel = window.board.shell.moves.panel
    items = [panel.list.item(row) for row in range(panel.list.count())]
    return [item.text().split(".  ", 1)[1].split("  ")[0] for item in items if item.data(Qt.ItemDataRole.UserRole)]


def signs(window, kind):
    return [sign for sign in window.player.timeline._signs if sign.kind is kind]


def test_no_key_stands_twice_in_a_menu_of_a_replay(window):
    assert keys_twice(window) == []


def test_the_moves_of_the_match_are_listed_and_stand_on_the_time_line(window, qtbot):
    assert window.board.move_dock.isVisible()
    qtbot.waitUntil(lambda: len(listed(window)) == len(MOVED), timeout=60_000)
    assert listed(window) == MOVED
    qtbot.waitUntil(lambda: not window.board.shell.moves.panel.caption.isVisible(), timeout=60_000)
    moves = [*signs(window, SignKind.MOVE), *signs(window, SignKind.ILLEGAL)]
    assert len(moves) == len(MOVED), "each once, by whoever found it"
    assert any("HMS Oxley may fire at Harbinger" in sign.words for sign in signs(window, SignKind.RULING))
    assert [sign.words for sign in signs(window, SignKind.MARK)] == ["Bert <knocked> the table & laughed"]


def test_a_click_on_a_move_shows_the_table_after_it_and_the_list_follows_the_time(window, qtbot):
    panel = window.board.shell.moves.panel
    qtbot.waitUntil(lambda: len(listed(window)) == len(MOVED), timeout=60_000)
    items = [panel.list.item(row) for row in range(panel.list.count())]
    third = [item for item in items if item.data(Qt.ItemDataRole.UserRole)][2]
    panel.list.itemClicked.emit(third)
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == third.data(Qt.ItemDataRole.UserRole), timeout=60_000)
    assert panel.list.currentItem() is third
    window.player.seek(window.player.span[0])
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns == window.player.span[0], timeout=60_000)
    assert panel.list.currentItem() is None


def test_a_window_that_closes_ends_the_looking(window):
    finder = window.board.shell.moves._source._finder
    window.close()
    assert not finder._process.is_alive()


def test_what_cannot_be_read_is_told(tmp_path, qtbot):
    (tmp_path / "bad.match").mkdir()
    moves, ended = MatchMoves(lambda: MoveFinder(tmp_path / "bad.match"), settings=None), []
    moves.ended.connect(ended.append)
    moves.start()
    qtbot.waitUntil(lambda: bool(ended), timeout=60_000)
    assert "no match here" in ended[0]
    moves.close()


@pytest.fixture
def own_match(match, tmp_path):
    return shutil.copytree(match, tmp_path / "own.match")


@pytest.fixture
def own_window(own_match, tmp_path, qtbot):
    program = Program(
        Preferences(tmp_path / "window.ini"), open_tag_source=None, roots=(tmp_path / "a", tmp_path / "b")
    )
    made = program.open(Recent(str(own_match)))
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    qtbot.waitUntil(lambda: made.session.moment is not None and made.player.span[1] > 0, timeout=60_000)
    yield made
    program.quit()


def test_who_looks_at_a_match_can_mark_and_overrule_and_both_stay(own_window, own_match, qtbot, monkeypatch):
    window = own_window
    window.player.seek((window.player.span[0] + window.player.span[1]) // 2)
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns > window.player.span[0], timeout=60_000)
    at_ns = window.session.moment.state.t_ns
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("look at the bow", True))
    window.looking_back.ask_mark()
    told = f"look at the bow ({account_name()})"
    qtbot.waitUntil(lambda: told in [sign.words for sign in signs(window, SignKind.MARK)], timeout=60_000)
    ruling = window.session.moment.state.rulings[0]
    window.session.dispatch(Overrule(ruling.id, Verdict.TOO_CLOSE, "seen again", "Mary"))
    window.close()
    with Replay(own_match) as replay:
        assert (at_ns, "look at the bow") in [(mark.t_ns, mark.words) for mark in replay.marks]
        assert replay.marks[-1].by == account_name() != ""
        assert [each.by for each in replay.overrulings[-1].standing] == ["Anne", "Mary"]
        assert replay.overrulings[-1].standing[-1].t_ns == at_ns


def test_a_match_that_takes_no_notes_says_so(own_window, own_match, qtbot):
    lock = MatchLock(own_match)
    lock.take()
    own_window.notes.mark("lost", own_window.session.moment)
    qtbot.waitUntil(lambda: bool(own_window.findChildren(QMessageBox)), timeout=60_000)
    (box,) = own_window.findChildren(QMessageBox)
    assert "is being recorded by another tableassist" in box.text()
    box.close()
    lock.free()


def test_nothing_of_the_match_is_changed_by_looking(match):
    assert sorted(path.name for path in Path(match).iterdir()) == ["match.sqlite"]
