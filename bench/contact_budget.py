"""Where the plus-minus of a contact comes from: claimed and true errors of dockings and rams, source by source.

    python -m bench.contact_budget --set FOLDER --table TABLE     pictures with truth, and a table that was fitted out
    python -m bench.contact_budget --set FOLDER --seed 3          no jig in the set: its errors are drawn
    python -m bench.contact_budget --studio 16 --seed 5           pictures of `bench docking`
    ... --traced                                                  draw errors as `mount` leaves them with a traced hull
    ... --rows                                                    also one line a contact

An edge is where a piece's outline meets the contact. Its error is how much the gap changes if the measured piece is put
in the place of the true one, so the two edges' errors add up to that of the gap. For sets, the error is split: "jig" is
what is left if the tags' corners and the camera are exact, that is mounts and outline together; "picture" is the rest.
"Pull" is the error over its sigma, root mean square: 1 is honest, less is claimed too wide, more too narrow.
"""

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import shapely

from bench import docking, first_hour
from bench.studio_sets import true_piece
from tableassist.geometry.frames import ImagePoints, PiecePoints
from tableassist.pieces import Piece
from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.contact.contact import rule_touches
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.scene.seen_gap import GapVariance
from tableassist.scene.separation import Parts, between, gap_variance, seen_gap_of
from tableassist.store.table import read_table
from tableassist.vision.camera.frame import Frame
from tableassist.vision.contact.look import nearest
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

MOUNT_SOURCES = {
    "mount place": {"sigma_xy_mm": 0.0, "sigma_across_mm": None},
    "mount yaw": {"sigma_yaw_rad": 0.0},
    "mount height, slope": {"sigma_z_mm": 0.0, "sigma_slope": 0.0},
}


@dataclass
class Row:
    """One contact; errors and sigmas by source, mm."""

    name: str
    kind: str
    gap_mm: float
    verdict: str = "not measured"
    errors: dict[str, float] = field(default_factory=dict)
    sigmas: dict[str, float] = field(default_factory=dict)


@dataclass
class Picture:
    """A picture with the truth that contacts are compared with."""

    name: str
    image: np.ndarray
    settings: TableSettings
    hulls: dict[str, shapely.Polygon]
    """True outlines on the mat."""
    questions: list[tuple[str, str, str, float]]
    """Rule, subject, target, gap."""
    exact: TableSettings | None = None
    """The same table with the true mat and lens."""
    corners: dict[int, np.ndarray] = field(default_factory=dict)
    """True corners of all tags in the picture."""


def signed_gap(one: shapely.Polygon, other: shapely.Polygon) -> float:
    return nearest(one, other)[0]


def analyse(picture: Picture, detector: TagDetector) -> list[Row]:
    sightings = detector.detect(picture.image)
    state = measure(Frame(picture.image, 0, 0, "bench"), sightings, picture.settings, first_state(picture.settings))
    at_exact = _exact_poses(picture, sightings)
    to_truth = _common_motion({placed.id: placed.pose.pose for placed in state.scene.pieces}, at_exact)
    registration = state.registration
    without = {
        name: localise(
            sightings,
            tuple(_without(piece, zeros) for piece in picture.settings.pieces),
            registration,
            0,
            hulls={},
        ).poses
        for name, zeros in MOUNT_SOURCES.items()
    }
    plain = localise(sightings, picture.settings.pieces, registration, 0).poses
    rows = []
    for rule, subject, target, gap_mm in picture.questions:
        row = Row(f"{picture.name} {subject} > {target}", rule, gap_mm)
        rows.append(row)
        one, other = state.scene.find(subject), state.scene.find(target)
        if one is None or other is None or one.is_stale or other.is_stale:
            continue
        part = one.footprint if rule == "docking" else one.bow
        parts = Parts(one, part, other, other.footprint)
        (ruling,) = rule_touches(rule, [parts], "", picture.settings.rules)
        row.verdict = ruling.verdict.value
        _fill(row, parts, (picture.hulls[subject], picture.hulls[target]), at_exact, to_truth)
        for name, poses in without.items():
            for side, placed in (("one", one), ("other", other)):
                if placed.id in plain and placed.id in poses:
                    _, normal, at = nearest(one.footprint, other.footprint)
                    full, less = (_along(p[placed.id], at, normal) for p in (plain, poses))
                    row.sigmas[f"{side}: {name}"] = math.sqrt(max(full - less, 0.0))
    return rows


