"""A finished match as a page: any time of it, and nothing of it can be changed."""

import re
import subprocess
import sys
from contextlib import closing
from threading import Event, Thread

import pytest

from tableassist.cli.pages.serve import serve_match
from tableassist.cli.terminal import painter, qr_lines
from tableassist.matches.games import keep_game
from tableassist.matches.recorded_match import chronicle_of_match, open_match, score_of_match
from tableassist.matches.report import write_report
from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.store.game import GameFile
from tableassist.store.match_library import match_card
from tableassist.store.score import parse_score, score_text
from tableassist.store.table import game_start_of
from tableassist.table import GamePast, MatchPast, Table
from tests.matches.demo_match import record_demo
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import ServedTable


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served") / "friday.match"
    record_demo(folder, video=False, moments=(demo_moment("cleared"), demo_moment("rammed")))
    with closing(MatchPast(folder)) as past:
        settings = past.snapshot_at(0.0).moment.settings
    start = game_start_of(settings.state, settings.rules)
    mover = next(each.id for each in start.ships if each.owner == start.players[0].name)
    keep_game(folder, GameFile(start, Log((Entry(1, Move(mover), t_ns=5_000_000_000),))))
    return folder


def test_each_time_has_its_moment_and_its_game(match):
    with closing(MatchPast(match)) as past:
        early, late = past.snapshot_at(1.0), past.snapshot_at(past.span_s)
        assert len(early.game.refereed.acts) == 0
        assert len(late.game.refereed.acts) == 1
        assert early.moment.state.t_ns < late.moment.state.t_ns
        assert past.snapshot_at(1e9).moment.state.t_ns <= late.moment.state.t_ns + 10_000_000_000
        assert past.snapshot_at(-5.0).moment.state.t_ns <= early.moment.state.t_ns


def test_a_replayed_table_offers_the_same_snapshot_as_the_pages(match):
    with closing(MatchPast(match)) as past, open_match(match) as replay:
        table = Table(replay.settings_at(replay.first_ns), is_replay=True)
        table.find_played = GamePast(replay).played_at
        for t_s in (0.0, 1.0, past.span_s):
            page = past.snapshot_at(t_s)
            table.show_past(page.moment)
            mine = table.snapshot
            assert mine.moment is page.moment
            assert [act.judged for act in mine.played.refereed.acts] == [
                act.judged for act in page.played.refereed.acts
            ]
            assert mine.played.game == page.played.game


def test_acts_added_after_the_end_are_marked_in_report_score_and_library(match, tmp_path):
    page = write_report(match, tmp_path / "report.html", painter=painter()).read_text()
    assert "added after the end" in page
    with open_match(match) as replay:
        score = score_of_match(replay, chronicle_of_match(replay))
    (tag,) = (tag for tag in score.tags if tag.name == "AddedAfterEnd")
    assert tag.values[0] == "acts 0-1"  # the set-up and the one act
    assert score_text(parse_score(score_text(score))) == score_text(score)
    assert match_card(match).additions == 1


@pytest.fixture
def served_match(match, capsys):
    ends = Event()
    thread = Thread(target=serve_match, args=(match,), kwargs={"to_network": False, "port": 0, "until": ends})
    thread.start()
    told = ""
    for _ in range(600):
        told += capsys.readouterr().out
        if "http://" in told:
            break
        ends.wait(0.05)
    yield re.search(r"http://127\.0\.0\.1:(\d+)/replay", told)
    ends.set()
    thread.join(20)


def test_the_page_plays_it(served_match):
    table = ServedTable.__new__(ServedTable)
    table.server = type("Served", (), {"port": int(served_match[1])})
    status, state = table.get("/api/at?t_s=8")
    assert status == 200
    assert len(state["plan"]) > 20
    assert state["span_s"] > 5.0
    assert len(state["game"]["acts"]) == 1
    (added,) = state["additions"]  # the game was told to the match when it was over
    assert re.fullmatch(r"added after the end, at [-0-9 :]+ UTC by [0-9 ]+: acts \(2\)", added)
    ruling = next(each["id"] for each in state["rulings"])
    status, opened = table.get(f"/api/evidence?ruling={ruling}&t_s=8")
    assert (status, opened["ruling"]["id"], opened["picture"]) == (200, ruling, None)  # recorded without video
    assert len(opened["plan"]["parts"]) > 10
    assert table.request("GET", "/api/picture.jpg?t_s=8")[0] == 404
    for bad in ("nan", "x", "inf"):
        assert table.request("GET", f"/api/at?t_s={bad}")[0] in (404, 422)
    assert table.ask("", do="act", text="h move")[1]["ok"] is False


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_browser_goes_to_any_time(served_match, browser):
    page = browser.page(served_match[0], (1280, 800))
    page.wait("document.querySelectorAll('#plan path').length > 20")
    assert page.text("#acts") == ""
    page.run(
        "(() => { const t = document.querySelector('#time'); t.value = 8; t.dispatchEvent(new Event('input')); })()"
    )
    page.wait("document.querySelector('#acts').innerText.includes('moves')")
    assert page.text("#clock") == "00:00:08"
    assert "added after the end" in page.text("#additions")
    page.tap("Look closer")
    page.wait("document.querySelectorAll('#sheet svg').length === 1")
    assert page.run("document.querySelector('#sheet svg').getBoundingClientRect().width") > 300
    page.tap("Close", "#sheet button")
    page.tap("Camera picture")
    page.wait("document.querySelector('#picture-told').innerText === 'No picture.'")


def test_a_qr_code_is_drawn_in_the_terminal():
    lines = qr_lines("http://192.168.1.20:8700/replay#secret")
    assert len(lines) > 10
    assert len({len(line) for line in lines}) <= 2


def test_a_match_that_is_not_there_is_one_line(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tableassist", "serve", str(tmp_path / "none.match")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
