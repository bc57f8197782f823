"""When evidence existed, by the word of somebody outside: the hub of a league, which received it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tableassist.matches.evidence.findings import EvidenceFindings
from tableassist.messages import Message, template
from tableassist.store.keys import fingerprint
from tableassist.store.witness import Witness, is_signed_by


@dataclass(frozen=True, slots=True)
class WitnessCheck:
    witness: Witness
    hub_keys: Sequence[bytes] = ()
    """Public keys of hubs that the reader trusts: named, or of leagues that this computer has joined."""


def check_witness(bundle: bytes, check: WitnessCheck, findings: EvidenceFindings) -> None:
    witness = check.witness
    if hashlib.sha256(bundle).hexdigest() != witness.sha256:
        findings.differs(Message("the hub's receipt is for another bundle, or this one was changed after it"))
        return
    hub = next((key for key in check.hub_keys if is_signed_by(witness, key)), None)
    when = datetime.fromtimestamp(witness.wall_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    if hub is not None:
        what = template("the hub of league {league} had it by {when} UTC, so it was not made later (key {key})")
        findings.tell(Message(what, league=witness.league, when=when, key=fingerprint(hub)))
    elif check.hub_keys:
        findings.bad_signature(Message("the receipt is not signed by a hub that you know: its time proves nothing"))
    else:
        findings.not_proven(Message("no hub's key to check the receipt with: name it with --hub"))
