"""The report of a match that keeps its game: gold over time, the winner, photographs of key moments; and the texts."""

import base64
import json
import re
from dataclasses import replace
from html import unescape
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.cli.terminal import painter
from tableassist.matches.replay import Replay
from tableassist.matches.report import key_moments
from tableassist.matches.report.battle_report import report_of
from tableassist.rulebook.referee.refereed import happenings, referee_game
from tableassist.store.report import report_page
from tableassist.store.score.gold_plot import BOTTOM, LEFT, RIGHT, TOP, WIDTH, gold_plot
from tests.cli.demo_match import write_demo_match
from tests.cli.game_match import ACTS, LINES, whole_game, write_game_match
from tests.cli.test_report import HOSTILE, Elements


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write_game_match(tmp_path_factory.mktemp("match") / "game", video=True)


@pytest.fixture(scope="module")
def page(match):
    with Replay(match) as replay:
        return report_page(report_of(replay, painter()))


def section(page):
    return re.search(r"<h2>The game</h2>(.*?)<h2>", page, re.DOTALL)[1]


def refereed(lines=LINES):
    game = whole_game(lines)
    return referee_game(game.start, game.log)


def plot_of(lines):
    played = refereed(lines)
    return gold_plot(played, tuple(happenings(played)))


def test_the_winner_stands_below_the_players(page):
    assert "<strong>English has won: more than half of the gold is home.</strong>" in section(page)


def test_each_player_has_a_line_of_steps_that_ends_at_the_gold(page):
    svg = re.search(r'<svg class="line gold".*?</svg>', section(page), re.DOTALL)[0]
    assert "English 13 <tspan" in svg
    assert "Pirates 7</text>" in svg
    paths = dict(re.findall(r'class="i-fleet-(\d) steps-\d" d="([^"]*)"', svg))
    assert set(paths) == {"1", "2"}
    at_x = LEFT + (WIDTH - LEFT - RIGHT) * 2.3 / ACTS[-1]["t_s"]
    at_y = BOTTOM - (BOTTOM - TOP) * 7 / 13
    assert paths["2"] == f"M{LEFT:.1f},{BOTTOM:.1f}H{at_x:.1f}V{at_y:.1f}H{WIDTH - RIGHT:.1f}"
    assert paths["1"].endswith(f"V{TOP:.1f}H{WIDTH - RIGHT:.1f}")


def test_a_game_without_times_is_drawn_by_its_acts():
    lines = [re.sub(r', "t_s": [0-9.]+', "", line) for line in LINES]
    plot = plot_of(lines)
    assert [words for _, words in plot["ticks"]] == ["0", "5", "10", "15", "20"]
    assert plot_of(LINES[:1]) is None


def test_names_at_the_ends_do_not_lie_on_each_other():
    plot = plot_of(LINES[:3])
    first, second = (float(label["y"]) for _, label in plot["lines"])
    assert abs(first - second) >= 16.0


def test_the_time_line_has_a_row_of_the_game(page):
    svg = re.search(r'<svg class="line" .*?</svg>', page, re.DOTALL)[0]
    assert ">Game</text>" in svg
    row = re.search(r'y="(\d+)">Game</text>', svg)[1]
    signs = re.findall(rf'<title>([^<]*)</title><text class="sign" x="[^"]*" y="{int(row) + 1}">(.)</text>', svg)
    assert "".join(sign for _, sign in signs) == "!◉»✚○✸▼★"
    assert unescape(signs[2][0]) == "0:05.3  Harbinger rams HMS Titan: rolls 5. HMS Titan takes a hit."


def test_names_of_strangers_stay_words_in_the_game_too(match):
    with Replay(match) as replay:
        honest = report_of(replay, painter())
    name = HOSTILE[:80]
    lines = [line.replace("Harbinger", json.dumps(name)[1:-1]).replace("Tortuga", "<b>") for line in LINES]
    told = tuple(happenings(played := refereed(lines)))
    shots = tuple(replace(each, acts=told[-1:]) for each in honest.moments)
    evil = Elements(report_page(replace(honest, game=played, told=told, moments=shots)))
    plain = Elements(report_page(honest))
    assert evil.tags == plain.tags
    assert [each[:2] for each in evil.attributes] == [each[:2] for each in plain.attributes]
    assert name in "".join(evil.words)


