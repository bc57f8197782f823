"""True ships and islands: what the table file's pieces really look like, and the solids a renderer builds of them.

A ship differs from the packaged model as real ships do: longer or shorter, wider or narrower, fuller or leaner at the
bow. Her frame has its origin at the middle of her true length on the mat, x to the bow, y to port, z up.
"""

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from bench.blender.kit_pages import Kit, PrintedTag

MODELS = Path(__file__).parents[2] / "models"
CARD_MM = 0.25
"""Card of 200 g."""
PLATE_MM = 2 * CARD_MM
"""Folded double and glued."""
SAIL_MM = 0.8
CUT_MM = 0.3
"""How far from its line a hand cuts, one sigma."""
WAKE_AFT_MM, WAKE_ARROW_MM, WAKE_TONGUE_MM, WAKE_TONGUE_WIDTH_MM = 16.0, 6.1, 14.0, 8.0
"""A wake plate, as the kit prints it: the tag's middle abaft the stern, the strip with its arrow beyond the tag's edge,
the tongue under the hull."""
QUIET_MM = 2.25
ARROW_MM = 6.25
"""The strip beyond the tag that has its number and the arrow to the bow."""
HULL_COLOURS = {
    "light": (0.62, 0.50, 0.34),
    "mid": (0.27, 0.15, 0.08),
    "dark": (0.045, 0.035, 0.03),
    "red": (0.32, 0.06, 0.04),
    "grey": (0.20, 0.22, 0.24),
}
BRIGHT_COLOURS = {
    "white": (0.74, 0.73, 0.70),
    "yellow": (0.70, 0.50, 0.08),
    "pale": (0.68, 0.60, 0.47),
    "sky": (0.42, 0.58, 0.68),
    "sand": (0.62, 0.52, 0.30),
}
"""Hulls nearly as bright as the sheet below them: the hard case for an outline."""
HULL_PAINTS = HULL_COLOURS | BRIGHT_COLOURS


@dataclass(frozen=True)
class TrueTag:
    """Where a tag really is on its piece: middle of the printed face, turn, and the plate's own tilt."""

    tag: int
    mount: str
    size_mm: float
    x_mm: float
    y_mm: float
    z_mm: float
    yaw_rad: float
    tilt_rad: tuple[float, float]
    """About the ship's x and y."""
    plate_mm: tuple[float, float, float, float]
    """How far the plate reaches beyond the tag's middle: aft, starboard, ahead, port."""

    def plate_outline(self) -> np.ndarray:
        """In the piece's frame, as seen from above."""
        aft, starboard, ahead, port = self.plate_mm
        c, s = math.cos(self.yaw_rad), math.sin(self.yaw_rad)
        return _box(-aft, ahead, -starboard, port) @ np.array([[c, s], [-s, c]]) + [self.x_mm, self.y_mm]

    def piece_from_tag(self) -> np.ndarray:
        pose = np.eye(4)
        pose[:3, :3] = turn_z(self.yaw_rad) @ turn_x(self.tilt_rad[0]) @ turn_y(self.tilt_rad[1])
        pose[:3, 3] = self.x_mm, self.y_mm, self.z_mm
        return pose


@dataclass(frozen=True)
class TrueShip:
    id: str
    model: str
    colour: str
    hull_mm: np.ndarray
    """At mat level, counter-clockwise."""
    deck_mm: np.ndarray
    """At deck level, corner by corner above the hull's: a flared hull is wider there."""
    deck_height_mm: float
    masts: tuple[dict, ...]
    bowsprit_mm: float
    tags: tuple[TrueTag, ...]
    deck_texture: str
    length_scale: float
    width_scale: float
    bow_zone_x_mm: float

    def flat_outlines(self) -> list[np.ndarray]:
        """Plates that lie on the mat."""
        return [tag.plate_outline() for tag in self.tags if tag.z_mm < 3.0]

    @property
    def bow_mm(self) -> np.ndarray:
        return self.hull_mm[np.argmax(self.hull_mm[:, 0])]