def _along(pose, at: np.ndarray, normal: np.ndarray) -> float:
    """Variance of a point of a piece along the normal, by its own pose."""
    arm = at - (pose.pose.x_mm, pose.pose.y_mm)
    pull = np.array([*normal, normal[1] * arm[0] - normal[0] * arm[1]])
    return float(pull @ pose.own @ pull)


def _without(piece: Piece, zeros: dict[str, float]) -> Piece:
    if piece.owner is None:
        return piece
    return replace(piece, mounts=tuple(replace(mount, **zeros) for mount in piece.mounts))


def _common_motion(measured: dict, exact: dict) -> tuple[np.ndarray, np.ndarray]:
    """Turn (2, 2) and shift (2,) from measured to exact places that all pieces have in common: a surveyed mat has its
    own origin, and that is nobody's error."""
    both = [name for name in exact if name in measured]
    if len(both) < 3:
        return np.eye(2), np.zeros(2)
    here = np.array([(measured[name].x_mm, measured[name].y_mm) for name in both])
    there = np.array([(exact[name].pose.x_mm, exact[name].pose.y_mm) for name in both])
    a, b = here - here.mean(axis=0), there - there.mean(axis=0)
    turn = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    c, s = math.cos(turn), math.sin(turn)
    matrix = np.array([[c, -s], [s, c]])
    return matrix, there.mean(axis=0) - matrix @ here.mean(axis=0)


def _fill(
    row: Row, parts: Parts, true: tuple[shapely.Polygon, shapely.Polygon], at_exact: dict, to_truth: tuple
) -> None:
    one, other = parts.one, parts.other
    hulls = one.footprint, other.footprint
    moved = [shapely.transform(hull, lambda points: points @ to_truth[0].T + to_truth[1]) for hull in hulls]
    true_gap = signed_gap(*true)
    _, _, at = nearest(*hulls)
    bare = replace(one, seen_gaps=()), replace(other, seen_gaps=())
    before = between(bare[0], parts.part, bare[1], parts.other_part)
    after = between(*_in_order(parts))
    variance: GapVariance = gap_variance(parts)
    row.errors["gap before looks"], row.sigmas["gap before looks"] = before.mm - true_gap, before.sigma_mm
    row.errors["gap"], row.sigmas["gap"] = after.mm - true_gap, after.sigma_mm
    row.sigmas["camera"] = math.sqrt(variance.shared)
    errors = signed_gap(moved[0], true[1]) - true_gap, signed_gap(true[0], moved[1]) - true_gap
    for side, error, claimed, placed in zip(
        ("one", "other"), errors, (variance.one, variance.other), (one, other), strict=True
    ):
        row.errors[f"{side}: edge before"], row.sigmas[f"{side}: edge before"] = error, math.sqrt(claimed)
        outline = _outline_sigma(placed, at)
        row.sigmas[f"{side}: outline"] = outline
        row.sigmas[f"{side}: pose"] = math.sqrt(max(claimed - outline**2, 0.0))
        if placed.id in at_exact:
            hull = _hull(placed.piece, at_exact[placed.id].pose)
            swapped = (hull, true[1]) if side == "one" else (true[0], hull)
            jig = signed_gap(*swapped) - true_gap
            row.errors[f"{side}: jig"] = jig
            row.errors[f"{side}: picture"] = error - jig
    seen = seen_gap_of(parts, np.array([before.start, before.end]))
    if seen is None:
        return
    edges = (("one", seen.edge_mm, seen.edge_sigma_mm), ("other", seen.other_edge_mm, seen.other_edge_sigma_mm))
    for (side, offset, sigma), error in zip(edges, errors, strict=True):
        if offset is not None:
            row.errors[f"{side}: edge seen"], row.sigmas[f"{side}: edge seen"] = error - offset, sigma
    if seen.gap_mm is not None:
        row.errors["look"], row.sigmas["look"] = seen.gap_mm - true_gap, seen.sigma_mm


def _in_order(parts: Parts) -> tuple:
    return parts.one, parts.part, parts.other, parts.other_part


def _outline_sigma(placed: PlacedPiece, at: np.ndarray) -> float:
    return float(rim_sigma_mm(placed.piece.model, placed.pose.pose.into_frame(at[None]))[0])


