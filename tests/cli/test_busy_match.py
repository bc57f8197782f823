"""A match with pieces of all kinds, crowded and in every state: all that can be made of it is made of it."""

import json

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.judging.views import drawing_of
from tableassist.matches.replay import Replay
from tableassist.matches.replay.chronicle import moves_of
from tableassist.overlay.drawing import Symbol
from tableassist.rulebook.ruling import Verdict
from tableassist.store.score import score_text
from tableassist.store.score.reader import read_score
from tableassist.ui.timeline.recorded_past import RecordedPast
from tableassist.ui.timeline.signs import move_signs
from tests.cli.busy_match import write_busy_match


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    return write_busy_match(tmp_path_factory.mktemp("busy") / "crowd")


def run(*arguments, code=0):
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def test_it_is_as_crowded_as_it_should_be(busy):
    _, moments = busy
    said = (Verdict.YES, Verdict.TOO_CLOSE)
    rules = {ruling.rule for moment in moments for ruling in moment.state.rulings if ruling.verdict in said}
    assert {"ram", "docking", "contact", "terrain", "shot", "pin", "board"} <= rules


def test_it_is_judged_again_to_the_last_digit(busy):
    assert "to the last digit" in run("verify", busy[0])


def test_it_has_a_report_with_every_badge_it_needs(busy, tmp_path):
    run("report", busy[0], "--out", tmp_path / "crowd.html")
    page = (tmp_path / "crowd.html").read_text("utf-8")
    assert "<i>table</i>" not in page
    assert page.count("<article") > 3
    with Replay(busy[0]) as replay:
        last = replay.at(replay.last_ns)
        badges = {badge.symbol for badge in drawing_of(last.state, last.settings.mat).badges}
    assert badges - {Symbol.ANCHOR, Symbol.RAM}, "others than those of the demo"


def test_its_score_is_read_back(busy, tmp_path):
    run("export", busy[0], "--as", "pcn", "--out", tmp_path / "crowd.pcn")
    score = read_score(tmp_path / "crowd.pcn")
    assert score_text(score) == (tmp_path / "crowd.pcn").read_text("utf-8")
    assert len(score.lines) > 60


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_it_can_be_exported(busy, tmp_path, kind):
    out = tmp_path / f"crowd.{kind}"
    run("export", busy[0], "--as", kind, "--out", out)
    assert out.stat().st_size > 5_000
    if kind == "jsonl":
        assert all(json.loads(line) for line in out.read_text("utf-8").splitlines())


def test_any_moment_of_it_is_evidence_though_without_pictures_it_proves_little(busy, tmp_path):
    run("evidence", busy[0], "--at", "3", "--out", tmp_path / "crowd.zip")
    told = run("judge-evidence", tmp_path / "crowd.zip", code=4)
    assert "all the same to the last digit" in told
    assert "not proven: there is no picture" in told


def test_the_window_has_words_for_all_that_happened(busy):
    with Replay(busy[0]) as replay:
        settings = replay.settings_at(replay.last_ns)
        signs = [sign for _, moves in moves_of(replay) for move in moves for sign in move_signs(move, settings)]
    past = RecordedPast(lambda: busy[0])
    signs += past.signs()
    past.close()
    assert len({sign.kind for sign in signs}) >= 7
    assert all(sign.words for sign in signs)
