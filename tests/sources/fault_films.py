"""Films of faults: pictures of the demo's table with their times, and with what truly stood where."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

import cv2
import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Piece
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedHand, StagedPiece, StagedTable
from tableassist.studio.staging.table_faults import (
    held_up,
    with_bent_staff,
    with_leaning_rig,
)
from tableassist.vision.camera.frame import Image
from tests.studio.staged_sheets import StagedTag
from tests.studio.tag_truth import tag_truths

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)
GAME = stage_game(SETTINGS)
FRAME_NS = 66_000_000
WELL = 2
"""Pictures before the fault, so that everything is known and would be remembered."""
HOUR_NS = 3_600_000_000_000


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture of a film."""

    table: StagedTable
    """What truly stands where."""
    after_ns: int = FRAME_NS
    camera: StudioCamera = STAGE.camera
    look: Look = field(default_factory=Look)
    spoilt: Callable[[Image], Image] | None = None
    """What happens to the finished picture."""
    gone: frozenset[str] = frozenset()
    """Pieces that are not where they could be judged: in a hand, tipped over. Nothing may be called about them."""
    lying: frozenset[str] = frozenset()
    """Pieces that do not stand as the table file says. A call about them that is wrong is let pass while a warning
    names one of them."""
    settling: bool = False
    """Whether those pieces were exchanged a moment ago: until they are at rest nothing is held against calls about
    them."""


@lru_cache(maxsize=12)
def studio_of(camera: StudioCamera, look: Look) -> Studio:
    return Studio(camera, look)


@lru_cache(maxsize=4)
def pictured(shot: Shot, seed: int) -> Image:
    image = studio_of(shot.camera, shot.look).picture(shot.table, np.random.default_rng((11, seed)))
    return image if shot.spoilt is None else shot.spoilt(image)


def well() -> StagedTable:
    """Ships have docked and rammed: there is something to get wrong."""
    return GAME.table_at(GAME.time_of("rammed"))


def moved(table: StagedTable, **changes: Callable[[StagedPiece], StagedPiece]) -> StagedTable:
    """The table with some pieces changed; names are ids with _ for -."""
    by_id = {name.replace("_", "-"): change for name, change in changes.items()}
    return replace(table, pieces=tuple(by_id.get(p.piece.id, lambda same: same)(p) for p in table.pieces))


def placed(table: StagedTable, piece: str) -> StagedPiece:
    return next(staged for staged in table.pieces if staged.piece.id == piece)


def shifted(by_x: float, by_y: float = 0.0) -> Callable[[StagedPiece], StagedPiece]:
    return lambda p: replace(p, pose=PlanarPose(p.pose.x_mm + by_x, p.pose.y_mm + by_y, p.pose.heading_rad))


def at(pose: PlanarPose) -> Callable[[StagedPiece], StagedPiece]:
    return lambda p: replace(p, pose=pose)


def still(table: StagedTable, count: int = 3, **more: object) -> list[Shot]:
    return [Shot(table, **more)] * count  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------- the camera


def camera_moved(x_mm: float = 0.0, y_mm: float = 0.0, *, turn_deg: float = 0.8, off_deg: float = 6.0) -> StudioCamera:
    """The demo's camera knocked aside."""
    old = STAGE.camera
    return StudioCamera.looking_at(
        (457.5 + x_mm, 457.5 + y_mm, 0.0),
        distance_mm=1275.0,
        off_vertical_deg=off_deg,
        azimuth_deg=-90.0 + turn_deg,
        roll_deg=turn_deg,
        width_px=old.width_px,
        height_px=old.height_px,
        fx=old.fx,
        fy=old.fy,
        cx=old.cx,
        cy=old.cy,
        dist=old.dist,
    )


def knocked(table: StagedTable) -> list[Shot]:
    return still(table, camera=camera_moved(9.0, -6.0, turn_deg=2.0, off_deg=7.0))


def zoomed(table: StagedTable) -> list[Shot]:
    old = STAGE.camera
    return still(table, 4, camera=replace(old, fx=1.04 * old.fx, fy=1.04 * old.fy))


