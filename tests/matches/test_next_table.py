"""A ship is moved while her twin on the next table is in view: until she is found again, nothing is called of her."""

from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.ruling import Verdict
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader
from tests.sources.fault_films import GAME, SETTINGS, pictured, second_table, still, well
from tests.sources.fault_run import wrong_calls


def test_a_twin_beside_the_mat_is_never_taken_for_the_ship_that_was_moved():
    reader, state = TagReader(SETTINGS.tag_families), first_state(SETTINGS)
    t_ns, beside = 0, 0
    for number, shot in enumerate([*still(GAME.table_at(10.2), 2), *second_table(well())[:5]]):
        t_ns += shot.after_ns
        state = step(state, Frame(pictured(shot, number % 2), t_ns, number, "studio"), SETTINGS, reader.read)
        assert wrong_calls(state, shot, SETTINGS, number) == []
        if any("HMS Oxley is off the mat" in str(words) for words in state.warnings):
            beside += 1
            calls = [r for r in state.rulings if r.verdict in (Verdict.YES, Verdict.NO)]
            assert not any("oxley" in (ruling.subject, ruling.target) for ruling in calls)
            assert any("lies beside the mat" in str(r.reason) for r in state.rulings if r.verdict is Verdict.NOT_SEEN)
    assert beside > 0, "she was found at once, and nothing was shown"
