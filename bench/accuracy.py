"""Position, heading and gap error over a grid of resolution, camera angle, tag height and what is known of the lens.

The same poses give the honesty figures: how often the stated intervals hold the truth.
"""

import math
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import shapely
from scipy.stats import binom, norm

from bench import staging
from bench.honest_chain import MATS, calibrated_lens, taped_and_surveyed
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between
from tableassist.studio.look import Look
from tableassist.studio.render import Studio
from tableassist.studio.truth import tag_truths
from tableassist.vision.detector import TagDetector
from tableassist.vision.localise import localise
from tableassist.vision.registration import register

LEVELS = (0.5, 0.68, 0.95, 0.99)
PIECES = 20


@dataclass(frozen=True)
class Cell:
    size: str
    off_vertical_deg: float
    height_mm: float
    lens: str


def grid(sizes=("720p", "1080p"), angles=(0.0, 20.0, 40.0), heights=(8.0, 36.0, 65.0)):
    yield from (Cell(*each) for each in product(sizes, angles, heights, ("known", "calibrated", "surveyed")))


def run_cell(cell, pictures=3, seed=0):
    """Errors (mm, mm, rad) of all pieces, their scores, and the same for gaps between neighbours."""
    rng = np.random.default_rng((seed, int(cell.off_vertical_deg), int(cell.height_mm), len(cell.size)))
    detector = TagDetector(("36h11",))
    errors, scores, gaps, gap_scores, good, expected, found = [], [], [], [], 0, 0, 0
    for number in range(pictures):
        true_mat = mat = staging.mat_layout()
        if cell.lens == "surveyed":
            true_mat, mat = taped_and_surveyed(cell.size, number % MATS)
        view = staging.camera(cell.size, cell.off_vertical_deg, rng.uniform(-180, 180), rng.uniform(-5, 5))
        lens = staging.lens_of(view) if cell.lens == "known" else calibrated_lens(cell.size)
        pieces = staging.spread_plates(PIECES, cell.height_mm, rng)
        table = staging.table(pieces, true_mat)
        sightings = detector.detect(Studio(view, Look()).picture(table, rng))
        registration = register(sightings, mat, lens)
        if registration is None:
            continue
        good += registration.health == "good"
        poses = localise(sightings, tuple(each.piece for each in pieces), registration, 0).poses
        readable = {t.tag - 100 for t in tag_truths(table, view) if t.tag >= 100 and t.wholly_inside}
        expected += len(readable)
        found += len(poses)
        for each in pieces:
            if each.piece.id in poses:
                error, score = _error(poses[each.piece.id], each.pose)
                errors.append(error)
                scores.append(score)
        for gap, score in _gaps(pieces, poses):
            gaps.append(gap)
            gap_scores.append(score)
    return np.array(errors), np.array(scores), np.array(gaps), np.array(gap_scores), good / pictures, found / expected


def _error(measured, pose):
    turn = math.remainder(measured.pose.heading_rad - pose.heading_rad, math.tau)
    error = np.array([measured.pose.x_mm - pose.x_mm, measured.pose.y_mm - pose.y_mm, turn])
    return error, error / np.sqrt(np.diag(measured.covariance))


def _gaps(pieces, poses):
    """Measured less true gap between the hulls of pieces next to each other."""
    seen = [each for each in pieces if each.piece.id in poses]
    for one, other in pairwise(seen):
        a, b = (PlacedPiece(each.piece, poses[each.piece.id], 0.0, ()) for each in (one, other))
        apart = between(a, a.hull, b, b.hull)
        true = shapely.distance(
            shapely.Polygon(one.pose.place(np.array(one.piece.model.hull))),
            shapely.Polygon(other.pose.place(np.array(other.piece.model.hull))),
        )
        if true > 1.0 and apart.mm > 1.0:
            yield apart.mm - true, (apart.mm - true) / apart.sigma_mm


def coverage(scores):
    """Share of scores within the central interval of each level."""
    flat = np.abs(np.ravel(scores))
    return {str(level): round(float((flat < norm.ppf(0.5 + level / 2)).mean()), 4) for level in LEVELS}


def off_the_band(share, count, low=0.93, high=0.97, chance=0.001):
    """Whether a share seen in `count` cases is too rare, one in a thousand, for any true value in the band."""
    hits = round(share * count)
    return bool(binom.sf(hits - 1, count, high) < chance or binom.cdf(hits, count, low) < chance)


def pooled(rows):
    """Cells of one kind of lens and one angle together: enough cases for intervals that are too wide to show."""
    groups = {}
    for row in rows:
        groups.setdefault(f"{row['lens']}, {row['off_vertical_deg']:.0f}°", []).append(row)
    out = {}
    for name, cells in groups.items():
        count = sum(row["pieces"] for row in cells)
        out[name] = {"pieces": count}
        for what in ("position", "heading", "gap"):
            out[name][what] = {
                str(level): round(sum(row[what][str(level)] * row["pieces"] for row in cells) / count, 4)
                for level in LEVELS
            }
    return out


def summary(errors, scores, gaps, gap_scores, good, recall):
    rms = np.sqrt((errors**2).mean(axis=0))
    return {
        "pieces": len(errors),
        "recall": round(recall, 3),
        "good": good,
        "rms_x_mm": round(float(rms[0]), 4),
        "rms_y_mm": round(float(rms[1]), 4),
        "rms_heading_deg": round(math.degrees(float(rms[2])), 4),
        "rms_gap_mm": round(float(np.sqrt((gaps**2).mean())), 4) if len(gaps) else None,
        "position": coverage(scores[:, :2]),
        "heading": coverage(scores[:, 2]),
        "gap": coverage(gap_scores) if len(gap_scores) else None,
    }


def run_grid(cells, pictures, progress=None):
    rows = []
    for cell in cells:
        rows.append({**cell.__dict__, **summary(*run_cell(cell, pictures))})
        if progress is not None:
            progress(rows[-1])
    return rows
