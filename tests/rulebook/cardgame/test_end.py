"""The end, the score and the tie-breaks (Card Game, End of Game)."""

from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tests.rulebook.cardgame.tables import accuse, foul_of, passed, repair, said, table


def last(*cards, **fields):
    """A game in which these adventures are the last: the pile is empty then."""
    game = table(*cards, **fields)
    return said(game, CorrectCards(CardCorrection.PILE, (str(len(cards) - game.start.adventures_out),)))


def test_the_game_ends_when_the_next_adventure_is_to_be_drawn_and_there_is_none():
    """004-65: the last card in the pile is still played."""
    game = last("kraken-1", "volcano-1")
    game = passed(game)
    assert not game.ended
    game = passed(game)
    assert game.ended
    assert (game.active, game.player) == (None, "Mary")
    assert foul_of(game, repair("Mary")) == ("game-over", "Card Game, End of Game")


def test_everybody_scores_the_fame_of_the_own_ships_and_what_was_taken():
    """004-66, 004-67, 004-68, 004-69: Anne takes 2 of Mary's e2; nobody owns d3."""
    game = last("dutch-attack-1", fame={"e1": 2, "s1": 1, "e2": 4, "s2": 2, "d3": 9})
    game = said(game, accuse("Mary", "e2"))
    assert game.ending.score == {"Anne": 5, "Mary": 4}
    assert game.revealed == {"Anne": {"e1", "s1", "d1"}, "Mary": {"e2", "s2", "d2"}}
    assert game.ending.winners == ("Anne",)
    assert game.ending.decided_by == "fame"


def test_of_two_with_as_much_fame_the_one_with_more_undamaged_ships_wins():
    """004-70: Anne's e1 is damaged."""
    game = passed(last("dutch-loot-1", fame={"e1": 2, "e2": 2}, damaged=("e1", "d3")))
    assert (game.ending.winners, game.ending.decided_by) == (("Mary",), "undamaged")


def test_and_then_the_one_whose_foremost_ship_lies_furthest_forward():
    """004-71: Anne's e1 lies in space 1, damaged; one of Mary's is damaged too."""
    game = passed(last("dutch-loot-1", fame={"e1": 2, "e2": 2}, damaged=("e1", "d2")))
    assert (game.ending.winners, game.ending.decided_by) == (("Anne",), "forward")
    row = ("d3", "d2", "e1", "s1", "d1", "e2", "s2", "e3", "s3")
    game = passed(last("english-loot-1", row=row))
    assert game.ending.winners == ("Mary",)


def test_only_those_who_have_the_most_fame_are_compared_further():
    """004-70: Jack has two undamaged ships and less fame."""
    game = passed(last("dutch-loot-1", players=3, fame={"e1": 2, "e2": 2, "s2": 1}, damaged=("e1", "e2", "s1", "d1")))
    assert (game.ending.winners, game.ending.decided_by) == (("Anne",), "forward")


def test_a_pile_that_people_count_as_empty_ends_the_game_after_the_active_card():
    game = last("dutch-loot-1")
    assert not game.ended
    assert passed(game).ended
