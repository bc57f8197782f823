"""The set-up from the first roll to the first turn, and what keeps play from beginning."""

import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.referee.acts.act import Offer
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.referee.setup.fleet import ChooseTotal, check_fleet, different_totals
from tableassist.rulebook.referee.setup.homes import AssignCrew
from tableassist.rulebook.referee.setup.layout import PlaceIsland
from tableassist.rulebook.referee.setup.treasure import BeginPlay, Contribute, DealTreasure, set_up_offers
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart, PlayerStart, TerrainStart
from tests.rulebook.referee.setup.tables import (
    BEGIN,
    SIX_COINS,
    THREE,
    after,
    code,
    contributed,
    crew,
    ship,
    table,
)

EDITIONS = ("spanish-main", "revolution", "complete")


def ready(**more):
    """Islands i1 and i2 are the homes; three coins lie on each of the others."""
    game = contributed(table("spanish-main", **more), SIX_COINS)
    coins = tuple(game.coins)
    return after(game, *(DealTreasure(f"i{3 + at}", coins[3 * at : 3 * at + 3]) for at in range(4)))


def test_the_first_player_takes_the_first_turn():
    game = ready()
    assert code(judge_act(game, BeginPlay("Mary"))) == "not-your-turn"
    game = after(game, BEGIN)
    assert (game.phase, game.player, game.turn) == (Phase.PLAYING, "Anne", 1)
    assert game.units["ship-Anne"].began_docked_at == "i1"
    assert game.starting_gold == 24
    assert not judge_act(game, Move("ship-Anne")).is_foul
    assert code(judge_act(game, PlaceIsland("Anne", "i1"))) == "wrong-phase"


def test_all_that_is_missing_is_named():
    reasons = judge_act(table("spanish-main", crew=(crew("c"),)), BEGIN).reasons
    assert {each.code for each in reasons} == {"not-ready"}
    assert [str(each.words) for each in reasons] == [
        "Anne rolls for the first turn",
        "Mary rolls for the first turn",
        "Anne places an island",
        "Mary chooses the home island of Anne",
        "Anne chooses the home island of Mary",
        "Anne places ship-Anne at the home island",
        "Mary places ship-Mary at the home island",
        "Anne puts c on a ship or the home island",
        "Anne contributes treasure",
        "Mary contributes treasure",
    ]


def test_crew_has_to_be_assigned():
    game = ready(crew=(crew("c"),))
    assert [str(each.words) for each in judge_act(game, BEGIN).reasons] == ["Anne puts c on a ship or the home island"]
    after(game, AssignCrew("Anne", "c", "i1"), BEGIN)


def test_all_coins_are_dealt():
    game = contributed(table("spanish-main"), SIX_COINS)
    assert code(judge_act(game, BEGIN)) == "not-ready"
    assert "3 coins are dealt to i3" in [str(each.words) for each in judge_act(game, BEGIN).reasons]


def test_a_fleet_that_is_not_allowed_keeps_play_from_beginning():
    ships = ship("a", points=20), ship("b", points=21), ship("m", "Mary")
    call = judge_act(ready(ships=ships, build_total=40), BEGIN)
    assert code(call) == "too-expensive"
    advised = judge_act(ready(ships=ships), BEGIN)
    assert not advised.is_foul
    assert [each.code for each in advised.reasons] == ["advice"]


def test_a_card_may_allow_what_the_set_up_does_not():
    game = ready()
    assert not judge_act(game, BeginPlay("Mary"), card="Letter of Marque").is_foul
    assert code(judge_act(fold(game, BEGIN), PlaceIsland("Anne", "i1"), card="Letter of Marque")) == "wrong-phase"


def test_what_nobody_placed_is_not_in_the_game():
    game = fold(table("revolution", islands=7), PlaceIsland("Anne", "i7"))
    assert set(fold(game, BEGIN).islands) == {"i7"}


def test_offers_tell_who_does_what():
    assert [(each.player, str(each.words)) for each in set_up_offers(table("complete"))] == [
        ("Anne", "Anne rolls for the first turn"),
        ("Mary", "Mary rolls for the first turn"),
        ("Anne", "Anne contributes treasure"),
        ("Mary", "Mary contributes treasure"),
    ]
    assert [str(each.words) for each in set_up_offers(ready())] == ["Anne begins"]
    assert set_up_offers(after(ready(), BEGIN)) == ()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [THREE[:2], THREE, (*THREE, "Calico")])
