"""Who is kept out of the desk: no token, wrong and expired ones, judges from an admin's part, other sites, markup."""

import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tableassist.league.storage.accounts import UserRole, revoke_user
from tests.league.desk.served_desk import LEAGUE, served_desk, small_state
from tests.league.servers import wait_until
from tests.league.talking import wall_ms

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
SQL = "Robert'); DROP TABLE players;--"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    with served_desk(tmp_path_factory.mktemp("guard")) as one:
        yield one


def closed_with(desk, socket):
    """The code with which it was closed; None while messages still come."""
    desk.hub.show("table-2")
    try:
        socket.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code
    return None


def players(desk):
    return {each["name"] for each in desk.get("/api/state", desk.admin)[1]["players"]}


@pytest.mark.parametrize("token", ["", "guessed", "x" * 5_000])
def test_nothing_is_done_without_a_seat(desk, token):
    assert desk.ask(token, do="add-player", name="Nobody")[0] == 401
    assert desk.request("GET", "/api/dispute?match=m&dispute=d", token=token)[0] == 401
    assert desk.request("GET", "/api/me", token=token)[0] == 401
    assert "Nobody" not in players(desk)


def test_a_wrong_token_does_not_even_see_what_the_public_sees(desk):
    assert desk.request("GET", "/api/state", token="guessed")[0] == 401
    with desk.live("guessed") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=20)
    assert closed.value.rcvd.code == 4401


def test_the_public_sees_neither_queue_nor_players_nor_users_nor_health(desk):
    desk.hub.show("table-1", small_state(warnings=("the lamp flickers",)), health=("disk full",), ahead_ms=3_600_000)
    judged = desk.state(desk.judge, lambda now: now["tables"]["table-1"].get("health"))
    assert judged["tables"]["table-1"]["health"] == ["disk full", "the lamp flickers"]
    assert judged["tables"]["table-1"]["skew"] == "Table 1's clock is 1 h 0 min ahead"
    public = desk.get("/api/state")[1]
    assert {"queue", "players", "users", "warnings"} & public.keys() == set()
    card = public["tables"]["table-1"]
    assert card["title"] == "Table 1"
    assert {"health", "skew", "seen_ms", "calls", "waiting"} & card.keys() == set()
    assert "users" not in judged
    assert "users" in desk.get("/api/state", desk.admin)[1]


def test_an_expired_token_and_a_spectators_open_nothing(desk):
    expired = desk.hub.user("Old", expires_ms=wall_ms() - 1)
    watching = desk.hub.user("screen", UserRole.SPECTATOR)
    for token in (expired, watching):
        assert desk.ask(token, do="add-player", name="Nobody")[0] == 401


def test_who_is_revoked_is_out_within_seconds(desk):
    token = desk.hub.user("Fleeting")
    with desk.live(token) as socket:
        assert json.loads(socket.recv(timeout=20))["type"] == "state"
        with desk.hub.engine.begin() as connection:
            revoke_user(connection, LEAGUE, "Fleeting", now_ms=wall_ms())
        assert wait_until(lambda: closed_with(desk, socket)) == 4401
    assert wait_until(lambda: desk.request("GET", "/api/me", token=token)[0] == 401)


@pytest.mark.parametrize(
    "command",
    [
        {"do": "add-judge", "name": "Eve", "role": "admin"},
        {"do": "invite-table", "table": "table-9"},
        {"do": "revoke-judge", "name": "Ada"},
    ],
)
def test_a_judge_lets_nobody_in(desk, command):
    status, told = desk.ask(desk.judge, **command)
    assert (status, told["error"]) == (409, "only an admin does this")
    assert desk.invited == []


def test_an_admin_makes_a_judges_link_and_invites_a_table(desk):
    told = desk.done(desk.admin, do="add-judge", name="Kit", hours=1)
    assert desk.get("/api/me", told["token"])[1]["role"] == "judge"
    assert desk.done(desk.admin, do="invite-table", table="table-9", title="Nine")["code"] == "ABCD-EFGH-JKMN"
    assert desk.invited == [("table-9", "Nine", "Ada")]
    desk.invited.clear()
    assert ("Ada", "add user", "judge") in desk.hub.audited()


def test_nobody_locks_himself_out(desk):
    assert desk.ask(desk.admin, do="revoke-judge", name="Ada")[0] == 409


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_another_site_may_not_ask(desk, headers):
    body = {"do": "add-player", "name": "Forged"}
    assert desk.request("POST", "/api/commands", body, token=desk.admin, headers=headers.items())[0] == 403
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{desk.server.port}/live", origin="http://evil.example"):
        pass
    assert "Forged" not in players(desk)


def test_a_forms_post_without_the_header_is_nobodys(desk):
    """A page of another site can make a browser post a form, and cannot add a token to it."""
    assert desk.request("POST", "/api/commands", b"do=add-player&name=Forged")[0] == 401


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8720", "[::1"])
def test_a_name_that_was_made_to_point_here_is_refused(desk, host):
    assert desk.request("GET", "/", host=host)[0] == 421


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/..%2fapp.py", "/join/../desk", "/export/..%2f.csv"])
def test_path_tricks_lead_nowhere(desk, path):
    status, data, _ = desk.request("GET", path)
    assert status in (400, 404)
    assert b"import" not in data


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"do": "fly"}', b'{"do": "tell", "table": "table-1"}', b'{"do": "pair", "more": 1}', b"\xff"],
)
def test_a_command_that_is_none_is_one_line(desk, body):
    status, data, _ = desk.request("POST", "/api/commands", body, token=desk.judge)
    assert status == 422
    assert "\n" not in json.loads(data)["error"]


def test_sql_and_markup_in_names_stay_letters(desk):
    for name in (SQL, EVIL, "Ox\u202eSEY"):
        desk.done(desk.judge, do="add-player", name=name)
    wait_until(lambda: {SQL, EVIL, "Ox\\u202eSEY"} <= players(desk))
    assert desk.ask(desk.judge, do="add-player", name=SQL)[1]["error"].endswith("there is one of that name already")
    assert desk.request("GET", "/api/dispute?match=%27%20or%201=1--&dispute=x", token=desk.judge)[0] == 404
    for page in ("/", "/desk", "/evening"):
        status, data, headers = desk.request("GET", page)
        assert status == 200
        assert b"<script>alert" not in data
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]


def test_the_door_for_tables(desk):
    status, data, _ = desk.request("GET", "/join/ABCD")
    assert (status, data) == (200, b"sealed")
    assert desk.request("GET", "/join/WXYZ")[0] == 404
