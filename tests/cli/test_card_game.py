"""A card game from the terminal: begun, told, as JSON, typed, as a score, in a recorded match."""

import json

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import TableAssistError
from tests.cli.test_match_game import match_with

ROW = "e1,s1,d1,e2,s2,d2,e3,s3,d3"
REAL = """\
{"game": "card", "players": ["Anne", "Mary"], "row": ["e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3"], \
"names": {"s1": "Santa Ana"}, "adventures": ["treasure-map-1"], "movements": ["fog-1", "sabotage-1", "lost-at-sea-2"]}
{"act": "play", "player": "Anne", "movement": "sabotage-1", "ships": ["s1"]}
{"act": "turn-up", "card": "kraken-2"}
{"act": "turn-up", "card": "sabotage-3"}
{"act": "accuse", "player": "Mary", "accused": "Anne", "pirate": "e1"}
{"act": "answer", "player": "Anne", "yes": true}
{"act": "pass", "player": "Anne"}
"""


def run(*argv, code=0, typed=None):
    done = CliRunner().invoke(app, [str(each) for each in argv], input=typed, env={"COLUMNS": "200"})
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


@pytest.fixture
def cards(tmp_path):
    path = tmp_path / "cards.jsonl"
    path.write_text(REAL, "utf-8")
    return path


def test_a_dealt_game_owes_nothing_and_the_same_seed_deals_the_same(tmp_path):
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    for path in (one, other):
        run("game", "cards", "--players", "Anne,Mary,Jack", "--seed", "7", "--upcoming", "--hand", "--out", path)
    assert one.read_text("utf-8") == other.read_text("utf-8")
    start = json.loads(one.read_text("utf-8"))
    assert (len(start["adventures"]), len(start["movements"]), len(start["pirates"])) == (58, 24, 3)
    assert (start["upcoming"], start["hand"]) == (True, True)
    game = json.loads(run("referee", one, "--json"))["game"]
    assert (game["owed"], len(game["upcoming"]), game["hand_size"]) == ([], 2, {"Anne": 3, "Mary": 3, "Jack": 3})


def test_a_game_as_it_lies_on_the_table_asks_for_what_lies_open(tmp_path):
    path = tmp_path / "cards.jsonl"
    run("game", "cards", "--players", "Anne,Mary", "--row", ROW, "--reading", "mutiny=undamaged", "--out", path)
    assert json.loads(path.read_text("utf-8")) == {
        "format": 1, "game": "card", "players": ["Anne", "Mary"], "row": ROW.split(","),
        "readings": {"mutiny": "undamaged"},
    }  # fmt: skip
    told = run("referee", path)
    assert "Owed: Which movement card was turned up?" in told
    assert "Owed: Which adventure card was turned up?" in told


def refused(*argv):
    done = CliRunner().invoke(app, [str(each) for each in argv])
    assert done.exit_code != 0
    assert isinstance(done.exception, TableAssistError)
    return str(done.exception)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--players", "Anne"), "players: got 1, expected 2 to 4 names"),
        (("--players", "Anne,Mary", "--reading", "mutiny"), "got 'mutiny', expected NAME=VALUE"),
        (("--players", "Anne,Mary", "--row", "e1"), "row: got 1 ships"),
        (("--players", "Anne,Mary", "--row", ROW, "--seed", "1"), "--seed: expected none with --row"),
    ],
)
def test_what_cannot_be_begun_is_told_in_one_line(argv, words, tmp_path):
    assert words in refused("game", "cards", *argv, "--out", tmp_path / "x.jsonl")
    assert not (tmp_path / "x.jsonl").exists()


def test_a_game_is_not_overwritten_unless_somebody_says_so(cards):
    assert "already exists" in refused("game", "cards", "--players", "Anne,Mary", "--out", cards)
    run("game", "cards", "--players", "Anne,Mary", "--out", cards, "--force")
    assert "adventures" in json.loads(cards.read_text("utf-8"))


def test_each_act_is_told_with_what_came_of_it(cards):
    told = run("referee", cards, code=1)
    for words in (
        "1. Anne plays Sabotage! on Santa Ana: fine",
        "adventure: Treasure Map",
        "English ship 1: +1 fame, now 1",
        "owed: Which adventure card was turned up?",
        "owed: Anne: are you the pirate of English ship 1, as Mary says?",
        "Mary takes 1 fame",
        "6. Anne passes: FOUL",
        "owed: first: Which adventure card was turned up? (Card Game, Playing the Game)",
        "2  Santa Ana (s1), fame 0  damaged",
    ):
        assert words in told, words


