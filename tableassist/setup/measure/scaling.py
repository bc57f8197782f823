"""Proving the scale of the print: by the line on a printed page, by a card on the mat, or by a ruler between tags."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, plus_minus
from tableassist.messages import Message, template
from tableassist.pipeline.fitting.fitting_plan import CHECK_LINE_MM
from tableassist.pipeline.fitting.scan_view import ScanFrame, ScanReader
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions import CARD
from tableassist.setup.measure.scan_frames import Tell, gather
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_print_scale
from tableassist.vision.outline.card import GAME_CARD, WALLET_CARD, CardShape, CardSize, measure_card
from tableassist.vision.registration.mat_layout import LAYOUT_SCALE_SIGMA, MatLayout
from tableassist.vision.registration.print_scale import (
    UNPROVEN,
    UNPROVEN_SIGMA,
    PrintScale,
    ScaleProof,
    without_doubt,
)
from tableassist.vision.survey.priors import RulerDistance

LINE_SIGMA_MM = 0.2
"""Of the line by an ordinary ruler, both ends read by eye; and a printer feeds paper as well as that from side to
side and from top to bottom."""
MOST_OFF = 0.05
"""What is farther from 100 % is more likely a slip than a print."""
PICTURES = 8
DISAGREE_SIGMAS = 4.0


@dataclass(frozen=True, slots=True)
class KnownCard:
    kind: CardShape
    long_mm: float
    short_mm: float
    sigma_mm: float
    """How well a card's size is known."""


GAME = KnownCard(GAME_CARD, CARD.long_mm, CARD.short_mm, 0.25)
WALLET = KnownCard(WALLET_CARD, 85.60, 53.98, 0.06)
"""Within 85.47 to 85.72 and 53.92 to 54.03 by the standard."""
PROOFS = {
    ScaleProof.LINE: template("by the 100 mm line the print came out at {percent:.2f} ± {plus_minus:.2f} %"),
    ScaleProof.CARD: template("by a card the mat is {percent:.2f} ± {plus_minus:.2f} % of what the table file says"),
    ScaleProof.RULER: template("by a ruler the mat is {percent:.2f} ± {plus_minus:.2f} % of what the table file says"),
}
MEASURED_CARD_SIGMA_MM = 0.15
"""Of a card that a person has measured."""


def scale_words(found: PrintScale) -> Message:
    if found.proven_by is None:
        return Message("the scale of the print has not been checked")
    return Message(PROOFS[found.proven_by], percent=100 * found.scale, plus_minus=100 * plus_minus(found.sigma))


def scale_by_line(measured_mm: float, sigma_mm: float = LINE_SIGMA_MM) -> PrintScale:
    """From what the line of 100 mm on a printed page really measures."""
    return PrintScale(measured_mm / CHECK_LINE_MM, sigma_mm / CHECK_LINE_MM, ScaleProof.LINE)


def scale_by_ruler(mat: MatLayout, ruler: RulerDistance) -> PrintScale:
    """From a distance between the centres of two mat tags; `mat` as it is known so far."""
    index = {tag.tag: place for place, tag in enumerate(mat.tags)}
    if ruler.tag == ruler.other or not {ruler.tag, ruler.other} <= index.keys():
        what = template("--ruler: got tags {tag} and {other}, expected two different tags of the mat: {tags}")
        raise BadRequestError(what, tag=ruler.tag, other=ruler.other, tags=tuple(index))
    one, other = index[ruler.tag], index[ruler.other]
    places = np.array([(tag.x_mm, tag.y_mm) for tag in mat.tags])
    along: Floats = places[other] - places[one]
    length = float(np.linalg.norm(along))
    # How far the two lie from where they should says nothing of the print.
    taped_mm = _apart_sigma_mm(mat, one, other, along / length)
    sigma = math.hypot(ruler.sigma_mm, taped_mm, LAYOUT_SCALE_SIGMA * length) / length
    return PrintScale(mat.place_scale * ruler.mm / length, sigma, ScaleProof.RULER)


