"""Which ship stands under a plate, by her silhouette: hull and rig against those of every ship on the table.

The plate says which ship this is; the picture must agree. A plate that was put on another ship, or half a turn round,
gives a place and a heading that look perfectly sound, so the question is asked apart from where the hull lies.

Every explanation (this ship, this ship turned round under her plate, each other model on the table) predicts which
pixels round the plate are mat. Let e(p) be the evidence of a pixel, -1 for surely mat to 1 for surely something else
(`mat_colour.foreground`), and S the silhouette of an explanation. Over a zone Z that is the same for all of them, a
pixel's log-likelihood is proportional to e(p) inside S and to -e(p) outside, so that

    sum over Z of e(p) * (1 in S, -1 outside) = 2 * sum over S of e(p) - sum over Z of e(p),

and explanations are compared by the evidence inside their silhouettes alone, in square millimetres. Foreground that
an explanation leaves outside costs it as much as mat that it covers.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, MatPoints3, PlanarPose
from tableassist.pieces import Mast, Piece, PieceModel, TagMount
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.cover import HullCover, Neighbour, leaning, others_cover, pole_points, sail_corners
from tableassist.vision.hull.edge_fit import EdgeFit
from tableassist.vision.hull.look import hull_edge
from tableassist.vision.hull.mat_colour import foreground
from tableassist.vision.hull.patch import HullPatch, Layer, hull_patch
from tableassist.vision.hull.prism import SHIFT, coverage, hull_rings, moved, turned_about
from tableassist.vision.hull.view import square
from tableassist.vision.registration.registration import Registration

REACH_MM = 11.0
"""How far the hull may lie from under its plate: a rig that leans by 10 degrees moves a plate 57 mm up by 10 mm."""
TURNS_RAD = (math.radians(-4.0), 0.0, math.radians(4.0))
"""A plate may have been knocked round by some degrees."""
POLE_MM = 1.3
RING_MM = 4.0
"""From here on round all explanations, what shows is taken for mat."""
OFFSET_MM, OFFSET_COST_MM2 = 1.0, 8.0
"""A hull that is off by d costs OFFSET_COST_MM2 * ln(1 + (d / OFFSET_MM)^2): the tail of a Cauchy distribution, for
leans are small most of the time and may be anything. The cost is in the evidence's unit."""
MAST_OFF_MM2 = 15.0
"""A mast that should stand and is not there costs as much, once."""


