"""The window shares its table: pages are switched on, answer for each seat, and what they ask for is done here."""

import json
import threading
import urllib.error
import urllib.request
from dataclasses import replace

import cv2
import numpy as np
import pytest
from game_table import GameTable
from websockets.sync.client import connect

from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling import Verdict
from tableassist.store.game import parse_entry
from tableassist.table import JUDGE, SPECTATOR, STREAM, Role, Seat
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.share_dialog import ShareDialog


@pytest.fixture
def table(qtbot, tmp_path):
    one = GameTable(qtbot, tmp_path)
    yield one
    one.pages.stop()


@pytest.fixture
def dialog(table, qtbot):
    table.window.menus.show_pages()
    (one,) = table.window.findChildren(ShareDialog)
    qtbot.waitExposed(one)
    return one


def asked(qtbot, link, path, body=None):
    """While the window's own loop runs, as a phone asks it."""
    address, _, token = link.partition("#")
    root = address.rsplit("/", 1)[0]
    request = urllib.request.Request(f"{root}{path}", None if body is None else json.dumps(body).encode())
    if token:
        request.add_header("authorization", f"Bearer {token}")
    told = []

    def ask():
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                told.append((answer.status, json.load(answer)))
        except urllib.error.HTTPError as problem:
            told.append((problem.code, json.load(problem)))

    thread = threading.Thread(target=ask)
    thread.start()
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    thread.join()
    return told[0]


def test_nothing_listens_before_somebody_switches_it_on(table, dialog):
    assert not table.pages.is_on
    assert dialog.link.text() == ""
    assert not dialog.network.isChecked()
    dialog.on.click()
    assert table.pages.is_on
    assert dialog.link.text().startswith("http://127.0.0.1:")
    dialog.on.click()
    assert not table.pages.is_on
    assert dialog.link.text() == ""


def test_each_seat_has_a_link_and_a_code_that_says_it(table, dialog, qtbot):
    dialog.on.click()
    links = []
    for row in range(dialog.seats.count()):
        dialog.seats.setCurrentRow(row)
        links.append(dialog.link.text())
        picture = to_bgr(dialog.code.pixmap().toImage())
        # Each of OpenCV's two readers misses a code in some hundreds.
        readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
        assert links[-1] in [each.detectAndDecode(np.ascontiguousarray(picture))[0] for each in readers]
    assert len(set(links)) == len(links) == len(table.session.settings.state.players) + 3
    dialog.seats.setCurrentRow(0)
    before = dialog.link.text()
    dialog.renew.click()
    assert dialog.link.text() != before
    assert asked(qtbot, before, "/api/game")[0] == 401
    assert asked(qtbot, dialog.link.text(), "/api/game")[0] == 200


def test_a_phones_shot_is_not_what_ctrl_z_undoes_at_the_screen(table, qtbot):
    table.begin()
    table.pages.start()
    pirate = table.pages.link("play", Seat(Role.PLAYER, "Pirates"))
    status, game = asked(qtbot, pirate, "/api/game")
    assert status == 200
    shot = next(each for each in game["offers"] if "Harbinger shoots HMS Oxley" in each["words"])
    assert asked(qtbot, pirate, "/api/commands", {"do": "offer", "text": shot["text"]})[1]["armed"]
    assert asked(qtbot, pirate, "/api/commands", {"do": "roll", "value": 1})[0] == 200
    assert table.desk.log.entries[-1].act.roll == 1
    shots = asked(qtbot, pirate, "/api/game")[1]["acts"]
    assert len(shots) == len(game["acts"]) + 1
    table.undo()
    assert asked(qtbot, pirate, "/api/game")[1]["acts"] == shots
    table.orders._strike(shots[-1]["number"])
    assert asked(qtbot, pirate, "/api/game")[1]["acts"] == game["acts"]


def test_the_judge_overrules_from_a_page(table, qtbot):
    table.pages.start()
    judge = table.pages.link("judge", JUDGE)
    ruling = next(each for each in table.moment.state.rulings if each.rule == "docking")
    body = {"do": "overrule", "ruling": ruling.id, "verdict": "yes", "reason": "we looked"}
    assert asked(qtbot, judge, "/api/commands", body)[0] == 200
    (overruling,) = table.session.overrulings
    assert (overruling.verdict, overruling.by, overruling.reason) == (Verdict.YES, "judge", "we looked")


def offered(qtbot, page, words):
    return [each["text"] for each in asked(qtbot, page, "/api/game")[1]["offers"] if words in each["words"]]


def test_a_judges_no_on_the_page_takes_the_offer_from_the_phone_and_makes_the_shot_a_foul(table, qtbot):
    table.begin()
    table.pages.start()
    pirate, judge = table.pages.link("play", Seat(Role.PLAYER, "Pirates")), table.pages.link("judge", JUDGE)
    before = offered(qtbot, pirate, "Harbinger shoots HMS Oxley")
    shots = [each for each in table.moment.state.rulings if each.rule == "shot" and each.verdict is Verdict.YES]
    ruling = next(each for each in shots if (each.subject, each.target) == ("harbinger", "oxley"))
    body = {"do": "overrule", "ruling": ruling.id, "verdict": "no", "reason": "her own sail"}
    assert asked(qtbot, judge, "/api/commands", body)[0] == 200
    after = offered(qtbot, pirate, "Harbinger shoots HMS Oxley")
    assert len(after) == len(before) - 1
    (gone,) = set(before) - set(after)
    judged = judge_act(table.desk.game, parse_entry(gone).act)
    assert [(each.code, str(each.words)) for each in judged.reasons] == [
        ("overruled", "overruled by judge: her own sail")
    ]
    table.session.undo.undo()
    assert offered(qtbot, pirate, "Harbinger shoots HMS Oxley") == before


