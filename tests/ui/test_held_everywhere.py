"""A held moment is one moment in every part of the window, whatever happens at the table meanwhile."""

import itertools
import random
from dataclasses import replace

import pytest
from demo_moment import demo_moment
from game_table import GameTable
from PyQt6.QtWidgets import QApplication

from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.table.snapshot import GameSnapshot
from tableassist.ui.session.held import GameHistory, overrulings_until
from tests.table_states import mast_lost, note

S = 1_000_000_000


@pytest.fixture
def played(qtbot, tmp_path):
    table = GameTable(qtbot, tmp_path)
    table.begin()
    table.window.show_game()
    yield table
    table.window.close()


def at(moment, seconds):
    t_ns = round(seconds * S)
    frame, state = replace(moment.frame, t_ns=t_ns), replace(moment.state, t_ns=t_ns)
    return replace(moment, frame=frame, state=state)


def visible(table):
    """What a person reads in the window, part by part."""
    QApplication.processEvents()
    window = table.window
    window.board.rulings.update_now()
    window.game.refresh()
    panel, model, ledger = window.game.panel, window.board.rulings.model, window.board.ledger_dock.widget()
    window.spectators.show_again()
    return {
        "moment": window.session.moment,
        "rulings": [
            [model.index(row, 0).data(), model.ruling(model.index(row, 0)), model.overruling(model.index(row, 0))]
            for row in range(model.rowCount())
        ],
        "facts": [fact.piece for fact in window.board.rulings.facts._ships],
        "turn": panel.turn.text(),
        "score": panel.score.text(),
        "question": panel.question.isVisible() and panel.question.text(),
        "offers": table.offered(),
        "fouls": [*panel.fouls.cards],
        "can act": panel.offers.isEnabled(),
        "mast question": window.views.question.isVisible(),
        "ledger": [ledger.turn.text(), *(button.isChecked() for button in ledger.masts)],
        "drawing": window.board.allowed(window.session.moment).drawing,
        "clock": window.spectators.held.text().split("·")[0],
        "verdict for spectators": window.spectators.verdict.text(),
    }


def happenings(table, seed):
    """What may happen at a table, as often as wanted, in an order that the seed gives."""
    session, chance, seconds = table.session, random.Random(seed), itertools.count(60)

    def arrive():
        moment = demo_moment(chance.choice(("blocked", "cleared", "rammed")))
        session.arrive(at(moment, next(seconds)))

    def overrule():
        ruling = chance.choice(session.newest.state.rulings)
        session.table.overrule(ruling, Verdict.NO, reason="seen", by="Anne", moment=session.newest)

    def lose_mast():
        note(session, mast_lost(chance.choice(("harbinger", "oxley", "revenge")), 1))

    def end_turn():
        if table.desk is not None:
            table.session.dispatch(end_turn_of(table.desk.game))

    while True:
        arrive()  # what is judged or said from now on is about a newer moment
        chance.choice((overrule, lose_mast, end_turn, session.undo.undo, session.undo.redo))()
        yield


def end_turn_of(game):
    from tableassist.rulebook import act_text
    from tableassist.rulebook.referee.acts.table import EndTurn
    from tableassist.table.commands import SayAct

    return SayAct(act_text(EndTurn(game.player)))


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_happens_meanwhile_changes_what_a_held_moment_shows(played, seed):
    window, session = played.window, played.session
    session.selection.choose("harbinger")
    events = happenings(played, seed)
    for _ in range(4):
        next(events)
    session.hold(True)
    before = visible(played)
    assert before["can act"] is False
    assert before["facts"] == []
    for _ in range(8):
        next(events)
        assert visible(played) == before
    session.hold(False)
    after = visible(played)
    assert after["can act"] is True
    assert (after["moment"], after["clock"]) == (session.newest, "")
    assert not window.views.held.isVisible()


def test_the_strip_names_both_times_and_leads_back(played):
    window, session = played.window, played.session
    session.hold(True)
    assert window.views.held.isVisible()
    assert window.spectators.held.text() == window.views.held.text()
    window.views.held.button.click()
    assert not session.is_held
    assert not window.views.held.isVisible()


def test_an_overruling_is_shown_from_the_moment_that_it_was_made_about():
    made = [Overruling(ruling=None, verdict=Verdict.NO, reason="", by="", t_ns=t_ns * S) for t_ns in (5, 9)]
    same_clock = lambda t_ns: t_ns  # noqa: E731
    assert overrulings_until(tuple(made), 4 * S, same_clock) == ()
    assert overrulings_until(tuple(made), 5 * S, same_clock) == (made[0],)
    assert overrulings_until(tuple(made), 9 * S, same_clock) == tuple(made)
    an_hour_on = lambda t_ns: t_ns + 3600 * S  # noqa: E731
    assert overrulings_until(tuple(made), 3606 * S, an_hour_on) == (made[0],)


def test_the_game_is_the_one_of_that_time():
    history, games = GameHistory(), [GameSnapshot(None), GameSnapshot(None)]
    same_clock = lambda t_ns: t_ns  # noqa: E731
    assert history.at(10, same_clock) is None
    history.note(10, games[0])
    history.note(20, games[1])
    history.note(30, None)
    assert [history.at(t_ns, same_clock) for t_ns in (9, 10, 19, 20, 29, 31)] == [
        None, games[0], games[0], games[1], games[1], None,
    ]  # fmt: skip
