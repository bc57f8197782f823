"""A game at the table, in the real window, by mouse and keys: offers, dice, fouls, proposals, and one undo for all."""

from functools import partial

import pytest
from game_table import GameTable
from made_up_table import FakeTable
from PyQt6.QtCore import QPoint, Qt, QTimer
from PyQt6.QtWidgets import QApplication, QPushButton

from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.pipeline.moves.arrival import Arrival
from tableassist.rulebook import act_text
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.cargo import Explore
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import AgreeToEnd, EndTurn
from tableassist.rulebook.referee.referee import ACTS
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.table.commands import SayAct, UsePolicies
from tableassist.ui.game.act_fields import all_fields
from tableassist.ui.game.acts import ActDialog
from tableassist.ui.game.new_game import NewGameDialog, PolicyDialog
from tableassist.ui.widgets.controls import TOUCH_PX
from tests.table_states import mast_lost, note

SHOT = "Harbinger shoots HMS Oxley with cannon 1: needs 3+"


@pytest.fixture
def table(qtbot, tmp_path):
    return GameTable(qtbot, tmp_path)


@pytest.fixture
def game(table):
    table.begin()
    return table


def acts(table):
    """That count, in the order of play."""
    return [each.judged.entry.act for each in table.desk.refereed.acts]


def with_dialog(kind, fill_in, ask):
    """Fills in the dialog that `ask` opens, as soon as it is there."""
    seen = []
    timer = QTimer()

    def meet():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            timer.stop()
            seen.append(dialog)
            try:
                fill_in(dialog)
            finally:
                if dialog.isVisible():
                    dialog.reject()

    timer.timeout.connect(meet)
    timer.start(10)
    ask()
    timer.stop()
    assert seen
    return seen[0]


def test_without_a_game_the_panel_offers_to_begin_one(table, qtbot):
    assert table.desk is None
    assert not table.window.game_dock.isVisible()
    qtbot.keyClick(table.window, Qt.Key.Key_P)
    assert table.window.game_dock.isVisible()

    def fill_in(dialog):
        dialog.first.setCurrentText("Pirates")
        dialog.coins.setValue(1)
        dialog.values.setText("1 2 x")
        assert not dialog.ok.isEnabled()
        dialog.values.setText("1 2")
        assert not dialog.ok.isEnabled(), "three wild islands have three coins"
        dialog.values.setText("1 2 4")
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    with_dialog(NewGameDialog, fill_in, lambda: table.press(table.panel.no_game.new))
    game = table.desk.game
    assert (game.player, game.starting_gold, len(game.coins)) == ("Pirates", 7, 3)
    assert table.panel.turn.text() == "Turn 1: Pirates' turn"
    assert game.units["harbinger"].docked_at == "", "she is seen at sea, not at home"


def test_a_shot_by_mouse_the_die_tapped_and_the_mast_picked(game):
    game.press(game.offer(SHOT))
    card = game.panel.question
    assert card.words == "Waiting for the die"
    game.press(card.dice[0].buttons[5])
    assert [type(each) for each in acts(game)] == [Shoot]
    assert acts(game)[0].roll == 6
    assert card.words == "English: which mast does HMS Oxley lose?"
    (masts,) = card.cards[0].pickers
    assert [each.text() for each in masts.buttons] == ["1", "2", "3"]
    assert game.offered() == [], "first the answer"
    game.press(masts.buttons[1])
    assert acts(game)[1] == LoseMast("oxley", 2)
    assert not card.isVisible()
    assert game.session.settings.state.masts_lost == {"oxley": frozenset({2})}, "the rules measure by it"


def test_a_shot_by_keys_alone(game, qtbot):
    offer = game.offer(SHOT)
    offer.setFocus()
    qtbot.keyClick(offer, Qt.Key.Key_Return)
    assert game.panel.isAncestorOf(QApplication.focusWidget()), "the keys stay where the game is"
    qtbot.keyClick(game.window, Qt.Key.Key_2)
    assert acts(game) == [Shoot("harbinger", "oxley", 1, 2, Verdict.YES)]
    assert game.desk.game.duties == (), "a 2 misses"


def test_a_die_rolled_first_is_used_for_what_is_pressed_next(game):
    game.press(game.panel.die.buttons[4])
    assert "Rolled: 5" in game.panel.die_told.text()
    game.press(game.offer(SHOT))
    assert acts(game)[0].roll == 5


def test_waiting_for_a_die_can_be_called_off(game):
    game.press(game.offer(SHOT))
    cancel = next(each for each in game.panel.question.findChildren(QPushButton) if each.text() == "Cancel")
    game.press(cancel)
    assert not game.panel.question.isVisible()
    assert acts(game) == []


