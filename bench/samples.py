"""The samples that travel with the program, made anew: `make samples`.

The table is what `tableassist new` makes of `SAMPLE_ANSWERS`. The match is the demo's whole game as the program follows
it: the studio's pictures without the camera's noise (they would be most of the file), read, measured, judged and
refereed as any other. It is chained and not signed: it is nobody's table, and a key that everybody has proves nothing.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.setup.plan import make_table
from tableassist.setup.plan.sample import SAMPLE_ANSWERS, sample_table
from tableassist.setup.plan.sample_match import SAMPLE_NAME
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game, stage_table_text
from tableassist.store.files import packaged_folder
from tableassist.store.match import VideoSegment, make_match_folder, segment_name
from tableassist.store.match.film import SegmentWriter
from tableassist.store.match.film.video import ENCODER
from tableassist.store.match.writer import CHAPTER_NS, create_match, seen_of
from tableassist.store.match_library import export_match
from tableassist.store.table import bundle_of
from tableassist.studio.optics import Look
from tableassist.studio.studio_source import StudioSource
from tableassist.table.demo import DemoFollower
from tableassist.vision.tags.reader import TagReader

STARTED_MS = 1_794_945_600_000
"""A day on which the demo was played; the same each time, so that two samples can be compared."""
FRAMES_PER_S = 8.0
SMALL = {**ENCODER, "preset": "veryslow", "crf": "34", "tune": "animation"}
WHOLE_PICTURE_NS = 10_000_000_000
LOOK = Look(shot_noise=0.0, read_noise=0.0, jpeg_quality=None)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else packaged_folder("samples")
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / sample_table().name
    table.unlink(missing_ok=True)
    make_table(table, SAMPLE_ANSWERS)
    with tempfile.TemporaryDirectory() as made:
        match = write_match(Path(made) / SAMPLE_NAME)
        out = folder / "sample-match.zip"
        out.unlink(missing_ok=True)
        export_match(match, out)
        shutil.rmtree(match)
    print(f"{out}: {out.stat().st_size / 1000:.0f} kB")


def write_match(path):
    stage = find_stage("demo")
    settings = demo_settings(stage)
    game, camera = stage_game(settings), stage.camera
    match = make_match_folder(path)
    bundle = bundle_of(demo_table_path(), stage_table_text(stage))
    writer = create_match(match, bundle, started_ms=STARTED_MS, chapter_ns=CHAPTER_NS)
    writer.begin_chain(match, None, wall_ms=STARTED_MS)
    film = SegmentWriter(
        match / segment_name(1), first_ns=0, width_px=camera.width_px, height_px=camera.height_px,
        encoder=SMALL, whole_picture_ns=WHOLE_PICTURE_NS,
    )  # fmt: skip
    number = writer.next_segment()
    writer.segment(VideoSegment(number, segment_name(1), 0, camera.width_px, camera.height_px))
    reader, follower, state, told = TagReader(settings.tag_families), DemoFollower(), first_state(settings), 0
    source, began, t_ns = StudioSource(game, camera, LOOK, frames_per_s=FRAMES_PER_S), time.monotonic(), 0
    while (frame := source.read()) is not None:
        now, t_ns = follower.settings(settings), frame.t_ns
        state = step(state, frame, now, reader.read)
        wall_ms = STARTED_MS + t_ns // 1_000_000
        writer.add(seen_of(Moment(frame, state, now), wall_ms=wall_ms))
        film.add(frame.image, t_ns)
        follower.see(state, now)
        lines = follower.desk.lines()
        for line in lines[told:]:
            writer.act(t_ns, wall_ms, line)
        told = len(lines)
    film.close()
    writer.filmed((film.filmed(number),))
    writer.close(closed_ms=STARTED_MS + t_ns // 1_000_000)
    print(f"{source.name}: {t_ns / 1e9:.0f} s of the game in {time.monotonic() - began:.0f} s, {told} lines")
    return match


if __name__ == "__main__":
    main()
