"""What docs/pages.md says of the pages is so, and the scripts have all their words."""

import re
import tomllib
from pathlib import Path
from typing import get_args

from tableassist.table.commands import AnyCommand
from tableassist.web import guard, live
from tableassist.web.app import ROLES
from tableassist.web.openapi import openapi
from tableassist.web.serving import reader
from tableassist.web.words import page_words

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "pages.md").read_text("utf-8")
SCRIPT = "".join(path.read_text("utf-8") for path in (ROOT / "tableassist" / "web" / "static").glob("*.js"))
BY_NAME = {"yes", "no", "stands", "taken_back", "play", "pause", "waiting_die", "waiting_enemy_die"}
"""Words that the script picks by a name that it works out."""


def test_every_page_command_and_answer_is_told():
    assert {f"/{role}" for role in ROLES} <= set(re.findall(r"`(/\w+)`", TEXT))
    for command in get_args(AnyCommand):
        assert f"`{command.__struct_config__.tag}`" in TEXT
    statuses = openapi()["paths"]["/api/commands"]["post"]["responses"].keys() - {"200"}
    assert all(re.search(rf"\b{status} \(", TEXT) for status in statuses)
    assert all(str(code) in TEXT for code in (reader.NO_SEAT, reader.TOO_MANY, reader.TOO_SLOW))


def test_the_limits_are_those_of_the_program():
    assert f"at most {guard.MOST_BODY // 1000} kB and {guard.BODY_S:g} seconds" in TEXT
    assert f"one address has {guard.PER_SECOND:g} a second, {live.MOST_READERS} readers" in TEXT


def test_every_scene_of_the_stream_has_its_style():
    css = (ROOT / "tableassist" / "web" / "static" / "table.css").read_text("utf-8")
    scenes = set(re.findall(r"scene=(\w+)", TEXT))
    assert scenes == {"plan", "ruling", "score"}
    assert all(f".scene-{scene}" in css for scene in scenes)


def test_the_script_has_all_words_and_no_others():
    said = set(re.findall(r'said\("(\w+)"', SCRIPT))
    assert said | BY_NAME == page_words().keys()
    assert all(f'"{name}"' in SCRIPT for name in BY_NAME)


def test_what_the_server_needs_is_installed_with_the_program():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {re.match(r"[\w-]+", each)[0] for each in wanted}
    assert {"starlette", "uvicorn", "websockets", "segno"} <= names
