"""The path-traced photographs that lie beside a developer's checkout; tests skip where they are absent."""

import json
from pathlib import Path

import cv2
import numpy as np

from tableassist.pieces.model import PieceKind, PieceModel
from tableassist.pieces.piece import MountKind, Piece, TagMount
from tableassist.vision.lens import Lens
from tableassist.vision.mat_layout import MatLayout, MatTag

FOLDER = Path(__file__).parents[3] / "shared" / "photos" / "staged"
NAMES = ("overhead1080_0", "oblique1080_0", "dim1080_0", "masttop1080_0")
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
