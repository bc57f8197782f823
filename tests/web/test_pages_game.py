"""A game played from pages: what each seat sees, and what it may do."""

import json

import msgspec.structs
import pytest

from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.rulebook.state.start import CoinStart, IslandStart
from tests.table.test_game_desk import START, found
from tests.web.browser import CHROMIUM
from tests.web.served_table import next_state, served

HIDDEN_VALUE = 93714


@pytest.fixture
def table():
    coins = tuple(CoinStart(f"c{n}", HIDDEN_VALUE) for n in range(3))
    start = msgspec.structs.replace(START, islands=(*START.islands, IslandStart("x", name="Skull Island", coins=coins)))
    with served(start) as one:
        yield one


def offer(table, token, verb):
    _, game = table.get("/api/game", token)
    return next(each for each in game["offers"] if f" {verb}" in each["text"])


def dock(table):
    """Since before Anne's turn, so that she may explore."""
    for act in (Fact("h", FactKind.DOCKED, "x"), EndTurn("Anne"), EndTurn("Mary")):
        table.host.desk.say(act)


def test_a_player_sees_the_own_offers_and_a_spectator_none(table):
    table.seats.open_to_spectators = True
    _, mine = table.get("/api/game", table.player("Anne"))
    _, hers = table.get("/api/game", table.player("Mary"))
    _, watched = table.get("/api/game")
    assert {each["player"] for each in mine["offers"]} == {"Anne"}
    assert hers["offers"] == watched["offers"] == []


def test_a_move_a_shot_and_a_die_from_the_phone(table):
    anne = table.player("Anne")
    assert table.ask(anne, do="offer", text=offer(table, anne, "move")["text"])[0] == 200
    table.host.desk.say(Fact("t", FactKind.SHOT, "o", 1))
    assert table.ask(anne, do="offer", text=offer(table, anne, "shoot")["text"])[1]["armed"]
    assert table.ask(anne, do="roll", value=6)[0] == 200
    _, game = table.get("/api/game", anne)
    assert game["acts"][-1]["words"] == "Titan shoots at Oxley with cannon 1: rolls 6"
    assert game["owed"][0]["words"] == "Mary: which mast does Oxley lose?"


