"""What a table and the hub say to each other survives the way, and nothing false does."""

import base64

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tableassist.errors import BadRequestError
from tableassist.rulebook.ruling import Verdict
from tableassist.store.keys import TableKey
from tableassist.store.league import (
    Decide,
    LeagueCommand,
    LeagueTopics,
    Membership,
    Tell,
    new_join_code,
    opened_command,
    read_join_code,
    sealed,
    signed_command,
    unsealed,
)
from tableassist.store.league.commands import SignedCommand
from tableassist.store.league_records import ActSaid, MatchBegun, Record, RecordBatch, ResultSaid

MEMBERSHIP = Membership("friday", "table-3", "mqtts://192.0.2.7:8883", "secret", "key", "Friday league", "PEM")


def test_records_of_every_kind_read_back_as_they_were_written():
    bodies = (
        MatchBegun("Final", ("Anne", "Mary")),
        ActSaid('{"act": "move"}', "moves"),
        ResultSaid({"Anne": 20}, "Anne"),
    )
    batch = RecordBatch(tuple(Record("m1", number, 5, body) for number, body in enumerate(bodies, start=1)))
    assert msgspec.json.decode(msgspec.json.encode(batch), type=RecordBatch) == batch


def test_a_record_of_a_newer_table_with_more_fields_is_read():
    raw = b'{"match": "m", "number": 1, "wall_ms": 0, "body": {"kind": "act", "line": "{}", "mood": "good"}, "new": 1}'
    assert msgspec.json.decode(raw, type=Record).body == ActSaid("{}")


@pytest.mark.parametrize("number", [0, -1, 10_000_001])
def test_a_record_needs_a_number_from_one(number):
    raw = msgspec.json.encode({"match": "m", "number": number, "wall_ms": 0, "body": {"kind": "act", "line": ""}})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=Record)


def test_a_topic_names_its_table():
    topics = LeagueTopics("friday")
    assert topics.table_of(topics.table("table-3").records) == ("table-3", "records")
    for other in (
        "friday/hub",
        "monday/tables/table-3/records",
        "friday/tables/Table 3/records",
        "friday/tables/a/b/c",
    ):
        assert topics.table_of(other) is None


@pytest.mark.parametrize("name", ["", "a/b", "+", "#", "Table", "-a", "a-", "x" * 41, "é"])
def test_a_name_that_would_mean_more_on_the_bus_is_refused(name):
    with pytest.raises(BadRequestError):
        LeagueTopics("friday").table(name)


def test_a_code_opens_its_own_invitation_however_it_is_typed():
    code = new_join_code()
    typed = str(code).lower().replace("0", "o").replace("1", "l").replace("-", " ")
    assert unsealed(sealed(MEMBERSHIP, code), read_join_code(typed)) == MEMBERSHIP


def test_another_code_opens_nothing_and_neither_does_a_changed_invitation():
    code = new_join_code()
    data = sealed(MEMBERSHIP, code)
    assert unsealed(data, new_join_code()) is None
    assert unsealed(data[:-1] + bytes([data[-1] ^ 1]), code) is None
    assert unsealed(b"", code) is None


@pytest.mark.parametrize("typed", ["", "ABCD-EFGH", "ABCD-EFGH-JKM!", "U" * 12])
def test_what_is_no_code_is_said_to_be_none(typed):
    with pytest.raises(BadRequestError, match="join code"):
        read_join_code(typed)


def test_a_command_counts_only_with_the_hubs_signature():
    key, other = TableKey(Ed25519PrivateKey.generate()), TableKey(Ed25519PrivateKey.generate())
    order = Decide("d1", "m1", "Judge Jo", "touching", ruling="ram:a:b", verdict=Verdict.YES)
    command = LeagueCommand("c1", "friday", "table-3", 5, order)
    data = signed_command(command, key)
    assert opened_command(data, key.public) == command
    assert opened_command(data, other.public) is None
    forged = base64.b64encode(msgspec.json.encode(LeagueCommand("c1", "friday", "table-3", 5, Tell("stop")))).decode()
    sent = msgspec.json.decode(data, type=SignedCommand)
    assert opened_command(msgspec.json.encode(SignedCommand(forged, sent.signature)), key.public) is None
    assert opened_command(b"x" * 70_000, key.public) is None
    assert opened_command(b"{}", key.public) is None
