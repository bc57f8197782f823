"""A table without a window in its league: a judge's decision arrives over a real broker and takes effect."""

from threading import Event

import msgspec
import pytest

from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.ruling import Verdict
from tableassist.store.league import Decide
from tableassist.store.league_records import ActSaid, CommandAnswered, DisputeRaised, MatchBegun, OverruledHere
from tableassist.table import GameKeeper, Role, Seat, Table, TableThread
from tableassist.table.commands import SayAct
from tableassist.table.game import NewGame, TableGame
from tableassist.table.game.new_game import start_at_table
from tableassist.table.league import TableLeague
from tableassist.web import LeaguePicture
from tests.table.hub_link.broker import MOSQUITTO, Broker, FakeHub, membership
from tests.table.phones import served
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


IN_LEAGUE = """
import sys
import msgspec
from tableassist.cli.pages.live import serve_table
from tableassist.store.league import Membership
serve_table("studio:demo", None, port=0, membership=msgspec.json.decode(sys.argv[1], type=Membership))
"""


def test_a_decision_of_the_leagues_judge_reaches_both_phones_of_a_served_table(broker, hub, tmp_path):
    joined = msgspec.json.encode(membership(broker, hub)).decode()
    with served(tmp_path, joined, script=IN_LEAGUE) as seats:
        pirates, english, judge = seats["Pirates' phone"], seats["English's phone"], seats["Judge"]
        judge.until("/api/state", lambda state: state["table"].get("judged"))
        assert judge.do(do="begin-game", first="English")[0] == 200
        wait_until(lambda: told(hub, MatchBegun))
        match = next(record.match for record in hub.stored.values() if isinstance(record.body, MatchBegun))
        owners = {piece["id"]: piece["owner"] for piece in judge.get("/api/state")[1]["table"]["pieces"]}

        def calls(rows):
            shots = [row for row in rows if row["rule"] == "shot" and owners[row["subject"]] == "English"]
            return [row for row in shots if row["verdict"] in ("yes", "no")]

        shot = calls(judge.until("/api/rulings", calls))[0]
        assert english.do(do="ask-shot", ship=shot["subject"], target=shot["target"])[1]["ok"]
        assert pirates.do(do="call-judge")[1]["ok"]
        wait_until(lambda: told(hub, DisputeRaised))
        assert judge.get("/api/state")[1]["table"]["calls"] == ["Pirates"]
        dispute = told(hub, DisputeRaised)[-1]
        # The studio's lap goes on behind it: the decision is about the call as it was when the judge was asked.
        ruling, verdict = dispute.ruling.id, Verdict.NO if dispute.ruling.verdict == "yes" else Verdict.YES
        hub.send(Decide("d", match, "Jo", "we looked", dispute=dispute.dispute, ruling=ruling, verdict=verdict))
        for phone in (pirates, english):
            state = phone.until("/api/state", lambda state: not state["table"]["calls"])
            assert state["table"]["calls"] == []
        wait_until(lambda: told(hub, CommandAnswered))
        assert [answer.done for answer in told(hub, CommandAnswered)] == [True]
        for phone in (pirates, english):  # the decision is an act of the game from now on, though pieces may have moved
            phone.until("/api/game", lambda game: any("Judge Jo" in act["words"] for act in game["acts"]))
        wait_until(lambda: told(hub, OverruledHere))
        assert [(each.decision, each.verdict) for each in told(hub, OverruledHere)] == [("d", verdict.value)]


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