def test_undo_and_redo_take_acts_edits_and_answers_alike(game):
    game.press(game.offer(SHOT))
    game.press(game.panel.question.dice[0].buttons[5])
    game.press(game.panel.question.cards[0].pickers[0].buttons[0])
    game.undo()
    assert [type(each) for each in acts(game)] == [Shoot]
    assert game.session.settings.state.masts_lost == {}
    assert game.panel.question.words == "English: which mast does HMS Oxley lose?"
    game.undo()
    assert acts(game) == []
    game.redo()
    game.redo()
    assert [type(each) for each in acts(game)] == [Shoot, LoseMast]
    assert game.session.settings.state.masts_lost == {"oxley": frozenset({1})}


def test_a_found_move_is_an_act_and_the_same_ship_again_a_foul_that_may_stand(game):
    game.sees_move("harbinger")
    assert acts(game) == [Move("harbinger")]
    assert game.desk.log.entries[0].source is Source.CAMERA
    game.sees_move("harbinger", after_s=9.0, from_mm=100.0, to_mm=200.0)
    (card,) = game.panel.fouls.cards.values()
    assert card.decision.heading == "Foul: Harbinger moves"
    assert "Harbinger has had her action of this turn (move) (complete," in card.decision.words
    assert [each.words for each in (*card.yes, card.no)] == ["Stands", "A card allows it…", "Taken back"]
    game.press(card.yes[0])
    assert game.panel.fouls.cards == {}
    assert [each.judged.took_effect for each in game.desk.refereed.acts] == [True, True]
    game.undo()
    assert list(game.panel.fouls.cards) == [2]


def test_a_foul_is_taken_back_or_allowed_by_a_card(game, qtbot):
    for after_s in (5.0, 9.0, 14.0):
        game.sees_move("harbinger", after_s=after_s, from_mm=after_s, to_mm=after_s + 50.0)
    assert len(game.panel.fouls.cards) == 2
    game.press(game.panel.fouls.cards[2].no)
    assert list(game.panel.fouls.cards) == [3]

    def name_card(dialog):
        dialog.card.setText("Davy Jones")
        dialog.by.setCurrentText("Pirates")
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    with_dialog(ActDialog, name_card, lambda: game.press(game.panel.fouls.cards[3].yes[1]))
    assert game.panel.fouls.cards == {}
    entry = game.desk.log.entries[-1]
    assert (entry.act, entry.card, entry.by) == (Move("harbinger"), "Davy Jones", "Pirates")
    game.undo()
    assert list(game.panel.fouls.cards) == [3], "one step"


def test_a_foul_and_what_follows_from_it_are_taken_back_in_one_answer(game):
    """She has had her action and shoots all the same; the mast that the target takes off falls with the shot."""
    game.sees_move("harbinger")
    for act in (Shoot("harbinger", "oxley", 1, 6, Verdict.YES), LoseMast("oxley", 2)):
        game.session.dispatch(SayAct(act_text(act)))
    card = game.panel.fouls.cards[2]
    assert card.decision.follows == (3,)
    assert card.no_more.words == "Taken back, with the act that follows from it"
    game.press(card.no_more)
    assert acts(game) == [Move("harbinger")]
    assert game.panel.fouls.cards == {}
    game.undo()
    assert list(game.panel.fouls.cards) == [2, 3], "one step"


def test_what_waits_is_asked_one_at_a_time_and_moves_no_button(game):
    def places():
        QApplication.processEvents()
        widgets = (game.panel.tabs, game.panel.ending, game.panel.offers.cards[0])
        return [(widget.mapTo(game.panel, QPoint(0, 0)), widget.size()) for widget in widgets]

    before, first = places(), game.offered()[0]
    for after_s in (5.0, 9.0, 14.0):
        game.sees_move("revenge", after_s=after_s, from_mm=after_s, to_mm=after_s + 50.0)
    assert game.offered()[0] == first
    assert places() == before
    assert [card.isVisible() for card in game.panel.fouls.cards.values()] == [True, False]
    game.press(game.offer(SHOT))
    assert game.panel.question.isVisible()
    assert not game.panel.fouls.isVisible(), "the die is waited for first"
    assert places()[:2] == before[:2]


def test_the_end_of_the_turn_stands_apart_and_the_likeliest_ship_comes_first(game):
    assert [card.offer.act for card in game.panel.ending.cards] == [EndTurn("Pirates")]
    assert EndTurn("Pirates") not in [card.offer.act for card in game.panel.offers.cards]
    assert game.offered()[0] == SHOT, "what the camera sees to be possible"
    game.session.selection.choose("revenge")
    assert game.offered()[0].startswith("Revenge")


