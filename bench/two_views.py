"""What a second picture buys: error, plus-minus and wrong calls of ships on the mat, by one camera and by two.

    python -m bench two_views                                      the usual run
    python -m bench two_views --pictures 12 --seed 9917 --disputes 500

Plates on staffs stand all over a mat, upright or leaning by up to six degrees to any side, and are photographed by one
camera or by two at once. `phone` is a picture of 12 megapixels, held in a hand, by a lens that nobody has measured: its
EXIF data state a focal length that is off by some per cent, and it is near enough to leave out most of the mat's tags.
Everything else is known: the height of the staffs (as far as the fit knows, to a fifth of a millimetre), where the
mat's tags lie, and the lenses of the fixed cameras.

A dispute is a question of a yes or a no about two neighbours: is the gap between them more than so much? The limit is
drawn within 3 mm of the true gap, as it is where people call for a judge.
"""

import argparse
import math
import os
import secrets
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

import numpy as np
import shapely

from bench import PROCESSES, staging
from bench.accuracy import coverage
from tableassist.pieces.physical import LIFT_SIGMA_MM
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.typical_lens import FILM_DIAGONAL_MM, typical_lens
from tableassist.vision.localisation.localise import localise_views
from tableassist.vision.localisation.standing import View
from tableassist.vision.localisation.tie import tie_cameras
from tableassist.vision.registration.joint import joint_registrations
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.noise import PRINT_SHARE

PICTURES, SEED, PIECES = 8, 350918, 16
STAFF_MM, TAG_MM = 55.0, 18.0
STAFF_SIGMA_MM = 0.2
MAX_LEAN_DEG = 6.0
PHONE_PX = 4032, 3024
PHONE_FILM_MM, FILM_ERROR = 26.0, 0.02
"""What a phone states of its lens, and how far that is off, as one sigma."""
NOTED_LEAN_DEG = 2.0
MAX_FROM_LIMIT_MM = 3.0
SET_UPS = {
    "vertical": ((0.0, 0.0),),
    "30 degrees": ((30.0, 0.0),),
    "0 + 35 degrees": ((0.0, 0.0), (35.0, 90.0)),
    "2 x 30 degrees, opposite": ((30.0, 0.0), (30.0, 180.0)),
    "30 degrees + phone": ((30.0, 0.0), None),
    "phone alone": (None,),
    "two phones": (None, None),
}
"""Off the vertical, and round the mat; None is a phone."""


@dataclass(frozen=True)
class Picture:
    sightings: tuple
    lens: object
    registration: object


@dataclass(frozen=True)
class Outcome:
    """Of one table, by one set-up."""

    errors: np.ndarray
    """(N, 2) mm."""
    scores: np.ndarray
    """(N, 2) errors in sigmas."""
    claims: np.ndarray
    """(N,) plus-minus, mm: 95 %, in the direction that is known least."""
    leaning: int
    """Ships that lean by NOTED_LEAN_DEG or more,"""
    noticed: int
    """and those of them of which a person is told."""
    false_notices: int
    """Ships that lean by less than half of it, and of which it is told."""
    calls: dict
    """Of the disputes: right, wrong, open."""
    unmeasured: int
    apart: int
    """Pieces that were said to have been touched between the pictures; none was."""


def fixed_camera(off_deg, azimuth_deg, rng):
    return staging.camera("1080p", off_deg, azimuth_deg + rng.uniform(-15.0, 15.0), rng.uniform(-3.0, 3.0))


def phone_camera(rng, scale):
    """Over some place of the mat, and what its file states of its lens (mm)."""
    width, height = (round(size * scale) for size in PHONE_PX)
    focal_px = PHONE_FILM_MM * math.hypot(width, height) / FILM_DIAGONAL_MM * rng.normal(1.0, FILM_ERROR)
    place = rng.uniform(330.0, 585.0, 2)
    camera = StudioCamera.looking_at(
        (float(place[0]), float(place[1]), 0.0),
        distance_mm=rng.uniform(650.0, 950.0),
        off_vertical_deg=rng.uniform(25.0, 45.0),
        azimuth_deg=rng.uniform(-180.0, 180.0),
        roll_deg=rng.choice([0.0, 90.0]) + rng.uniform(-8.0, 8.0),
        width_px=width,
        height_px=height,
        fx=focal_px,
        fy=focal_px,
        cx=width / 2 - 0.5 + rng.normal(0.0, 0.004 * width),
        cy=height / 2 - 0.5 + rng.normal(0.0, 0.004 * width),
        dist=(rng.normal(0.03, 0.03), rng.normal(-0.06, 0.05), 0.0002, -0.0003),
    )
    return camera, typical_lens(width, height, film_mm=PHONE_FILM_MM)


