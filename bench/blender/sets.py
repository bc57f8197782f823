"""Draw up whole sets of pictures and render them.

    python -m bench.blender.sets FOLDER --kind kit --seed 1 --bpy PYTHON

Table file and kit are made by the program's own commands. The folder gets `calibrate/`, `survey/`, `jig/`, `scan/` and
`play/`, each picture as JPEG with its truth as JSON beside it, and `session.json` with what is the same in all of them.
Renderings are kept in `parts/`, so that a second run continues.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from bench.blender import stage
from bench.blender.camera import look_at
from bench.blender.layout import all_gaps, all_ranges, lay_out
from bench.blender.shipyard import HULL_COLOURS, SetDown, island_slabs, ship_slabs, turn_x, turn_y, turn_z
from tableassist.vision.mounts.jig import A4_JIG

FLEETS = {
    "Anne": ("SM/ES-001", "SM/ES-009", "SM/ES-006", "SM/ES-011", "SM/ES-002"),
    "Mary": ("SM/PS-003", "SM/PS-005", "SM/PS-010", "SM/PS-017", "SM/PS-002"),
}
"""Two fleets of five, with five masts to one."""
SMALL_FLEETS = {"Anne": FLEETS["Anne"][:3], "Mary": FLEETS["Mary"][:3]}
SMALL_ISLANDS = 4
SCAN_CELLS = ((190.0, 215.0), (725.0, 215.0), (190.0, 700.0), (725.0, 700.0), (457.0, 300.0), (457.0, 620.0))
KINDS = {"kit": (), "one-flag": ("--ship-tags", "1", "--island-kind", "cardboard")}
"""The kit as `new` suggests it; and one flag a ship with the game's own islands, for comparison."""
RENDERER = Path(__file__).parent / "render.py"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--kind", choices=tuple(KINDS), default="kit")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--bpy", required=True, help="a Python that has bpy")
    words.add_argument("--what", default="base,jig,play,survey,calibrate")
    words.add_argument("--play", type=int, default=12, help="how many pictures of play")
    words.add_argument("--ships", type=int, default=99, help="how many ships on the jig")
    words.add_argument("--scan", type=int, default=4, help="how many pictures of the islands alone")
    words.add_argument("--small", action="store_true", help="three ships a fleet and four islands")
    words.add_argument("--colours", default=",".join(HULL_COLOURS), help="hull colours, dealt in this order")
    words.add_argument("--threads", type=int, default=1)
    make_set(words.parse_args())


def new_options(kind: str, fleets: dict[str, tuple[str, ...]] = FLEETS, islands: int = 6) -> list[str]:
    """What `tableassist new` is asked for."""
    ships = [word for player, cards in fleets.items() for card in cards for word in ("--ship", f"{player}:{card}")]
    return ["--yes", "--points", "0", "--islands", str(islands), *ships, *KINDS[kind]]


def make_set(asked: argparse.Namespace) -> None:
    asked.folder.mkdir(parents=True, exist_ok=True)
    table, kit, options = asked.folder / "table.toml", asked.folder / "kit.pdf", new_options(asked.kind)
    if asked.small:
        options = new_options(asked.kind, SMALL_FLEETS, SMALL_ISLANDS)
    if not kit.exists():
        for command in (["new", table, *options], ["print", "kit", "--table", table, "--out", kit]):
            subprocess.run([sys.executable, "-m", "tableassist", *command], check=True, stdout=subprocess.DEVNULL)
    session = stage.open_session(table, kit, asked.folder, asked.seed, tuple(asked.colours.split(",")))
    (session.folder / "parts").mkdir(exist_ok=True)
    truth = {"kind": asked.kind, "new": options, **stage.session_truth(session)}
    (session.folder / "session.json").write_text(json.dumps(truth, indent=1))
    base = stage.base_picture(session)
    sheet_at = lay_sheet(session)
    sheet = stage.sheet_picture(session, sheet_at)
    jobs = {
        "base": lambda: [(base, None, []), (sheet, None, [])],
        "jig": lambda: plan_jig(session, base, sheet, sheet_at, asked.ships),
        "scan": lambda: plan_scan(session, base, asked.scan),
        "play": lambda: plan_play(session, base, asked.play),
        "survey": lambda: plan_survey(session),
        "calibrate": lambda: plan_calibrate(session, base),
    }
    for what in asked.what.split(","):
        made = jobs[what]()
        for start in range(0, len(made), 4):  # so that pictures are there early
            render(session, made[start : start + 4], asked.bpy, asked.threads)


