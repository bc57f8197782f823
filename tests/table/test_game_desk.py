"""A game kept at the desk: what is seen becomes acts, in the order in which it happened, or a question."""

import math
from dataclasses import replace

import msgspec.structs
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.messages import Message
from tableassist.pieces import Effect, MoveSegment
from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.pipeline.game.watching import FrameRate, TableWatch
from tableassist.pipeline.hull_looks import MastContradiction
from tableassist.pipeline.moves.arrival import Arrival
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.movement.route import Route, RouteSegment
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.boarding import Board
from tableassist.rulebook.referee.acts.corrections import Correct
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.refereed import referee_game
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.rulebook.state.start import CoinStart, CrewStart, GameStart, IslandStart, PlayerStart, ShipStart
from tableassist.store.game import parse_json_lines
from tableassist.table.game import GameDesk
from tableassist.vision.hull.masts import MastSeen

S = 1_000_000_000
START = GameStart(
    edition="revolution",
    players=(PlayerStart("Anne"), PlayerStart("Mary")),
    ships=(
        ShipStart("h", "Anne", name="Harbinger", masts=3, cannons="2L-3S-2S", cargo=3, points=10, at=""),
        ShipStart("t", "Anne", name="Titan", masts=2, cannons="3S-3S", cargo=3, points=8, at=""),
        ShipStart("o", "Mary", name="Oxley", masts=2, cannons="4S-4S", cargo=2, points=8, at=""),
    ),
    islands=(
        IslandStart("ha", name="North Home", home="Anne"),
        IslandStart("hm", name="South Home", home="Mary"),
        IslandStart("w", name="Palm Island", coins=(CoinStart("c1", 3), CoinStart("c2", 5))),
    ),
)


def pose(x_mm: float, heading_deg: float = 0.0) -> PlanarPose:
    return PlanarPose(x_mm, 100.0, math.radians(heading_deg))


def found(
    ship: str,
    at_s: float,
    *contacts: Fact,
    start: PlanarPose | None = None,
    end: PlanarPose | None = None,
    docks: Verdict | None = None,
    kind: MoveKind = MoveKind.MOVED,
) -> FoundMove:
    docking = () if docks is None else (Fact(ship, FactKind.DOCKED, "w", answer=docks),)
    return FoundMove(
        kind=kind,
        piece=ship,
        turn=Turn(1, None),
        moved_ns=round((at_s - 2.0) * S),
        settled_ns=round(at_s * S),
        start=start or pose(0.0),
        end=end or pose(100.0),
        arrival=Arrival(docking, contacts),
    )


def acts_of(desk: GameDesk) -> list[object]:
    return [each.judged.entry.act for each in desk.refereed.acts]


def shoot_offer(desk: GameDesk, cannon: int = 1) -> object:
    desk.say(Fact("h", FactKind.SHOT, "o", cannon))
    return next(each for each in desk.offers() if isinstance(each.act, Shoot) and each.act.cannon == cannon)


@pytest.fixture
def desk() -> GameDesk:
    return GameDesk(START)


def test_a_found_move_becomes_an_act_of_the_camera_with_its_docking(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0, docks=Verdict.YES)])
    assert acts_of(desk) == [Move("h", docks="w")]
    entry = desk.log.entries[0]
    assert (entry.source, entry.t_ns) == (Source.CAMERA, 10 * S)
    assert entry.certainty < 1.0
    assert desk.game.units["h"].docked_at == "w"


@pytest.mark.parametrize("kind", [MoveKind.BUMPED, MoveKind.PUT_BACK, MoveKind.PLACED, MoveKind.TOWED])
def test_a_bump_is_nobodys_act(desk: GameDesk, kind: MoveKind) -> None:
    desk.take_moves([found("h", 10.0, kind=kind)])
    assert desk.log.records == ()
    assert desk.proposals == ()


def test_a_piece_that_is_not_in_the_game_moves_without_an_act(desk: GameDesk) -> None:
    desk.take_moves([found("stranger", 10.0)])
    assert desk.log.records == ()


def test_whom_her_bow_touches_is_told_and_a_contact_that_is_too_close_stays_too_close(desk: GameDesk) -> None:
    sure = Fact("h", FactKind.BOW_ON, "o")
    close = Fact("h", FactKind.TOUCHES, "t", answer=Verdict.TOO_CLOSE)
    desk.take_moves([found("h", 10.0, sure, Fact("h", FactKind.TOUCHES, "o"), close)])
    assert acts_of(desk) == [Move("h", bow_on=("o",)), close]
    assert desk.game.answer(FactKind.TOUCHES, "h", "t") is Verdict.TOO_CLOSE


