"""The chronicle of a match: moves, edits, marks and turns, in order."""

from tableassist.pipeline.moves.chronicle import TURN_MARK, Mark, chronicle_of
from tableassist.pipeline.moves.found_move import MoveKind
from tests.pipeline.demo_states import demo_states
from tests.pipeline.test_found_moves import Script, made_up
from tests.rulebook.move_scenes import ship
from tests.table_states import mast_lost, settings_with, turn_of


def test_nothing_recorded_is_no_chronicle():
    assert chronicle_of([]) is None


def test_what_the_ledger_was_told_is_found_from_the_settings():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 400, 400), turn="Anne")
    script = Script(at).wait().glide("me", (150, 100, 0)).wait()
    bert = settings_with(settings, turn_of("Bert"), mast_lost("you", 1))
    change = len(script.frames)
    chronicle = chronicle_of(script.wait().glide("you", (450, 400, 0)).wait().played(settings, then={change: bert}))
    assert [each.change for each in chronicle.edits] == [turn_of("Bert"), mast_lost("you", 1)]
    assert {each.t_ns for each in chronicle.edits} == {change * 100_000_000}
    assert [(start.turn.number, start.turn.player) for start in chronicle.turns] == [(1, "Anne"), (2, "Bert")]
    assert chronicle.turn_at(0).number == 1
    assert chronicle.turn_at(change * 100_000_000).number == 2


def test_a_mark_with_words_is_a_remark_and_a_turn_mark_ends_the_turn():
    settings, at = made_up(ship("me", "Anne", 100, 100))
    script = Script(at).wait().glide("me", (150, 100, 0)).wait().glide("me", (190, 100, 0)).wait()
    marks = (Mark(1_000_000_000, "he sneezed"), Mark(6_500_000_000, TURN_MARK))
    chronicle = chronicle_of(script.played(settings), marks)
    assert chronicle.remarks == marks[:1]
    assert [each.turn.number for each in chronicle.moves if each.kind is MoveKind.MOVED] == [1, 2]


def test_the_table_lies_still_after_a_turn_when_its_last_move_has_settled():
    chronicle = chronicle_of(demo_states())
    settled = {move.piece: move.settled_ns for move in chronicle.moves if move.turn.number == 4}
    assert settled.keys() == {"bonny-kate", "revenge"}
    assert chronicle.settled_after(4) == settled["revenge"]
    assert chronicle.settled_after(0) == chronicle.first_ns