def test_a_digit_is_a_die_only_while_one_is_owed_and_a_stray_die_can_be_dropped(game, qtbot):
    qtbot.keyClick(game.window, Qt.Key.Key_5)
    assert game.desk.free_roll == ()
    game.press(game.panel.die.buttons[4])
    assert game.desk.free_roll == (5,)
    game.press(game.panel.drop_die)
    assert game.desk.free_roll == ()
    assert not game.panel.drop_die.isVisible()
    game.press(game.offer(SHOT))
    qtbot.keyClick(game.window, Qt.Key.Key_2)
    assert [type(act) for act in acts(game)] == [Shoot]


def test_the_turn_passes_by_button_and_by_key(game, qtbot):
    game.press(game.offer("Pirates ends the turn"))
    assert game.panel.turn.text() == "Turn 2: English's turn"
    assert game.session.settings.state.player_in_turn == "English"
    qtbot.keyClick(game.window, Qt.Key.Key_T)
    assert acts(game) == [EndTurn("Pirates"), EndTurn("English")]
    assert game.session.settings.state.player_in_turn == "Pirates"


def test_what_is_too_close_is_asked_with_each_way_it_may_be_meant(game):
    close = Arrival(docks=(Fact("harbinger", FactKind.DOCKED, "skull-island", answer=Verdict.TOO_CLOSE),))
    game.sees_move("harbinger", arrival=close)
    assert acts(game) == []
    (card,) = game.panel.proposals.cards.values()
    assert [each.words for each in card.yes] == [
        "Harbinger moves and docks at Skull Island",
        "Harbinger moves and does not dock at Skull Island",
    ]
    game.press(card.yes[0])
    assert acts(game) == [Move("harbinger", docks="skull-island")]
    assert game.panel.proposals.cards == {}


def test_a_dismissed_proposal_is_no_act(game):
    game.session.dispatch(UsePolicies({"move": Policy.ASK}))
    game.sees_move("harbinger")
    (card,) = game.panel.proposals.cards.values()
    assert card.decision.heading == "The camera saw, 100 % sure:"
    game.press(card.no)
    assert acts(game) == []
    assert game.panel.proposals.cards == {}


def test_policies_are_chosen_and_kept(game, qtbot):
    def only_note(dialog):
        box = dialog.boxes[ProposalKind.MOVE]
        box.setCurrentIndex(box.findData(Policy.NOTE))
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    with_dialog(PolicyDialog, only_note, game.orders.ask_policies)
    game.sees_move("harbinger")
    assert acts(game) == []
    assert game.panel.notes.text() == "Noted: Harbinger moves"
    other = game.make_window()
    assert game.game.policies[ProposalKind.MOVE] is Policy.NOTE
    assert other.game.panel.notes.text() == "Noted: Harbinger moves"


def test_the_selected_ship_filters_what_may_be_done(game):
    game.session.selection.choose("revenge")
    assert game.offered() == ["Revenge moves", "Pirates ends the turn"]
    game.session.selection.choose("oxley")
    assert game.offered() == [SHOT, "Pirates ends the turn"]
    game.session.selection.choose(None)
    assert len(game.offered()) == 6


def test_in_a_game_on_request_shots_are_offered_to_whoever_asks(game):
    game.window.board.choose_fair_play("on-request")
    game.orders.refresh()
    assert SHOT not in game.offered()
    bar = game.window.board.ask_bar
    for box, piece in ((bar.who, "harbinger"), (bar.whom, "oxley")):
        box.setCurrentIndex(box.findData(piece))
    game.press(bar.ask)
    game.orders.refresh()
    assert SHOT in game.offered()


def test_a_ship_of_the_list_is_selected_by_a_press_and_tells_what_she_has_done(game):
    game.sees_move("harbinger")
    game.panel.tabs.setCurrentIndex(1)
    buttons = game.panel.ships.buttons
    assert buttons["harbinger"].words == "Harbinger: has acted: moved"
    assert buttons["revenge"].words == "Revenge: may act"
    assert buttons["titan"].words == "HMS Titan"
    game.press(buttons["revenge"])
    assert game.session.selection.piece == "revenge"


def test_an_edit_in_the_ledger_is_a_correction_of_the_game(game):
    note(game.session, mast_lost("revenge", 1))
    assert acts(game) == [Correct("revenge", CorrectionKind.MAST_LOST, "1")]
    assert game.session.settings.state.masts_lost == {"revenge": frozenset({1})}
    game.undo()
    assert game.session.settings.state.masts_lost == {}


def test_an_edit_that_answers_what_is_owed_is_the_answer(game):
    game.press(game.offer(SHOT))
    game.press(game.panel.question.dice[0].buttons[5])
    note(game.session, mast_lost("oxley", 3))
    assert acts(game)[-1] == LoseMast("oxley", 3)
    assert game.desk.owed() == ()


