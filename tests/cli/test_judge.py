"""`judge` for people: a page that fits a screen, with what matters first; and the JSON, which has everything."""

import json
from dataclasses import replace
from functools import cache

import cv2
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tests.studio.crowded_table import crowded_settings, crowded_table, picture_of, webcam

OUT = ("titan", "swift", "gull-island")
MAX_LINES = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two pictures of ten ships and six islands: all of them, one held in a hand; and with three pieces out."""
    made = tmp_path_factory.mktemp("judge")
    settings = crowded_settings(made)
    table = crowded_table(settings)
    held = tuple(replace(each, lift_mm=40.0) if each.piece.id == "windjammer" else each for each in table.pieces)
    cv2.imwrite(str(made / "all.png"), picture_of(replace(table, pieces=held), webcam()))
    cv2.imwrite(str(made / "out.png"), picture_of(crowded_table(settings, gap_mm=3.0, without=OUT), webcam()))
    return made


@cache
def judge(folder, picture, *options, columns=100):
    arguments = ["judge", str(folder / picture), "--table", str(folder / "table.toml"), *options]
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": str(columns)})
    assert done.exit_code == 0, done.output
    return done.stdout


def section(page, title):
    """The lines below a title, up to the next empty one."""
    lines = page.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(title))
    below = lines[start + 1 :]
    return below[: below.index("")] if "" in below else below


def test_the_page_fits_a_screen(folder):
    for picture in ("all.png", "out.png"):
        for columns in (80, 100):
            lines = judge(folder, picture, columns=columns).splitlines()
            assert len(lines) <= MAX_LINES, "\n".join(lines)
            assert max(map(len, lines)) <= columns


def test_a_docked_ship_is_called_so_in_the_first_line_about_her(folder):
    first = section(judge(folder, "all.png", "--confirm", "bonny kate"), "Contacts")[0]
    assert first.startswith("  Bonny Kate is DOCKED at Palm Island: gap 0.")
    assert "(limit 1.0)" in first
    assert first.endswith("[complete, Docking]")


def test_a_ship_three_millimetres_off_is_called_not_docked(folder):
    first = section(judge(folder, "out.png"), "Contacts")[0]
    assert first.strip().startswith(("Bonny Kate is NOT docked at Palm Island: gap 3.", "HMS Plantagenet does NOT ram"))
    assert "Bonny Kate is NOT docked at Palm Island: gap " in judge(folder, "out.png")


def test_pieces_that_are_out_take_one_line_and_no_rulings(folder):
    page = judge(folder, "out.png", columns=400)
    (line,) = [
        line for line in page.splitlines() if "HMS Titan" in line or "HMS Swift" in line or "Gull Island" in line
    ]
    assert line.strip().startswith("Not measured: HMS Titan, HMS Swift, Gull Island (")
    assert "NOT MEASURED" not in page


def test_a_missing_piece_stops_no_shot_across_bare_mat(folder):
    line = next(line for line in section(judge(folder, "out.png", columns=400), "Shots") if "Harbinger" in line)
    assert "cannons may shoot HMS Oxley: " in line
    assert "not called" not in line
    assert "no cannon may shoot" not in line


def test_a_ship_in_a_hand_is_named_with_the_reason(folder):
    page = judge(folder, "all.png", columns=400)
    (line,) = [line for line in page.splitlines() if line.strip().startswith("Not measured: ")]
    assert line.strip().startswith("Not measured: Windjammer: tag 32 looks lifted by ")


def test_no_section_is_empty(folder):
    lines = judge(folder, "out.png").splitlines()
    for title, below in zip(lines, [*lines[1:], ""], strict=True):
        if title and not title.startswith(" ") and not title[0].isdigit() and not title.startswith("--about"):
            assert below.startswith("  "), title


def test_ships_to_confirm_are_listed_once_and_confirming_them_leaves_plain_answers(folder):
    page = judge(folder, "out.png", "--all", columns=400)
    assert any(", if " in line for line in section(page, "Rulings"))
    waiting = [line for line in section(page, "To confirm") if not line.startswith("To confirm")]
    assert waiting
    names = [name for line in waiting for name in line.split(":")[0].strip().split(", ")]
    assert len(set(names)) == len(names)
    assert len({line.split("(")[0].split(":")[1] for line in waiting}) == len(waiting), "one line for the same facts"
    after = judge(folder, "out.png", "--all", "--confirm", "all", columns=400)
    assert "To confirm" not in after
    assert not any(", if " in line for line in section(after, "Rulings"))
    rows = json.loads(judge(folder, "out.png", "--json"))["rulings"]
    assert {row["conditional"] for row in rows} == {True, False}
    assert all(bool(row["conditions"]) == row["conditional"] for row in rows)


def test_a_name_to_confirm_that_no_piece_has_is_refused(folder):
    arguments = ["judge", str(folder / "all.png"), "--table", str(folder / "table.toml"), "--confirm", "nobody"]
    refused = CliRunner().invoke(app, arguments)
    assert isinstance(refused.exception, BadRequestError)
    assert "--confirm: got 'nobody'" in str(refused.exception)


def test_about_a_piece_lists_everything_about_it_and_nothing_else(folder):
    page = judge(folder, "all.png", "--about", "bonny", columns=400)
    calls = [*section(page, "What matters"), *section(page, "The rest")]
    headlines = [line for line in calls if not line.startswith("     ")]
    assert len(headlines) > 10
    assert all("Bonny Kate" in line for line in headlines)
    assert "[complete, Move Action (Docking); Docking]" in page, "the whole citation, where it was asked for"


def test_all_lists_every_ruling_of_the_json(folder):
    page = judge(folder, "all.png", "--all", columns=400)
    headlines = [line for line in section(page, "Rulings") if not line.startswith("     ")]
    assert len(headlines) == len(json.loads(judge(folder, "all.png", "--json"))["rulings"])


def test_a_name_that_is_no_piece_is_refused(folder):
    arguments = ["judge", str(folder / "all.png"), "--table", str(folder / "table.toml"), "--about", "nobody"]
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, BadRequestError)
    assert "HMS Titan" in str(done.exception)


def test_a_mirrored_picture_is_named_as_such(folder):
    cv2.imwrite(str(folder / "mirrored.png"), cv2.imread(str(folder / "all.png"))[:, ::-1])
    page = judge(folder, "mirrored.png", columns=400)
    assert page.startswith("Nothing is judged\n")
    assert "! the picture is mirrored, so nothing can be measured: turn off mirroring in the camera's settings" in page
    assert "can't see the mat" not in page
    arguments = ["doctor", "--camera", str(folder / "mirrored.png"), "--table", str(folder / "table.toml")]
    assert "look    table in view: the picture is mirrored" in CliRunner().invoke(app, arguments).stdout


def test_an_upright_picture_of_a_camera_that_was_calibrated_lying_says_turn_the_camera(folder):
    cv2.imwrite(str(folder / "upright.png"), cv2.rotate(cv2.imread(str(folder / "all.png")), cv2.ROTATE_90_CLOCKWISE))
    arguments = ["judge", str(folder / "upright.png"), "--table", str(folder / "table.toml")]
    done = CliRunner().invoke(app, arguments)
    assert str(done.exception).startswith("turn the camera: its profile was made with pictures of 1920x1080")


def test_an_upright_picture_that_cuts_the_mat_off_says_turn_the_camera(folder):
    table = (folder / "table.toml").read_text("utf-8").replace('camera = "studio-1080p"', 'camera = "typical"')
    (folder / "typical.toml").write_text(table, "utf-8")
    cv2.imwrite(str(folder / "cut.png"), cv2.imread(str(folder / "all.png"))[:, 600:1208])
    arguments = ["judge", str(folder / "cut.png"), "--table", str(folder / "typical.toml")]
    page = CliRunner().invoke(app, arguments, env={"COLUMNS": "400"}).stdout
    assert "% of the mat is outside the picture, which is taller than wide: turn the camera sideways" in page
    (line,) = [line for line in page.splitlines() if "Not measured: " in line and "nowhere to be read" in line]
    assert "Bonny Kate" in line, "those that are outside share a line"


def test_the_json_has_the_reason_in_the_piece_and_in_every_ruling_about_her(folder):
    judged = json.loads(judge(folder, "all.png", "--json"))
    (reason,) = (piece["reason"] for piece in judged["pieces"] if piece["id"] == "windjammer")
    assert reason.startswith("seen, but not believed: ")
    hers = [ruling for ruling in judged["rulings"] if "windjammer" in (ruling["subject"], ruling["target"])]
    assert len(hers) > 10
    assert {ruling["verdict"] for ruling in hers} == {"not_seen"}
    assert all(ruling["reason"].endswith(f" is not measured: {reason}") for ruling in hers)
