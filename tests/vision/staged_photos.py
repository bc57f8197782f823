"""Seven path-traced pictures of a table, with the exact truth beside each: tests/data/staged."""

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tableassist.pieces import Mast, MountKind, Piece, PieceKind, PieceModel, Sail, SailPlane, TagMount
from tableassist.vision.camera.lens import Lens
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

FOLDER = Path(__file__).parents[1] / "data" / "staged"
UPRIGHT = ("overhead1080_0", "oblique1080_0", "dim1080_0", "masttop1080_0", "wide1080_0", "flag30_0")
LEANING = "lean1080_0"
"""The rigs of seven ships lean, and their tags with them; nothing measures a lean yet."""
FACE_MM = 0.15
"""The printed face lies this much above the given z."""


def truth_of(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


def image_of(name):
    return cv2.imread(str(FOLDER / f"{name}.jpg"))


def lens_of(truth):
    camera = truth["camera"]
    return Lens(
        camera["w"], camera["h"], camera["fx"], camera["fy"], camera["cx"], camera["cy"],
        (*camera["dist"], 0.0, 0.0, 0.0), np.zeros((12, 12)),
    )  # fmt: skip


def mat_of(truth):
    tags = tuple(MatTag(t["family"], t["id"], t["size"], t["x"], t["y"], t["yaw"]) for t in truth["tags"])
    return MatLayout(truth["mat"]["w"], truth["mat"]["h"], tags, 0.0)


def pieces_of(truth):
    pieces = []
    for number, entry in enumerate(truth["pieces"]):
        kind = PieceKind.SHIP if entry["kind"] == "ship" else PieceKind.ISLAND
        hull = tuple((x, y) for x, y in entry["hull"])
        model = PieceModel(entry["kind"], kind, hull, entry["height"], (), (), None, 0.0)
        # Heights count from the mat tags' faces, which lie FACE_MM up themselves.
        mounts = tuple(
            TagMount(t["family"], t["id"], t["size"], MountKind.FLAG, t["x"], t["y"], t["z"], t["yaw"], 0.0, 0.0, 0.0)
            for t in entry["tags"]
        )
        pieces.append(Piece(str(number), f"{entry['kind']} {number}", model, None, (), mounts))
    return tuple(pieces)


def rigged_pieces_of(truth):
    """With their masts and sails; the staff of a flag is none."""
    rigged = []
    for piece, entry in zip(pieces_of(truth), truth["pieces"], strict=True):
        masts = tuple(_mast(mast) for mast in entry.get("masts", ()) if "sail" in mast)
        rigged.append(replace(piece, model=replace(piece.model, masts=masts)))
    return tuple(rigged)


def _mast(entry):
    sail = entry["sail"]
    plane = SailPlane.ATHWART if abs(math.cos(sail["yaw"])) < 0.5 else SailPlane.FORE_AND_AFT
    return Mast(entry["x"], entry["y"], entry["h"], 0.0, 0.0, Sail(plane, sail["w"], sail["z"], sail["z"] + sail["h"]))


def corners_of(truth):
    """Each tag's white card in the picture, by the pinhole formula with OpenCV's distortion, written out here."""
    found = {}
    for tag in truth["tags"]:
        found[tag["id"]] = _seen(truth["camera"], tag, tag["x"], tag["y"], tag["yaw"])
    for piece in truth["pieces"]:
        c, s = math.cos(piece["yaw"]), math.sin(piece["yaw"])
        for tag in piece["tags"]:
            x, y = piece["x"] + c * tag["x"] - s * tag["y"], piece["y"] + s * tag["x"] + c * tag["y"]
            found[tag["id"]] = _seen(truth["camera"], tag, x, y, piece["yaw"] + tag["yaw"])
    return found


def _seen(camera, tag, x, y, yaw):
    half = tag["size"] * 10 / 8 / 2
    out = []
    for a, b in ((-half, -half), (half, -half), (half, half), (-half, half)):
        c, s = math.cos(yaw), math.sin(yaw)
        place = np.array([x + c * a - s * b, y + s * a + c * b, tag["z"] + FACE_MM])
        px, py, pz = np.reshape(camera["R"], (3, 3)) @ place + camera["t"]
        u, v = px / pz, py / pz
        k1, k2, p1, p2, k3 = camera["dist"]
        r2 = u * u + v * v
        bend = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
        ud = u * bend + 2 * p1 * u * v + p2 * (r2 + 2 * u * u)
        vd = v * bend + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v
        out.append((camera["fx"] * ud + camera["cx"], camera["fy"] * vd + camera["cy"]))
    return np.array(out)


def is_inside(corners, truth):
    size = (truth["camera"]["w"], truth["camera"]["h"])
    return (corners > 0).all() and (corners < np.subtract(size, 1)).all()
