"""An evening by the desk's own interface: late and early, walkovers, corrections, seasons, ratings, exports."""

import csv
import io
import json

import pytest
from sqlalchemy import select

from tableassist.league.storage.schema import audit, ratings, standings
from tableassist.store.league import Assign, RoundClock
from tableassist.store.league_records import MatchBegun, ResultSaid
from tests.league.desk.served_desk import ServedDesk

FLEET = "(9p) Zephyr #SM085 - English\n"


@pytest.fixture
def desk(request, tmp_path):
    """On SQLite; on PostgreSQL where a test asks for it."""
    on_postgres = getattr(request, "param", "") == "postgresql"
    address = request.getfixturevalue("postgres").new_database() if on_postgres else f"sqlite:///{tmp_path / 'l.db'}"
    one = ServedDesk(address)
    one.server.start()
    yield one
    one.close()


def players(desk, *names):
    return {name: desk.done(desk.admin, do="add-player", name=name)["player"] for name in names}


def begin(desk, ids, **more):
    desk.done(desk.admin, do="begin-evening", title="Friday", players=list(ids.values()), **more)


def round_now(desk, wanted=lambda _round: True, token=None):
    def found(now):
        rounds = (now["evening"] or {"rounds": []})["rounds"]
        return rounds and wanted(rounds[-1])

    return desk.state(token or desk.judge, found)["evening"]["rounds"][-1]


def fixed(desk, number=1):
    desk.done(desk.admin, do="pair")
    drawn = round_now(desk, lambda one: (one["number"], one["state"]) == (number, "drawn"))
    desk.done(desk.admin, do="fix-round", round=drawn["id"], version=drawn["version"])
    return round_now(desk, lambda one: (one["number"], one["state"]) == (number, "running"))


def decided(desk, pairing, outcome="first", **more):
    told = {"pairing": pairing["id"], "version": pairing["version"], "outcome": outcome, "reason": "seen"}
    return desk.done(desk.judge, do="result", **told, **more)


def ended(desk, this):
    desk.done(desk.admin, do="end-round", round=this["id"], version=this["version"])
    return round_now(desk, lambda one: one["state"] == "over")


@pytest.mark.parametrize("desk", ["sqlite", "postgresql"], indirect=True)
def test_late_and_gone_players_byes_walkovers_and_corrections(desk):
    ids = players(desk, "Anne", "Bess", "Calico")
    begin(desk, ids, rounds=3)
    one = fixed(desk)
    bye = next(each for each in one["pairings"] if each["second"] is None)
    game = next(each for each in one["pairings"] if each["second"] is not None)
    assert (bye["outcome"], bye["counts"]) == ("bye", True)
    assert desk.ask(desk.admin, do="end-round", round=one["id"], version=one["version"])[0] == 409
    decided(desk, game, ended="walkover")
    ended(desk, one)
    assert desk.hub.engine.connect().execute(select(ratings)).all() == []  # nobody has played yet
    late = players(desk, "Drake")["Drake"]
    desk.done(desk.admin, do="enter", player=late)
    desk.done(desk.admin, do="leave", player=ids["Anne"])
    two = fixed(desk, 2)
    there = {player for each in two["pairings"] for player in (each["first"], each["second"]) if player}
    assert there == {ids["Bess"], ids["Calico"], late}
    game = next(each for each in two["pairings"] if each["second"] is not None)
    decided(desk, game, first_gold=12, second_gold=5)
    ended(desk, two)
    points = {row["name"]: row["points"] for row in desk.state(wanted=lambda now: now["season"])["standings"]}
    assert sum(points.values()) == 8
    game = next(each for each in round_now(desk)["pairings"] if each["second"] is not None)
    decided(desk, game, "second", first_gold=5, second_gold=12)
    again = desk.state(wanted=lambda now: {r["name"]: r["points"] for r in now["standings"]} != points)["standings"]
    assert sum(row["points"] for row in again) == 8
    with desk.hub.engine.connect() as connection:
        told = connection.execute(select(audit.c.details).where(audit.c.what == "result")).scalars().all()
        assert told[-1] == "first 12:5 -> second 5:12 (played): seen"
        assert len(connection.execute(select(ratings.c.mu)).all()) == 2
        assert len(connection.execute(select(standings).where(standings.c.after_round == 2)).all()) == 4