def test_a_docking_that_is_too_close_is_asked_and_answered(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0, docks=Verdict.TOO_CLOSE)])
    assert desk.log.records == ()
    (asked,) = desk.proposals
    assert [str(each.words) for each in asked.options] == [
        "Harbinger moves and docks at Palm Island",
        "Harbinger moves and does not dock at Palm Island",
    ]
    desk.accept(asked.number, 1, by="Mary")
    assert acts_of(desk) == [Move("h")]
    assert desk.log.entries[0].by == "Mary"
    assert desk.proposals == ()


def test_a_move_waits_behind_one_that_is_asked_about(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0, docks=Verdict.TOO_CLOSE), found("t", 14.0)])
    assert len(desk.proposals) == 1
    desk.accept(desk.proposals[0].number)
    assert acts_of(desk) == [Move("h", docks="w"), Move("t")]


def test_the_next_players_move_ends_the_turn_once_every_ship_has_acted(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0), found("t", 14.0), found("o", 20.0)])
    assert acts_of(desk) == [Move("h"), Move("t"), EndTurn("Anne"), Move("o")]
    assert desk.proposals == ()


def test_with_a_ship_left_to_act_the_end_of_the_turn_is_asked(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0), found("o", 20.0)])
    assert acts_of(desk) == [Move("h")]
    (asked,) = desk.proposals
    assert asked.kind is ProposalKind.END_TURN
    assert str(asked.words) == "Anne's turn is over: Oxley moves"
    desk.accept(asked.number)
    assert acts_of(desk) == [Move("h"), EndTurn("Anne"), Move("o")]


def test_saying_the_end_of_the_turn_answers_the_question(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0), found("o", 20.0)])
    desk.say(EndTurn("Anne"), t_ns=17 * S)
    assert acts_of(desk) == [Move("h"), EndTurn("Anne"), Move("o")]
    assert desk.proposals == ()


def test_a_move_that_is_found_after_her_turn_was_ended_is_put_before_that(desk: GameDesk) -> None:
    desk.say(EndTurn("Anne"), by="Anne", t_ns=round(9.5 * S))
    desk.take_moves([found("h", 10.0)])
    assert acts_of(desk) == [Move("h"), EndTurn("Anne")]
    assert desk.refereed.fouls == ()
    assert desk.game.player == "Mary"


def test_what_was_said_once_she_lay_there_comes_after_the_move(desk: GameDesk) -> None:
    fact = Fact("h", FactKind.SHOT, "o", 1)
    desk.say(fact, t_ns=11 * S)
    desk.take_moves([found("h", 10.0)])
    assert acts_of(desk) == [Move("h"), fact]


def test_a_foul_changes_nothing_until_people_let_it_stand(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0), found("h", 20.0, docks=Verdict.YES)])
    (foul,) = desk.refereed.fouls
    assert foul.judged.judgement.reasons[0].code == "already-acted"
    assert desk.game.units["h"].docked_at == ""
    desk.let_stand(foul.number)
    assert desk.game.units["h"].docked_at == "w"
    desk.let_fall(foul.number)
    assert desk.game.units["h"].docked_at == ""


def test_a_ship_that_is_put_back_after_a_foul_takes_the_foul_back(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0, end=pose(100.0)), found("h", 20.0, start=pose(100.0), end=pose(200.0))])
    assert len(desk.refereed.fouls) == 1
    desk.take_moves([found("h", 30.0, start=pose(200.0), end=pose(103.0, 5.0))])
    assert acts_of(desk) == [Move("h")]
    assert desk.refereed.fouls == ()
    assert desk.refereed.struck == {2}


def test_second_thoughts_about_a_fine_move_are_asked(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0), found("h", 20.0, start=pose(100.0), end=pose(2.0))])
    (asked,) = desk.proposals
    assert asked.kind is ProposalKind.TAKEN_BACK
    desk.accept(asked.number)
    assert acts_of(desk) == []
    assert desk.offers()[0].player == "Anne"


