"""The answer to a question about a piece that is not measured: nobody sees it, or what is seen is not believed."""

from tableassist.messages import Message, Text
from tableassist.pieces.piece import Piece
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, cite
from tableassist.rulebook.scene.scene import Scene
from tableassist.scene.placed_piece import PlacedPiece


def missing(scene: Scene, *pieces: Piece) -> Message | None:
    """Why these pieces cannot be judged, or None."""
    for piece in pieces:
        placed = scene.find(piece.id)
        if placed is None:
            return never_measured(scene, piece)
        if placed.is_stale:
            return absence_of(placed)
    return None


def never_measured(scene: Scene, piece: Piece) -> Message:
    """Of a piece that has no place yet. Its tag may well have been seen."""
    reason = scene.reasons.get(piece.id)
    if reason is None:
        return Message("{name} has not been seen", name=piece.name)
    return Message("{name} is not measured: {reason}", name=piece.name, reason=reason)


def absence_of(placed: PlacedPiece) -> Message:
    return Message("{name} {absence}", name=placed.name, absence=placed.absence)


def not_seen(
    rule: str, subject: Piece, target: Piece, citation: Text, reason: Message, cannon: int | None = None
) -> Ruling:
    nothing = (None, None, None, None)
    return Ruling(rule, subject.id, target.id, cannon, Verdict.NOT_SEEN, *nothing, cite(citation), None, reason)
