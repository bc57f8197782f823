"""A person's call against the machine's. Both stay in the record."""

import msgspec

from tableassist.rules.ruling import Ruling, Verdict


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
            return each if each.ruling == ruling else None
    return None
