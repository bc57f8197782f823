"""Pieces from their tags, all tags of a piece in one fit, all pieces at once: where they lie, how well that is known,
and which of them are not believed."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from tableassist.geometry import Flags, Floats, PlanarPose, round_bits, round_rows
from tableassist.messages import Message, template
from tableassist.pieces.mount import LEAST_LEAN_SIGMA_RAD, LIFT_SIGMA_MM, TIPPED_LEAN_SIGMA_RAD, TIPPED_LIFT_SIGMA_MM
from tableassist.pieces.piece import Piece
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.disturbed import (
    REFUSED_LEAN_RAD,
    Disturbance,
    disturbances,
    suspects,
)
from tableassist.vision.localisation.hull_place import HullPlace
from tableassist.vision.localisation.leans import MIN_HEIGHT_MM, NO_LEANS, LeanSpread, lean_evidence
from tableassist.vision.localisation.piece_fit import Known, PieceFits, covariances, fit
from tableassist.vision.localisation.raised import SHIP_SHARE, TERRAIN_SHARE, elsewhere_if_raised, raised_spread
from tableassist.vision.localisation.seen_tags import Match, SeenTags, first_places, matched, seen_tags
from tableassist.vision.localisation.sizes import (
    LEAST_TAGS,
    Sizes,
    compared,
    reach_px,
    scale_errors,
    sizes_of,
    with_printed_sizes,
)
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting

MISFIT_CHI = 4.0
MISFIT_PX, MISFIT_SHARE = 0.25, 0.018
"""Residuals that are so many times their expected size, and so large, in pixels or by the tag's own, and that no lean
and no lift explains: it is of another size, or not this tag. A stiff tag as small as these can look stretched or
slanting, but not like a keystone: that part of the residuals tells of a sail or a shadow over its rim, not of its
place."""
KEYSTONE = np.array([1.0, -1.0, 1.0, -1.0]) / 2.0
DOUBT_CHI = 3.0
SUSPECT_SHARE = 0.1
OWN_SHARE = 0.5
"""How far one piece's residuals alone widen its own plus-minus: five numbers tell little."""
ENOUGH_PIECES, MOST_USUAL = 4, 4.0
QUARTILE_TO_MIDDLE = 1.6
"""The middle one of squares of five residuals by the lower quarter of them, where noise is all there is."""
POOL_PRIOR = 15.0
"""Residuals' worth of trust in the noise model, when the residuals of all pieces say how good the picture is."""
NOISY = 1.05
"""Squares of residuals so much larger than thought: the fit is done again with the picture's own noise."""
QUIETEST = 0.6
"""A picture in which all pieces fit better than the noise model says shows a lean sooner, as far as this. The
plus-minus stays that of the model."""
SIZE_ROUNDS, SAME_SIZE = 4, 0.002
"""How often the size that all tags have in common is estimated, until it changes by less than this share."""
FLOOR_SIGMA_MM = 0.002
FLOOR_SIGMA_RAD = 0.0001
FLOOR = np.diag([FLOOR_SIGMA_MM**2, FLOOR_SIGMA_MM**2, FLOOR_SIGMA_RAD**2])
"""What no averaging removes. Paper that is not flat and plates that are not straight belong to the mount's sigma."""
ROUNDED_SHARE = 1e-5
"""Of a wide plus-minus, in all directions: less could round to a variance below zero in the narrow one."""
OWN_BITS, SHARED_BITS = 20, 12
"""Of a plus-minus: one part in four thousand is far less than anybody knows of it. A record of two hours keeps every
pose as it was judged by, to the last digit, and would be three times as long with all of them."""
RAISED_DIGITS = 1
"""Of where a piece would be if it were held: a tenth of a millimetre, for the same reason."""


