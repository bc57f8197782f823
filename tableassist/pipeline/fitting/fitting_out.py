"""Fitting out a fleet, step by step: what to do next, when a ship lies still, when she is done.

Pure: frames' sightings go in, the next state and what happened come out. Terminal and window show the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats
from tableassist.messages import Message, Text
from tableassist.pieces import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.mounts.colours import with_colours
from tableassist.vision.mounts.findings import hints
from tableassist.vision.mounts.fit import MountFit, fit_mounts
from tableassist.vision.mounts.hull_on_sheet import sheet_crop
from tableassist.vision.mounts.jig import Jig, JigSlot
from tableassist.vision.mounts.unknowns import JigPriors
from tableassist.vision.mounts.views import LEAST_JIG_TAGS, JigPicture, set_downs
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.tags.sighting import MIRRORED, TagSighting

Corners = Mapping[tuple[str, int], Floats]
"""Of each tag by family and number, in px."""

STILL_PX = 0.6
STILL_NS = 800_000_000
STILL_FRAMES = 5
"""A ship lies still when nothing on the sheet has moved by more than this, for so long, in so many frames."""
LIFTED_PX = 6.0
"""After a set-down the ship must have been at least so far from there before the next one counts."""
MORE_SET_DOWNS = 2
"""Asked for when two contradict each other, before it is left at that."""
SHEET_MARGIN = 0.2
"""How far a ship's tag may appear outside the sheet's tags, as a share of the sheet: it stands above it."""


class Happened(StrEnum):
    TAKEN = "taken"
    """A set-down was measured."""
    REFUSED = "refused"
    """The ship lies still, but not where she can be measured."""
    SWITCHED = "switched"
    """Another ship was put on the sheet than was asked for."""
    FITTED = "fitted"


@dataclass(frozen=True, slots=True, eq=False)
class FittingEvent:
    what: Happened
    piece: Piece
    words: Text
    fit: MountFit | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FittingPlan:
    """What is given: the ships in the order asked for, and what they are measured by."""

    ships: tuple[Piece, ...]
    jig: Jig
    lens: Lens
    mat: MatLayout | None = None
    priors: JigPriors = field(default_factory=JigPriors)
    directions: int = 4
    """Two to four set-downs a ship."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rest:
    """Since when nothing moves."""

    corners: Corners
    since_ns: int
    frames: int


@dataclass(frozen=True, slots=True, eq=False)
class FittingOut:
    """Where the work stands."""

    current: str | None
    """The piece asked for; None when all are done."""
    pictures: Mapping[str, tuple[JigPicture, ...]] = field(default_factory=dict)
    """The set-downs taken, by piece."""
    slots: Mapping[str, Mapping[Text, str]] = field(default_factory=dict)
    """By piece, the directions of the set-downs by their names."""
    fits: Mapping[str, MountFit] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    trouble: Text = ""
    """What keeps a set-down from being taken just now."""
    rest: _Rest | None = None
    lifted_from: Corners = field(default_factory=dict)
    """Where the ship's tags were when she was last looked at; she must leave there first."""

    @property
    def done(self) -> bool:
        return self.current is None


def begin(plan: FittingPlan) -> FittingOut:
    if not plan.ships:
        raise BadRequestError("mount: no ship to fit out, expected one or more with a tag in the table file")
    return FittingOut(plan.ships[0].id)


def ask(state: FittingOut, plan: FittingPlan) -> Message:
    """What the player should do now."""
    piece = _piece(plan, state.current)
    if piece is None:
        return Message(
            "all done: {fitted} fitted out, {skipped} skipped", fitted=len(state.fits), skipped=len(state.skipped)
        )
    slot = next_slot(state, plan)
    return Message(
        "set {name} on the jig, bow at the stop, keel on the line: {where} ({number} of {count})",
        name=piece.name,
        where=Message("direction {direction}", direction=slot.name) if slot else Message("any direction"),
        number=len(state.pictures.get(piece.id, ())) + 1,
        count=plan.directions,
    )


def next_slot(state: FittingOut, plan: FittingPlan) -> JigSlot | None:
    """A direction that the current ship has not been set in yet; the one across from the first comes second."""
    piece = _piece(plan, state.current)
    if piece is None:
        return None
    slots = state.slots.get(piece.id, {})
    used = {slots[picture.name] for picture in state.pictures.get(piece.id, ())}
    across = (0, 2, 1, 3) if len(plan.jig.slots) == 4 else range(len(plan.jig.slots))
    return next((plan.jig.slots[k] for k in across if plan.jig.slots[k].name not in used), None)