def test_results_come_from_the_table_that_the_pairing_was_given_to_and_count_when_both_confirm(desk):
    begin(desk, players(desk, "Anne", "Bess"), rounds=1, round_min=30)
    one = fixed(desk)
    pairing = one["pairings"][0]
    table, order, _ = next(each for each in desk.hub.ordered if isinstance(each[1], Assign))
    assert (table, order.pairing, order.round) == ("table-1", pairing["id"], 1)
    first, second = order.players
    said = ResultSaid({first: 3, second: 8}, second, why="most gold")
    desk.hub.say("table-4", "forged", MatchBegun("Night", order.players, pairing=pairing["id"]), said)
    others = ResultSaid({"Mallory": 9, second: 8}, "Mallory")
    desk.hub.say("table-1", "m", MatchBegun("Night", order.players, pairing=pairing["id"]), others, said)
    told = round_now(desk, lambda now: now["pairings"][0]["outcome"])["pairings"][0]
    assert (told["outcome"], told["gold"], told["counts"]) == ("second", [3, 8], False)
    half = ResultSaid({first: 3, second: 8}, second, (first,))
    desk.hub.say("table-1", "m", half)
    assert not round_now(desk, lambda now: any(now["pairings"][0]["confirmed"]))["pairings"][0]["counts"]
    desk.hub.say("table-1", "m", ResultSaid({first: 3, second: 8}, second, (first, second)))
    round_now(desk, lambda now: now["pairings"][0]["counts"])
    over = ended(desk, round_now(desk))
    assert over["pairings"][0]["by"] == "referee"


def test_the_clock_is_started_stopped_and_made_longer_and_the_tables_are_told(desk):
    begin(desk, players(desk, "Anne", "Bess"), round_min=30)
    one = fixed(desk)
    for change, by_s in (("start", 0), ("longer", 300), ("stop", 0)):
        now = desk.state(wanted=lambda now: now["clock"])["clock"]
        version = round_now(desk)["version"]
        desk.done(desk.judge, do="clock", round=one["id"], version=version, change=change, by_s=by_s)
        desk.state(wanted=lambda later, before=now: later["clock"] != before)
    told = [(order.left_s, order.running) for _, order, _ in desk.hub.ordered if isinstance(order, RoundClock)]
    assert told[0] == (1800, True)
    assert 2095 <= told[1][0] <= 2100
    assert (2090 <= told[2][0] <= 2100, told[2][1]) == (True, False)
    assert desk.ask(desk.judge, do="clock", round=one["id"], version=1, change="start")[0] == 409


def test_two_who_change_the_same_do_not_tread_on_each_other(desk):
    begin(desk, players(desk, "Anne", "Bess", "Calico", "Drake"))
    desk.done(desk.admin, do="pair")
    drawn = round_now(desk)
    pairs = [{"first": each["second"], "second": each["first"], "table": each["table"]} for each in drawn["pairings"]]
    asked = {"do": "change-pairings", "round": drawn["id"], "version": drawn["version"], "pairings": pairs}
    assert desk.ask(desk.admin, **asked)[0] == 200
    status, told = desk.ask(desk.judge, **asked)
    assert (status, told["error"]) == (409, "the round has changed in the meantime: reload and look again")
    twice = [pairs[0], pairs[0]]
    assert desk.ask(desk.admin, **{**asked, "version": drawn["version"] + 1, "pairings": twice})[0] == 409
    assert b"Anne,0,0,0,0,0,0," in desk.request("GET", "/export/standings.csv")[1]  # before anybody has played
    public = desk.get("/api/state")[1]["evening"]["rounds"]
    assert public == []  # nobody sees a round that is not fixed


def test_a_fleet_is_held_against_the_evening(desk):
    ids = players(desk, "Anne", "Bess")
    begin(desk, ids, edition="complete", build_total=3)
    told = desk.done(desk.judge, do="fleet", player=ids["Anne"], contents=FLEET)
    assert told["points"] == 5
    assert told["problems"] != []
    status, told = desk.ask(desk.judge, do="fleet", player=ids["Anne"], contents="nothing at all")
    assert (status, "\n" in told["error"]) == (409, False)
    fleet = desk.state(desk.judge, lambda now: now["players"] and now["players"][0]["fleet"])["players"][0]["fleet"]
    assert fleet["problems"] != []