def mat_dragged(table: StagedTable) -> list[Shot]:
    """Under the pieces, which stay where they were in the room."""
    shifted_all = replace(table, pieces=tuple(shifted(12.0, 7.0)(staged) for staged in table.pieces))
    return still(shifted_all, camera=camera_moved(12.0, 7.0))


def slower(table: StagedTable) -> list[Shot]:
    return still(table, after_ns=200_000_000)


def other_size(table: StagedTable) -> list[Shot]:
    def smaller(image: Image) -> Image:
        return np.asarray(cv2.resize(image, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)

    return still(table, spoilt=smaller)


def mirrored_picture(table: StagedTable) -> list[Shot]:
    return still(table, spoilt=lambda image: np.ascontiguousarray(image[:, ::-1]))


def clock_gap(table: StagedTable) -> list[Shot]:
    """Asleep for the night; a ship was taken away meanwhile, and her tag is gone."""
    without = replace(table, pieces=tuple(p for p in table.pieces if p.piece.id != "titan"))
    gone = frozenset({"titan"})
    return [Shot(without, after_ns=8 * HOUR_NS, gone=gone), Shot(without, gone=gone)]


# ------------------------------------------------------------------------------------------------------ the light


def lamp_switched(table: StagedTable) -> list[Shot]:
    return still(table, look=Look(brightness=0.5, light_azimuth_deg=-40.0, light_elevation_deg=35.0, shadow=0.55))


def glare(table: StagedTable) -> list[Shot]:
    """A lamp mirrored in the mat's sheet, over a ship, an island and a tag of the mat."""
    y, x = np.mgrid[: STAGE.camera.height_px, : STAGE.camera.width_px].astype(np.float32)

    def bright(image: Image) -> Image:
        light = np.zeros(image.shape[:2], np.float32)
        for piece in ("oxley", "english-home"):
            cx, cy = centre_px(table, piece)
            light += 230.0 * np.exp(-((x - cx - 14.0) ** 2 + (y - cy) ** 2) / (2 * 22.0**2))
        return np.clip(image + light[..., None], 0, 255).astype(np.uint8)

    return still(table, 4, spoilt=bright, after_ns=200_000_000)


def dusk(table: StagedTable) -> list[Shot]:
    return [Shot(table, look=Look(brightness=b, read_noise=2.0)) for b in (0.6, 0.4, 0.25, 0.15, 0.08)]


def dark(table: StagedTable) -> list[Shot]:
    return still(table, look=Look(brightness=0.01))


def blurred(table: StagedTable) -> list[Shot]:
    return [Shot(table, look=Look(blur_sigma_px=sigma)) for sigma in (1.2, 2.0, 3.0, 3.0)]


# ------------------------------------------------------------------------------------------------------ the hands

RIGHT_ARM = StagedHand(900.0, 950.0, -90.0, height_mm=60.0, spread=True)
FAR_ARM = StagedHand(-60.0, 880.0, 0.0, height_mm=60.0, spread=True)
LEFT_ARM = StagedHand(20.0, 980.0, -90.0, height_mm=60.0, spread=True)
NEAR_ARM = StagedHand(-60.0, 30.0, 0.0, height_mm=60.0, spread=True)


def half_covered(table: StagedTable) -> list[Shot]:
    return still(replace(table, hands=(RIGHT_ARM, FAR_ARM)), 4)


def all_covered(table: StagedTable) -> list[Shot]:
    """Leaning over all four borders; the ships between are still in view."""
    return still(replace(table, hands=(RIGHT_ARM, FAR_ARM, LEFT_ARM, NEAR_ARM)), 4)


def hand_over_mat(table: StagedTable) -> list[Shot]:
    """Two ships are hidden for longer than a flicker, and one of them is moved meanwhile."""
    oxley = placed(table, "oxley").pose
    hand = StagedHand(oxley.x_mm - 60.0, oxley.y_mm + 20.0, -20.0, height_mm=80.0, spread=True)
    under = moved(replace(table, hands=(hand,)), oxley=shifted(25.0))
    return [Shot(replace(table, hands=(hand,))), *still(under, 3, after_ns=300_000_000, gone=frozenset({"oxley"}))]


# ----------------------------------------------------------------------------------------------------- the pieces


def lifted(table: StagedTable) -> list[Shot]:
    up = moved(table, revenge=lambda p: replace(p, lift_mm=25.0))
    return still(up, 4, after_ns=200_000_000, gone=frozenset({"revenge"}))


def tipped(table: StagedTable) -> list[Shot]:
    over = moved(table, revenge=lambda p: replace(p, roll_rad=0.6))
    return still(over, 4, after_ns=200_000_000, gone=frozenset({"revenge"}))


def leaning(table: StagedTable) -> list[Shot]:
    """On the rim of the ship beside her, by so little that the tag looks flat: it is 6 mm off."""
    over = moved(table, revenge=lambda p: replace(p, roll_rad=-0.1))
    return still(over, 4, after_ns=200_000_000, lying=frozenset({"revenge"}))


SLANTING = find_stage("leaning").camera
"""1080p, 30 degrees off the vertical: from straight above a lean hardly shows."""


def lied(table: StagedTable, *pieces: str) -> list[Shot]:
    """By a camera that could see it."""
    return still(table, 4, camera=SLANTING, after_ns=200_000_000, lying=frozenset(pieces))


def rig_leaning(table: StagedTable) -> list[Shot]:
    over = partial(with_leaning_rig, lean_rad=math.radians(6.0), towards_rad=math.pi / 2)
    return lied(moved(table, revenge=over), "revenge")


def staff_bent(table: StagedTable) -> list[Shot]:
    bent = partial(with_bent_staff, bend_rad=math.radians(8.0), towards_rad=-math.pi / 2)
    return lied(moved(table, plantagenet=bent), "plantagenet")


def held_low(table: StagedTable) -> list[Shot]:
    return lied(moved(table, oxley=partial(held_up, by_mm=10.0)), "oxley")


def stacked(table: StagedTable) -> list[Shot]:
    """A ship set down on an island."""
    island = placed(table, "skull-island").pose
    on_top = moved(table, europa=lambda p: replace(p, pose=island, lift_mm=6.0))
    return still(on_top, 16)


def swapped(table: StagedTable) -> list[Shot]:
    """Two ships change places, in one moment for the camera."""
    oxley, windjammer = placed(table, "oxley").pose, placed(table, "windjammer").pose
    return still(moved(table, oxley=at(windjammer), windjammer=at(oxley)), 16)


# ------------------------------------------------------------------------------------------------------- the tags


def corners_px(table: StagedTable, tag: int) -> np.ndarray:
    return np.asarray(next(t.corners for t in tag_truths(table, STAGE.camera) if t.tag == tag))


def centre_px(table: StagedTable, piece: str) -> tuple[float, float]:
    tag = placed(table, piece).piece.mounts[0].tag
    x, y = corners_px(table, tag).mean(axis=0)
    return float(x), float(y)


def torn(table: StagedTable) -> list[Shot]:
    """A corner of a ship's tag, and the half of one of the mat's, are gone."""

    def without(image: Image) -> Image:
        out = image.copy()
        a, b, _, d = corners_px(table, tag_of("titan"))
        paint(out, [a - 0.2 * (b - a) - 0.2 * (d - a), a + 1.1 * (b - a), a + 1.1 * (d - a)])
        a, b, c, d = corners_px(table, 4)
        paint(out, [a, b, b + 0.5 * (c - b), a + 0.5 * (d - a)])
        return out

    return still(table, 4, spoilt=without, after_ns=200_000_000)


def mirrored_tag(table: StagedTable) -> list[Shot]:
    """A ship's tag was printed the wrong way round."""
    a, b, c, d = corners_px(table, tag_of("titan")).astype(np.float32)
    turned_over = cv2.getPerspectiveTransform(np.stack([a, b, c, d]), np.stack([b, a, d, c]))

    def without(image: Image) -> Image:
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(np.stack([a, b, c, d])).astype(np.int32), 1)
        mirrored = cv2.warpPerspective(image, turned_over, image.shape[1::-1])
        return np.where(mask[..., None] > 0, mirrored, image).astype(np.uint8)

    return still(table, 4, spoilt=without, after_ns=200_000_000, gone=frozenset({"titan"}))


