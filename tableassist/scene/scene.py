"""The table as the rules see it: placed pieces and the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.ledger.ledger import Ledger
from tableassist.pieces.piece import Piece
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    pieces: tuple[PlacedPiece, ...]
    unseen: tuple[Piece, ...]
    """Pieces of the table that have not been seen since the start."""
    ledger: Ledger

    def find(self, piece_id: str | None) -> PlacedPiece | None:
        return next((placed for placed in self.pieces if placed.id == piece_id), None)

    def at(self, piece: Piece) -> PlacedPiece:
        """The piece where it lies; it must have been seen."""
        return next(placed for placed in self.pieces if placed.id == piece.id)


def build_scene(pieces: tuple[Piece, ...], poses: Mapping[str, PiecePose], ledger: Ledger, t_ns: int) -> Scene:
    placed = tuple(
        PlacedPiece(
            piece=piece,
            pose=poses[piece.id],
            hidden_s=max(0.0, (t_ns - poses[piece.id].t_ns) / 1e9),
            masts_standing=_standing(piece, ledger),
        )
        for piece in pieces
        if piece.id in poses
    )
    return Scene(placed, tuple(piece for piece in pieces if piece.id not in poses), ledger)


def _standing(piece: Piece, ledger: Ledger) -> tuple[int, ...]:
    lost = ledger.masts_lost.get(piece.id, frozenset())
    return tuple(number for number in range(1, len(piece.model.masts) + 1) if number not in lost)
