"""What is sent when: records in batches, bundles of evidence in parts, and both again where no receipt comes.

Belongs to the link's thread.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from tableassist.store.league_records import EVIDENCE_PART_BYTES, MOST_IN_A_BATCH, EvidencePart, Receipt
from tableassist.table.hub_link.outbox import EvidenceKept, MatchKept, Outbox

log = logging.getLogger(__name__)
PATIENCE_S, MOST_PATIENCE_S = 4.0, 60.0
"""Without a receipt for so long it is sent again; each time later."""
MOST_UNCONFIRMED = 5 * MOST_IN_A_BATCH
"""Records of a match that are under way at once."""
PARTS_AT_ONCE = 4
EVIDENCE_PATIENCE_S, WANTED_S = 20.0, 3.0


@dataclass(slots=True)
class _Sent:
    up_to: int
    at: float = 0.0
    patience_s: float = PATIENCE_S


class RecordSending:
    def __init__(self, outbox: Outbox, publish: Callable[[bytes], None]) -> None:
        self._outbox = outbox
        self._publish = publish
        self._sent: dict[str, _Sent] = {}

    def work(self, now: float) -> None:
        for kept in self._outbox.unconfirmed():
            sent = self._sent.setdefault(kept.match, _Sent(kept.confirmed))
            sent.up_to = max(sent.up_to, kept.confirmed)
            if sent.up_to > kept.confirmed and now - sent.at > sent.patience_s:
                sent.up_to = kept.confirmed
                sent.patience_s = min(2 * sent.patience_s, MOST_PATIENCE_S)
            while sent.up_to < kept.next_number - 1 and sent.up_to - kept.confirmed < MOST_UNCONFIRMED:
                batch = self._outbox.batch(kept.match, sent.up_to + 1)
                if batch is None:
                    break
                self._publish(batch.data)
                sent.up_to, sent.at = batch.last, now

    def heard(self, kept: MatchKept) -> None:
        """A receipt: the hub is there."""
        sent = self._sent.get(kept.match)
        if sent is not None:
            sent.patience_s = PATIENCE_S
            if not kept.waiting:
                del self._sent[kept.match]

    def begin_anew(self, match: str | None = None) -> None:
        """All that is not confirmed, of that match or of all."""
        if match is None:
            self._sent.clear()
        else:
            self._sent.pop(match, None)

    def probe(self, kept: MatchKept) -> None:
        """The last record that was confirmed, once more."""
        batch = self._outbox.batch(kept.match, kept.confirmed, most=1)
        if batch is not None:
            self._publish(batch.data)


@dataclass(slots=True)
class _Bundle:
    evidence: EvidenceKept
    data: bytes
    next_part: int = 0
    at: float = 0.0
    under_way: list[Callable[[], bool]] = field(default_factory=list)

    @property
    def parts(self) -> int:
        return max(1, -(-len(self.data) // EVIDENCE_PART_BYTES))

    def part(self, number: int) -> bytes:
        data = self.data[number * EVIDENCE_PART_BYTES : (number + 1) * EVIDENCE_PART_BYTES]
        about = self.evidence
        return msgspec.msgpack.encode(EvidencePart(about.match, about.sha256, number, self.parts, data))


class EvidenceSending:
    """One bundle at a time, a few parts of it under way."""

    def __init__(self, outbox: Outbox, publish: Callable[[bytes], Callable[[], bool]]) -> None:
        """`publish` gives what tells whether the broker has it."""
        self._outbox = outbox
        self._publish = publish
        self._bundle: _Bundle | None = None
        self._waits: dict[str, float] = {}
        """Sent whole, by digest: when."""
        self._wanted: set[str] = set()

    def work(self, now: float) -> None:
        if self._bundle is None:
            self._bundle = self._next(now)
        bundle = self._bundle
        if bundle is None:
            return
        bundle.under_way = [each for each in bundle.under_way if not each()]
        while bundle.next_part < bundle.parts and len(bundle.under_way) < PARTS_AT_ONCE:
            bundle.under_way.append(self._publish(bundle.part(bundle.next_part)))
            bundle.next_part += 1
        if bundle.next_part >= bundle.parts:
            self._waits[bundle.evidence.sha256] = now
            self._bundle = None

    def heard(self, receipt: Receipt) -> None:
        self._wanted |= set(receipt.wanted)
        for sha256 in receipt.evidence:
            self._waits.pop(sha256, None)
            self._wanted.discard(sha256)

    def begin_anew(self) -> None:
        self._waits.clear()

    def _next(self, now: float) -> _Bundle | None:
        for each in self._outbox.missing_evidence():
            patience_s = WANTED_S if each.sha256 in self._wanted else EVIDENCE_PATIENCE_S
            if now - self._waits.get(each.sha256, float("-inf")) < patience_s:
                continue
            self._wanted.discard(each.sha256)
            try:
                return _Bundle(each, self._outbox.evidence_path(each.sha256).read_bytes())
            except OSError:
                log.warning("evidence %s is gone", each.sha256, exc_info=True)
                self._waits[each.sha256] = float("inf")
        return None
