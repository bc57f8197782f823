"""The table's own link and the real hub, over TLS: whatever is killed between them, all is in the database once."""

import os
import signal
from collections import Counter
from contextlib import closing

import msgspec
import pytest

from bench.league_table import SimulatedTable, script_of
from tableassist.league.storage.schema import acts, commands, disputes, evidence, matches, records, results, rulings
from tableassist.store.game import parse_json_lines
from tableassist.store.league import Tell
from tableassist.store.league_records import MatchBegun, MatchEnded
from tableassist.table.hub_link import Connection, HubLink, Outbox
from tests.league.servers import wait_until
from tests.league.talking import League


@pytest.fixture
def league(tmp_path):
    with closing(League(tmp_path / "league")) as one:
        yield one


def counted(league, table):
    return Counter(match for (match,) in league.rows(table, "match"))


def test_tables_play_while_broker_and_hub_are_killed_and_the_hub_has_every_act_once(league, tmp_path):
    members = [league.invite(f"table-{number}") for number in (1, 2, 3)]
    scripts = [script_of(seed) for seed in (3, 4, 5)]
    hub = league.hub()
    playing = [
        SimulatedTable(member, tmp_path / member.table, script, act_s=0.01, evidence_bytes=300_000)
        for member, script in zip(members, scripts, strict=True)
    ]
    for each in playing:
        each.start()
    try:
        wait_until(lambda: len(league.rows(records, "match")) > 60)
        os.kill(hub._broker.broker.process, signal.SIGKILL)
        wait_until(lambda: all(each.link.state.connection is not Connection.CONNECTED for each in playing), 60)
        wait_until(lambda: all(each.link.state.connection is Connection.CONNECTED for each in playing), 60)
        hub.close()
        hub = league.hub()
        command = hub.order("table-2", Tell("back again", "Jo"), "Jo")
        for each in playing:
            assert each.wait_played(120)
            assert each.wait_confirmed(120), (each.outbox.unconfirmed(), each.outbox.missing_evidence())
        assert counted(league, records) == {each.match: each.said for each in playing}
        assert counted(league, rulings) == {each.match: each.rulings for each in playing}
        assert counted(league, disputes) == {each.match: each.disputes for each in playing}
        assert counted(league, results) == {each.match: 2 for each in playing}
        wait_until(lambda: (command, True) in league.rows(commands, "id", "done"), 60)
        assert all(whole for (whole,) in league.rows(evidence, "complete_ms"))
        for each, script in zip(playing, scripts, strict=True):
            said = sorted((number, line) for match, number, line in league.rows(acts, "match", "number", "line")
                          if match == each.match)  # fmt: skip
            assert tuple(line for _, line in said) == script.lines[1:]
            parse_json_lines("\n".join([script.lines[0], *(line for _, line in said)]), where="the database")
    finally:
        for each in playing:
            each.close()
        hub.close()


def test_a_table_trusts_only_its_leagues_own_broker(league, tmp_path):
    member = league.invite("table-1")
    with closing(League(tmp_path / "other")) as other:
        stranger = other.invite("table-1")
        with closing(league.hub()):
            outbox = Outbox(tmp_path / "box")
            link = HubLink(msgspec.structs.replace(member, certificate=stranger.certificate), outbox)
            link.say("m", MatchBegun("n", ("Anne", "Bob")))
            link.start()
            wait_until(lambda: link.state.problem, 60)
            assert link.state.connection is not Connection.CONNECTED
            link.close()
            again = HubLink(member, outbox)
            again.start()
            again.say("m", MatchEnded("done"))
            wait_until(lambda: outbox.waiting() == 0, 60)
            again.close()
            assert league.rows(matches, "id") == [("m",)]
            outbox.close()
