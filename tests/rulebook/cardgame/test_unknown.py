"""A real table: nobody knows the piles and the pirates, and people tell what turns up."""

from tableassist.rulebook.cardgame.act import card_question, cards_owed
from tableassist.rulebook.cardgame.actions.accuse import AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import OwnUp, RevealPirates, TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS, adventure_kind
from tableassist.rulebook.cardgame.referee import card_offers, fold_card_act
from tableassist.rulebook.cardgame.state import owner_of
from tests.rulebook.cardgame.tables import accuse, fame_of, foul_of, play, said, table

GIVING = [each for each in ADVENTURES if adventure_kind(each).gains or adventure_kind(each).is_mutiny]
OPEN = ("fog-1", "sabotage-1", "lost-at-sea-1")


def real(active="dutch-loot-1", *, movements=OPEN, **fields):
    """Only what lies open is known."""
    given = {"adventures": (active,), "movements": movements, "shuffles": (), "pirates": {}}
    return table(**(given | fields))


def kinds(game):
    return [each.kind.value for each in cards_owed(game)]


def test_a_card_that_is_turned_up_is_owed_and_counts_as_part_of_the_pile_until_then():
    game = said(real(), PassTurn("Anne"))
    assert kinds(game) == ["adventure"]
    assert (game.player, game.active, game.adventure_pile.count) == ("Mary", None, 57)
    assert foul_of(game, PassTurn("Mary"))[0] == "owed"
    game = said(game, TurnUp("kraken-1"))
    assert (kinds(game), game.active, game.adventure_pile.count) == ([], "kraken-1", 56)


def test_a_played_card_and_the_adventure_are_told_in_either_order():
    for cards in (("sabotage-2", "kraken-1"), ("kraken-1", "sabotage-2")):
        game = said(real(), play("sabotage-1", "e1"))
        assert kinds(game) == ["movement", "adventure"]
        game = said(game, *map(TurnUp, cards))
        assert game.open == ("fog-1", "sabotage-2", "lost-at-sea-1")
        assert (game.active, game.movement_pile.count) == ("kraken-1", 20)


def test_a_card_that_lies_elsewhere_cannot_be_turned_up():
    game = said(real(), play("sabotage-1", "e1"))
    for card in ("dutch-loot-1", "sabotage-1", "fog-1"):
        assert foul_of(game, TurnUp(card))[0] == "elsewhere", card
    assert foul_of(said(game, TurnUp("kraken-1")), TurnUp("kraken-2"))[0] == "not-asked"
    assert foul_of(real(), TurnUp("kraken-1"))[0] == "not-owed"


def test_cards_that_lie_open_at_the_start_may_be_told_later():
    game = real(movements=(), adventures=(), upcoming=True, players=2)
    assert [(each.kind.value, each.count) for each in cards_owed(game)] == [("movement", 3), ("adventure", 2)]
    game = said(game, *map(TurnUp, ("fog-1", "kraken-1", "sabotage-1", "volcano-1", "sabotage-2")))
    assert (game.open, game.adventures) == (("fog-1", "sabotage-1", "sabotage-2"), ("kraken-1", "volcano-1"))
    assert cards_owed(game) == ()


def test_an_accusation_waits_for_its_answer_and_the_adventure_for_both():
    """004-27, 004-28, 004-29"""
    game = said(real("volcano-1"), accuse("Mary", "e2"))
    assert (kinds(game), game.player, game.damaged) == (["answer"], "Anne", frozenset())
    assert str(card_question(game, cards_owed(game)[0])) == "Mary: are you the pirate of English ship 2, as Anne says?"
    assert foul_of(game, AnswerAccusation("Anne", True))[0] == "not-asked"
    assert foul_of(game, PassTurn("Anne"))[0] == "owed"
    yes = said(game, AnswerAccusation("Mary", True))
    assert (yes.revealed["Mary"], yes.damaged, yes.player) == ({"e2"}, {"e1"}, "Mary")
    no = said(game, AnswerAccusation("Mary", False))
    assert (no.revealed["Mary"], no.denied["Mary"], no.damaged) == (frozenset(), {"e2"}, {"e1"})
    assert foul_of(real(), AnswerAccusation("Mary", True))[0] == "not-owed"


