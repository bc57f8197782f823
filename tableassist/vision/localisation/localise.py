"""Pieces from their tags, all tags of a piece in one fit, all pieces at once: where they lie, how well that is known,
and which of them are not believed.

Several pictures of one table at rest are one fit, too: the corners of all pictures, and one set of unknowns for each
piece (docs/measurement-model.md, eq. 44 to 46). Places that were worked out from single pictures are never averaged:
what is known of leans beforehand would count twice.

How a picture becomes places (equations of docs/measurement-model.md):

    sightings --matched--> tags with their pieces         a tag seen twice is no tag
       --fit_standing--> upright fit (eq. 28): six unknowns a piece; sizes common to all tags taken out, the noise
                         raised where most pieces fit badly
       --_learn_leans--> spread of this evening's leans (eq. 40, 41), as a new prior of the same fit
       --find_disturbances--> for pieces that fit badly: leaning, lifted or knocked? (eq. 33)
       --_compute_spread--> place (eq. 29) and covariance: own (eq. 30, with eq. 3, 31 and 32) and shared (eq. 27)
       --_Verdicts--> refused, doubted (a sentence to say), or placed
       --_place_without_one_tag--> a refused or doubted piece once more without one of its tags, if just one choice fits

Covariances are in two parts throughout. `own` is a piece's alone. `shared` (3, K) says how its place answers to K unit
errors of the cameras, the same errors for all pieces, so that they cancel in gaps between pieces (eq. 2).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tableassist.geometry import Flags, Floats, PlanarPose, plus_minus, round_bits, round_rows
from tableassist.messages import Message, template
from tableassist.pieces import Piece
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.disturbed import (
    MIN_LEAN_HEIGHT_MM,
    REFUSED_LEAN_RAD,
    SIGNIFICANT_SIGMAS,
    Disturbance,
    find_disturbances,
    find_suspects,
)
from tableassist.vision.localisation.hull_place import HullPlace
from tableassist.vision.localisation.leans import MIN_HEIGHT_MM, NO_LEANS, LeanSpread, lean_evidence
from tableassist.vision.localisation.piece_fit import Known, PieceFits, covariances
from tableassist.vision.localisation.raised import SHIP_SHARE, TERRAIN_SHARE, elsewhere_if_raised, raised_spread
from tableassist.vision.localisation.seen_tags import Match, SeenTags, matched
from tableassist.vision.localisation.sizes import Sizes, reach_px
from tableassist.vision.localisation.standing import (
    Setting,
    StandingFit,
    View,
    fit_standing,
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
QUIETEST = 0.6
"""A picture in which all pieces fit better than the noise model says shows a lean sooner, as far as this. The
plus-minus stays that of the model."""
FLOOR_SIGMA_MM = 0.002
FLOOR_SIGMA_RAD = 0.0001
FLOOR = np.diag([FLOOR_SIGMA_MM**2, FLOOR_SIGMA_MM**2, FLOOR_SIGMA_RAD**2])
"""What no averaging removes. Paper that is not flat and plates that are not straight belong to the mount's sigma."""
ROUNDED_SHARE = 1e-5
"""Of a wide plus-minus, in all directions: less could round to a variance below zero in the narrow one."""
OWN_BITS, SHARED_BITS = 20, 12
"""Of a plus-minus: one part in four thousand is far less than anybody knows of it. A record of two hours keeps every
pose as it was judged by, to the last digit, and would be three times as long with all of them."""
EVENING_LEANS = 0.5
"""Probability that all rigs stand as they did on the jig. Below, places allow for the leans that the tags show, and
those leans are told."""
MIN_TOLD_LEAN_RAD = math.radians(1.5)
"""Less looks upright across a table: a flag 57 mm up is 1.5 mm aside."""
RAISED_DIGITS = 1
"""Of where a piece would be if it were held: a tenth of a millimetre, for the same reason."""


