"""What the hub of a league signs about a bundle of evidence: that it had the whole bundle at this time.

A table's own clock and key prove nothing about time to somebody who does not trust the table. The hub is outside:
whoever trusts its key knows that the bundle, and all that it states, existed when the hub received it and was not made
later.
"""

import base64
from pathlib import Path
from typing import Annotated

import msgspec

from tableassist.plain_file import read_plain_file
from tableassist.store.files.problems import not_ours
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.store.keys.signature import TableKey, verify

PURPOSE = b"tableassist league witness 1\n"
"""Goes before what is signed, so that no other signature of the hub's can stand for this one."""
MAX_BYTES = 10_000


class Witness(msgspec.Struct, frozen=True):
    league: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """Of the whole bundle."""
    wall_ms: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_000)]
    """Time of day at the hub when the last part arrived, since 1970; at most the year 9999."""
    signature: Annotated[str, msgspec.Meta(max_length=200)]
    """Ed25519 in base64, over `PURPOSE` and the other three fields as JSON, in this order."""


def sign_witness(league: str, sha256: str, wall_ms: int, key: TableKey) -> Witness:
    signature = key.sign(_signed_text(league, sha256, wall_ms))
    return Witness(league, sha256, wall_ms, base64.b64encode(signature).decode("ascii"))


def is_signed_by(witness: Witness, public_key: bytes) -> bool:
    try:
        signature = base64.b64decode(witness.signature, validate=True)
    except ValueError:
        return False
    return verify(public_key, signature, _signed_text(witness.league, witness.sha256, witness.wall_ms))


def write_witness(path: Path, witness: Witness) -> None:
    write_bytes_safely(path, msgspec.json.format(msgspec.json.encode(witness), indent=2) + b"\n")


def read_witness(path: Path) -> Witness:
    """BadFileError where it is none."""
    content = read_plain_file(path, MAX_BYTES)
    try:
        return msgspec.json.decode(content, type=Witness)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(path, problem) from None


def _signed_text(league: str, sha256: str, wall_ms: int) -> bytes:
    return PURPOSE + msgspec.json.encode({"league": league, "sha256": sha256, "wall_ms": wall_ms})
