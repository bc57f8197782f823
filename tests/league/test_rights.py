"""Who may do what on the bus: mosquitto itself keeps everybody to his own topics, and out when his token ends."""

import subprocess
from contextlib import closing

import msgspec
import pytest

from tableassist.league.hub.hub import wall_ms
from tableassist.league.hub.joining import JoinDesk, invite_table
from tableassist.league.storage.accounts import (
    UserRole,
    add_user,
    fetch_invitation,
    list_audit,
    remove_table,
    revoke_user,
    user_of_token,
)
from tableassist.league.storage.database import read_only
from tableassist.league.storage.schema import commands
from tableassist.league.storage.schema import records as raw_records
from tableassist.store.league import Tell, opened_command, unsealed
from tableassist.store.league_records import CommandAnswered
from tests.league.servers import wait_until
from tests.league.talking import HOUR_MS, League, TalkingTable, match_bodies, records


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    with closing(League(tmp_path_factory.mktemp("league") / "folder")) as league:
        league.members = {name: league.invite(name) for name in ("table-1", "table-2", "table-3")}
        with league.engine.begin() as connection:
            role = UserRole.SPECTATOR
            _, league.screen = add_user(connection, "night", "screen", role, now_ms=wall_ms(), expires_ms=None)
        with closing(league.hub()) as hub:
            league.running = hub
            yield league


