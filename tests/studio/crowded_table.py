"""A table of ten ships and six islands: its file, its pieces where they lie, and pictures of it by any camera.

The file is the demo's with two more ships and an island. What is staged is the truth; nothing of it is in the file.
"""

import math
from dataclasses import replace

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_game import ahead, outline_at, slid_to_contact
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable

FLAG = (
    "tags = [{{ tag = {tag}, size_mm = 18.0, mount = 'flag', x_mm = {x}, y_mm = 0.0, z_mm = 60.0, sigma_xy_mm = 0.1, "
    "sigma_z_mm = 0.2, sigma_yaw_deg = 0.1, sigma_slope_deg = 0.2, sigma_lean_deg = 0.3 }}]\n"
)
MORE_PIECES = (
    "[[pieces]]\nid = 'swift'\nname = 'HMS Swift'\nmodel = 'two-mast'\nowner = 'English'\ncannons = '3S-3S'\n"
    "base_move = 'S+L'\noutline_sigma_mm = 0.1\n"
    + FLAG.format(tag=25, x=-18.0)
    + "[[pieces]]\nid = 'raven'\nname = 'Raven'\nmodel = 'four-mast'\nowner = 'Pirates'\ncannons = '4S-4L-4L-4S'\n"
    "base_move = 'L'\noutline_sigma_mm = 0.1\n"
    + FLAG.format(tag=35, x=-22.5)
    + "[[pieces]]\nid = 'gull-island'\nname = 'Gull Island'\nmodel = 'island-round'\noutline_sigma_mm = 0.1\ntags = [\n"
    "    { tag = 54, size_mm = 20.0, mount = 'plate', x_mm = -15.0, y_mm = 0.0, z_mm = 1.0, sigma_xy_mm = 0.1, "
    "sigma_z_mm = 0.1, sigma_yaw_deg = 0.1 },\n]\n"
)
WEBCAM = {
    "width_px": 1920,
    "height_px": 1080,
    "fx": 1344.0,
    "fy": 1345.8,
    "cx": 966.7,
    "cy": 535.6,
    "dist": (-0.105, 0.034, 0.0005, -0.0004),
}
"""The lens of the profile studio-1080p."""
PLACES = {
    "titan": (140.0, 280.0, 75.0),
    "oxley": (330.0, 452.0, 170.0),
    "plantagenet": (560.0, 170.0, 56.0),
    "europa": (172.0, 400.0, 44.0),
    "swift": (300.0, 160.0, -20.0),
    "harbinger": (390.0, 545.0, -165.0),
    "revenge": (638.0, 261.0, -175.0),
    "windjammer": (580.0, 640.0, -170.0),
    "bonny-kate": (825.0, 486.0, -146.0),
    "raven": (270.0, 770.0, 30.0),
    "english-home": (165.0, 170.0, 15.0),
    "pirate-home": (750.0, 745.0, -10.0),
    "palm-island": (700.0, 385.0, 75.0),
    "skull-island": (470.0, 480.0, 10.0),
    "turtle-island": (160.0, 640.0, -25.0),
    "gull-island": (410.0, 330.0, 0.0),
}


def table_text(camera="studio-1080p"):
    head, *entries = demo_table_path().read_text("utf-8").split("[[pieces]]")
    entries = [entry for entry in entries if 'id = "reef"' not in entry and 'id = "fog-bank"' not in entry]
    text = "[[pieces]]".join((head.split("[dice]")[0] if "[dice]" in head else head, *entries))
    return text.replace('camera = "studio-720p"', f'camera = "{camera}"') + "\n" + MORE_PIECES


def write_table(path, camera="studio-1080p"):
    path.write_text(table_text(camera), "utf-8")
    return path


def pose_at(x_mm, y_mm, heading_deg):
    return PlanarPose(x_mm, y_mm, math.radians(heading_deg))


def crowded_table(settings, *, gap_mm=0.0, without=()):
    """Bonny Kate is `gap_mm` from Palm Island with her bow, Plantagenet as far from Revenge."""
    pieces = {piece.id: piece for piece in settings.pieces}
    poses = {name: pose_at(*place) for name, place in PLACES.items()}
    for name, target in (("bonny-kate", "palm-island"), ("plantagenet", "revenge")):
        shore = outline_at(pieces[target], poses[target])
        poses[name] = ahead(slid_to_contact(pieces[name], poses[name], shore), -gap_mm)
    staged = (StagedPiece(pieces[name], pose) for name, pose in poses.items() if name not in without)
    return StagedTable(settings.mat, tuple(staged))


def webcam(*, off_deg=30.0, distance_mm=1260.0, azimuth_deg=-90.0, roll_deg=0.0, **lens):
    """Looking at the middle of the mat; `lens` overrides WEBCAM."""
    return StudioCamera.looking_at(
        (457.5, 420.0 if off_deg > 15.0 else 457.5, 0.0),
        distance_mm=distance_mm,
        off_vertical_deg=off_deg,
        azimuth_deg=azimuth_deg,
        roll_deg=roll_deg,
        **{**WEBCAM, **lens},
    )


def zoomed(camera, share):
    """The same camera with its focal length longer by a share, from the same place."""
    return replace(camera, fx=camera.fx * (1.0 + share), fy=camera.fy * (1.0 + share))


def picture_of(table, camera, seed=1, look=None):
    return Studio(camera, look).picture(table, np.random.default_rng(seed))


def crowded_settings(tmp_path, camera="studio-1080p"):
    return read_table(write_table(tmp_path / "table.toml", camera))
