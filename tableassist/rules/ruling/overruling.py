"""A person's call against the machine's. Both stay in the record."""

import msgspec

from tableassist.rules.ruling.confidence import CALL_SIGMAS
from tableassist.rules.ruling.ruling import Ruling, Verdict, changed


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
            return each if _is_same_call(each.ruling, ruling) else None
    return None


class CalledRulings:
    """Rulings with a person's verdict wherever one stands. What has not changed since the last time is the very same
    value, so that it is not drawn anew."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Ruling, Overruling, Ruling]] = {}

    def of(self, rulings: tuple[Ruling, ...], overrulings: tuple[Overruling, ...]) -> tuple[Ruling, ...]:
        asked = {(each.ruling.rule, each.ruling.subject, each.ruling.target) for each in overrulings}
        if not asked:
            return rulings
        return tuple(
            self._called(each, overrulings) if (each.rule, each.subject, each.target) in asked else each
            for each in rulings
        )

    def _called(self, ruling: Ruling, overrulings: tuple[Overruling, ...]) -> Ruling:
        by_person = standing(overrulings, ruling)
        if by_person is None:
            return ruling
        known = self._known.get(ruling.id)
        if known is None or known[0] is not ruling or known[1] is not by_person:
            known = self._known[ruling.id] = ruling, by_person, changed(ruling, verdict=by_person.verdict)
        return known[2]


def _is_same_call(then: Ruling, now: Ruling) -> bool:
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