def skip(state: FittingOut, plan: FittingPlan) -> FittingOut:
    """Leaves the current ship as she is in the table file."""
    if state.current is None:
        return state
    return _onward(replace(state, skipped=state.skipped | {state.current}), plan)


def redo(state: FittingOut) -> FittingOut:
    """Starts the current ship again; with none begun, the one that was fitted out last."""
    current = state.current
    if (current is None or not state.pictures.get(current)) and state.fits:
        current = list(state.fits)[-1]
    if current is None:
        return state
    pictures = {piece: taken for piece, taken in state.pictures.items() if piece != current}
    fits = {piece: fit for piece, fit in state.fits.items() if piece != current}
    skipped = state.skipped - {current}
    return replace(state, current=current, pictures=pictures, fits=fits, skipped=skipped, trouble="")


def look(
    state: FittingOut, sightings: tuple[TagSighting, ...], t_ns: int, plan: FittingPlan, image: Image | None = None
) -> tuple[FittingOut, tuple[FittingEvent, ...]]:
    """One frame. Without its image there are no colours and no outline."""
    if state.done:
        return state, ()
    if any(sighting.mirrored for sighting in sightings):
        return replace(state, rest=None, trouble=MIRRORED), ()
    on_sheet = ships_on_sheet(sightings, plan)
    if on_sheet is None:
        trouble = Message("fewer than {least} tags of the jig sheet are seen", least=LEAST_JIG_TAGS)
        return replace(state, rest=None, trouble=trouble), ()
    if len(on_sheet) != 1:
        many = tuple(piece.name for piece in on_sheet)
        return replace(
            state, rest=None, trouble=Message("more than one ship on the sheet: {names}", names=many) if many else ""
        ), ()
    piece = on_sheet[0]
    return _watch(state, piece, sightings, t_ns, plan, image)


def ships_on_sheet(sightings: tuple[TagSighting, ...], plan: FittingPlan) -> tuple[Piece, ...] | None:
    """The ships whose tags are seen over the sheet; others may lie about on the mat. None: the sheet is not seen."""
    keys = {(tag.family, tag.tag) for tag in plan.jig.tags.tags}
    sheet = [s.corners for s in sightings if (s.family, s.tag) in keys]
    if len(sheet) < LEAST_JIG_TAGS:
        return None
    corners = np.concatenate(sheet)
    middle = corners.mean(axis=0)
    around = cv2.convexHull(((corners - middle) * (1.0 + SHEET_MARGIN) + middle).astype(np.float32))
    over = {
        (s.family, s.tag)
        for s in sightings
        if cv2.pointPolygonTest(around, tuple(float(v) for v in np.mean(s.corners, axis=0)), False) >= 0
    }
    return tuple(piece for piece in plan.ships if any((m.family, m.tag) in over for m in piece.mounts))


def _watch(
    state: FittingOut,
    piece: Piece,
    sightings: tuple[TagSighting, ...],
    t_ns: int,
    plan: FittingPlan,
    image: Image | None,
) -> tuple[FittingOut, tuple[FittingEvent, ...]]:
    own = {(mount.family, mount.tag) for mount in piece.mounts}
    watched = own | {(tag.family, tag.tag) for tag in plan.jig.tags.tags}
    corners = {(s.family, s.tag): np.asarray(s.corners) for s in sightings if (s.family, s.tag) in watched}
    if _near({key: corners[key] for key in own & corners.keys()}, state.lifted_from, LIFTED_PX):
        return replace(state, rest=None), ()
    state = replace(state, lifted_from={})
    if state.rest is None or not _near(corners, state.rest.corners, STILL_PX):
        return replace(state, rest=_Rest(corners, t_ns, 1), trouble=""), ()
    rest = replace(state.rest, frames=state.rest.frames + 1)
    state = replace(state, rest=rest)
    if t_ns - rest.since_ns < STILL_NS or rest.frames < STILL_FRAMES:
        return state, ()
    here = {key: corners[key] for key in own & corners.keys()}
    return _take(replace(state, rest=None, lifted_from=here), piece, sightings, plan, image)


def _near(
    one: Corners,
    other: Corners,
    px: float,
) -> bool:
    """Whether the tags seen in both lie in the same places; a tag of the sheet may flicker."""
    both = one.keys() & other.keys()
    return bool(both) and all(float(np.abs(one[key] - other[key]).max()) < px for key in both)