def test_everybody_plays_everybody_and_the_evening_is_exported(desk):
    ids = players(desk, "=Anne", "Bess", "Calico", "Drake")
    begin(desk, ids, system="round-robin", rounds=3)
    for number in (1, 2, 3):
        this = fixed(desk, number)
        for each in this["pairings"]:
            is_first = min(each["names"]) == each["names"][0]
            gold = (7, 2) if is_first else (2, 7)
            decided(desk, each, "first" if is_first else "second", first_gold=gold[0], second_gold=gold[1])
        ended(desk, round_now(desk, lambda now: all(each["counts"] for each in now["pairings"])))
    desk.done(desk.admin, do="end-evening")
    desk.state(wanted=lambda now: now["evening"]["is_over"])
    rows = [*csv.DictReader(io.StringIO(desk.request("GET", "/export/standings.csv")[1].decode()))]
    assert [(row["place"], row["player"], row["points"]) for row in rows] == [
        ("1", "'=Anne", "6"), ("2", "Bess", "4"), ("3", "Calico", "2"), ("4", "Drake", "0")
    ]  # fmt: skip
    assert [row["gold"] for row in rows] == ["15", "5", "-5", "-15"]
    assert [row["opponents"] for row in rows] == ["6", "8", "10", "12"]
    pairs = [*csv.DictReader(io.StringIO(desk.request("GET", "/export/pairings.csv")[1].decode()))]
    assert len(pairs) == 6
    assert {row["counts"] for row in pairs} == {"1"}
    season = [*csv.DictReader(io.StringIO(desk.request("GET", "/export/season.csv")[1].decode()))]
    assert [row["points"] for row in season] == ["6", "4", "2", "0"]
    assert float(season[0]["rating"]) > float(season[3]["rating"])
    everything = json.loads(desk.request("GET", "/export/evening.json")[1])
    assert everything["tie_breaks"] == ["opponents", "sonneborn-berger", "head-to-head", "gold"]
    assert len(everything["evening"]["rounds"]) == 3
    begin(desk, ids)  # another evening of the same season
    assert desk.state(wanted=lambda now: not now["evening"]["is_over"])["season"][0]["points"] == 6
    one = fixed(desk)
    moved, other = one["pairings"][0], one["pairings"][1]
    told = {"do": "table", "pairing": moved["id"], "version": moved["version"]}
    assert desk.ask(desk.judge, **told, table=other["table"])[0] == 409
    desk.done(desk.judge, **told, table="table-4")
    table, order, _ = desk.hub.ordered[-1]
    assert (table, order.pairing) == ("table-4", moved["id"])


def test_a_new_season_counts_by_its_own_rules(desk):
    desk.done(desk.admin, do="begin-season", title="Autumn", best=1, for_places=[10, 6])
    begin(desk, players(desk, "Anne", "Bess"), rounds=1)
    assert desk.ask(desk.admin, do="begin-season")[0] == 409
    this = fixed(desk)
    decided(desk, this["pairings"][0])
    ended(desk, round_now(desk, lambda now: now["pairings"][0]["counts"]))
    rows = desk.state(wanted=lambda now: sum(row["points"] for row in now["season"]))["season"]
    assert [row["points"] for row in rows] == [10, 6]


def test_a_table_that_cannot_be_told_does_not_keep_the_others_from_it(desk):
    begin(desk, players(desk, "Anne", "Bess", "Calico", "Drake"))
    desk.hub.deaf = {"table-1"}
    desk.done(desk.admin, do="pair")
    drawn = round_now(desk)
    told = desk.done(desk.admin, do="fix-round", round=drawn["id"], version=drawn["version"])
    assert told["problem"] == "Not reached: table-1"
    assert [table for table, _, _ in desk.hub.ordered] == ["table-2"]
    round_now(desk, lambda one: one["state"] == "running")