@dataclass(frozen=True, slots=True)
class Localised:
    poses: dict[str, PiecePose]
    problems: dict[str, Message]
    """Piece to the sentence that says why its tags were not believed."""
    doubts: dict[str, Message]
    """Piece to the sentence that says why its plus-minus is wide, or that it leans."""
    scale_errors: dict[str, float] = field(default_factory=dict)
    """Piece to how much larger its tags look than they should, as a share."""
    sizes_of_views: tuple[Sizes | None, ...] = (None,)
    raised_mm: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Piece to how far from here it would lie, along x and y, if it were as high above the mat as its tags allow."""
    leans: LeanSpread = NO_LEANS
    """How far ships lean this evening, by all that were seen so far."""

    @property
    def sizes(self) -> Sizes | None:
        """Of the first picture."""
        return self.sizes_of_views[0]

    @property
    def sentences(self) -> dict[str, Message]:
        """What to say of a piece."""
        return {**self.doubts, **self.problems}

    @property
    def warnings(self) -> tuple[Message, ...]:
        return tuple(self.sentences.values())


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
    view = View(sightings, registration, sizes, are_sizes_final)
    return localise_views((view,), pieces, t_ns, hulls=hulls, tippable=tippable, leans=leans)


def localise_views(
    views: tuple[View, ...],
    pieces: tuple[Piece, ...],
    t_ns: int,
    *,
    hulls: Mapping[str, HullPlace] | None = None,
    tippable: frozenset[str] = frozenset(),
    leans: LeanSpread = NO_LEANS,
) -> Localised:
    """The same by several pictures of one table at rest, the first of which gives the time."""
    seen: list[list[Match]] = []
    problems: dict[str, Message] = {}
    for view in views:
        matches, odd = matched(view.sightings, pieces)
        seen.append(matches)
        problems |= odd
    if not any(seen):
        return Localised({}, problems, {}, sizes_of_views=tuple(view.sizes for view in views))
    problems = {piece: words for piece, words in problems.items() if not _is_matched(piece, seen)}
    table = Setting(views, hulls or {}, tippable, leans, t_ns)
    first = _place_pieces(seen, table)
    placed, doubts = dict(first.poses), dict(first.doubts)
    problems |= first.refused
    table = replace(table.with_final_sizes(first.sizes), leans=first.leans)
    for piece in (*first.refused, *(piece for piece in first.doubts if piece not in first.leaning)):
        own = [[match for match in matches if match[0].id == piece] for matches in seen]
        if (again := _place_without_one_tag(own, table, first.typical)) is not None:
            placed[piece], doubts[piece] = again
            problems.pop(piece, None)
    return Localised(placed, problems, doubts, first.scale_errors, first.sizes, first.raised_mm, first.leans)


def _is_matched(piece: str, seen: Sequence[list[Match]]) -> bool:
    """Whether one of several pictures shows a tag of a piece just once."""
    return len(seen) > 1 and any(match[0].id == piece for matches in seen for match in matches)


@dataclass(frozen=True, slots=True)
class _Placed:
    poses: dict[str, PiecePose]
    doubts: dict[str, Message]
    refused: dict[str, Message]
    typical: float
    """The squares of a typical piece's residuals against the noise model."""
    scale_errors: dict[str, float]
    sizes: tuple[Sizes | None, ...]
    """Of each picture."""
    suspect: frozenset[str]
    """Pieces whose tags stand odd enough to be mentioned where there is a choice."""
    raised_mm: dict[str, tuple[float, float]]
    leans: LeanSpread
    leaning: frozenset[str]
    """Pieces whose lean several pictures show, so that it is no reason to leave out a tag."""