def _take(
    state: FittingOut, piece: Piece, sightings: tuple[TagSighting, ...], plan: FittingPlan, image: Image | None
) -> tuple[FittingOut, tuple[FittingEvent, ...]]:
    events: list[FittingEvent] = []
    if piece.id != state.current:
        events.append(
            FittingEvent(Happened.SWITCHED, piece, Message("{name} is on the jig: going on with her", name=piece.name))
        )
        fits = {key: fit for key, fit in state.fits.items() if key != piece.id}
        pictures = {
            key: taken for key, taken in state.pictures.items() if key != piece.id or piece.id not in state.fits
        }
        skipped = state.skipped - {piece.id}
        state = replace(state, current=piece.id, fits=fits, pictures=pictures, skipped=skipped)
    before = state.pictures.get(piece.id, ())
    picture = take_picture(_new_name(before), sightings, image, piece, plan)
    downs, unused = set_downs((*before, picture), piece, *_by(plan))
    events.extend(
        FittingEvent(Happened.REFUSED, piece, Message("{name}: {problem}", name=one.name, problem=one.words))
        for one in unused
    )
    used = {down.name: down.slot for down in downs}
    kept = tuple(one for one in (*before, picture) if one.name in used)
    names = {name: slot.name for name, slot in used.items()}
    state = replace(
        state, pictures={**state.pictures, piece.id: kept}, slots={**state.slots, piece.id: names}, trouble=""
    )
    if picture.name not in used:
        return replace(state, trouble=events[-1].words), tuple(events)
    taken = Message("{name}: direction {direction} taken", name=piece.name, direction=used[picture.name].name)
    events.append(FittingEvent(Happened.TAKEN, piece, taken))
    if len(kept) < plan.directions:
        return state, tuple(events)
    return _finish(state, piece, events, plan)


def take_picture(
    name: Text, sightings: tuple[TagSighting, ...], image: Image | None, piece: Piece, plan: FittingPlan
) -> JigPicture:
    """Keep of a picture what fitting out needs: the tags, the hull's colours, and the part that shows the sheet."""
    picture = JigPicture(name, sightings)
    if image is None:
        return picture
    picture = with_colours(picture, image, piece, plan.jig, plan.lens)
    return replace(picture, crop=sheet_crop(image, sightings, plan.jig))


def _new_name(taken: tuple[JigPicture, ...]) -> Message:
    names = {one.name for one in taken}
    numbered = (Message("set-down {number}", number=number) for number in range(1, len(taken) + 2))
    return next(name for name in numbered if name not in names)


def _finish(
    state: FittingOut, piece: Piece, events: list[FittingEvent], plan: FittingPlan
) -> tuple[FittingOut, tuple[FittingEvent, ...]]:
    """Fits; a set-down that contradicts the others is asked for again."""
    taken = state.pictures[piece.id]
    fit = fit_piece(piece, taken, plan)
    bad = {one.name for one in fit.set_downs if not one.used}
    again = bool(bad) or (bool(fit.disagreement) and len(taken) < plan.directions + MORE_SET_DOWNS)
    if again:
        events.extend(FittingEvent(Happened.REFUSED, piece, words) for words in hints(fit))
        kept = tuple(one for one in taken if one.name not in bad)
        return replace(state, pictures={**state.pictures, piece.id: kept}), tuple(events)
    events.append(FittingEvent(Happened.FITTED, piece, Message("{name} is fitted out", name=piece.name), fit))
    return _onward(replace(state, fits={**state.fits, piece.id: fit}), plan), tuple(events)


def fit_piece(piece: Piece, pictures: tuple[JigPicture, ...], plan: FittingPlan) -> MountFit:
    return fit_mounts(pictures, piece, plan.jig, plan.lens, mat=plan.mat, priors=plan.priors)


def _onward(state: FittingOut, plan: FittingPlan) -> FittingOut:
    left = [ship.id for ship in plan.ships if ship.id not in state.fits and ship.id not in state.skipped]
    return replace(state, current=left[0] if left else None, rest=None, trouble="")


def _piece(plan: FittingPlan, piece_id: str | None) -> Piece | None:
    return next((ship for ship in plan.ships if ship.id == piece_id), None)


def _by(plan: FittingPlan) -> tuple[Jig, MatLayout | None, Lens]:
    return plan.jig, plan.mat, plan.lens
