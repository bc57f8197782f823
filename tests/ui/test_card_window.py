"""A card game in the real window, by mouse and keys: cards and ships, questions, fouls, differences, undo."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.request import Request, urlopen

import pytest
from card_table import ROW, CardGameTable, S, seen
from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtWidgets import QApplication, QPushButton

from tableassist.matches import card_past_of
from tableassist.matches.recording import start_replay_buffer
from tableassist.matches.replay import Replay
from tableassist.pipeline.card_game.proposal import CARD_POLICIES, CardProposalKind
from tableassist.pipeline.game.policy import Policy
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import SHIPS
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.table import Role, Seat
from tableassist.table.commands import BeginGame, SayAct
from tableassist.ui.cards.orders import NewCardGameDialog
from tableassist.ui.cards.panel import ACTS
from tableassist.ui.game.acts import ActDialog
from tableassist.ui.game.new_game import PolicyDialog, saved_policies
from tableassist.ui.matches.recording import Recording
from tableassist.ui.widgets.controls import TOUCH_PX

AFTER_ALLIANCE = ("d1", "e2", "e1", "s1", "s2", "d2", "e3", "s3", "d3")


@pytest.fixture
def table(qtbot, tmp_path):
    return CardGameTable(qtbot, tmp_path)


@pytest.fixture
def game(table):
    table.begin()
    return table


def with_dialog(kind, fill_in, ask):
    """Fills in the dialog that `ask` opens, as soon as it is there."""
    met = []
    timer = QTimer()

    def meet():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            timer.stop()
            met.append(dialog)
            fill_in(dialog)

    timer.timeout.connect(meet)
    timer.start(20)
    ask()
    assert met


def words_drawn(table):
    return [each.text for each in table.window.views.row.drawing.words]


def test_a_table_that_is_not_laid_says_what_is_missing(table):
    table.look(seen(row=(None, *ROW[1:])))
    assert table.panel.no_game.isVisible()
    assert "space 1" in table.window.views.row.accessibleDescription().lower()


def test_new_game_begins_with_the_cards_as_they_lie(table, qtbot):
    table.look(seen(damaged=("s2",)))

    def fill_in(dialog):
        assert dialog.ok.isEnabled()
        dialog.first.setCurrentText("Mary")
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    with_dialog(
        NewCardGameDialog,
        fill_in,
        lambda: qtbot.keyClick(table.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier),
    )
    game = table.desk.game
    assert game.row == ROW
    assert game.damaged == {"s2"}
    assert game.player == "Mary"
    assert table.panel.turn.text() == "Turn 1: Mary's turn"


def test_the_dialog_waits_until_the_cards_lie_there(table):
    table.look(seen(active=None))

    def fill_in(dialog):
        assert not dialog.ok.isEnabled()
        table.look(seen())
        assert dialog.ok.isEnabled()
        dialog.reject()

    with_dialog(NewCardGameDialog, fill_in, table.orders.ask_new)
    assert table.desk is None


def test_a_card_and_then_a_ship_are_pressed(game):
    game.press(game.card("Sabotage!").button)
    picker = game.card("Sabotage!").pickers[0]
    assert [button.text() for button in picker.buttons][:2] == ["1: English ship 1", "2: Santa Ana"]
    game.press(picker.buttons[1])
    assert game.acts == [PlayMovement("Anne", "sabotage-1", ("s1",))]
    assert "s1" in game.desk.game.damaged


def test_two_cards_of_a_kind_are_told_apart_by_their_places(table):
    opened = ("sabotage-2", "fog-1", "sabotage-1")
    table.look(seen(opened=opened))
    table.orders.dispatch(BeginGame())
    assert table.offered()[:3] == ["Sabotage! (place 1)", "There Be Fog Ahead!", "Sabotage! (place 3)"]
    table.press(table.card("place 3").button)
    table.press(table.card("place 3").pickers[0].buttons[0])
    assert table.acts == [PlayMovement("Anne", "sabotage-1", ("e1",))]


def test_of_a_hand_each_kind_is_offered_once(table):
    table.look(seen(opened=(None, None, None)))
    table.orders.dispatch(BeginGame(hand=True))
    plays = table.offered()[: -len(("repair", "accuse", "pass", "pass and replace"))]
    assert len(plays) == len(set(plays)) == 12


def test_two_neighbours_are_pressed_in_the_row(game):
    game.press(game.card("Temporary Alliance").button)
    game.press_ship("e2")
    assert game.acts == []
    game.press_ship("d1")
    assert game.acts == [PlayMovement("Anne", "temporary-alliance-1", ("d1", "e2"))]
    assert game.desk.game.row == AFTER_ALLIANCE


def test_ships_that_are_no_neighbours_are_not_taken(game):
    game.press(game.card("Temporary Alliance").button)
    game.press_ship("e1")
    game.press_ship("d3")
    assert game.acts == []
    game.press_ship("s3")
    assert game.acts == [PlayMovement("Anne", "temporary-alliance-1", ("s3", "d3"))]


def test_a_ship_pressed_without_a_card_says_what_comes_first(game):
    game.press_ship("e1")
    assert game.acts == []
    assert "movement card" in game.window.status.currentMessage()


def test_every_button_of_the_panel_is_large_enough_for_a_finger_and_has_a_name(game):
    game.press(game.card("Sabotage!").button)
    QApplication.processEvents()
    buttons = [each for each in game.panel.findChildren(QPushButton) if each.isVisible()]
    assert len(buttons) == 3 + 9 + 5
    for button in buttons:
        assert button.height() >= TOUCH_PX
        assert button.accessibleName() or button.text()


def test_an_accusation_is_answered_before_anything_else(game):
    game.press(game.card("Accuse Mary").button)
    picker = game.card("Accuse Mary").pickers[0]
    game.press(picker.buttons[SHIPS.index("d2")])
    assert game.acts == [Accuse("Anne", "Mary", "d2")]
    assert "are you the pirate of Dutch ship 2" in game.panel.question.words
    assert game.offered() == []
    _yes, no = game.panel.question.cards
    game.press(no.button)
    assert game.acts[-1] == AnswerAccusation("Mary", False)


def test_what_was_turned_up_is_picked_from_a_list(game):
    game.press(game.card("Repair").button)
    assert game.acts == [RepairShips("Anne")]
    (card,) = game.panel.question.cards
    box = card.pickers[0]._box
    box.setCurrentIndex(box.findText("Kraken"))
    game.press(card.do_it)
    assert game.acts[-1] == TurnUp("kraken-1")
    assert not game.panel.question.isVisible()
    assert "Kraken" in words_drawn(game)


def test_undo_and_redo_by_keys(game):
    before = game.desk.game
    game.press(game.card("Pass").button)
    assert game.acts == [PassTurn("Anne")]
    game.undo()
    assert game.acts == []
    assert game.desk.game == before
    game.redo()
    assert game.acts == [PassTurn("Anne")]


def test_what_the_camera_sees_becomes_an_act(game):
    cards = seen(row=AFTER_ALLIANCE, damaged=("s3", "d3"), active="kraken-1",
                 opened=("sabotage-1", "lost-at-sea-1", "fog-1"), discard="temporary-alliance-1")  # fmt: skip
    game.look(cards)
    assert game.acts == [
        PlayMovement("Anne", "temporary-alliance-1", ("d1", "e2")), TurnUp("lost-at-sea-1"), TurnUp("kraken-1"),
    ]  # fmt: skip
    assert game.panel.turn.text() == "Turn 2: Mary's turn"
    assert game.desk.differences == ()


def sabotaged(*more):
    """The table after the sabotage and the storm; `more` ships show their damaged side."""
    opened = ("fog-1", "temporary-alliance-1", "lost-at-sea-1")
    return seen(damaged=("s1", "s3", "d3", *more), active="kraken-1", opened=opened, discard="sabotage-1")


def differing(game):
    """Anne's sabotage of the Santa Ana was said; on the table another ship was turned over as well."""
    game.press(game.card("Sabotage!").button)
    game.press(game.card("Sabotage!").pickers[0].buttons[1])
    cards = sabotaged("e1")
    game.look(cards)
    game.look(cards)
    return cards