def _place_pieces(seen: Sequence[list[Match]], table: Setting, typical: float | None = None) -> _Placed:
    by_id = {piece.id: piece for matches in seen for piece, _, _ in matches}
    fitted = fit_standing(seen, table, by_id, typical)
    found, tags, hulls, freedom = fitted.found, fitted.tags, fitted.hulls, fitted.tags.freedom
    upright, leans, upright_share = _learn_leans(fitted, table)
    quiet = max(QUIETEST, min(fitted.typical, 1.0))
    views = table.registrations
    second = find_disturbances(find_suspects(upright.squares / quiet, freedom), upright, tags, hulls, views, quiet)
    wider = np.maximum(1.0, OWN_SHARE * upright.squares / freedom)
    lifts = _Lifts(
        sigma_mm=(upright.known.information - hulls.information)[:, 5, 5] ** -0.5,
        raised_share=np.array([_raised_share(by_id[piece]) for piece in found]),
    )
    spread = _compute_spread(fitted, upright, views, wider, lifts, upright_share)
    verdicts = _Verdicts(upright, tags, second, fitted.is_covered)
    leaning = _find_shown_leans(fitted, upright, views, wider, upright_share)
    poses: dict[str, PiecePose] = {}
    doubts: dict[str, Message] = {}
    refused: dict[str, Message] = {}
    for index, piece in enumerate(found):
        used = _tag_numbers(seen, piece)
        if (words := verdicts.refusal(index, by_id[piece].name, used)) is not None:
            refused[piece] = words
            continue
        if (words := verdicts.doubt(index, by_id[piece].name, used)) is not None:
            doubts[piece] = words
        elif index in leaning and not verdicts.is_covered(index):
            doubts[piece] = _describe_lean(by_id[piece].name, *leaning[index])
        place, own = spread.place[index], spread.own[index]
        if index in second:
            place, own = second[index].mix_places(place, own)
            own = own + ROUNDED_SHARE * own[:2, :2].trace() * np.diag([1.0, 1.0, FLOOR_SIGMA_RAD / FLOOR_SIGMA_MM])
        x, y, heading = (float(value) for value in place)
        own, rms = round_bits((own + own.T) / 2, OWN_BITS), float(verdicts.rms_px[index])
        poses[piece] = PiecePose(PlanarPose(x, y, heading), own, spread.shared[index], table.t_ns, used, rms)
    shown_to_lean = frozenset(found[index] for index in leaning if fitted.is_free[index])
    suspect = frozenset(found[index] for index, each in second.items() if each.share > SUSPECT_SHARE)
    raised = dict(zip(found, ((float(x), float(y)) for x, y in np.round(spread.raised, RAISED_DIGITS)), strict=True))
    return _Placed(
        poses, doubts, refused, fitted.usual, dict(fitted.errors), fitted.sizes, suspect, raised, leans, shown_to_lean
    )


def _learn_leans(fitted: StandingFit, table: Setting) -> tuple[PieceFits, LeanSpread, float]:
    """The fit with the spread of leans that this evening's ships show, what they show, and how likely all are upright.

    Single tags of ships that touch something may lean for another reason, and the look at a hull would count a second
    time what its tags said: neither adds evidence.
    """
    found, tags, upright, hulls = fitted.found, fitted.tags, fitted.upright, fitted.hulls
    known = upright.known.information - hulls.information
    variance = 1.0 / known[:, 3, 3]
    heights = np.zeros(len(found))
    np.maximum.at(heights, tags.piece, tags.leans * tags.local[..., 2].mean(axis=1))
    tipped = np.array([piece in table.tippable for piece in found]) & ~tags.shows_lean
    counts = (heights > MIN_HEIGHT_MM) & ~tipped & ~fitted.is_free
    leans = table.leans
    if counts.any():
        covariance = covariances(upright.normal(tags) - hulls.information)
        values = upright.values
        if hulls.information.any():
            values = _take_out_hulls(upright, hulls, covariance)
        evidence = lean_evidence(values[:, 3:5], covariance[:, 3:5, 3:5], variance)
        leans = leans.updated(found, evidence, counts)
    estimate = leans.estimate()
    information = upright.known.information.copy()
    information[counts, 3, 3] += (1.0 / estimate.factor2 - 1.0) / variance[counts]
    information[counts, 4, 4] += (1.0 / estimate.factor2 - 1.0) / variance[counts]
    known_tonight = replace(upright.known, information=information)
    return upright.with_known(tags, known_tonight), leans, estimate.upright_share