MIN_DECK_SHARE = 0.1
"""Of a deck that must stand out from the mat before its contrast is believed."""
MIN_DECK_EVIDENCE = 0.0
"""Mean over the deck between the sails; a hull with less looks like the mat."""
MIN_LEAD_MM2 = 45.0
"""By which another explanation must be ahead to be believed."""
MAX_RIVAL_LEAD_MM2 = 6.0
"""A ship is taken for herself unless another is ahead by more. Swaps are rare, and rims that look blurred make all
silhouettes a little too large."""
CLOSE_LEAD_MM2 = -30.0, 60.0
"""Between these the hulls' edges are compared as well, which takes longer."""
EDGE_MM2, MIN_COST = 60.0, 0.02
"""What a factor e between the costs of two edge fits is worth, in square millimetres of evidence: the scatter of one
beside the other over 60 ships."""
OWN_LEAD_PER_MM = 4.0
"""More lead, for each millimetre beyond SURE_PLACE_MM that her hull seems to be off: two oddities at once."""
SURE_PLACE_MM = 2.0
MIN_DIFFERENCE_MM2 = 40.0
"""Models whose silhouettes differ by less, as far as can be seen here, are not told apart."""
MODEL_ERROR_SHARE = 0.5
"""An outline that is off by sigma all round is off by sigma times its perimeter; half of it is for or against."""
MAX_MISFIT_SHARE = 0.05
"""Of the winner's own area: a silhouette that fits no better is something else than a ship of this table."""
MISFIT_PER_LEAD = 0.3
"""More misfit is allowed, as a share of the lead: shade and neighbours that are not where their plates have them spoil
every explanation alike, and one that is ahead by far is still the better one."""
MIN_MISFIT_RATIO, MISFIT_FLOOR_MM2 = 1.2, 20.0
"""By which the ship's own explanation must leave more unexplained than the winner's, both with what a perfect drawing
leaves, before another name is said. Residuals of unknown spread have the likelihood R^-n: with a silhouette of 1000 mm2
in n = 40 independent places of 25 mm2 this is exp(7), and a swap is expected once in a hundred. Something that lies
beside a ship (a card, a shadow) makes every larger silhouette look better, but those leave mat inside them."""
MAX_MORE_MAT_MM2, MIN_COVERING_LEAD_MM2 = 5.0, 120.0
"""A winner that leaves more mat inside its silhouette than the ship's own explanation does is ahead only by what it
covers beside her. That may be anything that lies there, so it must be ahead by more than a card or a plate gives."""
MAX_OWN_MISFIT_SHARE = 0.10
"""Of her own area: a ship whose silhouette leaves more unexplained is not recognised. Of 60 ships under their own
plates in crowded studio tables those that were recognised left at most 6.4 %, of 60 path-traced ones 5.3 %; four ships
under others' plates that were taken for their own left 10.5 to 25 %."""
MAX_OWN_OFFSET_MM = 4.0
"""A recognised ship is no farther from under her plate: a rig that leans by 4 degrees."""
INDISTINCT_LEAD_MM2 = 10.0
"""By which a recognised ship is ahead of models that look almost the same here. Less is what a rim gives that is drawn
0.1 mm too wide: the perimeter of a hull is about 100 mm."""
MIN_AREA_MM2 = 60.0
"""A ship of whose silhouette less can be seen is not told from anything."""
BAND_MM = 1.0, 5.0
"""Round a silhouette, where there should be mat."""


class IdentityVerdict(Enum):
    OWN = "own"
    """No other explanation is nearly as good."""
    OTHER = "other"
    """Another model explains the picture better."""
    TURNED = "turned"
    """The ship explains it better with the tag half a turn round."""
    UNKNOWN = "unknown"
    """The picture does not tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """Who stands under a plate."""

    verdict: IdentityVerdict
    looks_like: PieceModel | None = None
    """The model that explains the picture best, where it is another and no third one does about as well."""
    lead_mm2: float = 0.0
    """Of the best other explanation over the ship herself."""
    candidates: tuple[PieceModel, ...] = ()
    """All models that explain the picture about as well as the best, where it is another."""
    may_be_turned: bool = False
    """It is another ship, or the tag is on the wrong way round: the picture shows that it is one of the two."""

    @property
    def is_doubted(self) -> bool:
        """Whether the ship is better explained as another, or as turned round."""
        return self.verdict in (IdentityVerdict.OTHER, IdentityVerdict.TURNED)


UNKNOWN = Identity(IdentityVerdict.UNKNOWN)


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """A model under the plate, and the evidence inside its silhouette."""

    model: PieceModel
    turned: bool
    score_mm2: float
    hull_mm2: float
    """Of the score, what the hull alone gave."""
    rig_mm2: float
    pose: PlanarPose
    """Where the plate puts this model."""
    offset: Floats
    """(3,) mm, mm, rad in the frame of that pose."""
    misfit_mm2: float
    """Mat inside the silhouette, and foreground in a band round it."""
    differs_mm2: float
    """What of the silhouette can be seen and differs from that of the ship as the plate has her."""
    area_mm2: float
    """Of the silhouette, as far as it can be seen."""
    silhouette: Layer
    masts_missing: int = 0
    is_hull_visible: bool = True
    """False where hulls have the mat's colour, and only the rig counts."""
    mat_inside_mm2: float = 0.0
    """Mat inside the silhouette."""


