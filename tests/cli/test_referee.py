"""`tableassist referee`: a game from a file, from the standard input, and typed."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.matches.games.document import parse_game
from tableassist.rulebook.referee.referee import ACTS
from tableassist.store.game import entry_text, parse_entry

GAME = """\
{"edition": "revolution", "players": [{"name": "Anne"}, {"name": "Mary"}], "ships": [\
{"id": "h", "name": "Harbinger", "owner": "Anne", "masts": 3, "cannons": "2L-3S-2S", "cargo": 3}, \
{"id": "o", "name": "Oxley", "owner": "Mary", "masts": 2, "cannons": "4S-4S", "cargo": 2, "at": ""}], \
"islands": [{"id": "ha", "home": "Anne"}, {"id": "hm", "home": "Mary"}, \
{"id": "w", "coins": [{"id": "c1", "value": 3}, {"id": "c2"}]}]}
{"act": "move", "ship": "h", "docks": "w"}
{"act": "end-turn", "player": "Anne"}
{"act": "shoot", "ship": "o", "target": "h", "cannon": 1, "roll": 5, "line": "yes"}
"""
FOUL = '{"act": "move", "ship": "o"}\n'
SCORE = """\
[Format "2"]
[Edition "revolution"]
[Player "Anne"]
[Player "Mary"]
[Ship "h" "Harbinger" "Anne" "" "masts=3" "cargo=3"]
[Ship "o" "Oxley" "Mary" "" "masts=2" "cannons=4S-4S" "at="]
[Island "ha" "" "home=Anne"]
[Island "w"]
[Coin "c1" "w" "value=3"]

