"""A match that keeps its game: report, score and verify read the acts."""

import json
from contextlib import closing

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.cli.terminal import painter
from tableassist.matches import game_of_match
from tableassist.matches.replay import Replay
from tableassist.matches.report.battle_report import report_of
from tableassist.matches.verify import MatchOutcome
from tableassist.matches.verify.acts import check_acts
from tableassist.sources import demo_table_path, find_stage, stage_table_text
from tableassist.store.game import parse_json_lines
from tableassist.store.match import make_match_folder
from tableassist.store.match.chain import Standing
from tableassist.store.match.writer import create_match, seen_of
from tableassist.store.report import report_page
from tableassist.store.score import game_of_score, parse_score
from tableassist.store.score.reader import read_score
from tableassist.store.table import bundle_of
from tests.cli.demo_match import STARTED_MS, demo_moments

GAME = [
    {
        "edition": "revolution",
        "players": [{"name": "Anne"}, {"name": "Mary"}],
        "ships": [
            {"id": "h", "name": "Harbinger", "owner": "Anne", "masts": 3, "cannons": "2L-3S-2S", "cargo": 3},
            {"id": "o", "name": "Oxley <b>", "owner": "Mary", "masts": 2, "cannons": "4S-4S", "at": ""},
        ],
        "islands": [{"id": "ha", "home": "Anne"}, {"id": "w", "coins": [{"id": "c1", "value": 3}]}],
    },
    {"act": "move", "ship": "h", "docks": "w", "t_s": 1.0, "view": {"opinion": "fine"}},
    {"act": "end-turn", "player": "Anne", "t_s": 2.0},
    {"act": "shoot", "ship": "o", "target": "h", "cannon": 1, "roll": 5, "line": "yes", "t_s": 3.0},
    {"act": "lose-mast", "ship": "h", "mast": 2, "t_s": 4.0},
    {"act": "move", "ship": "o", "t_s": 5.0, "view": {"opinion": "foul", "reasons": [{"code": "already-acted"}]}},
    {"act": "end-turn", "player": "Mary"},
    {"act": "explore", "ship": "h", "island": "w", "take": ["c1"], "t_s": 6.0},
    {"act": "end-turn", "player": "Anne", "t_s": 7.0},
    {"act": "end-turn", "player": "Mary", "t_s": 8.0},
    {"act": "move", "ship": "h", "docks": "ha", "t_s": 9.0},
]


def test_a_game_is_kept_in_a_match_and_only_goes_on(tmp_path):
    match = match_with(tmp_path / "friday.match", [])
    game = tmp_path / "game.jsonl"
    lines = [json.dumps(each) for each in GAME]

    def keep(count):
        game.write_text("\n".join(lines[:count]) + "\n", encoding="utf-8")
        return CliRunner().invoke(app, ["referee", str(game), "--into", str(match)])

    assert "5 lines were added" in keep(5).output
    assert "0 lines were added" in keep(5).output
    assert "6 lines were added" in keep(11).output
    with closing(Replay(match)) as replay:
        kept = game_of_match(replay)
        assert len(kept.log.entries) == 10
        assert [each.t_ns - replay.first_ns for each in replay.acts][1:4] == [10**9, 2 * 10**9, 3 * 10**9]
    lines[1] = lines[1].replace('"w"', '"ha"')
    refused = keep(11)
    assert "keeps another game" in str(refused.exception)


def match_with(path, lines):
    match = make_match_folder(path)
    bundle = bundle_of(demo_table_path(), stage_table_text(find_stage("demo")))
    writer = create_match(match, bundle, started_ms=STARTED_MS, chapter_ns=600_000_000_000)
    for moment in demo_moments():
        writer.add(seen_of(moment, wall_ms=STARTED_MS + moment.frame.t_ns // 1_000_000))
    for line in lines:
        writer.act(1_000_000_000, STARTED_MS, line)
    writer.close(closed_ms=STARTED_MS + 30_000)
    return match


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return match_with(tmp_path_factory.mktemp("match") / "game", [json.dumps(each) for each in GAME])


def test_the_match_keeps_the_lines_of_the_game(match):
    text = "\n".join(json.dumps(each) for each in GAME)
    with Replay(match) as replay:
        assert game_of_match(replay) == parse_json_lines(text, where="x")


def test_the_report_has_gold_hits_and_the_winner(match):
    with Replay(match) as replay:
        page = report_page(report_of(replay, painter()))
    told = page.replace("\n", "")
    assert "<tr><td>Anne</td><td>3</td><td>1</td><td>0</td><td>winner</td></tr>" in told
    assert "<tr><td>Mary</td><td>0</td><td>0</td><td>0</td><td></td></tr>" in told
    assert "Anne has won: more than half of the gold is home." in told
    assert "Oxley &lt;b&gt; shoots at Harbinger" in told
    assert "<strong>FOUL</strong>" in told
    assert "Oxley <b>" not in told


def test_the_exported_score_has_the_game_and_tells_it(match, tmp_path):
    out = tmp_path / "m.pcn"
    assert CliRunner().invoke(app, ["export", str(match), "--as", "pcn", "--out", str(out)]).exit_code == 0
    score = read_score(out)
    assert score.tag("Format") == "2"
    assert score == parse_score(out.read_text("utf-8"))
    with Replay(match) as replay:
        kept = game_of_match(replay)
    again = game_of_score(score, "x")
    assert [each.act for each in again.log.entries] == [each.act for each in kept.log.entries]
    assert again.start.ships == kept.start.ships
    done = CliRunner().invoke(app, ["score", str(out)], env={"COLUMNS": "200"})
    for words in ("Harbinger moves; she docks at w", "FOUL", "Gold: Anne 3, Mary 0", "Result: Anne has won"):
        assert words in done.output, words


def test_verify_folds_the_acts_again(match, tmp_path):
    with Replay(match) as replay:
        (found,) = check_acts(replay)
    assert found.standing is Standing.TOLD
    assert str(found.message) == "2 acts judged again: the same as when they were entered"
    forged = [dict(each) for each in GAME]
    forged[5] |= {"view": {"opinion": "fine"}}
    with Replay(match_with(tmp_path / "forged", [json.dumps(each) for each in forged])) as replay:
        (found,) = check_acts(replay)
    assert found.standing is Standing.DIFFERS
    assert str(found.message) == "act 5 (o move) was judged fine, and is judged foul now"
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "forged.match")])
    assert done.exit_code == MatchOutcome.DIFFERS
    assert "act 5 (o move) was judged fine" in done.output


def test_acts_of_somebody_else_are_left_alone(tmp_path):
    with Replay(match_with(tmp_path / "other", ["the queen of spades is played"])) as replay:
        assert game_of_match(replay) is None
        assert list(check_acts(replay)) == []