def identify(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    standing: Collection[int],
    others: Sequence[Neighbour],
    candidates: Sequence[Piece],
) -> Identity:
    """Tell whether the ship under the plate is `piece`, another of the `candidates`, or turned round."""
    explained = explain_silhouette(image, registration, piece, pose, standing, others, candidates)
    best = find_rival(explained)
    if best is None or not CLOSE_LEAD_MM2[0] < best.score_mm2 - explained[0].score_mm2 < CLOSE_LEAD_MM2[1]:
        return weigh_explanations(explained)
    rival = next((ship for ship in candidates if ship.model is best.model), piece)
    edges = [
        hull_edge(image, registration, ship, at, masts, others)
        for ship, at, masts in (
            (piece, pose, standing),
            (rival, best.pose, range(1, len(best.model.masts) + 1)),
        )
    ]
    return weigh_explanations(explained, edges[0], edges[1])


def find_rival(explained: Sequence[Explanation]) -> Explanation | None:
    """The best of the explanations that can be told from the ship as her plate has her, which comes first."""
    if not explained:
        return None
    own, *others = explained
    distinct = [each for each in others if each.differs_mm2 > MIN_DIFFERENCE_MM2 + _model_error_mm2(own, each)]
    return max(distinct, key=lambda explanation: explanation.score_mm2, default=None)


def weigh_explanations(
    explained: Sequence[Explanation], own_edge: EdgeFit | None = None, rival_edge: EdgeFit | None = None
) -> Identity:
    """Decide between the ship as her plate has her, which comes first, and the others.

    Where both edges were fitted, the better drawn one counts: with the same pixels and weights, the logarithm of the
    ratio of their costs is proportional to a log-likelihood ratio of Gaussian residuals of unknown size.
    """
    if not explained:
        return UNKNOWN
    own, best = explained[0], find_rival(explained)
    if best is None:
        return Identity(IdentityVerdict.OWN if _is_plain(own, explained) else IdentityVerdict.UNKNOWN)
    lead = best.score_mm2 - own.score_mm2
    if own_edge is not None and rival_edge is not None:
        lead += EDGE_MM2 * math.log(max(own_edge.cost, MIN_COST) / max(rival_edge.cost, MIN_COST))
    if lead > MIN_LEAD_MM2 + _model_error_mm2(own, best):
        return _name_rival(best, explained, lead)
    off_mm = math.hypot(own.offset[0], own.offset[1])
    allowed = MAX_RIVAL_LEAD_MM2 - OWN_LEAD_PER_MM * max(0.0, off_mm - SURE_PLACE_MM)
    if own.masts_missing > best.masts_missing:
        allowed = -MIN_LEAD_MM2  # a ship that has lost a mast looks like one that never had it
    is_own = (
        lead < allowed
        and own.misfit_mm2 < MAX_OWN_MISFIT_SHARE * own.area_mm2
        and off_mm < MAX_OWN_OFFSET_MM
        and _is_plain(own, explained)
    )
    return Identity(IdentityVerdict.OWN if is_own else IdentityVerdict.UNKNOWN, None, lead)


def _name_rival(best: Explanation, explained: Sequence[Explanation], lead: float) -> Identity:
    """What follows from another explanation that is ahead by so much."""
    allowed_mm2 = MAX_MISFIT_SHARE * best.area_mm2 + MISFIT_PER_LEAD * lead
    only_covers = best.mat_inside_mm2 > explained[0].mat_inside_mm2 + MAX_MORE_MAT_MM2 and lead < MIN_COVERING_LEAD_MM2
    if best.misfit_mm2 > allowed_mm2 or only_covers or not _fits_better(best, explained[0]):
        return Identity(IdentityVerdict.UNKNOWN, None, lead)
    if _is_turned_or_another(best, explained):
        return Identity(IdentityVerdict.OTHER, None, lead, may_be_turned=True)
    if best.turned:
        return Identity(IdentityVerdict.TURNED, best.model, lead)
    models = _about_as_good(best, explained)
    return Identity(IdentityVerdict.OTHER, best.model if len(models) == 1 else None, lead, models)


