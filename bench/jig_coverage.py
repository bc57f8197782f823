"""How honest fitting out is on rendered pictures: outlines, tags and masts against the truth that comes with them.

    python -m bench.jig_coverage FOLDER [FOLDER ...]

Each folder is a set as `bench.blender.sets` or `bench.studio_sets` make it. Ships are fitted out with the true lens.
For every ship: the outline's error after the best shift and turn, in millimetres and in sigmas of its own corners; the
error of its rim relative to the tag that places her, in sigmas of tag and rim together, which is what a gap has; and
the tags' places relative to bow and keel.
"""

import argparse
import json
import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np
import shapely

from bench.first_hour import PLUS_MINUS, outline_distances
from tableassist.geometry.frames import PiecePoints
from tableassist.messages import say
from tableassist.pieces import Piece, TagMount
from tableassist.pieces.physical import apply_outline
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.store.table import read_table
from tableassist.vision.camera.lens import Lens
from tableassist.vision.mounts.fit import MountFit, fit_mounts
from tableassist.vision.mounts.hull_on_sheet import sheet_crop
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.unknowns import is_flat_card
from tableassist.vision.mounts.views import JigPicture
from tableassist.vision.tags.detector import TagDetector


@dataclass
class Row:
    """One ship. Arrays run along her rim, a millimetre apart."""

    name: str
    outline_mm: np.ndarray
    outline_sigmas: np.ndarray
    placed_sigmas: np.ndarray
    """Errors relative to the placing tag, in sigmas of tag and rim together."""
    tags: list[tuple[str, float, float, float, float]]
    """Kind, then errors along, across, of the height and of the yaw, in sigmas."""
    masts_mm: list[float]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folders", type=Path, nargs="+")
    detector, rows, refused = TagDetector(("36h11",)), [], 0
    for folder in words.parse_args().folders:
        truth = json.loads((folder / "session.json").read_text())
        pieces = {piece.id: piece for piece in read_table(folder / "table.toml").pieces}
        for ship, true in truth["ships"].items():
            pictures = _pictures(folder, ship, detector)
            if not pictures:
                continue
            begun = time.process_time()
            fit = fit_mounts(pictures, pieces[ship], A4_JIG, _true_lens(truth["lens"]))
            seconds = time.process_time() - begun
            if fit.outline is None:
                refused += 1
                print(folder.name, ship, true["colour"], say(fit.no_outline or fit.disagreement), flush=True)
                continue
            row = measure(f"{folder.name}/{ship}", pieces[ship], fit, true)
            rows.append(row)
            print(
                f"{row.name} {true['colour']}: outline {_rms(row.outline_mm):.2f} mm rms, worst "
                f"{np.abs(row.outline_sigmas).max():.1f} sigmas, claimed {fit.outline.sigma_mm:.2f}; rim by its tag "
                f"worst {np.abs(row.placed_sigmas).max():.1f} sigmas; {seconds:.1f} s",
                flush=True,
            )
    _summarise(rows, refused)


def _true_lens(lens: dict) -> Lens:
    (fx, _, cx), (_, fy, cy), _ = lens["matrix"]
    width, height = lens["size_px"]
    distortion = (*lens["distortion_k1_k2_p1_p2"], 0.0, 0.0, 0.0, 0.0)
    return Lens(width, height, fx, fy, cx, cy, distortion, np.zeros((12, 12)))


def _pictures(folder: Path, ship: str, detector: TagDetector) -> tuple[JigPicture, ...]:
    pictures = []
    for path in sorted((folder / "jig").glob(f"{ship}-?.jpg")):
        image = cv2.imread(str(path))
        sightings = detector.detect(image)
        pictures.append(JigPicture(path.stem, sightings, crop=sheet_crop(image, sightings, A4_JIG)))
    return tuple(pictures)