def test_what_follows_from_what_is_known_is_not_asked():
    """Anne's pirates are known: a question about them has its answer, and what is hers is not Mary's."""
    game = real(pirates={"Anne": ("e1", "s1", "d1")})
    assert kinds(said(game, accuse("Mary", "e1"))) == ["adventure"]
    assert kinds(said(game, accuse("Mary", "e2"))) == ["answer"]
    assert (owner_of(game, "e1"), owner_of(game, "e2")) == ("Anne", None)


def test_who_has_shown_all_pirates_is_not_asked_for_more():
    game = real(pirates={"Anne": ("e1", "s1", "d1")})
    cards = iter(("kraken-1", "kraken-2", "maelstrom-1", "maelstrom-2", "maelstrom-3", "maelstrom-4"))
    for pirate in ("e2", "s2", "d2"):
        game = said(game, accuse("Mary", pirate), AnswerAccusation("Mary", True), TurnUp(next(cards)))
        game = said(game, PassTurn("Mary"), TurnUp(next(cards)))
    assert kinds(said(game, accuse("Mary", "e3"))) == ["adventure"]
    assert owner_of(game, "e3") == ""


def test_mutiny_waits_until_somebody_owns_up_or_nobody_does():
    """004-52"""
    game = said(real("mutiny-1"), CorrectCards(CardCorrection.FAME, ("e1", "5")), PassTurn("Anne"))
    assert (kinds(game), game.player, game.mutiny) == (["mutiny"], "Anne", "e1")
    assert foul_of(game, OwnUp("Mary", "s1"))[0] == "not-asked"
    mine = said(game, OwnUp("Mary", "e1"))
    assert (fame_of(mine), mine.revealed["Mary"], mine.player) == ({"e1": 2}, {"e1"}, "Mary")
    nobody = said(game, OwnUp("", "e1"))
    assert (fame_of(nobody), kinds(nobody)) == ({"e1": 5}, ["adventure"])
    assert nobody.denied == {"Anne": {"e1"}, "Mary": {"e1"}}


def test_a_mutiny_on_a_ship_that_is_known_to_be_anothers_is_a_foul():
    game = said(real("mutiny-1", row=("e3", "e1", "s1", "d1", "e2", "s2", "d2", "s3", "d3")), PassTurn("Anne"))
    known = real("mutiny-1", pirates={"Anne": ("e2", "s1", "d1")})
    known = said(known, PassTurn("Anne"))
    assert foul_of(known, OwnUp("Anne", "e1"))[0] == "elsewhere"
    assert foul_of(game, OwnUp("Anne", "e3")) is None


def ended(*, denies=()):
    """The last adventure has been played; nobody has shown a pirate. Mary has denied these."""
    game = said(real("dutch-loot-1"), CorrectCards(CardCorrection.FAME, ("e1", "2", "e2", "3")))
    cards = iter(("kraken-1", "kraken-2", "volcano-1", "volcano-2"))
    for pirate in denies:
        game = said(game, accuse("Mary", pirate, by="Anne"), AnswerAccusation("Mary", False), TurnUp(next(cards)))
        game = said(game, PassTurn("Mary"), TurnUp(next(cards)))
    return said(game, CorrectCards(CardCorrection.PILE, ("0",)), PassTurn("Anne"))


def test_at_the_end_all_reveal_their_pirates_and_then_it_is_counted():
    """004-66, 004-67"""
    game = ended()
    assert (game.ended, game.ending, kinds(game)) == (True, None, ["reveal", "reveal"])
    assert foul_of(game, RevealPirates("Mary", ("e2", "s2")))[0] == "pirate-count"
    game = said(game, RevealPirates("Mary", ("e2", "s2", "d2")))
    assert foul_of(game, RevealPirates("Anne", ("e1", "s1", "e2")))[0] == "elsewhere"
    assert foul_of(game, RevealPirates("Mary", ("e3", "s3", "d3")))[0] == "not-asked"
    game = said(game, RevealPirates("Anne", ("e1", "s1", "d1")))
    assert (game.ending.score, game.ending.winners) == ({"Anne": 2, "Mary": 3}, ("Mary",))


