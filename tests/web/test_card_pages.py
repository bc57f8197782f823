"""The pages of a card table: what each seat sees, what it may do, and that nothing face down leaves the table."""

import json

import pytest

from tableassist.pipeline.card_game.as_moment import card_table
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import TurnUp
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.state import CardStart
from tableassist.table import SPECTATOR
from tableassist.table.game import TableCardGame
from tableassist.vision.camera.profile import CameraProfile
from tests.web.served_table import ServedTable, next_state

SETTINGS = CardTableSettings("Friday", CameraProfile("typical", None), ("Anne", "Mary"))
ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
START = CardStart(
    "card",
    ("Anne", "Mary"),
    ROW,
    {"s1": "Santa <b>Ana</b>"},
    adventures=("storm-ahead-1",),
    movements=("sabotage-1", "temporary-alliance-1", "fog-1"),
)
SECRET = CardStart(
    "card",
    ("Anne", "Mary"),
    ROW,
    hand=True,
    adventures=("storm-ahead-1", "kraken-2", "mermaids-3"),
    movements=("lost-at-sea-2", "lost-at-sea-3"),
    hands={"Anne": ("sabotage-4", "fog-1", "english-advance-1", "dutch-retreat-1"),
           "Mary": ("caught-in-a-rip-1", "spanish-advance-1", "sabotage-5", "full-speed-ahead-2")},
    pirates={"Anne": ("e1", "s2", "d3"), "Mary": ("e2", "s3", "d1")},
)  # fmt: skip


def served_cards(start):
    table = ServedTable(start, settings=card_table(SETTINGS), make_game=TableCardGame)
    table.start()
    return table


@pytest.fixture
def table():
    made = served_cards(START)
    yield made
    made.close()


@pytest.fixture
def secret():
    made = served_cards(SECRET)
    yield made
    made.close()


def acts(table):
    return [each.judged.entry.act for each in table.host.desk.refereed.acts]


def state(table, token=""):
    status, told = table.get("/api/state", token)
    assert status == 200
    return told


def offer(table, token, words):
    return next(each for each in state(table, token)["game"]["offers"] if words in each["words"])


def test_everybody_sees_the_row_and_whose_turn_it_is(table):
    watcher = table.seats.invite(SPECTATOR)
    told = state(table, watcher)
    drawn = "".join(told["plan"])
    assert "English ship 1" in drawn
    assert "Storm Ahead" in drawn
    assert "Santa &lt;b&gt;Ana&lt;/b&gt;" in drawn
    assert told["game"]["phase_words"] == "Turn 1: it is Anne's turn."
    assert told["game"]["row"] == list(ROW)
    assert told["game"]["offers"] == []


