"""A person's call against the machine's. Both stay in the record."""

import msgspec

from tableassist.rulebook.ruling.ruling import CALL_SIGMAS, Ruling, Verdict


class Overruling(msgspec.Struct, frozen=True):
    ruling: Ruling
    """The machine's call, as it was."""
    verdict: Verdict
    """The person's."""
    reason: str
    by: str
    """Who made the call; empty where nobody said."""
    t_ns: int
    """Of the moment that was judged, not of the click."""


def standing(overrulings: tuple[Overruling, ...], ruling: Ruling) -> Overruling | None:
    """The last word on this very call. A machine's call that has changed since is a new question: pieces have moved,
    and an old overruling must not decide about the new place."""
    for each in reversed(overrulings):
        if each.ruling.id == ruling.id:
            return each if is_same_call(each.ruling, ruling) else None
    return None


def is_same_call(then: Ruling, now: Ruling) -> bool:
    """The last digits vary on a table where nobody moved anything, so a number within its plus-minus is the same."""
    if then == now:
        return True
    if then.verdict is not now.verdict or _blocker(then) != _blocker(now):
        return False
    if then.measured_mm is None or now.measured_mm is None:
        return then.measured_mm is now.measured_mm and str(then.reason) == str(now.reason)
    allowed_mm = CALL_SIGMAS * max(then.sigma_mm or 0.0, now.sigma_mm or 0.0)
    return then.limit_mm == now.limit_mm and abs(then.measured_mm - now.measured_mm) <= allowed_mm


def _blocker(ruling: Ruling) -> str | None:
    return ruling.witness.blocker if ruling.witness is not None else None
