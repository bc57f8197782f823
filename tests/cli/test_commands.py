"""The program as a user starts it: in a process of its own.

The demo starts a new interpreter; the other commands are forked from one that has imported everything."""

import json
import os
import subprocess
import sys
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from tests.colours import colour_count
from tests.warm_program import run_program

ROOT = Path(__file__).parents[2]


def user_environment(**variables):
    """The environment of a terminal without a display."""
    kept = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "160", **variables}


def run(*arguments, cwd, **variables):
    return run_program(*arguments, cwd=cwd, env=user_environment(**variables))


def start_and_run(*arguments, cwd):
    """Run in a new interpreter, as a user does."""
    command = [sys.executable, "-m", "tableassist", *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, env=user_environment(), capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    done = start_and_run("demo", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "demo-out", done


def test_the_demo_without_a_display_says_so_and_writes_video_pictures_and_rulings(demo):
    out, done = demo
    assert "No display found" in done.stdout
    with av.open(str(out / "demo.mp4")) as video:
        assert sum(1 for _ in video.decode(video=0)) > 200
    plans = sorted(out.glob("plan-*.png"))
    assert [path.stem for path in plans] == ["plan-1-blocked", "plan-2-cleared", "plan-3-rammed", "plan-4-home"]
    for path in plans:
        picture = cv2.imread(str(path))
        assert colour_count(picture) > 500


def test_the_demo_says_what_its_camera_does_not_see_and_what_would_help(demo):
    _, done = demo
    told = " ".join(done.stdout.split())
    assert "A ship that leans is noticed anywhere on the mat: from 4.9 degrees on" in told
    assert "A wake plate behind each ship, as the kit prints it, shows a lean from 1.2 degrees on" in told


def verdicts(moment, rule, subject, target):
    rows = moment["judgement"]["rulings"]
    return {r["verdict"] for r in rows if (r["rule"], r["subject"], r["target"]) == (rule, subject, target)}


def test_the_demos_rulings_tell_its_story(demo):
    out, _ = demo
    blocked, cleared, rammed, home = json.loads((out / "rulings.json").read_text())
    assert verdicts(blocked, "line_of_fire", "harbinger", "oxley") == {"no"}
    assert "yes" in verdicts(cleared, "line_of_fire", "harbinger", "oxley")
    assert verdicts(cleared, "docking", "bonny-kate", "palm-island") == {"no"}
    assert verdicts(rammed, "docking", "bonny-kate", "palm-island") == {"yes"}
    assert verdicts(rammed, "ram", "plantagenet", "revenge") == {"yes"}
    assert verdicts(rammed, "ram", "revenge", "plantagenet") == {"no"}
    assert verdicts(home, "docking", "windjammer", "pirate-home") == {"yes"}


def test_the_demos_game_is_followed_by_its_pictures_to_the_end(demo):
    """All but what nobody can see comes from the camera: moves, dice, the mast."""
    out, _ = demo
    _, *acts = [json.loads(line) for line in (out / "game.jsonl").read_text("utf-8").splitlines()]
    seen = [each["act"] for each in acts if each.get("source") == "camera"]
    assert seen == ["move"] * 6 + ["board", "move", "shoot", "lose-mast", "move"]
    assert not any("stands" in each or "strike" in each for each in acts)
    [board] = [each for each in acts if each["act"] == "board"]
    [shot] = [each for each in acts if each["act"] == "shoot"]
    assert (board["roll"], board["enemy_roll"], shot["roll"]) == (6, 2, 5)
    told = run("referee", "game.jsonl", "--json", cwd=out)
    assert told.returncode == 0, told.stdout
    game = json.loads(told.stdout.splitlines()[-1])["game"]
    assert game["ending"]["winners"] == ["Pirates"]
    assert game["score"] == {"English": 11, "Pirates": 14}


def test_the_demos_picture_is_judged_from_its_files(demo):
    out, _ = demo
    done = run("judge", "camera-1-blocked.png", "--table", "table.toml", "--json", cwd=out)
    assert done.returncode == 0, done.stderr
    judged = json.loads(done.stdout)
    assert set(judged) == {"pieces", "rulings", "registration", "warnings", "notes", "dice"}
    assert set(judged["pieces"][0]) == {
        "id", "tags", "x_mm", "y_mm", "heading_deg", "sigma_mm", "heading_sigma_deg", "seen", "reason",
        "masts", "open_facts", "confirmed",
    }  # fmt: skip
    assert set(judged["rulings"][0]) == {
        "id", "rule", "subject", "target", "cannon", "verdict", "measured_mm", "limit_mm", "sigma_mm", "probability",
        "citation", "reason", "house", "readings", "conditions", "conditional",
    }  # fmt: skip
    assert set(judged["registration"]) == {"residual_px", "mat_tags_seen", "camera_height_mm"}
    assert all(piece["seen"] for piece in judged["pieces"])
    words = run("judge", "camera-1-blocked.png", "--table", "table.toml", cwd=out)
    assert "blocked by Skull Island" in words.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("judge", "nothing.png", "--table", "none.toml"), "none.toml: no such file"),
        (("watch", "camera:0"), "no table file given"),
        (("watch", "studio:nowhere"), "expected one of demo"),
        (("watch", "nowhere.mp4", "--table", "none.toml"), "no such file"),
        (("demo", "--no-window", "--stage", "nowhere"), "expected one of demo"),
        (("demo", "--no-window", "--out", "/dev/null/x"), "cannot be made a folder"),
        (("judge",), "Missing argument"),
    ],
)
def test_a_users_mistake_is_one_clear_message_and_exit_code_2(tmp_path, arguments, words):
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_mistake_in_a_new_interpreter_reads_the_same(tmp_path):
    """Whatever is imported before, as in the other tests, changes nothing of it."""
    mistake = ("judge", "nothing.png", "--table", "none.toml")
    done, forked = start_and_run(*mistake, cwd=tmp_path), run(*mistake, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (forked.returncode, forked.stdout, forked.stderr)


def test_every_command_has_help_with_examples(tmp_path):
    for command in ("demo", "judge", "watch", "cameras"):
        done = run(command, "--help", cwd=tmp_path)
        assert done.returncode == 0
        assert "Example" in done.stdout
        assert f"tableassist {command}" in done.stdout


def test_a_picture_of_another_size_than_the_profile_is_refused(tmp_path):
    picture = tmp_path / "small.png"
    cv2.imwrite(str(picture), np.zeros((480, 640, 3), np.uint8))
    table = ROOT / "tableassist" / "studio" / "demo_table.toml"
    done = run("judge", picture, "--table", table, cwd=tmp_path)
    assert done.returncode == 2
    assert "640x480" in done.stderr
    assert "1280x720" in done.stderr


def test_a_picture_without_a_mat_gives_a_warning_and_no_ruling(tmp_path):
    picture = tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), 120, np.uint8))
    table = ROOT / "tableassist" / "studio" / "demo_table.toml"
    done = run("judge", picture, "--table", table, "--json", cwd=tmp_path)
    judged = json.loads(done.stdout)
    assert judged["registration"] is None
    assert judged["rulings"] == []
    assert "can't see the mat" in judged["warnings"][0]


