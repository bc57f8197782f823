"""A table's link to its hub over a real broker: whatever breaks, all arrives once, and the table never waits."""

import hashlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tableassist.store.keys import TableKey
from tableassist.store.league import Decide, LeagueCommand, LeagueTableState, RoundClock, Tell, signed_command
from tableassist.store.league_records import (
    EVIDENCE_PART_BYTES,
    ActSaid,
    CommandAnswered,
    DisputeRaised,
    MatchBegun,
    Receipt,
)
from tableassist.store.witness import read_witness, sign_witness
from tableassist.table.hub_link import Connection, HubLink, Outbox, TableHealth
from tests.table.hub_link.broker import LEAGUE, TABLE, FakeHub, membership, wait_until

REPOSITORY = Path(__file__).parents[3]


class Table:
    def __init__(self, member, folder, **said):
        self.outbox = Outbox(folder)
        self.commands = []
        self.picture = None
        self.link = HubLink(member, self.outbox, on_command=self.commands.append, picture=lambda: self.picture, **said)
        self.link.start()

    def say_acts(self, match, count, first=0):
        for number in range(first, first + count):
            body = ActSaid(f'{{"act":"{number}"}}') if number else MatchBegun("m", ("Anne", "Bob"), start="{}")
            assert self.link.say(match, body) == number + 1

    def wait_online(self):
        wait_until(lambda: self.link.state.connection is Connection.CONNECTED, "never connected")

    def wait_all_confirmed(self):
        wait_until(lambda: self.outbox.waiting() == 0, "not all was confirmed")

    def close(self):
        self.link.close()
        self.outbox.close()


@pytest.fixture
def tables():
    made = []
    yield made
    for each in made:
        each.close()


@pytest.fixture
def table(member, tmp_path, tables):
    tables.append(Table(member, tmp_path))
    return tables[-1]


def test_what_is_said_arrives_in_order_and_is_confirmed(table, hub):
    table.say_acts("in-order", 450)
    table.wait_all_confirmed()
    assert [each.line for each in hub.bodies("in-order")[1:]] == [f'{{"act":"{number}"}}' for number in range(1, 450)]


def test_what_is_said_offline_is_sent_once_when_the_broker_is_back(table, hub, broker):
    table.wait_online()
    broker.kill()
    wait_until(lambda: table.link.state.connection is not Connection.CONNECTED)
    table.say_acts("offline", 50)
    wait_until(lambda: table.link.state.waiting == 50)
    broker.start()
    table.wait_all_confirmed()
    assert hub.up_to("offline") == 50
    sent = [record.number for batch in hub.batches for record in batch.records if record.match == "offline"]
    assert sorted(set(sent)) == list(range(1, 51))  # a busy computer may send some again before the receipt has come


def test_a_broker_that_dies_with_what_it_had_loses_nothing(table, hub, broker):
    """It has said that it has them, the hub never gets them."""
    table.wait_online()
    hub.close()
    table.say_acts("lost", 30)
    wait_until(lambda: not table.link._client.want_write())
    broker.kill()
    broker.forget()
    broker.start()
    another = FakeHub(broker, key=hub.key)
    try:
        table.wait_all_confirmed()
        assert another.up_to("lost") == 30
    finally:
        another.close()


def test_lost_receipts_only_cost_a_second_sending(table, hub):
    hub.is_silent = True
    table.say_acts("silent", 10)
    wait_until(lambda: hub.up_to("silent") == 10)
    assert table.outbox.waiting() == 10
    hub.is_silent = False
    table.wait_all_confirmed()
    assert len(hub.bodies("silent")) == 10
    assert len([batch for batch in hub.batches if batch.records[0].match == "silent"]) >= 2


def test_doubled_and_late_receipts_change_nothing(table, hub):
    table.say_acts("receipts", 20)
    table.wait_all_confirmed()
    for up_to in (20, 3, 20, 0, 7):
        hub.receipt(Receipt("receipts", up_to))
    hub.receipt(Receipt("never-heard-of", 4))
    table.say_acts("receipts", 5, first=20)
    table.wait_all_confirmed()
    assert hub.up_to("receipts") == 25


def test_a_hub_that_was_set_back_gets_what_it_has_lost(table, hub, broker):
    table.say_acts("restored", 40)
    table.wait_all_confirmed()
    hub.close()
    another = FakeHub(broker, key=hub.key)
    another.stored = {key: each for key, each in hub.stored.items() if key[1] <= 12}
    try:
        wait_until(lambda: another.up_to("restored") == 40, "what the backup lacked was not sent")
    finally:
        another.close()


