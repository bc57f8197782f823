"""`judge` with several pictures of one table: a webcam's and a phone's, which nobody has calibrated."""

import json
import math
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError, TableAssistError
from tableassist.studio.optics import Look, StudioCamera
from tests.studio.crowded_table import PLACES, crowded_settings, crowded_table, picture_of, webcam

KEPT = ("bonny-kate", "palm-island", "revenge", "plantagenet")
LEAN_DEG = 2.5
MOVED_MM = 3.0
PHONE_FOCAL_PX = 1500.0
PORTRAIT_LOOK = Look(brightness=0.85, light_slope=0.05, blur_sigma_px=0.7)


def phone(target, *, distance_mm, azimuth_deg, portrait=False):
    """Held in a hand; its focal length is 1.5 % off what its pictures state."""
    width, height = (1512, 2016) if portrait else (2016, 1512)
    return StudioCamera.looking_at(
        (*target, 0.0),
        distance_mm=distance_mm,
        off_vertical_deg=38.0,
        azimuth_deg=azimuth_deg,
        roll_deg=94.0 if portrait else 4.0,
        width_px=width,
        height_px=height,
        fx=PHONE_FOCAL_PX,
        fy=PHONE_FOCAL_PX,
        cx=width / 2 + 5.0,
        cy=height / 2 - 4.0,
        dist=(0.05, -0.1, 0.0002, 0.0003),
    )


def exif(film_mm):
    """An APP1 segment that states a 35 mm equivalent focal length, and a picture that is to be turned."""
    entry = (0xA405).to_bytes(2, "big") + (3).to_bytes(2, "big") + (1).to_bytes(4, "big")
    entry += film_mm.to_bytes(2, "big") + b"\0\0"
    turned = (0x0112).to_bytes(2, "big") + (3).to_bytes(2, "big") + (1).to_bytes(4, "big") + b"\0\6\0\0"
    pointer = (0x8769).to_bytes(2, "big") + (4).to_bytes(2, "big") + (1).to_bytes(4, "big") + (38).to_bytes(4, "big")
    first = (2).to_bytes(2, "big") + turned + pointer + (0).to_bytes(4, "big")
    tiff = b"MM\0*" + (8).to_bytes(4, "big") + first + (1).to_bytes(2, "big") + entry + (0).to_bytes(4, "big")
    body = b"Exif\0\0" + tiff
    return b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body


