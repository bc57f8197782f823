"""Pictures of a table that is being set up, as the studio's camera sees it: board, mat, jig and card."""

import math
import re
from dataclasses import replace

import numpy as np

from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game
from tableassist.store.table import read_table
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import ClutterKind, StagedClutter, StagedTable
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.views import bow_x_mm
from tests.shared_results import shared_between_processes
from tests.studio.staged_board import StagedBoard, board_cameras, board_picture
from tests.studio.staged_jig import StagedJig, set_on_jig

BOARD = StagedBoard(11, 8, 24.0, 17.0)
MIDDLE = (457.5, 457.5, 0.0)
SHIP = "oxley"
TRUE_MOUNT = {"x_mm": -21.9, "y_mm": 1.4, "z_mm": 63.0, "yaw_rad": math.radians(5.0)}
"""Where the ship's plate really sits: 2 mm and 5 degrees off, 3 mm too high."""
CARD_MM = (89.0, 64.0)
"""What the studio's card measures."""


def table_text(*, only=None, camera="typical"):
    """The demo's table in the hands of a player who has measured nothing yet; `only`: with one ship."""
    text = demo_table_path().read_text("utf-8").replace('camera = "studio-720p"', f'camera = "{camera}"')
    if only is None:
        return text
    head, *pieces = re.sub(r"(?m)^homes = .*\n|, sigma_[^}]*(?= })", "", text).split("[[pieces]]")
    return head + "".join(f"[[pieces]]{piece}" for piece in pieces if f'id = "{only}"' in piece)


def _over_board(x_mm, y_mm, distance_mm):
    return StudioCamera.looking_at(
        (x_mm, y_mm, 0.0), distance_mm=distance_mm, off_vertical_deg=0.0,
        fx=450.0, fy=450.0, cx=322.0, cy=178.0, dist=(-0.1, 0.03), width_px=640, height_px=360,
    )  # fmt: skip


@shared_between_processes
def board_pictures(count):
    """640 x 360, from all round."""
    rng = np.random.default_rng(1)
    tag_sources = board_cameras(count, rng, _over_board(0.0, 0.0, 500.0), 230.0)
    return [board_picture(BOARD, tag_source, Look(), rng) for tag_source in tag_sources]


def _studio(target, **seen):
    """The demo's camera from somewhere else."""
    view = StudioCamera.looking_at(target, **seen)
    camera = stage_named("demo").camera
    return Studio(replace(camera, camera_from_mat=view.camera_from_mat, translation_mm=view.translation_mm))


def settings():
    return read_table(demo_table_path())


@shared_between_processes
def mat_picture(number=0):
    """The mat alone, from one of several sides."""
    studio = _studio(
        MIDDLE, distance_mm=1400.0, off_vertical_deg=(4.0, 32.0, 36.0, 30.0)[number],
        azimuth_deg=80.0 * number, roll_deg=25.0 * number,
    )  # fmt: skip
    return studio.picture(StagedTable(settings().mat), np.random.default_rng(number))


def half_covered_picture():
    """A cloth lies over the four tags at the bottom of the picture: 3 to 6, the right edge as the player sees it."""
    image = mat_picture().copy()
    image[590:] = 60
    return image


@shared_between_processes
def card_picture():
    card = StagedClutter(ClutterKind.CARD, 420.0, 500.0, 0.4)
    studio = Studio(stage_named("demo").camera)
    return studio.picture(StagedTable(settings().mat, clutter=(card,)), np.random.default_rng(3))


@shared_between_processes
def jig_pictures():
    """The ship in direction 1 and in direction 3."""
    meant = next(piece for piece in settings().pieces if piece.id == SHIP)
    ship = replace(meant, mounts=(replace(meant.mounts[0], **TRUE_MOUNT),))
    sheet = StagedJig(A4_JIG, 330.0, 560.0, heading_rad=0.06)
    studio = _studio((457.5, 600.0, 0.0), distance_mm=900.0, off_vertical_deg=36.0)
    rng = np.random.default_rng(3)
    downs = [set_on_jig(ship, bow_x_mm(ship.model), sheet, A4_JIG.slots[slot]) for slot in (0, 2)]
    return [studio.picture(StagedTable(settings().mat, (down,), laid=(sheet,)), rng) for down in downs]


@shared_between_processes
def docked_picture(off_mm=0.0):
    """The demo's Bonny Kate with her bow at Palm Island, or so far astern of it; the mat and other pieces as staged."""
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    table = game.table_at(game.time_of("docked"))
    ships = tuple(_backed(each, off_mm) if each.piece.id == "bonny-kate" else each for each in table.pieces)
    return Studio(stage.camera).picture(replace(table, pieces=ships), np.random.default_rng(5))


def _backed(staged, off_mm):
    pose = staged.pose
    x, y = pose.x_mm - off_mm * math.cos(pose.heading_rad), pose.y_mm - off_mm * math.sin(pose.heading_rad)
    return replace(staged, pose=replace(pose, x_mm=x, y_mm=y))