def test_a_player_answers_only_for_the_own_side(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    move = offer(table, anne, "move")["text"]
    status, told = table.ask(mary, do="offer", text=move)
    assert (status, told["ok"]) == (409, False)
    assert told["error"] == "h move: not available to you now"
    assert table.ask(mary, do="act", text="h move")[0] == 409
    correction = table.ask(anne, do="act", text="h correct mast-lost value=1")
    assert correction[1]["error"] == "h correct mast-lost value=1: only the judge may enter this"
    assert table.host.desk.log.records == ()
    assert table.ask(anne, path="/api/acts", do="act", text="h move")[1] == {"ok": True, "entry": 1}


def test_a_value_that_is_no_choice_is_refused(table):
    anne = table.player("Anne")
    dock(table)
    explore = offer(table, anne, "explore")
    status, told = table.ask(anne, do="offer", text=explore["text"], values={"take": ["c0", "nothing"]})
    assert status == 409
    assert "nothing" in told["error"]


def test_only_the_judge_strikes_and_lets_a_foul_stand(table):
    anne = table.player("Anne")
    for _ in range(2):
        table.ask(anne, do="act", text="h move docks=w")
    assert [each.number for each in table.host.desk.refereed.fouls] == [2]
    assert table.ask(anne, do="amend", entry=2, change="let-stand")[0] == 409
    assert table.ask(table.judge, do="amend", entry=2, change="let-stand")[0] == 200
    assert table.host.desk.refereed.fouls == ()
    assert table.ask(table.judge, do="amend", entry=99, change="strike")[0] == 409


def test_undo_asks_the_other_player(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    table.ask(anne, do="act", text="h move")
    assert table.ask(anne, do="undo")[0] == 200
    assert len(table.host.desk.refereed.acts) == 1
    assert table.get("/api/game", mary)[1]["undo_asked_by"] == "Anne"
    assert table.ask(anne, do="answer-undo", agree=True)[0] == 409
    assert table.ask(mary, do="answer-undo", agree=True)[0] == 200
    assert table.host.desk.refereed.acts == ()
    assert table.ask(mary, do="answer-undo", agree=True)[0] == 409


def test_a_refused_undo_changes_nothing(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    table.ask(anne, do="act", text="h move")
    table.ask(anne, do="undo")
    table.ask(mary, do="answer-undo", agree=False)
    assert len(table.host.desk.refereed.acts) == 1
    assert table.get("/api/game", anne)[1]["undo_asked_by"] == ""


def test_what_is_asked_again_with_the_same_key_is_done_once(table):
    anne = table.player("Anne")
    body = json.dumps({"do": "act", "text": "h move"}).encode()
    for _ in range(3):
        status, data, _ = table.request(
            "POST", "/api/commands", body, token=anne, headers={"idempotency-key": "one"}.items()
        )
        assert (status, json.loads(data)) == (200, {"ok": True, "entry": 1})
    assert len(table.host.desk.log.records) == 1


def test_coins_that_lie_face_down_never_leave_the_table(table):
    table.seats.open_to_spectators = True
    anne = table.player("Anne")
    dock(table)
    assert table.ask(anne, do="act", text="h explore x take=c0,c1")[0] == 200
    assert table.host.desk.refereed.fouls == ()
    for token in ("", anne, table.player("Mary"), table.judge):
        _, state = table.get("/api/state", token)
        assert str(HIDDEN_VALUE) not in json.dumps(state)
        with table.live(token) as socket:
            assert str(HIDDEN_VALUE) not in json.dumps(next_state(socket))


def test_a_reader_gets_the_state_and_then_what_changes(table):
    with table.live(table.player("Mary")) as socket:
        first = next_state(socket)
        assert first["type"] == "state"
        table.host.desk.say(EndTurn("Anne"))
        change = next_state(socket)
        assert (change["type"], change["sequence"]) == ("change", first["sequence"] + 1)
        assert set(change) == {"type", "sequence", "game"}
        assert change["game"]["player"] == "Mary"


def test_each_reader_has_the_own_language(table):
    with table.live(table.judge, language="de") as socket:
        assert next_state(socket)["game"]["phase_words"] != "Turn 1: it is Anne's turn."
    with table.live(table.judge) as socket:
        assert next_state(socket)["game"]["phase_words"] == "Turn 1: it is Anne's turn."


def test_a_call_for_the_judge_is_seen_and_answered(table):
    table.ask(table.player("Mary"), do="call-judge")
    assert table.get("/api/state", table.judge)[1]["table"]["calls"] == ["Mary"]
    table.ask(table.judge, do="call-judge")
    assert table.get("/api/state", table.judge)[1]["table"]["calls"] == []


@pytest.fixture
def homecoming():
    """Anne lies at home with a coin aboard whose worth nobody has told yet."""
    islands = (*START.islands[:2], IslandStart("w", name="Palm Island", coins=(CoinStart("c1"), CoinStart("c2"))))
    with served(msgspec.structs.replace(START, islands=islands), is_open=True) as one:
        say = one.host.desk.say
        for act in (Fact("h", FactKind.DOCKED, "w"), EndTurn("Anne"), EndTurn("Mary")):
            say(act)
        one.ask(one.judge, do="act", text="h explore w take=c1")
        for act in (EndTurn("Anne"), EndTurn("Mary")):
            say(act)
        one.ask(one.judge, do="act", text="h move docks=ha")
        assert one.host.desk.refereed.fouls == ()
        yield one


def test_what_a_coin_is_worth_is_typed_and_only_a_number_of_gold_is_taken(homecoming):
    anne = homecoming.player("Anne")
    worth = offer(homecoming, anne, "value")
    assert worth["needs"][0]["field"] == "value"
    for bad in (-1, 1001, "x", ["3"]):
        status, told = homecoming.ask(anne, do="offer", text=worth["text"], values={"value": bad})
        assert (status, told["ok"]) == (409, False)
    assert homecoming.ask(anne, do="offer", text=worth["text"])[1]["error"] == "value: is missing"
    assert homecoming.host.desk.armed is None
    assert homecoming.ask(homecoming.player("Mary"), do="offer", text=worth["text"], values={"value": 4})[0] == 409
    assert homecoming.get("/api/game", anne)[1]["score"] == {"Anne": 0, "Mary": 0}
    assert homecoming.ask(anne, do="offer", text=worth["text"], values={"value": 4})[0] == 200
    assert homecoming.get("/api/game", anne)[1]["score"] == {"Anne": 4, "Mary": 0}


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_phone_types_what_a_coin_is_worth(homecoming, browser):
    page = browser.page(homecoming.server.link("play", homecoming.player("Anne")))
    page.wait("document.querySelector('#asked input[type=number]')?.checkVisibility()")
    page.tap("OK", "#asked button")  # nothing typed: the browser asks for a number, and nothing is sent
    assert page.run("document.querySelector('#asked input').validity.valueMissing")
    page.tap_element("#asked input")
    page.call("Input.insertText", text="4")
    page.key("Enter")
    page.wait("document.querySelector('#score').innerText === 'Anne 4 · Mary 0'")
    assert page.run("document.querySelectorAll('#asked input').length") == 0
    assert page.problems == []


def test_a_die_is_tapped_by_the_one_who_picked_the_shot_and_has_six_faces(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    table.host.desk.say(Fact("t", FactKind.SHOT, "o", 1))
    table.ask(anne, do="offer", text=offer(table, anne, "shoot")["text"])
    for bad in (0, 7, -1, "six", None):
        assert table.ask(anne, do="roll", value=bad)[0] == 422
    status, told = table.ask(mary, do="roll", value=6)
    assert (status, told["error"]) == (409, "Anne has picked that")
    assert table.ask(mary, do="disarm")[0] == 409
    assert table.host.desk.armed is not None
    assert table.ask(anne, do="roll", value=6)[0] == 200
    assert table.host.desk.armed is None
    assert table.get("/api/game", anne)[1]["acts"][-1]["words"].endswith("rolls 6")


def test_a_shot_that_was_picked_can_be_left(table):
    anne = table.player("Anne")
    table.host.desk.say(Fact("t", FactKind.SHOT, "o", 1))
    before = len(table.host.desk.log.records)
    table.ask(anne, do="offer", text=offer(table, anne, "shoot")["text"])
    assert table.ask(anne, do="disarm")[0] == 200
    assert table.host.desk.armed is None
    assert len(table.host.desk.log.records) == before


def test_what_the_camera_asks_about_a_ship_is_answered_by_her_player(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    table.at_desk(lambda desk: desk.take_moves([found("h", 10.0, docks=Verdict.TOO_CLOSE)]))
    (mine,) = table.get("/api/game", anne)[1]["proposals"]
    (hers,) = table.get("/api/game", mary)[1]["proposals"]
    assert (mine["mine"], hers["mine"], hers["player"]) == (True, False, "Anne")
    for accept in (True, False):
        status, told = table.ask(mary, do="answer", proposal=mine["number"], accept=accept)
        assert (status, told["error"]) == (409, "that is for Anne to answer")
    assert table.ask(anne, do="answer", proposal=mine["number"], option=0)[0] == 200
    assert table.get("/api/game", mary)[1]["proposals"] == []
    assert table.get("/api/game", mary)[1]["acts"][-1]["words"].startswith("Harbinger moves")
