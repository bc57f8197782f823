"""What travels with the program for the first minutes: a table, the kit that fits it, and a match."""

import tomllib
from contextlib import chdir

import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tableassist.matches.replay import Replay
from tableassist.printing.paper import Paper, Sheet
from tableassist.setup.plan import make_table, own_sample_match, printed_sheet
from tableassist.setup.plan.sample import SAMPLE_ANSWERS, sample_table
from tableassist.setup.plan.sample_match import sample_match
from tableassist.store.match.blocks import digest_of
from tableassist.store.match.chain import Standing, check_chain
from tests.printing.page_picture import PagePictures

MOST_KB = 700


def run(*argv):
    return CliRunner().invoke(app, [str(each) for each in argv], env={"COLUMNS": "200"})


def test_the_kit_without_a_table_has_the_tags_of_the_sample_table_and_the_sheets_that_need_none():
    printed = printed_sheet(Sheet.KIT, None, Paper.A4)
    table = tomllib.loads(sample_table().read_text("utf-8"))
    pieces = [tag["tag"] for piece in table["pieces"] for tag in piece["tags"]]
    asked = {*(tag["tag"] for tag in table["mat"]["tags"]), *pieces}
    found = [tag.tag for tag in printed.tags if tag.family == "36h11"]
    assert asked <= set(found)
    assert len(found) == len(set(found))
    words = PagePictures(printed.pdf).text(0)
    for sheet in ("Mat tags", "Tags for pieces", "Rulers", "Fitting-out jig", "Calibration board", "Dice corner"):
        assert sheet in words
    assert "tableassist new my-table.toml --sample" in words


def test_the_sample_table_is_what_new_makes_of_its_answers(tmp_path):
    made = make_table(tmp_path / sample_table().name, SAMPLE_ANSWERS).path
    assert made.read_text("utf-8") == sample_table().read_text("utf-8")


def test_a_player_gets_the_file_of_the_kit_by_a_command(tmp_path):
    """The command that prints the kit is run in tests/docs, as the quick start has it."""
    with chdir(tmp_path):
        assert run("new", "my-table.toml", "--sample").exit_code == 0
        assert run("check", "my-table.toml").exit_code == 0
        assert "already exists" in str(run("new", "my-table.toml", "--sample").exception)


def test_answers_beside_the_sample_are_refused(tmp_path):
    done = run("new", tmp_path / "x.toml", "--sample", "--islands", "4")
    assert isinstance(done.exception, BadRequestError)
    assert "--sample" in str(done.exception)
    assert not (tmp_path / "x.toml").exists()


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    root = tmp_path_factory.mktemp("library")
    own_sample_match(root)
    return root


def test_the_sample_match_is_small_and_replays_with_its_pictures_and_its_game(library):
    assert sample_match().stat().st_size < MOST_KB * 1000
    with Replay(library / "sample.match") as replay:
        seconds = (replay.last_ns - replay.first_ns) / 1e9
        assert 60.0 < seconds < 75.0
        assert len(replay.acts) == 19, "the set-up, and 18 acts"
        first, last = replay.at(replay.first_ns), replay.at(replay.last_ns)
        assert first.frame.image.shape == (720, 1280, 3)
        assert np.std(first.frame.image) > 20.0, "a picture"
        lain = [each.state.scene.find("bonny-kate").pose.pose for each in (first, last)]
        assert (lain[1].x_mm, lain[1].y_mm) == pytest.approx((741.0, 413.0), abs=1.0), "docked, as staged"
        assert abs(lain[0].x_mm - lain[1].x_mm) > 50.0


def test_the_samples_chain_holds_and_its_rulings_are_those_of_today(library):
    """At a dozen moments. Where this fails after a change of what is ruled, `make samples` makes it anew."""
    checked = check_chain(library / "sample.match")
    assert checked.chain.is_closed
    assert [each for each in checked.found if each.standing is Standing.DIFFERS] == []
    assert not any(each.head.signature for each in checked.chain.heads)
    with Replay(library / "sample.match") as replay:
        moments = [replay.at(replay.first_ns + second * 1_000_000_000) for second in range(0, 66, 6)]
        told = [(replay.digest_of(each), digest_of(each.state.rulings)) for each in moments]
    assert sum(bool(then) for then, _ in told) >= 5, "most blocks begin with a digest"
    assert [then for then, now in told if then and then != now] == []


@pytest.mark.long
def test_verify_says_that_the_sample_is_chained_and_signed_by_nobody(library):
    done = run("verify", library / "sample.match")
    assert done.exit_code == 4, done.output
    assert "every ruling is the same, to the last digit" in done.output
    assert "not signed" in done.output


def test_the_sample_is_taken_into_the_library_once(library):
    assert own_sample_match(library) == library / "sample.match"
    assert [each.name for each in library.iterdir()] == ["sample.match"]