def test_a_die_answers_the_offer_that_was_picked(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk), by="Anne", t_ns=5 * S)
    assert desk.armed is not None
    assert [each.field for each in desk.armed.missing] == ["roll"]
    desk.take_rolls((5,), 0.999, 8 * S)
    act = acts_of(desk)[-1]
    assert isinstance(act, Shoot)
    assert (act.roll, act.line) == (5, Verdict.YES)
    assert desk.armed is None
    assert desk.log.entries[-1].source is Source.CAMERA


def test_a_die_that_is_not_sure_is_asked_about(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk))
    desk.take_rolls((5,), 0.9, 8 * S)
    (asked,) = desk.proposals
    assert not any(isinstance(each, Shoot) for each in acts_of(desk))
    desk.accept(asked.number)
    assert acts_of(desk)[-1] == Shoot("h", "o", 1, 5, Verdict.YES)


def test_a_die_that_was_misread_is_rolled_or_typed_again_for_the_same_shot(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk), by="Anne")
    desk.take_rolls((5,), 0.9, 8 * S)
    desk.dismiss(desk.proposals[0].number)
    assert desk.armed is not None
    desk.type_roll(3)
    assert acts_of(desk)[-1] == Shoot("h", "o", 1, 3, Verdict.YES)


def test_typing_the_die_answers_what_is_asked_about_it(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk))
    desk.take_rolls((2, 5), 0.999, 8 * S)
    desk.type_roll(2)
    assert desk.proposals == ()
    assert acts_of(desk)[-1] == Shoot("h", "o", 1, 2, Verdict.YES)
    assert [type(each) for each in acts_of(desk)].count(Shoot) == 1


def test_a_die_that_was_rolled_before_anybody_said_what_for_counts_for_the_next_pick(desk: GameDesk) -> None:
    desk.take_rolls((4,), 0.999, 8 * S)
    assert desk.free_roll == (4,)
    desk.choose(shoot_offer(desk), t_ns=12 * S)
    assert acts_of(desk)[-1] == Shoot("h", "o", 1, 4, Verdict.YES)
    assert desk.free_roll == ()


def test_an_old_die_does_not_count(desk: GameDesk) -> None:
    desk.take_rolls((4,), 0.999, 8 * S)
    desk.choose(shoot_offer(desk), t_ns=60 * S)
    assert desk.armed is not None
    assert not any(isinstance(each, Shoot) for each in acts_of(desk))


def test_a_typed_die_is_taken_at_its_word(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk), by="Anne")
    desk.type_roll(6, by="Anne")
    assert acts_of(desk)[-1] == Shoot("h", "o", 1, 6, Verdict.YES)
    assert desk.log.entries[-1].source is Source.PERSON


def test_two_dice_for_one_shot_are_asked_about(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk))
    desk.take_rolls((2, 5), 0.999, 8 * S)
    (asked,) = desk.proposals
    assert sorted(each.acts[0].roll for each in asked.options) == [2, 5]  # type: ignore[union-attr]


def boarding(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0, Fact("h", FactKind.BOW_ON, "o"))])
    rams = [each for each in desk.offers() if type(each.act).__name__ == "Ram"]
    desk.choose(rams[0])
    desk.type_roll(1)
    boards = next(each for each in desk.offers() if isinstance(each.act, Board))
    desk.choose(boards, by="Anne")


def test_a_boarding_party_waits_for_both_dice_one_after_the_other(desk: GameDesk) -> None:
    boarding(desk)
    desk.take_rolls((6,), 0.999, 12 * S)
    assert not any(isinstance(each, Board) for each in acts_of(desk))
    desk.take_rolls((2,), 0.999, 15 * S)
    boards = [each for each in acts_of(desk) if isinstance(each, Board)]
    assert [(each.roll, each.enemy_roll) for each in boards] == [(6, 2)]


def test_two_different_dice_at_once_do_not_say_whose_is_whose(desk: GameDesk) -> None:
    boarding(desk)
    desk.take_rolls((6, 2), 0.999, 12 * S)
    (asked,) = desk.proposals
    assert {(each.acts[0].roll, each.acts[0].enemy_roll) for each in asked.options} == {(6, 2), (2, 6)}  # type: ignore[union-attr]


def hit(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk))
    desk.type_roll(6, t_ns=10 * S)
    assert [each.kind.value for each in desk.owed()] == ["mast"]


