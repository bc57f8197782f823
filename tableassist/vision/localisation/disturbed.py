"""Pieces whose tags do not stand as they were fitted out: leaning, lifted, the plate pushed or turned.

Two explanations of the same corners (and of the hull, where it was made out) are weighed against each other: the piece
stands as its mounts and its set-downs on the jig say, or it was disturbed, and little is known beforehand. In between,
the plus-minus covers both.

Both are the fit of docs/measurement-model.md, eq. 28, with other priors, so the squares of their residuals (priors
included) differ by twice the logarithm of their likelihoods, and the odds are those of eq. 33. The wide priors are
paid for twice: by the prior odds of one in ten, and by 3 in the exponent for the unknowns that they set free. A knocked
plate sets six more free and explains nearly anything, so it has to gain what its larger volume of explained corners is
worth (eq. 33a, `_log_volume`), and 4 squares at least.

    squares of the upright fit (`find_suspects`) > freedom + 2 sqrt(2 freedom)?      no: it stands
       | yes: fit leans and lifts, from upright and from 9 degrees to four sides; and the same with a loose mount
       v
    share = 1 / (1 + exp(-log odds))
       share < 0.75     `mix_places`: covariance grows by the share
       share > 0.75     covers both places; moved only if the hull itself was seen, and by a high tag
       share > 0.985    and three sigmas: `words` for people, whatever lens and camera may be wrong by
"""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, Indices, plus_minus
from tableassist.messages import Message, template
from tableassist.pieces.physical import LIFT_SIGMA_MM
from tableassist.vision.localisation.piece_fit import Known, PieceFits, covariances, fit
from tableassist.vision.localisation.seen_tags import SeenTags
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.noise import PRINT_SHARE

log = logging.getLogger(__name__)
SUSPECT_SIGMAS = 2.0
"""Squares of residuals so much above their number are worth a second explanation."""
DISTURBED_LEAN_RAD, DISTURBED_LIFT_MM = math.radians(6.0), 10.0
DISTURBED_MOUNT = np.array([2.0, 2.0, 0.5, math.radians(3.0), 0.01, 0.01])
"""One sigma each of x, y, z (mm), yaw (rad) and slopes: a plate that was knocked."""
TRY_RAD = math.radians(9.0)
"""Straight below the camera a lean shows only by its square, so a fit that starts upright does not find it."""
DISTURBED_SHARE = 0.1
"""Of ships, at most."""
PRIOR_LOG_ODDS = math.log(DISTURBED_SHARE / (1.0 - DISTURBED_SHARE)) - 3.0
"""One ship in ten is disturbed at most; and three more unknowns explain some noise by themselves (eq. 33)."""
TOLD_SHARE = 0.75
"""So sure of a disturbance, it is told."""
CLAIMED_SHARE = 0.985
"""And so sure of a lean or a lift, it is named to people; between the two only the plus-minus is wide. In path-traced
pictures true leans of 5 degrees reach 0.9999, shadows over a tag's rim 0.97."""
COVERED_SIGMAS = 2.0
"""The plus-minus (95 %) reaches from the one place to the other, and the rules call nothing in between."""
COVERED_WITH_HULL_SIGMAS = 5.0
ALTERNATIVE_SQUARES = 9.0
"""Other explanations that fit worse by no more than this are still possible."""
MOST_LEAN_RAD, MOST_LIFT_MM = math.radians(50.0), 150.0
"""Beyond this it is no explanation, but a fit that went astray."""
KNOCKED_SQUARES = 4.0
"""A plate that was pushed or turned on its ship is believed only where this much less is left unexplained."""
LITTLE_LEFT = 0.5
"""Of what was unexplained before: an explanation that leaves more, and more than noise, is none."""
SIGNIFICANT_SIGMAS = 3.0
MIN_LEAN_HEIGHT_MM = 25.0
"""Height of a tag above which a lean shows: one of 2 degrees moves it by 0.9 mm, two sigmas of a look at the hull. On a
low tag the same look, wrong by a millimetre, would feign leans of 3 to 10 degrees."""
MIN_SHIP_HEIGHT_MM = 5.0
"""Of a ship's highest tag; lower tags are on cards."""
REFUSED_LEAN_RAD, REFUSED_LIFT_MM = math.radians(15.0), 12.0
"""Farther from standing on the mat it is in somebody's hand, or lies on its side."""