def measure(name: str, piece: Piece, fit: MountFit, true: dict) -> Row:
    """Hold one fitted-out ship against the truth."""
    assert fit.outline is not None
    model = apply_outline(piece.model, fit.outline)
    hull, true_hull = np.array(model.hull), np.array(true["hull_mm"])
    ring = shapely.LinearRing(hull)
    rim = shapely.get_coordinates(ring.interpolate(np.arange(0.0, ring.length, 1.0)))
    sigma = rim_sigma_mm(model, PiecePoints(rim))
    # The true points are measured from the found outline, so the nearest found point has the sigma.
    distances, turn = outline_distances(hull, true_hull)
    true_ring = shapely.LinearRing(true_hull)
    true_rim = shapely.get_coordinates(true_ring.interpolate(np.arange(0.0, true_ring.length, 1.0)))
    true_sigma = rim_sigma_mm(model, PiecePoints(true_rim @ _rotation(turn).T))
    tags = {tag["tag"]: tag for tag in true["tags"]}
    bow, true_bow = float(hull[:, 0].max()), float(true["bow_mm"][0])
    placing = min((tag.mount for tag in fit.tags), key=lambda mount: not is_flat_card(mount))
    return Row(
        name,
        distances,
        distances / true_sigma,
        _placed_errors(rim, placing, tags[placing.tag], true_hull) / np.hypot(sigma, _tag_sigmas(rim, placing)),
        [_tag_errors(tag.mount, tags[tag.mount.tag], bow, true_bow) for tag in fit.tags],
        [math.dist(found, place) for found, place in _masts(fit, true)],
    )


def _masts(fit: MountFit, true: dict) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    assert fit.outline is not None
    return list(zip(fit.outline.masts, zip(true["masts_x_mm"], true["masts_y_mm"], strict=True), strict=False))


def _rotation(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s], [s, c]])


def _placed_errors(rim: np.ndarray, mount: TagMount, tag: dict, true_hull: np.ndarray) -> np.ndarray:
    """How far the rim is outside the true one once the tag is where it really is."""
    turn = _rotation(tag["yaw_rad"] - mount.yaw_rad)
    placed = shapely.points((rim - (mount.x_mm, mount.y_mm)) @ turn.T + (tag["x_mm"], tag["y_mm"]))
    body = shapely.Polygon(true_hull)
    far = shapely.distance(placed, body.exterior)
    return np.where(shapely.contains(body, placed), -far, far)


def _tag_sigmas(rim: np.ndarray, mount: TagMount) -> np.ndarray:
    """What the tag's own sigmas add across the rim."""
    along = np.roll(rim, -1, axis=0) - np.roll(rim, 1, axis=0)
    normal = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    swing = normal[:, 1] * (rim[:, 0] - (mount.pivot_x_mm or 0.0)) - normal[:, 0] * rim[:, 1]
    place = np.hypot(normal[:, 0] * mount.sigma_xy_mm, normal[:, 1] * mount.sigma_y_mm)
    return np.hypot(place, mount.sigma_yaw_rad * swing)


def _tag_errors(mount: TagMount, tag: dict, bow: float, true_bow: float) -> tuple[str, float, float, float, float]:
    arm = abs(mount.x_mm - bow)
    return (
        mount.kind.value,
        (mount.x_mm - bow - (tag["x_mm"] - true_bow)) / mount.sigma_xy_mm,
        (mount.y_mm - tag["y_mm"]) / math.hypot(mount.sigma_xy_mm, mount.sigma_yaw_rad * arm),
        (mount.z_mm - tag["z_mm"]) / mount.sigma_z_mm,
        math.remainder(mount.yaw_rad - tag["yaw_rad"], math.tau) / mount.sigma_yaw_rad,
    )


def _summarise(rows: list[Row], refused: int) -> None:
    if not rows:
        return
    for title, values in (
        ("outlines", [row.outline_sigmas for row in rows]),
        ("rims by their tags", [row.placed_sigmas for row in rows]),
    ):
        joined, worst = np.concatenate(values), np.array([np.abs(one).max() for one in values])
        inside = np.abs(joined) <= PLUS_MINUS
        print(
            f"{title}: {len(rows)} ships, {refused} refused, {inside.sum()} of {len(joined)} points inside "
            f"({inside.mean():.1%}), {(worst > 3).sum()} ships beyond 3 sigmas, worst pulls "
            + " ".join(f"{pull:.1f}" for pull in np.sort(worst)[::-1])
        )
    print(f"outlines {_rms(np.concatenate([row.outline_mm for row in rows])):.2f} mm rms")
    for kind in sorted({tag[0] for row in rows for tag in row.tags}):
        pulls = np.array([tag[1:] for row in rows for tag in row.tags if tag[0] == kind])
        inside = (np.abs(pulls) <= PLUS_MINUS).sum(axis=0)
        print(f"{kind}: along, across, height, yaw inside of {len(pulls)}:", " ".join(map(str, inside)))
    print(f"masts {_rms(np.array([mm for row in rows for mm in row.masts_mm])):.2f} mm rms")


def _rms(values: np.ndarray) -> float:
    return float(np.sqrt((values**2).mean()))


if __name__ == "__main__":
    main()
