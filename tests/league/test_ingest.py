"""What tables tell is in the database exactly once, in order, in its tables, whatever the bus does with it."""

import hashlib
import os
import random
from contextlib import closing

import msgspec
import pytest

from tableassist.league.storage.database import read_only
from tableassist.league.storage.incoming import iter_bundle_parts
from tableassist.league.storage.schema import (
    acts,
    audit,
    disputes,
    evidence,
    matches,
    results,
    rulings,
)
from tableassist.league.storage.schema import (
    records as raw_records,
)
from tableassist.store.league_records import ActSaid, DisputeRaised, DisputeWithdrawn, MatchEnded, ResultSaid
from tests.league.servers import wait_until
from tests.league.talking import League, TalkingTable, match_bodies, records

NASTY = "'; DROP TABLE matches; --<script>alert(1)</script>\x00\x1b[31m\u202e"


@pytest.fixture
def league(database, tmp_path):
    with closing(League(tmp_path / "folder", database)) as league:
        titles = {"table-1": NASTY, "table-2": "", "table-3": "Table 3"}
        league.members = {name: league.invite(name, title=title) for name, title in titles.items()}
        with closing(league.hub()) as league.running:
            yield league


def test_acts_and_rulings_sent_twice_and_shuffled_are_there_once_and_in_order(league):
    with closing(TalkingTable(league.members["table-1"])) as table:
        said = records("m1", match_bodies(120))
        batches = [said[at : at + 7] for at in range(0, len(said), 7)] * 2
        random.Random(3).shuffle(batches)
        for batch in batches:
            table.send(batch)
        table.await_receipt("m1", len(said))
    assert sorted(league.rows(raw_records, "number")) == [(number,) for number in range(1, 122)]
    assert len(league.rows(acts, "number")) == 96
    assert sorted(league.rows(rulings, "number", "verdict")) == [(number, "too close") for number in range(6, 122, 5)]
    assert league.rows(matches, "table", "name", "players", "up_to") == [("table-1", "Night", ["Anne", "Mary"], 121)]


def test_a_dispute_with_its_evidence_a_result_and_the_end(league):
    bundle = os.urandom(600_000)
    sha256 = hashlib.sha256(bundle).hexdigest()
    with closing(TalkingTable(league.members["table-1"])) as table:
        raised = DisputeRaised("d1", "in range?", 5_000, by="Anne", evidence=sha256, evidence_bytes=len(bundle))
        bodies = [*match_bodies(1), raised, DisputeRaised("d2", "whose turn?", 6_000), DisputeWithdrawn("d2")]
        ending = [ResultSaid({"Anne": 7, "Mary": 4}, winner="Anne", confirmed_by=("Anne",)), MatchEnded("gold")]
        said = records("m1", [*bodies, *ending])
        table.send(said)
        table.await_receipt("m1", len(said))
        table.send_evidence("m1", bundle, only=[2, 0])
        table.send_evidence("m1", bundle)
        wait_until(lambda: table.receipt("m1").evidence == (sha256,))
    rows = league.rows(disputes, "dispute", "state", "by", "evidence")
    assert sorted(rows) == [("d1", "open", "Anne", sha256), ("d2", "withdrawn", "", None)]
    assert league.rows(results, "points", "winner") == [({"Anne": 7, "Mary": 4}, "Anne")]
    assert league.rows(matches, "ended_why") == [("gold",)]
    with read_only(league.engine) as connection:
        assert b"".join(iter_bundle_parts(connection, "m1", sha256)) == bundle


def test_evidence_that_is_not_what_was_announced_is_thrown_away_and_asked_for(league):
    bundle = os.urandom(300_000)
    sha256 = hashlib.sha256(bundle).hexdigest()
    with closing(TalkingTable(league.members["table-1"])) as table:
        raised = DisputeRaised("d1", "?", 1, evidence=sha256, evidence_bytes=len(bundle))
        table.send(records("m1", [*match_bodies(0), raised]))
        table.await_receipt("m1", 2)
        table.send_evidence("m1", os.urandom(1_000))
        wait_until(lambda: [each for each in league.rows(audit, "what") if "no dispute" in each[0]])
        false = bytearray(bundle)
        false[5] ^= 1
        for part, data in enumerate((bytes(false[:256_000]), bundle[256_000:])):
            sent = {"match": "m1", "sha256": sha256, "part": part, "parts": 2, "data": data}
            table.client.publish(table.topics.evidence, msgspec.msgpack.encode(sent), qos=1)
        wait_until(lambda: [each for each in league.rows(audit, "what") if "SHA-256" in each[0]])
        assert league.rows(evidence, "complete_ms") == [(None,)]
        table.send_evidence("m1", bundle)
        wait_until(lambda: table.receipt("m1").evidence == (sha256,))