def staged_ships(rng, *, leans, exact=False):
    """Where they are said to stand, and where they do. Unless `exact`, each of them has the errors that the fit allows
    for: a staff that is longer or shorter, a mat that is not flat, a tag that the printer made larger or smaller."""
    for plate in staging.spread_plates(PIECES, STAFF_MM, rng, TAG_MM):
        mount = replace(plate.piece.mounts[0], sigma_z_mm=STAFF_SIGMA_MM)
        piece = replace(plate.piece, mounts=(mount,))
        errors = rng.normal(size=3) * (not exact)
        true_mount = replace(
            mount,
            z_mm=mount.z_mm + STAFF_SIGMA_MM * errors[0],
            size_mm=mount.size_mm * (1.0 + PRINT_SHARE * errors[1]),
        )
        true = replace(plate, piece=replace(piece, mounts=(true_mount,)), lift_mm=LIFT_SIGMA_MM * errors[2])
        if leans:
            way, lean = rng.uniform(0.0, math.tau), math.radians(rng.uniform(0.0, MAX_LEAN_DEG))
            true = replace(true, rig=replace(true.rig, roll_rad=lean * math.cos(way), pitch_rad=lean * math.sin(way)))
        yield piece, true


def take_picture(table, mat, what, rng, phone_scale):
    """The sightings, or None where the mat is not made out."""
    if what is None:
        camera, lens = phone_camera(rng, phone_scale)
        look = Look(brightness=rng.uniform(0.75, 1.0), blur_sigma_px=rng.uniform(0.7, 1.2), light_slope=0.05)
    else:
        camera = fixed_camera(*what, rng)
        lens, look = staging.lens_of(camera), Look()
    sightings = TagDetector(("36h11",)).detect(Studio(camera, look).picture(table, rng))
    registration = register(sightings, mat, lens)
    return None if registration is None else Picture(sightings, lens, registration)


def measure(pictures, pieces, mat):
    """As `judge` does, from the tags on."""
    keys = {tag.key for tag in mat.tags}
    on_mat = [tuple(each for each in picture.sightings if each.key in keys) for picture in pictures]
    joint = joint_registrations(
        [picture.registration for picture in pictures], on_mat, [picture.lens for picture in pictures], mat
    )
    views = tuple(View(picture.sightings, each) for picture, each in zip(pictures, joint, strict=True))
    tied = tie_cameras(views, pieces)
    views = tuple(replace(view, registration=each) for view, each in zip(views, tied.registrations, strict=True))
    return localise_views(views, pieces, 0), tied


def run_table(set_up, *, leans, disputes, number, seed, phone_scale):
    """One table of ships and all its pictures; None where no picture shows the mat."""
    rng = np.random.default_rng((seed, number, int(leans)))
    staged = list(staged_ships(rng, leans=leans))
    true_mat, mat = staging.mat_layout(), staging.mat_layout()
    table = staging.table([ship for _, ship in staged], true_mat)
    pictures = [take_picture(table, mat, what, rng, phone_scale) for what in SET_UPS[set_up]]
    pictures = [picture for picture in pictures if picture is not None]
    if not pictures:
        return None
    pieces = tuple(piece for piece, _ in staged)
    localised, tied = measure(pictures, pieces, mat)
    tags = [{sighting.tag for sighting in picture.sightings} for picture in pictures]
    wanted = [
        (piece, ship)
        for piece, ship in staged
        if all(piece.mounts[0].tag in seen for seen in tags) and piece.id not in tied.apart
    ]
    placed = [(piece, ship) for piece, ship in wanted if piece.id in localised.poses]
    off = [np.array(_off(localised.poses[piece.id], ship.pose)) for piece, ship in placed]
    covariances = [localised.poses[piece.id].covariance for piece, _ in placed]
    degrees = [math.degrees(math.hypot(ship.rig.roll_rad, ship.rig.pitch_rad)) for _, ship in placed]
    notices = ["leans by" in str(localised.sentences.get(piece.id, "")) for piece, _ in placed]
    return Outcome(
        errors=np.array(off).reshape(-1, 2),
        scores=np.array([e / np.sqrt(np.diag(c)[:2]) for e, c in zip(off, covariances, strict=True)]).reshape(-1, 2),
        claims=np.array([1.96 * localised.poses[piece.id].sigma_mm for piece, _ in placed]),
        leaning=sum(lean >= NOTED_LEAN_DEG for lean in degrees),
        noticed=sum(told and lean >= NOTED_LEAN_DEG for told, lean in zip(notices, degrees, strict=True)),
        false_notices=sum(told and lean < NOTED_LEAN_DEG / 2 for told, lean in zip(notices, degrees, strict=True)),
        calls=_calls(placed, localised.poses, rng, disputes),
        unmeasured=len(wanted) - len(placed),
        apart=len(tied.apart),
    )