def test_a_difference_is_marked_in_the_row_and_the_record_is_put_right_by_a_press(game):
    differing(game)
    (card,) = game.panel.differences.cards.values()
    assert card.decision.words == "English ship 1 should show her undamaged side"
    assert "damaged" in " ".join(words_drawn(game)).partition("seen:")[2]
    game.press(card.yes[0])
    assert game.acts[-1] == CorrectCards(CardCorrection.DAMAGED, ("e1",))
    assert not game.panel.differences.isVisible()


def test_a_difference_is_put_right_on_the_table(game):
    differing(game)
    (card,) = game.panel.differences.cards.values()
    game.press(card.no)
    assert not game.panel.differences.isVisible()
    assert "English ship 1 should show her undamaged side" in game.panel.notes.text()
    assert "e1" not in game.desk.game.damaged
    game.look(sabotaged())
    assert game.desk.differences == ()
    assert not game.panel.notes.isVisible()


def test_a_proposal_is_asked_where_the_table_wants_to_be_asked(game):
    def fill_in(dialog):
        box = dialog.boxes[CardProposalKind.PLAY]
        box.setCurrentIndex(box.findData(Policy.ASK))
        dialog.ok.click()

    with_dialog(PolicyDialog, fill_in, game.orders.ask_policies)
    cards = seen(row=AFTER_ALLIANCE, damaged=("s3", "d3"), active="kraken-1",
                 opened=("sabotage-1", "lost-at-sea-1", "fog-1"), discard="temporary-alliance-1")  # fmt: skip
    game.look(cards)
    assert game.acts == []
    (card,) = game.panel.proposals.cards.values()
    assert card.decision.words == "Anne plays Temporary Alliance on Dutch ship 1, English ship 2"
    game.press(card.yes[0])
    assert game.acts[0] == PlayMovement("Anne", "temporary-alliance-1", ("d1", "e2"))
    again = saved_policies(game.program.preferences, "card-game", CARD_POLICIES)
    assert again[CardProposalKind.PLAY] is Policy.ASK


