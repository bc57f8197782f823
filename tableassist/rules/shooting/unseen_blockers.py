"""A line of fire on a table where an island has never been seen: it may stand anywhere, so no line is called clear."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.ruling.ruling import Ruling, Verdict, changed
from tableassist.scene.scene import Scene

FIXED = frozenset({PieceKind.ISLAND, PieceKind.FOG_BANK})
"""They lie on the mat all game long. A ship that has not been seen may still be in its box."""


def unseen_blockers(scene: Scene, settings: RuleSettings) -> tuple[Piece, ...]:
    kinds = FIXED & settings.edition.shooting.line_blockers
    return tuple(
        piece
        for piece in scene.unseen
        if piece.model.kind in kinds and not scene.ledger.is_in(piece.id, PieceState.SUNK)
    )


def not_past_the_unseen(
    line: Ruling | None, shooter: Piece, unseen: tuple[Piece, ...], settings: RuleSettings
) -> Ruling | None:
    """The line as it was ruled; but where it was called clear, or nearly, only if all that could stop it is seen."""
    if line is None or not unseen or line.verdict not in (Verdict.YES, Verdict.TOO_CLOSE):
        return line
    is_fort = shooter.model.kind is PieceKind.FORT
    stops = settings.edition.shooting.fort_line_blockers if is_fort else settings.edition.shooting.line_blockers
    names = ", ".join(piece.name for piece in unseen if piece.model.kind in stops)
    if not names:
        return line
    reason = f"{line.reason}, as far as can be seen: {names} may stand in the way, and has not been seen"
    return changed(line, verdict=Verdict.NOT_SEEN, probability=None, reason=reason)