@dataclass(frozen=True)
class TrueIsland:
    id: str
    model: str
    outline_mm: np.ndarray
    height_mm: float
    tags: tuple[TrueTag, ...]
    texture: str
    texture_from_island: np.ndarray
    printed: bool = False


@dataclass(frozen=True)
class SetDown:
    """A ship where she was set down: on the mat (or on a sheet), with her rig leaning a little, each time anew."""

    x_mm: float
    y_mm: float
    heading_rad: float
    lean_rad: tuple[float, float] = (0.0, 0.0)
    """Of masts and staff, about the ship's x and y."""
    base_mm: float = 0.0
    """Height of what she stands on."""

    def world_from_piece(self) -> np.ndarray:
        pose = np.eye(4)
        pose[:3, :3] = turn_z(self.heading_rad)
        pose[:3, 3] = self.x_mm, self.y_mm, self.base_mm
        return pose

    def world_from_rig(self) -> np.ndarray:
        lean = np.eye(4)
        lean[:3, :3] = turn_x(self.lean_rad[0]) @ turn_y(self.lean_rad[1])
        return self.world_from_piece() @ lean

    def place(self, outline_mm: np.ndarray) -> np.ndarray:
        c, s = math.cos(self.heading_rad), math.sin(self.heading_rad)
        return outline_mm @ np.array([[c, s], [-s, c]]) + [self.x_mm, self.y_mm]