def test_a_judges_yes_on_the_page_offers_the_shot_to_the_phone(table, qtbot):
    table.begin()
    table.pages.start()
    pirate, judge = table.pages.link("play", Seat(Role.PLAYER, "Pirates")), table.pages.link("judge", JUDGE)
    no = [each for each in table.moment.state.rulings if each.rule == "shot" and each.verdict is Verdict.NO]
    ruling = next(each for each in no if each.subject == "harbinger")
    act = f"harbinger shoot {ruling.target} {ruling.cannon} "
    assert not [each for each in offered(qtbot, pirate, "shoots") if each.startswith(act)]
    body = {"do": "overrule", "ruling": ruling.id, "verdict": "yes", "reason": "we looked"}
    assert asked(qtbot, judge, "/api/commands", body)[0] == 200
    (text,) = (each for each in offered(qtbot, pirate, "shoots") if each.startswith(act))
    assert not judge_act(table.desk.game, parse_entry(text).act).is_foul


def test_a_question_from_a_phone_is_shown_to_everybody(table, qtbot):
    table.pages.start()
    pirate = table.pages.link("play", Seat(Role.PLAYER, "Pirates"))
    ruling = next(each for each in table.moment.state.rulings if each.rule == "shot")
    assert asked(qtbot, pirate, "/api/commands", {"do": "ask", "ruling": ruling.id})[0] == 200
    watched = table.pages.link("watch", SPECTATOR)
    assert asked(qtbot, watched, "/api/state")[1]["question"]["id"] == ruling.id


def test_with_a_referee_spectators_see_nothing_until_it_is_released(table, qtbot):
    table.pages.start()
    watched = table.pages.link("watch", SPECTATOR)
    assert len(asked(qtbot, watched, "/api/state")[1]["plan"]) > 20
    table.window.board.choose_fair_play("referee")
    state = asked(qtbot, watched, "/api/state")[1]
    assert (state["plan"], state["rulings"], state["table"]["hidden"]) == ([], [], True)
    table.window.board.release(True)
    assert len(asked(qtbot, watched, "/api/state")[1]["plan"]) > 20


def test_a_call_for_the_judge_is_told_in_the_window(table, qtbot):
    table.pages.start()
    pirate = table.pages.link("play", Seat(Role.PLAYER, "Pirates"))
    with qtbot.waitSignal(table.session.called, timeout=60_000) as called:
        asked(qtbot, pirate, "/api/commands", {"do": "call-judge"})
    assert called.args == ["Pirates"]


def test_links_stay_valid_when_another_game_begins(table, dialog, qtbot):
    dialog.on.click()
    links = []
    for row in range(dialog.seats.count()):
        dialog.seats.setCurrentRow(row)
        links.append(dialog.link.text())
    table.begin()
    table.desk.say(EndTurn(table.desk.game.player))
    table.begin()
    assert [asked(qtbot, link, "/api/game")[0] for link in links] == [200] * len(links)
    dialog.seats.setCurrentRow(0)
    assert dialog.link.text() == links[0]


def test_a_new_link_for_spectators_leaves_the_stream_running(table, qtbot):
    table.pages.start()
    watch, stream = table.pages.link("watch", SPECTATOR), table.pages.link("stream", STREAM)
    table.pages.renew(SPECTATOR)
    assert asked(qtbot, watch, "/api/state")[0] == 401
    assert asked(qtbot, stream, "/api/state")[0] == 200


def test_a_shot_is_asked_for_where_only_what_was_asked_is_told(table, qtbot):
    table.window.board.choose_fair_play("on-request")
    table.pages.start()
    pirate = table.pages.link("play", Seat(Role.PLAYER, "Pirates"))
    assert asked(qtbot, pirate, "/api/rulings") == (200, [])
    body = {"do": "ask-shot", "ship": "harbinger", "target": "oxley"}
    status, told = asked(qtbot, pirate, "/api/commands", body)
    assert (status, told["ruling"].split(":")[:3]) == (200, ["shot", "harbinger", "oxley"])
    for role, seat in (("play", Seat(Role.PLAYER, "Pirates")), ("watch", SPECTATOR)):
        (row,) = asked(qtbot, table.pages.link(role, seat), "/api/rulings")[1]
        assert (row["id"], row["verdict"]) == (told["ruling"], "yes")


def test_phones_see_moments_while_the_windows_thread_is_blocked(table):
    """The window handles no event here; the measuring loop's thread posts, and a reader hears."""
    table.pages.start()
    link = table.pages.link("watch", SPECTATOR)
    address, _, token = link.partition("#")
    host = address.removeprefix("http://").rsplit("/", 1)[0]
    names = [f"moment {number}" for number in range(5)]
    heard = []

    def measure_and_read():
        with connect(f"ws://{host}/live", max_size=None) as socket:
            socket.send(json.dumps({"token": token, "language": "en", "selected": None}))
            assert json.loads(socket.recv(timeout=60))["type"] == "state"
            for name in names:
                state = replace(table.moment.state, warnings=(name,))
                table.session.table.post_moment(replace(table.moment, state=state))
                while name not in heard:
                    message = json.loads(socket.recv(timeout=60))
                    heard.extend(message.get("table", {}).get("warnings", ()))

    thread = threading.Thread(target=measure_and_read)
    thread.start()
    thread.join(60)
    assert heard == names
