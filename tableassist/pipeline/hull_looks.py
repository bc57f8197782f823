"""Which hulls to look at in a frame, and what follows from it.

A look takes milliseconds, so each piece gets one when it has come to rest, and keeps it. Masts come off a ship that
lies still: they are looked at again when something about her has changed, and the hand that did it is gone.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from tableassist.geometry import Floats, PlanarPose, wrap_rad
from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, Piece, TagMount
from tableassist.pieces.physical import MIN_LEAN_SIGMA_RAD, is_wake_plate
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.plate_history import is_recognised, recall_identity
from tableassist.pipeline.ship_identity import (
    is_same_shape,
    kept_appearance,
    ships_by_model,
    tags_vouch_for,
    weigh_colours,
)
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured
from tableassist.pipeline.touches import changed_by_hand, with_memory
from tableassist.rulebook import GameState
from tableassist.scene.facts import plate_reach_mm
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.unverified import UNDER_WAY, VERIFIED, Unverified
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.cover import Neighbour, mat_tag_neighbours
from tableassist.vision.hull.glimpse import glimpse_at
from tableassist.vision.hull.identity import Identity, IdentityVerdict, identify
from tableassist.vision.hull.look import HullLook, look_at_hull
from tableassist.vision.hull.masts import MastSeen, masts_seen
from tableassist.vision.localisation.hull_place import HullPlace
from tableassist.vision.localisation.tracking import Tracks
from tableassist.vision.registration.registration import Registration

SAME_MM, SAME_RAD = 0.3, math.radians(0.6)
"""A piece at rest whose tags are read a little otherwise is not looked at again."""
CALM_NS = 250_000_000
"""A ship that looks otherwise than before, and the same for so long, is looked at again for her masts."""
GLIMPSE_EVERY = 3
"""Frames: a third of the ships at rest is glanced at in each, whether they look otherwise."""
SLOW_NS = 50_000_000
"""Where frames come more slowly, or some are left out, all of them are: with every third frame it would always be the
turn of the same ships."""
STOPPED_NS = 250_000_000
"""A piece that has not moved for so long is looked at."""
MIN_ODD_SQUARES = 16.3
"""Chi-squared of a hull's offset from under its plate, three degrees of freedom, from which a person is told: once in
1,000 upright ships, if the look at the hull and the plate's place on her are as good as they claim."""
_PUSHED_PLATE = template(
    "{name}: tag {tags} does not stand over the hull as it was fitted out, by about {off_mm:.1f} mm: is it "
    "pushed, or leaning?"
)
_TURNED_PLATE = template(
    "{name}: tag {tags} does not stand over the hull as it was fitted out: it seems to be turned by {turn_deg:.0f}°"
)
_MAST_WORDS = {
    MastSeen.GONE: template(
        "{name}: mast {masts} seems to be missing, but the record says it is standing: was it lost? Update the record"
    ),
    MastSeen.STANDS: template(
        "{name}: mast {masts} seems to be standing, but the record says it was lost: correct whichever is wrong"
    ),
}


@dataclass(frozen=True, slots=True)
class MastContradiction:
    """A mast that stands by the game and not in the picture, or the other way round."""

    piece: str
    mast: int
    """1 is the foremost."""
    seen: MastSeen
    """Stands, or gone: the game has the opposite."""


