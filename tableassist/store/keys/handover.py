"""A key that hands over to its successor: the old key signs the new one, and whoever knows the old knows the new."""

import base64
from collections.abc import Sequence

import msgspec

from tableassist.store.keys.signature import TableKey, verify

PURPOSE = b"tableassist key handover 1\n"
MOST_HANDOVERS = 20


class Handover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    old: str
    """Public keys in base64."""
    new: str
    when: str
    """ISO 8601."""
    signature: str
    """By the old key."""

    @property
    def holds(self) -> bool:
        try:
            old, signature = (base64.b64decode(each, validate=True) for each in (self.old, self.signature))
        except ValueError:
            return False
        return verify(old, signature, _said(self.old, self.new, self.when))


def handover(*, old: TableKey, new: bytes, when: str) -> Handover:
    said_old, said_new = (base64.b64encode(each).decode("ascii") for each in (old.public, new))
    signature = base64.b64encode(old.sign(_said(said_old, said_new, when))).decode("ascii")
    return Handover(old=said_old, new=said_new, when=when, signature=signature)


def earlier_keys(handovers: Sequence[Handover], public: bytes) -> tuple[bytes, ...]:
    """The keys that led to this one, newest first: a chain without a gap, each step signed by the older key."""
    found: list[bytes] = []
    at = base64.b64encode(public).decode("ascii")
    for _ in range(min(len(handovers), MOST_HANDOVERS)):
        step = next((each for each in handovers if each.new == at and each.holds), None)
        if step is None:
            break
        found.append(base64.b64decode(step.old))
        at = step.old
    return tuple(found)


def _said(old: str, new: str, when: str) -> bytes:
    return PURPOSE + f"{old}\n{new}\n{when}\n".encode()