def test_as_json_each_act_has_the_state_after_it(cards):
    lines = [json.loads(each) for each in run("referee", cards, "--json", code=1).splitlines()]
    assert [each.get("opinion") for each in lines] == ["fine"] * 5 + ["foul", None]
    assert [each["state"]["turn"] for each in lines[:-1]] == ["Mary", "Mary", "Mary", "Mary", "Anne", "Anne"]
    first = lines[0]["state"]
    assert (first["damaged"], first["fame"]["e1"], first["active"], first["movement_pile"]) == (["s1"], 1, None, 21)
    assert lines[4]["state"]["taken"] == {"Anne": 0, "Mary": 1}
    assert lines[-1]["game"]["revealed"] == {"Anne": ["e1"], "Mary": []}
    assert [each["kind"] for each in lines[-1]["game"]["owed"]] == ["adventure"]


def test_a_game_is_played_on_in_the_terminal(cards):
    told = run("referee", "--play", cards, typed="undo\nvolcano-1 turn-up\n1\nscore\nquit\n")
    assert "Type an action (Anne play lost-at-sea-1 ships=e1)" in told
    assert "act 6 no longer counts" in told
    assert "Volcano is turned up: fine" in told
    lines = cards.read_text("utf-8").splitlines()
    assert json.loads(lines[-3]) == {"strike": 6}
    assert json.loads(lines[-1])["movement"] == "fog-1"
    assert json.loads(lines[-1])["view"] == {"opinion": "fine"}


SCORE = """\
[Format "3"]
[Game "card"]
[Player "Anne"]
[Player "Mary"]
[Row "e1" "s1" "d1" "e2" "s2" "d2" "e3" "s3" "d3"]
[Adventures "volcano-1"]
[Movements "fog-1" "sabotage-1" "sabotage-2"]

1. Anne repair
"""


def test_a_score_is_refereed_and_played_on(tmp_path):
    path = tmp_path / "cards.pcn"
    path.write_text(SCORE, "utf-8")
    told = run("referee", path)
    assert "1. Anne repairs all ships: fine" in told
    assert "damaged: English ship 1" in told
    run("referee", "--play", path, typed="kraken-1 turn-up\nquit\n")
    assert path.read_text("utf-8") == f"{SCORE}2. kraken-1 turn-up\n"


def test_a_game_is_told_in_words_as_a_page_and_for_a_forum(cards, tmp_path):
    told = run("score", cards)
    assert "Anne plays Sabotage! on Santa Ana" in told
    assert "Mary takes 1 fame" in told
    assert "Fouls: 1" in told
    run("score", cards, "--out", tmp_path / "cards.html")
    page = (tmp_path / "cards.html").read_text("utf-8")
    assert "Santa Ana" in page
    assert "<figure>" not in page
    assert '<table class="row"><tr><th>9</th>' in page
    assert '<td class="soft">Santa Ana<br><em>damaged</em></td>' in page
    assert "Santa Ana" in run("score", cards, "--as", "markdown")


def test_the_acts_of_a_recorded_card_game_are_judged_again(cards, tmp_path):
    match = match_with(tmp_path / "friday.match", [])
    cards.write_text(REAL.splitlines()[0] + "\n", "utf-8")
    run("referee", "--play", cards, typed="Mary repair\nAnne repair\nkraken-1 turn-up\nquit\n")
    run("referee", cards, "--into", match, code=1)
    told = CliRunner().invoke(app, ["verify", str(match)]).output
    assert "3 acts judged again: the same as when they were entered" in told


def test_a_player_may_be_called_like_a_card(cards):
    cards.write_text(REAL.splitlines()[0].replace('"Anne"', '"e1"') + '\n{"act": "pass", "player": "e1"}\n', "utf-8")
    assert "1. e1 passes: fine" in run("referee", cards)


def test_a_recorded_match_keeps_a_card_game(cards, tmp_path):
    match = match_with(tmp_path / "friday.match", [])
    assert "7 lines were added" in run("referee", cards, "--into", match, code=1)
    out = tmp_path / "friday.pcn"
    run("export", match, "--as", "pcn", "--out", out)
    assert '[Game "card"]' in out.read_text("utf-8")
    assert "Mary takes 1 fame" in run("referee", out, code=1)
    run("report", match, "--out", tmp_path / "friday.html")
    page = (tmp_path / "friday.html").read_text("utf-8")
    assert "<h2>Turn by turn</h2>" in page
    assert "Anne plays Sabotage! on Santa Ana" in page
    assert "<td>Anne</td><td>0</td><td>English ship 1</td>" in page