def _take_out_hulls(upright: PieceFits, hulls: Known, by_tags: Floats) -> Floats:
    """(P, 6) the unknowns by tags alone, whose covariance is `by_tags` (eq. 32). With the normal matrix N of the
    whole fit and the hull's part H of it: N v = (N - H) v' + H hull, hence v' = v - (N - H)^-1 H (hull - v)."""
    pull = (hulls.information @ hulls.pull(upright.values)[..., None])[..., 0]
    return np.asarray(upright.values - np.einsum("pij,pj->pi", by_tags, pull), dtype=np.float64)


def _place_without_one_tag(
    own: Sequence[list[Match]], table: Setting, typical: float
) -> tuple[PiecePose, Message] | None:
    """A piece by all its tags but one, as one picture shows it, if just one such choice fits: the odd tag is covered,
    or has come off.

    Where two fit, each by itself, they contradict each other, and nobody knows which is right.
    """
    good = []
    everything = [match for matches in own for match in matches]
    for odd in everything if len(everything) > 1 else ():
        rest = [[match for match in matches if match is not odd] for matches in own]
        again = _place_pieces(rest, table, typical)
        if again.poses and not again.doubts and not again.suspect:
            good.append((odd, rest, again))
    if len(good) != 1:
        return None
    (piece, mount, _), rest, again = good[0]
    form = template("{name}: tag {tag} does not fit with {tags}, and is left out: covered, or come off?")
    return again.poses[piece.id], Message(form, name=piece.name, tag=mount.tag, tags=_tag_numbers(rest, piece.id))


def _tag_numbers(seen: Sequence[list[Match]], piece: str) -> tuple[int, ...]:
    """Of a piece, in one picture or another."""
    numbers = (mount.tag for matches in seen for owner, mount, _ in matches if owner.id == piece)
    return tuple(dict.fromkeys(numbers))


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


def _compute_spread(
    fitted: StandingFit,
    upright: PieceFits,
    views: Sequence[Registration],
    wider: Floats,
    lifts: _Lifts,
    upright_share: float,
) -> _Spread:
    """Places and what is known of them (docs/measurement-model.md, eq. 29 and 30).

    As far as the picture shows a lean it is taken out of the place, and the plus-minus has what is left open. Where
    nothing tells this evening's leans from noise, a single tag puts a ship where she would be if she stood upright
    (`upright_share`), and the plus-minus covers the lean about that place. A wake plate lies on the mat whatever the
    rig does: it gives the place, and the flag above it the lean, so both are taken as fitted, as they are where several
    pictures show the lean.

    What is seen of a hull is a check: it is off by ten times as much as tags that stand as fitted out. It narrows the
    plus-minus as far as it agrees, and moves nothing; where it contradicts, the disturbed hypothesis weighs it.
    """
    tags, hulls = fitted.tags, fitted.hulls
    as_thought = covariances(upright.normal(tags))
    covariance = as_thought if (wider == 1.0).all() else covariances(upright.normal(tags, wider))
    values, by_tags = upright.values, covariance
    if hulls.information.any():
        by_tags = covariances(upright.normal(tags, wider) - hulls.information)
        values = _take_out_hulls(upright, hulls, by_tags)
    by_lean = by_tags[:, :3, 3:] @ np.linalg.inv(by_tags[:, 3:, 3:])
    kept = np.where(fitted.shows_lean, 0.0, upright_share)[:, None]
    place = values[:, :3] - kept * np.einsum("pij,pj->pi", by_lean, values[:, 3:])
    off = place - upright.values[:, :3]
    pull = upright.pulled(upright.shared_errors(tags, views), tags)
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
        count, shown = tags.counts, tags.times_shown
        self.rms_px = np.sqrt(np.bincount(tags.piece, (upright.residual**2).sum(axis=1) / 4) / shown)
        self._freedom = tags.freedom
        self._chi = np.sqrt(upright.squares / self._freedom)
        self._limit_px = np.minimum(MISFIT_PX, MISFIT_SHARE * np.bincount(tags.piece, reach_px(tags)) / count)
        self._stiff_chi, self._stiff_px = self._chi, self.rms_px
        if (self.rms_px > self._limit_px).any():
            stiff = _remove_keystone(upright.residual)
            white = np.einsum("tij,tj->ti", upright.whiten, stiff)
            self._stiff_chi = np.sqrt(np.bincount(tags.piece, (white**2).sum(axis=1)) / self._freedom)
            self._stiff_px = np.sqrt(np.bincount(tags.piece, (stiff**2).sum(axis=1) / 4) / shown)

    def is_covered(self, index: int) -> bool:
        return bool(self._is_covered[index])

    def refusal(self, index: int, name: str, tags: tuple[int, ...]) -> Message | None:
        second = self._second.get(index)
        if second is not None and second.is_refused:
            return _describe_cover(name, tags) if self._is_covered[index] else _describe_refusal(second, name, tags)
        odd = self._stiff_chi[index] > MISFIT_CHI and self._stiff_px[index] > self._limit_px[index]
        explained = second is not None and second.is_explained and second.squares < MISFIT_CHI**2 * self._freedom[index]
        if self._finite[index] and (explained or not odd):
            return None
        if self._is_covered[index]:
            return _describe_cover(name, tags)
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


