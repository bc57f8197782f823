"""Both games are played through the same small door: start, offers, judge, apply, duties, and a view for a player."""

import pytest

from tableassist.rulebook.cardgame.referee import CARD_GAME
from tableassist.rulebook.play.game import play_log, play_on
from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee.refereed import PIRATES
from tableassist.rulebook.state.start import CoinStart, GameStart, IslandStart, PlayerStart, ShipStart
from tests.rulebook.cardgame.tables import started

SHIPS = GameStart(
    players=(PlayerStart("Anne"), PlayerStart("Mary")),
    ships=(
        ShipStart("a", "Anne", masts=2, cannons="3S-3S", base_move="L", cargo=3, at="", coins=(CoinStart("own", 5),)),
        ShipStart("m", "Mary", masts=1, cannons="3S", base_move="L", cargo=3, at="", coins=(CoinStart("hers", 3),)),
    ),
    islands=(
        IslandStart("ha", home="Anne"),
        IslandStart("hm", home="Mary"),
        IslandStart("wild", coins=(CoinStart("c", 2),)),
    ),
)


@pytest.fixture(params=["ships", "cards"])
def played(request):
    """A game and its set-up."""
    return (PIRATES, SHIPS) if request.param == "ships" else (CARD_GAME, started(hand=True))


def test_every_offer_is_an_act_of_the_game_that_the_rules_allow(played):
    rules, set_up = played
    game = rules.start(set_up)
    offers = rules.offers(game)
    assert offers
    for offer in offers:
        assert type(offer.act) in rules.acts.values()
        assert not rules.judge(game, Entry(1, offer.act)).is_foul


def test_a_log_played_at_once_and_one_by_one_gives_the_same_game(played):
    rules, set_up = played
    start = rules.start(set_up)
    refereed = play_log(start, Log(), rules)
    for number in range(1, 4):
        refereed = play_on(refereed, Entry(number, rules.offers(refereed.game)[-1].act), rules)
    log = Log(tuple(each.judged.entry for each in refereed.acts))
    again = play_log(start, log, rules)
    assert again.game == refereed.game
    assert [each.before for each in again.acts[1:]] == [each.game for each in again.acts[:-1]]


def test_what_is_owed_can_be_put_into_words(played):
    rules, set_up = played
    game = rules.start(set_up)
    for duty in rules.duties(game):
        assert str(rules.question(game, duty))


def test_a_player_sees_the_own_face_down_coins_and_no_others():
    seen = PIRATES.view(PIRATES.start(SHIPS), "Anne").coins
    assert {name: coin.value for name, coin in seen.items()} == {"own": 5, "hers": None, "c": None}
    assert all(coin.value is None for coin in PIRATES.view(PIRATES.start(SHIPS), None).coins.values())


def test_a_player_sees_the_own_hand_and_no_pile():
    game = CARD_GAME.start(started(hand=True))
    first, second = game.players[:2]
    seen = CARD_GAME.view(game, first)
    assert seen.hands[first] == game.hands[first]
    assert seen.hands[second].known == ()
    assert seen.hands[second].size == game.hands[second].size
    assert seen.movement_pile.known == seen.adventure_pile.known == ()
    assert seen.movement_pile.count == game.movement_pile.count
