"""What came of each act: shots, hits, sinkings, rams, boardings, treasure, fouls, the end; its time, and the gold."""

import json

from tableassist.messages import speaking
from tableassist.rulebook.referee.refereed import happenings, referee_game
from tableassist.store.game_words import happening_words
from tests.cli.game_match import ACTS, ENGLISH, KINDS, LINES, PIRATES, whole_game

NS = 1_000_000_000


def told(lines=LINES):
    game = whole_game(lines)
    return list(happenings(referee_game(game.start, game.log)))


def seconds(told):
    return [round(each.t_ns / NS, 1) for each in told]


def test_each_act_has_the_weightiest_thing_that_came_of_it():
    assert {n: each.kind for n, each in enumerate(told(), start=1) if each.kind} == KINDS


def test_unloading_that_wins_is_both():
    assert told()[-1].kinds == ("end", "unloaded")
    assert told()[-1].unloaded == {"titan": 3}


def test_a_hit_is_told_once_though_the_mast_is_chosen_later():
    assert [each.hits for each in told()[5:7]] == [{"titan": 1}, {}]


def test_gold_goes_by_what_lies_at_home():
    golds = [each.gold for each in told()]
    assert golds[2] == {ENGLISH: 0, PIRATES: 0}
    assert golds[3] == {ENGLISH: 0, PIRATES: 5 + 2}
    assert golds[-1] == {ENGLISH: 4 + 3 + 6, PIRATES: 7}


def test_a_foul_does_nothing_and_is_no_shot():
    assert told()[1].kinds == ("foul",)


def test_acts_without_a_time_and_those_put_in_between_have_the_time_of_the_one_before():
    timeless = dict(ACTS[3])
    del timeless["t_s"]
    put_in = {"act": "move", "ship": "oxley", "t_s": 99.0, "after": 3}
    lines = [*LINES[:4], json.dumps(timeless), *LINES[5:6], json.dumps(put_in)]
    assert seconds(told(lines)) == [0.3, 0.6, 0.9, 0.9, 0.9, 5.0]


def test_one_that_was_put_in_at_its_own_time_keeps_it():
    put_in = {"act": "move", "ship": "oxley", "t_s": 2.0, "after": 3}
    lines = [*LINES[:6], json.dumps(put_in)]
    assert seconds(told(lines)) == [0.3, 0.6, 0.9, 2.0, 2.3, 5.0]


def test_nothing_was_done_after_the_record_had_it():
    """A game that goes on another day counts on; the second day's record counts from its own beginning."""
    game = whole_game(LINES[:5])
    noted = {1: 0, 2: 0, 3: 100_000_000, 4: 9 * NS}
    assert seconds(happenings(referee_game(game.start, game.log), noted)) == [0.0, 0.0, 0.1, 2.3]


def test_it_is_told_in_sentences():
    words = [happening_words(each) for each in told()]
    assert words[3] == "Bonny Kate moves; she docks at Tortuga. Bonny Kate unloads 2 coins. Pirates: 7 gold."
    assert words[5] == "Harbinger rams HMS Titan: rolls 5. HMS Titan takes a hit."
    assert words[7] == "Harbinger boards HMS Titan: rolls 2 against 6. HMS Titan wins the boarding fight."
    assert words[11].endswith("rolls 5. Harbinger takes a hit. Harbinger is derelict.")
    assert words[12].endswith("rolls 6. Harbinger sinks.")
    assert words[19].endswith("English: 13 gold. English has won: more than half of the gold is home.")
    assert "FOUL. HMS Oxley has had her action of this turn" in words[1]


def test_and_in_german():
    with speaking("de"):
        words = [happening_words(each) for each in told()]
    assert words[12].endswith("Harbinger sinkt.")
    assert not [each for each in words if "takes a hit" in each or "unloads" in each]


def test_in_complete_a_bow_on_an_enemy_is_a_ram_in_the_move_itself():
    set_up = json.loads(LINES[0]) | {"edition": "complete"}
    lines = [json.dumps(set_up), json.dumps({"act": "move", "ship": "oxley", "bow_on": ["harbinger"]})]
    (move,) = told(lines)
    assert move.rams == (("oxley", "harbinger"),)
    assert "HMS Oxley rams Harbinger." in happening_words(move)