def _find_shown_leans(
    fitted: StandingFit, upright: PieceFits, views: Sequence[Registration], wider: Floats, upright_share: float
) -> dict[int, tuple[float, float]]:
    """Lean and its sigma, by their indices, of pieces that show one: with a single high tag in one picture, or in
    several pictures.

    The prior is that of this evening's ships, or none: their places allow for it, and no second explanation is tried.
    """
    tags, hulls = fitted.tags, fitted.hulls
    told = fitted.is_free | (~tags.shows_lean & (upright_share < EVENING_LEANS))
    if not told.any():
        return {}
    by_tags = covariances(upright.normal(tags, wider) - hulls.information)
    values = _take_out_hulls(upright, hulls, by_tags) if hulls.information.any() else upright.values
    answer = -by_tags @ upright.pulled(upright.shared_errors(tags, views), tags)
    heights = np.zeros(len(values))
    np.maximum.at(heights, tags.piece, tags.leans * tags.local[..., 2].mean(axis=1))
    shown = {}
    for index in np.flatnonzero((heights > MIN_LEAN_HEIGHT_MM) & told).tolist():
        lean = values[index, 3:5]
        size = float(np.hypot(*lean))
        along = lean / max(size, 1e-12)
        sigma = math.hypot(
            math.sqrt(float(along @ by_tags[index, 3:5, 3:5] @ along)),
            float(np.linalg.norm(along @ answer[index, 3:5])),
        )
        if size > max(MIN_TOLD_LEAN_RAD, SIGNIFICANT_SIGMAS * sigma):
            shown[index] = size, sigma
    return shown


def _describe_lean(name: str, lean_rad: float, sigma_rad: float) -> Message:
    form = template("{name} leans by {lean_deg:.1f} ± {known_deg:.1f}°, which her place allows for: set her upright")
    known_deg = plus_minus(math.degrees(sigma_rad))
    return Message(form, name=name, lean_deg=math.degrees(lean_rad), known_deg=known_deg)


def _describe_cover(name: str, tags: tuple[int, ...]) -> Message:
    form = template("{name}: tag {tags} is partly covered: uncover it")
    return Message(form, name=name, tags=tags)


def _describe_refusal(second: Disturbance, name: str, tags: tuple[int, ...]) -> Message:
    if second.surely_leans and second.lean_rad > REFUSED_LEAN_RAD:
        form = template("{name}: tag {tags} looks tipped by {lean_deg:.0f}°: set it upright")
        return Message(form, name=name, tags=tags, lean_deg=math.degrees(second.lean_rad))
    form = template("{name}: tag {tags} looks lifted by {lift_mm:.0f} mm: set it on the mat")
    return Message(form, name=name, tags=tags, lift_mm=second.lift_mm)


def _remove_keystone(residual: Floats) -> Floats:
    corners = residual.reshape(-1, 4, 2)
    left = corners - KEYSTONE[:, None] * (KEYSTONE @ corners)[:, None]
    return left.reshape(residual.shape)
