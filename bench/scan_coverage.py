"""How honest traced outlines are: random pieces in the studio, under random light, traced as `scan` does.

    python -m bench.scan_coverage --pieces 60 --seed 1

Truth is the outline that the studio drew. Islands and terrain get a new outline each (so that some plates hang over the
shore) and a card of another thickness than the table file says; ships get other hulls than their models, other deck
heights, colours and a lean at every set-down.
"""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import shapely

import tableassist.studio
from tableassist.geometry.frames import Floats, PlanarPose
from tableassist.pieces import Piece
from tableassist.store.camera import find_camera
from tableassist.store.table import read_table
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.studio.surfaces.faces import FleetColours
from tableassist.vision.localisation.localise import localise
from tableassist.vision.outline.trace import NotTracedError, TracedOutline, is_tall, trace
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

TABLE = Path(tableassist.studio.__file__).parent / "demo_table.toml"
SETTINGS = read_table(TABLE).seen_through(find_camera("studio-1080p", asked_in=TABLE))
LENS = SETTINGS.camera.lens_for(1920, 1080)
FLAT = ("skull-island", "turtle-island", "palm-island", "fog-bank", "reef")
SHIPS = ("oxley", "europa", "titan", "revenge", "bonny-kate", "plantagenet")
PLACES = [(200, 200), (700, 220), (690, 700), (210, 680), (450, 190), (200, 450), (710, 440), (440, 710)]
HULLS = ((40.0, 42.0, 46.0), (52.0, 58.0, 150.0), (60.0, 110.0, 160.0), (200.0, 220.0, 230.0), (60.0, 130.0, 70.0))
LEAN_RAD = math.radians(0.6)


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    is_ship: bool
    errors_mm: Floats
    """Signed, outward positive, at even steps along the traced rim."""
    point_sigmas: Floats
    sigma_mm: float

    @property
    def rms_mm(self) -> float:
        return math.sqrt(float(np.mean(self.errors_mm**2)))


def _wobbly(hull: tuple[tuple[float, float], ...], rng: np.random.Generator) -> tuple[tuple[float, float], ...]:
    """Another outline of about the same size."""
    ring = shapely.LinearRing(hull)
    points = shapely.get_coordinates(ring.interpolate(np.linspace(0.0, ring.length, 121)[:-1]))
    turn = np.arctan2(points[:, 1], points[:, 0])
    scale = np.full(len(points), rng.uniform(0.85, 1.05))
    for wave in range(2, 9):
        scale *= 1.0 + 0.08 * rng.normal() / wave * np.cos(wave * turn + rng.uniform(0.0, math.tau))
    return tuple((float(x), float(y)) for x, y in points * scale[:, None])


def _true_piece(piece: Piece, rng: np.random.Generator) -> Piece:
    """What is on the table, as against what the table file says."""
    model = piece.model
    if is_tall(piece):
        stretch = np.array([rng.uniform(0.94, 1.06), rng.uniform(0.9, 1.1)])
        hull = tuple((float(x), float(y)) for x, y in np.array(model.hull) * stretch)
        return replace(piece, model=replace(model, hull=hull, height_mm=float(rng.uniform(4.0, 9.0))))
    thick = float(rng.uniform(0.8, 2.0))
    mounts = tuple(replace(mount, z_mm=thick + 0.2) for mount in piece.mounts[:1])
    return replace(piece, model=replace(model, hull=_wobbly(model.hull, rng), height_mm=thick), mounts=mounts)


def _look(rng: np.random.Generator) -> Look:
    return Look(
        light_azimuth_deg=float(rng.uniform(0.0, 360.0)),
        light_elevation_deg=float(rng.uniform(40.0, 70.0)),
        brightness=float(rng.uniform(0.8, 1.1)),
        shadow=float(rng.uniform(0.2, 0.6)),
        shadow_softness_mm=float(rng.uniform(0.8, 4.0)),
        blur_sigma_px=float(rng.uniform(0.45, 0.8)),
        jpeg_quality=int(rng.integers(85, 96)),
    )