@dataclass(frozen=True, slots=True)
class Localised:
    poses: dict[str, PiecePose]
    problems: dict[str, Message]
    """Piece to the sentence that says why its tags were not believed."""
    doubts: dict[str, Message]
    """Piece to the sentence that says why its plus-minus is wide."""
    scale_errors: dict[str, float] = field(default_factory=dict)
    """Piece to how much larger its tags look than they should, as a share."""
    sizes: Sizes | None = None
    raised_mm: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Piece to how far from here it would lie, along x and y, if it were as high above the mat as its tags allow."""
    leans: LeanSpread = NO_LEANS
    """How far ships lean this evening, by all that were seen so far."""

    @property
    def sentences(self) -> dict[str, Message]:
        """What to say of a piece."""
        return {**self.doubts, **self.problems}

    @property
    def warnings(self) -> tuple[Message, ...]:
        return tuple(self.sentences.values())


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What all pieces of a picture are placed by."""

    registration: Registration
    hulls: Mapping[str, HullPlace]
    tippable: frozenset[str]
    sizes: Sizes | None
    are_sizes_final: bool
    leans: LeanSpread
    t_ns: int


def localise(
    sightings: tuple[TagSighting, ...],
    pieces: tuple[Piece, ...],
    registration: Registration,
    t_ns: int,
    *,
    hulls: Mapping[str, HullPlace] | None = None,
    tippable: frozenset[str] = frozenset(),
    sizes: Sizes | None = None,
    are_sizes_final: bool = False,
    leans: LeanSpread = NO_LEANS,
) -> Localised:
    """`hulls` are places of hulls that were made out in the picture itself; `tippable` are pieces that touch something
    which could tip them; `sizes` is how large tags looked when enough of them were seen at once. They are final if
    they come from all tags of this very picture: some of its pieces, placed again, tell less. `leans` is what ships
    seen before showed of how far ships lean this evening."""
    matches, problems = matched(sightings, pieces)
    if not matches:
        return Localised({}, problems, {})
    table = _Table(registration, hulls or {}, tippable, sizes, are_sizes_final, leans, t_ns)
    first = _place(matches, table)
    placed, doubts = dict(first.poses), dict(first.doubts)
    problems |= first.refused
    table = replace(table, sizes=first.sizes, are_sizes_final=True, leans=first.leans)
    for piece in (*first.refused, *first.doubts):
        own = [match for match in matches if match[0].id == piece]
        if (again := _without_one_tag(own, table, first.typical)) is not None:
            placed[piece], doubts[piece] = again
            problems.pop(piece, None)
    return Localised(placed, problems, doubts, first.scale_errors, first.sizes, first.raised_mm, first.leans)


@dataclass(frozen=True, slots=True)
class _Placed:
    poses: dict[str, PiecePose]
    doubts: dict[str, Message]
    refused: dict[str, Message]
    typical: float
    """The squares of a typical piece's residuals against the noise model."""
    scale_errors: dict[str, float]
    sizes: Sizes | None
    suspect: frozenset[str]
    """Pieces whose tags stand odd enough to be mentioned where there is a choice."""
    raised_mm: dict[str, tuple[float, float]]
    leans: LeanSpread


