"""From nothing to a judged table: the commands of docs/own-table.md, on pictures of what they have printed.

The pages of the kit are rasterised, cut up and laid on a staged table; the studio's camera looks at them. Only the
camera is replaced in the commands, by those pictures. What is found is held against where things were staged.
"""

import json
import math
import re
import shlex
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from shapely import LineString, Point, Polygon, affinity, union_all
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.geometry.frames import PlanarPose
from tableassist.printing.paper import Paper, Sheet
from tableassist.setup.plan import SETUP_PATH, printed_sheet
from tableassist.store.table import read_table
from tests.cli.own_table_studio import OwnTable, PaperKit, hanging_camera, write_pictures
from tests.vision.taped_mat import after_best_rigid_fit

PAGE = Path(__file__).parents[2] / "docs" / "own-table.md"
CHAPTER = "Step by step"
CAMERA = "camera:0"
SHIPS = ("hms-titan", "hms-gallowglass", "harbinger")
POSES = {
    "hms-titan": PlanarPose(330.0, 430.0, math.radians(20.0)),
    "harbinger": PlanarPose(378.0, 482.0, math.radians(-35.0)),
    "hms-gallowglass": PlanarPose(610.0, 600.0, math.radians(126.0)),
    "anne-home": PlanarPose(180.0, 180.0, 0.3),
    "mary-home": PlanarPose(730.0, 740.0, -0.4),
    "island-3": PlanarPose(480.0, 260.0, 0.8),
    "island-4": PlanarPose(740.0, 330.0, 2.0),
    "reef": PlanarPose(250.0, 700.0, 0.0),
}
BARS_MM = {"S": 57.5, "L": 83.8}
"""Of the bars printed on the cards, which `new` takes for its ruler."""
CLEAR_MM = 14.0
"""So far from the limit no estimate of an outline makes a call close."""
BOARD_VIEWS, MAT_VIEWS = 11, 6