def turn_x(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def turn_y(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def turn_z(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def read_model(name: str, beside: Path) -> dict:
    path = beside / name if name.endswith(".toml") else MODELS / f"{name}.toml"
    return tomllib.loads(path.read_text())


def build_ship(
    piece: dict, model_name: str, model: dict, rng: np.random.Generator, colour: str, folder: Path
) -> TrueShip:
    """A ship of the table file as she might really be."""
    length_scale, width_scale = rng.uniform(0.9, 1.1, 2)
    hull = _reshape_hull(np.array(model["hull_mm"]), length_scale, width_scale, rng)
    flare = rng.uniform(0.1, 0.4) if rng.random() < 0.33 else 0.0
    half = np.abs(hull[:, 1]).max()
    deck = hull * [1.0, 1.0 + flare / half]
    deck_height = rng.uniform(4.0, 7.0)
    masts = tuple(
        {**mast, "x_mm": mast["x_mm"] * length_scale + rng.normal(0, 0.3), "colour": _sail_colour(rng)}
        for mast in model.get("masts", ())
    )
    bowsprit = model.get("bowsprit_mm")
    ahead = (bowsprit[1][0] - bowsprit[0][0]) * length_scale if bowsprit else 0.0
    tags = tuple(_hang_tag(tag, hull, rng) for tag in piece["tags"])
    texture = folder / f"deck-{piece['id']}.png"
    _paint_deck(texture, HULL_PAINTS[colour], rng)
    return TrueShip(
        piece["id"], model_name, colour, hull, deck, deck_height, masts, ahead, tags, str(texture), length_scale,
        width_scale, model["bow_zone_from_x_mm"] * length_scale,
    )  # fmt: skip


def _reshape_hull(hull: np.ndarray, length_scale: float, width_scale: float, rng: np.random.Generator) -> np.ndarray:
    """Scale the model's hull, move its widest part, change its stern, and draw it with many corners."""
    upper = hull[hull[:, 1] >= 0.0]
    upper = upper[np.argsort(upper[:, 0])]
    length = np.ptp(hull[:, 0])
    along = (upper[:, 0] - hull[:, 0].min()) / length
    share = np.unique(np.concatenate([1.0 - (1.0 - np.linspace(0.0, 1.0, 25)) ** 1.5, np.linspace(0.0, 1.0, 9)]))
    fullness, stern = rng.uniform(0.85, 1.2), rng.uniform(0.85, 1.15)
    widths = np.interp(share**fullness, along, upper[:, 1]) * width_scale
    widths = widths * (1.0 + (stern - 1.0) * np.clip(1.0 - share / 0.3, 0.0, 1.0))
    x = (share - 0.5) * length * length_scale
    port = np.column_stack([x, widths])
    starboard = np.column_stack([x, -widths])
    tip = widths[-1] < 1e-9
    return np.vstack([starboard, port[::-1][1:] if tip else port[::-1]])


def _hang_tag(tag: dict, hull: np.ndarray, rng: np.random.Generator) -> TrueTag:
    """Glue a plate on as a hand does: a millimetre and two degrees off."""
    stern = hull[:, 0].min()
    size, mount = tag["size_mm"], tag["mount"]
    x = max(tag["x_mm"], stern + 1.5) + rng.normal(0.0, 0.7)
    y = tag["y_mm"] + rng.normal(0.0, 0.5)
    z = tag["z_mm"] + rng.normal(0.0, 0.7)
    flat = mount != "flag" and tag["z_mm"] < 3.0
    if flat:
        # A wake plate: its strip is glued under the stern, so it follows the true hull.
        x = stern - WAKE_AFT_MM + rng.normal(0.0, 0.7)
        z = PLATE_MM + rng.uniform(0.0, 0.15)
    yaw = math.radians(tag.get("yaw_deg", 0.0) + rng.normal(0.0, 2.0))
    tilt = tuple(np.radians(rng.normal(0.0, 0.5, 2)))
    half = size / 2
    plate = (half + QUIET_MM, half + QUIET_MM, half + ARROW_MM, half + QUIET_MM)
    if flat:
        tilt, rim = (0.0, 0.0), half + size / 8
        plate = (rim, rim, half + WAKE_ARROW_MM, rim)
    return TrueTag(tag["tag"], mount, size, x, y, z, yaw, tilt, plate)


def _sail_colour(rng: np.random.Generator) -> tuple[float, float, float]:
    base = np.array([(0.66, 0.60, 0.48), (0.55, 0.50, 0.42), (0.40, 0.10, 0.08), (0.70, 0.68, 0.62)][rng.integers(4)])
    return tuple((base * rng.uniform(0.85, 1.1)).clip(0.0, 0.8).tolist())


def _paint_deck(path: Path, colour: tuple, rng: np.random.Generator) -> None:
    """Planks along the keel, with the wear of print; 8 px/mm, 80 x 40 mm."""
    rows, columns = 320, 640
    tone = np.ones((rows, columns), np.float32)
    tone += rng.normal(0.0, 0.05, (rows // 16, 1)).repeat(16, axis=0)
    tone[::16] *= 0.72
    tone += cv2.resize(
        rng.normal(0.0, 0.12, (20, 40)).astype(np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC
    )
    linear = np.clip(tone[..., None] * np.array(colour)[::-1], 0.0, 1.0)
    cv2.imwrite(str(path), to_srgb(linear))


def to_srgb(linear: np.ndarray) -> np.ndarray:
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.clip(linear, 0.0, None) ** (1 / 2.4) - 0.055)
    return (np.clip(srgb, 0.0, 1.0) * 255.0).round().astype(np.uint8)


def ship_slabs(ship: TrueShip, at: SetDown, kit: Kit) -> list[dict]:
    """What the renderer builds."""
    hull_pose, rig_pose = at.world_from_piece(), at.world_from_rig()
    colour = HULL_PAINTS[ship.colour]
    side = tuple(0.85 * value for value in colour)
    slabs = [
        {
            "low_mm": ship.hull_mm.tolist(),
            "high_mm": ship.deck_mm.tolist(),
            "z_mm": [0.0, ship.deck_height_mm],
            "colour": side,
            "top_texture": ship.deck_texture,
            "texture_from_slab": [[1 / 80.0, 0.0, 0.5], [0.0, 1 / 40.0, 0.5]],
            "pose": hull_pose.tolist(),
        }
    ]
    for mast in ship.masts:
        slabs += _mast_slabs(mast, ship.deck_height_mm, rig_pose)
    if ship.bowsprit_mm:
        bow = ship.bow_mm[0]
        box = _box(bow - 4.0, bow + ship.bowsprit_mm, -0.6, 0.6)
        slabs.append(_plain(box, (ship.deck_height_mm - 1.0, ship.deck_height_mm - 0.2), side, hull_pose))
    for tag in ship.tags:
        slabs += _plate_slabs(tag, ship.deck_height_mm, kit, rig_pose if tag.mount == "flag" else hull_pose)
    return slabs


def _mast_slabs(mast: dict, deck_mm: float, pose: np.ndarray) -> list[dict]:
    x, y = mast["x_mm"], mast["y_mm"]
    wood = (0.22, 0.12, 0.06)
    slabs = [_plain(_box(x - 0.7, x + 0.7, y - 0.7, y + 0.7), (deck_mm - 1.0, mast["top_mm"]), wood, pose)]
    sail = mast.get("sail")
    if sail:
        angle = {"athwart": math.pi / 2, "fore-and-aft": 0.0, "diagonal": math.pi / 4}[sail["plane"]]
        half = sail["width_mm"] / 2
        turned = turn_z(angle)[:2, :2]
        box = (_box(-half, half, -SAIL_MM / 2, SAIL_MM / 2) @ turned.T) + [x, y]
        slabs.append(_plain(box, (sail["foot_mm"], sail["head_mm"]), mast["colour"], pose))
    return slabs


def _plate_slabs(tag: TrueTag, deck_mm: float, kit: Kit, pose: np.ndarray) -> list[dict]:
    """A plate with its print, and the staff below it."""
    aft, starboard, ahead, port = tag.plate_mm
    outline = _box(-aft, ahead, -starboard, port)
    if tag.z_mm < 3.0:
        half = WAKE_TONGUE_WIDTH_MM / 2
        reach = WAKE_AFT_MM + WAKE_TONGUE_MM
        outline = np.array(
            [[-aft, -starboard], [ahead, -starboard], [ahead, -half], [reach, -half], [reach, half], [ahead, half],
             [ahead, port], [-aft, port]]
        )  # fmt: skip
        return [printed_slab(kit, kit.tag(tag.tag), outline, PLATE_MM, pose @ tag.piece_from_tag())]
    plate = printed_slab(kit, kit.tag(tag.tag), outline, PLATE_MM, pose @ tag.piece_from_tag())
    staff_top = tag.z_mm - PLATE_MM
    if staff_top <= deck_mm + 0.1:
        return [plate]
    staff = _box(tag.x_mm - 0.8, tag.x_mm + 0.8, tag.y_mm - 0.8, tag.y_mm + 0.8)
    return [plate, _plain(staff, (deck_mm - 1.0, staff_top), (0.70, 0.66, 0.58), pose)]


def printed_slab(kit: Kit, tag: PrintedTag, outline_mm: np.ndarray, thickness_mm: float, pose: np.ndarray) -> dict:
    """A piece cut from the tag's page: `outline_mm` about the tag's middle, x to the page's right, y up; the printed
    face is at z = 0 of `pose`."""
    page = kit.pages[tag.page]
    width, height = page.width_mm, page.height_mm
    return {
        "low_mm": outline_mm.tolist(),
        "z_mm": [-thickness_mm, 0.0],
        "colour": (0.8, 0.8, 0.78),
        "top_texture": page.texture,
        "texture_from_slab": [[1 / width, 0.0, tag.x_mm / width], [0.0, 1 / height, tag.y_mm / height]],
        "pose": pose.tolist(),
    }


def _plain(outline: np.ndarray, z_mm: tuple[float, float], colour, pose: np.ndarray) -> dict:
    return {"low_mm": outline.tolist(), "z_mm": list(z_mm), "colour": colour, "pose": pose.tolist()}


def _box(left: float, right: float, low: float, high: float) -> np.ndarray:
    return np.array([[left, low], [right, low], [right, high], [left, high]])


def build_island(piece: dict, model_name: str, model: dict, rng: np.random.Generator, folder: Path) -> TrueIsland:
    """A cardboard island of the game: not quite the model's shape, with plates glued on by hand."""
    scale = rng.uniform(0.93, 1.07, 2)
    outline = _smooth(np.array(model["hull_mm"]) * scale, rng)
    tags = []
    for tag in piece["tags"]:
        x, y = tag["x_mm"] + rng.normal(0.0, 0.7), tag["y_mm"] + rng.normal(0.0, 0.7)
        yaw = math.radians(tag.get("yaw_deg", 0.0) + rng.normal(0.0, 1.5))
        half = tag["size_mm"] / 2
        plate = (half + QUIET_MM, half + QUIET_MM, half + ARROW_MM, half + QUIET_MM)
        height = model["height_mm"] + CARD_MM
        tags.append(TrueTag(tag["tag"], "plate", tag["size_mm"], x, y, height, yaw, (0.0, 0.0), plate))
    texture = folder / f"island-{piece['id']}.png"
    _paint_island(texture, outline, rng)
    size = 160.0
    texture_from_island = np.array([[1 / size, 0.0, 0.5], [0.0, 1 / size, 0.5]])
    return TrueIsland(
        piece["id"], model_name, outline, model["height_mm"], tuple(tags), str(texture), texture_from_island
    )


def cut_printed_island(piece: dict, model_name: str, model: dict, kit: Kit, rng: np.random.Generator) -> TrueIsland:
    """A printed island, cut out along its line by a hand with scissors; its tags are part of the print."""
    printed = [kit.tag(tag["tag"]) for tag in piece["tags"]]
    page = kit.pages[printed[0].page]
    # Where the island's frame is on its page: the similarity that takes the tags' places to where they are printed.
    here = np.array([complex(tag["x_mm"], tag["y_mm"]) for tag in piece["tags"]])
    there = np.array([complex(tag.x_mm, tag.y_mm) for tag in printed])
    turn = (there[1] - there[0]) / (here[1] - here[0])
    turn /= abs(turn)
    origin = (there - turn * here).mean()
    texture_from_island = np.array(
        [[turn.real / page.width_mm, -turn.imag / page.width_mm, origin.real / page.width_mm],
         [turn.imag / page.height_mm, turn.real / page.height_mm, origin.imag / page.height_mm]]
    )  # fmt: skip
    outline = _wander(np.array(model["hull_mm"]), CUT_MM, rng)
    tags = tuple(
        TrueTag(tag["tag"], "plate", tag["size_mm"], tag["x_mm"], tag["y_mm"], CARD_MM, 0.0, (0.0, 0.0), (0.0,) * 4)
        for tag in piece["tags"]
    )
    return TrueIsland(piece["id"], model_name, outline, CARD_MM, tags, page.texture, texture_from_island, printed=True)


def _wander(outline: np.ndarray, sigma_mm: float, rng: np.random.Generator) -> np.ndarray:
    """Move an outline in and out by `sigma_mm`, smoothly over some ten millimetres, as scissors do."""
    corners = np.vstack([outline, outline[:1]])
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    count = max(64, int(steps[-1] / 1.5))
    at = np.unique(np.concatenate([np.linspace(0.0, steps[-1], count, endpoint=False), steps[:-1]]))
    at = at[np.append(np.diff(at) > 0.3, True)]  # else neighbours change places as they wander
    even = np.column_stack([np.interp(at, steps, corners[:, k]) for k in (0, 1)])
    tangent = np.roll(even, -1, axis=0) - np.roll(even, 1, axis=0)
    outward = np.column_stack([tangent[:, 1], -tangent[:, 0]]) / np.linalg.norm(tangent, axis=1)[:, None]
    waves = np.arange(0, max(2, int(steps[-1] / 12.0)))
    phases = rng.uniform(0.0, math.tau, len(waves))
    strengths = rng.normal(0.0, 1.0, len(waves))
    wander = sum(
        a * np.cos(math.tau * k * at / steps[-1] + p) for k, a, p in zip(waves, strengths, phases, strict=True)
    )
    scale = sigma_mm / math.sqrt(len(waves) / 2)
    return even + outward * (scale * wander)[:, None]


def _smooth(outline: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Round the model's corners and let the shore wander by half a millimetre."""
    corners = np.vstack([outline, outline[:1]])
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    at = np.linspace(0.0, steps[-1], 96, endpoint=False)
    even = np.column_stack([np.interp(at, steps, corners[:, k]) for k in (0, 1)])
    kernel = np.array([1.0, 2.0, 3.0, 2.0, 1.0]) / 9.0
    even = sum(weight * np.roll(even, k - 2, axis=0) for k, weight in enumerate(kernel))
    angle = np.arctan2(even[:, 1], even[:, 0])
    wander = sum(rng.normal(0.0, 0.3) * np.cos(k * angle + rng.uniform(0, 6.3)) for k in (3, 4, 5, 7))
    return even * (1.0 + wander / np.linalg.norm(even, axis=1))[:, None]


def _paint_island(path: Path, outline: np.ndarray, rng: np.random.Generator) -> None:
    """Sand at the shore, green and rock inland; 6 px/mm, 160 x 160 mm."""
    side = 960
    pixels = ((outline * [1.0, -1.0] + 80.0) * 6.0).round().astype(np.int32)
    inside = np.zeros((side, side), np.uint8)
    cv2.fillPoly(inside, [pixels], 255)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5) / 6.0
    wander = cv2.resize(rng.normal(0.0, 1.0, (40, 40)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    sand, grass, rock = np.array([0.60, 0.47, 0.27]), np.array([0.12, 0.25, 0.07]), np.array([0.30, 0.27, 0.23])
    inland = np.clip((depth - 4.0 + 1.2 * wander) / 2.0, 0.0, 1.0)[..., None]
    high = np.clip((depth - 15.0 + 2.0 * wander) / 3.0, 0.0, 1.0)[..., None]
    linear = (sand * (1 - inland) + grass * inland) * (1 - high) + rock * high
    linear = linear * (1.0 + 0.12 * wander[..., None])
    cv2.imwrite(str(path), to_srgb(np.clip(linear, 0.0, 1.0))[:, :, ::-1])


def island_slabs(island: TrueIsland, at: SetDown, kit: Kit) -> list[dict]:
    pose = at.world_from_piece()
    slabs = [
        {
            "low_mm": island.outline_mm.tolist(),
            "z_mm": [0.0, island.height_mm],
            "colour": (0.55, 0.50, 0.42),
            "top_texture": island.texture,
            "texture_from_slab": island.texture_from_island.tolist(),
            "pose": pose.tolist(),
        }
    ]
    if not island.printed:
        for tag in island.tags:
            aft, starboard, ahead, port = tag.plate_mm
            outline = _box(-aft, ahead, -starboard, port)
            slabs.append(printed_slab(kit, kit.tag(tag.tag), outline, CARD_MM - 0.01, pose @ tag.piece_from_tag()))
    return slabs


def tag_corners(tag: TrueTag, world_from_carrier: np.ndarray) -> np.ndarray:
    """The black square's corners in the world, counter-clockwise from the tag's own lower left."""
    half = tag.size_mm / 2
    square = np.array([[-half, -half, 0, 1], [half, -half, 0, 1], [half, half, 0, 1], [-half, half, 0, 1]])
    return (square @ (world_from_carrier @ tag.piece_from_tag()).T)[:, :3]
