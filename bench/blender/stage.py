"""Draw up one evening with the printed kit: the scenes a renderer is given, and the truth about them.

A session has its own lens, camera place, lamp, mat and hands: mat tags taped a millimetre off, plates glued by eye,
ships set down to 0.3 mm and 0.6 degrees.
"""

import json
import math
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from bench.blender.camera import Lens, look_at, project, project_to_canvas
from bench.blender.develop import develop
from bench.blender.kit_pages import Kit, read_kit
from bench.blender.shipyard import (
    HULL_COLOURS,
    SetDown,
    TrueIsland,
    TrueShip,
    build_island,
    build_ship,
    cut_printed_island,
    printed_slab,
    read_model,
    ship_slabs,
    tag_corners,
    to_srgb,
)
from tableassist.store.table import read_table

HAND_MM, HAND_RAD = 0.3, math.radians(0.6)
"""How well a hand sets a ship down on the jig, one sigma: bow tip, both ways, and heading."""
LEAN_RAD = math.radians(0.5)
TAPE_MM, TAPE_RAD = 1.0, math.radians(0.7)
"""How well a hand tapes a mat tag."""
PAPER_MM = 0.1
JIG_TAGS = range(570, 578)
MAT_COLOURS = ((0.05, 0.16, 0.28), (0.10, 0.25, 0.32), (0.03, 0.08, 0.16), (0.16, 0.30, 0.36))
SAMPLES = 24
MIN_BORDER_PX = 24
WHOLE_SAMPLES = 12
"""For the mat between the pieces, where nothing is measured: drawn at a quarter of its size."""


@dataclass
class Session:
    folder: Path
    seed: int
    table: dict
    kit: Kit
    lens: Lens
    world_from_camera: np.ndarray
    lamps: list[dict]
    ambient: dict
    mat_texture: str
    mat_tags: dict[int, np.ndarray]
    """world_from_tag of each."""
    ships: dict[str, TrueShip]
    islands: dict[str, TrueIsland]
    owners: dict[str, str | None]
    cannons: dict[str, tuple[tuple[int, str], ...]]
    """Of each ship: the mast that carries it, and its reach, L or S."""
    noise: float
    rng: np.random.Generator = field(repr=False)


def open_session(
    table_file: Path, kit_pdf: Path, folder: Path, seed: int, colours: tuple[str, ...] = tuple(HULL_COLOURS)
) -> Session:
    """Build everything that stays the same through the evening."""
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True, exist_ok=True)
    textures = folder / "textures"
    table = tomllib.loads(table_file.read_text())
    kit = read_kit(kit_pdf, textures)
    lens = Lens(1920, 1080, 1392.0, (963.4, 536.8), k1=-0.062, k2=0.021, p1=0.0003, p2=-0.0004)
    camera = _hang_camera(table["mat"]["width_mm"], rng)
    ships, islands = {}, {}
    settings = read_table(table_file)
    owners = {piece.id: piece.owner for piece in settings.pieces}
    models = {piece.id: piece.model.name for piece in settings.pieces}
    for piece in table["pieces"]:
        model_name = piece.get("model") or models[piece["id"]]
        model = read_model(model_name, table_file.parent)
        if model["kind"] == "ship":
            colour = colours[len(ships) % len(colours)]
            ships[piece["id"]] = build_ship(piece, model_name, model, rng, colour, textures)
        elif model["grade"] == "printed":
            islands[piece["id"]] = cut_printed_island(piece, model_name, model, kit, rng)
        elif model["kind"] == "island":
            islands[piece["id"]] = build_island(piece, model_name, model, rng, textures)
    cannons = {piece.id: tuple((gun.mast, gun.reach.value) for gun in piece.cannons) for piece in settings.pieces}
    lamps, ambient = _light(rng)
    mat_texture = textures / "mat.png"
    _paint_mat(mat_texture, rng)
    return Session(
        folder, seed, table, kit, lens, camera, lamps, ambient, str(mat_texture), _tape_tags(table, rng), ships,
        islands, owners=owners, cannons=cannons,
        noise=rng.uniform(1.0, 2.0), rng=rng,
    )  # fmt: skip


