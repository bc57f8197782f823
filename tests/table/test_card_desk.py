"""A card game kept at the desk: what changed on the table becomes an act, a question, or a difference."""

from dataclasses import replace

import pytest

from bench.card_game import seen_of
from tableassist.pipeline.card_game.differences import DifferenceKind
from tableassist.pipeline.card_game.proposal import CARD_POLICIES, CardProposalKind
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.pipeline.cards.settling import CardsFollowed
from tableassist.pipeline.game.policy import Policy
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.state import CardStart
from tableassist.rulebook.play.log import Source
from tableassist.store.game import parse_any_lines
from tableassist.studio.cards.card_table import CardTable
from tableassist.table.game.card_desk import CardDesk

S = 1_000_000_000
ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
OPEN = ("full-speed-ahead-1", "sabotage-1", "temporary-alliance-1")
START = CardStart("card", ("Anne", "Mary"), ROW, names={"e2": "Lion"}, adventures=("maelstrom-1",), movements=OPEN)
TABLE = CardTable(ROW, active="maelstrom-1", open=OPEN)
"""Maelstrom damages the last undamaged ship."""
LION_AHEAD = ("e2", "e1", "s1", "d1", "s2", "d2", "e3", "s3", "d3")
FULL_SPEED = PlayMovement("Anne", "full-speed-ahead-1", ("e2",))
AHEAD = replace(TABLE, row=LION_AHEAD, open=("", *OPEN[1:]), movement_discard="full-speed-ahead-1")
DONE = replace(
    AHEAD, damaged=frozenset({"d3"}), active="kraken-1", open=("fog-1", *OPEN[1:]), adventure_discard="maelstrom-1"
)


class Eye:
    """Shows the desk tables that lie still."""

    def __init__(self, desk: CardDesk, first: CardTable = TABLE, *, pictures_per_s: int = 10) -> None:
        self.desk, self.t_ns, self.pictures_per_s = desk, 0, pictures_per_s
        self.look(first)

    def look(self, table: CardTable, *, for_s: int = 2, fame: tuple[tuple[str, int], ...] = ()) -> None:
        self.see(replace(seen_of(table), fame=fame), for_s)

    def see(self, seen: CardsSeen, for_s: int = 2) -> None:
        since = self.t_ns
        for _ in range(for_s * self.pictures_per_s):
            self.t_ns += S // self.pictures_per_s
            self.desk.take_cards(CardsFollowed(seen, since, 5, seen), self.t_ns)

    def hand_in(self, table: CardTable, before: CardTable) -> None:
        self.t_ns += S
        self.desk.take_cards(CardsFollowed(seen_of(table), self.t_ns, 1, seen_of(before)), self.t_ns)


@pytest.fixture
def desk() -> CardDesk:
    return CardDesk(START)


@pytest.fixture
def eye(desk: CardDesk) -> Eye:
    return Eye(desk)


def acts_of(desk: CardDesk) -> list[object]:
    return [each.judged.entry.act for each in desk.refereed.acts]


def told(desk: CardDesk) -> list[str]:
    return [str(each.words) for each in desk.differences]


def test_a_table_that_is_as_the_record_has_it_says_nothing(eye: Eye, desk: CardDesk) -> None:
    eye.look(TABLE, for_s=20)
    assert (acts_of(desk), desk.proposals, desk.differences) == ([], (), ())


def test_a_moved_ship_and_a_discarded_card_are_an_act_before_the_adventure_is_carried_out(eye: Eye, desk: CardDesk):
    eye.look(AHEAD)
    (entry,) = desk.log.entries
    assert (entry.act, entry.source, entry.certainty >= 0.99) == (FULL_SPEED, Source.CAMERA, True)
    assert desk.game.damaged == {"d3"}  # the record is ahead of the table: Maelstrom


def test_with_too_few_pictures_a_second_an_act_is_asked_about_and_not_booked(desk: CardDesk) -> None:
    eye = Eye(desk, pictures_per_s=5)
    eye.look(AHEAD)
    assert acts_of(desk) == []
    (asked,) = desk.proposals
    assert asked.likeliest.acts == (FULL_SPEED,)
    desk.accept(asked.number)
    assert acts_of(desk) == [FULL_SPEED]


def test_what_the_adventure_still_has_to_do_is_told_until_it_is_done(eye: Eye, desk: CardDesk) -> None:
    eye.look(AHEAD, for_s=5)
    assert told(desk) == ["Dutch ship 3 should show her damaged side"]
    eye.look(DONE)
    assert desk.differences == ()


def test_a_whole_turn_at_once_is_the_act_and_the_cards_turned_up(eye: Eye, desk: CardDesk) -> None:
    eye.look(DONE)
    assert acts_of(desk) == [FULL_SPEED, TurnUp("fog-1"), TurnUp("kraken-1")]
    assert (desk.game.player, desk.game.active, desk.game.open[0]) == ("Mary", "kraken-1", "fog-1")
    assert desk.owed() == ()


