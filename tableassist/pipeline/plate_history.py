"""What earlier frames tell about who stands under a plate.

Two arguments from continuity, which no single picture gives:

- A plate that has not moved is on the ship it was on. To put it on another ship, somebody has to take it off, and it
  comes back elsewhere. So an identity that was seen clearly stays known while the plate stays in its place, even while
  a hand hides the hull or the tag itself.
- A plate that now stands where another one stood, while that one stands where the first one stood (or a third, whose
  plate stands where the first one did), has changed ships. Hulls do not exchange their places to within a few
  millimetres and degrees; plates that are put on each other's staffs do. This works for sisters of one paint, too.

A plate that alone came to another's staff may be a ship that was moved there: who stands under it is open, until the
picture shows that its own hull stayed behind (`bare_hulls`) or a person says who it is.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.pieces import Piece
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.scene.facts import MAX_SHIFT_MM, MAX_TURN_RAD
from tableassist.vision.hull.colour_match import ColourMatch
from tableassist.vision.hull.identity import MIN_LEAD_MM2, Identity, IdentityVerdict
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.localisation.tracking import Change, PieceEvent, Track, Tracks

SAME_STAFF_MM = 6.0
"""A plate on another's staff is measured at its own height, not at that staff's. Staffs differ by up to 4 mm, which
moves a plate by 4 mm * tan(45 degrees) at the far edge of a mat; staffs that lean add 1 to 2 mm."""
MIN_ODD_MASTS = 2
MAX_OFF_SQUARES = 16.3
"""Chi-squared of a hull's offset from under its plate, three degrees of freedom: 0.1 % of upright ships are farther."""
SAME_STAFF_RAD = math.radians(12.0)
"""A hand puts a plate on a staff straight to within some degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class VerifiedIdentity:
    """A look that showed clearly that a ship stands under her own plate."""

    at: PlanarPose
    """Where her tags had her then."""
    identity: Identity
    colours: ColourMatch


@dataclass(frozen=True, slots=True, eq=False)
class PlateHistory:
    verified: Mapping[str, VerifiedIdentity] = field(default_factory=dict)
    """Ships that were recognised, and whose plates have not moved since."""
    left: Mapping[str, PlanarPose] = field(default_factory=dict)
    """By piece: where it was at rest before the place where it is at rest now."""
    hull_under: Mapping[str, str] = field(default_factory=dict)
    """By the piece that a plate names: the ship whose hull it stands on, for plates that have changed ships."""
    changing: Mapping[str, str] = field(default_factory=dict)
    """The same for plates that seem to have changed ships in this moment, and have not come to rest yet."""
    on_others_staff: Mapping[str, PlanarPose] = field(default_factory=dict)
    """By piece: where its plate stands, if another's stood there before and nothing else shows who is under it."""

    @property
    def swapped(self) -> Mapping[str, str]:
        """All plates on other ships, with the ship under each."""
        return {**self.hull_under, **self.changing} if self.changing else self.hull_under


def recall_identity(hull: HullSeen, piece: str, history: PlateHistory) -> HullSeen:
    """The look, with the identity that was seen before the present look, if the plate has not moved since.

    The earlier, clear identity also holds against a look that now sees another ship: what differs is a hand or its
    shadow, for the plate is where it was.
    """
    known = history.verified.get(piece)
    if known is None or is_recognised(hull) or _has_moved(known.at, hull.looked_from):
        return hull
    return replace(hull, identity=known.identity, colours=known.colours, is_recalled=True)


def follow_plates(
    history: PlateHistory,
    pieces: Iterable[Piece],
    tracks: Tracks,
    events: Collection[PieceEvent],
    fits: Mapping[str, PieceFit],
    confirmed: Collection[str],
) -> PlateHistory:
    """The history after a frame; the very same value where nothing is new.

    `confirmed` are the ships of which a person has said who they are: their plates count as their own from then on.
    """
    verified = _follow_verified(history.verified, fits)
    left, hull_under = history.left, history.hull_under
    settled = {event.piece: event.start for event in events if event.change is Change.SETTLED and event.start}
    if settled:
        left = {**left, **settled}
    if hull_under and any(piece in hull_under for piece in confirmed):
        hull_under = {piece: ship for piece, ship in hull_under.items() if piece not in confirmed}
    changing: Mapping[str, str] = {}
    on_others_staff = history.on_others_staff
    if events or any(track.moving for track in tracks.tracks.values()):
        taken = _staffs_taken(pieces, tracks, left)
        cycles = _closed_cycles(taken)
        on_others_staff = _follow_lone_plates(history.on_others_staff, taken, tracks, confirmed)
        for cycle in cycles:
            found = {plate: hull_under.get(owner, owner) for plate, owner in cycle.items()}
            if any(tracks.tracks[plate].moving for plate in cycle):
                changing = {**changing, **found}
                continue
            hull_under = {**hull_under, **found}
            left = {piece: pose for piece, pose in left.items() if piece not in cycle}
        if cycles:
            # Plates that were put back on their own ships.
            hull_under = {plate: ship for plate, ship in hull_under.items() if plate != ship}
    is_same = verified is history.verified and left is history.left and hull_under is history.hull_under
    if is_same and on_others_staff is history.on_others_staff and not changing and not history.changing:
        return history
    return PlateHistory(verified, left, hull_under, changing, on_others_staff)


