"""The outbox: numbers without a gap, nothing lost by a kill, nothing forgotten before the hub has it."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tableassist.store.league_records import (
    MOST_BATCH_BYTES,
    ActSaid,
    CommandAnswered,
    DisputeRaised,
    MatchBegun,
    Receipt,
    RecordBatch,
)
from tableassist.table.hub_link import Outbox
from tableassist.table.hub_link.outbox import DATABASE, chain_of

REPOSITORY = Path(__file__).parents[3]
LINES = ('{"format":1}', '{"act":"move"}', '{"act":"end-turn"}')


@pytest.fixture
def outbox(tmp_path):
    return Outbox(tmp_path)


def numbers(outbox, match):
    return [each.number for each in outbox.records(match)]


def test_each_match_counts_from_one_without_a_gap_also_after_a_restart(outbox, tmp_path):
    for match in ("a", "b", "a"):
        outbox.say(match, ActSaid("{}"), 5)
    outbox.close()
    again = Outbox(tmp_path)
    assert again.say("a", ActSaid("{}"), 5) == 3
    assert (numbers(again, "a"), numbers(again, "b")) == ([1, 2, 3], [1])


def test_a_kill_loses_nothing_that_was_said(tmp_path):
    command = [sys.executable, "-m", "tests.table.hub_link.talking_table", str(tmp_path), "m"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as talking:
        told = [int(talking.stdout.readline()) for _ in range(300)]
        talking.kill()
        told += [int(line) for line in talking.stdout if line.endswith("\n")]
    kept = numbers(Outbox(tmp_path), "m")
    assert kept[: len(told)] == told == list(range(1, len(told) + 1))
    assert len(kept) - len(told) in (0, 1)  # said, and killed before it could tell


def test_only_a_receipt_ends_the_waiting(outbox):
    for _ in range(5):
        outbox.say("a", ActSaid("{}"), 5)
    assert outbox.waiting() == 5
    outbox.take_receipt(Receipt("a", 3))
    assert outbox.waiting() == 2
    outbox.take_receipt(Receipt("a", 1))  # one that comes late
    assert outbox.waiting() == 2
    outbox.take_receipt(Receipt("a", 1), lowers=True)
    assert outbox.waiting() == 4
    assert outbox.take_receipt(Receipt("strange", 3)) is None


def test_a_receipt_for_more_than_was_said_confirms_nothing_to_come(outbox):
    outbox.say("a", ActSaid("{}"), 5)
    outbox.take_receipt(Receipt("a", 9))
    outbox.say("a", ActSaid("{}"), 5)
    assert outbox.waiting() == 1


def test_batches_are_what_the_hub_reads_and_not_too_large(outbox):
    line = "x" * 90_000
    for _ in range(25):
        outbox.say("a", ActSaid(line), 5)
    first, seen = 1, []
    while (batch := outbox.batch("a", first)) is not None:
        assert len(batch.data) <= MOST_BATCH_BYTES
        seen += [each.number for each in msgspec.json.decode(batch.data, type=RecordBatch).records]
        first = batch.last + 1
    assert seen == list(range(1, 26))


def test_a_command_is_answered_once(outbox):
    assert outbox.answer("a", CommandAnswered("c1", done=True), 5)
    assert not outbox.answer("a", CommandAnswered("c1", done=False), 5)
    assert outbox.is_done("c1")
    assert len(outbox.records("a")) == 1


def test_evidence_waits_for_its_dispute_and_then_for_its_receipt(outbox):
    raised = DisputeRaised("d", "in range?", 0, evidence="a" * 64, evidence_bytes=3)
    outbox.dispute("m", raised, b"zip", 5)
    assert outbox.missing_evidence() == ()  # the hub has not heard of it
    outbox.take_receipt(Receipt("m", 1))
    (missing,) = outbox.missing_evidence()
    assert outbox.evidence_path(missing.sha256).read_bytes() == b"zip"
    outbox.take_receipt(Receipt("m", 1, evidence=("a" * 64,)))
    assert outbox.missing_evidence() == ()
    outbox.take_receipt(Receipt("m", 1, wanted=("a" * 64,)))
    assert len(outbox.missing_evidence()) == 1


def test_what_the_hub_has_is_forgotten_after_a_month_and_nothing_else(outbox):
    for match in ("whole", "half"):
        outbox.dispute(match, DisputeRaised("d", "?", 0, evidence="b" * 64, evidence_bytes=1), b"z", 5)
    outbox.answer("whole", CommandAnswered("c", done=True), 6)
    outbox.take_receipt(Receipt("whole", 2, evidence=("b" * 64,)))
    outbox.forget(before_ms=100)
    assert (numbers(outbox, "whole"), numbers(outbox, "half")) == ([], [1])
    assert outbox.is_done("c")


def test_the_chain_tells_one_game_from_another(outbox):
    outbox.say("a", MatchBegun("n", ("Anne", "Bob"), start=LINES[0]), 1)
    for line in LINES[1:]:
        outbox.say("a", ActSaid(line), 1)
    kept = outbox.match("a")
    assert kept.acts == 2
    assert kept.chain == chain_of(LINES)
    assert kept.chain not in (chain_of(LINES[:2]), chain_of((LINES[0], LINES[2], LINES[1])))


def test_a_damaged_outbox_is_set_aside_and_another_begun(tmp_path):
    (tmp_path / DATABASE).write_bytes(b"no database at all" * 100)
    outbox = Outbox(tmp_path)
    assert outbox.say("a", ActSaid("{}"), 1) == 1
    assert len(list(tmp_path.glob("damaged *"))) == 1


def test_a_number_is_given_only_with_its_record(outbox):
    outbox.say("a", ActSaid("{}"), 1)
    for line in ("x" * 100_001, "y" * 5_000_000):
        with pytest.raises(msgspec.ValidationError):
            outbox.say("a", ActSaid(line), 1)
    assert outbox.say("a", ActSaid("{}"), 1) == 2
    with pytest.raises(msgspec.ValidationError):
        outbox.say("a", ActSaid("{}"), -1)
    assert outbox.say("a", ActSaid("{}"), 1) == 3
    assert outbox.match("a").acts == 3