def _off(measured, pose):
    return measured.pose.x_mm - pose.x_mm, measured.pose.y_mm - pose.y_mm


def _calls(placed, poses, rng, disputes):
    """So many questions about the gaps between neighbours, each with its limit near the true gap."""
    calls = {"right": 0, "wrong": 0, "open": 0}
    neighbours = list(pairwise(placed))
    for question in range(disputes if neighbours else 0):
        one, other = neighbours[question % len(neighbours)]
        true_mm = shapely.distance(*(_outline(piece, ship.pose) for piece, ship in (one, other)))
        a, b = (PlacedPiece(piece, poses[piece.id], 0.0, ()) for piece, _ in (one, other))
        apart = between(a, a.hull, b, b.hull)
        limit_mm = true_mm + rng.uniform(-MAX_FROM_LIMIT_MM, MAX_FROM_LIMIT_MM)
        if abs(apart.mm - limit_mm) < CALL_SIGMAS * apart.sigma_mm:
            calls["open"] += 1
        else:
            calls["right" if (apart.mm > limit_mm) == (true_mm > limit_mm) else "wrong"] += 1
    return calls


def _outline(piece, pose):
    return shapely.Polygon(pose.place(np.array(piece.model.hull)))


def summary(set_up, leans, outcomes):
    """A row of figures of one set-up."""
    errors, scores = (np.concatenate([getattr(each, name) for each in outcomes]) for name in ("errors", "scores"))
    groups = np.repeat(np.arange(len(outcomes)), [len(each.errors) for each in outcomes])
    shares = coverage(scores, groups)
    calls = {name: sum(each.calls[name] for each in outcomes) for name in ("right", "wrong", "open")}
    return {
        "set_up": set_up,
        "leaning": leans,
        "ships": len(errors),
        "rms_mm": [round(float(value), 3) for value in np.sqrt((errors**2).mean(axis=0))],
        "plus_minus_mm": round(float(np.median(np.concatenate([each.claims for each in outcomes]))), 2),
        "coverage": shares["0.95"],
        "independent": shares["independent"],
        "lean_noticed": [sum(each.noticed for each in outcomes), sum(each.leaning for each in outcomes)],
        "lean_feigned": sum(each.false_notices for each in outcomes),
        **calls,
        "unmeasured": sum(each.unmeasured for each in outcomes),
        "said_to_be_touched": sum(each.apart for each in outcomes),
    }


def line(row):
    noticed, leaning = row["lean_noticed"]
    x_mm, y_mm = row["rms_mm"]
    return (
        f"{row['set_up']:<25} {'leaning' if row['leaning'] else 'upright':<8} {row['ships']:4} ships  "
        f"x {x_mm:.3f} y {y_mm:.3f} mm  ± {row['plus_minus_mm']:.2f}  within 95 %: {row['coverage']:6.1%} "
        f"({row['independent']} independent)  lean of 2° told: {noticed}/{leaning}, feigned {row['lean_feigned']}  "
        f"disputes: {row['wrong']} wrong, {row['open']} open of {row['right'] + row['wrong'] + row['open']}  "
        f"not measured {row['unmeasured']}, said to be touched {row['said_to_be_touched']}"
    )


def measure_two_views(
    pictures=PICTURES, seed=SEED, disputes=0, set_ups=tuple(SET_UPS), *, phone_scale=1.0, progress=None
):
    """The rows of all set-ups, ships upright and leaning. `disputes` is the least number of questions a row."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes that start below
    each_table = math.ceil(disputes / pictures)
    rows = []
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for set_up in set_ups:
            for leans in (False, True):
                run = partial(run_table, set_up, leans=leans, disputes=each_table, seed=seed, phone_scale=phone_scale)
                jobs = [pool.submit(run, number=number) for number in range(pictures)]
                outcomes = [each for job in jobs if (each := job.result()) is not None]
                rows.append(summary(set_up, leans, outcomes))
                if progress is not None:
                    progress(line(rows[-1]))
    return {"two_views": rows}


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m bench two_views", description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=PICTURES, help="tables of ships in each row")
    parser.add_argument("--disputes", type=int, default=500, help="questions in each row")
    parser.add_argument("--set-up", action="append", choices=tuple(SET_UPS), help="once or more; all if left out")
    parser.add_argument("--phone-scale", type=float, default=1.0, help="of a phone's 12 megapixels, along each side")
    parser.add_argument("--seed", type=int, default=None, help="drawn if left out, and printed")
    asked = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    measure_two_views(
        asked.pictures,
        seed,
        asked.disputes,
        tuple(asked.set_up or SET_UPS),
        phone_scale=asked.phone_scale,
        progress=lambda words: print(words, flush=True),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
