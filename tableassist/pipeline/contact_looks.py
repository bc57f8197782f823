"""Which contacts to look at in a frame.

A look takes some 100 ms, so it is taken once, when both pieces have come to rest close to each other, at most one a
frame, and kept until one of them moves. The first frame (a single picture) takes all at once.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely

from tableassist.geometry import Floats, PlanarPose, wrap_rad
from tableassist.messages import Message
from tableassist.pieces import SAILING_KINDS, Piece, PieceModel
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.touching import reach
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import SeenGap
from tableassist.vision.camera.frame import Frame
from tableassist.vision.contact.look import LOOK_WITHIN_MM, ContactLook, look_at_contact, nearest
from tableassist.vision.contact.rim import RimLook, RimMemory, look_at_rim, place_covariance, remember_rim
from tableassist.vision.contact.shapes import FLAT_MM, footprint
from tableassist.vision.hull.cover import Neighbour
from tableassist.vision.localisation.tracking import Tracks
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.tone import Tone, measure_tone

SAME_MM, SAME_RAD = 0.15, math.radians(0.3)
"""Poses of a piece at rest differ by less from frame to frame: it is not looked at again. What was seen of its edge
counts from its pose, so it must not drift by more than the edge's own sigma."""
STOPPED_NS = 250_000_000
"""A piece that has not moved for this long is at rest."""
RETRY_NS = 2_000_000_000
"""A look that could not tell is tried again after this time: a hand may have been in the way."""
MAX_KNOWN_SIGMA_MM = 1.5
"""Of where a piece's edge is, by its place and its outline. A look starts from there and finds an edge up to 3 mm off
(`MAX_SHIFT_MM`), which is two of these. With packaged outlines and plates set by hand it drew the bow at the wrong
place and called touching ships apart: 3.0 ± 0.9 mm."""
NOT_KNOWN = Message("place and outline are not measured well enough to look there")
CLEAR_MM = 70.0
"""From a ship's middle to a card's rim: half her length, and what her sails hide at 30 degrees."""
PairIds = tuple[str, str]
_Placed = tuple[Piece, PlanarPose]


@dataclass(frozen=True, slots=True)
class ContactSeen:
    """A look at a contact and at the edges that meet there, and where the two pieces were then."""

    look: ContactLook
    edge: RimLook | None
    other_edge: RimLook | None
    one: PlanarPose
    other: PlanarPose
    t_ns: int