def _follow_lone_plates(
    before: Mapping[str, PlanarPose], taken: Mapping[str, str], tracks: Tracks, confirmed: Collection[str]
) -> Mapping[str, PlanarPose]:
    """With the plates that have just come to rest on another's staff; without those that have moved on since."""
    now = {piece: tracks.tracks[piece].pose.pose for piece in taken if piece not in confirmed}
    kept = {
        piece: pose
        for piece, pose in before.items()
        if piece not in now and piece not in confirmed and not _has_moved(pose, tracks.tracks[piece].pose.pose)
    }
    after = {**kept, **now}
    return before if after.keys() == before.keys() else after


def _follow_verified(
    verified: Mapping[str, VerifiedIdentity], fits: Mapping[str, PieceFit]
) -> Mapping[str, VerifiedIdentity]:
    ended = {
        piece
        for piece, known in verified.items()
        if (fit := fits.get(piece)) is not None and fit.by_tags is not None and _has_moved(known.at, fit.by_tags)
    }
    new = {
        piece: VerifiedIdentity(hull.looked_from, hull.identity, hull.colours)
        for piece, fit in fits.items()
        if (piece not in verified or piece in ended) and (hull := fit.hull) is not None and is_recognised(hull)
    }
    if not ended and not new:
        return verified
    return {**{piece: known for piece, known in verified.items() if piece not in ended}, **new}


def is_recognised(hull: HullSeen) -> bool:
    """Whether this look or an earlier one shows that the ship under the plate is the one that it names."""
    if hull.is_recalled:
        return True
    by_colours = hull.colours.verdict in (None, IdentityVerdict.OWN)
    # One lost mast that nobody has noted is an oversight, if no other ship explains the picture nearly as well; two at
    # once are rather a ship with fewer masts.
    missing = [mast for mast, seen in hull.masts.items() if seen is MastSeen.GONE and mast in hull.standing]
    # A hull that is not under its plate may lean; one that another model explains almost as well, too, is two oddities.
    # So is one whose place cannot be told, if another model explains the picture better, by however little.
    is_off = hull.look.squared_sigmas > MAX_OFF_SQUARES and hull.identity.lead_mm2 > -MIN_LEAD_MM2
    is_unplaced = hull.look.cannot_tell is not None and hull.identity.lead_mm2 > 0.0
    is_own = hull.identity.verdict is IdentityVerdict.OWN
    is_another = len(missing) >= (MIN_ODD_MASTS if hull.identity.lead_mm2 < -MIN_LEAD_MM2 else 1)
    return by_colours and is_own and not is_another and not is_off and not is_unplaced


def _has_moved(before: PlanarPose, now: PlanarPose) -> bool:
    far = math.hypot(now.x_mm - before.x_mm, now.y_mm - before.y_mm) > MAX_SHIFT_MM
    return far or abs(wrap_rad(now.heading_rad - before.heading_rad)) > MAX_TURN_RAD


def _staffs_taken(pieces: Iterable[Piece], tracks: Tracks, left: Mapping[str, PlanarPose]) -> dict[str, str]:
    """By piece whose plate has moved: the piece whose plate stood there before."""
    now: dict[str, PlanarPose] = {}
    before: dict[str, PlanarPose] = {}
    for piece in pieces:
        track = tracks.tracks.get(piece.id)
        if track is None or not piece.mounts:
            continue
        rested = _last_place(track, left.get(piece.id))
        if rested is not None:
            before[piece.id] = _plate_place(piece, rested)
            if not track.hidden:
                now[piece.id] = _plate_place(piece, track.pose.pose)
    return {
        piece: owner
        for piece, place in now.items()
        for owner, staff in before.items()
        if owner != piece and _is_on_staff(place, staff)
    }


def _last_place(track: Track, left: PlanarPose | None) -> PlanarPose | None:
    """Where it was at rest before it came to where it is; None where it has not moved."""
    return track.rest if track.moving or track.hidden else left


def _plate_place(piece: Piece, pose: PlanarPose) -> PlanarPose:
    plate = max(piece.mounts, key=lambda mount: mount.z_mm)
    x_mm, y_mm = pose.place_one(plate.x_mm, plate.y_mm)
    return PlanarPose(x_mm, y_mm, wrap_rad(pose.heading_rad + plate.yaw_rad))


def _is_on_staff(plate: PlanarPose, staff: PlanarPose) -> bool:
    near = math.hypot(plate.x_mm - staff.x_mm, plate.y_mm - staff.y_mm) < SAME_STAFF_MM
    return near and abs(wrap_rad(plate.heading_rad - staff.heading_rad)) < SAME_STAFF_RAD


def _closed_cycles(taken: Mapping[str, str]) -> list[dict[str, str]]:
    """Circles in which each piece's plate is on the next one's staff."""
    cycles: list[dict[str, str]] = []
    seen: set[str] = set()
    for start in taken:
        path: list[str] = []
        piece = start
        while piece in taken and piece not in seen:
            seen.add(piece)
            path.append(piece)
            piece = taken[piece]
        if piece in path:
            ring = path[path.index(piece) :]
            cycles.append({member: taken[member] for member in ring})
    return cycles
