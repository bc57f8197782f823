"""What people confirm of pieces: given, taken back, and ended by a touch."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.touches import changed_by_hand
from tableassist.scene.facts import Confirmation, Confirmations
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.vision.localisation.tracking import Tracks


def with_confirmations(
    settings: TableSettings, pieces: Iterable[PlacedPiece], when: datetime, by: str = ""
) -> TableSettings:
    """The settings after a person has looked at these pieces and found all of their facts true."""
    given = when.astimezone(UTC).isoformat(timespec="milliseconds")
    words = {
        placed.id: Confirmation(at.x_mm, at.y_mm, at.heading_rad, given, by=by)
        for placed in pieces
        for at in (placed.pose.pose,)
    }
    return replace(settings, confirmations={**settings.confirmations, **words})


def without_confirmation(settings: TableSettings, piece: str) -> TableSettings:
    left = {other: word for other, word in settings.confirmations.items() if other != piece}
    return replace(settings, confirmations=left)


def without_ended(settings: TableSettings, ended: Confirmations) -> TableSettings:
    """The settings without confirmations that a touch has ended; the very same where none has."""
    holding = {piece: word for piece, word in settings.confirmations.items() if ended.get(piece) != word}
    return settings if len(holding) == len(settings.confirmations) else replace(settings, confirmations=holding)


def end_confirmations(
    settings: TableSettings,
    tracks: Tracks,
    fits: Mapping[str, PieceFit],
    before: Mapping[str, PieceFit],
    ended: Confirmations,
) -> Confirmations:
    """Confirmations that no longer hold, by piece: those that had ended before this frame, and those of pieces that
    are touched in it. The very same mapping where nothing is new."""
    if not settings.confirmations:
        return ended
    by_hand = changed_by_hand({p: fit.hull for p, fit in fits.items() if fit.hull is not None}, before)
    touched: dict[str, Confirmation] = {}
    for piece, confirmation in settings.confirmations.items():
        track = tracks.tracks.get(piece)
        is_moved = track is not None and (track.moving or track.hidden)
        if (is_moved or piece in by_hand) and ended.get(piece) != confirmation:
            touched[piece] = confirmation
    return {**ended, **touched} if touched else ended
