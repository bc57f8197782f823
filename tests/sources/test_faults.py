"""Every row of the table of faults: the players are told, and no call is wrong."""

from dataclasses import replace
from itertools import islice

import pytest

from tableassist.pipeline.step import first_state, step
from tableassist.vision.tags.reader import TagReader
from tests.sources.fault_films import SETTINGS as TABLE
from tests.sources.fault_films import WELL, moved, shifted, well
from tests.sources.fault_run import frames_of, run_fault, wrong_calls
from tests.sources.fault_table import FAULTS


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_told_and_leads_to_no_wrong_call(fault):
    outcome = run_fault(fault)
    assert outcome.wrong == ()
    for words in fault.said:
        assert words in outcome.told
    if fault.blind:
        assert outcome.states[-1].rulings == ()
    else:
        assert outcome.called > 0, "a film in which nothing is called shows nothing"


def test_a_wrong_call_would_be_found():
    """The same pictures held against another truth: a ship that had rammed lies 20 mm away."""
    reader, state = TagReader(TABLE.tag_families), first_state(TABLE)
    film = list(islice(frames_of(FAULTS[0]), WELL))
    for _, frame in film:
        state = step(state, frame, TABLE, reader.read)
    shot, _ = film[-1]
    assert wrong_calls(state, shot, TABLE, 0) == []
    elsewhere = replace(shot, table=moved(well(), plantagenet=shifted(-20.0)))
    assert {"ram:plantagenet:revenge"} <= {wrong.ruling.id for wrong in wrong_calls(state, elsewhere, TABLE, 0)}
