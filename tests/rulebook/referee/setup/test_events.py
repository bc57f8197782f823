"""Events are bought with the fleet and played by their text (003 Choosing Events)."""

from tableassist.rulebook.referee.acts.islands import PlayEvent
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart, PlayerStart
from tests.rulebook.referee.setup.tables import code, ship


def game():
    players = PlayerStart("Anne", events=("Hidden Cove",), event_points=4), PlayerStart("Mary")
    ships = ship("a"), ship("m", "Mary")
    return new_game(GameStart(edition="revolution", players=players, ships=ships, starting_gold=30))


def test_who_holds_it_plays_it_once():
    before = game()
    assert code(judge_act(before, PlayEvent("Mary", "Hidden Cove"))) == "not-yours"
    assert code(judge_act(before, PlayEvent("Anne", "Hidden Cove"))) == ""
    played = fold(before, PlayEvent("Anne", "Hidden Cove", "Mary's ship is lost"))
    assert code(judge_act(played, PlayEvent("Anne", "Hidden Cove"))) == "not-yours"