def _hang_camera(width: float, rng: np.random.Generator) -> np.ndarray:
    """About where `tableassist plan` says: beside the mat, 30 degrees off the vertical."""
    up = rng.uniform(970.0, 1020.0)
    aim = np.array([width / 2 + rng.normal(0, 10), 392.0 + rng.normal(0, 8), 0.0])
    angle = math.radians(rng.normal(30.0, 1.0))
    at = aim + np.array([rng.normal(0.0, 15.0), -up * math.tan(angle), up])
    return look_at(at, aim, math.radians(rng.normal(0.0, 1.0)))


def _light(rng: np.random.Generator) -> tuple[list[dict], dict]:
    """A lamp over the table and the light of the room."""
    side = rng.uniform(0, 2 * math.pi)
    at = [457.0 + 500 * math.cos(side), 457.0 + 500 * math.sin(side), rng.uniform(1100.0, 1500.0)]
    distance = math.dist(at, (457.0, 457.0, 0.0))
    power = rng.uniform(0.6, 0.8) * 1.7e5 * (distance / 1500.0) ** 2
    lamp = {"at_mm": at, "towards_mm": [457.0, 457.0, 0.0], "size_mm": rng.uniform(200.0, 500.0), "power": power,
            "colour": [1.0, 0.95, 0.86]}  # fmt: skip
    return [lamp], {"colour": [0.9, 0.95, 1.0], "strength": rng.uniform(0.2, 0.35)}


def _paint_mat(path: Path, rng: np.random.Generator) -> None:
    """Cloth with waves: a colour that wanders a little; 2 px/mm."""
    side = 1830
    base = np.array(MAT_COLOURS[rng.integers(len(MAT_COLOURS))])
    tone = np.ones((side, side), np.float32)
    for cells, strength in ((8, 0.06), (60, 0.05), (400, 0.05)):
        cloud = rng.normal(0.0, strength, (cells, cells)).astype(np.float32)
        tone += cv2.resize(cloud, (side, side), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(path), to_srgb(np.clip(tone[..., None] * base, 0.0, 1.0))[:, :, ::-1])


def _tape_tags(table: dict, rng: np.random.Generator) -> dict[int, np.ndarray]:
    places = {}
    for tag in table["mat"]["tags"]:
        turn = math.radians(tag.get("yaw_deg", 0.0)) + rng.normal(0.0, TAPE_RAD)
        at = tag["x_mm"] + rng.normal(0.0, TAPE_MM), tag["y_mm"] + rng.normal(0.0, TAPE_MM)
        places[tag["tag"]] = SetDown(*at, turn, base_mm=PAPER_MM).world_from_piece()
    return places


def mat_slabs(session: Session) -> list[dict]:
    width, height = session.table["mat"]["width_mm"], session.table["mat"]["height_mm"]
    board = [[-1500.0, -1500.0], [2500.0, -1500.0], [2500.0, 2500.0], [-1500.0, 2500.0]]
    slabs = [
        {"low_mm": board, "z_mm": [-20.0, -2.0], "colour": (0.16, 0.10, 0.06)},
        {
            "low_mm": [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]],
            "z_mm": [-2.0, 0.0],
            "colour": (0.05, 0.05, 0.05),
            "top_texture": session.mat_texture,
            "texture_from_slab": [[1 / width, 0.0, 0.0], [0.0, 1 / height, 0.0]],
        },
    ]
    for number, pose in session.mat_tags.items():
        tag = session.kit.tag(number)
        half = tag.size_mm / 2 + 5.5
        outline = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        slabs.append(printed_slab(session.kit, tag, outline, PAPER_MM, pose))
    return slabs


def border_around(session: Session, camera: np.ndarray, points_mm: np.ndarray, pad_px: int = 22) -> list[int]:
    """Whole pixels of the canvas around these points."""
    at = project_to_canvas(session.lens, camera, points_mm)
    width, height = session.lens.canvas_px
    low, high = np.floor(at.min(axis=0)) - pad_px, np.ceil(at.max(axis=0)) + pad_px
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    return [left, top, min(width, int(high[0])), min(height, int(high[1]))]


