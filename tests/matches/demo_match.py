"""Real moments of the demo's game, through the whole chain, and matches recorded from them."""

import shutil
import time

from tableassist.matches.recording import Recorder
from tableassist.pipeline.judge import judged, rejudged_state
from tableassist.pipeline.measure import not_measured
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game
from tableassist.store.table import bundle_of
from tableassist.studio.studio_source import StudioSource
from tableassist.vision.tags.reader import TagReader
from tests.shared_results import shared_between_processes
from tests.table_states import mast_lost, settings_with

FRAMES_PER_S = 8.0
FRAMES = 72
EDIT_AT, BLIND_AT = 30, 44
"""After so many frames a mast is lost; nothing is seen for one moment."""


@shared_between_processes
def demo_moments():
    """Nine seconds: two ships are moved by a hand, a mast is lost, and for a moment nothing is seen."""
    stage = find_stage("demo")
    settings = demo_settings(stage)
    source = StudioSource(stage_game(settings), stage.camera, frames_per_s=FRAMES_PER_S)
    reader, state, moments = TagReader(settings.tag_families), first_state(settings), []
    for number in range(FRAMES):
        frame = source.read()
        if number == EDIT_AT:
            settings = settings_with(settings, mast_lost("titan", 1))
            state = rejudged_state(state, settings)
        state = step(state, frame, settings, reader.read)
        moments.append(Moment(frame, state, settings))
        if number == BLIND_AT:
            state = judged(not_measured(frame, settings, state, "the camera is gone"), settings)
            moments.append(Moment(frame, state, settings))
    return tuple(moments)


def demo_bundle():
    return bundle_of(demo_table_path())


def take_all_of(recorder, moment):
    """Waits for the encoder, so that no picture is dropped however busy the machine is."""
    recorder.take(moment)
    until = time.monotonic() + 120.0
    while not recorder.is_idle and time.monotonic() < until:
        time.sleep(0.002)


def record_demo(path, *, video=True, closed=True, moments=None, **options):
    """The folder of a match of all moments; the recorder too where it is not closed."""
    recorder = Recorder(path, demo_bundle(), video=video, **options)
    for moment in demo_moments() if moments is None else moments:
        if video:
            take_all_of(recorder, moment)
        else:
            recorder.take(moment)
    if not closed:
        return recorder
    recorder.close()
    return recorder.folder


def mutation_matches(root):
    """A small match that was closed, and one as a kill leaves it: with its log, and its video unfinished."""
    closing = record_demo(root / "closed", closed=False, moments=demo_moments()[:10])
    closing.keep_picture(demo_moments()[5])
    closing.close()
    closed = closing.folder
    running = record_demo(root / "running", closed=False, moments=demo_moments()[:10])
    running.mark("here")
    running.flush(0.3)
    unclosed = root / "unclosed.match"
    shutil.copytree(running.folder, unclosed)
    running.close()
    return closed, unclosed
