"""A ruling: the answer to one question at the table."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too_close"
    NOT_SEEN = "not_seen"


@dataclass(frozen=True, slots=True)
class Witness:
    """Where on the mat the question was decided: what to draw and where to zoom."""

    start: Point
    end: Point
    blocker: str | None = None
    """The piece that stops a line of fire."""
    stopped_at: Point | None = None
    """Where that line dies."""


@dataclass(frozen=True, slots=True)
class Ruling:
    rule: str
    """range, line_of_fire, docking, ram."""
    subject: str
    target: str
    cannon: int | None
    """The mast of the cannon, 1 foremost; None where no cannon is asked about."""
    verdict: Verdict
    measured_mm: float | None
    """None where nothing could be measured."""
    limit_mm: float | None
    sigma_mm: float | None
    probability: float | None
    """That the answer is yes."""
    citation: str
    """Edition and section."""
    witness: Witness | None
    reason: str