def _hull(piece: Piece, pose) -> shapely.Polygon:
    return shapely.Polygon(pose.place(PiecePoints(np.array(piece.model.hull))))


def _exact_poses(picture: Picture, sightings: tuple) -> dict:
    """Poses by tags whose corners are exact, seen by an exact camera over the true mat."""
    if picture.exact is None:
        return {}
    exact = tuple(
        replace(seen, corners=ImagePoints(picture.corners[seen.tag]))
        for seen in sightings
        if seen.tag in picture.corners
    )
    lens = picture.exact.camera.lens
    registration = register(exact, picture.exact.mat, replace(lens, covariance=np.zeros_like(lens.covariance)))
    return localise(exact, picture.exact.pieces, registration, 0).poses


def set_pictures(folder: Path, table: Path | None, seed: int, *, traced: bool = False) -> list[Picture]:
    truth = json.loads((folder / "session.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        (work / "table.toml").write_text((folder / "table.toml").read_text())
        first_hour.write_true_lens(work / "camera.toml", truth["lens"])
        path = work / "table.toml"
        path.write_text(path.read_text().replace('camera = "typical"', 'camera = "camera.toml"'))
        first_hour.run_command("scale", "table.toml", "--line", first_hour.SCALE_LINE_MM, folder=work)
        nominal = read_table(path)
    tags = []
    for tag in nominal.mat.tags:
        at = np.array(truth["mat_tags"][str(tag.tag)]["world_from_tag"])
        turn = math.atan2(at[1, 0], at[0, 0])
        tags.append(replace(tag, x_mm=float(at[0, 3]), y_mm=float(at[1, 3]), yaw_rad=turn))
    exact = replace(nominal, mat=replace(nominal.mat, tags=tuple(tags), placement_sigma_mm=0.05))
    if table is None:
        rng = np.random.default_rng(seed)
        settings = replace(exact, pieces=tuple(_drawn(piece, truth, rng, traced=traced) for piece in nominal.pieces))
    else:
        settings = read_table(table)
    exact = replace(exact, pieces=settings.pieces)
    pictures = []
    for path in sorted((folder / "play").glob("*.jpg")):
        of_picture = json.loads(path.with_suffix(".json").read_text())
        corners = {int(tag): np.array(px) for tag, px in of_picture["mat_tag_corners_px"].items()}
        for piece in of_picture["pieces"]:
            corners |= {tag["tag"]: np.array(tag["corners_px"]) for tag in piece["tags"]}
        hulls = {piece["id"]: shapely.Polygon(piece["hull_world_mm"]).buffer(0.0) for piece in of_picture["pieces"]}
        questions = [
            (q["rule"], q["subject"], q["target"], q["gap_mm"])
            for q in of_picture["questions"]
            if q["rule"] in ("docking", "ram")
        ]
        image = cv2.imread(str(path))
        pictures.append(Picture(f"{folder.name}/{path.stem}", image, settings, hulls, questions, exact, corners))
    return pictures


def _drawn(piece: Piece, truth: dict, rng: np.random.Generator, *, traced: bool) -> Piece:
    """A ship as a jig leaves her: outline and mounts off the true ones as in `bench docking`. Islands stay."""
    if piece.id not in truth["ships"]:
        return piece
    true = true_piece(piece, truth)
    bow = max(x for x, _ in true.model.hull)
    if traced:
        relief, pivot, turn_sigma = docking.TRACED_BOW_RELIEF, 0.0, docking.TRACED_TURN_RAD
        place_sigmas = np.array([docking.TRACED_ALONG_MM, docking.TRACED_ACROSS_MM])
        outline_sigma = docking.TRACED_OUTLINE_MM
    else:
        relief, pivot, turn_sigma = 0.0, bow, docking.STOP_SIGMA_RAD
        place_sigmas, outline_sigma = np.full(2, docking.STOP_SIGMA_MM), docking.OUTLINE_SIGMA_MM
    hull = docking.flawed(true.model.hull, outline_sigma, rng, relief)
    corner_sigmas = outline_sigma * docking.bow_share(docking.outward_normals(np.array(hull)), relief)
    along, across = np.hypot(place_sigmas, docking.TAG_SIGMA_MM)
    stop, turn = rng.normal(0.0, place_sigmas), rng.normal(0.0, turn_sigma)
    mounts = []
    for mount in true.mounts:
        own = rng.normal(0.0, docking.TAG_SIGMA_MM, 2)
        mounts.append(
            replace(
                mount,
                x_mm=mount.x_mm + stop[0] + own[0],
                y_mm=mount.y_mm + stop[1] + own[1] + turn * (mount.x_mm - pivot),
                yaw_rad=mount.yaw_rad + turn,
                sigma_xy_mm=along,
                sigma_across_mm=across,
                sigma_z_mm=docking.TAG_HEIGHT_SIGMA_MM,
                sigma_yaw_rad=turn_sigma,
                sigma_slope=0.005,
                sigma_lean_rad=docking.LEAN_SIGMA_RAD,
                pivot_x_mm=pivot,
            )
        )
    model = replace(true.model, hull=hull, sigma_mm=outline_sigma, hull_sigma_mm=tuple(corner_sigmas.tolist()))
    return replace(true, model=model, mounts=tuple(mounts))


def studio_pictures(count: int, seed: int, *, traced: bool = False) -> list[Picture]:
    pictures = []
    for number in range(count):
        image, settings, staged, questions = docking.stage_picture(number, seed, traced=traced)
        hulls = {each.piece.id: docking.hull_at(each.piece.model.hull, each.pose).buffer(0.0) for each in staged}
        asked = [(q.kind, q.subject, q.target, q.gap_mm) for q in questions]
        pictures.append(Picture(f"studio/{number}", image, settings, hulls, asked))
    return pictures


def describe(rows: list[Row]) -> list[str]:
    lines = []
    for kind in ("docking", "ram"):
        some = [row for row in rows if row.kind == kind]
        if not some:
            continue
        calls = defaultdict(lambda: defaultdict(int))
        for row in some:
            calls[row.gap_mm][row.verdict] += 1
        told = "; ".join(f"{gap:g} mm: {dict(counts)}" for gap, counts in sorted(calls.items()))
        lines.append(f"{kind}: {len(some)}; {told}")
        names = {name: None for row in some for name in (*row.errors, *row.sigmas)}
        for name in sorted(names):
            errors = np.array([row.errors[name] for row in some if name in row.errors])
            sigmas = np.array([row.sigmas[name] for row in some if name in row.sigmas])
            both = np.array(
                [row.errors[name] / row.sigmas[name] for row in some if name in row.errors and name in row.sigmas]
            )
            words = f"  {name:<28} n={max(len(errors), len(sigmas)):<4}"
            words += f" error {errors.mean():+.2f} rms {_rms(errors):.2f}" if len(errors) else " " * 20
            words += f"  claimed {_rms(sigmas):.2f} (median {np.median(sigmas):.2f})" if len(sigmas) else ""
            if len(both):
                words += (
                    f"  pull {_rms(both):.2f} worst {np.abs(both).max():.1f} inside {(np.abs(both) < 1.96).mean():.0%}"
                )
            lines.append(words)
    return lines


def _rms(values: np.ndarray) -> float:
    return math.sqrt(float((values**2).mean()))


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(prog="python -m bench.contact_budget", description=__doc__)
    asked.add_argument("--set", type=Path, action="append", default=[], dest="sets")
    asked.add_argument("--table", type=Path)
    asked.add_argument("--studio", type=int, default=0, metavar="PICTURES")
    asked.add_argument("--seed", type=int, default=docking.SEED)
    asked.add_argument("--traced", action="store_true")
    asked.add_argument("--rows", action="store_true")
    options = asked.parse_args(words)
    pictures = [
        each
        for folder in options.sets
        for each in set_pictures(folder, options.table, options.seed, traced=options.traced)
    ]
    pictures += studio_pictures(options.studio, options.seed, traced=options.traced)
    detector = TagDetector(("36h11",))
    rows = [row for picture in pictures for row in analyse(picture, detector)]
    if options.rows:
        for row in rows:
            values = " ".join(
                f"{name}={row.errors.get(name, math.nan):+.2f}/{row.sigmas.get(name, math.nan):.2f}"
                for name in dict.fromkeys((*row.errors, *row.sigmas))
            )
            print(f"{row.name} {row.kind} {row.gap_mm:g} {row.verdict}: {values}")
    print("\n".join(describe(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
