"""The short form of `python -m bench.soak`: some seconds of the running program, with faults."""

from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest

from bench import soak
from bench.soak_oracle import TrueTable
from bench.soak_script import MOST_COUNTED_NS, Plan, beats, shot_of, stamp, stamped, still_times
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.scene import build_scene
from tableassist.scene.piece_pose import PiecePose
from tests.sources.fault_films import SETTINGS, well

pytestmark = pytest.mark.xdist_group("soak")  # it is run once
SHORT = Plan(moves=1, fault_every=30, eye_fault_every=120, eye_faults=("crash", "frozen", "black", "unplugged"))
MOST_S = 90.0


@pytest.fixture(scope="module")
def figures():
    return soak.run(MOST_S, 5, SHORT, enough)


def enough(tally):
    """As soon as there is something to see: on a busy machine that takes longer."""
    return sum(tally.faults.values()) >= 2 and tally.health["reopening"] > 0 and tally.frames > 60


def test_no_call_is_wrong_and_no_frame_is_lost(figures):
    tally = figures.tally
    assert tally.wrong == []
    assert tally.ended == ""
    assert figures.recorded == figures.replayed == tally.frames
    assert figures.record_words == ""
    assert tally.calls > 1000
    assert tally.asked > 0.3 * tally.calls


def test_faults_were_thrown_and_table_time_went_by(figures):
    assert enough(figures.tally)
    assert figures.restarts > 0
    assert figures.tally.table_ns / 1e9 > figures.seconds


def test_the_report_has_every_figure(figures):
    said = "\n".join(soak.words(figures))
    for words in ("table time", "frames", "wrong calls 0", "faults at the table", "restarts", "memory", "open files"):
        assert words in said


def test_what_falls_short_is_told(figures):
    def failed(**other):
        return soak.misses(replace(figures, samples=(), **other))

    assert failed() == []
    assert "9 of 10 frames in the record" in failed(recorded=10, replayed=9)[0]
    wrong = replace(figures.tally, wrong=["beat 3 (play): ram:a:b yes"], ended="the camera is gone")
    assert len(failed(tally=wrong)) == 2
    grown = [soak.Sample(float(k), 0.0, k, 100_000_000 + 1_000_000 * k, 10 + k, 0) for k in range(40)]
    told = soak.misses(replace(figures, samples=tuple(grown)), least_hours=1e6)
    for words, part in zip(told, ("memory grew", "open files went", "hours of table time"), strict=True):
        assert part in words


def test_the_script_is_the_same_for_camera_and_judge_and_its_numbers_survive_the_picture():
    one, other = (list(islice(beats(9, SHORT), 400)) for _ in range(2))
    assert one == other
    assert [beat.number for beat in one] == list(range(400))
    assert any(beat.fault is not None for beat in one)
    assert {beat.tag_source for beat in one} > {""}
    image = np.full((40, 60, 3), 77, np.uint8)
    assert [stamped(stamp(image, number)) for number in (0, 1, 4711, 2**24 - 1)] == [0, 1, 4711, 2**24 - 1]
    assert max(b.t_ns - a.t_ns for a, b in pairwise(one)) >= MOST_COUNTED_NS * 0.7
    assert shot_of(one[0], still_times(SHORT)).table.pieces


def true_rulings(table):
    sure = np.diag([1e-12, 1e-12, 1e-14])
    poses = {p.piece.id: PiecePose(p.pose, sure, np.zeros((3, 1)), 0, (), 0.0) for p in table.pieces}
    return adjudicate(build_scene(SETTINGS.pieces, poses, SETTINGS.state, 0), SETTINGS.rules)


def test_the_oracle_agrees_with_true_calls_and_contradicts_each_turned_round():
    table = TrueTable(well())
    other = {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}
    caught = dict.fromkeys(("range", "line_of_fire", "ram", "docking"), 0)
    for ruling in true_rulings(well()):
        if ruling.rule not in caught or ruling.verdict not in other:
            continue
        if ruling.rule == "line_of_fire" and caught["line_of_fire"] > 5:
            continue
        assert not table.contradicts(ruling), ruling
        if table.contradicts(ruling.replace(verdict=other[ruling.verdict])):
            caught[ruling.rule] += 1
    assert min(caught.values()) > 0, caught
