"""The hub as an outside witness of time: what it signs about a bundle, and what a reader makes of it."""

import base64
import hashlib
import json

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tableassist.errors import BadFileError
from tableassist.league.hub.ingest import ingest_deliveries, make_receipts
from tableassist.league.storage.database import read_only
from tableassist.matches.evidence import WitnessCheck
from tableassist.matches.evidence.findings import EvidenceFindings, EvidenceOutcome
from tableassist.matches.evidence.witnessed import check_witness
from tableassist.store.keys import TableKey
from tableassist.store.league_records import DisputeRaised, Receipt
from tableassist.store.witness import Witness, is_signed_by, read_witness, sign_witness, write_witness
from tests.league.talking import League, match_bodies, records
from tests.league.test_operations import delivery

BUNDLE = b"what the table sent"
SHA256 = hashlib.sha256(BUNDLE).hexdigest()
AT_MS = 1_900_000_000_000  # 2030-03-17 17:46:40 UTC


def new_key():
    return TableKey(Ed25519PrivateKey.generate())


def checked(witness, *hubs, bundle=BUNDLE):
    findings = EvidenceFindings()
    check_witness(bundle, WitnessCheck(witness, tuple(hubs)), findings)
    return findings.outcome, " | ".join(map(str, findings.lines))


def test_a_receipt_tells_since_when_the_hub_has_had_the_bundle():
    hub = new_key()
    outcome, words = checked(sign_witness("friday", SHA256, AT_MS, hub), new_key().public, hub.public)
    assert outcome is EvidenceOutcome.AGREES
    assert "league friday had it by 2030-03-17 17:46:40 UTC" in words


@pytest.mark.parametrize(
    "change", [{"wall_ms": AT_MS - 1}, {"league": "monday"}, {"signature": "AAAA"}, {"signature": "?"}]
)
def test_a_receipt_that_was_changed_is_a_wrong_signature(change):
    hub = new_key()
    forged = msgspec.structs.replace(sign_witness("friday", SHA256, AT_MS, hub), **change)
    assert checked(forged, hub.public)[0] is EvidenceOutcome.BAD_SIGNATURE


def test_a_receipt_by_a_stranger_of_another_bundle_or_that_nothing_can_check_proves_nothing():
    hub = new_key()
    good = sign_witness("friday", SHA256, AT_MS, hub)
    assert checked(sign_witness("friday", SHA256, AT_MS, new_key()), hub.public)[0] is EvidenceOutcome.BAD_SIGNATURE
    assert checked(good, hub.public, bundle=BUNDLE + b".")[0] is EvidenceOutcome.DIFFERS
    assert checked(good)[0] is EvidenceOutcome.NOT_PROVEN


def test_what_is_signed_is_what_the_page_says():
    """Rebuilt by hand, for a program that checks it without tableassist."""
    hub = Ed25519PrivateKey.generate()
    witness = sign_witness("friday", SHA256, 5, TableKey(hub))
    plain = json.dumps({"league": "friday", "sha256": SHA256, "wall_ms": 5}, separators=(",", ":")).encode()
    hub.public_key().verify(base64.b64decode(witness.signature), b"tableassist league witness 1\n" + plain)


def test_a_receipt_is_read_as_it_was_written_and_anything_else_is_refused(tmp_path):
    path = tmp_path / "a.witness.json"
    witness = sign_witness("friday", SHA256, AT_MS, new_key())
    write_witness(path, witness)
    assert read_witness(path) == witness
    for content in (b"", b"[]", b'{"league": 1}', b"[" * 9000, b"x" * 20_000):
        path.write_bytes(content)
        with pytest.raises(BadFileError):
            read_witness(path)


def test_a_hub_signs_what_it_has_whole_with_the_time_it_came_and_says_the_same_later(tmp_path):
    hub, now_ms = new_key(), 1_000_000
    attest = lambda sha256, wall_ms: sign_witness("friday", sha256, wall_ms, hub)  # noqa: E731
    raised = DisputeRaised("d1", "in range?", 1, evidence=SHA256, evidence_bytes=len(BUNDLE))
    said = delivery("records", msgspec.json.encode({"records": records("m1", [*match_bodies(3), raised])}))
    part = {"match": "m1", "sha256": SHA256, "part": 0, "parts": 1, "data": BUNDLE}
    sent = delivery("evidence", msgspec.msgpack.encode(part))
    league = League(tmp_path)
    league.invite("table-1")
    tables = {"table-1"}
    with league.engine.begin() as connection:
        [(_, early)] = ingest_deliveries(connection, [said], tables, now_ms=now_ms, attest=attest).receipts
        [(_, receipt)] = ingest_deliveries(connection, [sent], tables, now_ms=now_ms + 5, attest=attest).receipts
        again = ingest_deliveries(connection, [sent], tables, now_ms=now_ms + 9_000, attest=attest).receipts[0][1]
    assert early.witnesses == ()
    [witness] = msgspec.json.decode(msgspec.json.encode(receipt), type=Receipt).witnesses
    assert (witness.league, witness.sha256, witness.wall_ms) == ("friday", SHA256, now_ms + 5)
    assert is_signed_by(witness, hub.public)
    assert again.witnesses == (witness,)
    with read_only(league.engine) as connection:
        [(_, plain)] = make_receipts(connection, {("table-1", "m1"): ""}, now_ms=now_ms)
    assert plain.witnesses == ()


def test_a_receipt_of_an_earlier_hub_has_no_witness():
    assert msgspec.json.decode(b'{"match": "m", "up_to": 3}', type=Receipt).witnesses == ()
    assert isinstance(sign_witness("l", SHA256, 1, new_key()), Witness)
