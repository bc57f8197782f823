"""Disputes and too-close calls: in the queue, claimed by one, decided once, ordered of the table, done."""

import msgspec
import pytest

from tableassist.league.desk.judge_handlers import send_decisions
from tableassist.rulebook.ruling import Verdict
from tableassist.store.league import Decide, Tell
from tableassist.store.league_records import (
    DisputeRaised,
    DisputeWithdrawn,
    MatchBegun,
    MatchEnded,
    OverruledHere,
    RulingMade,
)
from tests.league.desk.served_desk import served_desk
from tests.league.talking import ruling

BEGUN = MatchBegun("Night", ("Anne", "Mary"))


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    with served_desk(tmp_path_factory.mktemp("judging")) as one:
        yield one


def too_close(number):
    return msgspec.structs.replace(ruling(number), verdict="too_close")


def raised(desk, match, dispute="d1", **more):
    desk.hub.say("table-1", match, BEGUN, DisputeRaised(dispute, "May Titan shoot?", 4_000, too_close(1), **more))
    return item(desk, match, dispute)


def item(desk, match, dispute, wanted=lambda _item: True):
    def found(now):
        return [each for each in now["queue"] if (each["match"], each["dispute"]) == (match, dispute) and wanted(each)]

    return found(desk.state(desk.judge, found))[0]


def of_match(now, match):
    return [each["dispute"] for each in now["queue"] if each["match"] == match]


def named(one):
    return {name: one[name] for name in ("match", "dispute", "version")}


def test_a_dispute_is_claimed_decided_and_done(desk):
    one = raised(desk, "m1", by="Anne")
    assert (one["state"], one["by"], one["table_title"], one["is_call"]) == ("open", "Anne", "Table 1", False)
    desk.done(desk.judge, do="claim", **named(one))
    one = item(desk, "m1", "d1", lambda each: each["state"] == "claimed")
    assert one["judge"] == "Jo"
    desk.done(desk.judge, do="decide", **named(one), verdict="no", reason="The mast is in the way.")
    one = item(desk, "m1", "d1", lambda each: each["state"] == "decided")
    assert (one["verdict"], one["reason"], one["is_done"]) == ("no", "The mast is in the way.", False)
    table, order, by = desk.hub.ordered[-1]
    assert (table, by) == ("table-1", "Jo")
    assert isinstance(order, Decide)
    told = order.match, order.dispute, order.ruling, order.verdict, order.t_ms, order.judge
    assert told == ("m1", "d1", "range:1", Verdict.NO, 4_000, "Jo")
    desk.hub.answer("table-1", "m1")
    assert item(desk, "m1", "d1", lambda each: each["is_done"])["refused"] == ""
    assert ("Jo", "decide", "no: The mast is in the way.") in desk.hub.audited()


def test_a_second_judge_is_told_who_is_on_it_and_who_has_decided(desk):
    one = raised(desk, "m2")
    desk.done(desk.judge, do="claim", **named(one))
    status, told = desk.ask(desk.admin, do="claim", **named(one))
    assert (status, told["error"]) == (409, "Jo is on it")
    mine = item(desk, "m2", "d1", lambda each: each["state"] == "claimed")
    assert desk.ask(desk.admin, do="decide", **named(mine), verdict="yes", reason="x")[1]["error"] == "Jo is on it"
    desk.done(desk.judge, do="decide", **named(mine), verdict="stand", reason="As measured.")
    over = item(desk, "m2", "d1", lambda each: each["state"] == "decided")
    told = desk.ask(desk.admin, do="decide", **named(over), verdict="yes", reason="x")[1]
    assert told["error"] == "Jo has decided it"
    decided = [order for _, order, _ in desk.hub.ordered if isinstance(order, Decide) and order.match == "m2"]
    assert [order.verdict for order in decided] == [Verdict.TOO_CLOSE]


def test_what_is_given_back_another_judge_may_take(desk):
    one = raised(desk, "m3")
    desk.done(desk.judge, do="claim", **named(one))
    one = item(desk, "m3", "d1", lambda each: each["state"] == "claimed")
    desk.done(desk.judge, do="release", **named(one))
    one = item(desk, "m3", "d1", lambda each: each["state"] == "open")
    desk.done(desk.admin, do="claim", **named(one))
    assert item(desk, "m3", "d1", lambda each: each["state"] == "claimed")["judge"] == "Ada"


