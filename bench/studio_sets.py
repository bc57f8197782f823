"""The same evenings as `bench.blender.sets`, drawn by the studio: cheap, so that there can be many.

    python -m bench.studio_sets FOLDER --kind kit --seeds 31 32 33 --play 12

Each seed becomes a set in FOLDER that `python -m bench first_hour --renders FOLDER` takes like a rendered one. The
studio's light and ground are simpler than a path tracer's: what holds here has to be shown there as well.
"""

import argparse
import json
import math
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import shapely

from bench.blender import sets, stage
from bench.blender.develop import JPEG_QUALITY
from bench.first_hour import run_command
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Piece
from tableassist.store.table import read_table
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedRig, StagedTable
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.registration.mat_layout import MatLayout
from tests.studio.staged_board import StagedBoard, board_cameras, board_picture
from tests.studio.staged_jig import StagedJig

BOARD = StagedBoard(11, 8, 24.0, 17.0)
BOARD_VIEWS = 20


def main(words: list[str]) -> None:
    asked = argparse.ArgumentParser(prog="python -m bench.studio_sets", description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--kind", choices=tuple(sets.KINDS), default="kit")
    asked.add_argument("--seeds", type=int, nargs="+", default=[31])
    asked.add_argument("--play", type=int, default=12)
    options = asked.parse_args(words)
    for seed in options.seeds:
        make_set(options.folder / f"studio-{options.kind}-{seed}", options.kind, seed, options.play)


def make_set(
    folder: Path, kind: str, seed: int, play: int, new: list[str] | None = None, *, mat: bool = True, board: bool = True
) -> None:
    """Draw one evening: board, mat, every ship on the jig, play."""
    folder.mkdir(parents=True)
    table, new = folder / "table.toml", new or sets.new_options(kind)
    run_command("new", "table.toml", *new, folder=folder)
    run_command("print", "kit", "--table", "table.toml", "--out", "kit.pdf", folder=folder)
    session = stage.open_session(table, folder / "kit.pdf", folder, seed)
    truth = {"kind": kind, "new": new, **stage.session_truth(session)}
    (folder / "session.json").write_text(json.dumps(truth, indent=1))
    pieces = {piece.id: true_piece(piece, truth) for piece in read_table(table).pieces}
    rng = np.random.default_rng((seed, 7))
    look = Look(light_azimuth_deg=rng.uniform(0.0, 360.0), light_elevation_deg=rng.uniform(45.0, 70.0))
    taped = true_mat(read_table(table).mat, session)
    sheet = sets.lay_sheet(session)
    base = stage.base_picture(session)
    for made, truth_of_picture, _ in (
        *sets.plan_jig(session, base, base, sheet, 99),
        *(sets.plan_survey(session) if mat else ()),
        *sets.plan_play(session, base, play),
    ):
        studio = Studio(_camera(session, np.array(made["camera"]["world_from_camera"])), look)
        laid = (_sheet(session, sheet),) if truth_of_picture["kind"] == "jig" else ()
        stood = tuple(_stand(pieces, row) for row in truth_of_picture.get("pieces", ()))
        image = studio.picture(StagedTable(taped, stood, laid=laid), rng)
        _keep(folder / f"{made['name']}.jpg", image, stage.full_truth(session, made, truth_of_picture))
    views = board_cameras(BOARD_VIEWS, rng, _camera(session, session.world_from_camera), 230.0) if board else ()
    for number, view in enumerate(views):
        image = board_picture(BOARD, view, Look(), rng)
        _keep(folder / f"calibrate/{number + 1:02d}.jpg", image, {"kind": "calibrate"})


def _keep(path: Path, image: np.ndarray, truth: dict) -> None:
    path.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    path.with_suffix(".json").write_text(json.dumps(truth))


def true_piece(piece: Piece, truth: dict) -> Piece:
    """The piece as it really is: outline, deck, masts and tags."""
    is_ship = piece.id in truth["ships"]
    if not is_ship and piece.id not in truth["islands"]:
        return piece
    true = truth["ships" if is_ship else "islands"][piece.id]
    outline = shapely.Polygon(true["hull_mm"]).buffer(0.0).simplify(0.01).exterior.coords[:-1]
    model = replace(piece.model, hull=tuple(outline[::-1]))
    model = replace(model, height_mm=true["deck_height_mm"] if is_ship else true["height_mm"])
    if is_ship:
        places = zip(model.masts, true["masts_x_mm"], true["masts_y_mm"], strict=True)
        masts = tuple(replace(mast, x_mm=x, y_mm=y) for mast, x, y in places)
        bow_x, bow_y = true["bow_mm"]
        bowsprit = ((bow_x, bow_y), (bow_x + true["bowsprit_mm"], bow_y)) if true["bowsprit_mm"] else ()
        model = replace(model, masts=masts, bowsprit=bowsprit)
    tags = {tag["tag"]: tag for tag in true["tags"]}
    return replace(piece, model=model, mounts=tuple(_true_mount(mount, tags[mount.tag]) for mount in piece.mounts))


def _true_mount(mount, true: dict):
    roll, pitch = true["tilt_rad"]
    return replace(
        mount,
        x_mm=true["x_mm"],
        y_mm=true["y_mm"],
        z_mm=true["z_mm"],
        yaw_rad=true["yaw_rad"],
        slope_x=-math.tan(pitch),
        slope_y=math.tan(roll),
    )


def true_mat(mat: MatLayout, session: stage.Session) -> MatLayout:
    """The mat with its tags where they were taped."""
    tags = []
    for tag in mat.tags:
        pose = session.mat_tags[tag.tag]
        turn = math.atan2(pose[1, 0], pose[0, 0])
        tags.append(replace(tag, x_mm=float(pose[0, 3]), y_mm=float(pose[1, 3]), yaw_rad=turn))
    return replace(mat, tags=tuple(tags))


def _camera(session: stage.Session, world_from_camera: np.ndarray) -> StudioCamera:
    lens, turn = session.lens, world_from_camera[:3, :3].T
    move = -turn @ world_from_camera[:3, 3]
    dist = (lens.k1, lens.k2, lens.p1, lens.p2, 0.0, 0.0, 0.0, 0.0)
    size = lens.width_px, lens.height_px, lens.focal_px, lens.focal_px
    return StudioCamera(*size, *lens.centre_px, dist, tuple(map(tuple, turn)), tuple(move))


def _sheet(session: stage.Session, at: stage.SetDown) -> StagedJig:
    """The studio's own drawing of the jig, where the page lies: its frame begins within the page's margins."""
    slot, design = sets.jig_slots(session)[0], A4_JIG.slots[0]
    offset = np.array([[slot["x_mm"] - design.x_mm, slot["y_mm"] - design.y_mm]])
    x, y = at.place(offset)[0]
    return StagedJig(A4_JIG, float(x), float(y), at.heading_rad, thickness_mm=stage.CARD_Z)


def _stand(pieces: dict[str, Piece], row: dict) -> StagedPiece:
    pose = PlanarPose(row["x_mm"], row["y_mm"], row["heading_rad"])
    roll, pitch = row.get("rig_lean_rad", (0.0, 0.0))
    rig = StagedRig(roll_rad=roll, pitch_rad=pitch)
    return StagedPiece(pieces[row["id"]], pose, lift_mm=row.get("base_mm", 0.0), rig=rig)


if __name__ == "__main__":
    main(sys.argv[1:])