def tag_of(piece: str) -> int:
    return next(each for each in SETTINGS.pieces if each.id == piece).mounts[0].tag


def paint(image: Image, polygon: Sequence[np.ndarray]) -> None:
    points = np.rint(np.stack(polygon) * 16).astype(np.int32)
    cv2.fillPoly(image, [points], (120, 96, 60), cv2.LINE_AA, shift=4)


def duplicated(table: StagedTable) -> list[Shot]:
    """A second print of a ship's tag lies on the mat."""
    twin = StagedTag("36h11", tag_of("titan"), 18.0, (330.0, 620.0, 0.5))
    return still(replace(table, laid=(twin,)), 14)


def duplicate_alone(table: StagedTable) -> list[Shot]:
    """A second print of her tag lies on the mat, and the ship herself is away."""
    twin = StagedTag("36h11", tag_of("titan"), 18.0, (330.0, 620.0, 0.5))
    without = tuple(p for p in table.pieces if p.piece.id != "titan")
    return still(replace(table, pieces=without, laid=(twin,)), 16, gone=frozenset({"titan"}))


def unknown(table: StagedTable) -> list[Shot]:
    return still(replace(table, laid=(StagedTag("36h11", 400, 18.0, (330.0, 620.0, 20.0)),)), 14)


def one_small_print(table: StagedTable) -> list[Shot]:
    return still(moved(table, titan=lambda p: replace(p, piece=reprinted(p.piece, 0.97))))


