"""Photos that people have taken of a running table, and what they may still tell.

A photo speaks of the pieces that have not been touched since it was taken. It is judged together with the camera's
picture, frame after frame, until the last of its pieces has moved.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tableassist.messages import Message, Text, template
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured, TableState
from tableassist.vision.localisation.tracking import Change

MAX_HELD = 3
"""Photos that are judged together with the camera; each costs time in every frame in which something moves."""
TAKE_AGAIN = Message("take the photo again")
_MOVED = template("{names} was moved after the photo was taken: {again}")
_ELSEWHERE = template("{why}: {again}")
StepWith = Callable[[Sequence[OtherPicture]], TableState]


@dataclass(frozen=True, slots=True, eq=False)
class PhotoOutcome:
    """What has come of a photo."""

    refused: Text = ""
    """Why it is not used; empty: it is."""
    state: TableState | None = None
    """As judged with it,"""
    alone: TableState | None = None
    """and as judged without it, by the camera and earlier photos."""
    moment: Moment | None = None
    """The first that was judged with it."""
    note: Text = ""
    """What people should know of how it was judged."""


@dataclass(frozen=True, slots=True, eq=False)
class TakenPhoto:
    """A photo that is used, with the first moment that was judged with it."""

    name: str
    content: bytes
    film_mm: float | None
    moment: Moment


class HeldPhotos:
    """Belongs to the measuring loop's thread."""

    def __init__(self) -> None:
        self.photos: tuple[OtherPicture, ...] = ()
        self._moved_ns: dict[str, int] = {}
        """When the camera last saw each piece begin to move, or move on."""

    def follow(self, state: TableState) -> None:
        """Let photos forget the pieces that are moved, and drop those that have nothing left to tell."""
        moved = {event.piece for event in state.events if event.change is Change.MOVED}
        moved |= {piece for piece, track in state.tracks.tracks.items() if track.moving}
        self._moved_ns |= dict.fromkeys(moved, state.t_ns)
        if moved:
            self.forget(moved)

    def forget(self, pieces: Iterable[str]) -> None:
        gone = frozenset(pieces)
        kept = (replace(photo, pieces=(photo.pieces or frozenset()) - gone) for photo in self.photos)
        if any(gone & (photo.pieces or frozenset()) for photo in self.photos):
            self.photos = tuple(photo for photo in kept if photo.pieces)

    def weigh(self, photo: OtherPicture, step_with: StepWith, settings: TableSettings, *, age_ns: int) -> PhotoOutcome:
        """Judge the present frame with a new photo, and hold it if it shows the table as it is. `step_with` judges the
        frame with photos."""
        alone = step_with(self.photos)
        if alone.registration is None:
            return PhotoOutcome(alone.warnings[0] if alone.warnings else "", alone, alone)
        keys = {(mount.family, mount.tag): piece.id for piece in settings.pieces for mount in piece.mounts}
        shown = frozenset(keys[sighting.key] for sighting in photo.sightings if sighting.key in keys)
        names = {piece.id: piece.name for piece in settings.pieces}
        moved = sorted(piece for piece in shown if self._moved_ns.get(piece, -1) > alone.t_ns - age_ns)
        moved += sorted(
            piece for piece, track in alone.tracks.tracks.items() if track.moving and piece in shown - {*moved}
        )
        if moved:
            words = Message(_MOVED, names=", ".join(names[piece] for piece in moved), again=TAKE_AGAIN)
            return PhotoOutcome(words, alone, alone)
        photo = replace(photo, pieces=shown)
        held = (*self.photos[-(MAX_HELD - 1) :], photo)
        state = step_with(held)
        contradiction = find_contradiction(state, photo, names)
        if contradiction:
            return PhotoOutcome(Message(_ELSEWHERE, why=contradiction, again=TAKE_AGAIN), alone, alone)
        last = 0 if state.shots is None else len(state.shots.shots) - 1
        if not any(last in fit.pictures for fit in state.fits.values()):
            words = Message("{photo} shows none of the table's ships and islands", photo=photo.frame.camera)
            return PhotoOutcome(words, alone, alone)
        self.photos = held
        return PhotoOutcome("", state, alone)


def find_contradiction(state: Measured, photo: OtherPicture, names: dict[str, str]) -> Text:
    """Why the photo is left out, or what it shows elsewhere; empty where it shows the table as it is."""
    left_out = next((seen for seen in state.pictures if seen.name == photo.frame.camera and seen.why_not), None)
    if left_out is not None:
        return Message("{photo}: {why}", photo=left_out.name, why=left_out.why_not or "")
    apart = {} if state.shots is None else state.shots.apart
    if not apart:
        return ""
    first = min(apart, key=lambda piece: names[piece])
    return apart[first]