def chapter_commands():
    text = PAGE.read_text("utf-8")
    chapter = re.search(rf"^## {CHAPTER}\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)[1]
    blocks = re.findall(r"^```\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines() if line.strip()]


@dataclass
class Afternoon:
    """What came out of a player's afternoon."""

    folder: Path
    words: list
    """(argv, output) of each command."""
    table: OwnTable
    judged: dict

    def said(self, command):
        return [output for argv, output in self.words if argv[1] == command]


def run(argv, fine=(0,)):
    assert argv[0] == "tableassist"
    done = CliRunner().invoke(app, argv[1:], env={"COLUMNS": "160"})
    assert done.exit_code in fine, (argv, done.exception, done.output)
    return done.output


def built_from_the_kit(folder, rng):
    settings = read_table(folder / "my-table.toml", surveyed=False)
    printed = printed_sheet(Sheet.KIT, folder / "my-table.toml", Paper.A4)
    assert printed.pdf == (folder / "kit.pdf").read_bytes()
    return OwnTable.built(PaperKit(printed), settings.mat, settings.pieces, rng)


def docked_poses(table):
    """The game with HMS Titan sailed up to the shore of island 3, by the outlines as they were staged."""
    ship, shore = (Polygon(table.pieces[name].model.hull) for name in ("hms-titan", "island-3"))
    island, heading = POSES["island-3"], math.radians(200.0)
    shore = affinity.translate(affinity.rotate(shore, island.heading_rad, (0, 0), use_radians=True), *place_of(island))
    ship = affinity.rotate(ship, heading, (0, 0), use_radians=True)
    off = 200.0
    for _ in range(20):
        at = island.x_mm - off * math.cos(heading), island.y_mm - off * math.sin(heading)
        off -= affinity.translate(ship, *at).distance(shore)
    return {**POSES, "hms-titan": PlanarPose(*at, heading)}


def place_of(pose):
    return pose.x_mm, pose.y_mm


@pytest.fixture(scope="module")
def afternoon(tmp_path_factory):
    folder, rng = tmp_path_factory.mktemp("own-table"), np.random.default_rng(20)
    hanging, words, table = hanging_camera(), [], None

    def game():
        cv2.imwrite(str(folder / "game.png"), table.game_picture(POSES, hanging, rng))
        return folder / "game.png"

    def docked():
        cv2.imwrite(str(folder / "docked.png"), table.game_picture(docked_poses(table), hanging, rng))
        return folder / "docked.png"

    looks = {
        "calibrate": lambda: write_pictures(folder / "board", table.board_pictures(BOARD_VIEWS, rng)),
        "survey": lambda: write_pictures(folder / "mat", table.mat_pictures(MAT_VIEWS, rng)),
        "mount": lambda: write_pictures(folder / "jig", table.jig_pictures(SHIPS, hanging, rng)),
        "judge": game,
        "prove": docked,
    }
    with chdir(folder):
        for typed in chapter_commands():
            if typed[1] == "watch":  # it opens a window
                continue
            seen = str(looks.pop(typed[1])()) if CAMERA in typed else CAMERA
            argv = [seen if word == CAMERA else word for word in typed]
            if argv[1] == "scale":  # this print came out at its size
                argv[-1] = "100.0"
            words.append((argv, run(argv, fine=(0, 1) if argv[1] == "prove" else (0,))))
            if argv[1] == "print":
                table = built_from_the_kit(folder, rng)
        judged = json.loads(run(["tableassist", "judge", "game.png", "--table", "my-table.toml", "--json"]))
    assert not looks
    return Afternoon(folder, words, table, judged)


def test_the_chapter_has_the_steps_of_the_setup_path_in_their_order():
    names = [argv[1] for argv in chapter_commands()]
    path = [step.command.split()[1] for step in SETUP_PATH]
    assert [name for name in dict.fromkeys(names) if name in path] == path
    assert list(dict.fromkeys(names))[-1] == "watch"


def test_the_board_page_gives_a_lens_that_the_table_file_uses(afternoon):
    assert re.search(r"^(GOOD|USABLE): halves", afternoon.said("calibrate")[0], re.MULTILINE)
    lens = read_table(afternoon.folder / "my-table.toml").camera.lens
    assert (lens.fx, lens.cx, lens.cy) == pytest.approx((1344.0, 966.7, 535.6), abs=2.0)


def test_the_mats_cards_are_found_where_they_were_taped(afternoon):
    mat = read_table(afternoon.folder / "my-table.toml").mat
    found = np.array([(tag.x_mm, tag.y_mm) for tag in mat.tags])
    truth = np.array([(sheet.x_mm, sheet.y_mm) for sheet in afternoon.table.taped])
    assert np.sqrt(np.mean((found - truth) ** 2)) < 0.5
    assert np.sqrt(np.mean(after_best_rigid_fit(found, truth, scale=True) ** 2)) < 0.05
    assert mat.surveyed is not None


def test_every_ship_is_fitted_out_on_the_jigs_page(afternoon):
    said = afternoon.said("mount")[0]
    for name in ("HMS Titan", "HMS Gallowglass", "Harbinger"):
        assert re.search(rf"{name}: (good|usable); bow ± [01]\.\d", said), said
    before, after = afternoon.said("check")
    hint = next(line for line in before.splitlines() if "not fitted out: " in line)
    assert all(name in hint for name in ("HMS Titan", "HMS Gallowglass", "Harbinger"))
    assert "not fitted out" not in after
    assert "my-table.toml is fine" in after


def piece_of(folder, name):
    return next(piece for piece in read_table(folder / "my-table.toml").pieces if piece.id == name)


@pytest.mark.parametrize("name", SHIPS)
def test_a_ship_in_the_game_has_her_bow_where_it_was_staged(afternoon, name):
    row = next(row for row in afternoon.judged["pieces"] if row["id"] == name)
    assert row["seen"]
    reach = max(x for x, _ in afternoon.table.pieces[name].model.hull)
    heading, truth = math.radians(row["heading_deg"]), POSES[name]
    # The pose is that of the middle of her hull as it was traced, which is not quite that of the staged one.
    traced = max(x for x, _ in piece_of(afternoon.folder, name).model.hull)
    found = row["x_mm"] + traced * math.cos(heading), row["y_mm"] + traced * math.sin(heading)
    staged = (
        truth.x_mm + reach * math.cos(truth.heading_rad),
        truth.y_mm + reach * math.sin(truth.heading_rad),
    )
    off, sigma = math.dist(found, staged), math.hypot(row["sigma_mm"], reach * math.radians(row["heading_sigma_deg"]))
    assert off < 3.0 * sigma
    assert off < 0.9
    assert sigma < 0.8


def laid(name, shape):
    pose = POSES[name]
    turned = affinity.rotate(shape, pose.heading_rad, origin=(0, 0), use_radians=True)
    return affinity.translate(turned, pose.x_mm, pose.y_mm)


def test_ranges_agree_with_distances_taken_from_where_the_ships_were_staged(afternoon):
    calls = {"yes": 0, "no": 0}
    for ruling in afternoon.judged["rulings"]:
        if ruling["rule"] != "range" or not {ruling["subject"], ruling["target"]} <= set(SHIPS):
            continue
        shooter, target = (afternoon.table.pieces[ruling[role]].model for role in ("subject", "target"))
        mast = shooter.masts[ruling["cannon"] - 1]
        hit = union_all([Polygon(target.hull), LineString(target.bowsprit)])
        apart = laid(ruling["subject"], Point(mast.x_mm, mast.y_mm)).distance(laid(ruling["target"], hit))
        assert ruling["limit_mm"] in BARS_MM.values()
        spare = ruling["limit_mm"] - apart
        if abs(spare) > CLEAR_MM:
            assert ruling["verdict"] == ("yes" if spare > 0 else "no"), ruling
            calls[ruling["verdict"]] += 1
    assert calls["yes"] > 0
    assert calls["no"] > 0


def test_a_ship_set_against_a_shore_is_docked_or_too_close_to_call_and_never_said_to_be_off(afternoon):
    (words,) = afternoon.said("prove")
    gap_mm, known_mm = map(float, re.search(r"HMS Titan at Island 3: gap (-?\d\.\d) ± (\d\.\d) mm", words).groups())
    assert abs(gap_mm) < 1.5 * known_mm, "she was staged with her bow at the shore"
    assert known_mm < 2.0
    assert words.startswith(("DOCKED", "TOO CLOSE TO CALL"))


def test_nothing_is_left_to_warn_of(afternoon):
    assert afternoon.judged["warnings"] == []
    assert afternoon.judged["notes"] == []
    assert len(afternoon.judged["registration"]["mat_tags_seen"]) == 12