def merge_borders(borders: list[list[int]]) -> list[list[int]]:
    """Join borders that overlap, so that none is pasted over by another's edge."""
    merged = [list(border) for border in borders]
    again = True
    while again:
        again = False
        for one in range(len(merged)):
            for two in range(one + 1, len(merged)):
                a, b = merged[one], merged[two]
                if a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]:
                    merged[one] = [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])]
                    del merged[two]
                    again = True
                    break
            if again:
                break
    return merged


def picture(session: Session, name: str, camera: np.ndarray, slabs: list[dict], borders: list[list[int]]) -> dict:
    """One picture of a job, rendered where it matters."""
    outs = []
    for number, border in enumerate(borders):
        out = session.folder / "parts" / f"{name.replace('/', '-')}-{number}.png"
        whole = border == whole_canvas(session)
        outs.append(
            {"px": border, "out": str(out), "samples": WHOLE_SAMPLES if whole else SAMPLES, "shrink": 4 if whole else 1}
        )
    return {
        "name": name,
        "camera": {
            "size_px": list(session.lens.canvas_px),
            "focal_px": session.lens.focal_px,
            "centre_px": list(session.lens.canvas_centre_px),
            "world_from_camera": camera.tolist(),
        },
        "ambient": session.ambient,
        "lamps": session.lamps,
        "slabs": slabs,
        "borders": outs,
        "seed": sum(map(ord, name)) % 10000,
    }


def whole_canvas(session: Session) -> list[int]:
    return [0, 0, *session.lens.canvas_px]


def base_picture(session: Session) -> dict:
    """The mat without pieces."""
    return mat_picture(session, "base", session.world_from_camera)


def mat_picture(session: Session, name: str, camera: np.ndarray, groups: list[list[dict]] = ()) -> dict:
    """The mat with what lies on it, in groups of slabs: coarse between the tags and pieces, fine at them."""
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    borders = [whole_canvas(session)]
    for number, pose in session.mat_tags.items():
        half = session.kit.tag(number).size_mm / 2 + 7.0
        corners = np.column_stack([square * half, np.zeros(4), np.ones(4)]) @ pose.T
        left, top, right, bottom = border_around(session, camera, corners[:, :3], 8)
        if min(right - left, bottom - top) > MIN_BORDER_PX:  # else the tag is out of the picture
            borders.append([left, top, right, bottom])
    borders[1:] = merge_borders(borders[1:] + piece_borders(session, camera, groups)) if groups else borders[1:]
    return picture(session, name, camera, mat_slabs(session) + [slab for group in groups for slab in group], borders)


def sheet_outline(session: Session) -> np.ndarray:
    page = session.kit.pages[session.kit.page_of(*JIG_TAGS)]
    return np.array([[0.0, 0.0], [page.width_mm, 0.0], [page.width_mm, page.height_mm], [0.0, page.height_mm]])


def sheet_picture(session: Session, sheet: SetDown) -> dict:
    """The jig sheet on the mat, with nothing on it."""
    page, outline = session.kit.pages[session.kit.page_of(*JIG_TAGS)], sheet_outline(session)
    corners = np.column_stack([sheet.place(outline), np.zeros(4)])
    border = border_around(session, session.world_from_camera, corners)
    slabs = [*mat_slabs(session), page_slab(page, outline, sheet)]
    return picture(session, "sheet", session.world_from_camera, slabs, [border])


def piece_borders(
    session: Session, camera: np.ndarray, groups: list[list[dict]], floor_mm: float = 0.0
) -> list[list[int]]:
    """Where pieces and their shadows are in the picture."""
    borders = []
    for slabs in groups:
        points = np.vstack([slab_points(slab) for slab in slabs])
        borders.append(border_around(session, camera, np.vstack([points, _shadows(session, points, floor_mm)])))
    return merge_borders(borders)


def slab_points(slab: dict) -> np.ndarray:
    low, high = np.array(slab["low_mm"]), np.array(slab.get("high_mm", slab["low_mm"]))
    ones = np.ones(len(low))
    points = np.vstack(
        [np.column_stack([low, ones * slab["z_mm"][0], ones]), np.column_stack([high, ones * slab["z_mm"][1], ones])]
    )
    return (points @ np.array(slab.get("pose", np.eye(4))).T)[:, :3]


