"""Position, heading and gap error over a grid of resolution, camera angle, tag height and what is known of the lens.

    python -m bench accuracy                                            the whole grid
    python -m bench accuracy --lens surveyed --chains 22 --seed 9917    44 surveyed mats, 22 for each size

The same poses give the honesty figures: how often the stated intervals hold the truth. For these the ships are set down
as hands do it: each leans a little, as the jig has told of it. How well the camera alone measures is seen on ships that
stand upright.
"""

import argparse
import math
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise, product
from multiprocessing import get_context

import numpy as np
import shapely
from scipy.stats import binom, norm

from bench import PROCESSES, results, staging
from bench.honest_chain import CHAINS, chain
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector
from tests.studio.tag_truth import tag_truths

LEVELS = (0.5, 0.68, 0.95, 0.99)
LENSES = ("known", "calibrated", "surveyed")
HONEST = ("position", "heading", "gap")
PIECES = 20
PICTURES = 6
SEED = 61803
"""Not one that the noise model or the lean and lift of pieces were set by."""


@dataclass(frozen=True)
class Cell:
    size: str
    off_vertical_deg: float
    height_mm: float
    lens: str
    upright: bool = False
    """Whether all ships stand exactly upright on a flat mat. Intervals that allow for a lean are too wide for these."""


def grid(sizes=("720p", "1080p"), angles=(0.0, 20.0, 40.0), heights=(8.0, 36.0, 65.0)):
    yield from (Cell(*each) for each in product(sizes, angles, heights, LENSES))
    yield from (Cell("1080p", *each, "known", upright=True) for each in product(angles, heights))
    yield from (Cell("1080p", *each, upright=True) for each in product(angles, (36.0,), ("calibrated", "surveyed")))


@dataclass(frozen=True)
class Measured:
    """What one cell gave. A group is what shares errors: a picture, or a chain of lens and mat."""

    cell: Cell
    errors: np.ndarray
    """(N, 3) mm, mm, rad."""
    scores: np.ndarray
    """(N, 3) errors in sigmas."""
    groups: np.ndarray
    gaps: np.ndarray
    gap_scores: np.ndarray
    gap_groups: np.ndarray
    good: float
    recall: float


def run_cell(cell, pictures=3, seed=0, chains=()):
    """Errors of all pieces and of the gaps between neighbours. `chains`: one a picture, unless the lens is known."""
    rng = np.random.default_rng((seed, int(cell.off_vertical_deg), int(cell.height_mm), len(cell.size)))
    detector = TagDetector(("36h11",))
    errors, gaps, good, expected, found = [], [], 0, 0, 0
    for number in range(pictures):
        true_mat = mat = staging.mat_layout()
        if cell.lens == "surveyed":
            true_mat, mat = chains[number].true_mat, chains[number].mat
        view = staging.camera(cell.size, cell.off_vertical_deg, rng.uniform(-180, 180), rng.uniform(-5, 5))
        lens = staging.lens_of(view) if cell.lens == "known" else chains[number].lens
        pieces = staging.spread_plates(PIECES, cell.height_mm, rng)
        if not cell.upright:
            pieces = tuple(staging.set_down(each, rng, staging.LIFT_MM) for each in pieces)
        table = staging.table(pieces, true_mat)
        sightings = detector.detect(Studio(view, Look()).picture(table, rng))
        readable = {t.tag - 100 for t in tag_truths(table, view) if t.tag >= 100 and t.wholly_inside}
        expected += len(readable)
        registration = register(sightings, mat, lens)
        if registration is None or registration.health != "good":
            continue
        good += 1
        poses = localise(sightings, tuple(each.piece for each in pieces), registration, 0).poses
        found += len(poses)
        errors += [(number, *_error(poses[e.piece.id], e.pose)) for e in pieces if e.piece.id in poses]
        gaps += [(number, *gap) for gap in _gaps(pieces, poses)]
    groups, errors, scores = (np.array(column) for column in zip(*errors, strict=True))
    gap_groups, gaps, gap_scores = (np.array(column) for column in zip(*gaps, strict=True))
    return Measured(
        cell, errors, scores, groups, gaps, gap_scores, gap_groups, good / pictures, found / max(expected, 1)
    )


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


