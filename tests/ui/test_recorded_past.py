"""What stands on the time line of a record: turns, marks, moves, contacts, overrulings."""

from dataclasses import replace

from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.pipeline.moves.chronicle import TURN_MARK
from tableassist.ui.timeline.past import SignKind
from tableassist.ui.timeline.recorded_past import RecordedPast
from tests.matches.demo_match import demo_bundle, demo_moments, record_demo
from tests.table_states import settings_with, turn_of


def told(moment, player):
    settings = moment.settings
    return replace(moment, settings=settings_with(settings, turn_of(player)))


def test_turns_stand_where_the_ledger_was_told_or_a_mark_was_set(tmp_path):
    moments = demo_moments()[:12]
    recorder = Recorder(tmp_path / "turns", demo_bundle(), video=False)
    english = [told(moment, "English") for moment in moments]
    pirates = [told(moment, "Pirates") for moment in moments]
    english = [replace(each, settings=english[3].settings) for each in english]
    pirates = [replace(each, settings=pirates[8].settings) for each in pirates]
    for moment in (*moments[:3], *english[3:8], *pirates[8:]):
        recorder.take(moment)
    recorder.mark(TURN_MARK, moments[10].state.t_ns)
    recorder.mark("tea", moments[11].state.t_ns)
    recorder.close()
    times = [moment.state.t_ns for moment in moments]
    with Replay(recorder.folder) as replay:
        assert replay.turns == ((times[3], "English"), (times[8], "Pirates"))
    past = RecordedPast(lambda: recorder.folder)
    signs = past.signs()
    past.close()
    turns = [(sign.t_ns, sign.words) for sign in signs if sign.kind is SignKind.TURN]
    assert turns == [(times[3], "English's turn"), (times[8], "Pirates' turn"), (times[10], "Next turn")]
    assert [(sign.t_ns, sign.words) for sign in signs if sign.kind is SignKind.MARK] == [(times[11], "tea")]


def test_what_has_come_since_is_added_and_nothing_twice(tmp_path):
    """Of a table that goes on."""
    moments = demo_moments()
    recorder = Recorder(tmp_path / "grows", demo_bundle(), video=False)
    for moment in moments[:20]:
        recorder.take(moment)
    past = RecordedPast(lambda: recorder.folder, flush=recorder.flush)
    past.span()
    before = past.signs()
    for moment in moments[20:]:
        recorder.take(moment)
    past.span()
    after = past.signs()
    assert set(before) <= set(after)
    assert [sign.words for sign in after if sign.kind is SignKind.MOVE] == ["HMS Oxley has moved"]
    recorder.close()
    whole = RecordedPast(lambda: recorder.folder)
    assert whole.signs() == after
    for each in (past, whole):
        each.close()


def test_who_has_looked_lets_go_of_the_files(tmp_path):
    """The memory forgets its oldest minutes; a file that somebody holds open would keep its room on the disk."""
    recorder = record_demo(tmp_path / "goes on", closed=False, segment_s=0.5)
    past = RecordedPast(lambda: recorder.folder, flush=recorder.flush)
    past.span()
    for moment in demo_moments()[::5]:
        past.at(moment.state.t_ns)
    assert len(past._replay._pictures._open) > 1
    past.span()
    assert not past._replay._pictures._open
    past.close()
    recorder.close()