def test_a_foul_is_told_with_its_section_and_taken_back(game):
    game.orders.dispatch(SayAct(act_text(RepairShips("Mary"))))
    (card,) = game.panel.fouls.cards.values()
    assert card.decision.heading == "Foul: Mary repairs all ships"
    assert "(Card Game, Playing the Game)" in card.decision.words
    assert len(card.yes) == 1
    game.press(card.no)
    assert game.acts == []
    assert not game.panel.fouls.isVisible()


def test_an_act_is_changed_from_the_list(game):
    game.press(game.card("Pass").button)
    game.panel.tabs.setCurrentIndex(ACTS)
    assert game.panel.acts.list.count() == 1

    def fill_in(dialog):
        dialog.kind.setCurrentIndex(dialog.kind.findData(RepairShips))
        dialog.kind.activated.emit(dialog.kind.currentIndex())
        dialog.pickers[0].buttons[0].click()
        dialog.ok.click()

    with_dialog(ActDialog, fill_in, lambda: game.press(game.panel.acts.change))
    assert game.acts == [RepairShips("Anne")]


def test_the_row_is_told_to_who_hears_it(game):
    told = game.window.views.row.accessibleDescription()
    assert told.startswith("Space 1: English ship 1, 0 fame. Space 2: Santa Ana, 0 fame")


def test_quit_and_come_back(game, qtbot, tmp_path):
    game.press(game.card("Pass").button)
    game.window.close()
    again = CardGameTable(qtbot, tmp_path)
    found = again.keeper.to_offer()
    assert found is not None
    again.keeper.resume(found)
    qtbot.waitUntil(lambda: again.desk is not None)
    assert again.acts == [PassTurn("Anne")]
    assert again.panel.turn.text() == "Turn 2: Mary's turn"


