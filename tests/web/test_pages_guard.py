"""Who is kept out: no seat, a wrong one, other sites, too much, too slow, and markup in names."""

import json
import socket
import time
from dataclasses import replace

import msgspec.structs
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tableassist.pipeline.game.seen_start import where_seen
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.state.start import PlayerStart
from tableassist.store.table import game_start_of
from tableassist.store.table.notes import notes_of
from tableassist.store.table.table_state import table_state
from tableassist.table import JUDGE, SPECTATOR, Role, Seat, Seats
from tableassist.vision.tags.detector import TagDetector
from tests.table.test_game_desk import START
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import next_state, served

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


@pytest.fixture(scope="module")
def table():
    ships = tuple(msgspec.structs.replace(each, name=EVIL) if each.id == "h" else each for each in START.ships)
    with served(msgspec.structs.replace(START, ships=ships)) as one:
        yield one


@pytest.mark.parametrize(
    "path", ["/api/state", "/api/rulings", "/api/game", "/api/picture.jpg", "/api/evidence", "/api/at"]
)
def test_nothing_is_told_without_a_seat(table, path):
    for token in ("", "guessed", "x" * 5000):
        assert table.request("GET", path, token=token)[0] == 401


def test_nothing_is_done_without_a_seat(table):
    assert table.ask("", do="act", text="h move")[0] == 401
    assert table.host.desk.log.records == ()


def test_another_games_token_opens_nothing(table):
    foreign = Seats().invite(JUDGE)
    assert table.ask(foreign, do="act", text="h move")[0] == 401


def test_the_spectators_page_works_without_a_token_only_when_opened(table):
    with pytest.raises(ConnectionClosed), table.live() as reader:
        next_state(reader)
    table.seats.open_to_spectators = True
    try:
        with table.live() as reader:
            assert next_state(reader)["type"] == "state"
        status, told = table.ask("", do="roll", value=3)
        assert (status, told["error"]) == (409, "spectators can only watch")
    finally:
        table.seats.open_to_spectators = False


def test_a_revoked_seat_is_out_at_once(table):
    token = table.seats.invite(Seat(Role.PLAYER, "Mary"))
    with table.live(token) as reader:
        next_state(reader)
        table.seats.revoke(Seat(Role.PLAYER, "Mary"))
        table.board.post(name="Friday")
        with pytest.raises(ConnectionClosed) as closed:
            next_state(reader, lambda _message: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert table.get("/api/game", token)[0] == 401


def test_tokens_are_long_and_only_their_digest_is_kept():
    seats = Seats()
    tokens = {seats.invite(SPECTATOR) for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 32
    assert not any(token in repr(vars(seats)) for token in tokens)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_may_not_ask(table, headers):
    status, _, _ = table.request(
        "POST", "/api/commands", {"do": "act", "text": "h move"}, token=table.judge, headers=headers.items()
    )
    assert status == 403
    assert table.host.desk.log.records == ()


@pytest.mark.parametrize("path", ["/live", "/camera"])
def test_another_site_gets_no_websocket(table, path):
    address = f"ws://127.0.0.1:{table.server.port}{path}"
    with pytest.raises(InvalidStatus), connect(address, origin="http://evil.example"):
        pass
    with connect(address, origin=f"http://127.0.0.1:{table.server.port}"):
        pass


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8700", "a@127.0.0.1", "[::1", ""])
def test_a_name_that_was_made_to_point_here_is_refused(table, host):
    assert table.request("GET", "/", host=host or " ")[0] in (400, 421)


def test_localhost_and_addresses_are_let_in(table):
    for host in (f"localhost:{table.server.port}", "192.168.1.20", "127.0.0.1"):
        assert table.request("GET", "/", host=host)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
        "/static//etc/passwd",
        "/api/../api/state",
        "/watch/../../etc/passwd",
        "/static/table.js%00.css",
    ],
)
def test_path_tricks_lead_nowhere(table, path):
    status, data, _ = table.request("GET", path)
    assert status in (400, 401, 404)
    assert b"import" not in data
    assert b"root:" not in data


def test_what_is_too_large_is_refused(table):
    body = json.dumps({"do": "act", "text": "x" * 50_000}).encode()
    assert table.request("POST", "/api/commands", body, token=table.judge)[0] == 413


def test_what_grows_without_end_is_refused(table):
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=60) as raw:
        raw.sendall(
            f"POST /api/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {table.judge}\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        answer = b""
        try:
            for _ in range(200):
                raw.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
            answer = raw.recv(4000)
        except OSError:
            answer = answer or b"closed"
    assert answer.startswith((b"HTTP/1.1 413", b"closed"))


def test_half_a_request_is_not_waited_for_long_while_a_websocket_stays(table):
    began = time.monotonic()
    with table.live(table.judge) as reader:
        assert next_state(reader)["table"]["name"] == "Friday"
        with socket.create_connection(("127.0.0.1", table.server.port), timeout=60) as raw:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            assert raw.recv(100) == b""
        assert time.monotonic() - began < 50
        table.board.post(name="Saturday")
        assert next_state(reader)["table"]["name"] == "Saturday"
        table.board.post(name="Friday")


def test_a_body_that_drips_is_not_waited_for_long(table):
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=60) as raw:
        raw.sendall(
            f"POST /api/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {table.judge}\r\n"
            'Content-Length: 40\r\n\r\n{"do": '.encode()
        )
        assert table.get("/api/game", table.judge)[0] == 200  # others are served meanwhile
        assert raw.recv(4000).startswith(b"HTTP/1.1 413")
    assert table.host.desk.log.records == ()


