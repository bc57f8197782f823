"""What must hold for whole games, whatever happens in them."""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableassist.rulebook.play.game import play_log
from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.rulebook.referee.referee import AnyAct, fold
from tableassist.rulebook.referee.refereed import PIRATES
from tableassist.rulebook.state.new_game import new_game
from tableassist.store.game import parse_entry
from tests.rulebook.referee.any_acts import acts
from tests.rulebook.referee.contest.play import Tally, play_game
from tests.rulebook.referee.contest.starts import random_table

EDITIONS = ("spanish-main", "revolution", "complete")
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module", params=EDITIONS)
def played(request):
    """A game of two bots, as the table began and as a log."""
    contest = play_game(request.param, 2, "properties", Tally())
    return contest.table.start, Log(tuple(Entry(number, act) for number, act in enumerate(contest.log, 1)))


def result(start, log):
    return play_log(new_game(start), log, PIRATES)


@FEW
@given(st.data())
def test_strike_and_restore_give_the_same_game(played, data):
    start, log = played
    number = data.draw(st.integers(1, len(log.entries)))
    assert result(start, log.strike(number).restore(number)) == result(start, log)


@FEW
@given(st.data())
def test_whatever_is_struck_the_rest_is_judged_and_folded(played, data):
    """Acts that no longer hold are flagged and never break the game."""
    start, log = played
    for number in data.draw(st.lists(st.integers(1, len(log.entries)), min_size=1, max_size=8, unique=True)):
        log = log.strike(number)
    found = result(start, log)
    assert len(found.acts) == len(log.entries) - len({each.entry for each in log.records[len(log.entries) :]})
    assert result(start, log) == found


@FEW
@given(st.data())
def test_undo_and_redo_give_the_same_game(played, data):
    start, log = played
    times = data.draw(st.integers(1, 10))
    changed = log
    for _ in range(times):
        changed = changed.undo()
    assert [each.judged.entry for each in result(start, changed).acts] == list(log.entries[:-times])
    for _ in range(times):
        changed = changed.redo()
    assert result(start, changed) == result(start, log)


def test_a_log_folded_twice_gives_the_same_game(played):
    start, log = played
    assert result(start, log) == result(start, log)


def test_every_act_of_a_game_comes_back_from_json_and_from_text(played):
    _, log = played
    for entry in log.entries:
        assert msgspec.json.decode(msgspec.json.encode(entry.act), type=AnyAct) == entry.act
        assert parse_entry(act_text(entry.act)).act == entry.act


@given(acts)
def test_any_act_comes_back_from_json(act):
    assert msgspec.json.decode(msgspec.json.encode(act), type=AnyAct) == act


@FEW
@given(st.sampled_from(EDITIONS), st.integers(0, 10_000), st.data())
def test_the_order_of_two_moves_without_contact_does_not_matter(edition, seed, data):
    start = random_table(random.Random(seed), edition, 2).start
    game = new_game(start)
    ships = [each for each in game.fleet(game.player) if each.is_ship]
    if len(ships) < 2:
        return
    wild = [each.id for each in game.islands.values() if each.is_wild] + [""]
    one, other = (Move(each.id, docks=data.draw(st.sampled_from(wild))) for each in ships[:2])
    there, back = fold(fold(game, one), other), fold(fold(game, other), one)
    same = ("units", "coins", "islands", "crew", "gold", "facts", "player", "turn", "rams", "ending")
    assert all(getattr(there, part) == getattr(back, part) for part in same)
    assert sorted(map(str, there.duties)) == sorted(map(str, back.duties))