def test_a_hub_that_says_it_is_away_is_not_talked_to(table, hub):
    table.wait_online()
    wait_until(lambda: table.link.state.hub_online)
    hub.say_status(online=False)
    wait_until(lambda: not table.link.state.hub_online)
    table.say_acts("away", 5)
    wait_until(lambda: table.link.state.waiting == 5)
    hub.say_status()
    table.wait_all_confirmed()
    sent = [[each.number for each in batch.records] for batch in hub.batches if batch.records[0].match == "away"]
    assert sent == [[1, 2, 3, 4, 5]]


def test_a_table_killed_between_saying_and_sending_sends_after_its_restart(member, hub, tmp_path, tables):
    command = [sys.executable, "-m", "tests.table.hub_link.talking_table", str(tmp_path), "killed"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as talking:
        for _ in range(50):
            talking.stdout.readline()
        talking.kill()
    again = Table(member, tmp_path)
    tables.append(again)
    said = again.outbox.match("killed").next_number - 1
    again.wait_all_confirmed()
    assert hub.up_to("killed") == said >= 50
    assert again.link.say("killed", ActSaid("{}")) == said + 1


def test_a_bundle_of_evidence_arrives_whole_and_again_where_it_is_wanted(table, hub):
    bundle = os.urandom(3 * EVIDENCE_PART_BYTES + 17)
    sha256 = hashlib.sha256(bundle).hexdigest()
    table.say_acts("disputed", 3)
    raised = DisputeRaised("d1", "in range?", 10, evidence=sha256, evidence_bytes=len(bundle))
    table.link.dispute("disputed", raised, bundle)
    wait_until(lambda: len(hub.parts.get(sha256, {})) == 4)
    assert b"".join(hub.parts[sha256][part].data for part in range(4)) == bundle
    wait_until(lambda: not table.outbox.missing_evidence())
    del hub.parts[sha256]
    hub.wanted = (sha256,)
    hub.receipt(Receipt("disputed", 4, wanted=(sha256,)))
    wait_until(lambda: len(hub.parts.get(sha256, {})) == 4, "what was wanted was not sent again")


def test_the_hub_s_word_on_when_it_had_a_bundle_is_kept_beside_it_and_nobody_else_s_is(table, hub):
    sha256 = hashlib.sha256(b"bundle").hexdigest()
    table.say_acts("witnessed", 3)
    raised = DisputeRaised("d1", "in range?", 10, evidence=sha256, evidence_bytes=6)
    table.link.dispute("witnessed", raised, b"bundle")
    table.wait_all_confirmed()  # before that no bundle counts as missing, and perhaps no receipt is listened for
    wait_until(lambda: not table.outbox.missing_evidence())
    kept = table.outbox.evidence_path(sha256).with_suffix(".witness.json")
    stranger = TableKey(Ed25519PrivateKey.generate())
    forged, first, later = (
        sign_witness(LEAGUE, sha256, at, key) for at, key in ((1, stranger), (2, hub.key), (3, hub.key))
    )
    for witness in (forged, first, later):
        hub.receipt(Receipt("witnessed", 4, evidence=(sha256,), witnesses=(witness,)))
    wait_until(kept.exists)
    assert read_witness(kept) == first


def test_only_what_the_hub_signed_for_this_table_is_handed_over_and_only_once(table, hub):
    table.wait_online()
    stranger = TableKey(Ed25519PrivateKey.generate())
    hub.send(Tell("forged"), key=stranger)
    hub.send(Tell("for another table"), table="table-4")
    hub.send(Tell("of another league"), league="monday")
    hub.send_bytes(b"\x00 no command")
    good = LeagueCommand("c-1", LEAGUE, TABLE, 1, Tell("good"))
    data = signed_command(good, hub.key)
    hub.send_bytes(data.replace(b'"signature":"', b'"signature":"AAAA'))
    for _ in range(3):
        hub.send_bytes(data)
    last = hub.send(Tell("last"))
    wait_until(lambda: [each.id for each in table.commands] == ["c-1", last], f"{table.commands}")
    table.link.answer("m", "c-1", done=True, words="read")
    table.link.answer("m", "c-1", done=False)
    table.wait_all_confirmed()
    assert hub.bodies("m") == [CommandAnswered("c-1", done=True, words="read")]


def test_a_command_that_was_done_is_not_done_again_after_a_restart(member, hub, tmp_path, tables):
    first = Table(member, tmp_path)
    first.wait_online()
    data = signed_command(LeagueCommand("c-2", LEAGUE, TABLE, 1, Decide("d", "m2", "Jo", "seen")), hub.key)
    hub.send_bytes(data)
    wait_until(lambda: first.commands)
    first.link.answer("m2", "c-2", done=True)
    first.close()
    again = Table(member, tmp_path)
    tables.append(again)
    again.wait_online()
    hub.send_bytes(data)
    last = hub.send(Tell("last"))
    wait_until(lambda: again.commands)
    assert [each.id for each in again.commands] == [last]


def test_status_tells_of_the_match_and_the_will_tells_of_the_end(table, hub):
    table.wait_online()
    table.say_acts("status", 7)
    table.link.tell_health(TableHealth("status", "Table 3", ("the mat is not seen",), camera=False))
    table.wait_all_confirmed()
    wait_until(lambda: any(each.health for each in hub.statuses))
    told = next(each for each in reversed(hub.statuses) if each.health)
    assert (told.online, told.match, told.next_number, told.camera) == (True, "status", 8, False)
    table.link._client.socket().close()  # the network is gone without a word
    wait_until(lambda: any(not each.online for each in hub.statuses[hub.statuses.index(told) :]), "no will")
    wait_until(lambda: hub.statuses[-1].online, "it came back")
    table.close()
    wait_until(lambda: not hub.statuses[-1].online, "no farewell")


def test_the_picture_of_the_table_goes_out_at_most_once_a_second(table, hub):
    table.wait_online()
    begun = time.monotonic()
    table.picture = LeagueTableState("m", 1, name="Table 3", plan=("<path/>",))
    wait_until(lambda: len(hub.states) >= 3)
    assert len(hub.states) <= time.monotonic() - begun + 2
    assert hub.states[-1].plan == ("<path/>",)


def test_a_wrong_token_is_told_and_the_table_plays_on(broker, hub, tmp_path, tables):
    wrong = Table(membership(broker, hub, token="wrong"), tmp_path)
    tables.append(wrong)
    wait_until(lambda: wrong.link.state.connection is Connection.REFUSED)
    assert "authori" in wrong.link.state.problem.lower()
    wrong.say_acts("refused", 3)
    assert hub.up_to("refused") == 0


def test_a_clock_that_is_an_hour_ahead_does_not_shift_the_hubs_time(member, hub, tmp_path, tables):
    hour_ms = 3_600_000
    ahead = Table(member, tmp_path, wall_ms=lambda: time.time_ns() // 1_000_000 + hour_ms)
    tables.append(ahead)
    ahead.wait_online()
    wait_until(lambda: any(each.online for each in hub.statuses))
    said = next(each for each in hub.statuses if each.online)
    assert abs(said.wall_ms - time.time_ns() // 1_000_000 - hour_ms) < 60_000
    hub.say_status()
    issued = time.time_ns() // 1_000_000 - 90_000
    hub.send(RoundClock(1, 600), issued_ms=issued)
    wait_until(lambda: ahead.commands)
    age_s = ahead.link.hub_clock.age_ms(ahead.commands[0].issued_ms) / 1000
    assert 89 <= age_s < 120


def test_a_key_that_the_membership_lacks_is_learned_from_the_hub(broker, hub, tmp_path, tables):
    learned = []
    table = Table(membership(broker, hub, hub_key=""), tmp_path, learned_key=learned.append)
    tables.append(table)
    wait_until(lambda: learned)
    assert learned == [hub.member_key]
    hub.send(Tell("hello"))
    wait_until(lambda: table.commands)


def test_saying_takes_the_table_no_time_while_the_broker_is_dead(table, broker):
    """A frame has 33 ms."""
    table.wait_online()
    broker.kill()
    try:
        took = []
        for number in range(300):
            begun = time.perf_counter()
            table.link.say("quick", ActSaid(f'{{"act":"{number}"}}'))
            took.append(time.perf_counter() - begun)
        assert sorted(took)[int(len(took) * 0.95)] < 0.033
        assert threading.active_count() < 20
    finally:
        broker.start()


def test_strange_bytes_on_every_topic_disturb_nothing(table, hub):
    table.wait_online()
    for topic in (table.link._topics.receipts, table.link._topics.commands, table.link._hub_topic):
        for data in (b"", b"{", b"[" * 5000, b"\xff" * 400_000, msgspec.json.encode({"match": 4})):
            hub._client.publish(topic, data, qos=1)
    hub.say_status()
    table.say_acts("strange", 3)
    table.wait_all_confirmed()
    assert hub.up_to("strange") == 3
