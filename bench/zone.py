"""How often the answer is TOO CLOSE on a measured table, by margin, beside the least that any measurement could reach.

    python -m bench.zone                                          all columns, a fresh seed
    python -m bench.zone --column "kit 30" --pictures 20 --seed 7
    python -m bench.zone --column "flag 30" --lean-deg 0.1        ships that stand straighter than their file says
    python -m bench.zone --alike-deg 1.0                          all rigs lean to the same side of the mat

Fresh studio pictures: lens calibrated, mat surveyed, scale proven, mounts as far off as the jig leaves them (what the
set-downs have in common is common to both tags of a ship), leans and lifts as hands leave them, another light for each
camera. Outlines are exact: `bench docking` is about those. Questions of range and of contact have margins from 0 to
3 mm; the truth comes from the true poses by shapely. `kit`: flag and wake plate on every ship, as `new` suggests;
`flag`: a single flag.

Printed for each column: raw counts of TOO CLOSE by margin, and beside them the share that a measurement with the least
possible sigma would have (`bench.zone_limit`: Fisher information with the same priors, and this run's pixel noise). The
zone is the width of the margins that are not called, the shares times the widths of their bins. Its ratio to that of
the limit is given by the counts, and by the claimed sigmas, which scatters less. Distances within their plus-minus of
95 % are counted, too.
"""

import argparse
import math
import os
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from multiprocessing import get_context

import numpy as np
import shapely

from bench import PROCESSES, results, staging
from bench.accuracy import off_the_band
from bench.lies_tables import PAINT
from bench.trust_tables import (
    JIG_SLOPE,
    JIG_XY_MM,
    JIG_YAW_RAD,
    JIG_Z_MM,
    REACH_MM,
    RIGS,
    TOUCH_MM,
    Shipyard,
    dock_group,
    make_groups,
    ram_group,
    range_group,
)
from bench.zone_limit import LimitPiece, Priors, gap_sigma_mm
from tableassist.pieces import MountKind, PieceKind
from tableassist.pieces.physical import is_wake_plate, suggest_wake_mount
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging import table_faults as faults
from tableassist.studio.staging.staged_table import StagedPiece, place_mat_tag, place_mount
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of

PICTURES = 20
"""A column: 320 questions."""
PICTURES_A_SESSION = 4
MAX_MARGIN_MM = 3.0
BINS_MM = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
STOP_SHARE = 0.8
"""Of a mount's error: what the set-downs have in common. The rest is the tag's own."""
GROUPS = (*(range_group,) * 6, *(ram_group, dock_group) * 5)
PLUS_MINUS = 1.96
CHI2_95_OF_TWO = 5.991
MAX_ZONE_RATIO = 1.25
MAX_TOO_CLOSE = {"1 to 1.5": 0.40, "1.5 to 2": 0.05}
"""At 30 degrees."""
NORMAL_NOISE_PX = 0.25
"""Corners farther off than this are of a tag that is partly covered, and no noise."""


@dataclass(frozen=True)
class Column:
    name: str
    off_vertical_deg: float
    has_wake: bool


COLUMNS = {
    column.name: column
    for column in (
        Column("kit 30", 30.0, True),
        Column("kit vertical", 0.0, True),
        Column("flag 30", 30.0, False),
        Column("flag vertical", 0.0, False),
    )
}


@dataclass(frozen=True)
class Standing:
    """How ships really stand, and what their file says of it."""

    lean_rad: float = staging.LEAN_RAD
    known_lean_rad: float = staging.LEAN_RAD
    alike_rad: float = 0.0
    """Lean of every ship's rig towards the same side of the mat."""
    lift_mm: float = staging.LIFT_MM


@dataclass(frozen=True)
class ZoneAnswer:
    rule: str
    margin_mm: float
    verdict: str
    is_conditional: bool
    error_mm: float | None
    """Measured less true distance."""
    sigma_mm: float | None
    limit_sigma_mm: float | None
    """The least possible; None where a piece shows no tag."""

    @property
    def is_answered(self):
        return self.verdict in ("yes", "no", "too_close")

    @property
    def is_wrong(self):
        return self.verdict == ("no" if self.margin_mm > 0 else "yes") and not self.is_conditional