def test_key_moments_are_photographs_of_the_mat_at_their_times(page):
    figures = re.findall(r"<figure><img[^>]*base64,([^\"]*)\"><figcaption>(.*?)</figcaption>", section(page), re.DOTALL)
    captions = [unescape(words) for _, words in figures]
    begins = [words.split("  ")[0] for words in captions]
    assert begins == ["0:02.3", "0:05.3", "0:08.9", "0:20.0"]
    for words, told in zip(captions, ("unloads 2 coins", "rams HMS Titan", "Harbinger sinks", "has won"), strict=True):
        assert told in words
    for data, _ in figures:
        image = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
        assert image.shape[1] <= key_moments.WIDTH_PX
        assert image.shape[1] < 1280, "the table around the mat is cut off"
        assert image.std() > 20


def test_all_acts_are_told_with_what_came_of_them(page):
    told = re.search(r"<details>(.*?)</details>", page, re.DOTALL)[1]
    assert told.count("<li>") == len(ACTS)
    assert "Harbinger takes a hit. Harbinger is derelict." in told
    assert "<strong>FOUL</strong>" in told


def test_the_fleets_have_the_masts_and_fates_of_the_game(page):
    fleets = re.search(r"<h2>Fleets</h2>(.*?)<h2>", page, re.DOTALL)[1]
    row = re.search(r"<tr><td>Harbinger.*?</tr>", fleets, re.DOTALL)[0]
    assert "sunk" in row
    titan = re.search(r"<tr><td>HMS Titan.*?</tr>", fleets, re.DOTALL)[0]
    assert "4 of 5" in titan, "her model has five masts, and one was lost"


def test_there_are_at_most_so_many_photographs_and_the_end_is_among_them(match, monkeypatch):
    monkeypatch.setattr(key_moments, "MOST", 2)
    with Replay(match) as replay:
        found = key_moments.key_moments(replay, happenings(refereed()), painter())
    assert [each.acts[0].kind for each in found] == ["sunk", "end"]


def test_without_video_there_are_none(tmp_path):
    with Replay(write_game_match(tmp_path / "poses", video=False)) as replay:
        assert key_moments.key_moments(replay, happenings(refereed()), SimpleNamespace()) == ()


def run(*words):
    done = CliRunner().invoke(app, [str(each) for each in words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(("markup", "begins"), [("bbcode", "[b][u]English"), ("markdown", "# English")])
def test_report_prints_or_writes_a_text_for_a_forum(match, tmp_path, markup, begins):
    text = run("report", match, "--as", markup)
    assert text.startswith(begins)
    assert "Demo: the English against the Pirates" in text
    assert "2026-11-16" in text
    run("report", match, "--as", markup, "--out", tmp_path / "post.txt")
    assert (tmp_path / "post.txt").read_text("utf-8") == text


def test_score_does_so_with_a_score(match, tmp_path):
    out = tmp_path / "game.pcn"
    run("export", match, "--as", "pcn", "--out", out)
    text = run("score", out, "--as", "markdown")
    assert "- HMS Oxley shoots at Harbinger with cannon 2: rolls 6. Harbinger sinks.\n" in text
    run("score", out, "--as", "bbcode", "--out", tmp_path / "post.txt")
    assert (tmp_path / "post.txt").read_text("utf-8").startswith("[b][u]English against Pirates")


def test_score_tells_a_game_in_json_lines_too(tmp_path):
    (tmp_path / "game.jsonl").write_text("\n".join(LINES), "utf-8")
    assert "Harbinger sinks." in run("score", tmp_path / "game.jsonl", "--as", "bbcode")
    assert "Result: English has won" in run("score", tmp_path / "game.jsonl")


def test_the_page_of_a_score_has_the_plot(match, tmp_path):
    run("export", match, "--as", "pcn", "--out", tmp_path / "game.pcn")
    run("score", tmp_path / "game.pcn", "--out", tmp_path / "game.html")
    assert '<svg class="line gold"' in (tmp_path / "game.html").read_text("utf-8")


def test_a_match_without_a_game_tells_its_moves(tmp_path):
    text = run("report", write_demo_match(tmp_path / "bare", video=False), "--as", "markdown")
    assert "## Turn 1" in text
    assert "HMS Oxley" in text
    assert "gold" not in text