def test_a_header_without_end_is_refused(table):
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=60) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 40_000)
        answer = raw.recv(4000)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")


ROLES_DO = {
    "spectator": {},
    "player": {"ask", "close", "call-judge", "undo", "confirm"},
    "judge": {"ask", "close", "call-judge", "undo", "amend", "overrule", "act", "confirm", "fair-play", "abandon-game"},
}


@pytest.mark.parametrize("role", ROLES_DO)
def test_a_role_does_what_is_its_own_and_nothing_else(role):
    moment = demo_moment()
    ruling = moment.state.rulings[0].id
    commands = {
        "ask": {"ruling": ruling},
        "close": {"ruling": ruling},
        "redo": {},
        "call-judge": {},
        "act": {"text": "h correct mast-lost value=1"},
        "undo": {},
        "amend": {"entry": 1, "change": "strike"},
        "overrule": {"ruling": ruling, "verdict": "yes"},
        "confirm": {"piece": "harbinger"},
        "fair-play": {"mode": "open"},
        "abandon-game": {},
    }
    with served(START, is_open=True) as one:
        one.see(moment)
        one.say(Move("h"))
        token = {"spectator": "", "player": one.player("Anne"), "judge": one.judge}[role]
        done = {name for name, more in commands.items() if one.ask(token, do=name, **more)[0] == 200}
    assert done == set(ROLES_DO[role])


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_markup_in_names_stays_text_in_a_browser(browser):
    moment = demo_moment("cleared")
    pieces = tuple(replace(each, name=EVIL) if each.id == "harbinger" else each for each in moment.settings.pieces)
    named = table_state(pieces, notes_of(moment.settings.state), moment.settings.rules)
    settings = replace(moment.settings, pieces=pieces, name=EVIL, state=named)
    state = step(first_state(settings), moment.frame, settings, TagDetector(settings.tag_families).detect)
    start = game_start_of(settings.state, settings.rules, name=EVIL)
    start = where_seen(start, {each.id for each in state.scene.pieces}, state.rulings)
    with served(start) as one:
        one.board.post(name=EVIL, moment=Moment(moment.frame, state, settings), calls=(EVIL,))
        one.host.desk.say(EndTurn(start.players[0].name))
        for role, token in (("judge", one.judge), ("play", one.player("Pirates"))):
            page = browser.page(one.server.link(role, token), (1280, 800))
            page.run("window.alert = () => { window.hit = true; }")
            page.wait("document.querySelectorAll('#plan path').length > 20")
            page.choose("#select", "harbinger")
            page.tap("Look closer")
            page.wait("document.querySelectorAll('#sheet svg').length === 2")
            assert "<script>alert(1)</script>" in page.text("#sheet")
            assert "<script>alert(1)</script>" in page.text("#offers")
            assert page.run("document.querySelectorAll('body script, body img:not(#still), iframe').length") == 0
            assert page.run("window.hit") is None
            assert page.problems == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"token": 5}', '{"token": "x", "more": 1}', "x" * 3000])
def test_a_first_word_that_is_none_closes_the_websocket(table, text):
    with connect(f"ws://127.0.0.1:{table.server.port}/live") as reader:
        reader.send(text)
        with pytest.raises(ConnectionClosed):
            next_state(reader, lambda _message: False)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"do": "fly"}', b'{"do": "roll", "value": 7}', b"\xff\xfe"])
def test_a_command_that_is_none_is_one_line(table, body):
    status, data, _ = table.request("POST", "/api/commands", body, token=table.judge)
    assert status == 422
    assert "\n" not in json.loads(data)["error"]


def test_markup_in_names_is_text(table):
    _, game = table.get("/api/game", table.judge)
    assert any(each["name"] == EVIL for each in game["units"])  # the page sets it as text
    for page in ("/", "/watch", "/play", "/judge", "/stream"):
        status, data, headers = table.request("GET", page)
        assert status == 200
        assert b"<script>alert" not in data
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"


def test_a_player_called_like_markup_gets_no_markup_into_a_page():
    players = (PlayerStart(EVIL), PlayerStart("Mary"))
    start = msgspec.structs.replace(START, players=players, ships=(), islands=())
    with served(start) as one:
        one.board.post(name=EVIL)
        _, data, _ = one.request("GET", "/watch")
        assert b"<script>alert" not in data
        assert b"<img src=x" not in data


def test_too_many_requests_of_one_address_are_refused_for_a_while():
    with served(START) as one:
        statuses = [one.request("GET", "/static/icon.svg")[0] for _ in range(400)]
    assert 429 in statuses
    assert statuses[0] == 200
