"""Several pictures of one table at rest: which of them are used, and how their cameras stand to each other.

The first picture is the moment that is judged. Another one adds what it shows of the same pieces: a second camera, or a
photo from a phone. It is left out, with the reason, where its mat is not made out or where it shows another moment.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from tableassist.messages import Message, Text, template
from tableassist.pieces import Piece
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.localisation.standing import View
from tableassist.vision.localisation.tie import Apart, tie_cameras
from tableassist.vision.registration.joint import joint_registrations
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagKey, TagSighting

MAX_APART_SHARE = 0.5
"""Where more than this share of the pieces that two pictures show lie elsewhere in one of them, and at least two do, it
is of another moment."""
_ELSEWHERE = template(
    "{name} is not where {picture} shows it ({off_mm:.1f} mm and {off_deg:.0f}° apart): moved or touched between the "
    "pictures"
)


@dataclass(frozen=True, slots=True, eq=False)
class OtherPicture:
    """A picture besides the one that is judged."""

    frame: Frame
    sightings: tuple[TagSighting, ...]
    camera: CameraProfile
    pieces: frozenset[str] | None = None
    """The pieces that have not been touched since, for which it may speak. None: all."""


@dataclass(frozen=True, slots=True, eq=False)
class PictureSeen:
    """One of several pictures that were judged together."""

    name: str
    registration: Registration | None
    """None where it was left out."""
    why_not: Text | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One of the pictures that pieces are placed by."""

    frame: Frame
    registration: Registration
    sightings: tuple[TagSighting, ...]
    camera: CameraProfile
    on_mat: tuple[TagSighting, ...]
    """Of its sightings, those of the mat's tags."""
    lens: Lens
    """Before the mat's tags moved it within its plus-minus."""
    alone: Registration
    """By its own mat tags, before it was tied to other pictures."""
    pieces: frozenset[str] | None = None
    """The pieces for which it may speak. None: all."""

    def sightings_of(self, keys_of_pieces: Mapping[str, tuple[TagKey, ...]]) -> dict[str, tuple[TagSighting, ...]]:
        """Group its sightings by piece; of a piece for which it may not speak there are none."""
        by_key: dict[TagKey, list[TagSighting]] = {}
        for sighting in self.sightings:
            by_key.setdefault(sighting.key, []).append(sighting)
        return {
            piece: tuple(sighting for key in keys if key in by_key for sighting in by_key[key])
            if self.pieces is None or piece in self.pieces
            else ()
            for piece, keys in keys_of_pieces.items()
        }


@dataclass(frozen=True, slots=True, eq=False)
class Shots:
    """The pictures that pieces are placed by: the judged one first."""

    shots: tuple[Shot, ...]
    apart: Mapping[str, Message] = field(default_factory=dict)
    """Piece to what to say of it, where the pictures disagree about its place."""
    left_out: tuple[PictureSeen, ...] = ()

    @property
    def warnings(self) -> tuple[Message, ...]:
        form = template("{picture} is left out: {why}")
        return tuple(Message(form, picture=each.name, why=each.why_not) for each in self.left_out)

    @property
    def pictures(self) -> tuple[PictureSeen, ...]:
        """All of them, where there are several."""
        used = tuple(PictureSeen(shot.frame.camera, shot.registration) for shot in self.shots)
        return (*used, *self.left_out) if len(used) + len(self.left_out) > 1 else ()


def tie_shots(
    shots: Sequence[Shot],
    left_out: Sequence[PictureSeen],
    pieces: tuple[Piece, ...],
    mat: MatLayout,
    before: "Shots | None",
) -> Shots:
    """Tie the pictures together, or keep what tied them `before` where nothing is new: the same registrations, and of
    the same sightings none but those that are gone. A piece that has moved away takes nothing back of what it told of
    the cameras while it lay still."""
    keys = {piece.id: tuple((mount.family, mount.tag) for mount in piece.mounts) for piece in pieces}
    if before is not None and _are_tied_alike(before.shots, shots, keys):
        again = (
            replace(shot, registration=earlier.registration) for shot, earlier in zip(shots, before.shots, strict=True)
        )
        return Shots(tuple(again), before.apart, tuple(left_out))
    return join_shots(shots, left_out, pieces, mat)


def _are_tied_alike(before: Sequence[Shot], now: Sequence[Shot], keys: Mapping[str, tuple[TagKey, ...]]) -> bool:
    if len(before) != len(now) or any(a.alone is not b.alone for a, b in zip(before, now, strict=True)):
        return False
    earlier, later = ([shot.sightings_of(keys) for shot in shots] for shots in (before, now))
    for piece in keys:
        ties = [shown[piece] for shown in later]
        if sum(map(bool, ties)) > 1:
            known = [shown[piece] for shown in earlier]
            if not all(are_identical(a, b) for a, b in zip(known, ties, strict=True)):
                return False
    return True


def are_identical(some: tuple[TagSighting, ...], others: tuple[TagSighting, ...]) -> bool:
    """Whether they are the very same values: nothing was read anew."""
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def join_shots(
    shots: Sequence[Shot], left_out: Sequence[PictureSeen], pieces: tuple[Piece, ...], mat: MatLayout
) -> Shots:
    """The same pictures with their registrations tied to each other by what they show of the mat and the pieces."""
    if len(shots) == 1:
        return Shots(tuple(shots), {}, tuple(left_out))
    registrations = joint_registrations(
        [shot.alone for shot in shots], [shot.on_mat for shot in shots], [shot.lens for shot in shots], mat
    )
    keys = {piece.id: tuple((mount.family, mount.tag) for mount in piece.mounts) for piece in pieces}
    views = tuple(
        View(tuple(chain.from_iterable(shot.sightings_of(keys).values())), registration)
        for shot, registration in zip(shots, registrations, strict=True)
    )
    tied = tie_cameras(views, pieces)
    odd = [apart.view for apart in tied.apart.values()]
    if len(odd) > max(1.0, MAX_APART_SHARE * len(tied.in_several)):
        worst = max(odd, key=odd.count)
        form = template("{count} of {known} pieces are elsewhere in it, so it shows another moment")
        words = Message(form, count=odd.count(worst), known=len(tied.in_several))
        rest = [shot for number, shot in enumerate(shots) if number != worst]
        return join_shots(rest, (*left_out, PictureSeen(shots[worst].frame.camera, None, words)), pieces, mat)
    names = {piece.id: piece.name for piece in pieces}
    apart = {piece: _apart_words(names[piece], each, shots) for piece, each in tied.apart.items()}
    together = tuple(
        replace(shot, registration=registration) for shot, registration in zip(shots, tied.registrations, strict=True)
    )
    return Shots(together, apart, tuple(left_out))


def _apart_words(name: str, apart: Apart, shots: Sequence[Shot]) -> Message:
    picture = shots[apart.view].frame.camera
    return Message(_ELSEWHERE, name=name, picture=picture, off_mm=apart.off_mm, off_deg=math.degrees(apart.off_rad))