def coverage(scores, groups):
    """Share of scores within the central interval of each level, and how many independent cases they are worth."""
    flat = np.abs(np.ravel(scores))
    shares = {str(level): round(float((flat < norm.ppf(0.5 + level / 2)).mean()), 4) for level in LEVELS}
    each = flat.size // len(groups)
    return {**shares, "independent": round(independent_cases(flat, np.repeat(groups, each)))}


def independent_cases(scores, groups):
    """Scores of one group are alike, as far as they share errors: by the analysis of variance of their squares."""
    squares = np.asarray(scores) ** 2
    names, index, counts = np.unique(groups, return_inverse=True, return_counts=True)
    if len(names) < 2 or len(squares) <= len(names):
        return float(len(names))
    means = np.bincount(index, squares) / counts
    between = (counts * (means - squares.mean()) ** 2).sum() / (len(names) - 1)
    within = ((squares - means[index]) ** 2).sum() / (len(squares) - len(names))
    size = (len(squares) - (counts**2).sum() / len(squares)) / (len(names) - 1)
    alike = float(np.clip((between - within) / max(between + (size - 1) * within, 1e-12), 0.0, 1.0))
    return len(squares) / (1 + (size - 1) * alike)


def off_the_band(share, count, low=0.93, high=0.97, chance=0.001):
    """Whether a share seen in `count` cases is too rare, one in a thousand, for any true value in the band."""
    hits = round(share * count)
    return bool(binom.sf(hits - 1, count, high) < chance or binom.cdf(hits, count, low) < chance)


def pooled(cells):
    """Cells of one kind of lens and one angle together: enough cases for intervals that are too wide to show."""
    alike = {}
    for measured in cells:
        cell = measured.cell
        if cell.upright:
            continue
        alike.setdefault(f"{cell.lens}, {cell.off_vertical_deg:.0f}°", []).append(measured)
    return {name: _pool(some) for name, some in alike.items()}


def _pool(cells):
    """Chains run through all cells of their size; pictures with a known lens are each a group of their own."""
    places, turns, gaps = [], [], []
    for number, measured in enumerate(cells):
        apart = 1000 * (number if measured.cell.lens == "known" else len(measured.cell.size))
        places.append((measured.scores[:, :2], measured.groups + apart))
        turns.append((measured.scores[:, 2], measured.groups + apart))
        gaps.append((measured.gap_scores, measured.gap_groups + apart))
    return {
        "pieces": sum(len(scores) for scores, _ in turns),
        **{
            what: coverage(*(np.concatenate(column) for column in zip(*some, strict=True)))
            for what, some in (("position", places), ("heading", turns), ("gap", gaps))
        },
    }


def summary(measured):
    rms = np.sqrt((measured.errors**2).mean(axis=0))
    return {
        **measured.cell.__dict__,
        "pieces": len(measured.errors),
        "recall": round(measured.recall, 3),
        "good": measured.good,
        "rms_x_mm": round(float(rms[0]), 4),
        "rms_y_mm": round(float(rms[1]), 4),
        "rms_heading_deg": round(math.degrees(float(rms[2])), 4),
        "rms_gap_mm": round(float(np.sqrt((measured.gaps**2).mean())), 4),
        "position": coverage(measured.scores[:, :2], measured.groups),
        "heading": coverage(measured.scores[:, 2], measured.groups),
        "gap": coverage(measured.gap_scores, measured.gap_groups),
    }


