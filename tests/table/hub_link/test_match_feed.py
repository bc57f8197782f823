"""Which match a game is in its league, and that each of its lines is told once, whatever was cut off."""

import pytest

from tableassist.store.league import Membership
from tableassist.store.league_records import TABLE_LOG, ActSaid, MatchBegun, MatchEnded, Receipt
from tableassist.table.hub_link import HubLink, MatchFeed, Outbox
from tableassist.table.hub_link.match_feed import MATCH_FILE

BEGUN = MatchBegun("Friday", ("Anne", "Bob"))
LINES = ('{"format":1}', '{"act":"a"}', '{"act":"b"}', '{"act":"c"}')
MEMBER = Membership("friday", "table-3", "mqtt://127.0.0.1:1", "token", "")


class Told:
    """A table that is never connected."""

    def __init__(self, folder, member=MEMBER):
        self.link = HubLink(member, Outbox(folder))
        self.feed = MatchFeed(self.link)

    def lines(self, match=None):
        bodies = [each.body for each in self.link.outbox.records(match or self.feed.match)]
        return tuple(each.start if isinstance(each, MatchBegun) else each.line for each in bodies
                     if isinstance(each, MatchBegun | ActSaid))  # fmt: skip


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game").mkdir()
    return tmp_path / "game"


@pytest.fixture
def told(tmp_path):
    return Told(tmp_path / "league")


def test_a_game_that_runs_when_the_table_joins_is_told_from_its_beginning(told, game):
    assert told.feed.follow(LINES, BEGUN, game)
    assert told.lines() == LINES


def test_a_resumed_game_goes_on_as_the_same_match_with_what_was_cut_off(told, game, tmp_path):
    told.feed.follow(LINES[:1], BEGUN, game)
    told.feed.act(ActSaid(LINES[1]), lambda: LINES[:2])
    match = told.feed.match
    told.link.outbox.close()  # killed when the journal had two lines more
    again = Told(tmp_path / "league")
    assert not again.feed.follow(LINES, BEGUN, game)
    assert again.feed.match == match
    assert again.lines() == LINES


def test_a_game_that_was_told_otherwise_is_another_match(told, game):
    told.feed.follow(LINES, BEGUN, game)
    first = told.feed.match
    told.feed.leave()
    assert told.feed.follow((LINES[0], LINES[2]), BEGUN, game)
    assert told.feed.match != first
    assert told.lines(first) == LINES


def test_a_second_game_in_the_same_folder_ends_the_first(told, game):
    told.feed.follow(LINES[:2], BEGUN, game)
    first = told.feed.match
    told.feed.follow(LINES[:1], BEGUN, game)
    assert told.feed.match != first
    assert isinstance(told.link.outbox.records(first)[-1].body, MatchEnded)


def test_a_game_that_was_abandoned_at_once_is_not_gone_on_with(told, game):
    told.feed.follow(LINES[:1], BEGUN, game)
    first = told.feed.match
    told.feed.end("abandoned")
    told.feed.follow(LINES[:1], BEGUN, game)
    assert told.feed.match not in ("", first)


def test_a_game_kept_for_another_league_is_another_match(told, game, tmp_path):
    told.feed.follow(LINES, BEGUN, game)
    other = Told(tmp_path / "other", Membership("monday", "table-3", MEMBER.broker, "t", ""))
    assert other.feed.follow(LINES, BEGUN, game)
    (game / MATCH_FILE).write_bytes(b"no such file")
    assert other.feed.follow(LINES, BEGUN, game)


def test_a_match_that_the_hub_refuses_is_told_as_another(told, game):
    told.feed.follow(LINES, BEGUN, game)
    first = told.feed.match
    told.link.outbox.take_receipt(Receipt(first, 0, refused="it belongs to table-4"))
    assert told.link.outbox.waiting() == 0
    told.feed.follow(LINES, BEGUN, game)
    assert told.feed.match != first
    assert told.lines() == LINES


def test_an_act_that_the_disk_did_not_take_is_told_with_the_next(told, game):
    told.feed.follow(LINES[:1], BEGUN, game)
    told.feed.act(ActSaid("x" * 200_000), tuple)  # the outbox does not take it
    assert told.lines() == LINES[:1]
    told.feed.act(ActSaid(LINES[2]), lambda: LINES[:3])
    told.feed.act(ActSaid(LINES[3]), lambda: LINES)
    assert told.lines() == LINES


def test_between_matches_the_table_has_a_log_of_its_own(told):
    told.feed.say(MatchEnded("nothing"))
    told.feed.say(MatchEnded("again"))
    match = told.feed.table_log()
    first, *others = told.link.outbox.records(match)
    assert first.body.game == TABLE_LOG
    assert [each.number for each in others] == [2, 3]


def test_a_recording_without_a_game_begins_once(told):
    for _ in range(2):
        told.feed.follow_recording("record-1", BEGUN)
    assert [each.body for each in told.link.outbox.records("record-1")] == [BEGUN]
