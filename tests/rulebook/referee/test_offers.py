"""What is offered may be done, and what may be done is offered."""

import itertools

import msgspec
import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.play.log import Opinion
from tableassist.rulebook.referee.acts.act import verb_of
from tableassist.rulebook.referee.acts.boarding import Board, DeclineBoarding
from tableassist.rulebook.referee.acts.cargo import Explore
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.acts.yards import BuildFort
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.rulebook.state.start import CoinStart, IslandStart, ShipStart
from tests.rulebook.referee.table_of_two import ISLANDS, SHIPS, Table, table


def _offered(at: Table, piece: str) -> set[str]:
    return {verb_of(each.act) for each in offers(at.game) if getattr(each.act, "ship", None) == piece}


def _shot(subject: str, target: str, cannon: int, verdict: Verdict) -> Ruling:
    from tableassist.messages import Message

    words = Message("measured")
    return Ruling("shot", subject, target, cannon, verdict, 10.0, 57.5, 0.1, 1.0, words, None, words)


def test_a_ship_at_sea_may_move_and_no_enemy_ship_is_offered_anything():
    at = table()
    assert _offered(at, "h") == {"move"}
    assert _offered(at, "o") == set()
    assert {each.player for each in offers(at.game)} == {"Anne"}


def test_come_about_is_offered_where_the_edition_has_it():
    about = {
        edition: any(isinstance(each.act, Move) and each.act.come_about for each in offers(table(edition).game))
        for edition in ("spanish-main", "revolution", "complete")
    }
    assert about == {"spanish-main": True, "revolution": True, "complete": False}


def test_a_stated_shot_is_offered_with_the_die_it_needs():
    at = table().does(Fact("h", FactKind.SHOT, "o", 2))
    shot = next(each for each in offers(at.game) if isinstance(each.act, Shoot))
    assert (shot.act.ship, shot.act.target, shot.act.cannon) == ("h", "o", 2)
    assert str(shot.words) == "Harbinger shoots Oxley with cannon 2: needs 4+"
    assert [each.field for each in shot.needs] == ["roll"]


@pytest.mark.parametrize(("verdict", "offered"), [("yes", 1), ("too_close", 1), ("no", 0), ("not_seen", 0)])
def test_a_measured_shot_is_offered_unless_it_cannot_be_made(verdict, offered):
    rulings = (_shot("h", "o", 1, Verdict(verdict)),)
    assert sum(isinstance(each.act, Shoot) for each in offers(table().game, rulings)) == offered


def test_while_a_mast_is_owed_nothing_else_is_offered():
    at = table().does(Fact("h", FactKind.SHOT, "o", 1), Shoot("h", "o", 1, 6))
    only = offers(at.game)
    assert [each.act for each in only] == [LoseMast("o", 1)]
    assert only[0].player == "Mary"
    assert only[0].needs[0].choices == (1, 2)


def test_after_a_ram_the_player_whose_turn_it_is_is_asked_first():
    at = table().does(Move("h", bow_on=("o",)))
    asked = [each for each in offers(at.game) if isinstance(each.act, Board | DeclineBoarding)]
    assert {each.player for each in asked} == {"Anne"}
    at.does(DeclineBoarding("Anne", "h"))
    asked = [each for each in offers(at.game) if isinstance(each.act, Board | DeclineBoarding)]
    assert {each.player for each in asked} == {"Mary"}


def test_exploring_is_offered_with_as_many_coins_as_there_is_room_for():
    at = table().does(Move("g", docks="palm")).turns(2)
    explore = next(each for each in offers(at.game) if isinstance(each.act, Explore))
    assert explore.needs[0].choices == ("c1", "c2", "c5")
    assert explore.needs[0].most == 2


def test_every_offer_is_no_foul_and_play_can_always_go_on():
    at = table("revolution").does(Move("h", docks="palm"), Move("g", bow_on=("w",)))
    for each in offers(at.game):
        assert judge_act(at.game, each.act).opinion is not Opinion.FOUL
    assert EndTurn("Anne") in [each.act for each in offers(at.game)]


def test_a_game_that_is_over_offers_nothing():
    at = table("spanish-main", starting_gold=4).does(Move("h", docks="palm")).turns(2)
    at.does(Explore("h", "palm", ("c5",))).turns(2).does(Move("h", docks="anne-home"))
    assert at.game.ending is not None
    assert offers(at.game) == ()


def _fort_offers(values: tuple[int, int, int]) -> list[object]:
    """Anne unloads three coins at home in a multiplayer game, where they stay face down, and may build a fort."""
    coins = tuple(CoinStart(f"k{number}", value) for number, value in enumerate(values))
    ship = ShipStart("h", "Anne", "Harbinger", masts=3, cannons="2L-3S-2S", cargo=3, at="", coins=coins)
    scout = ShipStart("g", "Anne", "Gale", masts=1, cannons="3S", cargo=2, at="palm")
    fort = ShipStart("f", "Anne", "Castle", kind=PieceKind.FORT, masts=2, cannons="3S-3S", gold_cost=4)
    islands = tuple(
        msgspec.structs.replace(island, explored_by=("Anne",)) if island.id == "palm" else island for island in ISLANDS
    )
    at = table("revolution", multiplayer=True, ships=(ship, scout, fort, *SHIPS[2:]), islands=islands)
    at.does(Move("h", docks="anne-home"))
    return [offer for offer in offers(at.game) if isinstance(offer.act, BuildFort)]


def test_the_offer_of_a_fort_does_not_tell_which_face_down_coin_is_worth_most():
    """Multiplayer, Treasure and Victory: treasure is not revealed at home."""
    first, *others = [_fort_offers(values) for values in itertools.permutations((1, 2, 5))]
    assert len(first) == 1
    assert all(other == first for other in others)


def test_a_fort_is_offered_for_as_few_face_up_coins_as_will_do():
    coins = tuple(CoinStart(f"k{number}", value) for number, value in enumerate((1, 3, 2, 3)))
    home = IslandStart("anne-home", home="Anne", coins=coins)
    palm = msgspec.structs.replace(ISLANDS[2], explored_by=("Anne",))
    scout = ShipStart("g", "Anne", "Gale", masts=1, cannons="3S", cargo=2, at="palm")
    fort = ShipStart("f", "Anne", "Castle", kind=PieceKind.FORT, masts=2, cannons="3S-3S", gold_cost=5)
    at = table("revolution", ships=(scout, fort, *SHIPS[2:]), islands=(home, ISLANDS[1], palm, ISLANDS[3]))
    (offer,) = [offer for offer in offers(at.game) if isinstance(offer.act, BuildFort)]
    assert offer.act.pay == ("k1", "k3")
