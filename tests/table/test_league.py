"""A table without a window in its league: a judge's decision arrives over a real broker and takes effect."""

from threading import Event

import pytest

from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling import Verdict
from tableassist.store.league import Decide
from tableassist.store.league_records import ActSaid, CommandAnswered, MatchBegun, OverruledHere
from tableassist.table import Role, Seat, Table, TableThread
from tableassist.table.commands import SayAct
from tableassist.table.game.new_game import NewGame, start_at_table
from tableassist.table.game.table_game import TableGame
from tableassist.table.keeper import GameKeeper
from tableassist.table.league.table_league import TableLeague
from tableassist.web.views.league_state import LeaguePicture
from tests.table.hub_link.broker import MOSQUITTO, Broker, FakeHub, membership
from tests.ui.demo_moment import demo_moment

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


def wait_until(condition):
    tick = Event()
    for _ in range(1200):
        if condition():
            return
        tick.wait(0.05)
    raise AssertionError("it never came")


@pytest.fixture
def broker(tmp_path):
    (tmp_path / "broker").mkdir()
    one = Broker(tmp_path / "broker")
    yield one
    one.kill()


@pytest.fixture
def hub(broker):
    one = FakeHub(broker)
    yield one
    one.close()


def told(hub, kind):
    return [record.body for _, record in sorted(hub.stored.items()) if isinstance(record.body, kind)]


def test_a_decision_of_the_leagues_judge_binds_the_game_of_a_table_without_a_window(broker, hub, tmp_path):
    moment = demo_moment("cleared")
    thread = TableThread()
    thread.start()
    table = Table(moment.settings, owner=thread)
    keeper = GameKeeper(table, tmp_path / "kept")
    table.game = TableGame(table, keeper)
    league = TableLeague(table, keeper, None, "Friday", make_picture=LeaguePicture, root=tmp_path / "league")
    thread.call(lambda: table.take_moment(moment))
    thread.call(lambda: table.game.begin(start_at_table(moment.settings, NewGame("Pirates"), moment.state)))
    thread.call(lambda: league.join(membership(broker, hub)))
    try:
        wait_until(lambda: league.state.hub_online)
        ruling = next(
            each for each in moment.state.rulings
            if each.rule == "shot" and each.verdict is Verdict.YES and each.subject == "harbinger"
        )  # fmt: skip
        hub.send(Decide("d", league.match, "Jo", "too far", ruling=ruling.id, verdict=Verdict.NO))
        wait_until(lambda: table.overrulings)
        act = Shoot(ruling.subject, ruling.target, ruling.cannon, 6, Verdict.YES)
        wait_until(lambda: judge_act(table.desk.game, act).is_foul)
        assert [str(reason.words) for reason in judge_act(table.desk.game, act).reasons] == [
            "overruled by Judge Jo: too far"
        ]
        assert table.snapshot.overrulings[-1].by == "Judge Jo"
        table.dispatch(SayAct("Pirates end-turn"), Seat(Role.PLAYER, "Pirates"))
        wait_until(lambda: len(told(hub, ActSaid)) == len(table.desk.log.records))
        assert [answer.done for answer in told(hub, CommandAnswered)] == [True]
        assert [(each.decision, each.verdict) for each in told(hub, OverruledHere)] == [("d", "no")]
        assert len(told(hub, MatchBegun)) == 1
    finally:
        thread.call(league.close)
        thread.call(table.game.close)
        keeper.close()
        thread.close()