@pytest.mark.parametrize("multiplayer", [False, True])
def test_whoever_takes_the_offers_gets_to_the_first_turn(edition, players, multiplayer):
    islands = 6 if edition == "revolution" and not multiplayer else 3 * len(players)
    game = table(
        edition,
        players,
        islands=islands,
        multiplayer=multiplayer,
        crew=tuple(crew(f"crew-{name}", name) for name in players),
        terrain=(TerrainStart("r", PieceKind.REEF),) if edition != "spanish-main" else (),
    )
    for _ in range(200):
        offered = offers(game)
        assert offered, "nothing to do"
        taken = offered[0]
        assert not judge_act(game, taken.act).is_foul, taken
        if isinstance(taken.act, BeginPlay):
            break
        game = fold(game, diced(taken, game))
    game = fold(game, taken.act)
    assert game.phase is Phase.PLAYING
    assert {each.at for each in game.coins.values()} == {each.id for each in game.islands.values() if each.is_wild}
    assert {game.home_of(name) for name in players}.isdisjoint({""})
    assert all(each.docked_at == game.home_of(each.owner) for each in game.units.values())


def diced(taken: Offer, game: GameState):
    """Everybody rolls something else, so that nobody ties."""
    if not any(each.field == "roll" for each in taken.needs):
        return taken.act
    return type(taken.act)(taken.player, 6 - len(game.set_up.rolls))


def test_play_does_not_begin_with_fleets_of_different_build_totals():
    game = after(ready(), ChooseTotal("Anne", 60))
    assert code(judge_act(game, BEGIN)) == "build-totals"
    assert code(judge_act(game, ChooseTotal("Mary", 50))) == "build-totals"
    after(game, ChooseTotal("Mary", 60), BEGIN)


def test_each_fleet_is_checked_by_its_own_total_where_the_table_plays_so():
    game = ready(house={"build-totals": "own"})
    after(game, ChooseTotal("Anne", 10), ChooseTotal("Mary", 20), BEGIN)
    small = after(game, ChooseTotal("Anne", 9), ChooseTotal("Mary", 20))
    assert code(judge_act(small, BEGIN)) == "too-expensive"


def test_a_set_up_may_give_each_player_a_total():
    players = (PlayerStart("Anne", build_total=10), PlayerStart("Mary", build_total=20))
    start = GameStart(edition="complete", players=players, ships=(ship("a", points=11),))
    assert [each.code for each in check_fleet(start, "Anne")] == ["too-expensive"]
    assert code(different_totals(new_game(start))) == "build-totals"


def test_treasure_is_offered_to_the_islands_that_have_too_little():
    """Twelve coins for four wild islands: three each; what is odd goes to some of them, one at a time."""
    game = fold(contributed(table("spanish-main"), SIX_COINS), DealTreasure("i3", ("c1", "c2", "c3")))
    dealt = [(each.act.island, len(each.act.coins)) for each in set_up_offers(game)]
    assert dealt == [("i4", 3), ("i5", 3), ("i6", 3)]
    game = contributed(table("complete"), (1, 1, 1))
    game = fold(game, DealTreasure("i3", ("c1",)))
    assert {each.act.island: len(each.act.coins) for each in set_up_offers(game)} == {"i4": 1, "i5": 1, "i6": 1}
    for island, coin in (("i4", "c2"), ("i5", "c3"), ("i6", "c4"), ("i3", "c5")):
        game = fold(game, DealTreasure(island, (coin,)))
    assert [each.act.island for each in set_up_offers(game)] == ["i4", "i5", "i6"]


@pytest.mark.parametrize(
    ("edition", "count", "gold"), [("spanish-main", 6, 12), ("revolution", 8, 15), ("complete", 8, 15)]
)
def test_the_usual_treasure_is_proposed(edition, count, gold):
    (first, *_) = (each.act.values for each in set_up_offers(table(edition)) if isinstance(each.act, Contribute))
    assert (len(first), sum(first)) == (count, gold)


def test_who_comes_later_is_proposed_as_many_coins_as_the_first_brought():
    game = fold(table("complete"), Contribute("Anne", (4, 4, 4, 4, 4)))
    (values,) = (each.act.values for each in set_up_offers(game) if isinstance(each.act, Contribute))
    assert (len(values), sum(values)) == (5, 10)