def test_who_denied_a_pirate_that_was_his_cannot_win():
    """004-32: Mary has the most fame, and was e2 all the time."""
    shown = (RevealPirates("Mary", ("e2", "s2", "d2")), RevealPirates("Anne", ("e1", "s1", "d1")))
    game = said(ended(denies=("e2",)), *shown)
    assert game.ending.score["Mary"] > game.ending.score["Anne"]
    assert (game.ending.liars, game.ending.winners) == (("Mary",), ("Anne",))
    honest = said(ended(denies=("e3",)), *shown)
    assert (honest.ending.liars, honest.ending.winners) == ((), ("Mary",))


def test_a_pirate_shown_before_must_be_among_those_revealed():
    game = said(real(), accuse("Mary", "e2"), AnswerAccusation("Mary", True), TurnUp("kraken-1"))
    game = said(game, CorrectCards(CardCorrection.PILE, ("0",)), PassTurn("Mary"))
    assert foul_of(game, RevealPirates("Mary", ("s1", "s2", "d2")))[0] == "elsewhere"
    assert foul_of(game, RevealPirates("Mary", ("e2", "s2", "d2"))) is None


def test_pirates_to_reveal_are_offered_once_with_the_known_first_and_without_another_players():
    game = said(real(), accuse("Mary", "e2"), AnswerAccusation("Mary", True), TurnUp("kraken-1"))
    game = said(game, CorrectCards(CardCorrection.PILE, ("0",)), PassTurn("Mary"))
    choices = {offer.player: offer.needs[0].choices for offer in card_offers(game)}
    assert choices["Mary"] == ("e2", *(ship for ship in SHIPS if ship != "e2"))
    assert choices["Anne"] == tuple(ship for ship in SHIPS if ship != "e2")


def test_a_shuffle_that_nobody_knows_brings_cards_that_are_told():
    """004-25"""
    movements = ("fog-1", "sabotage-1", "lost-at-sea-1")
    game = real(movements=movements)
    adventures = iter(each for each in ADVENTURES if "loot" not in each and each not in GIVING)
    rest = iter(each for each in MOVEMENTS if each not in movements)
    for _ in range(21):
        game = said(game, PassTurn(game.player, game.open[0]), TurnUp(next(rest)), TurnUp(next(adventures)))
    assert game.movement_pile.count == 0
    game = said(game, PassTurn(game.player, game.open[0]))
    assert (game.shuffled, game.movement_pile.count, len(game.movement_discards)) == (1, 22, 0)
    assert foul_of(game, TurnUp("sabotage-1"))[0] == "elsewhere"
    assert said(game, TurnUp("fog-1")).open[0] == "fog-1"


def test_hands_that_nobody_knows_are_counted_and_never_asked_for():
    """004-74, 004-75, 004-76"""
    game = real(movements=(), hand=True)
    assert (game.hands["Anne"].size, game.hands["Anne"].known, cards_owed(game)) == (4, (), ())
    game = said(game, play("sabotage-3", "e1"))
    assert (game.hands["Anne"].size, game.movement_pile.count) == (4, 15)
    game = said(game, TurnUp("kraken-1"))
    assert foul_of(game, play("sabotage-3", "s1", by="Mary"))[0] == "not-in-hand"
    game = said(game, accuse("Anne", "e1", "fog-1", by="Mary"))
    assert game.hands["Mary"].size == 3
    assert game.movement_discards == ("sabotage-3", "fog-1")


def test_a_card_that_is_said_to_lie_open_twice_leaves_only_one_place_when_it_is_played():
    game = said(real(), play("fog-1"))
    game = fold_card_act(game, TurnUp("sabotage-1"))
    assert foul_of(said(real(), play("fog-1")), TurnUp("sabotage-1")) is not None
    twice = [each for each in game.open if each == "sabotage-1"]
    game = fold_card_act(game, PassTurn(game.player, "sabotage-1"))
    assert game.open.count("sabotage-1") == len(twice) - 1