def _fits_better(best: Explanation, own: Explanation) -> bool:
    """Whether the other explanation leaves clearly less unexplained.

    Of hulls in the mat's colour only rigs are compared, and the ship's own may be where nothing can be seen: then
    nothing contradicts.
    """
    if not own.is_hull_visible:
        return True
    return own.misfit_mm2 + MISFIT_FLOOR_MM2 > MIN_MISFIT_RATIO * (best.misfit_mm2 + MISFIT_FLOOR_MM2)


def _about_as_good(best: Explanation, explained: Sequence[Explanation]) -> tuple[PieceModel, ...]:
    """The best other ship, and those that explain the picture nearly as well: only a single one may be named."""
    others = [each for each in explained[1:] if not each.turned and best.score_mm2 - each.score_mm2 <= MIN_LEAD_MM2]
    return tuple(each.model for each in others)


def _is_turned_or_another(best: Explanation, explained: Sequence[Explanation]) -> bool:
    """Whether a turned tag and another ship explain the picture about equally well."""
    rivals = [each.score_mm2 for each in explained[1:] if each.turned is not best.turned]
    return bool(rivals) and best.score_mm2 - max(rivals) < MIN_LEAD_MM2


def _is_plain(own: Explanation, explained: Sequence[Explanation]) -> bool:
    """Whether the picture shows the ship herself, and not only that nothing else is better.

    Her hull must be seen: a rig alone is also what a poorer explanation leaves. And no ship that looks the same as far
    as can be seen here may fit about as well.
    """
    if own.area_mm2 < MIN_AREA_MM2 or not own.is_hull_visible:
        return False
    indistinct = [each for each in explained[1:] if each.differs_mm2 <= MIN_DIFFERENCE_MM2]
    return all(each.score_mm2 < own.score_mm2 - INDISTINCT_LEAD_MM2 for each in indistinct)


def _model_error_mm2(own: Explanation, other: Explanation) -> float:
    sigma_mm = max(own.model.sigma_mm, other.model.sigma_mm)
    ring = np.asarray(own.model.hull)
    perimeter = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).sum())
    return MODEL_ERROR_SHARE * sigma_mm * perimeter