@dataclass(frozen=True)
class PlaceError:
    """Where a piece is measured, less where it is."""

    with_looks: tuple[float, float]
    by_tags: tuple[float, float]
    square: float
    """Of the distance with all looks, in sigmas."""


@dataclass(frozen=True)
class ZonePicture:
    answers: tuple[ZoneAnswer, ...]
    places: tuple[PlaceError, ...]
    """Of the ships."""
    noise_px: float
    """Corners of piece tags, one axis."""
    warnings: tuple[str, ...]

    @property
    def leans_reported(self):
        return sum("leans by" in words for words in self.warnings)

    @property
    def masts_reported(self):
        return sum("seems to be missing" in words for words in self.warnings)


class JigShipyard(Shipyard):
    """Ships with the mounts that their models suggest, as measured on the jig."""

    max_margin_mm = MAX_MARGIN_MM

    def __init__(self, rng, column, standing):
        super().__init__(rng)
        self.column, self.standing = column, standing

    def ship(self, owner, rigs=RIGS):
        piece = super().ship(owner, rigs)
        model = piece.model
        bow = max(x for x, _ in model.hull)
        suggested = [mount for mount in model.suggested_mounts if mount.kind is MountKind.FLAG]
        suggested += [suggest_wake_mount(model)] if self.column.has_wake else []
        self.tag -= 1
        mounts = []
        for each in suggested:
            mount = self._mount(each.kind, (each.x_mm, each.y_mm, each.z_mm), JIG_Z_MM)
            mount = replace(mount, size_mm=each.size_mm, pivot_x_mm=bow, sigma_lean_rad=self.standing.known_lean_rad)
            if each.kind is MountKind.FLAG:
                slope = self.rng.normal(0.0, math.radians(1.0), 2)
                mount = replace(mount, slope_x=slope[0], slope_y=slope[1], sigma_slope=JIG_SLOPE)
            mounts.append(mount)
        return replace(piece, mounts=tuple(mounts))

    def has_room(self, group):
        """Nobody stands on another's wake plate."""
        ships = [body for body in group if len(body.piece.mounts) > 1 and body.piece.model.kind is PieceKind.SHIP]
        plates = {body.piece.id: _wake_plate(body) for body in ships}
        return not any(
            plate.intersects(body.hull) or (body.piece.id in plates and plate.intersects(plates[body.piece.id]))
            for ship, plate in plates.items()
            for body in group
            if body.piece.id != ship
        )