def _place(matches: list[Match], table: _Table, typical: float | None = None) -> _Placed:
    by_id = {piece.id: piece for piece, _, _ in matches}
    found = sorted(by_id)
    tags = seen_tags(matches, found, table.registration.lens)
    known, hulls = _known([by_id[each] for each in found], tags.shows_lean, table)
    start = np.concatenate([first_places(tags, len(found), table.registration), np.zeros((len(found), 3))], axis=1)
    tags, upright, errors, sizes = _fit_with_sizes(start, tags, known, table)
    freedom = 8 * tags.counts - 3
    if typical is None:
        typical = _typical(upright.squares / freedom, freedom)
    if typical > NOISY:
        tags = replace(tags, noise=tags.noise * typical)
        upright = fit(upright.values, tags, known, table.registration)
    upright, leans, upright_share = _as_ships_lean(upright, tags, hulls, found, table)
    quiet = max(QUIETEST, min(typical, 1.0))
    second = disturbances(suspects(upright.squares / quiet, freedom), upright, tags, hulls, table.registration, quiet)
    wider = np.maximum(1.0, OWN_SHARE * upright.squares / freedom)
    lifts = _Lifts(
        sigma_mm=(upright.known.information - hulls.information)[:, 5, 5] ** -0.5,
        raised_share=np.array([_raised_share(by_id[piece]) for piece in found]),
    )
    spread = _spread(upright, tags, hulls, table.registration, wider, lifts, upright_share)
    usual_px = tags.usual_pattern_noise_px if sizes is None else sizes.pattern_noise_px
    verdicts = _Verdicts(upright, tags, second, tags.are_partly_covered(usual_px))
    poses: dict[str, PiecePose] = {}
    doubts: dict[str, Message] = {}
    refused: dict[str, Message] = {}
    for index, piece in enumerate(found):
        used = _tags([match for match in matches if match[0].id == piece])
        if (words := verdicts.refusal(index, by_id[piece].name, used)) is not None:
            refused[piece] = words
            continue
        if (words := verdicts.doubt(index, by_id[piece].name, used)) is not None:
            doubts[piece] = words
        place, own = spread.place[index], spread.own[index]
        if index in second:
            place, own = second[index].mixed(place, own)
            own = own + ROUNDED_SHARE * own[:2, :2].trace() * np.diag([1.0, 1.0, FLOOR_SIGMA_RAD / FLOOR_SIGMA_MM])
        x, y, heading = (float(value) for value in place)
        own, rms = round_bits((own + own.T) / 2, OWN_BITS), float(verdicts.rms_px[index])
        poses[piece] = PiecePose(PlanarPose(x, y, heading), own, spread.shared[index], table.t_ns, used, rms)
    of_pieces = dict(zip(found, (np.bincount(tags.piece, errors) / tags.counts).tolist(), strict=True))
    suspect = frozenset(found[index] for index, each in second.items() if each.share > SUSPECT_SHARE)
    shown = typical if len(found) >= ENOUGH_PIECES else 1.0  # one odd piece alone says nothing of the picture
    raised = dict(zip(found, ((float(x), float(y)) for x, y in np.round(spread.raised, RAISED_DIGITS)), strict=True))
    return _Placed(poses, doubts, refused, shown, of_pieces, sizes, suspect, raised, leans)


def _as_ships_lean(
    upright: PieceFits, tags: SeenTags, hulls: Known, found: list[str], table: _Table
) -> tuple[PieceFits, LeanSpread, float]:
    """The fit with the spread of leans that this evening's ships show, what they show, and how likely all are upright.

    Single tags of ships that touch something may lean for another reason, and the look at a hull would count a second
    time what its tags said: neither adds evidence.
    """
    known = upright.known.information - hulls.information
    variance = 1.0 / known[:, 3, 3]
    heights = np.zeros(len(found))
    np.maximum.at(heights, tags.piece, tags.leans * tags.local[..., 2].mean(axis=1))
    tipped = np.array([piece in table.tippable for piece in found]) & ~tags.shows_lean
    counts = (heights > MIN_HEIGHT_MM) & ~tipped
    leans = table.leans
    if counts.any():
        covariance = covariances(upright.normal(tags) - hulls.information)
        values = upright.values
        if hulls.information.any():
            values = _without_hulls(upright, hulls, covariance)
        evidence = lean_evidence(values[:, 3:5], covariance[:, 3:5, 3:5], variance)
        leans = leans.updated(found, evidence, counts)
    estimate = leans.estimate()
    information = upright.known.information.copy()
    information[counts, 3, 3] += (1.0 / estimate.factor2 - 1.0) / variance[counts]
    information[counts, 4, 4] += (1.0 / estimate.factor2 - 1.0) / variance[counts]
    known_tonight = replace(upright.known, information=information)
    return upright.with_known(tags, known_tonight), leans, estimate.upright_share