def _views(piece: Piece, true: Piece, count: int, rng: np.random.Generator) -> tuple[OutlineView, ...]:
    stage = "oblique" if is_tall(piece) or rng.random() < 0.5 else "demo-1080p"
    studio = Studio(stage_named(stage).camera, _look(rng))
    hull = HULLS[int(rng.integers(len(HULLS)))]
    cloth = (226.0, 234.0, 238.0) if rng.random() < 0.6 else (58.0, 54.0, 56.0)
    colours = FleetColours(hull, (112.0, 160.0, 196.0), hull, cloth, (48.0, 44.0, 190.0), cross=True)
    detector = TagDetector(("36h11",))
    lean = LEAN_RAD if is_tall(piece) else 0.0
    views = []
    for number, place in enumerate(rng.permutation(PLACES)[:count]):
        pose = PlanarPose(
            float(place[0] + rng.uniform(-30, 30)),
            float(place[1] + rng.uniform(-30, 30)),
            number * 2.4 + float(rng.uniform(-0.3, 0.3)),
        )
        roll, pitch = (float(lean * rng.normal()) for _ in range(2))
        staged = StagedPiece(true, pose, roll_rad=roll, pitch_rad=pitch, colours=colours)
        image = studio.picture(StagedTable(SETTINGS.mat, (staged,)), rng)
        sightings = detector.detect(image)
        registration = register(sightings, SETTINGS.mat, LENS)
        if registration is None:
            continue
        poses = localise(sightings, (piece,), registration, 0).poses
        if piece.id in poses:
            views.append(OutlineView(image, registration, poses[piece.id].pose))
    return tuple(views)


def _row(piece: Piece, true: Piece, traced: TracedOutline) -> Row:
    body = shapely.Polygon(true.model.hull)

    def signed(points: Floats) -> Floats:
        places = shapely.points(points)
        apart = shapely.distance(places, body.exterior)
        return np.where(shapely.contains(body, places), -apart, apart)

    ring = shapely.LinearRing(traced.points)
    even = shapely.get_coordinates(ring.interpolate(np.arange(0.0, ring.length, 0.5)))
    errors = signed(even)
    by_point = signed(np.asarray(traced.fit.points)) / (traced.fit.sigma * traced.sigma_mm / traced.fit.sigma_mm)
    return Row(piece.id, is_tall(piece), errors, by_point, traced.sigma_mm)


def run_scans(count: int, seed: int, *, ships: float) -> Iterator[Row | str]:
    """A row for each piece that was traced, the reason for each that was refused."""
    pieces = {piece.id: piece for piece in SETTINGS.pieces}
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        names = SHIPS if rng.random() < ships else FLAT
        piece = pieces[names[int(rng.integers(len(names)))]]
        piece = replace(piece, mounts=piece.mounts[:1])
        true = _true_piece(piece, rng)
        views = _views(piece, true, 8 if is_tall(piece) else 4, rng)
        try:
            yield _row(piece, true, trace(piece, views))
        except NotTracedError as problem:
            yield f"{piece.id}: {problem}"


def summary(rows: list[Row]) -> str:
    points = np.concatenate([np.abs(row.errors_mm) < 1.96 * row.sigma_mm for row in rows])
    own = np.concatenate([np.abs(row.point_sigmas) < 1.96 for row in rows])
    offsets = np.array([float(row.errors_mm.mean()) / row.sigma_mm for row in rows])
    ratios = np.array([row.rms_mm / row.sigma_mm for row in rows])
    rms = math.sqrt(float(np.mean([row.rms_mm**2 for row in rows])))
    sigma = math.sqrt(float(np.mean([row.sigma_mm**2 for row in rows])))
    return (
        f"{len(rows)} outlines, rms {rms:.2f} mm, claimed {sigma:.2f} mm: rim points within 1.96 sigma "
        f"{100 * points.mean():.1f} % (by each point's own {100 * own.mean():.1f} %), whole outlines' offsets "
        f"{100 * (np.abs(offsets) < 1.96).mean():.1f} %, worst outline {ratios.max():.2f} sigma"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pieces", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ships", type=float, default=0.35)
    asked = parser.parse_args()
    rows: list[Row] = []
    refused = 0
    for row in run_scans(asked.pieces, asked.seed, ships=asked.ships):
        if isinstance(row, str):
            refused += 1
            print(f"refused {row}", flush=True)
            continue
        rows.append(row)
        print(
            f"{row.name}: mean {row.errors_mm.mean():+.2f} rms {row.rms_mm:.2f} sigma {row.sigma_mm:.2f} "
            f"max {np.abs(row.errors_mm).max():.2f}",
            flush=True,
        )
    for name, chosen in (("flat", [r for r in rows if not r.is_ship]), ("ships", [r for r in rows if r.is_ship])):
        if chosen:
            print(f"{name}: {summary(chosen)}")
    print(f"all: {summary(rows)}; {refused} refused")


if __name__ == "__main__":
    main()
