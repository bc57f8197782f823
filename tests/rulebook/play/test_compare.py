"""A log folded again says of each act what was said of it then."""

from dataclasses import replace

import pytest

from tableassist.rulebook.play.game import compare_log, play_log, work_of
from tableassist.rulebook.play.log import (
    FINE,
    Entry,
    Judgement,
    Log,
    Opinion,
    Reason,
    foul,
)

ODD = foul("odd", "the sum would be odd", "section 1")


class AddingGame:
    """Acts are numbers, and the sum must stay even."""

    def judge(self, total, entry):
        return ODD if (total + entry.act) % 2 else FINE

    def apply(self, total, act):
        return total + act


ADDING = AddingGame()


def say(log, act, **said):
    """As a referee keeps it: with his view of the moment, which for an act put in between is that of its place."""
    new = log.append(Entry(0, act, **said))
    number = new.next_number - 1
    view = next(each.judged.judgement for each in play_log(0, new, ADDING).acts if each.number == number)
    return Log((*log.records, replace(new.records[-1], view=view)))


@pytest.fixture
def log():
    """2, a foul of 1 that is let stand, 1 more, the 2 struck and restored, a foul, and a 4 put in after the first."""
    log = say(say(Log(), 2), 1)
    log = say(log.let_stand(2), 1)
    log = say(log.strike(1), 3)
    log = say(log.restore(1), 4, after=1)
    return say(log, 2)


def test_an_honest_log_is_judged_alike(log):
    views = [each.view.opinion for each in log.entries]
    assert views == [Opinion.FINE, Opinion.FOUL, Opinion.FINE, Opinion.FOUL, Opinion.FINE, Opinion.FINE]
    assert list(compare_log(0, log, ADDING)) == []


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_a_view_that_was_changed_is_found(log, number):
    entry = log.entry(number)
    forged = FINE if entry.view.is_foul else ODD
    records = tuple(replace(each, view=forged) if each is entry else each for each in log.records)
    ((found, now),) = compare_log(0, Log(records), ADDING)
    assert found.number == number
    assert now == entry.view


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_act_that_was_changed_is_found_by_what_it_leads_to(log, number):
    records = tuple(
        replace(each, act=each.act + 1) if isinstance(each, Entry) and each.number == number else each
        for each in log.records
    )
    assert list(compare_log(0, Log(records), ADDING))


def test_other_words_for_the_same_reason_are_no_difference():
    told = Judgement(Opinion.FOUL, (Reason("odd", "das wäre ungerade", "Abschnitt 1"),))
    assert list(compare_log(0, Log((Entry(1, 1, view=told),)), ADDING)) == []
    assert list(compare_log(0, Log((Entry(1, 1),)), ADDING)) == []


def test_the_work_is_counted_before_it_is_done(log):
    """6 acts; 2 before the first amendment, 3 before the strike, 4 before the restoring, 4 before the one put in."""
    assert work_of(log) == 6 + 2 + 3 + 4 + 4
