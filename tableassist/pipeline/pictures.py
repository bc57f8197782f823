"""Several pictures of one table at rest: which of them are used, and how their cameras stand to each other.

The first picture is the moment that is judged. Another one adds what it shows of the same pieces: a second camera, or a
photo from a phone. It is left out, with the reason, where its mat is not made out or where it shows another moment.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
from tableassist.vision.tags.sighting import TagSighting

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


def join_shots(
    shots: Sequence[Shot], left_out: Sequence[PictureSeen], pieces: tuple[Piece, ...], mat: MatLayout
) -> Shots:
    """The same pictures with their registrations tied to each other by what they show of the mat and the pieces."""
    if len(shots) == 1:
        return Shots(tuple(shots), {}, tuple(left_out))
    registrations = joint_registrations(
        [shot.registration for shot in shots], [shot.on_mat for shot in shots], [shot.lens for shot in shots], mat
    )
    views = tuple(View(shot.sightings, registration) for shot, registration in zip(shots, registrations, strict=True))
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