def stranger(league, program, user, password, *words):
    """mosquitto's own client, as anybody in the room has it. Its exit code and what it says."""
    member = league.members["table-1"]
    host, port = member.broker.split("//")[1].split(":")
    known = ["-h", host, "-p", port, "--cafile", str(league.folder.certificates.authority), "-V", "5"]
    login = ["-u", user, "-P", password] if user else []
    done = subprocess.run([program, *known, *login, *words], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_table_writes_no_topics_but_its_own(league):
    token = league.members["table-1"].token
    batch = msgspec.json.encode({"records": msgspec.to_builtins(records("stolen", match_bodies(2)))}).decode()
    for topic in ("tables/table-2/records", "tables/table-2/status", "tables/table-1/receipts", "hub", "anything"):
        code, words = stranger(
            league, "mosquitto_pub", "table-1", token, "-q", "1", "-t", f"night/{topic}", "-m", batch
        )
        assert "Not authorized" in words, (topic, code, words)
    assert ("stolen",) not in league.rows(raw_records, "match")


def test_a_table_reads_no_commands_but_its_own(league):
    one, two = (TalkingTable(league.members[name]) for name in ("table-1", "table-2"))
    with closing(one), closing(two):
        wait_until(lambda: one.is_connected and two.is_connected)
        wait_until(lambda: any(topic == "night/hub" for topic, _ in one.heard))
        league.running.order("table-2", Tell("Five minutes"), "Jo")
        wait_until(lambda: any(topic == "night/tables/table-2/commands" for topic, _ in two.heard))
        league.running.order("table-1", Tell("Ten minutes"), "Jo")
        wait_until(lambda: any(topic == "night/tables/table-1/commands" for topic, _ in one.heard))
        assert {topic for topic, _ in one.heard} <= {"night/hub", "night/tables/table-1/commands"}


def test_a_spectator_reads_what_is_public_and_writes_nothing(league):
    for topic in ("tables/table-1/status", "tables/screen/records", "hub"):
        _, words = stranger(
            league, "mosquitto_pub", "screen", league.screen, "-q", "1", "-t", f"night/{topic}", "-m", "x"
        )
        assert "Not authorized" in words, topic
    with closing(TalkingTable(league.members["table-1"])) as table:
        wait_until(lambda: table.is_connected)
        code, words = stranger(
            league, "mosquitto_sub", "screen", league.screen, "-t", "night/#", "-C", "2", "-v", "-W", "20"
        )
        assert code == 0
        heard = {line.split()[0] for line in words.splitlines()}
        assert heard <= {"night/hub", "night/tables/table-1/status", "night/tables/table-2/status"}


@pytest.mark.parametrize(
    ("user", "password"), [("", ""), ("table-1", "guessed"), ("table-9", "x"), ("hub", ""), ("hub", "hub")]
)
def test_whoever_has_no_token_stays_out(league, user, password):
    code, words = stranger(league, "mosquitto_sub", user, password, "-t", "#", "-W", "5")
    assert code != 0
    assert "authori" in words


def test_a_table_that_is_removed_is_thrown_out_at_once_and_stays_out(league):
    with closing(TalkingTable(league.members["table-3"])) as table:
        wait_until(lambda: table.is_connected and "table-3" in league.running.tables)
        with league.engine.begin() as connection:
            remove_table(connection, "table-3", now_ms=wall_ms())
        wait_until(lambda: table.disconnects)
        wait_until(lambda: "Not authorized" in table.refused)
        wait_until(lambda: "table-3" not in league.running.tables)


def test_a_token_ends_when_it_said_and_an_older_one_when_there_is_a_newer(league):
    first = league.invite("table-4", token_ms=4_000)
    with closing(TalkingTable(first)) as table:
        wait_until(lambda: table.is_connected)
        wait_until(lambda: table.disconnects)
        wait_until(lambda: "Not authorized" in table.refused)
    second = league.invite("table-4", again=True)
    with closing(TalkingTable(second)) as table:
        wait_until(lambda: table.is_connected)
    assert stranger(league, "mosquitto_sub", "table-4", first.token, "-t", "#", "-W", "5")[0] != 0


def test_an_invitation_is_good_once_for_a_while_and_a_few_tries(league):
    options = {"invitation_ms": HOUR_MS, "token_ms": None, "who": "test", "origin": "here"}
    with league.engine.begin() as connection:
        code = invite_table(connection, league.folder, league.settings, "table-5", **options)
    desk = JoinDesk(league.engine)
    sealed = desk.answer(code.name.lower(), origin="192.0.2.7")
    member = unsealed(sealed, code)
    assert (member.table, member.title) == ("table-5", "League night")
    assert member.token.encode() not in sealed
    with read_only(league.engine) as connection:
        assert list_audit(connection, most=1)[0].origin == "192.0.2.7"
    answers = [desk.answer(code.name, origin="x") for _ in range(5)]
    assert [answer == sealed for answer in answers] == [True] * 4 + [False]
    with league.engine.begin() as connection:
        code = invite_table(connection, league.folder, league.settings, "table-5", again=True, **options)
        assert fetch_invitation(connection, code.name, now_ms=wall_ms() + HOUR_MS) is None
        assert fetch_invitation(connection, code.name, now_ms=wall_ms()) is not None
        assert fetch_invitation(connection, code.name, now_ms=wall_ms() + 10 * 60_000) is None
    assert [desk.answer(name, origin="x") for name in ("", "AAAAA", "'or1", "ZZZZ")] == [None] * 4


def test_an_invitation_is_used_when_its_table_is_online(league):
    with league.engine.begin() as connection:
        options = {"invitation_ms": HOUR_MS, "token_ms": None, "who": "test", "origin": "here"}
        code = invite_table(connection, league.folder, league.settings, "table-6", **options)
    desk = JoinDesk(league.engine)
    with closing(TalkingTable(unsealed(desk.answer(code.name, origin="x"), code))) as table:
        wait_until(lambda: table.is_connected)
        wait_until(lambda: desk.answer(code.name, origin="x") is None)


def test_names_are_tried_in_vain_only_so_often(league):
    with league.engine.begin() as connection:
        options = {"invitation_ms": HOUR_MS, "token_ms": None, "who": "test", "origin": "here"}
        code = invite_table(connection, league.folder, league.settings, "table-8", **options)
    now = [wall_ms() // 60_000 * 60_000]
    desk = JoinDesk(league.engine, now_ms=lambda: now[0])
    for number in range(40):
        assert desk.answer(f"ZZ{number:02}", origin="x") is None
    assert desk.answer(code.name, origin="x") is None
    now[0] += 60_000
    assert unsealed(desk.answer(code.name, origin="x"), code).table == "table-8"


def test_a_judge_comes_in_with_the_token_until_it_is_revoked_or_ends(league):
    now = wall_ms()
    with league.engine.begin() as connection:
        jo, token = add_user(connection, "night", "Jo", UserRole.JUDGE, now_ms=now, expires_ms=now + 1_000)
        assert user_of_token(connection, token, now_ms=now).name == "Jo"
        assert user_of_token(connection, token, now_ms=now + 1_000) is None
        assert user_of_token(connection, token + "x", now_ms=now) is None
        _, second = add_user(connection, "night", "Jo", UserRole.JUDGE, now_ms=now, expires_ms=None)
        assert user_of_token(connection, second, now_ms=now) == jo
        revoke_user(connection, "night", "Jo", now_ms=now)
        assert user_of_token(connection, second, now_ms=now) is None


def all_commands(table, key):
    found = [opened_command(data, key) for topic, data in [*table.heard] if topic.endswith("/commands")]
    assert None not in found
    return found


def test_a_command_is_signed_and_sent_again_until_its_table_has_answered(league):
    command = league.running.order("table-2", Tell("Stop playing"), "Jo")
    key = league.folder.key().public

    with closing(TalkingTable(league.members["table-2"])) as table:
        [order, *_] = wait_until(lambda: [each for each in all_commands(table, key) if each.id == command])
        assert (order.league, order.table, order.order.words) == ("night", "table-2", "Stop playing")
        table.send(records("m-answers", [*match_bodies(0), CommandAnswered(command, done=True, words="shown")]))
        table.await_receipt("m-answers", 2)
        assert (command, True, "shown") in league.rows(commands, "id", "done", "answer")
    later = league.running.order("table-2", Tell("Later"), "Jo")
    with closing(TalkingTable(league.members["table-2"])) as table:
        ids = wait_until(lambda: [each.id for each in all_commands(table, key) if each.id == later])
        assert ids
        assert command not in [each.id for each in all_commands(table, key)]
