"""Broker, database and hub are killed and come back; two hubs start: nothing is lost, nothing is there twice."""

import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing, suppress

import msgspec
import pytest

from tableassist.errors import BadRequestError
from tableassist.league.hub.opening import open_hub
from tableassist.league.storage.schema import acts, lease, rulings
from tableassist.league.storage.schema import records as raw_records
from tableassist.store.league import HubStatus
from tests.league.servers import PostgresServer, wait_until
from tests.league.talking import League, TalkingTable, match_bodies, records

ACTS = 60


def everything_is_there_once(league, matches):
    """As the database counts it, and as the tables said it."""
    for table, expected in ((raw_records, ACTS + 1), (acts, ACTS * 4 // 5), (rulings, ACTS // 5)):
        found = Counter(match for (match,) in league.rows(table, "match"))
        assert found == dict.fromkeys(matches, expected)


def sent_slowly(table, said, *, size=4):
    for at in range(0, len(said), size):
        table.send(said[at : at + size])


def test_a_broker_that_is_killed_comes_back_and_nothing_is_lost(tmp_path):
    with closing(League(tmp_path / "folder")) as league:
        members = [league.invite(f"table-{number}") for number in (1, 2)]
        with closing(league.hub()) as hub:
            tables = [TalkingTable(each) for each in members]
            said = {f"m{number}": records(f"m{number}", match_bodies(ACTS)) for number in (1, 2)}
            for table, each in zip(tables, said.values(), strict=True):
                sent_slowly(table, each[:30])
            broker = hub._broker.broker
            os.kill(broker.process, signal.SIGKILL)
            words = wait_until(lambda: [str(each) for each in hub.warnings])
            assert "the broker is down" in words[0]
            for table, (match, each) in zip(tables, said.items(), strict=True):
                table.await_receipt(match, ACTS + 1, again=each)
                table.close()
            assert broker.restarts == 1
            wait_until(lambda: hub.warnings == ())
        everything_is_there_once(league, said)


def test_a_database_that_is_killed_is_told_in_words_and_nothing_is_confirmed_meanwhile(tmp_path):
    with closing(PostgresServer()) as server, closing(League(tmp_path / "folder", server.new_database())) as league:
        member = league.invite("table-1")
        with closing(league.hub()) as hub, closing(TalkingTable(member)) as table:
            said = records("m1", match_bodies(ACTS))
            sent_slowly(table, said[:20])
            table.await_receipt("m1", 20)
            server.kill()
            sent_slowly(table, said[20:])
            words = wait_until(lambda: [str(each) for each in hub.warnings])
            assert "the database is down" in words[0]
            assert "nothing is lost" in words[0]
            assert "SELECT" not in words[0]
            assert "sqlalche" not in words[0]
            assert table.receipt("m1").up_to == 20
            server.start()
            table.await_receipt("m1", ACTS + 1)
            wait_until(lambda: hub.warnings == ())
        everything_is_there_once(league, ["m1"])


def test_a_second_hub_is_told_who_runs_and_a_take_over_ends_the_first(tmp_path, database):
    with closing(League(tmp_path / "folder", database)) as league:
        member = league.invite("table-1")
        with closing(league.hub()) as first, closing(TalkingTable(member)) as table:
            said = records("m1", match_bodies(ACTS))
            sent_slowly(table, said[:30])
            with pytest.raises(BadRequestError, match=rf"a hub runs this league already: on .*, process {os.getpid()}"):
                league.hub()
            second = open_hub(league.folder, league.settings, take_over=True)
            sent_slowly(table, said[30:])
            assert first.ended.wait(20)
            assert "another hub has taken over" in str(first.warnings[0])
            [(holder,)] = league.rows(lease, "hub")
            assert holder == second.id
            second.engine.dispose()
        assert league.rows(lease, "hub") == [(second.id,)]


def run_hub(league):
    command = [sys.executable, "-m", "tableassist", "league", "--folder", str(league.folder.path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def runs(table, known=""):
    """The id of the hub that says that it is online; not the one that is known."""
    for topic, data in reversed(table.heard):
        if topic == f"{table.member.league}/hub":
            status = msgspec.json.decode(data, type=HubStatus)
            return status.hub if status.online and status.hub != known else None
    return None


def test_a_hub_that_is_killed_in_the_stream_and_started_again_has_everything_once(tmp_path, postgres):
    with closing(League(tmp_path / "folder", postgres.new_database())) as league:
        member = league.invite("table-1")
        said = records("m1", match_bodies(ACTS))
        first = run_hub(league)
        table = TalkingTable(member)
        try:
            hub = wait_until(lambda: runs(table), 120)
            _, words = run_hub(league).communicate(timeout=120)
            assert f"process {first.pid}" in words
            assert len(words.strip().splitlines()) == 1
            sent_slowly(table, said[:40], size=1)
            table.await_receipt("m1", 5, 60)
            first.kill()
            sent_slowly(table, said[40:], size=1)
            first.wait()
            again = run_hub(league)
            try:
                wait_until(lambda: runs(table, known=hub), 120)
                table.await_receipt("m1", ACTS + 1, 60, again=said)
            finally:
                again.send_signal(signal.SIGTERM)
                out, _ = again.communicate(timeout=60)
            assert again.returncode == 0
            assert out.strip().endswith("stopped")
        finally:
            table.close()
            with suppress(ProcessLookupError):
                first.kill()
            first.communicate()
        everything_is_there_once(league, ["m1"])
        assert league.rows(lease, "hub") == []