def render(session: stage.Session, made: list, bpy: str, threads: int) -> None:
    todo = [each for each in made if each[1] is None or not (session.folder / f"{each[0]['name']}.jpg").exists()]
    if not todo:
        return
    job = session.folder / f"job-{todo[0][0]['name'].replace('/', '-')}.json"
    stage.write_job(job, [each[0] for each in todo], threads=threads)
    with (session.folder / "render.log").open("a") as log:
        subprocess.run([bpy, str(RENDERER), str(job)], check=True, stdout=log, stderr=log)
    job.unlink()
    for picture, truth, below in todo:
        if truth is not None:
            print(stage.develop_picture(session, picture, truth, below), flush=True)


def lay_sheet(session: stage.Session) -> SetDown:
    """Towards a corner of the mat, as the page asks: off the middle of the picture."""
    rng = np.random.default_rng((session.seed, 5))
    turn = math.radians(rng.uniform(-4.0, 4.0))
    return SetDown(rng.uniform(520.0, 545.0), rng.uniform(70.0, 90.0), turn) if rng.random() < 0.5 else SetDown(
        rng.uniform(75.0, 95.0), rng.uniform(75.0, 95.0), turn
    )  # fmt: skip


def jig_slots(session: stage.Session) -> list[dict]:
    """The jig's places in mm from the page's lower-left corner: as the sheet's design has them, from its first tag."""
    page = session.kit.page_of(*stage.JIG_TAGS)
    designed = A4_JIG.tags.tags[0]
    printed = session.kit.tag(designed.tag, page)
    dx, dy = printed.x_mm - designed.x_mm, printed.y_mm - designed.y_mm
    return [
        {"name": slot.name, "x_mm": slot.x_mm + dx, "y_mm": slot.y_mm + dy, "heading_rad": slot.heading_rad}
        for slot in A4_JIG.slots
    ]


def plan_jig(session, base, sheet, sheet_at, ships) -> list:
    made = []
    for place, ship in enumerate(session.ships.values()):
        for slot in jig_slots(session):
            session.rng = np.random.default_rng((session.seed, 1, place, int(slot["name"])))
            picture, truth = stage.jig_picture(session, ship, slot, sheet_at)
            if place < ships:
                made.append((picture, truth, [base, sheet]))
    return made


def plan_play(session, base, count) -> list:
    made = []
    for number in range(count):
        rng = np.random.default_rng((session.seed, 2, number))
        poses, questions = lay_out(session, number, rng)
        groups, pieces = [], []
        for name, at in poses.items():
            if name in session.ships:
                groups.append(ship_slabs(session.ships[name], at, session.kit))
                pieces.append(stage.ship_truth(session, session.ships[name], at, session.world_from_camera))
            else:
                groups.append(island_slabs(session.islands[name], at, session.kit))
                pieces.append(stage.island_truth(session, session.islands[name], at, session.world_from_camera))
        borders = stage.piece_borders(session, session.world_from_camera, groups)
        slabs = stage.mat_slabs(session) + [slab for group in groups for slab in group]
        truth = {
            "kind": "play",
            "pieces": pieces,
            "questions": [question.to_json() for question in questions],
            "gaps": all_gaps(session, poses),
            "ranges": all_ranges(session, poses),
        }
        name = f"play/{number + 1:03d}"
        made.append((stage.picture(session, name, session.world_from_camera, slabs, borders), truth, [base]))
    return made


def plan_scan(session, base, count) -> list:
    """The islands alone on the mat, turned and moved between pictures as `scan --islands` asks."""
    made = []
    for number in range(count):
        rng = np.random.default_rng((session.seed, 6, number))
        groups, pieces = [], []
        for island, cell in zip(session.islands.values(), rng.permutation(SCAN_CELLS), strict=False):
            at = SetDown(*(cell + rng.uniform(-25.0, 25.0, 2)), rng.uniform(-math.pi, math.pi))
            groups.append(island_slabs(island, at, session.kit))
            pieces.append(stage.island_truth(session, island, at, session.world_from_camera))
        borders = stage.piece_borders(session, session.world_from_camera, groups)
        slabs = stage.mat_slabs(session) + [slab for group in groups for slab in group]
        picture = stage.picture(session, f"scan/{number + 1:02d}", session.world_from_camera, slabs, borders)
        made.append((picture, {"kind": "scan", "pieces": pieces}, [base]))
    return made