1. h move docks=w @3 {a fine start}
1. {it rains}
"""


def referee(*words, text=None):
    return CliRunner().invoke(app, ["referee", *map(str, words)], input=text, env={"COLUMNS": "200"})


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_game_is_told_act_by_act(game):
    done = referee(game)
    assert done.exit_code == 0, done.output
    told = done.output.splitlines()
    assert told[0] == "Turn 1: it is Anne's turn."
    assert told[1] == "   1. Harbinger moves; she docks at w: fine"
    assert "   3. Oxley shoots at Harbinger with cannon 1: rolls 5: fine" in told
    assert "      owed: Anne: which mast does Harbinger lose?" in told
    assert "Owed: Anne: which mast does Harbinger lose?" in told
    assert "Score: Anne 0, Mary 0" in told
    assert told[-1].startswith("   1  ")
    assert told[-1].endswith("[h lose-mast 1]")


def test_a_foul_is_told_with_its_section_and_is_the_exit_code(game):
    game.write_text(GAME + FOUL, encoding="utf-8")
    done = referee(game)
    assert done.exit_code == 1
    assert "   4. Oxley moves: FOUL" in done.output
    assert "owed: first: Anne: which mast does Harbinger lose? (revolution, " in done.output
    assert "it changes nothing" in done.output
    game.write_text(GAME + FOUL + '{"let-stand": 4}\n', encoding="utf-8")
    assert referee(game).exit_code == 0
    game.write_text(GAME + FOUL + '{"strike": 4}\n', encoding="utf-8")
    done = referee(game)
    assert done.exit_code == 0
    assert "struck: 4" in done.output


def test_json_has_all_of_it_and_hides_what_is_face_down():
    done = referee("-", "--json", text=GAME + FOUL)
    *acts, last = map(json.loads, done.output.splitlines())
    assert done.exit_code == 1
    assert [(each["number"], each["opinion"], each["took_effect"]) for each in acts] == [
        (1, "fine", True),
        (2, "fine", True),
        (3, "fine", True),
        (4, "foul", False),
    ]
    assert acts[2]["act"] == {"act": "shoot", "ship": "o", "target": "h", "cannon": 1, "roll": 5, "line": "yes"}
    assert acts[2]["owed"][0]["kind"] == "mast"
    assert acts[3]["reasons"][0]["code"] == "owed"
    assert acts[3]["reasons"][0]["section"].startswith("revolution, ")
    now = last["game"]
    assert (now["turn"], now["player"], now["phase"], now["score"]) == (2, "Mary", "playing", {"Anne": 0, "Mary": 0})
    assert now["coins"] == {"w": {"count": 2, "known": [], "gold": 0}}
    units = {each["id"]: each for each in now["units"]}
    assert (units["h"]["docked"], units["o"]["docked"]) == ("w", "")
    assert (units["o"]["actions"], units["o"]["actions_left"], units["h"]["actions_left"]) == (["shoot"], 0, 0)
    assert now["offers"][0]["needs"] == [{"field": "mast", "choices": [1, 2, 3], "least": 1, "most": 1}]


WITH_CREW = (
    '{"edition": "revolution", "players": [{"name": "Anne"}, {"name": "Mary"}], "ships": ['
    '{"id": "h", "owner": "Anne", "masts": 3, "cannons": "2L-3S-2S", "cargo": 3}, '
    '{"id": "o", "owner": "Mary", "masts": 2, "cannons": "4S-4S", "cargo": 2}], '
    '"islands": [{"id": "ha", "home": "Anne"}, {"id": "hm", "home": "Mary"}], '
    '"crew": [{"id": "captain", "owner": "Anne", "at": "h"}, {"id": "spy", "owner": "Mary", "at": "o"}]}\n'
    '{"act": "move-crew", "ship": "h", "crew": "captain", "to": "ha"}\n'
)


@pytest.mark.parametrize(
    ("viewer", "readable"),
    [((), {"captain", "spy"}), (("--viewer", "Anne"), {"captain"}), (("--viewer", "Mary"), {"spy"})],
)
def test_json_names_face_down_crew_only_to_its_owner_and_the_judge(viewer, readable):
    done = referee("-", "--json", *viewer, text=WITH_CREW)
    assert done.exit_code == 0, done.output
    assert {name for name in ("captain", "spy") if name in done.output} == readable
    crew = json.loads(done.output.splitlines()[-1])["game"]["crew"]
    assert [(member["owner"], member["at"]) for member in crew] == [("Anne", "ha"), ("Mary", "o")]


def test_a_viewer_is_a_player_of_the_game_and_reads_json():
    nobody = referee("-", "--json", "--viewer", "Jack", text=WITH_CREW)
    assert "got 'Jack', expected one of Anne, Mary" in str(nobody.exception)
    assert "expected --json" in str(referee("-", "--viewer", "Anne", text=WITH_CREW).exception)


def test_until_stops_after_an_act(game):
    done = referee(game, "--until", 1, "--json")
    assert [len(each) for each in (done.output.splitlines(), json.loads(done.output.splitlines()[0])["owed"])] == [2, 0]
    assert len(referee(game, "--until", 0, "--json").output.splitlines()) == 1


def test_a_score_is_refereed_alike(tmp_path):
    path = tmp_path / "friday.pcn"
    path.write_text(SCORE, encoding="utf-8")
    done = referee(path)
    assert done.exit_code == 0, done.output
    assert "   1. Harbinger moves; she docks at w: fine" in done.output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "standard input: players: missing"),
        ("{", "standard input:1: not JSON"),
        (GAME + '{"act": "fly"}', "standard input:5: "),
        ("1. h sails", "standard input, line 1, column 6: got 'sails', expected a segment"),
        ("\x00", "standard input, line 1"),
    ],
)
def test_what_cannot_be_read_is_one_line(text, told):
    done = referee("-", text=text)
    assert done.exit_code != 0
    assert told in str(done.exception)


def test_a_missing_file_is_one_line(tmp_path):
    assert "no such file" in str(referee(tmp_path / "none.pcn").exception)
    assert "expected a game" in str(referee().exception)
    assert "--play" in str(referee("--play", "-").exception)


def test_the_schema_is_json():
    assert "GameStart" in json.loads(referee("--schema").output)["$defs"]


def typed(path, *lines):
    return referee("--play", path, text="\n".join(lines) + "\n")


def test_a_game_is_played_in_a_terminal_and_saved_as_it_goes(game):
    done = typed(game, "1", "2", "o move", "stands", "undo", "redo", "strike 5", "restore 5")
    assert done.exit_code == 0, done.output
    assert "   4. Harbinger loses mast 2: fine" in done.output
    assert "   5. Oxley moves: FOUL" in done.output
    assert "the players let it stand" in done.output
    assert done.output.count("act 5 no longer counts") == 2
    records = [json.loads(line) for line in game.read_text("utf-8").splitlines()[1:]]
    assert records[3]["act"] == "lose-mast"
    assert records[3]["view"] == {"opinion": "fine"}
    assert records[4]["view"]["reasons"][0]["code"] == "already-acted"
    assert records[5:] == [{"let-stand": 5}, {"strike": 5}, {"restore": 5}, {"strike": 5}, {"restore": 5}]
    assert referee(game).exit_code == 0


def test_what_an_offer_leaves_to_the_eye_is_typed_behind_it(game):
    """A move's contacts, a coin's value: they have no list to pick from."""
    done = typed(game, "1", "2", "Mary end-turn", "1", "docks=ha by Anne")
    assert done.exit_code == 0, done.output
    last = json.loads(game.read_text("utf-8").splitlines()[-1])
    assert (last["act"], last["ship"], last["docks"], last["by"]) == ("move", "h", "ha", "Anne")
    assert "certainty" not in last
    assert "more, as name=value (" in done.output


def test_slips_change_nothing(game):
    done = typed(game, "7", "1", "9", "o shoots h", "strike", "strike 44", "restore x", "redo", "help", "")
    assert done.exit_code == 0, done.output
    for words in (
        "got 7, expected an offer, 1 to 1",
        "mast: got '9', expected one of 1, 2, 3",
        "column 3: got 'shoots h', expected one of",
        "got '', expected the number of an act, 1 to 3",
        "got '44', expected the number of an act, 1 to 3",
        "got 'x', expected the number of an act, 1 to 3",
        "there is nothing to be changed",
        "docs/referee.md",
    ):
        assert words in done.output, words
    assert game.read_text("utf-8") == GAME


def test_a_score_that_is_played_on_keeps_what_stood_in_it(tmp_path):
    path = tmp_path / "friday.pcn"
    path.write_text(SCORE, encoding="utf-8")
    done = typed(path, "Anne end-turn by Anne", "undo", "score", f"save {tmp_path / 'copy.pcn'}", "quit", "never")
    assert done.exit_code == 0, done.output
    assert path.read_text("utf-8") == SCORE + "1. Anne end-turn by Anne\n1. #2 strike\n"
    assert (tmp_path / "copy.pcn").read_text("utf-8") == path.read_text("utf-8")


def test_an_old_score_becomes_one_with_acts():
    document = parse_game('[Format "1"]\n[Player "A"]\n\n1. {hello}\n', "x")
    assert document.with_log(document.game.log).text.startswith('[Format "2"]\n[Player "A"]\n\n1. {hello}')


def test_a_hostile_name_cannot_speak_to_the_terminal():
    evil = GAME.replace('"name": "Harbinger"', '"name": "Har\\u001b[31mbinger"')
    done = referee("-", text=evil)
    assert "\x1b" not in done.output
    assert "\\x1b" in done.output


def test_the_examples_of_the_documentation_are_games_and_acts():
    page = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8")
    (game,) = re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert referee("-", text=game).exit_code == 0
    (acts,) = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    for line in acts.splitlines():
        assert entry_text(parse_entry(line)) == line


def test_every_act_is_documented():
    page = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8")
    for act in ACTS:
        told = [line for line in page.splitlines() if f"`{act.__struct_config__.tag}`" in line]
        assert told, act