def _without_hulls(upright: PieceFits, hulls: Known, by_tags: Floats) -> Floats:
    """(P, 6) the unknowns by tags alone, whose covariance is `by_tags`. Normal equations without the hull's part H:
    v' = v - (N - H)^-1 H (hull - v)."""
    pull = (hulls.information @ hulls.pull(upright.values)[..., None])[..., 0]
    return np.asarray(upright.values - np.einsum("pij,pj->pi", by_tags, pull), dtype=np.float64)


def _fit_with_sizes(
    start: Floats, tags: SeenTags, known: Known, table: _Table
) -> tuple[SeenTags, PieceFits, Floats, Sizes | None]:
    """The fit of pieces that stand as they were fitted out, with what all tags have in common taken out of their sizes:
    the tags as they were used, the fit, by which share each tag looks larger (T,), and the sizes."""
    printed = table.registration.size_error
    if len(tags.px) < LEAST_TAGS or (table.are_sizes_final and table.sizes is not None):
        sizes = table.sizes
        used = with_printed_sizes(tags, printed) if sizes is None else compared(tags, sizes)
        upright = fit(start, used, known, table.registration)
        taken_out = printed.share if sizes is None else sizes.common
        return used, upright, scale_errors(upright, used) + taken_out, sizes
    upright = fit(start, tags, known, table.registration)
    errors, used, common = scale_errors(upright, tags), tags, 0.0
    for _ in range(SIZE_ROUNDS):
        sizes = sizes_of(errors, upright, used, printed)
        used = compared(tags, sizes)
        upright = fit(upright.values, used, known, table.registration)
        if abs(sizes.common - common) < SAME_SIZE:
            break
        # Lifts and heights had taken up a part of what all sizes have in common; now they need not any more.
        common, errors = sizes.common, scale_errors(upright, used) + sizes.common
    return used, upright, errors, sizes


def _known(pieces: list[Piece], shows_lean: Flags, table: _Table) -> tuple[Known, Known]:
    """Of pieces that stand as they were fitted out; and what is seen of their hulls alone.

    A piece beside another may be tipped by it. Where `shows_lean`, flag and wake plate would show that themselves, by
    a misfit that wakes the disturbed hypothesis, so nothing is allowed for beforehand.
    """
    mean, information = np.zeros((len(pieces), 6)), np.zeros((len(pieces), 6, 6))
    for index, piece in enumerate(pieces):
        if (hull := table.hulls.get(piece.id)) is not None:
            mean[index, :3] = hull.pose.x_mm, hull.pose.y_mm, hull.pose.heading_rad
            shows = _shows_of_hull(hull, table.registration)
            information[index] = shows.T @ np.linalg.inv(hull.covariance) @ shows
    hulls = Known(mean, information.copy())
    for index, piece in enumerate(pieces):
        lean = max(LEAST_LEAN_SIGMA_RAD, *(mount.sigma_lean_rad for mount in piece.mounts))
        lift = LIFT_SIGMA_MM
        if piece.id in table.tippable and not shows_lean[index]:
            lean, lift = math.hypot(lean, TIPPED_LEAN_SIGMA_RAD), math.hypot(lift, TIPPED_LIFT_SIGMA_MM)
        information[index, [3, 4, 5], [3, 4, 5]] += lean**-2, lean**-2, lift**-2
    return Known(mean, information), hulls


def _shows_of_hull(hull: HullPlace, registration: Registration) -> Floats:
    """(3, 6) what a look at the hull shows of the unknowns: a hull that is lifted seems to lie farther from the camera,
    as its tags do."""
    out = np.eye(3, 6)
    x, y, z = (float(each) for each in registration.pose.position)
    out[:2, 5] = (hull.pose.x_mm - x) / z, (hull.pose.y_mm - y) / z
    return out