def plan_survey(session) -> list:
    """The camera held over the mat from eight sides, tilted by 30 to 45 degrees. Printed islands lie on it."""
    made = []
    groups, truth = [], {"kind": "survey", "pieces": []}
    rng = np.random.default_rng((session.seed, 7))
    for island, cell in zip(session.islands.values(), rng.permutation(SCAN_CELLS), strict=False):
        at = SetDown(*(cell + rng.uniform(-25.0, 25.0, 2)), rng.uniform(-math.pi, math.pi))
        if island.printed:
            groups.append(island_slabs(island, at, session.kit))
            truth["pieces"].append(stage.island_truth(session, island, at, session.world_from_camera))
    middle = np.array([session.table["mat"]["width_mm"] / 2, session.table["mat"]["height_mm"] / 2, 0.0])
    for number in range(8):
        rng = np.random.default_rng((session.seed, 3, number))
        side, tilt = math.tau * number / 8 + rng.uniform(-0.2, 0.2), math.radians(rng.uniform(28.0, 40.0))
        far = rng.uniform(1230.0, 1330.0)
        away = np.array([math.cos(side) * math.sin(tilt), math.sin(side) * math.sin(tilt), math.cos(tilt)])
        aim = middle + np.array([*rng.normal(0.0, 20.0, 2), 0.0])
        camera = look_at(aim + far * away, aim - 60 * np.array([*away[:2], 0.0]), math.radians(rng.normal(0.0, 3.0)))
        made.append((stage.mat_picture(session, f"survey/{number + 1:02d}", camera, groups), truth, []))
    return made


def plan_calibrate(session, base) -> list:
    """The board held before the camera, tilted to every side and in every corner of the picture."""
    page = session.kit.pages[board_page(session)]
    outline = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [page.width_mm, page.height_mm]
    made = []
    corners = [(x, y) for y in (-0.62, 0.0, 0.62) for x in (-0.66, 0.0, 0.66)]
    places = [*corners, (0.0, 0.0), (0.0, 0.0), (-0.5, 0.45), (0.5, -0.45)]
    for number, (x, y) in enumerate(places):
        rng = np.random.default_rng((session.seed, 4, number))
        far = rng.uniform(480.0, 640.0) if number < 9 else rng.uniform(380.0, 560.0)
        half = np.array([960.0, 540.0]) / session.lens.focal_px
        reach = np.array([page.width_mm, page.height_mm]) / 2 / far
        ray = np.array([x, y]) * np.maximum(half - 0.8 * reach, 0.0) / 0.66
        turn = rng.uniform(-0.5, 0.5, 2)
        spin = rng.uniform(-0.35, 0.35)
        camera_from_board = np.eye(4)
        facing = np.diag([1.0, -1.0, -1.0])  # its face to the camera, its upper side up
        camera_from_board[:3, :3] = turn_x(turn[0]) @ turn_y(turn[1]) @ facing @ turn_z(spin)
        camera_from_board[:3, 3] = *(ray * far), far
        board = {
            "low_mm": outline.tolist(),
            "z_mm": [-3.0, 0.0],
            "colour": (0.6, 0.55, 0.45),
            "top_texture": page.texture,
            "texture_from_slab": [[1 / page.width_mm, 0.0, 0.5], [0.0, 1 / page.height_mm, 0.5]],
            "pose": (session.world_from_camera @ camera_from_board).tolist(),
        }
        border = stage.border_around(session, session.world_from_camera, stage.slab_points(board))
        slabs = [*stage.mat_slabs(session), board]
        picture = stage.picture(session, f"calibrate/{number + 1:02d}", session.world_from_camera, slabs, [border])
        for border in picture["borders"]:
            border["samples"] = 6
        made.append((picture, {"kind": "calibrate", "camera_from_board": camera_from_board.tolist()}, [base]))
    return made


def board_page(session: stage.Session) -> int:
    """Find the calibration board by its darkness: half of it is black squares."""
    darkness = [cv2.imread(page.texture, cv2.IMREAD_GRAYSCALE).mean() for page in session.kit.pages]
    return int(np.argmin(darkness))


if __name__ == "__main__":
    main()
