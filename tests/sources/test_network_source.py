"""A network camera on the loopback that breaks off, refuses and stalls, seen through the capture process."""

import itertools
from contextlib import closing

import cv2
import numpy as np

from tableassist.sources.supervised import CaptureState, open_tag_source
from tests.capture.loopback_http import MIXED, part, serving
from tests.sources.test_supervised_source import Watcher

RNG = np.random.default_rng(4)


def picture():
    _, data = cv2.imencode(".jpg", RNG.integers(60, 200, (48, 64, 3), dtype=np.uint8))
    return part(data.tobytes())


def test_a_stream_that_breaks_off_refuses_and_stalls_is_told_and_comes_back():
    visits = itertools.count()

    def script(visit):
        number = next(visits)
        if number == 1:
            visit.answer(503, {})
            return
        visit.answer(200, {"Content-Type": MIXED})
        for _ in range(400 if number > 2 else 8):
            visit.write(picture())
            if visit.over.wait(0.03):
                return
        if number == 2:
            visit.over.wait(300)

    with serving(script) as served, closing(open_tag_source(f"{served.url}/video", ("36h11",))) as tag_source:
        assert tag_source.name == f"{served.url}/video"
        watcher = Watcher(tag_source)
        watcher.until(lambda w: w.states[-1:] == [CaptureState.SEEING])
        watcher.until(lambda w: CaptureState.STALLED in w.states)
        watcher.until(lambda w: w.states[-1] is CaptureState.SEEING)
    kinds = [state for state, _ in itertools.groupby(watcher.states) if state is not CaptureState.STARTING]
    coming = iter(kinds)  # a busy computer may stall in between
    assert all(each in coming for each in ["seeing", "reopening", "seeing", "stalled", "reopening", "seeing"]), kinds
    assert "the server answered 503" in watcher.words