def test_the_mast_that_a_hit_takes_is_seen(desk: GameDesk) -> None:
    hit(desk)
    gone = MastContradiction("o", 2, MastSeen.GONE)
    desk.take_masts([gone], 12 * S)
    assert len(desk.owed()) == 1
    desk.take_masts([gone], round(13.2 * S))
    assert acts_of(desk)[-1] == LoseMast("o", 2)
    desk.take_masts([gone], round(13.3 * S))  # the picture was compared with an older ledger
    assert acts_of(desk).count(LoseMast("o", 2)) == 1


def test_a_move_of_the_next_player_waits_while_a_mast_is_owed(desk: GameDesk) -> None:
    """The hand that took the mast off is noticed later than the ship that sails next."""
    desk.take_moves([found("t", 4.0)])
    hit(desk)
    before = acts_of(desk)
    desk.take_moves([found("o", 40.0)])
    assert acts_of(desk) == before
    assert len(desk.proposals) == 1
    for t_s in (41, 43):
        desk.take_masts([MastContradiction("o", 1, MastSeen.GONE)], t_s * S)
    assert acts_of(desk)[len(before) :] == [LoseMast("o", 1), EndTurn("Anne"), Move("o")]
    assert (desk.proposals, desk.refereed.fouls) == ((), ())


def test_more_masts_gone_than_were_hit_are_asked_about(desk: GameDesk) -> None:
    hit(desk)
    gone = [MastContradiction("o", mast, MastSeen.GONE) for mast in (1, 2)]
    for at_s in (12, 14, 19):
        desk.take_masts(gone, at_s * S)
    assert len(desk.owed()) == 1
    assert len(desk.proposals) == 2


def test_a_mast_that_is_gone_without_a_hit_is_asked_about_later_and_a_late_hit_answers(desk: GameDesk) -> None:
    gone = MastContradiction("o", 1, MastSeen.GONE)
    desk.take_masts([gone], 1 * S)
    desk.take_masts([gone], 3 * S)
    assert desk.proposals == ()
    desk.take_masts([gone], 8 * S)
    (asked,) = desk.proposals
    assert asked.acts == (Correct("o", "mast-lost", "1"),)  # type: ignore[arg-type]
    hit(desk)
    desk.take_masts([gone], 11 * S)
    assert acts_of(desk)[-1] == LoseMast("o", 1)
    assert desk.proposals == ()


def test_a_dismissed_mast_is_not_asked_again_before_it_was_seen_otherwise(desk: GameDesk) -> None:
    gone = MastContradiction("o", 1, MastSeen.GONE)
    for at_s in (1, 8):
        desk.take_masts([gone], at_s * S)
    desk.dismiss(desk.proposals[0].number)
    desk.take_masts([gone], 20 * S)
    assert desk.proposals == ()
    desk.take_masts([], 21 * S)
    for at_s in (22, 30):
        desk.take_masts([gone], at_s * S)
    assert len(desk.proposals) == 1


def test_a_question_about_a_mast_goes_when_the_mast_is_seen_to_stand(desk: GameDesk) -> None:
    gone = MastContradiction("o", 1, MastSeen.GONE)
    for at_s in (1, 8):
        desk.take_masts([gone], at_s * S)
    desk.take_masts([], 9 * S)
    assert desk.proposals == ()


def test_policies_ask_or_only_tell() -> None:
    asking = GameDesk(START, policies={ProposalKind.MOVE: Policy.ASK})
    asking.take_moves([found("h", 10.0)])
    assert len(asking.proposals) == 1
    telling = GameDesk(START, policies={ProposalKind.MOVE: Policy.NOTE})
    telling.take_moves([found("h", 10.0), found("t", 12.0)])
    assert (len(telling.notes), telling.log.records) == (2, ())


def test_undo_and_redo_are_amendments_of_the_log(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0)])
    desk.undo()
    assert acts_of(desk) == []
    assert desk.can_redo
    desk.redo()
    assert acts_of(desk) == [Move("h")]
    assert len(desk.log.records) == 3


def test_a_changed_act_takes_the_place_of_the_old_one(desk: GameDesk) -> None:
    desk.take_moves([found("h", 10.0, docks=Verdict.YES), found("t", 14.0)])
    number = desk.change(1, Move("h"), by="Anne")
    assert acts_of(desk) == [Move("h"), Move("t")]
    assert desk.log.entry(number) is not None
    assert desk.game.units["h"].docked_at == ""