def test_the_old_adventure_is_not_taken_for_the_next_one(eye: Eye, desk: CardDesk) -> None:
    eye.look(AHEAD, for_s=10)
    assert desk.game.active is None
    assert [each.kind.value for each in desk.owed()] == ["movement", "adventure"]


def test_a_card_on_the_discards_alone_is_no_act_yet(eye: Eye, desk: CardDesk) -> None:
    eye.look(replace(AHEAD, row=ROW), for_s=4)
    assert (acts_of(desk), desk.proposals) == ([], ())
    eye.look(AHEAD)
    assert acts_of(desk) == [FULL_SPEED]


def test_what_may_be_two_things_is_asked_when_the_table_rests(eye: Eye, desk: CardDesk) -> None:
    """Full speed ahead with the first ship changes nothing, no more than a pass with that card."""
    eye.look(replace(AHEAD, row=ROW), for_s=10)
    (asked,) = desk.proposals
    assert [each.acts[0] for each in asked.options] == [
        PlayMovement("Anne", "full-speed-ahead-1", ("e1",)),
        PassTurn("Anne", "full-speed-ahead-1"),
    ]
    desk.accept(asked.number, 1, by="Anne")
    assert acts_of(desk)[0] == PassTurn("Anne", "full-speed-ahead-1")
    assert desk.proposals == ()


def test_a_question_that_was_answered_by_no_is_not_asked_again(eye: Eye, desk: CardDesk) -> None:
    eye.look(replace(AHEAD, row=ROW), for_s=10)
    desk.dismiss(desk.proposals[0].number)
    eye.look(replace(AHEAD, row=ROW), for_s=10)
    assert (desk.proposals, acts_of(desk)) == ((), [])


def test_two_ships_that_moved_together_are_an_alliance(eye: Eye, desk: CardDesk) -> None:
    row = ("e1", "e2", "s2", "s1", "d1", "d2", "e3", "s3", "d3")
    card = "temporary-alliance-1"
    eye.look(replace(TABLE, row=row, open=(*OPEN[:2], ""), movement_discard=card))
    assert acts_of(desk) == []  # by two spaces: the card says three
    row = ("e2", "s2", "e1", "s1", "d1", "d2", "e3", "s3", "d3")
    eye.look(replace(TABLE, row=row, open=(*OPEN[:2], ""), movement_discard=card))
    assert acts_of(desk) == [PlayMovement("Anne", card, ("e2", "s2"))]


def test_sabotage_and_an_adventure_that_damages_too_are_told_apart(eye: Eye, desk: CardDesk) -> None:
    played = replace(TABLE, open=(OPEN[0], "", OPEN[2]), movement_discard="sabotage-1")
    eye.look(replace(played, damaged=frozenset({"e2", "d3"})))
    assert acts_of(desk) == [PlayMovement("Anne", "sabotage-1", ("e2",))]


def test_sabotage_that_may_be_either_ship_is_asked(eye: Eye, desk: CardDesk) -> None:
    """The last ship sabotaged and then Maelstrom on the next, or the other way round."""
    done = replace(DONE, row=ROW, open=(OPEN[0], "fog-1", OPEN[2]), movement_discard="sabotage-1")
    eye.look(replace(done, damaged=frozenset({"s3", "d3"})))
    (asked,) = desk.proposals
    assert {each.acts[0].ships for each in asked.options} == {("s3",), ("d3",)}
    assert acts_of(desk) == []


def test_ships_turned_back_are_a_repair(eye: Eye, desk: CardDesk) -> None:
    eye.look(DONE)
    eye.look(replace(DONE, damaged=frozenset()))
    assert acts_of(desk)[-1] == RepairShips("Mary")


def test_a_ship_that_nobody_turned_over_is_no_repair(eye: Eye, desk: CardDesk) -> None:
    """Maelstrom was forgotten."""
    eye.look(replace(DONE, damaged=frozenset()), for_s=30)
    assert RepairShips("Mary") not in acts_of(desk)
    assert all(each.source is Source.CAMERA for each in desk.log.entries)


def test_a_pass_is_asked_even_when_the_next_adventure_lies_there(eye: Eye, desk: CardDesk) -> None:
    eye.look(replace(TABLE, damaged=frozenset({"d3"}), active="kraken-1", adventure_discard="maelstrom-1"))
    (asked,) = desk.proposals
    assert asked.kind is CardProposalKind.PASS
    assert PassTurn("Anne") in [each.acts[0] for each in asked.options]


def test_after_an_unanswered_turn_the_next_players_act_is_not_taken_for_this_ones(eye: Eye, desk: CardDesk) -> None:
    passed = replace(TABLE, damaged=frozenset({"d3"}), active="kraken-1", adventure_discard="maelstrom-1")
    eye.look(passed)
    eye.look(replace(passed, row=LION_AHEAD, open=AHEAD.open, movement_discard="full-speed-ahead-1"))
    assert acts_of(desk) == []


def test_after_a_foul_that_nobody_answered_nothing_is_taken_by_itself(eye: Eye, desk: CardDesk) -> None:
    desk.say(RepairShips("Mary"))
    eye.look(AHEAD)
    assert [each.source for each in desk.log.entries] == [Source.PERSON]
    assert desk.proposals[0].acts == (FULL_SPEED,)


