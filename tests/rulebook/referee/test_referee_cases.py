"""Every case of tests/cases/referee: one file, one small game, one question about its course."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.judging.cases import run_case, write_picture
from tests.rulebook.test_cases import CASES

REFEREE = CASES / "referee"
FILES = sorted(REFEREE.rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[path.relative_to(REFEREE).as_posix() for path in FILES])
def test_case(file, tmp_path):
    run = run_case(file)
    if not run.passed:
        told = [str(each.words) for each in run.differences]
        where = f"the game: {write_picture(run, tmp_path)}"
        pytest.fail("\n".join([str(file), run.case.why, *told, where]), pytrace=False)


def test_a_case_expects_something_of_the_game_and_cites_its_section():
    for file in FILES:
        case = run_case(file).case
        assert case.game.expected, file
        assert case.cites, file
        assert case.why.endswith("."), file
        assert file.parent.name in ("multiplayer", case.rules.edition.name), file


def changed(tmp_path, name, old, new):
    path = tmp_path / Path(name).name
    shutil.copy(REFEREE / name, path)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def run(*words):
    return CliRunner().invoke(app, ["cases", "run", *map(str, words)], env={"COLUMNS": "200"})


ONE, PIN, END = (
    "complete/one-action-a-turn.toml",
    "revolution/pinned-ship-stays.toml",
    "complete/home-ends-the-game.toml",
)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (ONE, "already-acted", "pinned", "act 3 (h shoot o 1 6): got foul: already-acted"),
        (ONE, "act = 3", "act = 2", "act 3 (h shoot o 1 6): got foul: already-acted"),
        (ONE, "value = [1, 2]", "value = [1]", "masts o after 3: got [1, 2], expected [1]"),
        (ONE, 'value = ["mast"]', "value = []", "owed: got ['mast'], expected []"),
        (ONE, 'value = "o lose-mast 2"', 'value = "o lose-mast 3"', "expected 'o lose-mast 3' among them"),
        (ONE, 'value = "A end-turn"', 'value = "o lose-mast"', "expected 'o lose-mast' not among them"),
        (PIN, 'value = "o"', "value = false", "pinned h after 0: got ['o'], expected False"),
        (PIN, "x_mm = 25.3", "x_mm = 45.3", "ram h -> o: got no"),
        (END, 'value = "A"', 'value = "B"', "winner after 1: got ['A'], expected 'B'"),
    ],
)
def test_a_case_that_expects_something_else_differs(tmp_path, name, old, new, told):
    path = changed(tmp_path, name, old, new)
    done = run(path, "--pictures", tmp_path / "pictures")
    assert done.exit_code == 1, done.output
    assert told in done.output
    assert "1 case, 1 not as expected" in done.output
    drawn = (tmp_path / "pictures" / f"{path.stem}.svg").read_text("utf-8")
    assert drawn.startswith("<svg xmlns=")
    assert "<path" in drawn


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (ONE, "format = 2", "format = 1", "expected them with format = 2"),
        (ONE, "format = 2", "format = 3", "format: got 3, expected 2; made by a newer tableassist"),
        (ONE, '"h move"', '"h sail"', "acts[0]: column 3: got 'sail', expected one of"),
        (ONE, '"h move"', "{ act = 1 }", "acts[0]: "),
        (ONE, '"h move"', "3", "acts[0]: got something else, expected an act"),
        (ONE, 'state = "masts"', 'state = "mast"', "expected[2].state: Invalid enum value 'mast'"),
        (ONE, 'piece = "o"', 'piece = "q"', "expected[2]: got 'q', expected a piece that has the state masts"),
        (ONE, "after = 3", "after = 9", "expected[2]: got act 9, expected one of the 7 acts"),
        (ONE, 'owner = "A"', 'owner = "Z"', "game: ships[0].owner: got 'Z', expected one of A, B"),
        (END, '"c1 reveal value=3"', '"c9 reveal value=3"', "before[0]: 'c9' is no coin or crew in this game"),
    ],
)
def test_a_case_that_cannot_be_read_is_one_line(tmp_path, name, old, new, told):
    path = changed(tmp_path, name, old, new)
    done = run(path, REFEREE / PIN)
    assert done.exit_code == 2
    (line,) = (each for each in done.output.splitlines() if each.startswith("tableassist: "))
    assert told in line
    assert "2 cases, 0 not as expected, 1 cannot be read" in done.output
    assert told in json.loads(run(path, "--json").output)["error"]


def test_json_has_an_object_a_case(tmp_path):
    done = run(changed(tmp_path, ONE, "already-acted", "pinned"), REFEREE / PIN, "--json")
    first, second = map(json.loads, done.output.splitlines())
    assert done.exit_code == 1
    assert (first["passed"], second["passed"]) == (False, True)
    assert first["differences"][0]["expected"] == "foul, pinned"
    assert second["differences"] == []


def test_old_cases_are_run_too():
    done = run(CASES / "pin")
    assert done.exit_code == 0, done.output
    assert f"{len([*(CASES / 'pin').glob('*.toml')])} cases, 0 not as expected" in done.output
