"""`plan --cards`: whether a camera will read the card table."""

import json

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tableassist.setup.plan import planned_cards


def asked(*words):
    done = CliRunner().invoke(app, ["plan", "--cards", *words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_straight_above_the_pixels_a_millimetre_follow_from_width_and_picture():
    told = asked("--camera", "1080p", "--hfov", "60")
    # 980 mm of cards with a margin of 1 % of 1920 pixels on either side.
    assert told["px_per_mm"] == pytest.approx(1920 * 0.98 / 980, rel=0.02)
    assert told["labels"][0]["px_per_module"] == pytest.approx(told["px_per_mm"] * 24 / 8, rel=0.01)
    assert all(label["sure"] for label in told["labels"])


def test_a_small_camera_reads_cards_but_no_fame():
    told = asked("--camera", "640x480")
    reads = {label["what"]: label["reads"] for label in told["labels"]}
    assert reads == {"cards": True, "row strip": True, "fame, fanned": False}


def test_a_camera_that_hangs_too_low_is_told_how_high():
    with pytest.raises(BadRequestError, match=r"expected 7\d\d mm or more"):
        planned_cards(camera="1080p", height=400.0)


def test_in_words_it_fits_a_terminal_of_80_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = CliRunner().invoke(app, ["plan", "--cards", "--angle", "30"])
    assert "30° off the vertical" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
