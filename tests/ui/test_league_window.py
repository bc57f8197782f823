"""A window in a league, over a real broker: joining by a code, what is told, and what the judge says comes back."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import msgspec
import pytest
from card_table import CardGameTable
from game_table import GameTable
from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtWidgets import QMessageBox

from tableassist.matches.recording import start_replay_buffer
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import AgreeToEnd
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling import Verdict
from tableassist.store.evidence import read_evidence
from tableassist.store.league import Assign, Decide, RoundClock, Tell, new_join_code, sealed
from tableassist.store.league_records import (
    ActSaid,
    CommandAnswered,
    DisputeRaised,
    DisputeWithdrawn,
    MatchBegun,
    MatchEnded,
    OverruledHere,
    ResultSaid,
    RulingMade,
)
from tableassist.table import SPECTATOR, Role, Seat
from tableassist.table.commands import SayActs
from tableassist.table.hub_link import Connection, FoundHub
from tableassist.table.hub_link.membership_file import MEMBERSHIP_FILE, membership_folder
from tableassist.ui.league.dialogs import CallDialog, JoinDialog, ResultDialog, SeatsDialog
from tableassist.ui.matches.recording import Recording
from tests.matches.demo_match import demo_bundle
from tests.table.hub_link.broker import MOSQUITTO, Broker, FakeHub, membership
from tests.ui.test_window_pages import asked


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed: requirements/system-libraries.sh window installs it")
    one = Broker(tmp_path_factory.mktemp("mosquitto"))
    yield one
    one.kill()


@pytest.fixture
def hub(broker):
    one = FakeHub(broker)
    yield one
    one.close()


@pytest.fixture
def member(broker, hub):
    return membership(broker, hub, title="Friday League")


@pytest.fixture
def table(qtbot, tmp_path):
    one = GameTable(qtbot, tmp_path)
    yield one
    one.league.close()


@pytest.fixture
def joined(table, member, qtbot):
    table.begin()
    table.league.join(member)
    until(qtbot, lambda: table.league.state.hub_online)
    return table


def told(hub, kind, match=None):
    return [each.body for _, each in sorted(hub.stored.items()) if isinstance(each.body, kind)
            and match in (None, each.match)]  # fmt: skip


def until(qtbot, holds):
    qtbot.waitUntil(lambda: bool(holds()))


def strip(table):
    table.window.status.update_now()
    return table.window.status.text()


def shot(table):
    return next(each for each in table.moment.state.rulings if each.rule == "shot" and each.verdict is Verdict.NO)


class Invitations(BaseHTTPRequestHandler):
    def do_GET(self):
        data = self.server.sealed if self.path == f"/join/{self.server.code.name}" else None
        self.send_response(404 if data is None else 200)
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def invitations(member):
    server = HTTPServer(("127.0.0.1", 0), Invitations)
    server.code = new_join_code()
    server.sealed = sealed(member, server.code)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_code_typed_at_a_hub_that_was_found_brings_the_table_in(table, member, invitations, qtbot):
    address = f"127.0.0.1:{invitations.server_port}"
    dialog = JoinDialog(table.league, table.window, find=lambda: (FoundHub("Friday League", address, "friday"),))
    dialog.show()
    until(qtbot, lambda: dialog.hubs.count() == 1)
    assert dialog.address.text() == address
    qtbot.keyClicks(dialog.code, str(new_join_code()))
    qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    until(qtbot, lambda: "does not know this code" in dialog.told.text() or "does not decrypt" in dialog.told.text())
    dialog.code.setText(str(invitations.code).lower())
    qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    until(qtbot, lambda: table.league.is_on)
    until(qtbot, lambda: table.league.state.hub_online)
    assert "League: joined" in strip(table)
    kept = membership_folder(table.league.root, member) / MEMBERSHIP_FILE
    assert kept.stat().st_mode & 0o777 == 0o600


def test_every_act_and_amendment_is_told_with_its_words(joined, hub, qtbot):
    joined.sees_move("harbinger")
    joined.press(joined.offer("Pirates ends the turn"))
    joined.undo()
    until(qtbot, lambda: len(told(hub, ActSaid)) == len(joined.desk.log.records) >= 3)
    (begun,) = told(hub, MatchBegun)
    assert (begun.start, *(each.line for each in told(hub, ActSaid))) == joined.desk.lines()
    assert "Harbinger" in told(hub, ActSaid)[0].words
    assert told(hub, ActSaid)[-2].turn == "English"
    assert begun.players == ("Pirates", "English")


def test_a_resumed_game_goes_on_as_the_same_match(joined, member, hub, qtbot, tmp_path):
    joined.sees_move("harbinger")
    match = joined.league.match
    joined.window.close()
    again = GameTable(qtbot, tmp_path)
    again.league.join(member)
    again.resume()
    try:
        assert again.league.match == match
        again.press(again.offer("Pirates ends the turn"))
        until(qtbot, lambda: len(told(hub, ActSaid, match)) == 2)
        assert len(told(hub, MatchBegun)) == 1
    finally:
        again.league.close()


def test_a_new_game_and_an_abandoned_one_end_the_match_before(joined, hub, qtbot):
    first = joined.league.match
    joined.sees_move("harbinger")
    joined.begin("English")
    second = joined.league.match
    joined.game.abandon()
    assert joined.league.match == ""
    until(qtbot, lambda: len(told(hub, MatchEnded)) == 2)
    assert first != second
    assert {key[0] for key, each in hub.stored.items() if isinstance(each.body, MatchEnded)} == {first, second}


def test_calling_the_judge_tells_the_chosen_ruling_and_the_decision_overrules_it(joined, hub, qtbot):
    ruling = shot(joined)
    joined.league.call_judge("Is she in range?", "Pirates", ruling)
    until(qtbot, lambda: told(hub, DisputeRaised))
    (raised,) = told(hub, DisputeRaised)
    assert (raised.question, raised.by, raised.ruling.id) == ("Is she in range?", "Pirates", ruling.id)
    until(qtbot, lambda: "League: judge called" in strip(joined))
    order = Decide("d-1", joined.league.match, "Jo", "measured by hand", raised.dispute, ruling.id, Verdict.YES)
    command = hub.send(order)
    hub.send_bytes(b"{}")
    until(qtbot, lambda: joined.session.overrulings)
    (made,) = joined.session.overrulings
    assert (made.verdict, made.reason, made.by) == (Verdict.YES, "measured by hand", "Judge Jo")
    assert (made.ruling, made.t_ns) == (ruling, joined.moment.state.t_ns)
    assert "Judge Jo" in joined.window.views.banner.text()
    until(qtbot, lambda: told(hub, CommandAnswered))
    assert told(hub, CommandAnswered) == [CommandAnswered(command, done=True)]
    (overruled,) = told(hub, OverruledHere)
    assert (overruled.decision, overruled.verdict) == ("d-1", "yes")
    assert "judge called" not in strip(joined)
    joined.undo()
    assert joined.session.overrulings == ()
    until(qtbot, lambda: len(told(hub, OverruledHere)) == 2)
    assert told(hub, OverruledHere)[-1].verdict == "taken-back"


def test_a_decision_of_the_leagues_desk_binds_the_game(joined, hub, qtbot):
    shots = (each for each in joined.moment.state.rulings if each.rule == "shot" and each.verdict is Verdict.YES)
    ruling = next(each for each in shots if joined.desk.game.units[each.subject].owner == joined.desk.game.player)
    hub.send(Decide("d", joined.league.match, "Jo", "too far", ruling=ruling.id, verdict=Verdict.NO))
    until(qtbot, lambda: joined.session.overrulings)
    act = Shoot(ruling.subject, ruling.target, ruling.cannon, 6, Verdict.YES)
    judged = judge_act(joined.desk.game, act)
    assert [str(each.words) for each in judged.reasons] == ["overruled by Judge Jo: too far"]
    joined.undo()
    assert joined.desk.game.overrulings == {}


def test_the_decision_reaches_pages_and_spectators(joined, hub, qtbot):
    joined.pages.start()
    watched = joined.pages.link("watch", SPECTATOR)
    ruling = next(each for each in joined.moment.state.rulings if each.verdict is Verdict.YES)
    joined.window.board.rulings.chosen.emit(ruling)
    hub.send(Decide("d", joined.league.match, "Jo", "no", ruling=ruling.id, verdict=Verdict.NO))
    until(qtbot, lambda: joined.session.overrulings)
    question = asked(qtbot, watched, "/api/state")[1]["question"]
    assert question["overruled"]["by"] == "Judge Jo"


def test_a_decision_on_what_is_not_judged_any_more_is_marked_and_told(joined, hub, qtbot):
    order = Decide("d", joined.league.match, "Jo", "she was", ruling="shot:gone:ghost:1", verdict=Verdict.YES, t_ms=9)
    hub.send(order)
    until(qtbot, lambda: told(hub, CommandAnswered))
    assert joined.session.overrulings == ()
    assert "Judge Jo" in joined.session.marks[-1].words
    assert "not judged any more" in told(hub, CommandAnswered)[0].words


def test_a_decision_about_another_match_changes_nothing_here(joined, hub, qtbot):
    ruling = shot(joined)
    hub.send(Decide("d", "some-other-match", "Jo", "yes", ruling=ruling.id, verdict=Verdict.YES))
    until(qtbot, lambda: told(hub, CommandAnswered))
    assert joined.session.overrulings == ()
    assert not told(hub, CommandAnswered)[0].done


def test_a_decision_after_a_restart_overrules_only_the_same_call(joined, member, hub, qtbot, tmp_path):
    ruling = shot(joined)
    joined.league.call_judge("?", "Pirates", ruling)
    until(qtbot, lambda: told(hub, DisputeRaised))
    (raised,) = told(hub, DisputeRaised)
    match = joined.league.match
    joined.window.close()
    again = GameTable(qtbot, tmp_path)
    again.league.join(member)
    again.resume()
    try:
        hub.send(Decide("d", match, "Jo", "seen", raised.dispute, ruling.id, Verdict.YES, t_ms=raised.t_ms + 1))
        until(qtbot, lambda: again.session.overrulings)
        assert again.session.overrulings[0].ruling.id == ruling.id
    finally:
        again.league.close()


def test_a_phone_calls_the_judge_of_the_league_and_the_call_is_withdrawn(joined, hub, qtbot):
    joined.pages.start()
    pirate = joined.pages.link("play", Seat(Role.PLAYER, "Pirates"))
    ruling = shot(joined)
    asked(qtbot, pirate, "/api/commands", {"do": "ask", "ruling": ruling.id})
    asked(qtbot, pirate, "/api/commands", {"do": "call-judge"})
    until(qtbot, lambda: told(hub, DisputeRaised))
    (raised,) = told(hub, DisputeRaised)
    assert (raised.by, raised.ruling.id) == ("Pirates", ruling.id)
    assert [each.ruling.id for each in told(hub, RulingMade)] == [ruling.id]
    joined.league.withdraw_calls()
    until(qtbot, lambda: told(hub, DisputeWithdrawn))


def test_the_call_dialog_asks_about_the_chosen_ruling_of_the_moment_that_is_held(joined, hub, qtbot):
    panel, seen = joined.window.board.rulings, []
    joined.session.arrive(joined.moment)
    panel.only_what_matters.setChecked(False)
    until(qtbot, panel.model.rowCount)
    panel.tree.setCurrentIndex(panel.model.index(0, 0))
    assert panel.judge_button.isVisible()
    assert panel.judge_button.isEnabled()

    def answer():
        dialog = joined.window.findChild(CallDialog)
        if dialog is None or not dialog.isVisible():
            QTimer.singleShot(20, answer)
            return
        seen.append((joined.session.is_held, dialog.question.text()))
        dialog.accept()

    QTimer.singleShot(0, answer)
    panel.judge_button.click()
    until(qtbot, lambda: told(hub, DisputeRaised))
    assert seen == [(True, joined.league.question(panel.current()))]
    assert told(hub, DisputeRaised)[0].ruling.id == panel.current().id
    assert not joined.session.is_held


def test_the_result_is_told_and_confirmed_by_each_player(joined, hub, qtbot):
    joined.session.dispatch(SayActs([act_text(AgreeToEnd("English"))]))
    until(qtbot, lambda: told(hub, ResultSaid))
    dialog = joined.window.findChild(ResultDialog)
    assert dialog.isVisible()
    assert set(dialog.confirm) == {"Pirates", "English"}
    for player in ("Pirates", "English"):
        qtbot.mouseClick(dialog.confirm[player], Qt.MouseButton.LeftButton)
    until(qtbot, lambda: told(hub, MatchEnded))
    first, _, last = told(hub, ResultSaid)
    assert first.confirmed_by == ()
    assert last.confirmed_by == ("Pirates", "English")
    joined.undo()
    assert joined.league.result is None


def test_assigned_players_get_their_seats_and_the_match_its_pairing(joined, hub, qtbot):
    before = joined.league.match
    joined.sees_move("harbinger")
    hub.send(Assign("p-7", 2, ("Anne", "Bob")))
    until(qtbot, lambda: joined.window.findChild(SeatsDialog) is not None)
    dialog = joined.window.findChild(SeatsDialog)
    assert dialog.seated == {"Pirates": "Anne", "English": "Bob"}
    dialog.choices["Pirates"].setCurrentText("Bob")
    assert not dialog.ok.isEnabled()
    dialog.choices["English"].setCurrentText("Anne")
    dialog.accept()
    assert joined.league.match != before
    until(qtbot, lambda: len(told(hub, MatchBegun)) == 2)
    begun = told(hub, MatchBegun, joined.league.match)[0]
    assert (begun.players, begun.pairing) == (("Bob", "Anne"), "p-7")
    assert len(told(hub, ActSaid, joined.league.match)) == 1
    joined.desk.say(AgreeToEnd("English"))
    until(qtbot, lambda: told(hub, ResultSaid))
    assert set(told(hub, ResultSaid)[0].points) == {"Anne", "Bob"}


def test_the_rounds_clock_counts_down_and_words_are_shown(joined, hub, qtbot):
    hub.send(RoundClock(2, 600))
    hub.send(Tell("Five minutes’ break", "Jo"))
    until(qtbot, lambda: "Round 2: " in strip(joined))
    assert "Round 2: 9:5" in strip(joined) or "Round 2: 10:00" in strip(joined)
    until(qtbot, lambda: "Judge Jo: Five minutes’ break" in joined.window.views.banner.text())
    hub.send(RoundClock(2, 61, running=False))
    until(qtbot, lambda: "○ Round 2: 1:01" in strip(joined))
    assert len(told(hub, CommandAnswered)) <= 3


def test_without_a_game_commands_are_answered_in_the_tables_own_log(table, member, hub, qtbot):
    table.league.join(member)
    command = hub.send(Tell("Welcome"))
    until(qtbot, lambda: table.league.state.hub_online)
    hub.send(Tell("Sit down"))
    until(qtbot, lambda: told(hub, CommandAnswered))
    assert told(hub, MatchBegun)[0].game == "table"
    assert command


def test_offline_the_table_plays_on_and_says_how_much_waits(joined, hub, broker, qtbot):
    until(qtbot, lambda: told(hub, MatchBegun) and not joined.league._link.outbox.waiting())
    broker.kill()
    try:
        until(qtbot, lambda: joined.league.state.connection is not Connection.CONNECTED)
        joined.sees_move("harbinger")
        joined.press(joined.offer("Pirates ends the turn"))
        until(qtbot, lambda: "League: offline, 2 waiting" in strip(joined))
    finally:
        broker.start()
    until(qtbot, lambda: "League: joined" in strip(joined) and not joined.league.state.waiting)
    assert len(told(hub, ActSaid)) == 2


def test_the_plan_for_the_desk_is_what_spectators_see(joined, hub, qtbot):
    until(qtbot, lambda: hub.states and hub.states[-1].match == joined.league.match)
    state = hub.states[-1]
    assert (state.match, state.turn, state.name) == (joined.league.match, "Pirates", joined.session.settings.name)
    assert len(state.plan) > 20
    assert {each.name for each in state.players} == {"Pirates", "English"}
    assert len(msgspec.json.encode(state)) < 100_000
    joined.window.board.choose_fair_play("referee")
    until(qtbot, lambda: hub.states[-1].plan == ())


def test_leaving_asks_first_and_forgets_the_membership(joined, member, qtbot):
    joined.window.league.ask_leave()
    box = joined.window.findChild(QMessageBox, "leave-league")
    leave = next(each for each in box.buttons() if each.text() == "&Leave")
    qtbot.mouseClick(leave, Qt.MouseButton.LeftButton)
    assert not joined.league.is_on
    assert joined.league.kept() == ()
    assert "League" not in strip(joined)
    assert not joined.window.board.rulings.judge_button.isVisible()
    assert member.token


def test_a_dispute_takes_evidence_of_its_moment_that_anybody_can_judge_again(member, hub, qtbot, tmp_path):
    recording = Recording(lambda: start_replay_buffer(demo_bundle(), video=False, root=tmp_path / "memory"))
    recording.begin()
    table = GameTable(qtbot, tmp_path, recording=recording)
    try:
        recording.take(table.moment)
        table.begin()
        table.league.join(member)
        ruling = next(each for each in table.moment.state.rulings if each.verdict is Verdict.YES)
        table.league.call_judge("Is that right?", "English", ruling)
        until(qtbot, lambda: told(hub, DisputeRaised))
        (raised,) = told(hub, DisputeRaised)
        until(qtbot, lambda: len(hub.parts.get(raised.evidence, {})) > 0)
        until(qtbot, lambda: len(hub.parts[raised.evidence]) == next(iter(hub.parts[raised.evidence].values())).parts)
        parts = hub.parts[raised.evidence]
        bundle = tmp_path / "evidence.zip"
        bundle.write_bytes(b"".join(parts[number].data for number in sorted(parts)))
        evidence = read_evidence(bundle)
        assert evidence.manifest.ruling == ruling.id
        assert evidence.manifest.registered
        assert raised.evidence_bytes == bundle.stat().st_size
    finally:
        table.league.close()
        recording.close()


def test_a_card_table_tells_its_game_too(member, hub, qtbot, tmp_path):
    table = CardGameTable(qtbot, tmp_path)
    table.begin()
    table.league.join(member)
    try:
        until(qtbot, lambda: told(hub, MatchBegun))
        (begun,) = told(hub, MatchBegun)
        assert (begun.game, begun.players, begun.start) == ("cards", ("Anne", "Mary"), table.desk.lines()[0])
        table.league.call_judge("Was that card open?", "Anne", None)
        until(qtbot, lambda: told(hub, DisputeRaised))
        until(qtbot, lambda: hub.states and hub.states[-1].match == table.league.match)
        assert hub.states[-1].plan
    finally:
        table.league.close()
