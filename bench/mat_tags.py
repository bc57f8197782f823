"""Mat tags that lie elsewhere than the layout says: how often the right one is named, and how often a place is wrong.

    python -m bench mat_tags

Painted pictures of a mat of 6, 8 or 12 tags, one of them 5 to 40 mm off, from any side up to 35 degrees off the
vertical, with ships of which the truth is known.
"""

import math
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from multiprocessing import get_context

import numpy as np

from bench import PROCESSES, staging
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.detector import TagDetector

COUNTS, OFF_MM = (6, 8, 12), (5.0, 10.0, 20.0, 40.0)
PICTURES = 20
"""Of each number of tags and each distance."""
MOST_OFF_VERTICAL_DEG = 35.0
SHIPS, SHIP_HEIGHT_MM = 9, 36.0
WRONG_SIGMAS, WRONG_MM = 3.5, 0.3
"""A place that is farther off than both would make a wrong call."""
LEAST_NAMED = 0.98
SEED = 7740


def run(pictures=PICTURES, seed=SEED, workers=PROCESSES):
    """Of each number of tags: cases, the displaced tag named and left out, another one too, nothing judged, and wrong
    places."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes that start below
    cases = [(*cell, number, seed) for cell in product(COUNTS, OFF_MM) for number in range(pictures)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(one_picture, *zip(*cases, strict=True), chunksize=8))
    figures = {str(count): Counter() for count in COUNTS}
    for (count, *_), told in zip(cases, found, strict=True):
        figures[str(count)].update(told)
    return {
        count: {name: each[name] for name in ("cases", "named", "others_too", "not_judged", "wrong")}
        for count, each in figures.items()
    }


def one_picture(count, off_mm, number, seed):
    rng = np.random.default_rng((seed, count, int(off_mm), number))
    told = _layout(count)
    bad = int(rng.integers(count))
    true = replace(told, tags=tuple(_moved(tag, off_mm, rng) if at == bad else tag for at, tag in enumerate(told.tags)))
    view = staging.camera("1080p", rng.uniform(0.0, MOST_OFF_VERTICAL_DEG), rng.uniform(-180, 180), rng.uniform(-5, 5))
    ships = staging.spread_plates(SHIPS, SHIP_HEIGHT_MM, rng)
    sightings = TagDetector(("36h11",)).detect(Studio(view, Look()).picture(StagedTable(true, ships), rng))
    if told.tags[bad].tag not in {each.tag for each in sightings}:
        return Counter()  # a tag that is not in the picture misleads nobody
    found = register(sightings, told, staging.lens_of(view))
    out = Counter(cases=1)
    if found is None or found.health is Health.UNRELIABLE:
        return out + Counter(not_judged=1)
    poses = localise(sightings, tuple(each.piece for each in ships), found, 0).poses
    wrong = any(_is_wrong(poses[each.piece.id], each.pose) for each in ships if each.piece.id in poses)
    named = told.tags[bad].tag in found.mat_tags_left_out
    others = len(found.mat_tags_left_out) > named
    return out + Counter(named=int(named), others_too=int(others), wrong=int(wrong))


def _layout(count):
    """So many of the twelve tags, evenly round the mat."""
    whole = staging.mat_layout()
    middle = staging.MAT_MM / 2
    round_it = sorted(whole.tags, key=lambda tag: math.atan2(tag.y_mm - middle, tag.x_mm - middle))
    chosen = [round_it[len(round_it) * each // count] for each in range(count)]
    return replace(whole, tags=tuple(chosen))


def _moved(tag, off_mm, rng):
    """Over the mat, so that it stays in the picture."""
    middle = staging.MAT_MM / 2
    inwards = math.atan2(middle - tag.y_mm, middle - tag.x_mm)
    way = inwards + rng.uniform(-math.pi / 2, math.pi / 2)
    return replace(tag, x_mm=tag.x_mm + off_mm * math.cos(way), y_mm=tag.y_mm + off_mm * math.sin(way))


def _is_wrong(measured, true):
    off = np.abs([measured.pose.x_mm - true.x_mm, measured.pose.y_mm - true.y_mm])
    sigmas = off / np.sqrt(np.diag(measured.covariance)[:2])
    return bool(((sigmas > WRONG_SIGMAS) & (off > WRONG_MM)).any())


def lines(figures):
    for count, row in figures.items():
        yield (
            f"{count:>3} mat tags, one displaced: {row['named']} of {row['cases']} named, "
            f"in {row['others_too']} another too, {row['not_judged']} not judged, {row['wrong']} with a wrong place"
        )


def misses(figures):
    for count, row in figures.items():
        if row["named"] < LEAST_NAMED * row["cases"]:
            yield f"mat tags, {count}: {row['named']} of {row['cases']} displaced ones named, asked {LEAST_NAMED:.0%}"
        if row["wrong"]:
            yield f"mat tags, {count}: {row['wrong']} of {row['cases']} pictures with a wrong place, asked none"