def test_the_end_names_the_winner(game):
    for act in (CorrectCards(CardCorrection.PILE, ("0",)), PassTurn("Anne")):
        game.orders.dispatch(SayAct(act_text(act)))
    for _ in range(2):
        (card,) = game.panel.question.cards
        pirates = card.pickers[0].buttons
        for button in [each for each in pirates if not each.isChecked()][:3]:
            game.press(button)
        game.press(card.do_it)
    assert game.desk.game.ending is not None
    assert "has won" in game.panel.winner.text()
    assert game.panel.winner.isVisible()


def test_times_of_acts_are_the_tables(game):
    game.look(seen(), 5.0)
    game.press(game.card("Pass").button)
    assert game.desk.log.entries[-1].t_ns == 5 * S


def test_a_recorded_match_keeps_the_game(qtbot, tmp_path):
    recording = Recording(partial(start_replay_buffer, None, root=tmp_path / "memory"))
    recording.begin()
    table = CardGameTable(qtbot, tmp_path, recording=recording)
    table.begin()
    qtbot.keyClick(table.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert recording.is_recording
    table.look(seen(), 1.0)
    table.press(table.card("Pass").button)
    table.look(seen(), 1.0)
    qtbot.keyClick(table.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    (match,) = (tmp_path / "matches").glob("*.match")
    with Replay(match) as replay:
        past = card_past_of(replay)
        assert past.at(replay.first_ns).acts == ()
        assert [each.judged.entry.act for each in past.whole.acts] == [PassTurn("Anne")]
    table.window.close()
    recording.close()


def test_a_page_acts_in_the_windows_game(game, qtbot):
    game.pages.start(port=0)
    token = game.pages.link("play", Seat(Role.PLAYER, "Anne")).partition("#")[2]
    address = f"http://127.0.0.1:{game.pages.server.port}"
    with ThreadPoolExecutor(1) as others:

        def ask(path, body=None):
            request = Request(address + path, None if body is None else json.dumps(body).encode())
            request.add_header("authorization", f"Bearer {token}")
            answer = others.submit(lambda: json.loads(urlopen(request, timeout=20).read()))
            qtbot.waitUntil(answer.done)
            return answer.result()

        state = ask("/api/state")
        assert state["game"]["phase_words"] == "Turn 1: it is Anne's turn."
        repair = next(each for each in state["game"]["offers"] if "Repair" in each["words"])
        assert ask("/api/commands", {"do": "offer", "text": repair["text"], "values": {}})["ok"]
    assert game.acts == [RepairShips("Anne")]
    assert game.desk.log.entries[-1].by == "Anne"
    game.undo()
    assert game.acts == [RepairShips("Anne")], "what a phone did is not undone by the person at the screen"


def test_an_error_leaves_the_screen_with_a_picture_that_is_fine(game):
    banner = game.window.views.banner
    game.window.tell_error("The disk is full.")
    game.look(seen())
    assert "The disk is full." in banner.text()
    game.window._error_stays.setInterval(0)
    game.qtbot.waitUntil(lambda: not game.window._error_stays.isActive())
    game.look(seen())
    assert "The disk is full." not in banner.text()


def test_the_toolbar_pauses_and_opens_the_game(game):
    words = [action.iconText() for action in game.window.menus.toolbar.actions()]
    assert words == ["Pause", "Game"]
    pause = game.window.menus.toolbar.actions()[0]
    pause.trigger()
    assert game.session.is_held


def test_spectators_see_the_row_as_it_is(game, qtbot):
    spectators = game.window.spectators
    spectators.show()
    qtbot.waitExposed(spectators)
    game.look(seen())
    row = spectators.view.row
    assert row.drawing == game.window.views.row.drawing
    assert "Space 2: Santa Ana" in row.accessibleDescription()
    ship = row.middle_of("s1").toPoint()
    game.press(game.card("Sabotage!").button)
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=ship)
    assert game.acts == [], "what spectators press changes nothing"
    spectators.close()
