"""A table needs no Qt: a staged game through `Table.dispatch`, and a served table with two phones and a judge."""

import json

import pytest

from tableassist.matches import game_of_match, open_played_match
from tableassist.rulebook.cardgame.referee import referee_card_game
from tableassist.rulebook.play.log import Source
from tableassist.sources import card_demo_truth
from tableassist.store.match import is_match
from tableassist.table.demo.demo_game import demo_truth
from tests.table.phones import COMMAND, served
from tests.table.without_qt import run

STAGED = """
import json, tempfile
from pathlib import Path
from tableassist.rulebook.cardgame.referee import referee_card_game
from tableassist.rulebook.play.log import Source
from tableassist.sources import card_demo_truth
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.table.demo.demo_game import demo_truth
from tests.table.headless import HeadlessTable
from tableassist.table import Role, Seat, SCREEN
from tableassist.table.commands import SayAct
from tableassist.table.visibility import hidden_from

truth = demo_truth()
made = HeadlessTable(Path(tempfile.mkdtemp()), truth.start)
for entry in truth.log.entries:
    player = entry.act.speaker(made.desk.game)
    seat = Seat(Role.PLAYER, player) if player in made.desk.game.order else SCREEN
    # A player names another's face-down crew as the own phone shows it.
    act = hidden_from(made.desk.game, seat).shown_act(entry.act)
    result = made.table.dispatch(SayAct(act_text(act), card=entry.card), seat)
    assert result.ok, result.refused
game = made.table.snapshot.game.refereed.game
print(json.dumps({"score": dict(game.ending.gold) if game.ending else None, "turn": game.turn, "player": game.player,
                  "acts": len(made.acts), "fouls": len(made.desk.refereed.fouls)}))
made.close()
"""
STAGED_CARDS = """
import json, tempfile
from pathlib import Path
from tableassist.pipeline.card_game.as_moment import card_table
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.sources import card_demo_table
from tableassist.sources import card_demo_truth
from tableassist.table import SCREEN, Role, Seat
from tableassist.table.game.card_game import TableCardGame
from tableassist.table.commands import SayAct
from tests.table.headless import HeadlessTable

truth = card_demo_truth()
made = HeadlessTable(Path(tempfile.mkdtemp()), truth.start, card_table(card_demo_table()), TableCardGame)
for entry in truth.log.entries:
    player = getattr(entry.act, "player", "")
    seat = Seat(Role.PLAYER, player) if player else SCREEN
    result = made.table.dispatch(SayAct(act_text(entry.act), card=entry.card), seat)
    assert result.ok, result.refused
game = made.table.snapshot.cards.refereed.game
print(json.dumps({"score": dict(game.ending.score) if game.ending else None, "turn": game.turn, "row": list(game.row),
                  "acts": len(made.acts), "fouls": len(made.desk.refereed.fouls)}))
made.close()
"""


def test_a_staged_game_is_played_by_commands_where_there_is_no_qt(tmp_path):
    from tableassist.rulebook.referee.refereed import referee_game

    truth = demo_truth()
    game = referee_game(truth.start, truth.log).game
    told = json.loads(run(STAGED, tmp_path).splitlines()[-1])
    assert told == {
        "score": dict(game.ending.gold) if game.ending else None,
        "turn": game.turn,
        "player": game.player,
        "acts": len(truth.log.entries),
        "fouls": 0,
    }


def test_a_staged_card_game_is_played_by_commands_where_there_is_no_qt(tmp_path):
    truth = card_demo_truth()
    played = referee_card_game(truth.start, truth.log)
    told = json.loads(run(STAGED_CARDS, tmp_path).splitlines()[-1])
    assert told == {
        "score": dict(played.game.ending.score) if played.game.ending else None,
        "turn": played.game.turn,
        "row": list(played.game.row),
        "acts": len(truth.log.entries),
        "fouls": len(played.fouls),
    }


@pytest.mark.parametrize("command", ["serve", "record", "judge", "referee", "league"])
def test_commands_are_there_without_qt(tmp_path, command):
    assert "Usage" in run(COMMAND, tmp_path, command, "--help")


def test_a_served_table_is_played_from_two_phones_judged_and_recorded(tmp_path):
    match = tmp_path / "friday.match"
    with served(tmp_path, "serve", "studio:demo", "--port", "0", "--record", str(match)) as seats:
        pirates, english, judge = seats["Pirates' phone"], seats["English's phone"], seats["Judge"]
        judge.until("/api/state", lambda told: told["table"].get("judged"))
        assert pirates.do(do="begin-game")[0] == 409
        assert judge.do(do="begin-game", first="Pirates")[0] == 200
        game = pirates.until("/api/game", lambda told: told["player"] == "Pirates")
        assert {offer["player"] for offer in game["offers"]} == {"Pirates"}
        assert english.get("/api/game")[1]["offers"] == []
        assert pirates.do(do="act", text="Pirates end-turn")[0] == 200
        assert english.do(do="act", text="English end-turn")[0] == 200
        rulings = judge.until("/api/rulings", lambda rows: any(row["verdict"] in ("yes", "no") for row in rows))
        ruling = next(row for row in rulings if row["verdict"] in ("yes", "no") and row["subject"])
        verdict = "no" if ruling["verdict"] == "yes" else "yes"
        decision = {"ruling": ruling["id"], "verdict": verdict, "reason": "we looked"}
        assert english.do(do="overrule", **decision)[0] == 409
        assert judge.do(do="overrule", **decision)[0] == 200
        for spectators in ("Spectators", "Stream (browser source of OBS)"):
            assert seats[spectators].get("/api/state")[0] == 200
            assert seats[spectators].do(do="act", text="English end-turn")[0] == 409
    assert is_match(match)
    with open_played_match(match) as replay:
        kept = game_of_match(replay)
        assert [each.reason for each in replay.overrulings[-1].standing] == ["we looked"]
    by_phone = [(entry.by, entry.act.__class__.__name__) for entry in kept.log.entries if entry.source is Source.PHONE]
    assert by_phone[:2] == [("Pirates", "EndTurn"), ("English", "EndTurn")]
