"""The answer to a question about a piece that nobody sees."""

from tableassist.pieces.piece import Piece
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.scene.scene import Scene


def missing(scene: Scene, *pieces: Piece) -> str | None:
    """Why these pieces cannot be judged, or None."""
    for piece in pieces:
        placed = scene.find(piece.id)
        if placed is None:
            return f"{piece.name} has not been seen"
        if placed.is_stale:
            return f"{piece.name} {placed.absence}"
    return None


def not_seen(rule: str, subject: Piece, target: Piece, citation: str, reason: str, cannon: int | None = None) -> Ruling:
    return Ruling(
        rule=rule,
        subject=subject.id,
        target=target.id,
        cannon=cannon,
        verdict=Verdict.NOT_SEEN,
        measured_mm=None,
        limit_mm=None,
        sigma_mm=None,
        probability=None,
        citation=citation,
        witness=None,
        reason=reason,
    )