@dataclass(frozen=True, slots=True, eq=False)
class Disturbance:
    """The second explanation of one piece, and how much it is believed."""

    share: float
    """0 to 1."""
    place: Floats
    """(3,) x, y, heading of the hull."""
    off_mm: float
    """From where a hull would be under a tag that stands as it was fitted out."""
    has_hull: bool
    """Whether the picture shows where the hull is."""
    covariance: Floats
    """(3, 3) of the disturbed place, other possible ones included."""
    unexplained: Floats
    """(3, 3) the same for tags that look odd, and nothing shows why: as if the piece could be below the mat too."""
    lean_rad: float
    lean_sigma_rad: float
    lift_mm: float
    lift_sigma_mm: float
    shared_lean_rad: float
    shared_lift_mm: float
    """What the camera's place and lens, wrong by one sigma, would feign of a lean and of a lift."""
    page_lift_mm: float
    """What a page that the printer fed a little too far would feign of a lift: of cards, whose tags come on pages of
    their own; those of ships share a page."""
    squares: float
    """Of its residuals, in sigmas."""
    has_high_tag: bool
    """Whether a tag of the piece is high enough for a lean to move it."""
    fits: bool
    """What it leaves unexplained is noise, or much less than before. Else something may cover the tags' rim, and what
    looks like a lean is none."""

    @property
    def can_show_lean(self) -> bool:
        """A low tag shows a lean by its own shape only, so not where the look at a hull has taken part."""
        return self.has_high_tag or not self.has_hull

    @property
    def leans(self) -> bool:
        return self.can_show_lean and self.lean_rad > SIGNIFICANT_SIGMAS * self.lean_sigma_rad

    @property
    def is_lifted(self) -> bool:
        return self.lift_mm > SIGNIFICANT_SIGMAS * self.lift_sigma_mm

    @property
    def surely_leans(self) -> bool:
        """A lens that fits badly, or a camera whose place is hardly known, does not explain it either."""
        return self.can_show_lean and self.lean_rad > SIGNIFICANT_SIGMAS * self._whole_lean_sigma_rad

    @property
    def is_surely_lifted(self) -> bool:
        return self.lift_mm > SIGNIFICANT_SIGMAS * self._whole_lift_sigma_mm

    @property
    def _whole_lean_sigma_rad(self) -> float:
        return math.hypot(self.lean_sigma_rad, self.shared_lean_rad)

    @property
    def _whole_lift_sigma_mm(self) -> float:
        return math.hypot(self.lift_sigma_mm, self.shared_lift_mm, self.page_lift_mm)

    @property
    def is_refused(self) -> bool:
        tipped = self.surely_leans and self.lean_rad > REFUSED_LEAN_RAD
        return self.share > 0.5 and (tipped or (self.is_surely_lifted and self.lift_mm > REFUSED_LIFT_MM))

    @property
    def is_claimed(self) -> bool:
        """Whether a person is told: the claim must hold whatever the camera's place and lens may be wrong by."""
        is_shown = self.surely_leans or self.is_surely_lifted or self.is_off_its_hull
        return self.share > CLAIMED_SHARE and self.fits and is_shown

    @property
    def is_told(self) -> bool:
        return self.share > TOLD_SHARE

    @property
    def is_explained(self) -> bool:
        """Not only do the corners look odd: a lean, a lift or the hull itself shows what is wrong."""
        return self.fits and (self.leans or self.is_lifted or self.is_off_its_hull)

    @property
    def is_off_its_hull(self) -> bool:
        sigma_mm = math.sqrt(max(0.0, float(np.linalg.eigvalsh(self.covariance[:2, :2])[-1])))
        return self.has_hull and self.off_mm > SIGNIFICANT_SIGMAS * sigma_mm

    def mix_places(self, place: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        """The place (3,) and its covariance (3, 3), given those of a piece that stands. Only where its hull is seen is
        a piece moved, and only by a tag that is high enough to lean far: a tag that is partly covered may look like a
        lean, or like a lift, which the hull does not show, and a low tag is nearer to the truth than the hull's look.
        Else the plus-minus covers both places."""
        shift = _subtract_places(self.place, place)
        apart = np.outer(shift, shift)
        if not self.fits:
            return place, covariance + self.unexplained + apart / COVERED_SIGMAS**2
        if not self.is_told:
            return place, covariance + self.share * (self.covariance + apart)
        if self.has_hull and self.can_show_lean and self.is_explained and not self.is_lifted:
            return place + shift, self.covariance + apart / COVERED_WITH_HULL_SIGMAS**2
        known = self.covariance if self.is_explained else self.unexplained
        return place, known + apart / COVERED_SIGMAS**2

    def words(self, name: str, tags: tuple[int, ...]) -> Message:
        lean_sigma_rad, lift_sigma_mm = self._whole_lean_sigma_rad, self._whole_lift_sigma_mm
        if self.is_surely_lifted and self.lift_mm / lift_sigma_mm > self.lean_rad / lean_sigma_rad:
            form = template(
                "{name} seems to be {lift_mm:.0f} ± {known_mm:.0f} mm above the mat, so its plus-minus is wide: set it "
                "down"
            )
            return Message(form, name=name, lift_mm=self.lift_mm, known_mm=plus_minus(lift_sigma_mm))
        if self.surely_leans:
            form = template(
                "{name} leans by {lean_deg:.1f} ± {known_deg:.1f}°, so its plus-minus is wide: straighten its tag's "
                "staff, or set it upright"
            )
            known_deg = plus_minus(math.degrees(lean_sigma_rad))
            return Message(form, name=name, lean_deg=math.degrees(self.lean_rad), known_deg=known_deg)
        form = template(
            "{name}: tag {tags} does not stand over the hull as it was fitted out, by about {off_mm:.1f} mm: leaning, "
            "pushed or turned? Its plus-minus is wide"
        )
        return Message(form, name=name, tags=tags, off_mm=self.off_mm)


def find_suspects(squares: Floats, freedom: Floats) -> Indices:
    """Indices of the pieces whose squares of residuals are above what noise explains."""
    return np.flatnonzero(squares > _max_noise_squares(freedom))


def _max_noise_squares(freedom: Floats) -> Floats:
    """Squares of residuals that noise explains, by the number of residuals."""
    return np.asarray(freedom + SUSPECT_SIGMAS * np.sqrt(2.0 * freedom), dtype=np.float64)


def find_disturbances(
    chosen: Indices,
    upright: PieceFits,
    seen: SeenTags,
    hulls: Known,
    views: Sequence[Registration],
    quiet: float,
) -> dict[int, Disturbance]:
    """For each chosen piece. `hulls` is what the picture shows of the hulls; `quiet` the share of the noise model's
    variance that this picture shows."""
    if not len(chosen):
        return {}
    tries, count = _start_leans(), len(chosen)
    tags = seen.of(chosen).repeated(len(tries), count)
    loose = np.diag([0.0, 0.0, 0.0, DISTURBED_LEAN_RAD**-2, DISTURBED_LEAN_RAD**-2, DISTURBED_LIFT_MM**-2])
    each = np.tile(chosen, len(tries))
    known = Known(hulls.mean[each], hulls.information[each] + loose)
    start = upright.values[each] + np.repeat(tries, count, axis=0)
    try:
        leaning = _Tries(fit(start, tags, known, views), tags, count, views)
        knocked = _Tries(fit(start, tags, known, views, DISTURBED_MOUNT), tags, count, views)
    except np.linalg.LinAlgError:  # a try that went astray, beyond numbers: there is no second explanation then
        log.debug("disturbed pieces %s", chosen, exc_info=True)
        return {}
    out, freedom = {}, seen.freedom
    heights = np.zeros(len(seen.counts))
    np.maximum.at(heights, seen.piece, seen.leans * seen.local[..., 2].mean(axis=1))
    for index, piece in enumerate(chosen):
        more = max(KNOCKED_SQUARES, knocked.best_volume(index) - leaning.best_volume(index))
        plain = leaning.squares[:, index].min() < knocked.squares[:, index].min() + quiet * more
        explained = leaning if plain else knocked
        before, left = float(upright.squares[piece]), float(explained.squares[:, index].min())
        if math.isfinite(left):
            gain = (before - left) / quiet - (0.0 if plain else more - KNOCKED_SQUARES)
            fits = left < LITTLE_LEFT * before or left < float(_max_noise_squares(freedom[piece]))
            high = bool(heights[piece] > MIN_LEAN_HEIGHT_MM)
            page_mm = PRINT_SHARE * views[0].camera_height_mm if heights[piece] < MIN_SHIP_HEIGHT_MM else 0.0
            out[int(piece)] = explained.disturbance(
                index, upright.values[piece], gain, fits=fits, has_high_tag=high, page_lift_mm=page_mm
            )
    return out


class _Tries:
    """Several tries at each of C pieces."""

    def __init__(self, fits: PieceFits, tags: SeenTags, count: int, views: Sequence[Registration]) -> None:
        self._count = count
        self._fits, self._tags, self._views = fits, tags, views
        self._answers: Floats | None = None
        self._has_hull = fits.known.information[:, 0, 0] > 0
        self._free = covariances(fits.normal(tags))
        self._values, self._covariance, squares = _clip_to_mat(fits, self._free)
        lean, lift = np.abs(self._values[:, 3:5]).max(axis=1), np.abs(self._values[:, 5])
        known = np.diagonal(self._covariance, axis1=1, axis2=2).min(axis=1) > 0
        sound = np.isfinite(squares) & known & (lean < MOST_LEAN_RAD) & (lift < MOST_LIFT_MM)
        self.squares = np.where(sound, squares, np.inf).reshape(-1, count)
        """(tries, C)."""
        self._volume = _log_volume(fits, tags).reshape(-1, count)

    def best_volume(self, index: int) -> float:
        """How much the corners could have been otherwise by this explanation, as a logarithm of squares: what explains
        anything explains nothing."""
        return float(self._volume[int(self.squares[:, index].argmin()), index])

    def _answers_to_shared_errors(self) -> Floats:
        """(N, 6, K) how the unknowns of each try answer to the registration's K independent unit errors."""
        if self._answers is None:
            common = self._fits.shared_errors(self._tags, self._views)
            self._answers = -self._free @ self._fits.pulled(common, self._tags)
        return self._answers

    def disturbance(
        self, index: int, upright: Floats, gain: float, *, fits: bool, has_high_tag: bool, page_lift_mm: float
    ) -> Disturbance:
        """By the best of the tries at a piece, the other possible ones included in its plus-minus."""
        squares = self.squares[:, index]
        best, *others = (
            index + self._count * int(each)
            for each in np.argsort(squares)
            if squares[each] < squares.min() + ALTERNATIVE_SQUARES
        )
        values, covariance = self._values[best], self._covariance[best]
        apart = np.zeros((3, 3))
        for other in others:
            off = _subtract_places(self._values[other], values)
            apart += np.outer(off, off) / COVERED_SIGMAS**2
        lean = values[3:5]
        size = float(np.hypot(*lean))
        along = lean / size if size > 0 else np.array([1.0, 0.0])
        shared = self._answers_to_shared_errors()[best]
        return Disturbance(
            share=1.0 / (1.0 + math.exp(-max(-50.0, min(PRIOR_LOG_ODDS + gain / 2.0, 50.0)))),
            place=values[:3],
            off_mm=float(np.hypot(*_subtract_places(values, upright)[:2])),
            has_hull=bool(self._has_hull[best]),
            covariance=covariance[:3, :3] + apart,
            unexplained=self._free[best, :3, :3] + apart,
            lean_rad=size,
            lean_sigma_rad=math.sqrt(max(0.0, float(along @ covariance[3:5, 3:5] @ along))),
            lift_mm=float(values[5]),
            lift_sigma_mm=math.sqrt(max(0.0, float(covariance[5, 5]))),
            shared_lean_rad=float(np.linalg.norm(along @ shared[3:5])),
            shared_lift_mm=float(np.linalg.norm(shared[5])),
            page_lift_mm=page_lift_mm,
            squares=float(squares.min()),
            has_high_tag=has_high_tag,
            fits=fits,
        )


def _log_volume(fits: PieceFits, tags: SeenTags) -> Floats:
    """(N,) the logarithms of the determinants of the corners' covariances, all unknowns included."""
    pieces = len(fits.values)
    of_tags = -2.0 * np.log(np.diagonal(fits.whiten, axis1=1, axis2=2)).sum(axis=1)
    return np.asarray(np.bincount(tags.piece, of_tags, pieces) + np.linalg.slogdet(fits.normal(tags))[1], np.float64)


def _clip_to_mat(fits: PieceFits, covariance: Floats) -> tuple[Floats, Floats, Floats]:
    """Values, covariances and squares of fits (N) in which no piece is below the mat: where one would fit best there,
    it stands on it."""
    column = covariance[:, :, 5]
    sunk = np.where(fits.values[:, 5] < 0.0, 1.0 / (covariance[:, 5, 5] + LIFT_SIGMA_MM**2), 0.0)
    gain = column * sunk[:, None]
    values = fits.values - gain * fits.values[:, 5:]
    squares = fits.squares + sunk * fits.values[:, 5] ** 2
    return values, covariance - gain[:, :, None] * column[:, None, :], squares


def _start_leans() -> Floats:
    """(5, 6) upright, and to four sides."""
    out = np.zeros((5, 6))
    out[1, 3], out[2, 3], out[3, 4], out[4, 4] = TRY_RAD, -TRY_RAD, TRY_RAD, -TRY_RAD
    return out


def _subtract_places(values: Floats, others: Floats) -> Floats:
    off = values[:3] - others[:3]
    off[2] = math.remainder(off[2], math.tau)
    return off