def looks(
    frame: Frame,
    registration: Registration,
    settings: TableSettings,
    fits: Mapping[str, PieceFit],
    before: Measured,
    only: Collection[str] | None = None,
) -> dict[str, HullSeen]:
    """Of all pieces at rest: the look that was taken when they came to rest, or one at this frame. `only`: the pieces
    that are looked at; the others still hide what is behind them."""
    lost = settings.state.masts_lost
    everybody = [
        (piece, fit.by_tags, _standing(piece.model.upright_count, lost.get(piece.id, frozenset())))
        for piece in settings.pieces
        if (fit := fits.get(piece.id)) is not None and fit.by_tags is not None
    ]
    picture = partial(
        _Picture,
        frame=frame,
        registration=registration,
        everybody=everybody,
        candidates=ships_by_model(settings),
        mat_tags=_mat_tags(settings),
        has_colours=any(piece.hull_colours for piece in settings.pieces),
        vouched_for={piece.id for piece, _, _ in everybody if tags_vouch_for(piece, fits[piece.id])},
    )
    found, slow = {}, frame.t_ns - before.t_ns > SLOW_NS or frame.number != before.frame_number + 1
    for number, (piece, pose, masts) in enumerate(everybody):
        if piece.model.kind not in SAILING_KINDS or (only is not None and piece.id not in only):
            continue
        in_turn = slow or (number + frame.number) % GLIMPSE_EVERY == 0
        last = before.fits.get(piece.id)
        hull = None if last is None else last.hull
        if hull is not None and _is_good_still(hull, pose, masts):
            if hull.glimpse is None or (
                hull.changed is None and not (in_turn and hull.glimpse.differs_in(frame.image))
            ):
                found[piece.id] = hull
            else:
                found[piece.id] = _kept(hull, picture(piece=piece, pose=pose, standing=masts))
        elif not _is_moving(piece.id, before, frame.t_ns):
            found[piece.id] = _looked(picture(piece=piece, pose=pose, standing=masts))
    touched = changed_by_hand(found, before.fits)
    remembered = (
        (piece, with_memory(hull, _last_look(piece, before), touched=piece in touched)) for piece, hull in found.items()
    )
    return {piece: recall_identity(hull, piece, before.plates) for piece, hull in remembered}


