"""The set-up step by step: what the picture shows, what comes next, and where it does not agree."""

from dataclasses import replace

import pytest

from tableassist.pipeline.game.set_up_guide import SetUpPart, SetUpState, dealt_acts, guide, in_turn
from tableassist.rulebook.editions.settings import with_house
from tableassist.rulebook.referee.setup.homes import ChooseHome, PlaceShip
from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
from tableassist.rulebook.referee.setup.treasure import Contribute
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Phase
from tableassist.table.game import GameDesk, NewGame
from tableassist.table.game.new_game import start_at_table
from tests.ui.demo_moment import demo_moment

ISLANDS = ["english-home", "pirate-home", "palm-island", "skull-island", "turtle-island"]


@pytest.fixture
def moment():
    return demo_moment("cleared")


@pytest.fixture
def desk(moment):
    made = GameDesk(start_at_table(moment.settings, NewGame("English", setting_up=True), moment.state))
    made.say(RollForFirst("English", 2))
    made.say(RollForFirst("Pirates", 5))
    return made


def steps(desk, moment, *, without=(), rules=None, moving=frozenset()):
    scene = moment.state.scene
    pieces = tuple(each for each in scene.pieces if each.id not in without)
    scene = replace(scene, pieces=pieces, state=desk.game)
    return {each.kind: each for each in guide(desk.game, scene, rules or moment.settings.rules, moving)}


def test_first_the_dice_decide(moment):
    desk = GameDesk(start_at_table(moment.settings, NewGame("English", setting_up=True), moment.state))
    now = steps(desk, moment)
    assert now[SetUpPart.FIRST].state is SetUpState.NOW
    assert [each.act for each in now[SetUpPart.FIRST].offers] == [
        RollForFirst("English", 1),
        RollForFirst("Pirates", 1),
    ]
    assert now[SetUpPart.ISLANDS].state is SetUpState.WAITS
    assert now[SetUpPart.ISLANDS].seen == ()


def test_islands_that_lie_there_are_seen_and_counted_in_turn(desk, moment):
    now = steps(desk, moment)
    assert now[SetUpPart.FIRST].state is SetUpState.AGREED
    seen = now[SetUpPart.ISLANDS].seen
    assert [each.island for each in seen] == ISLANDS
    placed = in_turn(desk.game, seen)
    assert [each.player for each in placed] == ["Pirates", "English", "Pirates", "English", "Pirates"]
    for act in placed:
        desk.say(act)
    assert desk.refereed.fouls == ()
    after = steps(desk, moment)[SetUpPart.ISLANDS]
    assert (after.state, after.seen) == (SetUpState.AGREED, ())
    assert {each.subject for each in after.checks} == set(ISLANDS)


def test_an_island_in_a_hand_is_not_placed_yet(desk, moment):
    seen = steps(desk, moment, moving=frozenset({"skull-island"}))[SetUpPart.ISLANDS].seen
    assert "skull-island" not in [each.island for each in seen]


def test_spacing_is_measured_live_against_what_was_placed(desk, moment):
    """By the plan of the demo the nearest of the two islands' edges are 198 mm apart."""
    desk.say(PlaceIsland("Pirates", "skull-island"))
    now = steps(desk, moment)[SetUpPart.ISLANDS]
    (check,) = (each for each in now.checks if each.subject == "turtle-island")
    assert check.measured_mm == pytest.approx(198.2, abs=1.0)
    assert "Skull Island" in str(check.words)
    (act,) = (each for each in now.seen if each.island == "turtle-island")
    assert act.spacing is Verdict.YES


def test_islands_too_near_are_a_foul_where_the_table_says_so(desk, moment):
    rules = with_house(moment.settings.rules, {"islands-at-least-L": 3.0})
    desk.say(PlaceIsland("Pirates", "skull-island"))
    now = steps(desk, moment, rules=rules)[SetUpPart.ISLANDS]
    (act,) = (each for each in now.seen if each.island == "turtle-island")
    assert act.spacing is Verdict.NO, "198 mm are less than three times the long edge of a card"


def test_a_placed_island_that_is_not_seen_differs(desk, moment):
    for act in in_turn(desk.game, steps(desk, moment)[SetUpPart.ISLANDS].seen):
        desk.say(act)
    gone = steps(desk, moment, without=("palm-island",))[SetUpPart.ISLANDS]
    assert gone.state is SetUpState.DIFFERS
    assert [each.subject for each in gone.checks if each.verdict is Verdict.NOT_SEEN] == ["palm-island"]


def test_the_whole_set_up_goes_green_step_by_step(desk, moment):
    for part in (SetUpPart.ISLANDS, SetUpPart.TERRAIN):
        for act in in_turn(desk.game, steps(desk, moment)[part].seen):
            desk.say(act)
    assert list(desk.game.set_up.terrain) == ["reef", "fog-bank"]
    for chooser, island, owner in (("English", "pirate-home", "Pirates"), ("Pirates", "english-home", "English")):
        desk.say(ChooseHome(chooser, island, owner))
    now = steps(desk, moment)
    assert now[SetUpPart.HOMES].state is SetUpState.AGREED
    assert now[SetUpPart.SHIPS].seen == (), "they lie at sea in this picture"
    for each in now[SetUpPart.SHIPS].offers:
        desk.say(each.act)
    at_sea = steps(desk, moment)[SetUpPart.SHIPS]
    assert at_sea.state is SetUpState.DIFFERS
    assert {each.verdict for each in at_sea.checks} == {Verdict.NO}
    for player in ("Pirates", "English"):
        desk.say(Contribute(player, (1, 1, 1)))
    deals = dealt_acts(desk.game)
    assert [len(each.coins) for each in deals] == [2, 2, 2]
    for act in deals:
        desk.say(act)
    now = steps(desk, moment)
    assert now[SetUpPart.TREASURE].state is SetUpState.AGREED
    (begin,) = now[SetUpPart.BEGIN].offers
    desk.say(begin.act)
    assert desk.game.phase is Phase.PLAYING
    assert desk.game.player == "Pirates"
    assert desk.refereed.fouls == ()


def test_a_ship_whose_bow_touches_home_is_seen_there(desk):
    """Bonny Kate lies with her bow at Palm Island when the ram is over."""
    rammed = demo_moment("rammed")
    for act in in_turn(desk.game, steps(desk, rammed)[SetUpPart.ISLANDS].seen):
        desk.say(act)
    for chooser, island, owner in (("English", "palm-island", "Pirates"), ("Pirates", "english-home", "English")):
        desk.say(ChooseHome(chooser, island, owner))
    seen = steps(desk, rammed)[SetUpPart.SHIPS].seen
    assert seen == (PlaceShip("Pirates", "bonny-kate", "palm-island", Verdict.YES),)


def test_nothing_is_seen_while_the_mat_is_not(desk, moment):
    found = guide(desk.game, None, moment.settings.rules)
    assert all(each.seen == () for each in found)
    assert PlaceTerrain not in {type(act) for each in found for act in each.seen}