def test_a_call_that_was_too_close_is_in_the_queue_until_somebody_answers_it(desk):
    desk.hub.say("table-2", "m4", BEGUN, RulingMade(too_close(7), "Is Zephyr in range?", 9_000, "Mary"))
    one = item(desk, "m4", "call-2")
    assert (one["is_call"], one["state"], one["question"]) == (True, "open", "Is Zephyr in range?")
    desk.done(desk.judge, do="claim", **named(one))
    assert desk.ask(desk.admin, do="claim", **named(one))[1]["error"] == "Jo is on it"
    one = item(desk, "m4", "call-2", lambda each: each["state"] == "claimed")
    desk.done(desk.judge, do="decide", **named(one), verdict="other", reason="Measure again with the tape.")
    _, order, _ = desk.hub.ordered[-1]
    assert (order.dispute, order.ruling, order.verdict) == ("", "range:7", None)
    desk.hub.answer("table-2", "m4", done=False, words="no such ruling now")
    assert item(desk, "m4", "call-2", lambda each: each["refused"])["refused"] == "no such ruling now"


def test_a_call_leaves_the_queue_when_the_table_overrules_it_or_the_match_ends(desk):
    asked = RulingMade(too_close(1), "Close?", 1), RulingMade(too_close(2), "Near?", 2)
    desk.hub.say("table-3", "m5", BEGUN, *asked)
    item(desk, "m5", "call-2")
    desk.hub.say("table-3", "m5", OverruledHere("range:1", "Close?", "yes"))
    desk.state(desk.judge, lambda now: of_match(now, "m5") == ["call-3"])
    desk.hub.say("table-3", "m5", MatchEnded())
    desk.state(desk.judge, lambda now: of_match(now, "m5") == [])


def test_a_withdrawn_dispute_leaves_the_queue(desk):
    raised(desk, "m6")
    desk.hub.say("table-1", "m6", DisputeWithdrawn("d1"))
    desk.state(desk.judge, lambda now: of_match(now, "m6") == [])


def test_a_decision_that_a_killed_hub_had_not_sent_is_sent(desk):
    from sqlalchemy import update

    from tableassist.league.storage.schema import decisions

    one = raised(desk, "m7")
    desk.done(desk.judge, do="decide", **named(one), verdict="yes", reason="Clear.")
    before = len(desk.hub.ordered)
    with desk.hub.engine.begin() as connection:
        connection.execute(update(decisions).where(decisions.c.match == "m7").values(command=""))
    desk.hub.show("table-1")
    desk.state(desk.judge, lambda _now: len(desk.hub.ordered) > before)
    assert send_decisions(desk.hub) == 0


def test_a_verdict_that_is_none_and_a_missing_reason_are_refused(desk):
    one = raised(desk, "m8")
    assert desk.ask(desk.judge, do="decide", **named(one), verdict="maybe", reason="x")[0] == 409
    assert desk.ask(desk.judge, do="decide", **named(one), verdict="yes", reason="")[0] == 422
    assert item(desk, "m8", "d1")["state"] == "open"


def test_words_for_a_table_are_sent(desk):
    desk.done(desk.judge, do="tell", table="table-2", words="Five minutes left.")
    assert desk.hub.ordered[-1] == ("table-2", Tell("Five minutes left.", "Jo"), "Jo")
    assert desk.ask(desk.judge, do="tell", table="table-99", words="x")[0] == 409


def test_german_judges_read_german(desk):
    one = raised(desk, "m9")
    status, data, _ = desk.request("GET", f"/api/dispute?match=m9&dispute={one['dispute']}&lang=de", token=desk.judge)
    told = msgspec.json.decode(data)
    assert status == 200
    assert told["ruling"]["word"] != "TOO CLOSE TO CALL"
    assert told["ruling"]["measured"].startswith("80,1 ± 0,6")
    assert told["evidence"] is None
