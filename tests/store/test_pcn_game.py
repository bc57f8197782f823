"""A score of version 2 carries a whole game: its set-up in tags, its acts in lines."""

import pytest
from hypothesis import HealthCheck, given, settings

from tableassist.errors import BadFileError
from tableassist.rulebook.play.log import Amendment, AmendmentKind, Entry, Log, Source
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.referee import ACTS
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.start import CoinStart, GameStart, IslandStart, PlayerStart, ShipStart
from tableassist.store.score import game_of_score, parse_score, score_of_game, score_text
from tableassist.store.score.score import Acted, Amended, Line
from tableassist.store.score.words import line_words, names_in
from tests.store.pcn_games import games

SPECIMEN = """\
[Format "2"]
[Table "Friday night"]
[Edition "revolution"]
[House "ram-derelict" "sinks"]
[Player "Anne"]
[Player "Mary"]
[Ship "h" "Harbinger" "Anne" "" "masts=3" "cannons=2L-3S-2S" "cargo=3" "points=10"]
[Ship "o" "Oxley" "Mary" "" "masts=2" "cannons=4S-4S" "cargo=2" "at="]
[Island "ha" "" "home=Anne"]
[Island "hm" "" "home=Mary"]
[Island "w"]
[Coin "c1" "w" "value=3"]
[Coin "c2" "w"]

1. h move docks=w by Anne @12.5
1. Anne end-turn
2. o shoot h 1 5 line=yes source=camera certainty=0.9 card="SM/PS-001" stands
2. h lose-mast 2 @80 {the middle one}
2. #3 strike by Mary
2. #3 restore source=phone @99
"""


def test_the_specimen_says_what_it_says():
    score = parse_score(SPECIMEN)
    assert score.lines[2] == Line(
        2,
        Acted(
            Entry(
                0,
                Shoot("o", "h", 1, 5, Verdict.YES),
                Source.CAMERA,
                certainty=0.9,
                card="SM/PS-001",
                stands=True,
            )
        ),
    )
    assert score.lines[4] == Line(2, Amended(Amendment(AmendmentKind.STRIKE, 3, by="Mary")))
    assert score_text(score) == SPECIMEN
    game = game_of_score(score, "friday.pcn")
    assert game.start == GameStart(
        edition="revolution",
        house={"ram-derelict": "sinks"},
        players=(PlayerStart("Anne"), PlayerStart("Mary")),
        ships=(
            ShipStart("h", "Anne", "Harbinger", masts=3, cannons="2L-3S-2S", cargo=3, points=10),
            ShipStart("o", "Mary", "Oxley", masts=2, cannons="4S-4S", cargo=2, at=""),
        ),
        islands=(
            IslandStart("ha", home="Anne"),
            IslandStart("hm", home="Mary"),
            IslandStart("w", coins=(CoinStart("c1", 3), CoinStart("c2"))),
        ),
        name="Friday night",
    )
    assert [each.act for each in game.log.entries] == [
        Move("h", docks="w"),
        EndTurn("Anne"),
        Shoot("o", "h", 1, 5, Verdict.YES),
        LoseMast("h", 2),
    ]
    assert game.log.entries[3].t_ns == 80_000_000_000
    assert game.log.records[4:] == (
        Amendment(AmendmentKind.STRIKE, 3, by="Mary"),
        Amendment(AmendmentKind.RESTORE, 3, Source.PHONE, t_ns=99_000_000_000),
    )


def test_the_turns_are_those_of_the_game():
    """The comment is all that a game does not keep of its score."""
    score = parse_score(SPECIMEN.replace(" {the middle one}", ""))
    assert score_of_game(game_of_score(score, "friday.pcn")) == score


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games())
def test_a_game_and_its_score_are_the_same_thing(game):
    score = score_of_game(game)
    text = score_text(score)
    again = parse_score(text)
    assert again == score
    assert game_of_score(again, "x") == game
    names = names_in(score)
    assert all(line_words(line, names) for line in score.lines)


def test_what_a_card_prints_need_not_be_written():
    score = parse_score('[Player "Anne"]\n[Ship "h" "" "Anne" "SM/PS-001"]\n')
    (ship,) = game_of_score(score, "x").start.ships
    assert (ship.name, ship.card) != ("", "")
    assert ship.masts > 1
    assert ship.cannons.count("-") == ship.masts - 1
    again = score_of_game(game_of_score(score, "x"))
    assert f"masts={ship.masts}" in next(each.values for each in again.tags if each.name == "Ship")


def test_an_old_score_has_no_acts():
    score = parse_score('[Format "1"]\n[Player "A"]\n\n1. h S > (1,2,3)\n')
    assert game_of_score(score, "x").log == Log()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Format "4"]', "line 1, column 1: got 4, expected 3; made by a newer tableassist"),
        ("1. h shoot o 1", "column 15: got the end of the line, expected the field roll"),
        ("1. h shoot o 1 5 certainty=7", "expected an act (certainty: Expected float <= 1.0)"),
        ("1. # strike", "column 6: got 'strike', expected a whole number"),
        ("1. #3 forget", "expected one of strike, restore, let-stand, let-fall"),
    ],
)
def test_a_line_that_is_no_act_is_told_with_its_place(text, words):
    with pytest.raises(BadFileError) as caught:
        parse_score(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "x: players: missing"),
        ('[Player "A"]\n[Ship "h" "" "B"]', "x: ships[0].owner: got 'B', expected one of A"),
        ('[Player "A"]\n[Ship "h" "" "A" "" "mast=3"]', "ships[0]: Object contains unknown field mast"),
        ('[Player "A"]\n[Ship "h" "" "A" "" "masts=many"]', "ships[0].masts: Expected int, got str"),
        ('[Player "A"]\n[Ship "h" "" "A" "ZZ/PS-9"]', "ships[0].card: got 'ZZ/PS-9'"),
        ('[Player "A"]\n[House "table-edge" "round"]', "house.table-edge: got 'round', expected one of"),
        ('[Player "A"]\n[Island "w"]\n[Coin "c" "x"]', "x: Coin c: got 'x', expected one of w"),
        ('[Player "A"]\n\n1. #1 strike', "x: got act 1, expected one of the 0 before"),
    ],
)
def test_tags_that_are_no_set_up_are_told(text, words):
    with pytest.raises(BadFileError) as caught:
        game_of_score(parse_score(text), "x")
    assert words in str(caught.value)


def test_every_act_has_its_words():
    assert all(each.title and (each.text or each is Fact) for each in ACTS)