def test_the_set_up_is_checked_on_demand_and_changes_nothing_else(demo):
    """Five islands where the complete rules want three a player, and every ship has left home."""
    out, _ = demo
    picture = ("judge", "camera-1-blocked.png", "--table", "table.toml")
    plain, checked = (json.loads(run(*picture, *more, "--json", cwd=out).stdout) for more in ((), ("--set-up",)))
    count = len(plain["rulings"])
    assert checked["rulings"][:count] == plain["rulings"]
    rows = {row["id"]: row for row in checked["rulings"][count:]}
    assert {row["rule"] for row in rows.values()} == {"set_up"}
    # Of five islands: their number, ten pairs, and for each its nearest; and eight ships at home.
    assert len(rows) == 1 + 10 + 5 + 8
    assert (rows["set_up:islands:"]["verdict"], rows["set_up:islands:"]["reason"]) == ("no", "5 islands, 6 recommended")
    assert rows["set_up:harbinger:pirate-home"]["verdict"] == "no"
    assert rows["set_up:palm-island:skull-island"]["verdict"] == "yes"
    words = run(*picture, "--set-up", cwd=out).stdout
    assert "the islands" in words
    assert "5 islands, 6" in words
    assert "5 islands, 6" not in run(*picture, cwd=out).stdout