def explain_silhouette(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    standing: Collection[int],
    others: Sequence[Neighbour],
    candidates: Sequence[Piece],
) -> tuple[Explanation, ...]:
    """Weigh this piece (first), this piece turned round, and each candidate's model under the piece's own plate.

    `pose` is where the tags have the piece. Empty where the picture shows too little to compare.
    """
    plate = max(piece.mounts, key=lambda mount: mount.z_mm)
    placed = [(piece, pose, False), (piece, turned_about(pose, (plate.x_mm, plate.y_mm)), True)]
    for other in candidates:
        other_plate = max(other.mounts, key=lambda mount: mount.z_mm)
        placed.append((other, _pose_under(plate, other_plate, pose, registration), False))
    patch = _patch_round_all(image, registration, placed, pose)
    if patch is None:
        return ()
    stage = _stage(patch, piece, pose, standing, others, placed)
    if stage is None:
        return ()
    found = [
        _explain(stage, ship, at, tuple(standing) if ship is piece else None, turned=turned)
        for ship, at, turned in placed
    ]
    own = found[0].silhouette
    area = patch.px_per_mm**2
    return tuple(
        replace(each, differs_mm2=float((np.abs(each.silhouette - own) * stage.visible).sum()) / area) for each in found
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Stage:
    """The picture round a plate, the same for all explanations."""

    patch: HullPatch
    evidence: Layer
    """0 where something else hides the ship: other pieces, and the plate itself."""
    visible: Layer
    is_hull_visible: bool
    """False for a hull that has the mat's colour. It can then hide sails of the same colour, and nothing else: only
    the rig tells."""


def _pose_under(plate: TagMount, other: TagMount, pose: PlanarPose, registration: Registration) -> PlanarPose:
    """Where another ship's hull is if this plate stands on her staff.

    The plate is then at the other's height: its picture is the same, so its place moves along the line of sight.
    """
    x, y = pose.place_one(plate.x_mm, plate.y_mm)
    camera_x, camera_y, camera_z = (float(value) for value in registration.pose.position)
    share = (camera_z - other.z_mm) / (camera_z - plate.z_mm)
    x, y = camera_x + share * (x - camera_x), camera_y + share * (y - camera_y)
    heading = pose.heading_rad + plate.yaw_rad - other.yaw_rad
    c, s = math.cos(heading), math.sin(heading)
    return PlanarPose(x - c * other.x_mm + s * other.y_mm, y - s * other.x_mm - c * other.y_mm, heading)


def _patch_round_all(
    image: Image, registration: Registration, placed: Sequence[tuple[Piece, PlanarPose, bool]], pose: PlanarPose
) -> HullPatch | None:
    """A patch that holds the hulls of all explanations, in the frame of `pose`."""
    ring = []
    for ship, at, _ in placed:
        for corner in ship.model.hull:
            x, y = at.place_one(*corner)
            c, s = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
            dx, dy = x - pose.x_mm, y - pose.y_mm
            ring.append((c * dx + s * dy, c * dy - s * dx))
    low, high = np.min(ring, axis=0), np.max(ring, axis=0)
    box = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    return hull_patch(image, registration, replace(placed[0][0].model, hull=box), pose)


def _stage(
    patch: HullPatch,
    piece: Piece,
    pose: PlanarPose,
    standing: Collection[int],
    others: Sequence[Neighbour],
    placed: Sequence[tuple[Piece, PlanarPose, bool]],
) -> _Stage | None:
    plates = HullCover()
    for mount in piece.mounts:
        plates.add_mount(mount, piece.model, pose, pose, standing)
    visible = np.asarray(patch.inside * (1.0 - others_cover(patch, others)) * (1.0 - plates.drawn(patch)), np.float32)
    anything = np.zeros(patch.shape, np.float32)
    own_rig = _rig(patch, piece, pose)
    decks: list[tuple[Flags, float]] = []
    for ship, at, _ in placed:
        hull = coverage(hull_rings(patch, ship.model.hull, at, 0.0, ship.model.height_mm), patch.shape, fine=1)
        rig = _rig(patch, ship, at)
        anything = np.maximum(anything, np.maximum(hull, rig))
        # White sails stand out far more than a hull: its own contrast is that of the deck between them. Her own sails
        # are no other ship's deck either.
        decks.append(((hull > 0.9) & (visible > 0) & (rig == 0) & (own_rig == 0), MIN_DECK_SHARE * float(hull.sum())))
    near = cv2.dilate(anything, square(RING_MM * patch.px_per_mm))
    mat: Flags = (near < 0.01) & (visible > 0)
    deck, least = decks[0]
    graded = foreground(patch.colours, mat, deck, least=least)
    if graded is None:
        return None
    evidence = graded[0]
    if _mean_evidence(evidence, deck) <= MIN_DECK_EVIDENCE:
        # Where the plate has her deck there is mat: she has the mat's colour, or her hull is where another explanation
        # has it. Then its contrast is the one that counts.
        others_decks = [(other, few) for other, few in decks[1:] if other.sum() > few]
        seen, few = max(others_decks, key=lambda other: _mean_evidence(evidence, other[0]), default=decks[0])
        if _mean_evidence(evidence, seen) > MIN_DECK_EVIDENCE:
            graded = foreground(patch.colours, mat, seen, least=few)
            assert graded is not None  # the mat was made out before
            evidence, deck = graded[0], seen
    is_hull_visible = _mean_evidence(evidence, deck) > MIN_DECK_EVIDENCE
    return _Stage(patch, np.asarray(evidence * visible, np.float32), visible, is_hull_visible)


def _mean_evidence(evidence: Layer, deck: Flags) -> float:
    return float(evidence[deck].mean()) if deck.any() else -1.0


def _rig(patch: HullPatch, ship: Piece, at: PlanarPose) -> Layer:
    """1 where a mast or sail of an upright ship is seen."""
    rig = np.zeros(patch.shape, np.float32)
    for mast in ship.model.masts:
        rig = np.maximum(rig, _mast_region(patch, ship, mast, at, at))
    return rig


def _mast_region(
    patch: HullPatch, ship: Piece, mast: Mast, hull: PlanarPose, given: PlanarPose
) -> npt.NDArray[np.float32]:
    """1 where a mast with its sail is seen, its foot on the hull and its head by the plate."""
    deck = ship.model.height_mm
    head = leaning(ship, mast, hull, given)
    mask = np.zeros(patch.shape, np.uint8)
    pole = patch.points(MatPoints3(pole_points(mast, deck, hull, head)))
    start, end = (tuple(round(part * (1 << SHIFT)) for part in point) for point in pole)
    cv2.line(mask, start, end, 1, max(1, round(POLE_MM * patch.px_per_mm)), shift=SHIFT)
    if mast.sail is not None:
        sail = patch.points(MatPoints3(sail_corners(mast, deck, hull, head)))
        around = cv2.convexHull(np.rint(sail * (1 << SHIFT)).astype(np.int32))
        cv2.fillConvexPoly(mask, around, 1, shift=SHIFT)
    return mask.astype(np.float32)


def _explain(
    stage: _Stage, ship: Piece, at: PlanarPose, standing: tuple[int, ...] | None, *, turned: bool
) -> Explanation:
    """Weigh one explanation at the most likely places of its hull.

    The hull alone is easily drawn towards sails, which are no mat either; hull and rig together take a leaning rig for
    a shifted hull. So both are asked for a place, and the best whole explanation counts, the given place included.
    """
    rigged = _whole_silhouette(stage, ship, at, standing)
    starts = [np.zeros(3), _best_shift(stage, ship.model, at, 0.0, rigged)]
    if stage.is_hull_visible:
        starts += [_best_shift(stage, ship.model, at, turn, None) for turn in TURNS_RAD]
    places = {tuple(np.round(offset, 3).tolist()): offset for offset in starts}
    explained = (_explain_at(stage, ship, at, standing, offset, turned=turned) for offset in places.values())
    return max(explained, key=lambda explanation: explanation.score_mm2)


def _whole_silhouette(stage: _Stage, ship: Piece, at: PlanarPose, standing: tuple[int, ...] | None) -> Layer:
    patch, model = stage.patch, ship.model
    whole = _hull_silhouette(stage, model, at)
    for number, mast in enumerate(model.masts, start=1):
        if standing is None or number in standing:
            whole = np.maximum(whole, _mast_region(patch, ship, mast, at, at))
    return whole


def _hull_silhouette(stage: _Stage, model: PieceModel, at: PlanarPose) -> Layer:
    if not stage.is_hull_visible:
        return np.zeros(stage.patch.shape, np.float32)
    return coverage(hull_rings(stage.patch, model.hull, at, 0.0, model.height_mm), stage.patch.shape, fine=2)


def _explain_at(
    stage: _Stage,
    ship: Piece,
    at: PlanarPose,
    standing: tuple[int, ...] | None,
    offset: Floats,
    *,
    turned: bool,
) -> Explanation:
    patch, model = stage.patch, ship.model
    area = patch.px_per_mm**2
    hull_at = moved(at, offset)
    hull = _hull_silhouette(stage, model, hull_at)
    hull_mm2 = float((hull * stage.evidence).sum()) / area
    taken: Flags = hull > 0.5
    rig_mm2, missing = 0.0, 0
    for number, mast in enumerate(model.masts, start=1):
        if standing is not None and number not in standing:
            continue
        region = (_mast_region(patch, ship, mast, hull_at, at) > 0) & ~taken
        gain = float(stage.evidence[region].sum()) / area
        if gain > -MAST_OFF_MM2:
            rig_mm2 += gain
            taken = taken | region
        else:
            rig_mm2 -= MAST_OFF_MM2
            missing += 1
    silhouette = np.maximum(hull, taken.astype(np.float32))
    inside = silhouette * stage.visible
    inner, outer = (cv2.dilate(silhouette, square(mm * patch.px_per_mm)) for mm in BAND_MM)
    band: Flags = (inner < 0.1) & (outer > 0.5)
    mat_inside = float((inside * np.maximum(-stage.evidence, 0.0)).sum())
    misfit = mat_inside + float(np.maximum(stage.evidence[band], 0.0).sum())
    score = hull_mm2 + rig_mm2 - _offset_cost(math.hypot(offset[0], offset[1]))
    return Explanation(
        model, turned, score, hull_mm2, rig_mm2, at, offset, misfit / area, 0.0, float(inside.sum()) / area, silhouette,
        missing, stage.is_hull_visible, mat_inside / area,
    )  # fmt: skip


def _offset_cost(off_mm: float) -> float:
    return OFFSET_COST_MM2 * math.log1p((off_mm / OFFSET_MM) ** 2)


def _best_shift(stage: _Stage, model: PieceModel, at: PlanarPose, turn: float, whole: Layer | None) -> Floats:
    """Offset (3,) with the most evidence inside the hull, or inside the `whole` silhouette, its cost taken off."""
    patch = stage.patch
    if whole is None:
        rings = hull_rings(patch, model.hull, moved(at, np.array([0.0, 0.0, turn])), 0.0, model.height_mm)
        low = np.floor(rings.reshape(-1, 2).min(axis=0)).astype(int) - 1
        high = np.ceil(rings.reshape(-1, 2).max(axis=0)).astype(int) + 2
        template = coverage(rings - low, (int(high[1] - low[1]), int(high[0] - low[0])), fine=2)
    else:
        if not whole.any():
            return np.zeros(3)
        used_rows, used_columns = np.flatnonzero(whole.any(axis=1)), np.flatnonzero(whole.any(axis=0))
        low = np.array([used_columns[0], used_rows[0]])
        template = whole[used_rows[0] : used_rows[-1] + 1, used_columns[0] : used_columns[-1] + 1]
    reach = math.ceil(REACH_MM * patch.px_per_mm)
    padded = cv2.copyMakeBorder(stage.evidence, *_padding(stage, low, template, reach), cv2.BORDER_CONSTANT, value=0)
    before_rows, _, before_columns, _ = _padding(stage, low, template, reach)
    top, left = int(low[1]) - reach + before_rows, int(low[0]) - reach + before_columns
    part = padded[top : top + template.shape[0] + 2 * reach, left : left + template.shape[1] + 2 * reach]
    scores = cv2.matchTemplate(part, np.ascontiguousarray(template), cv2.TM_CCORR) / patch.px_per_mm**2
    scores = scores - _shift_costs(reach, patch.px_per_mm)
    row, column = np.unravel_index(int(np.argmax(scores)), scores.shape)
    # The patch is in the frame of the tag's own pose; the explanation may be turned against it.
    dx, dy = (float(column) - reach) / patch.px_per_mm, (reach - float(row)) / patch.px_per_mm
    by = at.heading_rad - patch.pose.heading_rad
    c, s = math.cos(by), math.sin(by)
    return np.array([c * dx + s * dy, c * dy - s * dx, turn])


def _padding(stage: _Stage, low: Floats, template: Layer, reach: int) -> tuple[int, int, int, int]:
    """Rows above and below, columns to the left and right that the search needs beyond the patch."""
    rows, columns = stage.patch.shape
    top, left = int(low[1]) - reach, int(low[0]) - reach
    bottom, right = top + template.shape[0] + 2 * reach, left + template.shape[1] + 2 * reach
    return max(0, -top), max(0, bottom - rows), max(0, -left), max(0, right - columns)


def _shift_costs(reach: int, px_per_mm: float) -> Floats:
    away = np.arange(-reach, reach + 1) / px_per_mm
    squared = (away[:, None] ** 2 + away[None, :] ** 2) / OFFSET_MM**2
    return np.asarray(OFFSET_COST_MM2 * np.log1p(squared), np.float64)
