"""A game outlives the window: it is kept as it is played, offered again, saved, opened, and put into the recording."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from game_table import GameTable
from PyQt6.QtCore import QObject, Qt, pyqtSignal
from PyQt6.QtWidgets import QApplication, QMessageBox

from tableassist.matches.games import read_game
from tableassist.pipeline.dice.rolls import DiceRoll
from tableassist.pipeline.hull_looks import MastContradiction
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.table import AgreeToEnd, EndTurn
from tableassist.store.game import parse_json_lines
from tableassist.table.game.journal import ACTS_FILE
from tableassist.table.game.running_game import GameClock
from tableassist.vision.dice.reading import DieReading
from tableassist.vision.hull.masts import MastSeen
from tests.table_states import mast_lost, note

S = 1_000_000_000


class FakeRecording(QObject):
    """A record that counts from a second before the picture, and writes down what it is told."""

    started = pyqtSignal()
    changed = pyqtSignal(object)
    failed = pyqtSignal(str)
    folder = None

    def __init__(self, began_ns=0):
        super().__init__()
        self.is_recording = False
        self.acts = ()
        self.began_ns = began_ns

    def follow(self, table):
        self.started.connect(table.game.recording_started)

    def note_act(self, line):
        self.acts = (*self.acts, line)

    def in_match(self, t_ns):
        return t_ns

    def record(self, acts=()):
        self.is_recording, self.acts = True, acts
        self.started.emit()


@pytest.fixture
def table(qtbot, tmp_path):
    return GameTable(qtbot, tmp_path)


def journal(table):
    """Of the game that runs."""
    return table.keeper.folder() / ACTS_FILE


def test_quit_in_the_middle_and_come_back(table, qtbot, tmp_path):
    table.begin()
    table.sees_move("harbinger")
    table.press(table.offer("Pirates ends the turn"))
    lines = table.desk.lines()
    table.window.close()
    again = GameTable(qtbot, tmp_path)
    assert again.desk is None
    again.resume()
    assert again.window.game_dock.isVisible()
    assert again.desk.lines() == lines
    assert again.panel.turn.text() == "Turn 2: English's turn"
    assert again.session.settings.state.player_in_turn == "English"
    again.press(again.offer("English ends the turn"))
    assert parse_json_lines(journal(again).read_text(), where="journal").log == again.desk.log


def test_a_crash_loses_nothing_and_half_a_line_is_left_out(table, qtbot, tmp_path):
    table.begin()
    table.sees_move("harbinger")
    qtbot.waitUntil(lambda: table.keeper.is_written)
    with journal(table).open("a") as file:
        file.write('{"act": "end-tu')
    table.keeper._let_go()  # a lock does not outlive its program
    again = GameTable(qtbot, tmp_path)
    again.resume()
    assert [each.act for each in again.desk.log.entries] == [Move("harbinger")]
    assert '"end-tu' not in journal(again).read_text()


def test_a_game_that_was_won_is_not_offered_again_unless_its_end_is_undone(table, qtbot, tmp_path):
    table.begin()
    table.desk.say(AgreeToEnd("English"))
    table.window.close()
    again = GameTable(qtbot, tmp_path)
    assert again.keeper.to_offer() is None
    again.keeper.resume(again.keeper.games()[0])
    qtbot.waitUntil(lambda: again.desk is not None)
    again.desk.strike(1)
    again.window.close()
    assert GameTable(qtbot, tmp_path).keeper.to_offer() is not None


def test_a_resumed_game_can_be_left_for_the_one_before_by_undo(table, qtbot, tmp_path):
    table.begin()
    table.window.close()
    again = GameTable(qtbot, tmp_path)
    again.resume()
    again.undo()
    qtbot.waitUntil(lambda: again.desk is None)
    assert again.session.table.game_takes is None
    again.redo()
    qtbot.waitUntil(lambda: again.desk is not None)


def test_resuming_a_game_that_nobody_refereed_leaves_the_one_that_runs(table, qtbot, tmp_path):
    note(table.session, mast_lost("revenge", 2))
    table.window.close()
    again = GameTable(qtbot, tmp_path)
    other = again.keeper.to_offer()
    again.begin()
    again.keeper.resume(other)
    QApplication.processEvents()
    assert again.desk is None
    assert again.session.settings.state.masts_lost == {"revenge": frozenset({2})}
    again.undo()
    qtbot.waitUntil(lambda: again.desk is not None)
    assert again.session.settings.state.masts_lost == {}


def test_a_second_game_sets_the_first_aside(table):
    table.begin()
    first = journal(table).read_text()
    table.begin("English")
    kept = [each.read_text() for each in table.keeper.folder().glob("acts*.jsonl")]
    assert first in kept
    assert len(kept) == 2


def test_abandoning_asks_first(table, qtbot):
    table.begin()
    for words, runs in (("&Play on", True), ("&Abandon it", False)):
        table.orders.ask_abandon()
        (box,) = (each for each in table.window.findChildren(QMessageBox) if each.isVisible())
        button = next(each for each in box.buttons() if each.text() == words)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert (table.desk is not None) is runs
    assert table.session.table.game_takes is None
    assert not table.session.table.undo.can_undo


@pytest.mark.parametrize("name", ["game.jsonl", "game.pcn"])
def test_a_saved_game_is_opened_again(table, name, tmp_path):
    table.begin()
    table.sees_move("harbinger")
    table.orders.save(tmp_path / name)
    assert [each.act for each in read_game(str(tmp_path / name)).game.log.entries] == [Move("harbinger")]
    table.game.abandon()
    table.orders.open(tmp_path / name)
    assert table.desk.game.units["harbinger"].turn.actions == ("move",)


def test_a_recording_gets_all_lines_so_far_and_each_new_one(qtbot, tmp_path):
    recording = FakeRecording()
    table = GameTable(qtbot, tmp_path, recording=recording)
    table.begin()
    table.sees_move("harbinger")
    assert recording.acts == (), "nothing is recorded yet"
    recording.record()
    assert recording.acts == table.desk.lines()
    table.press(table.offer("Pirates ends the turn"))
    assert recording.acts == table.desk.lines()
    assert parse_json_lines("\n".join(recording.acts), where="match").log == table.desk.log


def test_a_match_that_is_gone_on_with_gets_only_what_it_lacks(qtbot, tmp_path):
    recording = FakeRecording()
    table = GameTable(qtbot, tmp_path, recording=recording)
    table.begin()
    before = table.desk.lines()
    table.sees_move("harbinger")
    recording.record(before)
    assert recording.acts == table.desk.lines()


def test_a_match_keeps_one_game(qtbot, tmp_path):
    recording = FakeRecording()
    table = GameTable(qtbot, tmp_path, recording=recording)
    table.begin()
    recording.record()
    kept, told = recording.acts, []
    table.session.told.connect(told.append)
    table.begin("English")
    table.press(table.offer("English ends the turn"))
    assert recording.acts == kept
    assert len(told) == 1


def test_masts_are_asked_by_the_game_and_not_twice(qtbot, tmp_path):
    table = GameTable(qtbot, tmp_path)
    off = demo_moment("blocked", (("titan", 2),))
    table.session.arrive(off)
    assert table.window.views.question.isVisible(), "without a game the bar asks"
    table.begin()
    assert not table.window.views.question.isVisible()
    for after_s in (0.0, 3.0, 7.0):
        table.session.arrive(replace(off, state=replace(off.state, t_ns=off.state.t_ns + round(after_s * S))))
    assert not table.window.views.question.isVisible()
    (card,) = table.panel.proposals.cards.values()
    assert "HMS Titan's mast 2 is gone" in card.decision.words
    table.press(card.yes[0])
    assert table.desk.log.entries[-1].act == Correct("titan", CorrectionKind.MAST_LOST, "2")
    assert table.session.settings.state.masts_lost == {"titan": frozenset({2})}


def test_dice_that_are_seen_answer_what_waits_for_them(table):
    table.begin()
    table.press(table.offer("Harbinger shoots HMS Oxley"))
    table.session.table.take_state(rolled(table.moment, 2))
    assert table.desk.log.entries[-1].act.roll == 2


def test_a_die_that_cannot_be_read_is_asked_for(table):
    table.begin()
    table.press(table.offer("Harbinger shoots HMS Oxley"))
    told = []
    table.session.told.connect(told.append)
    table.session.table.take_state(rolled(table.moment, None))
    assert told == ["Can't read a die: tap the number it shows."]
    assert table.desk.armed is not None


def rolled(moment, value):
    die = DieReading(value=value, x_mm=0.0, y_mm=0.0, edge_mm=14.0, yaw_rad=0.0, certainty=0.999, reason=None)
    dice = replace(moment.state.dice, roll=DiceRoll(moment.state.t_ns, (die,)))
    return replace(moment.state, dice=dice)


def test_a_move_that_was_over_before_the_game_began_is_no_act(table):
    table.begin()
    table.sees_move("harbinger", after_s=-1.0)
    assert table.desk.log.entries == ()


def test_times_are_those_of_the_record_and_go_on_another_day():
    clock = GameClock()
    assert clock.at(5 * S) == 0, "before it runs"
    clock.begin(100 * S, 90 * S)
    assert (clock.at(100 * S), clock.at(101 * S)) == (10 * S, 11 * S)
    later = GameClock(last_ns=500 * S)
    later.begin(3 * S, 1 * S)
    assert later.at(4 * S) == 501 * S


def test_a_disk_that_fails_is_told_and_the_game_goes_on(table):
    table.begin()
    told = []
    table.session.game_failed.connect(told.append)
    table.game._journal._file.close()  # as a disk does that is pulled out
    table.game._journal._file = _Full()
    table.press(table.offer("Pirates ends the turn"))
    assert [each.act for each in table.desk.log.entries] == [EndTurn("Pirates")]
    assert len(told) == 1
    assert "cannot be written" in str(told[0])
    for each in table.window.findChildren(QMessageBox):
        each.close()
    QApplication.processEvents()


class _Full:
    def write(self, _text):
        raise OSError(28, "No space left on device")

    def close(self):
        pass


def test_contradictions_of_strangers_are_nothing_to_the_game(table):
    table.begin()
    table.desk.take_masts([MastContradiction("nobody", 1, MastSeen.GONE)], 10 * S)
    assert table.desk.proposals == ()