def _apart_sigma_mm(mat: MatLayout, one: int, other: int, along: Floats) -> float:
    """Of the distance between two tags, by how well each is in its place."""
    if mat.surveyed is None:
        return math.sqrt(2.0) * mat.placement_sigma_mm
    pull = np.zeros((len(mat.tags), 4))
    pull[other, :2], pull[one, :2] = along, -along
    flat = pull.ravel()
    return math.sqrt(max(float(flat @ mat.surveyed.covariance @ flat), 0.0))


def scale_by_card(card: CardSize, known: KnownCard, mat: MatLayout) -> PrintScale:
    """From a card as it was measured through a registration whose own scale is not doubted."""
    scales = np.array([known.long_mm / card.long_mm, known.short_mm / card.short_mm])
    sigmas = np.hypot(card.sigma_mm, known.sigma_mm) / np.array([card.long_mm, card.short_mm])
    apart = abs(float(scales[0] - scales[1]))
    if apart > DISAGREE_SIGMAS * float(np.hypot(*sigmas)):
        what = template(
            "the card's long side gives a scale of {by_long:.1f} %, its short side {by_short:.1f} %: is it "
            "{long_mm:g} x {short_mm:g} mm, is it flat, and is the camera calibrated?"
        )
        by_long, by_short = (100 * float(scale) for scale in scales)
        raise BadRequestError(what, by_long=by_long, by_short=by_short, long_mm=known.long_mm, short_mm=known.short_mm)
    weights = sigmas**-2
    # Both sides owe most of their error to the same camera: two of them are no surer than the better one.
    return PrintScale(
        mat.place_scale * float((scales * weights).sum() / weights.sum()), float(sigmas.min()), ScaleProof.CARD
    )


def known_card(size: tuple[float, float] | None) -> tuple[KnownCard, ...]:
    """Which cards to look for: both common ones, or one that a person has measured, long side first."""
    if size is None:
        return WALLET, GAME
    long_mm, short_mm = max(size), min(size)
    kind = WALLET_CARD if WALLET_CARD.aspect[0] < long_mm / short_mm < WALLET_CARD.aspect[1] else GAME_CARD
    return (KnownCard(kind, long_mm, short_mm, MEASURED_CARD_SIGMA_MM),)


def card_in(frames: Sequence[ScanFrame], cards: Sequence[KnownCard]) -> tuple[CardSize, KnownCard]:
    """The one that is seen, and which of the `cards` it is."""
    pictures = tuple((one.frame.image, one.registration) for one in frames)
    found = measure_card(pictures, tuple(each.kind for each in cards))
    return found, next(each for each in cards if each.kind is found.kind)


def scale_reader(settings: TableSettings) -> ScanReader:
    """Sees the mat as if its scale were proven: what is to be measured must not widen its own plus-minus."""
    return ScanReader(replace(settings, mat=without_doubt(settings.mat)), ())


def scale_by_pictures(source: str, table: Path, size: tuple[float, float] | None, tell: Tell) -> PrintScale:
    settings = read_table(table)
    frames = gather(source, scale_reader(settings), (), tell, most=PICTURES)
    card, known = card_in(frames, known_card(size))
    return scale_by_card(card, known, settings.mat)


def check_scale(print_scale: PrintScale) -> None:
    """BadRequestError where it is more likely a slip, or where it says less than nothing at all would."""
    if abs(print_scale.scale - 1.0) > MOST_OFF:
        what = template(
            "got a scale of {percent:.1f} %, expected {least:.0f} to {most:.0f}: measure again. If it is right, print "
            "again at 100 %, or add --force to use this print"
        )
        least, most = 100 * (1.0 - MOST_OFF), 100 * (1.0 + MOST_OFF)
        raise BadRequestError(what, percent=100 * print_scale.scale, least=least, most=most)
    if print_scale.sigma >= UNPROVEN_SIGMA:
        what = template(
            "this knows the scale to {sigma:.1f} % only, expected less than {most:.0f} %: measure over a longer way, "
            "or more exactly"
        )
        raise BadRequestError(what, sigma=100 * print_scale.sigma, most=100 * UNPROVEN_SIGMA)


def keep_scale(table: Path, print_scale: PrintScale, *, force: bool = False) -> None:
    """In the table file."""
    if not force and print_scale.proven_by is not None:
        check_scale(print_scale)
    set_print_scale(table, print_scale)


def forget_scale(table: Path) -> None:
    set_print_scale(table, UNPROVEN)
