"""The end is announced before it happens."""

from tableassist.rulebook.referee.acts.cargo import Explore
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
from tableassist.rulebook.referee.acts.islands import Reveal
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.table import AgreeToEnd
from tableassist.rulebook.referee.ending import outlook, score
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.state.start import CoinStart, IslandStart, PlayerStart
from tableassist.store.game_words import ending_words
from tests.rulebook.referee.table_of_two import ISLANDS, Table, table


def _said(at: Table, viewer: str | None = None) -> list[str]:
    return [str(each) for each in outlook(at.game, viewer)]


def test_the_gold_that_would_win_is_named_while_it_is_still_at_sea():
    at = table("revolution").does(Move("h", docks="palm")).turns(2)
    assert _said(at) == []
    at.does(Explore("h", "palm", ("c1", "c2", "c5")))
    assert _said(at, "Anne") == ["Anne wins by bringing home what is aboard (8 gold)"]  # more than half of 15


def test_what_lies_face_down_aboard_is_told_to_nobody_else():
    at = table("revolution").does(Move("h", docks="palm")).turns(2).does(Explore("h", "palm", ("c1", "c2", "c5")))
    assert _said(at, "Mary") == []
    assert _said(at) == []


def test_a_multiplayer_score_counts_no_coin_that_lies_face_down():
    at = table("spanish-main", multiplayer=True).does(Move("h", docks="palm")).turns(2)
    at.does(Explore("h", "palm", ("c1", "c2", "c5")))
    assert score(at.game) == {"Anne": 0, "Mary": 0}
    at.does(AgreeToEnd("Anne"))
    assert score(at.game) == {"Anne": 8, "Mary": 0}
    assert all(at.game.coins[each].face_up for each in ("c1", "c2", "c5"))


def test_nobody_is_called_the_winner_while_a_coin_is_owed():
    home = IslandStart("anne-home", home="Anne", coins=(CoinStart("x"),))
    at = table(islands=(home, *ISLANDS[1:])).does(AgreeToEnd("Anne"))
    assert at.game.ending.winners == ()
    assert [(each.kind.value, each.player, each.piece) for each in at.game.duties] == [("coin", "Anne", "x")]
    assert "when all coins are turned over" in str(ending_words(at.game.ending))
    assert [each.act for each in offers(at.game)] == [Reveal("x", 0)]
    at.does(Reveal("x", 3))
    assert at.game.ending.winners == ("Anne",)


def test_where_nobody_can_reach_half_any_more_the_table_is_asked():
    at = table("spanish-main", starting_gold=31)
    assert _said(at) == []  # how much of it is still out there, nobody knows
    at = table("spanish-main")
    for coin in ("c1", "c2", "c3", "c5"):
        at.does(Reveal(coin), Correct("palm", CorrectionKind.COIN_GONE, coin))
    assert _said(at) == ["no player can get more than half of 15 gold any more: agree on how the game ends"]
    at.does(AgreeToEnd("Anne", "draw"))
    assert at.game.ending is not None
    assert at.game.ending.why == "agreed"


def test_the_last_coins_are_counted_down():
    at = table()
    for coin in ("c1", "c2", "c5"):
        at.does(Correct("palm", CorrectionKind.COIN_GONE, coin))
    assert _said(at) == ["the game ends when 2 more coins are brought home"]


def test_the_end_token_is_told():
    players = (PlayerStart("Anne"), PlayerStart("Mary"))
    at = table("spanish-main", multiplayer=True, players=players).does(Move("h", docks="palm")).turns(2)
    at.does(Explore("h", "palm", ("c1", "c2", "c5")), Move("g", docks="skull")).turns(2)
    at.does(Explore("g", "skull", ("c3", "c4")))
    assert _said(at) == ["the game ends when Gale, who took the last coin, reaches home or sinks"]