def write_photo(path, image):
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert done
    path.write_bytes(data[:2].tobytes() + exif(26) + data[2:].tobytes())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("pictures")
    table = crowded_table(crowded_settings(made), without=tuple(set(PLACES) - set(KEPT)))
    leaning = tuple(
        replace(each, rig=replace(each.rig, roll_rad=math.radians(LEAN_DEG))) if each.piece.id == "bonny-kate" else each
        for each in table.pieces
    )
    table = replace(table, pieces=leaning)
    touched = tuple(
        replace(each, pose=replace(each.pose, y_mm=each.pose.y_mm + MOVED_MM)) if each.piece.id == "revenge" else each
        for each in leaning
    )
    cv2.imwrite(str(made / "live.png"), picture_of(table, webcam()))
    near = phone((700.0, 330.0), distance_mm=620.0, azimuth_deg=60.0)
    write_photo(made / "phone.jpg", picture_of(table, near, look=PORTRAIT_LOOK))
    upright = phone((700.0, 330.0), distance_mm=760.0, azimuth_deg=150.0, portrait=True)
    touched = replace(table, pieces=touched)
    write_photo(made / "touched.jpg", picture_of(touched, upright, look=PORTRAIT_LOOK))
    cv2.imwrite(str(made / "grey.png"), np.full((600, 800, 3), 90, np.uint8))
    (made / "apple.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64))
    return made


@cache
def run(folder, *words):
    names = {each.name for each in folder.iterdir()}
    arguments = [str(folder / word) if word in names else word for word in words]
    done = CliRunner().invoke(app, ["judge", *arguments, "--table", str(folder / "table.toml")], env={"COLUMNS": "100"})
    assert done.exception is None or isinstance(done.exception, TableAssistError), done.output
    return done


def record(folder, *pictures):
    return json.loads(run(folder, *pictures, "--json").stdout)


def piece(judgement, name):
    return next(row for row in judgement["pieces"] if row["id"] == name)


def test_one_picture_says_nothing_of_pictures(folder):
    judgement = record(folder, "live.png")
    assert "pictures" not in judgement
    assert "settled" not in judgement
    assert not {"pictures", "alone_sigma_mm"} & set(piece(judgement, "revenge"))
    assert "Pictures" not in run(folder, "live.png").stdout


def test_the_phone_settles_how_far_a_ship_leans(folder):
    alone, both = record(folder, "live.png"), record(folder, "live.png", "phone.jpg")
    ship = piece(both, "bonny-kate")
    assert ship["pictures"] == ["live.png", "phone.jpg"]
    assert ship["alone_sigma_mm"] == piece(alone, "bonny-kate")["sigma_mm"]
    assert ship["sigma_mm"] < 0.5 * ship["alone_sigma_mm"]
    assert any("Bonny Kate leans by 2." in words and "allows for" in words for words in both["warnings"])


def test_a_near_photo_with_few_mat_tags_is_used(folder):
    both = record(folder, "live.png", "phone.jpg")
    live, phone_row = both["pictures"]
    assert live["name"] == "live.png"
    assert 2 <= len(phone_row["registration"]["mat_tags_seen"]) <= 5
    assert phone_row["reason"] is None


def test_places_agree_with_the_truth_within_their_plus_minus(folder):
    truth = crowded_table(crowded_settings(folder), without=tuple(set(PLACES) - set(KEPT)))
    both = record(folder, "live.png", "phone.jpg")
    for each in truth.pieces:
        row = piece(both, each.piece.id)
        off = math.hypot(row["x_mm"] - each.pose.x_mm, row["y_mm"] - each.pose.y_mm)
        assert off < 3.0 * row["sigma_mm"]


def test_the_page_says_what_the_second_picture_adds(folder):
    page = run(folder, "live.png", "phone.jpg").stdout
    assert "phone.jpg:" in page
    assert "Bonny Kate: ±" in page
    assert "by live.png alone ±" in page


def test_a_ship_touched_between_the_pictures_is_not_judged(folder):
    """The second picture is a portrait, and its EXIF data ask for a turn."""
    both = record(folder, "live.png", "touched.jpg")
    row = piece(both, "revenge")
    assert not row["seen"]
    assert "is not where touched.jpg shows it" in row["reason"]
    assert piece(both, "bonny-kate")["seen"]
    about = [each for each in both["rulings"] if "revenge" in (each["subject"], each["target"])]
    assert {each["verdict"] for each in about} <= {"not_seen"}


def test_a_picture_without_a_mat_is_left_out_and_named(folder):
    alone, both = record(folder, "live.png"), record(folder, "live.png", "grey.png")
    assert [each["name"] for each in both["pictures"]] == ["live.png", "grey.png"]
    assert both["pictures"][1]["registration"] is None
    assert both["pictures"][1]["reason"]
    assert [each["x_mm"] for each in both["pieces"]] == [each["x_mm"] for each in alone["pieces"]]
    assert [each["verdict"] for each in both["rulings"]] == [each["verdict"] for each in alone["rulings"]]


def test_where_the_first_picture_shows_no_mat_the_next_one_is_judged(folder):
    both = record(folder, "grey.png", "phone.jpg", "--camera", "grey.png=typical")
    assert piece(both, "bonny-kate")["seen"]
    assert {each["name"] for each in both["pictures"]} == {"grey.png", "phone.jpg"}


def test_heic_is_refused_in_one_line_that_says_what_to_do(folder):
    words = str(run(folder, "live.png", "apple.heic").exception)
    assert "apple.heic: a HEIC picture, expected JPEG or PNG" in words
    assert "Most Compatible" in words


@pytest.mark.parametrize("words", ["phone.jpg", "other.jpg=typical"])
def test_a_camera_of_no_picture_is_refused(folder, words):
    done = run(folder, "live.png", "phone.jpg", "--camera", words)
    assert isinstance(done.exception, BadRequestError)
    assert "expected PICTURE=PROFILE" in str(done.exception)