def test_a_record_that_says_something_else_the_second_time_is_refused_and_audited(league):
    with closing(TalkingTable(league.members["table-1"])) as table:
        said = records("m1", match_bodies(3))
        table.send(said)
        table.await_receipt("m1", 4)
        table.send([msgspec.structs.replace(said[1], body=ActSaid(line="another story"))])
        wait_until(lambda: table.receipt("m1").refused)
    assert "say something else" in table.receipt("m1").refused
    assert ("act 0",) in league.rows(acts, "line")
    assert [each for each in league.rows(audit, "who", "details") if each == ("table-1", "m1: 2")]


def test_a_match_belongs_to_the_table_that_began_it(league):
    with (
        closing(TalkingTable(league.members["table-1"])) as one,
        closing(TalkingTable(league.members["table-2"])) as two,
    ):
        said = records("m1", match_bodies(3))
        one.send(said[:2])
        one.await_receipt("m1", 2)
        two.send(said[2:])
        assert "another table" in wait_until(lambda: two.receipt("m1")).refused
        one.send(said[2:])
        one.await_receipt("m1", 4)
    assert len(league.rows(raw_records, "number")) == 4


def test_sql_and_markup_in_names_are_kept_as_text(league):
    with closing(TalkingTable(league.members["table-1"])) as table:
        said = records("m1", [*match_bodies(0, players=(NASTY, "Mary")), ActSaid(line=NASTY, words=NASTY, turn=NASTY)])
        table.send(said)
        table.await_receipt("m1", 2)
    kept = NASTY.replace("\x00", "\ufffd")
    assert league.rows(acts, "line", "words", "turn") == [(kept,) * 3]
    assert league.rows(matches, "players") in ([([NASTY, "Mary"],)], [([kept, "Mary"],)])


def test_what_is_no_message_is_counted_and_harms_nobody(league):
    hub = league.running
    with closing(TalkingTable(league.members["table-1"])) as table:
        wait_until(lambda: table.is_connected)
        bad = [b"", b"{", b"\xff" * 100, b'{"records": [{"match": 3}]}', b"[" * 50_000, b'{"records": 7}']
        for data in bad:
            for topic in (table.topics.records, table.topics.evidence, table.topics.state, table.topics.status):
                table.client.publish(topic, data, qos=1)
        newer = {"match": "m1", "number": 1, "wall_ms": 1, "body": {"kind": "from-the-future", "x": [1]}}
        table.client.publish(table.topics.records, msgspec.json.encode({"records": [newer]}), qos=1)
        table.await_receipt("m1", 1)
        table.send(records("m1", match_bodies(2), first=2))
        table.await_receipt("m1", 4)
    assert ("from-the-future", '{"kind":"from-the-future","x":[1]}') in league.rows(raw_records, "kind", "body")
    assert hub.bad.count >= 12
    assert len(league.rows(audit, "what")) < 60


def test_a_clock_that_is_an_hour_wrong_is_told_in_words_and_order_stays_by_number(league):
    with closing(TalkingTable(league.members["table-3"], clock_ahead_ms=3_600_000)) as table:
        said = [
            msgspec.structs.replace(each, wall_ms=each.wall_ms + (3_600_000 if each.number % 2 else -3_600_000))
            for each in records("m1", match_bodies(6))
        ]
        table.send(said)
        table.await_receipt("m1", 7)
        wait_until(lambda: league.running.warnings)
        assert [str(each) for each in league.running.warnings] == ["Table 3's clock is 1 h 0 min ahead"]
    assert sorted(league.rows(acts, "number", "line"))[0] == (2, "act 0")
    received = [each[0] for each in league.rows(acts, "received_ms")]
    assert max(received) - min(received) < 60_000