def _last_look(piece: str, before: Measured) -> HullSeen | None:
    """None where she has moved since."""
    fit, track = before.fits.get(piece), before.tracks.tracks.get(piece)
    return None if fit is None or track is None or track.moving else fit.hull


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A frame, and the piece in it that is looked at."""

    frame: Frame
    registration: Registration
    piece: Piece
    pose: PlanarPose
    standing: tuple[int, ...]
    everybody: Sequence[Neighbour]
    candidates: Sequence[Piece]
    """One ship of each model on the table."""
    mat_tags: Sequence[Neighbour]
    has_colours: bool
    """Whether the table file knows the colours of any hull."""
    vouched_for: Collection[str]
    """Ships whose tags show who they are."""

    @property
    def ships(self) -> list[Piece]:
        return [piece for piece, _, _ in self.everybody]

    @property
    def others(self) -> list[Neighbour]:
        """Whatever else is near by and no mat."""
        return [*(other for other in self.everybody if other[0] is not self.piece), *self.mat_tags]


@lru_cache(maxsize=4)
def _mat_tags(settings: TableSettings) -> tuple[Neighbour, ...]:
    return mat_tag_neighbours(settings.mat.tags)


def _looked(at: _Picture) -> HullSeen:
    """Look at hull and masts; and, unless her tags vouch for her, at who she is."""
    image, kept = at.frame.image, kept_appearance(at.piece)
    look = look_at_hull(
        image, at.registration, at.piece, at.pose, at.standing, at.others, kept, look_at_colours=at.has_colours
    )
    masts = masts_seen(image, at.registration, at.piece, at.pose, at.others, look)
    glimpse = glimpse_at(image, at.registration, at.piece, at.pose)
    odd_plate = describe_odd_plate(at.piece, look)
    seen = HullSeen(look, at.pose, at.standing, masts, glimpse, odd_plate=odd_plate)
    if at.piece.id in at.vouched_for:
        return replace(seen, identity=Identity(IdentityVerdict.OWN))
    others = [ship for ship in at.candidates if not is_same_shape(ship.model, at.piece.model)]
    identity = identify(image, at.registration, at.piece, at.pose, at.standing, at.others, others)
    return replace(seen, identity=identity, colours=weigh_colours(at.piece, look.appearance, at.ships))


def _kept(hull: HullSeen, at: _Picture) -> HullSeen:
    """The look as it is; where she has changed, with her masts looked at again. Where she lies is not, if it could be
    told: what another look adds must not look like a move."""
    assert hull.glimpse is not None
    now, t_ns = hull.glimpse.again(at.frame.image), at.frame.t_ns
    if not now.differs_from(hull.glimpse):
        return hull if hull.changed is None else replace(hull, changed=None)
    if hull.changed is None or now.differs_from(hull.changed):
        return replace(hull, changed=now, changed_ns=t_ns)
    if t_ns - hull.changed_ns < CALM_NS:
        return hull
    if hull.look.cannot_tell is not None or not hull.look.fits:
        return _looked(at)
    masts = masts_seen(at.frame.image, at.registration, at.piece, hull.looked_from, at.others, hull.look)
    return replace(hull, masts=masts, glimpse=now, changed=None)


def joined_looks(best: HullSeen, seen: Sequence[HullSeen]) -> HullSeen:
    """The looks at one ship in several pictures as one: where her hull lies by the `best` of them.

    A picture that cannot tell of a mast, or of who she is, leaves it to the others; what two of them see otherwise is
    open.
    """
    masts = {}
    for mast in best.masts:
        shown = {hull.masts.get(mast, MastSeen.CANNOT_TELL) for hull in seen} - {MastSeen.CANNOT_TELL}
        masts[mast] = next(iter(shown)) if len(shown) == 1 else MastSeen.CANNOT_TELL
    clear = [hull.identity for hull in seen if hull.identity.verdict is not IdentityVerdict.UNKNOWN]
    if len({identity.verdict for identity in clear}) > 1:
        identity = Identity(IdentityVerdict.UNKNOWN)
    else:
        identity = clear[0] if clear else best.identity
    return replace(best, masts=masts, identity=identity)


def hull_place(seen: HullSeen) -> HullPlace | None:
    """Where the hull lies by the look; None where it could not tell, or saw another hull."""
    look, at = seen.look, seen.looked_from
    if look.cannot_tell is not None or not look.fits or look.turned or seen.identity.is_doubted:
        return None
    x, y, turn = (float(value) for value in look.offset)
    return HullPlace(PlanarPose(at.x_mm + x, at.y_mm + y, wrap_rad(at.heading_rad + turn)), look.covariance)


def unverified(
    fits: Mapping[str, PieceFit], tracks: Tracks, before: Mapping[str, Unverified], swapped: Collection[str] = ()
) -> dict[str, Unverified]:
    """What is taken on trust of each piece: by the look that was taken when it came to rest. Who she is, if her plate
    was `swapped`, no look at her shape shows: it may be a sister's."""
    out = {**before, **{piece: UNDER_WAY for piece, track in tracks.tracks.items() if track.moving}}
    for piece, fit in fits.items():
        if fit.hull is not None:
            seen = _unverified(fit.hull, fit.pose, fit.raised_mm)
            out[piece] = replace(seen, identity=True) if piece in swapped else seen
    return {piece: each for piece, each in out.items() if each != VERIFIED}


@lru_cache(maxsize=256)
def _unverified(hull: HullSeen, pose: PiecePose | None, raised_mm: tuple[float, float]) -> Unverified:
    """The same value while the piece lies still."""
    # A mast that seems to be gone is no better known than one that is hidden: the ledger has it standing.
    masts = tuple(
        mast for mast, seen in hull.masts.items() if seen is not MastSeen.STANDS and mast not in hull.masts_remembered
    )
    if pose is not None and len(pose.tags) > 1:
        return Unverified(masts, 0.0, raised_mm)  # two tags of a piece that agree vouch for each other
    return Unverified(masts, _plate_reach_mm(hull), raised_mm, not is_recognised(hull))


def _plate_reach_mm(hull: HullSeen) -> float:
    look = hull.look
    if look.cannot_tell is not None:
        return plate_reach_mm(0.0, math.inf)
    return plate_reach_mm(float(np.hypot(*look.offset[:2])), look.sigma_mm)


def mast_contradictions(fits: Mapping[str, PieceFit], state: GameState) -> tuple[MastContradiction, ...]:
    """By this state, which may have changed since the look; of ships at rest only, and not while a hand is before
    them."""
    out = []
    for piece in sorted(fits):
        hull, lost = fits[piece].hull, state.masts_lost.get(piece, frozenset())
        is_believed = hull is not None and hull.changed is None and not hull.identity.is_doubted
        for mast, seen in hull.masts.items() if hull is not None and is_believed else ():
            if seen is (MastSeen.STANDS if mast in lost else MastSeen.GONE):
                out.append(MastContradiction(piece, mast, seen))
    return tuple(out)