def _without_one_tag(own: list[Match], table: _Table, typical: float) -> tuple[PiecePose, Message] | None:
    """A piece by all its tags but one, if just one such choice fits: the odd tag is covered, or has come off.

    Where two fit, each by itself, they contradict each other, and nobody knows which is right.
    """
    good = []
    for odd in own if len(own) > 1 else ():
        rest = [match for match in own if match is not odd]
        again = _place(rest, table, typical)
        if again.poses and not again.doubts and not again.suspect:
            good.append((odd, rest, again))
    if len(good) != 1:
        return None
    (piece, mount, _), rest, again = good[0]
    form = template("{name}: tag {tag} does not fit with {tags}, and is left out: covered, or come off?")
    return again.poses[piece.id], Message(form, name=piece.name, tag=mount.tag, tags=_tags(rest))


def _tags(matches: list[Match]) -> tuple[int, ...]:
    return tuple(mount.tag for _, mount, _ in matches)


@dataclass(frozen=True, slots=True, eq=False)
class _Spread:
    """Arrays over the P pieces."""

    place: Floats
    """(P, 3)."""
    own: Floats
    """(P, 3, 3)."""
    shared: Floats
    """(P, 3, K)."""
    raised: Floats
    """(P, 2) how far from there it would be, if it were as high above the mat as its tags allow."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lifts:
    """What is known beforehand of the heights of P pieces above the mat."""

    sigma_mm: Floats
    """(P,) of those that stand on it."""
    raised_share: Floats
    """(P,) how many of such pieces do not."""


def _raised_share(piece: Piece) -> float:
    return TERRAIN_SHARE if piece.model.bow_zone_from_x_mm is None else SHIP_SHARE


def _spread(
    upright: PieceFits,
    tags: SeenTags,
    hulls: Known,
    registration: Registration,
    wider: Floats,
    lifts: _Lifts,
    upright_share: float,
) -> _Spread:
    """Places and what is known of them.

    As far as the picture shows a lean it is taken out of the place, and the plus-minus has what is left open. Where
    nothing tells this evening's leans from noise, a single tag puts a ship where she would be if she stood upright
    (`upright_share`), and the plus-minus covers the lean about that place. A wake plate lies on the mat whatever the
    rig does: it gives the place, and the flag above it the lean, so both are taken as fitted.

    What is seen of a hull is a check: it is off by ten times as much as tags that stand as fitted out. It narrows the
    plus-minus as far as it agrees, and moves nothing; where it contradicts, the disturbed hypothesis weighs it.
    """
    as_thought = covariances(upright.normal(tags))
    covariance = as_thought if (wider == 1.0).all() else covariances(upright.normal(tags, wider))
    values, by_tags = upright.values, covariance
    if hulls.information.any():
        by_tags = covariances(upright.normal(tags, wider) - hulls.information)
        values = _without_hulls(upright, hulls, by_tags)
    by_lean = by_tags[:, :3, 3:] @ np.linalg.inv(by_tags[:, 3:, 3:])
    kept = np.where(tags.shows_lean, 0.0, upright_share)[:, None]
    place = values[:, :3] - kept * np.einsum("pij,pj->pi", by_lean, values[:, 3:])
    off = place - upright.values[:, :3]
    pull = upright.pulled(upright.shared_errors(registration), tags)
    answer = -by_tags @ pull
    mounts = upright.common_mount_errors(tags, covariance)
    floor = FLOOR + raised_spread(upright, as_thought, wider, lifts.sigma_mm, lifts.raised_share)
    return _Spread(
        place=place,
        own=covariance[:, :3, :3] + mounts[:, :3, :3] + off[:, :, None] * off[:, None, :] + floor,
        shared=round_rows(answer[:, :3] - kept[..., None] * (by_lean @ answer[:, 3:]), SHARED_BITS),
        raised=elsewhere_if_raised(upright, as_thought, wider, lifts.sigma_mm),
    )


class _Verdicts:
    """Which pieces' tags look so odd that they are refused, or doubted."""

    def __init__(
        self, upright: PieceFits, tags: SeenTags, second: Mapping[int, Disturbance], is_covered: Flags
    ) -> None:
        self._second = second
        self._is_covered = is_covered
        self._finite = np.isfinite(upright.values.sum(axis=1))
        count = tags.counts
        self.rms_px = np.sqrt(np.bincount(tags.piece, (upright.residual**2).sum(axis=1) / 4) / count)
        self._freedom = 8 * count - 3
        self._chi = np.sqrt(upright.squares / self._freedom)
        self._limit_px = np.minimum(MISFIT_PX, MISFIT_SHARE * np.bincount(tags.piece, reach_px(tags)) / count)
        self._stiff_chi, self._stiff_px = self._chi, self.rms_px
        if (self.rms_px > self._limit_px).any():
            stiff = _without_keystone(upright.residual)
            white = np.einsum("tij,tj->ti", upright.whiten, stiff)
            self._stiff_chi = np.sqrt(np.bincount(tags.piece, (white**2).sum(axis=1)) / self._freedom)
            self._stiff_px = np.sqrt(np.bincount(tags.piece, (stiff**2).sum(axis=1) / 4) / count)

    def refusal(self, index: int, name: str, tags: tuple[int, ...]) -> Message | None:
        second = self._second.get(index)
        if second is not None and second.is_refused:
            return _partly_covered(name, tags) if self._is_covered[index] else _not_standing(second, name, tags)
        odd = self._stiff_chi[index] > MISFIT_CHI and self._stiff_px[index] > self._limit_px[index]
        explained = second is not None and second.is_explained and second.squares < MISFIT_CHI**2 * self._freedom[index]
        if self._finite[index] and (explained or not odd):
            return None
        if self._is_covered[index]:
            return _partly_covered(name, tags)
        form = template("{name}: tag {tags} looks lifted, tipped or of another size than the table file says")
        return Message(form, name=name, tags=tags)

    def doubt(self, index: int, name: str, tags: tuple[int, ...]) -> Message | None:
        second = self._second.get(index)
        is_claimed = second is not None and second.is_claimed
        if second is not None and is_claimed and not self._is_covered[index]:
            return second.words(name, tags)
        if is_claimed or (self._chi[index] > DOUBT_CHI and self.rms_px[index] > self._limit_px[index]):
            form = template("{name}: tag {tags} is partly covered or badly lit, so the plus-minus is wide")
            return Message(form, name=name, tags=tags)
        return None


