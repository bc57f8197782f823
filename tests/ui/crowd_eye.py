"""Twenty-four ships on one mat: a table file for them, and an eye that sees them where they stand."""

import math
import time
from functools import lru_cache
from pathlib import Path

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.sources import demo_table_path, find_stage
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.store.camera import find_camera
from tableassist.store.table import read_table
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector
from tests.shared_results import load_or_make

STAGE = "demo-1080p"
SHIPS = 24
_NAMES = (
    "HMS Titan", "HMS Oxley", "HMS Plantagenet", "HMS Grand Temple", "HMS Europa", "HMS Lord Algernon",
    "Harbinger", "Revenge", "Windjammer", "Bonny Kate", "Black Swan", "Cursed Blade",
    "Le Soleil Royal", "Le Dauphin Royal", "La Possession", "La Gaule", "L'Intrépide", "Le Superbe",
    "La Santa Isabel", "El Acorazado", "La Monarca", "El Algeciras", "La Joya del Sol", "El Garante",
)  # fmt: skip
_KINDS = (
    ("five-mast", "2S-2L-2L-2L-2S", -24.0),
    ("three-mast", "4S-4L-4S", -20.5),
    ("two-mast", "3S-3S", -18.0),
    ("one-mast", "3S", -15.0),
)
_PLAYERS = ("English", "Pirates", "French", "Spanish")
_ISLANDS = (("palm-island", 457.0, 620.0), ("skull-island", 457.0, 300.0))


def write_crowd_table(folder: Path) -> Path:
    """The demo's mat and camera with twenty-four ships of four players and two islands."""
    head = demo_table_path().read_text("utf-8").split("[[pieces]]")[0].replace("studio-720p", "studio-1080p")
    homeless = "".join(f'[[players]]\nname = "{name}"\n\n' for name in _PLAYERS)
    mat = head[head.index("[mat]") :]
    start = head[: head.index("[[players]]")].replace("Demo: the English against the Pirates", "Four fleets")
    pieces = [_ship(number) for number in range(SHIPS)]
    pieces += [_island(number, name) for number, (name, _, _) in enumerate(_ISLANDS)]
    path = folder / "crowd.toml"
    path.write_text(start + homeless + mat + "\n".join(pieces), "utf-8")
    return path


def _ship(number: int) -> str:
    model, cannons, stern = _KINDS[number % len(_KINDS)]
    tag = (
        f'{{ tag = {100 + number}, size_mm = 18.0, mount = "flag", x_mm = {stern}, y_mm = 0.0, z_mm = 60.0, '
        "sigma_xy_mm = 0.1, sigma_z_mm = 0.2, sigma_yaw_deg = 0.1, sigma_slope_deg = 0.2, sigma_lean_deg = 0.3 }"
    )
    return (
        f'[[pieces]]\nid = "ship-{number}"\nname = "{_NAMES[number]}"\nmodel = "{model}"\n'
        f'owner = "{_PLAYERS[number // 6]}"\ncannons = "{cannons}"\nbase_move = "L"\noutline_sigma_mm = 0.1\n'
        f"tags = [{tag}]\n"
    )


def _island(number: int, name: str) -> str:
    words = name.replace("-", " ").capitalize()
    return (
        f'[[pieces]]\nid = "{name}"\nname = "{words}"\nmodel = "island-round"\noutline_sigma_mm = 0.1\n'
        f'tags = [{{ tag = {150 + number}, size_mm = 30.0, mount = "deck", x_mm = 0.0, y_mm = 0.0, z_mm = 4.0, '
        "sigma_xy_mm = 0.1, sigma_z_mm = 0.2, sigma_yaw_deg = 0.1 }]\n"
    )


def _poses() -> dict[str, PlanarPose]:
    """Six columns of four, each fleet in its own corner and turned anyhow."""
    rng = np.random.default_rng(19)
    places = {}
    for number in range(SHIPS):
        column, row = number % 6, number // 6
        x = 120.0 + 135.0 * column + rng.uniform(-14.0, 14.0)
        y = 150.0 + 205.0 * row + rng.uniform(-22.0, 22.0)
        places[f"ship-{number}"] = PlanarPose(x, y, rng.uniform(-math.pi, math.pi))
    return places | {name: PlanarPose(x, y, 0.0) for name, x, y in _ISLANDS}


@lru_cache(maxsize=1)
def _seen(table: Path):
    return load_or_make("crowd", lambda: _drawn(table))


def _drawn(table: Path):
    settings = read_table(table).seen_through(find_camera("studio-1080p", asked_in=table))
    places = _poses()
    staged = StagedTable(settings.mat, tuple(StagedPiece(piece, places[piece.id]) for piece in settings.pieces))
    detector = TagDetector(settings.tag_families)
    studio = Studio(find_stage(STAGE).camera)
    images = [studio.picture(staged, np.random.default_rng(number)) for number in range(3)]
    return tuple((image, detector.detect(image)) for image in images)


class CrowdEye:
    """Shows the same few pictures of the crowd again and again."""

    name = "studio"

    def __init__(self, table: Path, frames_per_s: float = 5.0):
        self.health = CaptureHealth(CaptureState.STARTING)
        self._sights = _seen(table)
        self._every_s = 1.0 / frames_per_s
        self._number, self._closed = 0, False

    def take(self, timeout_s):
        time.sleep(min(self._every_s, timeout_s))
        if self._closed:
            return None
        image, sightings = self._sights[self._number % len(self._sights)]
        self.health = CaptureHealth(CaptureState.SEEING)
        self._number += 1
        return Sight(Frame(image, time.monotonic_ns(), self._number, "Desk camera"), sightings)

    def look_for(self, families):
        pass

    def close(self):
        self._closed = True
