"""Ships on the fitting-out sheet as the studio's camera sees them: true hulls that differ from the packaged models.

Everything that a fit must find out is drawn here at random: the hull's length, width and height, where its masts
stand, how its plate was glued on, how the hand set it down, the light, the camera, the colours.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.pieces import MountKind, Piece, PieceModel, TagMount
from tableassist.store.models import find_model
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.studio.surfaces.faces import FleetColours
from tableassist.vision.camera.lens import Lens
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.views import bow_x_mm
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tests.studio.staged_jig import StagedJig, set_on_jig

DIST = (-0.105, 0.034, 0.0005, -0.0004)
EDGE = (40.0, 318.0, 597.0, 875.0)
PLACES = [(x, y) for x in EDGE for y in EDGE if x in (EDGE[0], EDGE[-1]) or y in (EDGE[0], EDGE[-1])]
MAT = MatLayout(915.0, 915.0, tuple(MatTag("36h11", i, 44.0, x, y, 0.0) for i, (x, y) in enumerate(PLACES)), 0.1)
MODELS = (
    "five-mast", "four-mast", "three-mast", "two-mast", "one-mast", "schooner-2", "schooner-3", "longship-2", "junk-3"
)  # fmt: skip
COLOURS = {
    # BGR: hull, deck, rail, cloth, emblem
    "dark": FleetColours((40, 42, 46), (74, 100, 130), (30, 30, 34), (58, 54, 56), (214, 222, 226), False),
    "red": FleetColours((52, 58, 150), (112, 160, 196), (46, 50, 168), (226, 234, 238), (48, 44, 190), True),
    "blue": FleetColours((150, 92, 40), (120, 168, 198), (150, 92, 40), (214, 226, 232), (150, 92, 40), False),
    "green": FleetColours((60, 130, 70), (120, 168, 198), (60, 130, 70), (214, 226, 232), (60, 130, 70), False),
    "brown": FleetColours((46, 76, 110), (100, 140, 176), (40, 66, 98), (220, 226, 230), (60, 60, 150), True),
    "yellow": FleetColours((60, 170, 214), (120, 170, 200), (40, 150, 200), (214, 226, 232), (40, 60, 160), False),
    "grey": FleetColours((120, 122, 126), (130, 140, 150), (110, 112, 116), (200, 206, 210), (60, 60, 66), False),
    "pale": FleetColours((196, 204, 208), (170, 190, 204), (190, 198, 204), (220, 228, 232), (80, 80, 160), False),
    "white": FleetColours((232, 236, 238), (232, 236, 238), (232, 236, 238), (232, 236, 238), (232, 236, 238), False),
}


def camera_over(target, *, off_deg=30.0, distance_mm=1150.0, azimuth_deg=-90.0):
    return StudioCamera.looking_at(
        target, distance_mm=distance_mm, off_vertical_deg=off_deg, azimuth_deg=azimuth_deg,
        fx=1344.0, fy=1345.8, cx=960.0, cy=536.0, dist=DIST, width_px=1920, height_px=1080,
    )  # fmt: skip


LENS = Lens(1920, 1080, 1344.0, 1345.8, 960.0, 536.0, (*DIST, 0, 0, 0, 0), np.zeros((12, 12)))


def built_ship(model: PieceModel, long: float, broad: float, height_mm: float, rng) -> PieceModel:
    """The ship as she really is: longer, broader and lower than the model, her masts a little elsewhere."""
    masts = []
    for mast in model.masts:
        drop = height_mm - model.height_mm
        sail = None
        if mast.sail is not None:
            sail = replace(mast.sail, foot_mm=mast.sail.foot_mm + drop, head_mm=mast.sail.head_mm + drop)
        x = mast.x_mm * long + rng.normal(0.0, 0.6)
        masts.append(replace(mast, x_mm=x, y_mm=mast.y_mm * broad, top_mm=mast.top_mm + drop, sail=sail))
    return replace(
        model,
        hull=tuple((x * long, y * broad) for x, y in model.hull),
        bowsprit=tuple((x * long, y * broad) for x, y in model.bowsprit),
        masts=tuple(masts),
        height_mm=height_mm,
    )


@dataclass(frozen=True)
class Stage:
    """One ship as she is, as the table file has her, and her pictures on the sheet."""

    piece: Piece
    true: Piece
    pictures: tuple
    colour: str
    off_deg: float
    sheet: StagedJig
    downs: tuple[StagedPiece, ...]
    """As she stood in each picture."""
    look: Look


def staged(
    seed,
    *,
    model=None,
    colour=None,
    off_deg=30.0,
    long=None,
    broad=None,
    hand_mm=0.3,
    hand_deg=0.6,
    lean_deg=0.3,
    scale=1.0,
    tags=1,
    jig=A4_JIG,
):
    rng = np.random.default_rng((31, seed))
    model_name = model or MODELS[seed % len(MODELS)]
    names = [name for name in COLOURS if name != "white"]
    colour = colour or names[(seed // 2) % len(names)]
    packaged = find_model(model_name, asked_in=None, field="model")
    long = long or rng.uniform(0.9, 1.1)
    broad = broad or rng.uniform(0.9, 1.1)
    really = built_ship(packaged, long, broad, rng.uniform(4.0, 7.0), rng)
    suggested = packaged.suggested_mounts[0]
    meant = [
        TagMount(
            "36h11", 100, suggested.size_mm, suggested.kind, suggested.x_mm, suggested.y_mm, suggested.z_mm, 0.0,
            1.5, 1.5, math.radians(4.0), mast=suggested.mast,
        )
    ]  # fmt: skip
    if tags > 1:
        low = TagMount("36h11", 101, 12.0, MountKind.DECK, 0.0, 0.0, packaged.height_mm, 0.0, 1.5, 1.5, 0.07)
        meant.append(low)
    glued = []
    for mount in meant:
        x, y, z, yaw = rng.normal(0.0, (1.0, 1.0, 1.2, math.radians(3.0)))
        at = min(x for x, _ in really.hull) + 3.5 if mount.kind is MountKind.FLAG else mount.x_mm
        glued.append(
            replace(
                mount, x_mm=at + x, y_mm=mount.y_mm + y, z_mm=mount.z_mm + z, yaw_rad=mount.yaw_rad + yaw,
                slope_x=rng.normal(0, 0.015), slope_y=rng.normal(0, 0.015),
            )
        )  # fmt: skip
    piece = Piece("ship", "HMS Trial", packaged, "Anne", (), tuple(meant))
    true = Piece("ship", "HMS Trial", really, "Anne", (), tuple(glued))
    at = rng.uniform((120.0, 120.0), (540.0, 600.0))
    sheet = StagedJig(jig, float(at[0]), float(at[1]), heading_rad=rng.uniform(-0.15, 0.15), scale=scale)
    middle = sheet.mat_from_jig.place(np.array([[130.0, 95.0, 0.0]]))[0]
    camera = camera_over(
        (float(middle[0]) + rng.uniform(-60, 60), float(middle[1]) + rng.uniform(-60, 60), 0.0),
        off_deg=off_deg, distance_mm=rng.uniform(1000.0, 1300.0), azimuth_deg=rng.uniform(0.0, 360.0),
    )  # fmt: skip
    look = Look(
        light_azimuth_deg=rng.uniform(0.0, 360.0),
        light_elevation_deg=rng.uniform(40.0, 75.0),
        brightness=rng.uniform(0.8, 1.05),
        shadow=rng.uniform(0.2, 0.5),
        shadow_softness_mm=rng.uniform(1.0, 4.0),
        blur_sigma_px=rng.uniform(0.45, 0.8),
        jpeg_quality=int(rng.choice([88, 92, 95])),
    )
    studio = Studio(camera, look, samples=4)
    bow, pictures, downs = bow_x_mm(true.model), [], []
    for slot in A4_JIG.slots:
        ahead, aside = rng.normal(0.0, hand_mm, 2)
        down = set_on_jig(
            true, bow, sheet, slot, ahead_mm=ahead, aside_mm=aside, turn_rad=math.radians(rng.normal(0.0, hand_deg))
        )
        roll, pitch = rng.normal(0.0, math.radians(lean_deg), 2)
        ship = replace(down, roll_rad=roll, pitch_rad=pitch, colours=COLOURS[colour])
        downs.append(ship)
        pictures.append(studio.picture(StagedTable(MAT, (ship,), sheets=(sheet,)), rng))
    return Stage(piece, true, tuple(pictures), colour, off_deg, sheet, tuple(downs), look)
