"""The ledger at hand: every edit by mouse and by keys, and every one of them can be taken back."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from tableassist.pieces import Effect, PieceState
from tableassist.pipeline.judge import rejudged
from tableassist.rulebook.acts import Correct, CorrectionKind
from tableassist.rulebook.state.questions import is_in
from tableassist.store.models import packaged_catalogue
from tableassist.table.notes import correct_settings, turn_words
from tableassist.ui.ledger.notes import found_crew, is_able, next_player
from tableassist.ui.ledger.panel import LedgerPanel
from tableassist.ui.session.session import Session
from tests.table_states import mast_lost, settings_with, state_of


@pytest.fixture
def session():
    made = Session(demo_moment("blocked").settings, FakeTable())
    made.arrive(demo_moment("blocked"))
    yield made
    made.close()


@pytest.fixture
def panel(qtbot, session):
    made = LedgerPanel(session)
    qtbot.addWidget(made)
    made.resize(360, 700)
    made.show()
    qtbot.waitExposed(made)
    session.selection.choose("harbinger")
    return made


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def pick(box, words):
    """As with the keyboard: to the entry, and taken."""
    box.setFocus()
    box.setCurrentIndex(box.findText(words))
    box.activated.emit(box.currentIndex())


def test_a_click_takes_a_mast_and_another_repairs_it(panel, session, qtbot):
    click(qtbot, panel.masts[1])
    assert session.settings.state.masts_lost["harbinger"] == frozenset({2})
    assert not panel.masts[1].isChecked()
    assert panel.masts[1].accessibleName() == "Mast 2, cannon of rank 2 and short range, gone"
    click(qtbot, panel.masts[1])
    assert session.settings.state.masts_lost == {}
    assert panel.masts[1].isChecked()


def test_space_takes_a_mast_and_undo_puts_it_back(panel, session, qtbot):
    panel.masts[0].setFocus()
    qtbot.keyClick(panel.masts[0], Qt.Key.Key_Space)
    assert not panel.masts[0].isChecked()
    assert session.undo.undo_words == "Mast 1 of Harbinger lost"
    session.undo.undo()
    assert panel.masts[0].isChecked()
    session.undo.redo()
    assert not panel.masts[0].isChecked()


def test_the_last_mast_tells_that_she_is_derelict(panel, session, qtbot):
    session.selection.choose("europa")
    assert len(panel.masts) == 1
    click(qtbot, panel.masts[0])
    assert "derelict" in panel._masts_note.text()


@pytest.mark.parametrize("state", [PieceState.DERELICT, PieceState.ON_FIRE, PieceState.GHOSTLY, PieceState.SUNK])
def test_states_begin_and_end(panel, session, qtbot, state):
    box = panel.states[state]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert is_in(session.settings.state, "harbinger", state)
    session.undo.undo()
    assert not box.isChecked()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert not is_in(session.settings.state, "harbinger", state)


def test_a_captured_ship_says_from_whom(panel, session):
    pick(panel.owner, "English")
    assert session.settings.state.owners["harbinger"] == "English"
    assert panel.owner_note.text() == "captured from Pirates"
    session.undo.undo()
    assert panel.owner.currentText() == "Pirates"
    assert panel.owner_note.text() == ""


def test_an_island_becomes_a_home_and_wild_again(panel, session):
    session.selection.choose("palm-island")
    assert panel.home.isVisible()
    assert not panel.owner.isVisible()
    pick(panel.home, "English")
    assert session.settings.state.homes["palm-island"] == "English"
    pick(panel.home, "wild island")
    assert "palm-island" not in session.settings.state.homes
    session.undo.undo()
    assert panel.home.currentText() == "English"


def test_turns_go_round(panel, session, qtbot):
    for player in ("English", "Pirates", "English"):
        click(qtbot, panel.next_turn)
        assert session.settings.state.player_in_turn == player
        assert panel.turn.text() == turn_words(player)
    session.undo.undo()
    assert panel.turn.text() == "Pirates' turn"
    assert next_player(state_of((), ())) is None


def test_without_a_selection_only_the_turn_is_shown(panel, session):
    session.selection.choose(None)
    assert panel.next_turn.isVisible()
    assert not panel.owner.isVisible()
    assert "Select a piece" in panel.name.text()


def test_crew_comes_aboard_from_the_catalogue_and_goes_ashore(panel, session, qtbot):
    crew = panel.crew
    crew.search.setFocus()
    qtbot.keyClicks(crew.search, "musketeer")
    assert crew.found.isVisible()
    qtbot.keyClick(crew.search, Qt.Key.Key_Return)
    (member,) = session.settings.state.crew_at("harbinger")
    assert member.name == "Musketeer"
    assert "One more shot of rank 3" in crew.effects.text()
    assert session.undo.undo_words == "Musketeer comes aboard Harbinger"
    crew.aboard.setFocus()
    crew.aboard.setCurrentRow(0)
    qtbot.keyClick(crew.aboard, Qt.Key.Key_Delete)
    assert session.settings.state.crew_at("harbinger") == ()
    session.undo.undo()
    assert crew.aboard.count() == 1


def test_arrow_down_goes_on_to_what_was_found(panel, session, qtbot):
    panel.activateWindow()
    crew = panel.crew
    crew.search.setFocus()
    qtbot.keyClicks(crew.search, "captain")
    qtbot.keyClick(crew.search, Qt.Key.Key_Down)
    qtbot.keyClick(crew.found, Qt.Key.Key_Down)
    QApplication.processEvents()
    second = crew.found.item(1).data(Qt.ItemDataRole.UserRole)
    qtbot.keyClick(crew.found, Qt.Key.Key_Return)
    assert [each.card.card for each in session.settings.state.crew_at("harbinger")] == [second]


def test_a_new_hands_effect_counts_at_once(panel, session, qtbot):
    """Rules of a table file without cards know no crew: a musketeer brings one more cannon all the same."""
    session.table.change(
        replace(session.settings, rules=replace(session.settings.rules, crew_effects={}, crew_nations={})), "no cards"
    )

    def cannons():
        rulings = rejudged(session.moment, session.settings).state.rulings
        return {each.cannon for each in rulings if each.rule == "shot" and each.subject == "harbinger"}

    assert cannons() == {1, 2, 3, 4, 5}
    qtbot.keyClicks(panel.crew.search, "musketeer")
    qtbot.keyClick(panel.crew.search, Qt.Key.Key_Return)
    assert len(cannons()) == 6
    session.undo.undo()
    assert cannons() == {1, 2, 3, 4, 5}
    assert session.settings.rules.crew_effects == {}


def test_crew_of_another_nation_is_told_to_do_nothing():
    settings, catalogue = demo_moment("blocked").settings, packaged_catalogue()
    settings = replace(settings, rules=replace(settings.rules, crew_effects={}, crew_nations={}))
    ship = replace(settings.pieces[0], nation="English")
    cards = found_crew(catalogue, "captain", ship)
    assert is_able(cards[0], ship)
    assert len({(card.name, card.nation, card.points, card.effects) for card in cards}) == len(cards)
    pirate = next(card for card in cards if card.nation.value == "Pirate")
    assert not is_able(pirate, ship)
    after = correct_settings(settings, Correct(ship.id, CorrectionKind.CREW, pirate.key))
    (member,) = after.state.crew_at(ship.id)
    assert (member.card.card, member.card.nation, member.card.effects) == (
        pirate.key,
        "Pirate",
        (Effect.MOVE_AND_SHOOT,),
    )


def test_unknown_crew_is_told(panel, qtbot):
    qtbot.keyClicks(panel.crew.search, "qqqqqq")
    assert panel.crew.found.item(0).text() == "No crew of that name."
    qtbot.keyClick(panel.crew.search, Qt.Key.Key_Return)
    assert panel.crew.aboard.count() == 0


def test_everything_can_be_reached_by_tab_and_has_a_name(panel):
    for widget in (*panel.masts, panel.owner, panel.next_turn, panel.crew.search, *panel.states.values()):
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert widget.accessibleName() or widget.text()


def test_in_a_replay_the_ledger_is_shown_as_it_stood_and_not_changed(qtbot):
    moment = demo_moment("blocked")
    lost = settings_with(moment.settings, mast_lost("harbinger", 2))
    session = Session(moment.settings, FakeTable(), is_replay=True)
    panel = LedgerPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    session.selection.choose("harbinger")
    assert not panel.next_turn.isVisible()
    assert not panel.crew.search.isVisible()
    assert panel.as_it_stood.isVisible()
    assert not any(button.isEnabled() for button in panel.masts)
    with qtbot.waitSignal(session.shown, timeout=60_000):
        session.show_moment(rejudged(moment, lost))
    assert [button.isChecked() for button in panel.masts] == [True, False, True, True, True]
    session.close()
