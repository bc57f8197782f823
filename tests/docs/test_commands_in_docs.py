"""Every command in docs/ is run, on pictures of the demo in place of a camera.

What takes a camera many views of, or opens a window, is read as the program reads it, and must be a line that another
test runs for real.
"""

import re
import shlex
import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer.main
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game
from tableassist.studio.cards.card_table import CardTable, card_camera, laid_cards, staged_table
from tableassist.studio.rendering.render import Studio
from tests.cli.demo_match import demo_match
from tests.cli.test_own_table import chapter_commands

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path for path in DOCS.glob("*.md"))
CAMERA, PHOTO = "camera:0", "photo.png"
MORE_PHOTOS = ("live.png", "phone.jpg", "photo-1.jpg", "photo-2.jpg")
RUN_ELSEWHERE = {
    "calibrate": "tests/cli/test_own_table.py",
    "survey": "tests/cli/test_own_table.py",
    "mount": "tests/cli/test_own_table.py",
    "prove": "tests/cli/test_own_table.py",
    "demo": "tests/cli/test_commands.py",
    "watch": "tests/ui/test_real_window.py",
    "scan": "tests/cli/test_scan.py",
    "serve": "tests/web/test_match_pages.py",
    "desktop": "tests/cli/test_desktop.py",
    "open": "tests/ui/test_opening.py",
}
"""By the test that runs the command itself."""
MAKES_ITS_TABLE = ("quick-start",)


def commands(page):
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines() if line.strip()]


ALL = {page.stem: commands(page) for page in PAGES}


@cache
def photo():
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    return Studio(stage.camera).picture(game.table_at(game.time_of("rammed")), np.random.default_rng(0))


@cache
def card_photo():
    rng = np.random.default_rng(0)
    table = CardTable(("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3"), active="kraken-1")
    return Studio(card_camera()).picture(staged_table(laid_cards(table, rng)), rng)


@pytest.fixture
def folder(tmp_path, request):
    for name in {PHOTO, *(word for argv in ALL[request.param] for word in argv if word in MORE_PHOTOS)}:
        cv2.imwrite(str(tmp_path / name), photo())
    if any("row.png" in argv for argv in ALL[request.param]):
        cv2.imwrite(str(tmp_path / "row.png"), card_photo())
    if request.param not in MAKES_ITS_TABLE:
        shutil.copy(demo_table_path(), tmp_path / "my-table.toml")
    if any("friday.match" in argv for argv in ALL[request.param]):
        shutil.copytree(demo_match(), tmp_path / "friday.match")
    return tmp_path


def read_only(argv):
    """As the program reads its words; a wrong option or value is an error, and nothing is done."""
    command = typer.main.get_command(app)
    context = command.context_class(command, info_name="tableassist")
    name, found, rest = command.resolve_command(context, argv[1:])
    found.make_context(name, rest, parent=context)


def run(argv):
    seen = [PHOTO if word == CAMERA else word for word in argv]
    done = CliRunner().invoke(app, seen[1:], env={"COLUMNS": "160"})
    fine = (0, 1) if argv[1] == "doctor" else (0,)  # what this computer lacks is not the page's mistake
    assert done.exit_code in fine, (argv, done.exception, done.output)
    return done.output


@pytest.mark.parametrize(
    ("page", "folder"), [(name, name) for name, some in ALL.items() if some], indirect=["folder"], ids=lambda name: name
)
def test_every_command_of_a_page_does_what_the_page_says(page, folder):
    with chdir(folder):
        for argv in ALL[page]:
            assert argv[0] == "tableassist", argv
            if argv[1] in RUN_ELSEWHERE:
                read_only(argv)
            else:
                assert run(argv)


def test_the_pages_have_commands_of_every_sort():
    named = {argv[1] for some in ALL.values() for argv in some}
    assert {"new", "check", "print", "judge", "record", "verify", "case", "evidence", "doctor", "plan"} <= named


def test_the_long_steps_are_those_of_the_chapter_that_a_test_runs():
    known = [argv for argv in chapter_commands() if argv[1] in ("calibrate", "survey", "mount", "watch")]
    for some in ALL.values():
        for argv in some:
            if argv[1] in ("calibrate", "survey", "mount", "watch"):
                assert argv in known, argv
    for path in RUN_ELSEWHERE.values():
        assert (DOCS.parent / path).is_file()


def test_a_wrong_option_would_be_noticed():
    with pytest.raises(Exception, match="No such option"):
        read_only(["tableassist", "calibrate", "camera:0", "--outt", "x.toml"])
    with pytest.raises(AssertionError):
        run(["tableassist", "check", "nowhere.toml"])