def _wake_plate(body):
    mount = body.piece.mounts[1]
    half = 0.65 * mount.size_mm
    ring = [(mount.x_mm + half * a, half * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return shapely.Polygon(body.placed(ring))


def set_down(body, standing, rng):
    """The piece as it really stands."""
    piece = replace(body.piece, mounts=_mounts_on_jig(body.piece, rng))
    staged = StagedPiece(piece, body.pose)
    if piece.model.kind is not PieceKind.SHIP:
        return staged
    if standing.alike_rad:
        towards = -body.pose.heading_rad
        staged = faults.with_leaning_rig(staged, lean_rad=standing.alike_rad, towards_rad=towards)
    roll, pitch = rng.normal(0.0, standing.lean_rad, 2)
    rig = replace(staged.rig, roll_rad=staged.rig.roll_rad + roll, pitch_rad=staged.rig.pitch_rad + pitch)
    lift_mm = float(rng.normal(0.0, standing.lift_mm))
    return replace(staged, rig=rig, lift_mm=lift_mm, colours=PAINT[rng.integers(len(PAINT))])


def _mounts_on_jig(piece, rng):
    """True places of the tags: all off alike by the hand at the stop, and each by itself."""
    measured = piece.mounts[0].pivot_x_mm is not None
    share = STOP_SHARE if measured else 0.0
    own = math.sqrt(1.0 - share**2)
    stop, stop_turn = share * JIG_XY_MM * rng.normal(size=2), share * JIG_YAW_RAD * rng.normal()
    out = []
    for mount in piece.mounts:
        turn = stop_turn + own * rng.normal(0.0, mount.sigma_yaw_rad)
        pivot = np.array([mount.x_mm if mount.pivot_x_mm is None else mount.pivot_x_mm, 0.0])
        arm = np.array([mount.x_mm, mount.y_mm]) - pivot
        x, y = pivot + arm + turn * np.array([-arm[1], arm[0]]) + stop + own * rng.normal(0.0, mount.sigma_xy_mm, 2)
        slopes = np.array([mount.slope_x, mount.slope_y]) + rng.normal(0.0, mount.sigma_slope, 2)
        z = mount.z_mm + rng.normal(0.0, mount.sigma_z_mm)
        out.append(replace(mount, x_mm=x, y_mm=y, z_mm=z, yaw_rad=turn, slope_x=slopes[0], slope_y=slopes[1]))
    return tuple(out)


def judge_picture(column, standing, number, seed):
    column = COLUMNS[column]
    camera_rng = np.random.default_rng((seed, 1, number // PICTURES_A_SESSION))
    off = column.off_vertical_deg + camera_rng.uniform(0.0, 2.0)
    view = staging.camera("1080p", off, camera_rng.uniform(-180, 180), camera_rng.uniform(-5, 5))
    look = Look(
        light_azimuth_deg=camera_rng.uniform(-180, 180),
        light_elevation_deg=camera_rng.uniform(45.0, 68.0),
        shadow=camera_rng.uniform(0.30, 0.45),
        brightness=camera_rng.uniform(0.85, 1.05),
    )
    rng = np.random.default_rng((seed, 0, number))
    groups = make_groups(rng, JigShipyard(rng, column, standing), GROUPS)
    bodies = [body for group, _ in groups for body in group]
    staged = [set_down(body, standing, rng) for body in bodies]
    table = staging.table(staged)
    image = Studio(view, look).picture(table, rng)
    pieces = tuple(body.piece for body in bodies)
    settings = TableSettings(
        "bench",
        staging.mat_layout(),
        CameraProfile("bench", staging.lens_of(view)),
        pieces,
        RuleSettings(),
        state_of(pieces),
    )
    detector, sightings = TagDetector(("36h11",)), []

    def detect(picture):
        sightings.extend(found := detector.detect(picture))
        return found

    state = step(first_state(settings), Frame(image, 0, 0, "bench"), settings, detect)
    noise_px, mat_noise_px = _corner_noise(view, table, sightings)
    limits = _Limits(view, table, staged, {s.tag for s in sightings}, noise_px, mat_noise_px, standing)
    rulings = {(each.rule, each.subject, each.target, each.cannon): each for each in state.rulings}
    answers = tuple(_answer(asked, dict(zip([b.piece.id for b in group], group, strict=True)), rulings, limits)
                    for group, asked in groups)  # fmt: skip
    ships = [body for body in bodies if body.piece.model.kind is PieceKind.SHIP]
    places = place_errors(state.fits, {body.piece.id: (body.pose.x_mm, body.pose.y_mm) for body in ships})
    return ZonePicture(answers, places, noise_px, tuple(map(str, state.warnings)))


def _corner_noise(view, table, sightings):
    """Root mean square of the corners' errors in this picture, one axis: piece tags and mat tags."""
    of_mat = {tag.tag: place_mat_tag(tag) for tag in table.mat.tags}
    of_pieces = {m.tag: place_mount(each, m) for each in table.pieces for m in each.piece.mounts}
    errors = {True: [], False: []}
    for sighting in sightings:
        tag = of_mat.get(sighting.tag) or of_pieces.get(sighting.tag)
        if tag is None:
            continue
        true = np.asarray(view.project(tag.corners))
        error = np.asarray(sighting.corners) - true
        if np.abs(error).max() < NORMAL_NOISE_PX:
            errors[sighting.tag in of_mat].append(error)
    return tuple(math.sqrt(float(np.mean(np.square(errors[is_mat])))) for is_mat in (False, True))


class _Limits:
    """The least sigmas of the questions of one picture."""

    def __init__(self, view, table, staged, tags_read, noise_px, mat_noise_px, standing):
        self.view, self.tags_read, self.standing = view, tags_read, standing
        self.noise_px, self.mat_noise_px = noise_px, mat_noise_px
        self.staged = {each.piece.id: each for each in staged}
        mat_tags = [place_mat_tag(tag) for tag in table.mat.tags if tag.tag in tags_read]
        self.mat_corners = np.concatenate([np.asarray(tag.corners) for tag in mat_tags])

    def sigma_mm(self, one, other, ends):
        pieces = [self._piece(one), self._piece(other)]
        corners, noises = self.mat_corners, (self.noise_px, self.mat_noise_px)
        return gap_sigma_mm(self.view, pieces, ends, corners, *noises)

    def _piece(self, name):
        staged = self.staged[name]
        piece, pose = staged.piece, staged.pose
        is_ship = piece.model.kind is PieceKind.SHIP
        read = tuple(mount for mount in piece.mounts if mount.tag in self.tags_read)
        own = math.sqrt(1.0 - STOP_SHARE**2) if is_ship else 1.0
        mounts = tuple(replace(m, sigma_xy_mm=own * m.sigma_xy_mm, sigma_yaw_rad=own * m.sigma_yaw_rad) for m in read)
        lean = math.hypot(self.standing.known_lean_rad, self.standing.alike_rad / math.sqrt(2.0)) if is_ship else 1e-6
        lift = self.standing.lift_mm if is_ship else 1e-6
        stop = STOP_SHARE if is_ship else 0.0
        priors = Priors(lean, lift, stop * JIG_XY_MM, stop * JIG_YAW_RAD)
        leaning = tuple(not is_wake_plate(piece, mount) for mount in read)
        return LimitPiece(pose.x_mm, pose.y_mm, pose.heading_rad, mounts, leaning, priors)


def _answer(asked, bodies, rulings, limits):
    one, other = bodies[asked.subject], bodies[asked.target]
    if asked.rule == "range":
        line = shapely.shortest_line(shapely.Point(one.gun(asked.cannon)), other.parts)
        true_mm = REACH_MM[next(c.reach for c in one.piece.cannons if c.mast == asked.cannon)] - asked.margin_mm
    else:
        line = shapely.shortest_line(one.bow, other.hull)
        true_mm = TOUCH_MM - asked.margin_mm
    ends = np.array(line.coords) if not line.is_empty else np.zeros((2, 2))
    if np.hypot(*(ends[1] - ends[0])) < 1e-6:  # where outlines overlap: towards her bow
        ends = ends + np.array(
            [[0.0, 0.0], [1e-6 * math.cos(one.pose.heading_rad), 1e-6 * math.sin(one.pose.heading_rad)]]
        )
    limit = limits.sigma_mm(asked.subject, asked.target, ends)
    ruling = rulings.get((asked.rule, asked.subject, asked.target, asked.cannon))
    if ruling is None or ruling.measured_mm is None or ruling.verdict.value == "not_seen":
        verdict = "no ruling" if ruling is None else ruling.verdict.value
        return ZoneAnswer(asked.rule, asked.margin_mm, verdict, False, None, None, limit)
    error = ruling.measured_mm - true_mm
    conditional = bool(ruling.conditions) and ruling.verdict.value in ("yes", "no")
    return ZoneAnswer(asked.rule, asked.margin_mm, ruling.verdict.value, conditional, error, ruling.sigma_mm, limit)


def place_errors(fits, true):
    """Errors of the pieces whose true place (x, y) is given by name; those that were not measured are left out."""
    out = []
    for piece, at in true.items():
        fit = fits.get(piece)
        if fit is None or fit.pose is None or fit.by_tags is None:
            continue
        with_looks = np.array([fit.pose.pose.x_mm, fit.pose.pose.y_mm]) - at
        by_tags = np.array([fit.by_tags.x_mm, fit.by_tags.y_mm]) - at
        square = float(with_looks @ np.linalg.solve(fit.pose.covariance[:2, :2], with_looks))
        out.append(PlaceError(tuple(with_looks.tolist()), tuple(by_tags.tolist()), square))
    return tuple(out)


def judge_pictures(column, standing, first, count, seed):
    return [judge_picture(column, standing, number, seed) for number in range(first, first + count)]


def run(columns=None, *, pictures=PICTURES, seed, standing=Standing(), progress=None, workers=PROCESSES):  # noqa: B008
    figures = {}
    if workers == 1:
        for column in columns or COLUMNS:
            figures[column] = summary(judge_pictures(column, standing, 0, pictures, seed))
            if progress is not None:
                progress("\n".join(lines(column, figures[column])))
        return figures
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes that start below
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = {
            column: [
                pool.submit(judge_pictures, column, standing, first, min(PICTURES_A_SESSION, pictures - first), seed)
                for first in range(0, pictures, PICTURES_A_SESSION)
            ]
            for column in columns or COLUMNS
        }
        for column, parts in jobs.items():
            figures[column] = summary([picture for part in parts for picture in part.result()])
            if progress is not None:
                progress("\n".join(lines(column, figures[column])))
    return figures


def summary(pictures):
    answers = [answer for picture in pictures for answer in picture.answers]
    places = [place for picture in pictures for place in picture.places]
    kinds = {
        "all": answers,
        "range": [answer for answer in answers if answer.rule == "range"],
        "contact": [answer for answer in answers if answer.rule != "range"],
    }
    return {
        "pictures": len(pictures),
        "corner_noise_px": round(math.sqrt(np.mean([picture.noise_px**2 for picture in pictures])), 4),
        "ships": len(places),
        "place_rms_mm": round(math.sqrt(float(np.mean(np.square([place.with_looks for place in places])))), 3),
        "place_coverage": round(float(np.mean([place.square < CHI2_95_OF_TWO for place in places])), 3),
        "leans_reported": sum(picture.leans_reported for picture in pictures),
        "masts_reported": sum(picture.masts_reported for picture in pictures),
        "kinds": {kind: _kind_summary(some) for kind, some in kinds.items()},
    }


def _kind_summary(answers):
    measured = [answer for answer in answers if answer.error_mm is not None]
    errors = np.array([answer.error_mm for answer in measured])
    sigmas = np.array([answer.sigma_mm for answer in measured])
    bins, ours, least, claimed = {}, 0.0, 0.0, 0.0
    for low, high in pairwise(BINS_MM):
        some = [a for a in answers if low <= abs(a.margin_mm) < high and a.is_answered]
        share = sum(a.verdict == "too_close" for a in some) / max(1, len(some))
        both = [a for a in some if a.limit_sigma_mm is not None and a.sigma_mm is not None]
        limit_share = _mean([_uncalled_share(a.margin_mm, a.limit_sigma_mm) for a in both])
        claimed_share = _mean([_uncalled_share(a.margin_mm, a.sigma_mm) for a in both])
        ours, least = ours + share * (high - low), least + limit_share * (high - low)
        claimed += claimed_share * (high - low)
        bins[f"{low:g} to {high:g}"] = {
            "too_close": sum(a.verdict == "too_close" for a in some),
            "answered": len(some),
            "limit_share": round(limit_share, 3),
            "claimed_share": round(claimed_share, 3),
        }
    both = [a for a in measured if a.limit_sigma_mm is not None]
    ratios = [a.sigma_mm / a.limit_sigma_mm for a in both]
    return {
        "asked": len(answers),
        "answered": sum(answer.is_answered for answer in answers),
        "conditional": sum(answer.is_conditional for answer in answers),
        "wrong": sum(answer.is_wrong for answer in answers),
        "within": int((np.abs(errors) <= PLUS_MINUS * sigmas).sum()),
        "measured": len(measured),
        "rms_mm": round(float(np.sqrt((errors**2).mean())), 3),
        "plus_minus_mm": round(PLUS_MINUS * float(np.median(sigmas)), 3),
        "limit_plus_minus_mm": round(PLUS_MINUS * float(np.median([a.limit_sigma_mm for a in both])), 3),
        "sigma_ratio": round(float(np.median(ratios)), 3),
        "zone_mm": round(ours, 3),
        "limit_zone_mm": round(least, 3),
        "zone_ratio": round(ours / max(least, 1e-9), 3),
        "claimed_zone_ratio": round(claimed / max(least, 1e-9), 3),
        "bins": bins,
    }


def _uncalled_share(margin_mm, sigma_mm):
    """How often a normal measurement with this sigma is not called at this margin."""
    score = abs(margin_mm) / sigma_mm
    return _normal(CALL_SIGMAS - score) - _normal(-CALL_SIGMAS - score)


def _mean(values):
    return float(np.mean(values)) if values else 0.0


def _normal(x):
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def lines(column, cell):
    yield (
        f"{column}: {cell['pictures']} pictures, {cell['ships']} ships, corners {cell['corner_noise_px']} px, "
        f"places off by {cell['place_rms_mm']} mm rms an axis, {cell['place_coverage']:.1%} of them within 95 %; "
        f"leans reported {cell['leans_reported']}, masts {cell['masts_reported']}"
    )
    for kind, each in cell["kinds"].items():
        yield (
            f"  {kind:<8} {each['answered']} of {each['asked']} answered, {each['conditional']} conditional, "
            f"wrong {each['wrong']}; within ± {each['within']} of {each['measured']} "
            f"({each['within'] / max(1, each['measured']):.1%}); off by {each['rms_mm']} rms, "
            f"± {each['plus_minus_mm']} (limit {each['limit_plus_minus_mm']}, sigmas {each['sigma_ratio']} times); "
            f"zone {each['zone_mm']} mm, limit {each['limit_zone_mm']}, ratio {each['zone_ratio']} "
            f"(by the claimed sigmas {each['claimed_zone_ratio']})"
        )
        yield "           too close: " + ", ".join(
            f"{span} mm {b['too_close']}/{b['answered']} (limit {b['limit_share']:.0%})"
            for span, b in each["bins"].items()
        )


def misses(figures):
    """What falls short of what the project promises."""
    out = []
    for column, cell in figures.items():
        each = cell["kinds"]["all"]
        if each["wrong"]:
            out.append(f"zone, {column}: {each['wrong']} of {each['asked']} calls wrong, asked none")
        if each["zone_ratio"] > MAX_ZONE_RATIO:
            out.append(f"zone, {column}: {each['zone_ratio']} times the limit's, asked {MAX_ZONE_RATIO} at most")
        coverage = each["within"] / max(1, each["measured"])
        if off_the_band(coverage, each["measured"]):
            out.append(f"zone, {column}: {coverage:.1%} of the distances within their plus-minus, asked 93 to 97 %")
        for span, most in MAX_TOO_CLOSE.items() if COLUMNS[column].off_vertical_deg else ():
            share = each["bins"][span]["too_close"] / max(1, each["bins"][span]["answered"])
            if share > most:
                out.append(f"zone, {column}: {share:.0%} too close at {span} mm, asked {most:.0%} at most")
    return out


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m bench.zone", description=__doc__.splitlines()[0])
    parser.add_argument("--column", action="append", choices=list(COLUMNS), help="once or more; all if left out")
    parser.add_argument("--pictures", type=int, default=PICTURES, help="a column; 16 questions each")
    parser.add_argument("--seed", type=int, help="to repeat a run; a fresh one if left out")
    parser.add_argument("--workers", type=int, default=PROCESSES, help="processes that judge pictures")
    parser.add_argument("--lean-deg", type=float, help="true lean of the rigs, one sigma an axis")
    parser.add_argument("--known-lean-deg", type=float, help="what the table file says of it")
    parser.add_argument("--alike-deg", type=float, default=0.0, help="lean of all rigs to the same side")
    asked = parser.parse_args(arguments)
    seed = secrets.randbelow(1_000_000) if asked.seed is None else asked.seed
    lean = staging.LEAN_RAD if asked.lean_deg is None else math.radians(asked.lean_deg)
    known = staging.LEAN_RAD if asked.known_lean_deg is None else math.radians(asked.known_lean_deg)
    standing = Standing(lean, known, math.radians(asked.alike_deg))
    print(f"seed {seed}, code {results.state_of_the_code()}", flush=True)
    began = time.monotonic()
    figures = run(
        asked.column,
        pictures=asked.pictures,
        seed=seed,
        standing=standing,
        progress=lambda words: print(words, flush=True),
        workers=asked.workers,
    )
    failed = misses(figures)
    print(f"seed {seed}, {time.monotonic() - began:.0f} s", *(failed or ["every figure holds"]), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