def run_grid(cells, pictures, seed, progress=None, *, chains=CHAINS, chain_seed=0, workers=PROCESSES):
    """`pictures` a cell with a known lens; the others have one a chain, of which there are so many for each size. On
    two cores or so many `workers`."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes that start below
    sizes = sorted({cell.size for cell in cells if cell.lens != "known"})
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        making = {size: [pool.submit(chain, size, number, chain_seed) for number in range(chains)] for size in sizes}
        made = {size: [each.result() for each in some] for size, some in making.items()}
        jobs = [
            pool.submit(run_cell, cell, pictures if cell.lens == "known" else chains, seed, made.get(cell.size, ()))
            for cell in cells
        ]
        done = []
        for job in jobs:
            done.append(job.result())
            if progress is not None:
                progress(line(summary(done[-1])))
    return done


def line(row):
    """A cell for a reader."""
    return (
        f"{row['size']:>5} {row['off_vertical_deg']:4.0f}° {row['height_mm']:4.0f} mm {row['lens']:<10} "
        f"{'upright' if row['upright'] else 'leaning'}  "
        f"x {row['rms_x_mm']:.4f} y {row['rms_y_mm']:.4f} mm  heading {row['rms_heading_deg']:.3f}°  "
        f"gap {row['rms_gap_mm']:.4f} mm  95 %: position {row['position']['0.95']:.3f} "
        f"heading {row['heading']['0.95']:.3f} gap {row['gap']['0.95']:.3f}  recall {row['recall']:.3f}"
    )


def words(pools):
    """How often the 95 % intervals hold, pool by pool, and of how many independent cases."""
    for name, pool in pools.items():
        told = (f"{what} {pool[what]['0.95']:6.1%} of {pool[what]['independent']:>5}" for what in HONEST)
        yield f"{name:<18} {pool['pieces']:>6} pieces   " + "   ".join(told)


def unheld(where, row):
    for what in HONEST:
        share, count = row[what]["0.95"], row[what]["independent"]
        if off_the_band(share, count):
            yield f"honesty {where}, {what}: {share} of {count} independent cases, asked 0.93 to 0.97"


def kept(measured, pools):
    """Into the results: cells and pools that were not run keep their last figures."""
    now = results.state_of_the_code()

    def change(figures):
        rows = {_cell_of(row): row for row in figures.get("accuracy", ())}
        rows |= {_cell_of(row): row | {"commit": now} for row in map(summary, measured)}
        figures["accuracy"] = list(rows.values())
        figures.setdefault("pooled", {}).update(pools)
        return results.one_state(figures["accuracy"])

    results.keep("accuracy", change)


def _cell_of(row):
    return Cell(*(row[each.name] for each in fields(Cell)[:4]), row.get("upright", False))


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m bench accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("--lens", action="append", choices=LENSES, help="once or more; all if left out")
    parser.add_argument("--size", action="append", choices=("720p", "1080p"), help="once or more; both if left out")
    parser.add_argument("--pictures", type=int, default=PICTURES, help="a cell whose lens is known")
    parser.add_argument("--chains", type=int, default=CHAINS, help="calibrated lenses and surveyed mats for each size")
    parser.add_argument("--seed", type=int, default=SEED, help="written to the results only if left out")
    parser.add_argument("--workers", type=int, default=PROCESSES, help="processes that measure pictures")
    asked = parser.parse_args(arguments)
    cells = [
        cell for cell in grid() if cell.lens in (asked.lens or LENSES) and cell.size in (asked.size or (cell.size,))
    ]
    measured = run_grid(
        cells,
        asked.pictures,
        asked.seed,
        lambda words: print(words, flush=True),
        chains=asked.chains,
        chain_seed=asked.seed,
        workers=asked.workers,
    )
    pools = pooled(measured)
    if asked.seed == SEED:
        kept(measured, pools)
    failed = [each for name, pool in pools.items() for each in unheld(f"all cells {name}", pool)]
    print("", *words(pools), *(failed or ["every pool holds"]), sep="\n")
    return 1 if failed else 0