def _shadows(session: Session, points: np.ndarray, floor_mm: float) -> np.ndarray:
    """Where the lamp, from its middle and its rim, throws these points on the mat."""
    thrown = []
    for lamp in session.lamps:
        for side in np.vstack([np.zeros(3), np.eye(3)[:2], -np.eye(3)[:2]]) * lamp["size_mm"] / 2:
            at = np.array(lamp["at_mm"]) + side
            share = (at[2] - floor_mm) / (at[2] - points[:, 2])
            thrown.append(at + (points - at) * share[:, None])
    return np.vstack(thrown)


def jig_picture(session: Session, ship: TrueShip, slot: dict, sheet: SetDown) -> tuple[dict, dict]:
    """A ship in one of the jig's places. `slot` has the stop and the heading on the page, in mm from its lower left."""
    rng = session.rng
    number = session.kit.page_of(*JIG_TAGS)
    page = session.kit.pages[number]
    bow = np.array([slot["x_mm"], slot["y_mm"]]) + rng.normal(0.0, HAND_MM, 2)
    heading = slot["heading_rad"] + rng.normal(0.0, HAND_RAD)
    c, s = math.cos(heading), math.sin(heading)
    middle = bow - np.array([c, s]) * ship.bow_mm[0]
    on_sheet = SetDown(*middle, heading)
    at_world = sheet.place(middle[None])[0]
    at = SetDown(*at_world, heading + sheet.heading_rad, tuple(rng.normal(0.0, LEAN_RAD, 2)), CARD_Z)
    slabs = [*mat_slabs(session), page_slab(page, sheet_outline(session), sheet), *ship_slabs(ship, at, session.kit)]
    borders = piece_borders(session, session.world_from_camera, [ship_slabs(ship, at, session.kit)], CARD_Z)
    name = f"jig/{ship.id}-{slot['name']}"
    truth = {
        "kind": "jig",
        "ship": ship.id,
        "slot": slot["name"],
        "sheet_world": {"x_mm": sheet.x_mm, "y_mm": sheet.y_mm, "heading_rad": sheet.heading_rad},
        "on_sheet": {"x_mm": on_sheet.x_mm, "y_mm": on_sheet.y_mm, "heading_rad": on_sheet.heading_rad},
        "pieces": [ship_truth(session, ship, at, session.world_from_camera)],
    }
    return picture(session, name, session.world_from_camera, slabs, borders), truth


CARD_Z = 0.25
"""Height of the jig's face above the mat: card, left whole."""


def page_slab(page, outline: np.ndarray, at: SetDown) -> dict:
    pose = at.world_from_piece()
    return {
        "low_mm": outline.tolist(),
        "z_mm": [0.0, CARD_Z],
        "colour": (0.8, 0.8, 0.78),
        "top_texture": page.texture,
        "texture_from_slab": [[1 / page.width_mm, 0.0, 0.0], [0.0, 1 / page.height_mm, 0.0]],
        "pose": pose.tolist(),
    }


def ship_truth(session: Session, ship: TrueShip, at: SetDown, camera: np.ndarray) -> dict:
    tags = []
    for tag in ship.tags:
        corners = tag_corners(tag, at.world_from_rig() if tag.mount == "flag" else at.world_from_piece())
        tags.append(
            {
                "tag": tag.tag,
                "mount": tag.mount,
                "corners_world_mm": corners.tolist(),
                "corners_px": project(session.lens, camera, corners).tolist(),
            }
        )
    return {
        "id": ship.id,
        "x_mm": at.x_mm,
        "y_mm": at.y_mm,
        "heading_rad": at.heading_rad,
        "rig_lean_rad": list(at.lean_rad),
        "base_mm": at.base_mm,
        "hull_world_mm": at.place(ship.hull_mm).tolist(),
        "deck_world_mm": at.place(ship.deck_mm).tolist(),
        "tags": tags,
    }