def test_an_accusation_is_said_and_the_table_follows(eye: Eye, desk: CardDesk) -> None:
    desk.say(Accuse("Anne", "Mary", "e2"), by="Anne")
    desk.say(AnswerAccusation("Mary", False), by="Mary")
    eye.look(replace(TABLE, damaged=frozenset({"d3"}), active="kraken-1", adventure_discard="maelstrom-1"))
    assert acts_of(desk)[-1] == TurnUp("kraken-1")
    assert (desk.game.player, desk.proposals, desk.differences) == ("Mary", (), ())


def test_a_row_that_no_act_explains_is_told_space_by_space(eye: Eye, desk: CardDesk) -> None:
    swapped = replace(TABLE, row=("e1", "s1", "d1", "s2", "e2", "d2", "e3", "s3", "d3"))
    eye.look(swapped, for_s=6)
    assert told(desk) == ["space 4 should be Lion", "space 5 should be Spanish ship 2"]
    eye.look(TABLE)
    assert (desk.differences, acts_of(desk)) == ((), [])  # the table was put right


def test_the_record_is_corrected_to_the_table(eye: Eye, desk: CardDesk) -> None:
    swapped = replace(TABLE, row=("e1", "s1", "d1", "s2", "e2", "d2", "e3", "s3", "d3"), damaged=frozenset({"s1"}))
    eye.look(swapped, for_s=6)
    desk.correct(desk.differences[0], by="Mary")
    assert acts_of(desk) == [CorrectCards(CardCorrection.ROW, swapped.row)]
    (face,) = desk.differences
    assert (face.kind, str(face.words)) == (DifferenceKind.FACE, "Spanish ship 1 should show her undamaged side")
    desk.correct(face)
    assert (desk.game.damaged, desk.differences) == ({"s1"}, ())


def test_a_hand_in_the_row_waits(eye: Eye, desk: CardDesk) -> None:
    eye.hand_in(AHEAD, TABLE)
    assert desk.is_waiting
    assert (acts_of(desk), desk.differences) == ([], ())


def test_a_row_that_is_not_wholly_read_is_not_taken_by_itself(eye: Eye, desk: CardDesk) -> None:
    seen = seen_of(AHEAD)
    hidden = replace(seen.spaces[4], ship=None, damaged=None)
    eye.see(replace(seen, spaces=(*seen.spaces[:4], hidden, *seen.spaces[5:])), for_s=3)
    assert acts_of(desk) == []


def test_more_fame_than_was_counted_is_told_and_corrected(eye: Eye, desk: CardDesk) -> None:
    eye.look(TABLE, for_s=5, fame=(("e2", 2),))
    (difference,) = desk.differences
    assert str(difference.words) == "Lion should have 0 fame cards, 2 are seen"
    desk.correct(difference)
    assert desk.game.fame["e2"].total == 2


def test_an_act_that_was_taken_back_is_asked_before_it_is_taken_again(eye: Eye, desk: CardDesk) -> None:
    eye.look(AHEAD)
    desk.undo()
    eye.look(AHEAD)
    assert acts_of(desk) == []
    assert desk.proposals[0].acts == (FULL_SPEED,)
    desk.redo()
    assert (acts_of(desk), desk.proposals) == ([FULL_SPEED], ())


def test_policies_ask_and_note() -> None:
    asking = CardDesk(START, policies={**CARD_POLICIES, CardProposalKind.PLAY: Policy.ASK})
    Eye(asking).look(AHEAD)
    assert (acts_of(asking), asking.proposals[0].acts) == ([], (FULL_SPEED,))
    noting = CardDesk(START, policies={**CARD_POLICIES, CardProposalKind.PLAY: Policy.NOTE})
    Eye(noting).look(AHEAD)
    assert (acts_of(noting), noting.proposals, noting.notes[0].acts) == ([], (), (FULL_SPEED,))


def test_cards_that_nobody_turned_up_are_never_named() -> None:
    """The set-up knows the order of the piles here: the desk keeps it to itself."""
    known = CardDesk(
        CardStart("card", ("Anne", "Mary"), ROW, adventures=("maelstrom-1", "kraken-1"), movements=(*OPEN, "fog-1"))
    )
    Eye(known).look(AHEAD, for_s=10)
    words = " ".join(told(known))
    assert "Maelstrom should not be the active adventure" in words
    assert "Kraken" not in words
    assert "Fog" not in words


def test_every_line_is_kept_and_a_game_goes_on_from_them() -> None:
    kept: list[str] = []
    desk = CardDesk(START, keep=kept.append)
    Eye(desk).look(DONE)
    lines = "\n".join((CardDesk(START).lines()[0], *kept))
    game = parse_any_lines(lines, where="kept")
    resumed = CardDesk(game.start, game.log)
    assert resumed.game == desk.game
    eye = Eye(resumed, DONE)
    eye.look(replace(DONE, damaged=frozenset()))
    assert acts_of(resumed)[-1] == RepairShips("Mary")
