"""The same moment judged twice: what agrees, and what differs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.angles import wrap_rad
from tableassist.rules.ruling.confidence import CALL_SIGMAS
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.scene.piece_pose import PiecePose


@dataclass(frozen=True, slots=True)
class RulingDifference:
    id: str
    then: Ruling | None
    """None: was not asked."""
    now: Ruling | None

    @property
    def verdict_differs(self) -> bool:
        return self.then is None or self.now is None or self.then.verdict is not self.now.verdict

    @property
    def contradicts(self) -> bool:
        """A yes against a no: one of them is wrong, whatever the plus-minus."""
        calls = {self.then and self.then.verdict, self.now and self.now.verdict}
        return calls == {Verdict.YES, Verdict.NO}


@dataclass(frozen=True, slots=True)
class PoseDifference:
    piece: str
    apart_mm: float
    turned_rad: float
    allowed_mm: float
    """What both plus-minuses together allow."""
    allowed_rad: float

    @property
    def agrees(self) -> bool:
        return self.apart_mm <= self.allowed_mm and self.turned_rad <= self.allowed_rad


def ruling_differences(then: Sequence[Ruling], now: Sequence[Ruling]) -> tuple[RulingDifference, ...]:
    """Those that are not the same to the last digit."""
    before, after = ({ruling.id: ruling for ruling in each} for each in (then, now))
    return tuple(
        RulingDifference(key, before.get(key), after.get(key))
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    )


def pose_differences(
    then: Mapping[str, PiecePose], now: Mapping[str, PiecePose], pieces: Sequence[str]
) -> tuple[PoseDifference, ...]:
    """Of the pieces that both have."""
    return tuple(_difference(piece, then[piece], now[piece]) for piece in pieces if piece in then and piece in now)


def _difference(piece: str, then: PiecePose, now: PiecePose) -> PoseDifference:
    one, other = then.pose, now.pose
    both = np.sqrt(np.diag(then.covariance + now.covariance))
    return PoseDifference(
        piece,
        math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm),
        abs(wrap_rad(one.heading_rad - other.heading_rad)),
        CALL_SIGMAS * float(np.hypot(both[0], both[1])),
        CALL_SIGMAS * float(both[2]),
    )