def contact_looks(
    frame: Frame,
    registration: Registration,
    settings: TableSettings,
    fits: Mapping[str, PieceFit],
    tracks: Tracks,
    before: Mapping[PairIds, ContactSeen],
    shores: Mapping[str, RimMemory],
    *,
    is_first: bool,
) -> dict[PairIds, ContactSeen]:
    """Looks at all pairs of pieces that lie still close to each other: kept from the frame before, or new.

    `shores` is what was seen of cards earlier.
    """
    poses = tuple(_pose_at_rest(piece, fits, tracks, frame.t_ns) for piece in settings.pieces)
    picture: _Picture | None = None
    contacts: dict[PairIds, ContactSeen] = {}
    is_due = True
    for (one, here), (other, there) in _close_pairs(settings, poses):
        key = one.id, other.id
        kept = before.get(key)
        if kept is not None and _is_near(kept.one, here) and _is_near(kept.other, there):
            contacts[key] = kept
            if kept.look.cannot_tell is None or frame.t_ns - kept.t_ns < RETRY_NS:
                continue
        if not is_due and not is_first:
            continue
        if picture is None:
            picture = _Picture.build(frame, registration, settings, fits, poses)
        contacts[key] = picture.look_at(key, shores)
        is_due = False
    return contacts


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A frame with all pieces that lie still in it."""

    frame: Frame
    registration: Registration
    neighbours: Mapping[str, Neighbour]
    poses: Mapping[str, PiecePose]
    tone: Tone

    @classmethod
    def build(
        cls,
        frame: Frame,
        registration: Registration,
        settings: TableSettings,
        fits: Mapping[str, PieceFit],
        poses: Sequence[PlanarPose | None],
    ) -> "_Picture":
        still = ((piece, pose) for piece, pose in zip(settings.pieces, poses, strict=True) if pose is not None)
        neighbours = {piece.id: (piece, pose, standing_masts(piece, settings)) for piece, pose in still}
        measured = {piece: fits[piece].pose for piece in neighbours}
        squares = (
            registration.lens.project(registration.pose.into_camera(mat_tag_corners(tag)))
            for tag in settings.mat.tags
            if tag.tag in registration.mat_tags_seen
        )
        tone = measure_tone(frame.image, squares)
        piece_poses = {piece: pose for piece, pose in measured.items() if pose is not None}
        return cls(frame, registration, neighbours, piece_poses, tone)

    def look_at(self, pair: PairIds, shores: Mapping[str, RimMemory]) -> ContactSeen:
        one, other = (self.neighbours[piece] for piece in pair)
        others = [neighbour for piece, neighbour in self.neighbours.items() if piece not in pair]
        gap_mm, normal, at = nearest(*(footprint(piece.model, pose) for piece, pose, _ in (one, other)))
        if max(self._edge_sigma_mm(piece, at) for piece in (one, other)) > MAX_KNOWN_SIGMA_MM:
            look = ContactLook(gap_mm, math.inf, (float(at[0]), float(at[1])), NOT_KNOWN)
            return ContactSeen(look, None, None, one[1], other[1], self.frame.t_ns)
        look = look_at_contact(self.frame.image, self.registration, one, other, others)
        edge = self._rim(one, look, normal, (other, *others), shores)
        other_edge = self._rim(other, look, -normal, (one, *others), shores)
        return ContactSeen(look, edge, other_edge, one[1], other[1], self.frame.t_ns)

    def _edge_sigma_mm(self, piece: Neighbour, at: Floats) -> float:
        """Of the piece's edge at a point of the mat in any direction, relative to what lies around it."""
        model, pose = piece[0].model, piece[1]
        arm = at - np.array([pose.x_mm, pose.y_mm])
        moves = np.array([[1.0, 0.0, -arm[1]], [0.0, 1.0, arm[0]]])
        covariance = moves @ place_covariance(self.registration, self.poses[piece[0].id]) @ moves.T
        return math.hypot(model.sigma_mm, math.sqrt(float(np.linalg.eigvalsh(covariance)[-1])))

    def _rim(
        self,
        piece: Neighbour,
        look: ContactLook,
        normal: Floats,
        others: Sequence[Neighbour],
        shores: Mapping[str, RimMemory],
    ) -> RimLook | None:
        pose, at, memory = self.poses[piece[0].id], np.array(look.at), shores.get(piece[0].id)
        return look_at_rim(self.frame.image, self.registration, piece, pose, at, normal, others, self.tone, memory)

    def remember(self, piece: str) -> RimMemory:
        others = [neighbour for each, neighbour in self.neighbours.items() if each != piece]
        neighbour, pose = self.neighbours[piece], self.poses[piece]
        return remember_rim(self.frame.image, self.registration, neighbour, pose, others, self.tone)


def remember_shores(
    frame: Frame,
    registration: Registration,
    settings: TableSettings,
    fits: Mapping[str, PieceFit],
    tracks: Tracks,
    before: Mapping[str, RimMemory],
) -> Mapping[str, RimMemory]:
    """Measure the rim of one card that lies still and has not been measured, before a ship hides it.

    Only where no ship is near: a rim that is half hidden is no use later. One card a frame.
    """
    cards = [piece for piece in settings.pieces if piece.model.height_mm <= FLAT_MM and piece.model.sigma_mm > 0.0]
    if all(piece.id in before and before[piece.id].is_complete_for(piece) for piece in cards):
        return before
    poses = tuple(_pose_at_rest(piece, fits, tracks, frame.t_ns) for piece in settings.pieces)
    by_id = {piece.id: pose for piece, pose in zip(settings.pieces, poses, strict=True) if pose is not None}
    ships = [by_id[piece.id] for piece in settings.pieces if piece.model.kind in SAILING_KINDS and piece.id in by_id]
    for piece in cards:
        pose, memory = by_id.get(piece.id), before.get(piece.id)
        if pose is None or (memory is not None and memory.is_good_for(piece, pose)):
            continue
        if not any(_is_beside(pose, ship, _reach_mm(piece.model)) for ship in ships):
            picture = _Picture.build(frame, registration, settings, fits, poses)
            return {**before, piece.id: picture.remember(piece.id)}
    return before


