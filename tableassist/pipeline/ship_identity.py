"""Ships that may not be the ones that their plates name, and what is said of them.

A ship with another's plate, or with her tag half a turn round, has a sound place and a wrong name: every answer about
her is about another ship. Such a ship is not measured until a person says who she is.
"""

from collections.abc import Mapping
from functools import lru_cache

from tableassist.messages import Message, Text
from tableassist.pieces.model import SAILING_KINDS, PieceModel
from tableassist.pieces.piece import Piece
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.hull.identity import IdentityVerdict

MAX_TRUSTED_SIGMA_MM = 0.6
"""A model that is known worse is itself an estimate, and no measure of shapes."""
TURNED_ROUND = Message("has its tag on the wrong way round: its hull lies half a turn from where the tag says")
ANOTHER_SHIP = Message(
    "does not look like the ship under its plate, which seems to be another ship: are two plates swapped?"
)


@lru_cache(maxsize=4)
def ships_by_model(settings: TableSettings) -> tuple[Piece, ...]:
    """One ship for each model on the table that can carry a plate."""
    ships: list[Piece] = []
    for piece in settings.pieces:
        is_ship = piece.model.kind in SAILING_KINDS and bool(piece.mounts)
        if is_ship and not any(is_same_shape(piece.model, ship.model) for ship in ships):
            ships.append(piece)
    return tuple(ships)


def is_same_shape(one: PieceModel, other: PieceModel) -> bool:
    return one.hull == other.hull and one.masts == other.masts


def identity_doubts(fits: Mapping[str, PieceFit], settings: TableSettings) -> dict[str, Text]:
    """Why ships are not who their plates say, by id, to be read after the name."""
    seen = ((piece, fits[piece.id]) for piece in settings.pieces if piece.id in fits)
    return {piece.id: doubt for piece, fit in seen if (doubt := identity_doubt(piece, fit, settings)) is not None}


def identity_doubt(piece: Piece, fit: PieceFit, settings: TableSettings) -> Message | None:
    """Why a ship is not who her plate says, or None."""
    if fit.hull is None:
        return None
    identity = fit.hull.identity
    if identity.verdict is IdentityVerdict.OTHER:
        return _looks_like(identity.looks_like, settings)
    if identity.verdict is IdentityVerdict.TURNED:
        return TURNED_ROUND
    return _doubt_by_look(piece, fit.hull)


def _doubt_by_look(piece: Piece, hull: HullSeen) -> Message | None:
    """By the colours that were kept on the jig; and by the hull's edge, where the silhouette has not told."""
    look = hull.look
    if look.cannot_tell is not None:
        return None
    if not look.fits_by_colours:
        return ANOTHER_SHIP
    if hull.identity.verdict is IdentityVerdict.OWN or piece.model.sigma_mm > MAX_TRUSTED_SIGMA_MM:
        return None
    if look.turned:
        return TURNED_ROUND
    return None if look.fits_by_shape else ANOTHER_SHIP


def _looks_like(model: PieceModel | None, settings: TableSettings) -> Message:
    """With the other ship's name, if just one ship on the table has this shape."""
    alike = [piece.name for piece in settings.pieces if model is not None and is_same_shape(piece.model, model)]
    if len(alike) != 1:
        return ANOTHER_SHIP
    return Message("seems to have its plate on another ship: the one under it looks like {other}", other=alike[0])