def test_each_record_is_kept_at_once_and_gives_the_same_game_again() -> None:
    kept: list[str] = []
    desk = GameDesk(START, keep=kept.append)
    first = desk.lines()
    desk.take_moves([found("h", 10.0, docks=Verdict.YES), found("t", 14.0), found("o", 20.0)])
    desk.strike(2)
    desk.undo()
    assert desk.lines() == (*first, *kept)
    read = parse_json_lines("\n".join(desk.lines()), where="kept")
    assert referee_game(read.start, read.log).game == desk.game
    again = GameDesk(read.start, read.log)
    assert again.lines() == desk.lines()


def test_listeners_hear_of_every_change(desk: GameDesk) -> None:
    heard: list[int] = []
    desk.listen(lambda: heard.append(len(desk.log.records)))
    desk.take_moves([found("h", 10.0)])
    desk.say(EndTurn("Anne"))
    assert heard == [1, 2]


def test_an_offer_that_is_no_longer_allowed_is_put_away(desk: GameDesk) -> None:
    desk.choose(shoot_offer(desk))
    desk.say(EndTurn("Anne"))
    assert desk.armed is None


def test_a_sunk_ship_that_still_lies_there_is_not_touched() -> None:
    ships = tuple(
        msgspec.structs.replace(each, states=("sunk",)) if each.id == "o" else each  # type: ignore[arg-type]
        for each in START.ships
    )
    desk = GameDesk(msgspec.structs.replace(START, ships=ships))
    desk.take_moves([found("h", 10.0, Fact("h", FactKind.BOW_ON, "o"))])
    assert acts_of(desk) == [Move("h")]


CLEAR = TableWatch(FrameRate(intervals_ns=(40_000_000,) * 5))
HAND = replace(CLEAR, has_hand=True)
SLOW = TableWatch(FrameRate(intervals_ns=(200_000_000,) * 5))


@pytest.mark.parametrize("watch", [HAND, SLOW])
def test_a_die_read_with_a_hand_over_the_table_or_too_few_pictures_is_asked_about(
    desk: GameDesk, watch: TableWatch
) -> None:
    desk.take_watch(watch)
    desk.choose(shoot_offer(desk))
    desk.take_rolls((5,), 1.0, 8 * S)
    assert [each.kind for each in desk.proposals] == [ProposalKind.ROLL]
    assert not any(isinstance(each, Shoot) for each in acts_of(desk))
    desk.accept(desk.proposals[0].number)
    assert acts_of(desk)[-1] == Shoot("h", "o", 1, 5, Verdict.YES)


def test_a_move_under_a_hand_is_booked_when_the_hand_is_gone(desk: GameDesk) -> None:
    desk.take_watch(HAND)
    desk.take_moves([found("h", 10.0)])
    assert len(desk.proposals) == 1
    assert acts_of(desk) == []
    desk.take_watch(CLEAR)
    assert desk.proposals == ()
    assert [type(each) for each in acts_of(desk)] == [Move]


def test_a_move_between_too_few_pictures_is_asked_about_for_good(desk: GameDesk) -> None:
    desk.take_watch(SLOW)
    desk.take_moves([found("h", 10.0)])
    desk.take_watch(CLEAR)
    assert len(desk.proposals) == 1
    assert acts_of(desk) == []


@pytest.mark.parametrize(("lengths_mm", "is_shown"), [((50.0,), False), ((57.0, 30.0), True)])
def test_a_helmsman_is_turned_face_up_by_a_move_that_the_camera_saw_sail_his_s(
    lengths_mm: tuple[float, ...], is_shown: bool
) -> None:
    ships = (msgspec.structs.replace(START.ships[0], base_move="S"), *START.ships[1:])
    helmsman = CrewStart("m", "Anne", name="The helmsman", at="h", effects=(Effect.BASE_MOVE_PLUS_S,))
    desk = GameDesk(msgspec.structs.replace(START, ships=ships, crew=(helmsman,)))
    legs = tuple(RouteSegment(MoveSegment.SHORT, (0.0, 0.0), (mm, 0.0), 0.0, mm, 0.0) for mm in lengths_mm)
    legal = Ruling("move", "h", "", None, Verdict.YES, None, None, None, 1.0, Message("Moving"), None, Message("fits"))
    judged = MoveJudgement(legal, Route(legs, pose(100.0), 0.0))
    desk.take_moves([replace(found("h", 10.0), judgement=judged)])
    assert acts_of(desk) == [Move("h", legal=Verdict.YES, plus_s=is_shown)]
    assert desk.game.crew["m"].face_up is is_shown
