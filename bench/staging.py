"""Tables and cameras for the benchmark, of known geometry."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.store.models import find_model
from tableassist.studio.optics import StudioCamera
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.camera.lens import Lens
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

_HERE = Path(__file__)
MAT_MM = 915.0
EDGE = (40.0, 318.0, 597.0, 875.0)
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160)}
DISTORTION = (-0.105, 0.034, 0.0005, -0.0004)
LEAN_RAD, LIFT_MM = math.radians(0.3), 0.2
"""How much a ship's lean differs from one set-down to the next, to each side, as the jig has told; and how far a mat is
from flat."""


def with_known_lean(mount):
    """The mount as the jig gives it: with how upright its ship stands."""
    return replace(mount, sigma_lean_rad=LEAN_RAD)


def set_down(staged, rng, lift_sigma_mm=0.0):
    """As a hand sets a ship down: not quite upright, on a mat that is perhaps not quite flat."""
    roll, pitch = rng.normal(0.0, LEAN_RAD, 2)
    lift_mm = staged.lift_mm + rng.normal(0.0, lift_sigma_mm)
    return replace(staged, rig=replace(staged.rig, roll_rad=roll, pitch_rad=pitch), lift_mm=lift_mm)


def mat_layout(placement_sigma_mm=0.0):
    places = [(x, y) for x in EDGE for y in EDGE if x in (EDGE[0], EDGE[-1]) or y in (EDGE[0], EDGE[-1])]
    tags = tuple(MatTag("36h11", number, 44.0, x, y, 0.0) for number, (x, y) in enumerate(places))
    return MatLayout(MAT_MM, MAT_MM, tags, placement_sigma_mm)


def camera(size, off_vertical_deg, azimuth_deg, roll_deg=2.0, distance_mm=None):
    width, height = SIZES[size]
    scale = height / 1080.0
    return StudioCamera.looking_at(
        (MAT_MM / 2, MAT_MM / 2, 0.0),
        distance_mm=distance_mm or 1280.0 + 1.2 * off_vertical_deg,
        off_vertical_deg=off_vertical_deg,
        azimuth_deg=azimuth_deg,
        roll_deg=roll_deg,
        width_px=width,
        height_px=height,
        fx=1344.0 * scale,
        fy=1345.8 * scale,
        cx=(966.7 + 0.5) * scale - 0.5,
        cy=(535.6 + 0.5) * scale - 0.5,
        dist=DISTORTION,
    )


def lens_of(view):
    return Lens(
        view.width_px, view.height_px, view.fx, view.fy, view.cx, view.cy, (*DISTORTION, 0, 0, 0, 0), np.zeros((12, 12))
    )


def plate(number, height_mm, size_mm=16.0):
    """A hull with one tag on a staff; nothing on it hides the tag."""
    hull = ((-20, -7), (14, -7), (22, 0), (14, 7), (-20, 7))
    model = PieceModel("plate", PieceKind.SHIP, hull, min(6.0, height_mm - 1.0), (), (), 14.0, 0.0)
    mount = TagMount("36h11", 100 + number, size_mm, MountKind.FLAG, -12.0, 0.0, height_mm, 0.0, 0.0, 0.0, 0.0)
    owner = "A" if number % 2 else "B"
    return Piece(f"p{number}", f"piece {number}", model, owner, (), (with_known_lean(mount),))


def spread_plates(count, height_mm, rng, size_mm=16.0):
    """Plates over the mat's inner part, one a cell, anyhow turned."""
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    wide, high = (MAT_MM - 200.0) / columns, (MAT_MM - 200.0) / rows
    staged = []
    for number in range(count):
        x = 100.0 + wide * (number % columns + 0.5) + rng.uniform(-0.2, 0.2) * wide
        y = 100.0 + high * (number // columns + 0.5) + rng.uniform(-0.2, 0.2) * high
        pose = PlanarPose(x, y, rng.uniform(-math.pi, math.pi))
        staged.append(StagedPiece(plate(number, height_mm, size_mm), pose))
    return tuple(staged)


def fleet(count, rng):
    """Rigged ships of two players with their flags' tags, spread over the mat."""
    models = ("five-mast", "four-mast", "three-mast", "two-mast", "one-mast")
    staged = []
    for each in spread_plates(count, 60.0, rng, 18.0):
        number = int(each.piece.id[1:])
        model = find_model(models[number % 5], asked_in=_HERE, field="bench")
        stern = min(x for x, _ in model.hull) + 3.0
        mount = TagMount("36h11", 100 + number, 18.0, MountKind.FLAG, stern, 0.0, 60.0, 0.0, 0.1, 0.2, 0.002)
        cannons = tuple(
            Cannon(mast, 3, CannonRange.LONG if mast % 2 else CannonRange.SHORT)
            for mast in range(1, len(model.masts) + 1)
        )
        piece = Piece(each.piece.id, f"ship {number}", model, each.piece.owner, cannons, (mount,))
        staged.append(StagedPiece(piece, each.pose))
    return tuple(staged)


def table(pieces, mat=None):
    return StagedTable(mat or mat_layout(), tuple(pieces))
