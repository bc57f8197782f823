"""The end is announced before it happens."""

from tableassist.referee.acts.cargo import Explore
from tableassist.referee.acts.sailing import Move
from tableassist.referee.acts.table import AgreeToEnd, Correct, CorrectionKind
from tableassist.referee.ending.outlook import outlook
from tableassist.referee.state.start import PlayerStart
from tests.referee.table_of_two import Table, table


def _said(at: Table) -> list[str]:
    return [str(each) for each in outlook(at.game)]


def test_the_gold_that_would_win_is_named_while_it_is_still_at_sea():
    at = table("revolution").does(Move("h", docks="palm")).turns(2)
    assert _said(at) == []
    at.does(Explore("h", "palm", ("c1", "c2", "c5")))
    assert _said(at) == ["Anne wins by bringing home what is aboard (8 gold)"]  # more than half of 15


def test_where_nobody_can_reach_half_any_more_the_table_is_asked():
    at = table("spanish-main", starting_gold=31)
    assert _said(at) == ["nobody can reach more than half of 31 gold any more: agree how the game ends"]
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
