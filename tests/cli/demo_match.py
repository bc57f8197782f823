"""A match that was recorded: the demo's game, shortened to what matters, with its pictures. Made once a run."""

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from tableassist.pieces import MoveSegment
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.sources import demo_table_path, find_stage, stage_table_text
from tableassist.store.keys import key_folder, load_or_make_table_key
from tableassist.store.match import VideoSegment, make_match_folder, segment_name, write_still
from tableassist.store.match.film import SegmentWriter
from tableassist.store.match.stills import still_digest
from tableassist.store.match.writer import create_match, seen_of
from tableassist.store.table import bundle_of
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector
from tests.pipeline.demo_states import demo_table
from tests.shared_results import shared_between_processes

STARTED_MS = 1_794_800_000_000
"""Some evening in 2026."""
STILL_S = (0.0, 0.3, 0.6, 0.9)
ENDS_S = (5.7, 10.2, 14.9, 21.3, 25.85, 33.1, 47.6)
"""Of the script: after each move, when the hand has gone. The match is over before a mast is shot away."""
_made = []


def pictures():
    """(time of the game, time of the match) of each picture: the table at rest before and after each move."""
    yield from ((0.1, at) for at in STILL_S)
    match_s = 1.5
    for end_s in ENDS_S:
        yield from ((end_s, match_s + 0.5 + at) for at in STILL_S)
        match_s += 3.0
    yield ENDS_S[-1], match_s


@lru_cache(maxsize=1)
def demo_match() -> Path:
    """The folder of the match; nobody may change it."""
    folder = tempfile.TemporaryDirectory(prefix="demo-match-")
    _made.append(folder)
    return write_demo_match(Path(folder.name) / "friday", video=True)


@shared_between_processes
def demo_moments():
    settings, game = demo_table()
    settings = replace(settings, pieces=tuple(map(with_a_short_move, settings.pieces)))
    studio, detector = Studio(find_stage("demo").camera), TagDetector(settings.tag_families)
    state, rendered, moments = first_state(settings), {}, []
    for number, (game_s, match_s) in enumerate(pictures()):
        if game_s not in rendered:
            image = studio.picture(game.table_at(game_s), np.random.default_rng(number))
            rendered[game_s] = image, detector.detect(image)
        image, sightings = rendered[game_s]
        frame = Frame(image, round(match_s * 1e9), number, "studio")
        state = step(state, frame, settings, lambda _image, seen=sightings: seen)
        moments.append(Moment(frame, state, settings))
    return tuple(moments)


def with_a_short_move(piece):
    """The plantagenet's card says S here: a match in which every move is legal shows no call against one."""
    return replace(piece, base_move=(MoveSegment.SHORT,)) if piece.id == "plantagenet" else piece


def write_demo_match(path, *, video, still_of=None):
    """`still_of`: a moment of which the camera's own picture is kept."""
    match = make_match_folder(path)
    bundle = bundle_of(demo_table_path(), stage_table_text(find_stage("demo")))
    writer = create_match(match, bundle, started_ms=STARTED_MS, chapter_ns=600_000_000_000)
    writer.begin_chain(match, load_or_make_table_key(key_folder()), wall_ms=STARTED_MS)
    size = {"width_px": 1280, "height_px": 720}
    segment = SegmentWriter(match / segment_name(1), first_ns=0, **size) if video else None
    for moment in demo_moments():
        writer.add(seen_of(moment, wall_ms=STARTED_MS + moment.frame.t_ns // 1_000_000))
        if segment is not None:
            segment.add(moment.frame.image, moment.frame.t_ns)
    if segment is not None:
        writer.segment(VideoSegment(1, segment_name(1), 0, **size))
        segment.close()
        writer.filmed((segment.filmed(1),))
    if still_of is not None:
        write_still(match, still_of.state.t_ns, still_of.frame.image)
        writer.still(still_of.state.t_ns, still_digest(match, still_of.state.t_ns))
    writer.mark(9_000_000_000, STARTED_MS + 9_000, "Bert <knocked> the table & laughed")
    state = demo_moments()[-1].state
    ram = next(each for each in state.rulings if each.rule == "ram" and each.verdict is Verdict.YES)
    overruling = Overruling(ram, Verdict.NO, "her <b>bow</b> did not touch", "Anne", state.t_ns)
    writer.overrulings(state.t_ns, STARTED_MS + 23_000, (overruling,))
    writer.close(closed_ms=STARTED_MS + 30_000)
    return match