def _partly_covered(name: str, tags: tuple[int, ...]) -> Message:
    form = template("{name}: tag {tags} is partly covered, so it is not believed: uncover it")
    return Message(form, name=name, tags=tags)


def _not_standing(second: Disturbance, name: str, tags: tuple[int, ...]) -> Message:
    if second.surely_leans and second.lean_rad > REFUSED_LEAN_RAD:
        form = template("{name}: tag {tags} looks tipped by {lean_deg:.0f}°: not believed until it stands upright")
        return Message(form, name=name, tags=tags, lean_deg=math.degrees(second.lean_rad))
    form = template("{name}: tag {tags} looks lifted by {lift_mm:.0f} mm: not believed until it stands on the mat")
    return Message(form, name=name, tags=tags, lift_mm=second.lift_mm)


def _without_keystone(residual: Floats) -> Floats:
    corners = residual.reshape(-1, 4, 2)
    left = corners - KEYSTONE[:, None] * (KEYSTONE @ corners)[:, None]
    return left.reshape(-1, 8)


def _typical(each: Floats, freedom: Floats) -> float:
    """How many times those of the noise model the squares of this picture's residuals are.

    The better ones of the pieces decide, so that half-hidden and leaning ones do not widen all the others. Few pieces
    do not tell a bad picture from a bad tag: then the best of them decides, and not beyond what pictures are.
    """
    better = QUARTILE_TO_MIDDLE * float(np.sort(each)[(len(each) - 1) // 4])
    usual = better if len(each) >= ENOUGH_PIECES else min(float(each.min()), MOST_USUAL)
    weight = float(freedom.sum())
    return (POOL_PRIOR + weight * usual) / (POOL_PRIOR + weight)