def test_a_player_sees_the_own_offers_only(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    words = [each["words"] for each in state(table, anne)["game"]["offers"]]
    assert words[:3] == ["Sabotage!", "Temporary Alliance", "There Be Fog Ahead!"]
    assert state(table, mary)["game"]["offers"] == []


def test_a_card_and_two_neighbours_from_the_phone(table):
    anne = table.player("Anne")
    alliance = offer(table, anne, "Alliance")
    (need,) = alliance["needs"]
    assert need["names"][2] == "3-4: Dutch ship 1 and English ship 2"
    answer = table.ask(anne, do="offer", text=alliance["text"], values={"ships": need["choices"][2]})
    assert answer == (200, {"ok": True, "entry": 1})
    assert acts(table) == [PlayMovement("Anne", "temporary-alliance-1", ("d1", "e2"))]


@pytest.mark.parametrize("ships", ["d1+e1", "d1", "d1+e2+s2", "x", "", 7, ["d1", "e1"]])
def test_ships_that_are_no_choice_are_refused(table, ships):
    anne = table.player("Anne")
    alliance = offer(table, anne, "Alliance")
    assert table.ask(anne, do="offer", text=alliance["text"], values={"ships": ships})[0] == 409
    assert table.ask(anne, do="offer", text=alliance["text"])[0] == 409
    assert acts(table) == []


def test_nobody_acts_for_another(table):
    mary = table.player("Mary")
    repair = offer(table, table.player("Anne"), "Repair")
    assert table.ask(mary, do="offer", text=repair["text"])[0] == 409
    assert table.ask(mary, path="/api/acts", do="act", text="Anne repair")[0] == 409
    assert table.ask(mary, path="/api/acts", do="act", text="row correct d1")[0] == 409
    assert acts(table) == []


def test_an_act_by_its_text_may_be_a_foul_and_the_judge_lets_it_stand(table):
    mary = table.player("Mary")
    assert table.ask(mary, path="/api/acts", do="act", text="Mary repair")[0] == 200
    (told,) = state(table, mary)["game"]["acts"]
    assert (told["opinion"], told["reasons"][0]["section"]) == ("foul", "Card Game, Playing the Game")
    assert table.ask(mary, do="amend", entry=1, change="let-stand")[0] == 409
    assert table.ask(table.judge, do="amend", entry=1, change="let-stand")[0] == 200
    assert table.host.desk.refereed.fouls == ()


def test_an_accusation_is_answered_by_the_accused(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    accuse = offer(table, anne, "Accuse Mary")
    table.ask(anne, do="offer", text=accuse["text"], values={"pirate": "d2"})
    assert acts(table) == [Accuse("Anne", "Mary", "d2")]
    (owed,) = state(table, mary)["game"]["owed"]
    assert owed["mine"]
    assert not state(table, anne)["game"]["owed"][0]["mine"]
    assert state(table, anne)["game"]["offers"] == []
    no = offer(table, mary, "is not the pirate")
    assert table.ask(mary, do="offer", text=no["text"])[0] == 200
    assert acts(table)[-1] == AnswerAccusation("Mary", False)


def test_anybody_tells_which_card_was_turned_up(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    table.ask(anne, do="offer", text=offer(table, anne, "Repair")["text"])
    assert acts(table) == [RepairShips("Anne")]
    turned = offer(table, mary, "Which adventure")
    (need,) = turned["needs"]
    kraken = need["choices"][need["names"].index("Kraken")]
    assert table.ask(mary, do="offer", text=turned["text"], values={"card": kraken})[0] == 200
    assert acts(table)[-1] == TurnUp("kraken-1")


def test_undo_asks_the_other_player(table):
    anne, mary = table.player("Anne"), table.player("Mary")
    table.ask(anne, do="offer", text=offer(table, anne, "Pass")["text"])
    assert acts(table) == [PassTurn("Anne")]
    assert table.ask(anne, do="undo")[0] == 200
    assert state(table, mary)["game"]["undo_asked_by"] == "Anne"
    assert table.ask(anne, do="answer-undo", agree=True)[0] == 409
    assert table.ask(mary, do="answer-undo", agree=True)[0] == 200
    assert acts(table) == []


def test_the_judges_undo_is_done_at_once(table):
    anne = table.player("Anne")
    table.ask(anne, do="offer", text=offer(table, anne, "Pass")["text"])
    assert table.ask(table.judge, do="undo")[0] == 200
    assert acts(table) == []


@pytest.mark.parametrize("command", [{"do": "roll", "value": 3}, {"do": "disarm"}, {"do": "ask", "ruling": "x"}])
def test_what_a_card_table_has_not_is_refused(table, command):
    assert table.ask(table.player("Anne"), **command)[0] == 409


def test_the_judge_is_called(table):
    assert table.ask(table.player("Mary"), do="call-judge")[0] == 200
    assert state(table, table.judge)["table"]["calls"] == ["Mary"]


def all_told(table, token):
    """Everything that this seat gets of the table, by either way."""
    with table.live(token) as socket:
        first = next_state(socket)
    return json.dumps([state(table, token), table.get("/api/game", token), first])


def test_nothing_that_is_face_down_leaves_the_table(secret):
    anne, mary, judge = secret.player("Anne"), secret.player("Mary"), secret.judge
    hands = SECRET.hands
    for player, token in (("Anne", anne), ("Mary", mary), ("", judge), ("", secret.seats.invite(SPECTATOR))):
        told = all_told(secret, token)
        for owner, cards in hands.items():
            for card in cards:
                may_know = owner == player == "Anne"  # it is her turn: these are her offers
                assert (card in told) == may_know, (player, card)
        for card in ("kraken-2", "mermaids-3", "lost-at-sea-2", "lost-at-sea-3"):
            assert card not in told, (player, card)
        game = json.loads(told)[0]["game"]
        assert game["revealed"] == {"Anne": [], "Mary": []}
        assert game["hand_size"] == {"Anne": 4, "Mary": 4}
        assert "pirates" not in game
        assert "hands" not in game


def test_offers_to_accuse_tell_nothing_of_who_is_whose(secret):
    accuse = offer(secret, secret.player("Anne"), "Accuse Mary")
    pirate = next(need for need in accuse["needs"] if need["field"] == "pirate")
    assert pirate["choices"] == ["e1", "e2", "e3", "s1", "s2", "s3", "d1", "d2", "d3"]


def test_pages_are_in_the_readers_language(table):
    _, data, _ = table.request("GET", "/api/state?lang=de", token=table.player("Anne"))
    assert "Englisches Schiff 1" in "".join(json.loads(data)["plan"])