def mast_warnings(fits: Mapping[str, PieceFit], settings: TableSettings) -> tuple[Message, ...]:
    """In words, for each ship."""
    found = mast_contradictions(fits, settings.state)
    words: list[Message] = []
    for piece in settings.pieces if found else ():
        for seen, form in _MAST_WORDS.items():
            masts = tuple(each.mast for each in found if each.piece == piece.id and each.seen is seen)
            if masts:
                words.append(Message(form, name=piece.name, masts=masts))
    return tuple(words)


def plate_warnings(
    fits: Mapping[str, PieceFit], settings: TableSettings, doubts: Collection[str]
) -> tuple[Message, ...]:
    """That a hull surely does not lie under its plate as it was fitted out, where nothing else is said of the ship."""
    return tuple(
        fit.hull.odd_plate
        for piece in settings.pieces
        if (fit := fits.get(piece.id)) is not None
        and fit.hull is not None
        and fit.hull.odd_plate is not None
        and fit.pose is not None
        and fit.problem is None
        and piece.id not in doubts
    )


def describe_odd_plate(piece: Piece, look: HullLook) -> Message | None:
    """How the hull lies against its plate, if it is farther off than mount, lean and look explain."""
    if look.cannot_tell is not None or not look.fits or not piece.mounts:
        return None
    covariance = look.covariance + _plate_covariance(piece)
    if look.offset @ np.linalg.solve(covariance, look.offset) < MIN_ODD_SQUARES:
        return None
    tags = tuple(mount.tag for mount in piece.mounts)
    off_mm, turn_rad = float(np.hypot(*look.offset[:2])), abs(float(look.offset[2]))
    if off_mm**2 / float(np.trace(covariance[:2, :2])) > turn_rad**2 / float(covariance[2, 2]):
        return Message(_PUSHED_PLATE, name=piece.name, tags=tags, off_mm=off_mm)
    return Message(_TURNED_PLATE, name=piece.name, tags=tags, turn_deg=math.degrees(turn_rad))


def _plate_covariance(piece: Piece) -> Floats:
    """(3, 3) how far a hull may lie from under its best tag, by the tag's mount and by how ships are set down."""
    sigmas = [
        (
            math.hypot(
                max(mount.sigma_xy_mm, mount.sigma_y_mm), mount.sigma_z_mm, mount.z_mm * _lean_sigma_rad(piece, mount)
            ),
            mount.sigma_yaw_rad,
        )
        for mount in piece.mounts
    ]
    place_mm, turn_rad = min(sigmas)
    return np.diag([place_mm**2, place_mm**2, turn_rad**2])


def _lean_sigma_rad(piece: Piece, mount: TagMount) -> float:
    return 0.0 if is_wake_plate(piece, mount) else max(MIN_LEAN_SIGMA_RAD, mount.sigma_lean_rad)


def is_about_masts(warning: Text) -> bool:
    """Whether it is one of those: a window asks instead."""
    return isinstance(warning, Message) and warning.template in _MAST_WORDS.values()


@lru_cache(maxsize=512)
def _standing(uprights: int, lost: frozenset[int]) -> tuple[int, ...]:
    return tuple(number for number in range(1, uprights + 1) if number not in lost)


def _is_moving(piece: str, before: Measured, t_ns: int) -> bool:
    """It is looked at before it counts as settled: what the look adds must not look like a move of its own."""
    track = before.tracks.tracks.get(piece)
    return track is not None and track.moving and t_ns - track.stopped_ns < STOPPED_NS


def _is_good_still(last: HullSeen, pose: PlanarPose, standing: tuple[int, ...]) -> bool:
    at = last.looked_from
    is_near = math.hypot(at.x_mm - pose.x_mm, at.y_mm - pose.y_mm) < SAME_MM
    return is_near and abs(wrap_rad(at.heading_rad - pose.heading_rad)) < SAME_RAD and last.standing == standing