def _is_beside(card: PlanarPose, ship: PlanarPose, reach_mm: float) -> bool:
    return math.hypot(card.x_mm - ship.x_mm, card.y_mm - ship.y_mm) < reach_mm + CLEAR_MM


def seen_gaps(contacts: Mapping[PairIds, ContactSeen]) -> dict[str, tuple[SeenGap, ...]]:
    """What the looks could tell, by the first piece of each pair."""
    gaps: dict[str, tuple[SeenGap, ...]] = {}
    for (one, other), seen in contacts.items():
        look, edge, other_edge = seen.look, seen.edge, seen.other_edge
        is_told = look.cannot_tell is None
        if not is_told and edge is None and other_edge is None:
            continue
        gap = SeenGap(
            other,
            look.gap_mm if is_told else None,
            look.sigma_mm if is_told else None,
            *look.at,
            None if edge is None else edge.offset_mm,
            None if edge is None else edge.sigma_mm,
            None if other_edge is None else other_edge.offset_mm,
            None if other_edge is None else other_edge.sigma_mm,
        )
        gaps[one] = (*gaps.get(one, ()), gap)
    return gaps


def _pose_at_rest(piece: Piece, fits: Mapping[str, PieceFit], tracks: Tracks, t_ns: int) -> PlanarPose | None:
    """None while it moves, is not measured, or something is before its hull."""
    fit, track = fits.get(piece.id), tracks.tracks.get(piece.id)
    if fit is None or fit.pose is None or track is None:
        return None
    if track.moving and t_ns - track.stopped_ns < STOPPED_NS:
        return None
    return None if fit.hull is not None and fit.hull.changed is not None else fit.pose.pose


@lru_cache(maxsize=4)
def _close_pairs(settings: TableSettings, poses: tuple[PlanarPose | None, ...]) -> tuple[tuple[_Placed, _Placed], ...]:
    """Pairs with a ship or a creature in them, whose footprints come close; kept while nothing moves."""
    still = [(piece, pose) for piece, pose in zip(settings.pieces, poses, strict=True) if pose is not None]
    if len(still) < 2:
        return ()
    x, y, reaches = np.array([(pose.x_mm, pose.y_mm, _reach_mm(piece.model)) for piece, pose in still]).T
    sails = np.array([piece.model.kind in SAILING_KINDS for piece, _ in still])
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < (reaches[:, None] + reaches + LOOK_WITHIN_MM) ** 2
    near &= sails[:, None] | sails
    pairs = [(still[first], still[second]) for first, second in np.argwhere(np.triu(near, 1)).tolist()]
    return tuple((one, other) for one, other in pairs if _comes_close(one, other))


def _comes_close(one: _Placed, other: _Placed) -> bool:
    here, there = (footprint(piece.model, pose) for piece, pose in (one, other))
    return bool(shapely.dwithin(here, there, LOOK_WITHIN_MM))


def _reach_mm(model: PieceModel) -> float:
    outlines = (model.hull, *(part.outline for part in model.parts if part.touches))
    return max(reach(outline) for outline in outlines)


def _is_near(then: PlanarPose, now: PlanarPose) -> bool:
    apart_mm = math.hypot(then.x_mm - now.x_mm, then.y_mm - now.y_mm)
    return apart_mm < SAME_MM and abs(wrap_rad(then.heading_rad - now.heading_rad)) < SAME_RAD


def standing_masts(piece: Piece, settings: TableSettings) -> Collection[int]:
    """Numbers of the masts that stand by the state of the game."""
    lost = settings.state.masts_lost.get(piece.id, frozenset())
    return tuple(number for number in range(1, piece.model.upright_count + 1) if number not in lost)
