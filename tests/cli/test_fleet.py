"""`tableassist catalog fleet` and `tableassist game new`, as a player runs them."""

import json

import msgspec
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import TableAssistError
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart
from tableassist.sources import demo_table_path
from tableassist.store.table import Severity
from tableassist.store.table_check import check_table_text

LIST = """[Black hearts](https://psmlist.com/public/fleet/black-hearts)

(15p) Revenant #SM001 - Pirates
  (5p) Captain Blackheart #SM002 - Pirates
  (3p) Exploding Shot #RtSS011
(17p) HMS Titan #SM001 - England
"""


def run(*arguments):
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "fleet.txt"
    path.write_text(LIST, "utf-8")
    return path


def test_it_says_what_the_fleet_holds_and_costs(listed):
    told = run("catalog", "fleet", listed)
    assert told.exit_code == 0
    assert "SM/PS-001" in told.output
    assert "Exploding Shot" in told.output
    assert "40 points in all." in told.output


def test_a_fleet_that_is_not_allowed_or_not_known(listed):
    told = run("catalog", "fleet", listed, "--points", "39")
    assert told.exit_code == 1
    assert "got a fleet of 40 points for player, expected at most 39 (complete, Fleets)" in told.output
    listed.write_text(LIST + "(9p) Revenant of the Seas #XX9 - Vikings\n", "utf-8")
    told = run("catalog", "fleet", listed)
    assert told.exit_code == 1
    assert "line 7: no card is called 'Revenant of the Seas'" in told.output


def test_the_edition_decides(listed):
    listed.write_text("(15p) Revenant #SM001 - Pirates\n  (0p) Contessa Anita Amore #CC060 - Spain\n", "utf-8")
    assert run("catalog", "fleet", listed, "--edition", "spanish-main").exit_code == 0
    told = run("catalog", "fleet", listed, "--edition", "revolution")
    assert told.exit_code == 1
    assert "revolution, Placing Crew" in told.output


def test_json(listed):
    told = json.loads(run("catalog", "fleet", listed, "--json").output)
    assert told["points"] == 40
    assert [each["card"] for each in told["ships"]] == ["SM/PS-001", "SM/ES-001"]
    assert told["ships"][0]["equipment"] == [{"name": "Exploding Shot", "points": 3}]


def test_out_as_pieces_of_a_table_file(listed, tmp_path):
    out = tmp_path / "fleet.toml"
    assert run("catalog", "fleet", listed, "--player", "Anne", "--out", out).exit_code == 0
    table = 'format = 1\nname = "t"\ncamera = "typical"\n[mat]\nwidth_mm = 915\nheight_mm = 915\ntags = []\n'
    table += '[[players]]\nname = "Anne"\n' + out.read_text("utf-8")
    errors = [each.line for each in check_table_text(tmp_path / "t.toml", table) if each.weight is Severity.ERROR]
    assert [each for each in errors if "mat.tags" not in each] == []
    assert 'equipment = [{ name = "Exploding Shot", points = 3 }]' in table


def test_out_as_a_set_up(listed, tmp_path):
    out = tmp_path / "fleet.json"
    assert run("catalog", "fleet", listed, "--player", "Anne", "--out", out).exit_code == 0
    start = msgspec.json.decode(out.read_bytes(), type=GameStart)
    assert [(each.name, each.owner) for each in start.ships] == [("Revenant", "Anne"), ("HMS Titan", "Anne")]
    assert [(each.name, each.at, each.equipment) for each in start.crew] == [
        ("Captain Blackheart", "revenant", False),
        ("Exploding Shot", "revenant", True),
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("catalog", "fleet", "nowhere.txt"),
        ("catalog", "fleet", "{listed}", "--edition", "third"),
        ("catalog", "fleet", "{listed}", "--out", "fleet.exe"),
        ("game", "new", "nowhere.toml", "--out", "game.jsonl"),
    ],
)
def test_what_cannot_be_done_is_one_line(listed, arguments):
    """The program prints it, and exits with 2 (`main`)."""
    told = run(*(each.format(listed=listed) for each in arguments))
    assert isinstance(told.exception, TableAssistError)
    assert "\n" not in str(told.exception)


@pytest.mark.parametrize("set_up", [False, True])
def test_a_new_game_from_a_table_file(tmp_path, set_up):
    out = tmp_path / "game.jsonl"
    arguments = ("game", "new", demo_table_path(), "--out", out, *(("--set-up",) if set_up else ()))
    assert run(*arguments).exit_code == 0
    (line,) = out.read_text("utf-8").splitlines()
    start = msgspec.json.decode(line, type=GameStart)
    assert start.setting_up is set_up
    assert offers(new_game(start))
    assert "already exists" in str(run(*arguments).exception)
    assert run(*arguments, "--force").exit_code == 0
