"""A match of a card table from the command line: report, score, texts for a forum, verify, a page."""

import json

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.matches.games import read_game
from tableassist.store.game import CardGameFile
from tableassist.table import SPECTATOR, MatchPast
from tableassist.web.views.channel import ChannelKey, Views
from tests.cli.card_match import ACTS, FAME, write_card_match


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write_card_match(tmp_path_factory.mktemp("cards") / "friday", video=True)


def run(*words):
    done = CliRunner().invoke(app, [str(each) for each in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_report_has_players_fame_rows_pictures_and_the_score(match, tmp_path):
    out = tmp_path / "report.html"
    run("report", match, "--out", out)
    page = out.read_text("utf-8")
    for player, fame in FAME.items():
        assert f"<td>{player}</td><td>{fame}</td>" in page
    assert "Mary has won: most fame" in page
    assert "Unresolved fouls: 1" in page
    assert page.count('class="plan"') == 1 + 3, "the row at the start, and after each turn"
    assert page.count("data:image/jpeg") == 3
    assert "Fame over time" in page
    assert "[Game &#34;card&#34;]" in page


def test_the_score_is_that_of_the_game(match, tmp_path):
    out = tmp_path / "friday.pcn"
    run("export", match, "--as", "pcn", "--out", out)
    text = out.read_text("utf-8")
    assert '[Game "card"]' in text
    assert "[Mat" not in text
    game = read_game(str(out)).game
    assert isinstance(game, CardGameFile)
    assert len(game.log.records) == len(ACTS)


@pytest.mark.parametrize("markup", ["bbcode", "markdown"])
def test_texts_for_a_forum(match, markup):
    text = run("report", match, "--as", markup)
    assert "Anne plays Temporary Alliance on Dutch ship 1, English ship 2" in text
    assert "Mary has won" in text


def test_it_is_verified(match):
    assert "It agrees." in run("verify", match)


def test_a_page_shows_the_row_of_any_time(match):
    past = MatchPast(match)
    try:
        key = ChannelKey(SPECTATOR, "en", None)
        first, last = (Views().sections(past.snapshot_at(t_s), key) for t_s in (0.0, past.span_s))
    finally:
        past.close()
    assert first["game"]["row"][:2] == ["e1", "s1"]
    assert first["game"]["acts"] == []
    assert last["game"]["row"][:2] == ["d1", "e2"]
    assert last["game"]["score"] == FAME
    assert "Mary has won" in last["game"]["ending_words"]
    assert "Legendary" not in json.dumps(first), "nothing that comes later is told"