def test_an_act_is_taken_back_put_back_and_changed_in_the_list(game, qtbot):
    game.press(game.offer(SHOT))
    game.press(game.panel.question.dice[0].buttons[5])
    game.panel.tabs.setCurrentIndex(2)
    panel = game.panel.acts
    game.press(panel.strike)
    assert acts(game) == []
    assert panel.strike.text() == "Put back"
    game.press(panel.strike)
    assert len(acts(game)) == 1

    def another_roll(dialog):
        (die,) = (each for each in dialog.pickers if each.field.name == "roll")
        qtbot.mouseClick(die.buttons[0], Qt.MouseButton.LeftButton)
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    with_dialog(ActDialog, another_roll, lambda: game.press(panel.change))
    assert acts(game) == [Shoot("harbinger", "oxley", 1, 1, Verdict.YES)]
    assert game.desk.owed() == (), "judged again: a 1 hits nothing"


def test_an_act_is_put_in_between(game, qtbot):
    game.sees_move("harbinger")
    game.press(game.offer("Pirates ends the turn"))
    game.panel.tabs.setCurrentIndex(2)
    game.panel.acts.list.setCurrentRow(1)  # the newest is on top

    def the_other_moved_too(dialog):
        (ship,) = (each for each in dialog.pickers if each.field.name == "ship")
        (at,) = (n for n, (value, _) in enumerate(ship.field.choices) if value == "revenge")
        qtbot.mouseClick(ship.buttons[at], Qt.MouseButton.LeftButton)
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    with_dialog(ActDialog, the_other_moved_too, lambda: game.press(game.panel.acts.insert))
    assert acts(game) == [Move("harbinger"), Move("revenge"), EndTurn("Pirates")]
    assert game.desk.refereed.fouls == ()


def test_the_dialog_can_say_every_kind_of_act(game):
    game.desk.say(Explore("bonny-kate", "palm-island", ("c1",)), card="any")
    dialog = ActDialog(partial(all_fields, game.desk.game), kinds=ACTS, title="", people=())
    for kind in ACTS:
        dialog.kind.setCurrentIndex(ACTS.index(kind))
        dialog.kind.activated.emit(dialog.kind.currentIndex())
        assert {each.field.name for each in dialog.pickers} == set(kind.__struct_fields__)
        for picker in dialog.pickers:
            if picker.buttons and not picker.is_filled:
                picker.buttons[0].click()
        assert dialog.ok.isEnabled(), kind
        assert isinstance(dialog.act, kind)
    dialog.deleteLater()


def test_the_winner_is_told(game):
    game.window.game_dock.hide()
    game.desk.say(AgreeToEnd("English"))
    assert game.window.game_dock.isVisible()
    assert game.panel.winner.isVisible()
    assert game.panel.winner.text() == "Pirates, English have the same: the players have agreed."


def test_every_target_of_the_panel_is_large_enough_for_a_finger_and_has_a_name(game):
    game.sees_move("harbinger")
    game.sees_move("harbinger", after_s=9.0, from_mm=100.0, to_mm=200.0)
    game.press(game.offer("Revenge moves"))
    for tab in range(3):
        game.panel.tabs.setCurrentIndex(tab)
        QApplication.processEvents()
        shown = [each for each in game.panel.findChildren(QPushButton) if each.isVisible()]
        assert shown
        assert [each.accessibleName() for each in shown if min(each.width(), each.height()) < TOUCH_PX] == []
        assert all(each.accessibleName() for each in shown)


def test_nothing_of_the_panel_is_ever_a_window_of_its_own(game):
    """It would take the keys away from the window."""
    game.sees_move("harbinger")
    game.sees_move("harbinger", after_s=9.0, from_mm=100.0, to_mm=200.0)
    game.press(game.panel.fouls.cards[2].no)
    assert game.window.isActiveWindow()
    assert {each for each in QApplication.topLevelWidgets() if each.isVisible()} == {game.window}


def test_another_window_of_the_same_table_shows_the_game(game):
    game.sees_move("harbinger")
    game.session.forget_listeners()
    other = game.make_window()
    assert other.game.panel.turn.text() == "Turn 1: Pirates' turn"
    game.window = other
    game.press(game.offer("Pirates ends the turn"))
    assert len(acts(game)) == 2


def test_a_stranger_in_the_settings_does_not_undo_the_game(game):
    """Whatever else changes the table's settings, the ledger is the game's."""
    from dataclasses import replace

    note(game.session, mast_lost("revenge", 1))
    stale = replace(game.session.settings, state=game.moment.settings.state)
    game.session.table.change(stale, "something else")
    assert game.session.settings.state.masts_lost == {"revenge": frozenset({1})}
    assert isinstance(game.session.table._chain, FakeTable)
    assert game.session.table._chain.settings[-1].state.masts_lost == {"revenge": frozenset({1})}
