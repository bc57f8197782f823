"""A log played through: judged act by act, fouls without effect unless people let them stand."""

from tableassist.rulebook.play.game import play_log
from tableassist.rulebook.play.log import FINE, Entry, Opinion
from tests.rulebook.play.counting import COUNTING, logged


def played(log):
    return play_log(0, log, COUNTING)


def test_acts_are_folded_in_order():
    found = played(logged(3, 4, -2))
    assert found.game == 5
    assert [each.judged.judgement.opinion for each in found.acts] == [Opinion.FINE] * 3


def test_a_foul_changes_nothing():
    found = played(logged(3, 20, 4))
    assert found.game == 7
    assert [each.judged.took_effect for each in found.acts] == [True, False, True]
    assert found.acts[1].judged.judgement.reasons[0].code == "out-of-bounds"


def test_a_foul_that_people_let_stand_counts_and_is_still_a_foul():
    found = played(logged(3, 20).let_stand(2))
    assert found.game == 23
    assert found.acts[1].judged.judgement.is_foul
    assert found.acts[1].judged.took_effect


def test_a_card_overrules():
    found = played(logged(3).append(Entry(0, 20, card="Swift")))
    assert found.game == 23
    assert not found.acts[1].judged.judgement.is_foul


def test_later_acts_are_judged_again_when_an_earlier_one_is_struck_and_flagged_not_dropped():
    log = logged().append(Entry(0, 5, view=FINE)).append(Entry(0, -4, view=FINE))
    before, after = played(log), played(log.strike(1))
    assert (before.game, after.game) == (1, 0)
    assert [each.judged.no_longer_holds for each in before.acts] == [False, False]
    assert [each.judged.no_longer_holds for each in after.acts] == [True]
    assert played(log.strike(1).restore(1)) == before


def test_an_act_that_was_a_foul_when_it_was_said_is_not_flagged():
    refused = played(logged(20)).acts[0].judged.judgement
    log = logged().append(Entry(0, 20, view=refused))
    assert not played(log).acts[0].judged.no_longer_holds


def test_an_act_put_in_between_is_judged_at_its_place():
    log = logged(10, -10).append(Entry(0, 1, after=1))
    found = played(log)
    assert found.game == 0
    assert [each.judged.judgement.is_foul for each in found.acts] == [False, True, False]
