"""One ruling from those on permission, range and line of fire."""

import math

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed

RULE = "shot"
BEST = {Verdict.YES: 0, Verdict.TOO_CLOSE: 1, Verdict.NOT_SEEN: 2, Verdict.NO: 3}
"""Verdicts as a gunner ranks them."""
ORDER = (Verdict.NO, Verdict.NOT_SEEN, Verdict.TOO_CLOSE)
"""What decides, the strongest first; among equals permission before range before line."""


def join(permission: Ruling, in_range: Ruling, line: Ruling | None, barred: Message | None = None) -> Ruling:
    """The first that forbids it decides, then the first that leaves it open. `barred` says why this very cannon may
    not hit that target."""
    if permission.verdict is Verdict.YES and in_range.verdict is Verdict.NO:
        return out_of_range(in_range)
    parts = (permission, in_range) if line is None else (permission, in_range, line)
    if barred is not None and permission.verdict is not Verdict.NO:
        return _by_card(in_range, barred)
    for verdict in ORDER:
        for part in parts:
            if part.verdict is verdict:
                return _decided(part, in_range, verdict, parts)
    return _decided(in_range, in_range, Verdict.YES, parts)


def out_of_range(by: Ruling) -> Ruling:
    """The range says no, and that is all there is to say."""
    return msgspec.structs.replace(by, rule=RULE)  # thousands of these are made for a frame


def _decided(by: Ruling, in_range: Ruling, verdict: Verdict, parts: tuple[Ruling, ...]) -> Ruling:
    readings = by.readings
    if verdict is Verdict.YES:
        readings = next((part.readings for part in parts if part.readings), ())
        reason = Message(
            "in range: {measured_mm:.1f} mm; {reason}", measured_mm=in_range.measured_mm, reason=parts[-1].reason
        )
        house = tuple(dict.fromkeys(name for part in parts for name in part.house))
    else:
        reason, house = by.reason, by.house
    witness = by.witness if by.witness is not None else in_range.witness
    said = changed(by, rule=RULE, cannon=in_range.cannon, verdict=verdict, probability=_share(by, verdict, parts))
    return changed(said, witness=witness, reason=reason, house=house, readings=readings)


def _by_card(in_range: Ruling, reason: Message) -> Ruling:
    barred = changed(in_range, rule=RULE, verdict=Verdict.NO, probability=0.0, house=(), readings=())
    return changed(barred, citation=Message("card of the target"), reason=reason)


def _share(by: Ruling, verdict: Verdict, parts: tuple[Ruling, ...]) -> float | None:
    """That all are yes, as if what each does not know were its own; None where one has no answer."""
    if verdict is Verdict.NO:
        return by.probability or 0.0
    shares = [part.probability for part in parts]
    known = [share for share in shares if share is not None]
    return math.prod(known) if len(known) == len(shares) else None