def island_truth(session: Session, island: TrueIsland, at: SetDown, camera: np.ndarray) -> dict:
    tags = []
    for tag in island.tags:
        corners = tag_corners(tag, at.world_from_piece())
        pixels = project(session.lens, camera, corners)
        tags.append({"tag": tag.tag, "corners_world_mm": corners.tolist(), "corners_px": pixels.tolist()})
    return {
        "id": island.id,
        "x_mm": at.x_mm,
        "y_mm": at.y_mm,
        "heading_rad": at.heading_rad,
        "hull_world_mm": at.place(island.outline_mm).tolist(),
        "tags": tags,
    }


def session_truth(session: Session) -> dict:
    """What is the same in every picture."""
    return {
        "seed": session.seed,
        "lens": session.lens.to_json(),
        "play_world_from_camera": session.world_from_camera.tolist(),
        "lamps": session.lamps,
        "ambient": session.ambient,
        "mat_tags": {
            str(number): {
                "world_from_tag": pose.tolist(),
                "size_mm": next(tag["size_mm"] for tag in session.table["mat"]["tags"] if tag["tag"] == number),
            }
            for number, pose in session.mat_tags.items()
        },
        "ships": {
            ship.id: {
                "model": ship.model,
                "colour": ship.colour,
                "hull_mm": ship.hull_mm.tolist(),
                "deck_mm": ship.deck_mm.tolist(),
                "deck_height_mm": ship.deck_height_mm,
                "bow_mm": ship.bow_mm.tolist(),
                "bowsprit_mm": ship.bowsprit_mm,
                "masts_x_mm": [mast["x_mm"] for mast in ship.masts],
                "masts_y_mm": [mast["y_mm"] for mast in ship.masts],
                "length_scale": ship.length_scale,
                "width_scale": ship.width_scale,
                "tags": [_tag_truth(tag) for tag in ship.tags],
            }
            for ship in session.ships.values()
        },
        "islands": {
            island.id: {
                "model": island.model,
                "hull_mm": island.outline_mm.tolist(),
                "height_mm": island.height_mm,
                "printed": island.printed,
                "tags": [_tag_truth(tag) for tag in island.tags],
            }
            for island in session.islands.values()
        },
    }


def _tag_truth(tag) -> dict:
    return {
        "tag": tag.tag,
        "mount": tag.mount,
        "size_mm": tag.size_mm,
        "x_mm": tag.x_mm,
        "y_mm": tag.y_mm,
        "z_mm": tag.z_mm,
        "yaw_rad": tag.yaw_rad,
        "tilt_rad": list(tag.tilt_rad),
    }


def write_job(path: Path, pictures: list[dict], *, threads: int = 1) -> None:
    path.write_text(json.dumps({"threads": threads, "pictures": pictures}))


def develop_picture(session: Session, made: dict, truth: dict, below: list[dict]) -> Path:
    """Make the JPEG and write its truth beside it. `below`: the pictures that it is pasted onto, the lowest first."""
    out = session.folder / f"{made['name']}.jpg"
    out.parent.mkdir(parents=True, exist_ok=True)
    borders = [(Path(border["out"]), border["px"]) for each in [*below, made] for border in each["borders"]]
    seed = session.seed * 10007 + sum(map(ord, made["name"]))
    develop(borders, session.lens, out, seed=seed, noise=session.noise)
    out.with_suffix(".json").write_text(json.dumps(full_truth(session, made, truth), indent=1))
    return out


def full_truth(session: Session, made: dict, truth: dict) -> dict:
    """A picture's truth with its camera and the mat's tags."""
    camera = np.array(made["camera"]["world_from_camera"])
    mat = {}
    for number, pose in session.mat_tags.items():
        half = next(tag["size_mm"] for tag in session.table["mat"]["tags"] if tag["tag"] == number) / 2
        square = np.array([[-half, -half, 0, 1], [half, -half, 0, 1], [half, half, 0, 1], [-half, half, 0, 1]]) @ pose.T
        mat[str(number)] = project(session.lens, camera, square[:, :3]).tolist()
    return {**truth, "picture": made["name"], "world_from_camera": camera.tolist(), "mat_tag_corners_px": mat}