def cut_out_small(table: StagedTable) -> list[Shot]:
    """All tags were printed at 97 % and stuck where they belong."""
    mat = replace(table.mat, tags=tuple(replace(tag, size_mm=0.97 * tag.size_mm) for tag in table.mat.tags))
    pieces = tuple(replace(p, piece=reprinted(p.piece, 0.97)) for p in table.pieces)
    return still(replace(table, mat=mat, pieces=pieces))


def small_mat(table: StagedTable) -> list[Shot]:
    """The whole mat is one print, at 97 %; the ships' tags are right. Every distance would be 3 % off."""
    tags = tuple(
        replace(tag, size_mm=0.97 * tag.size_mm, x_mm=0.97 * tag.x_mm, y_mm=0.97 * tag.y_mm) for tag in table.mat.tags
    )
    return still(replace(table, mat=replace(table.mat, tags=tags)))


def reprinted(piece: Piece, scale: float) -> Piece:
    return replace(piece, mounts=tuple(replace(mount, size_mm=scale * mount.size_mm) for mount in piece.mounts))


def second_table(table: StagedTable) -> list[Shot]:
    """The next table plays with the same kit: its border and two of its ships are in view."""
    border = [StagedTag("36h11", tag, 44.0, (1010.0, y, 0.0)) for tag, y in ((9, 885.0), (10, 600.0), (11, 315.0))]
    ships = [
        StagedTag("36h11", tag_of(ship), 18.0, (1120.0, y, 60.0)) for ship, y in (("titan", 500.0), ("oxley", 700.0))
    ]
    return still(replace(table, laid=(*border, *ships), clutter=()), 14)


def second_mat_alone(table: StagedTable) -> list[Shot]:
    """Our border is hidden, and only the next table's is seen, with the same tags: as if all ships lay beside it."""
    border = tuple(StagedTag("36h11", tag, 44.0, (1100.0, y, 0.0)) for tag, y in ((9, 715.0), (10, 430.0), (11, 145.0)))
    hidden = replace(table, hands=(RIGHT_ARM, FAR_ARM, LEFT_ARM, NEAR_ARM), clutter=())
    return still(replace(hidden, laid=border), 14)
