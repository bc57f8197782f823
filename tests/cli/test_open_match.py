"""What happened in a match is found without looking at the hours in which nothing did."""

from dataclasses import replace

from tableassist.matches.recorded_match import chronicle_of_match, parse_time_ns
from tableassist.matches.replay import Replay
from tableassist.matches.replay.chronicle import eventful_states, windows
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.chronicle import Mark, chronicle_of
from tableassist.store.match import make_match_folder
from tableassist.store.match.writer import create_match, seen_of
from tests.pipeline.played_tracks import played
from tests.pipeline.test_found_moves import Script
from tests.table_states import mast_lost, settings_with
from tests.ui.demo_moment import demo_moment

SECOND = 1_000_000_000


def test_stretches_that_touch_are_one():
    found = windows([0, 2 * SECOND, 60 * SECOND])
    assert found == [(-1_500_000_000, 5 * SECOND), (58_500_000_000, 63 * SECOND)]


def slow_game():
    """Three moves, a bump and a lost mast with long pauses between them, by poses of the demo's table."""
    start = demo_moment("blocked")
    at = start.state.tracks.poses
    script = Script({piece: (pose.pose.x_mm, pose.pose.y_mm, pose.pose.heading_rad) for piece, pose in at.items()})
    script.wait(9)
    for name, dx in (("titan", 60.0), ("revenge", -50.0), ("titan", 40.0)):
        x, y, heading = script.at[name]
        script.glide(name, (x + dx, y, heading)).wait(9)
    frames, settings = [], start.settings
    known = {}
    for number, frame in enumerate(script.frames):
        if number == 250:
            settings = settings_with(settings, mast_lost("oxley", 2))
        poses = {}
        for piece, (x, y, heading) in frame.items():
            if known.get(piece, (None,))[0] != (x, y, heading):
                pose = replace(at[piece].pose, x_mm=x, y_mm=y, heading_rad=heading)
                known[piece] = (x, y, heading), replace(at[piece], pose=pose, t_ns=number)
            poses[piece] = known[piece][1]
        frames.append((poses, settings))
    for made, now in played(start.settings, frames):
        state = replace(made, registration=start.state.registration)
        yield Moment(replace(start.frame, t_ns=state.t_ns, number=state.frame_number), state, now)


def test_the_chronicle_is_that_of_all_moments(tmp_path):
    match = make_match_folder(tmp_path / "slow")
    writer = create_match(match, None, started_ms=0, chapter_ns=600 * SECOND)
    for moment in slow_game():
        writer.add(seen_of(moment, wall_ms=moment.frame.t_ns // 1_000_000))
    writer.edit(25 * SECOND, 25_000, "HMS Oxley loses mast 2")
    writer.mark(37 * SECOND, 37_000, "tea")
    writer.close(closed_ms=0)
    with Replay(match) as replay:
        some = chronicle_of_match(replay)
        looked_at = sum(1 for _ in eventful_states(replay))
        every = chronicle_of(((each.state, each.settings) for each in replay.moments()), [Mark(37 * SECOND, "tea")])
        assert looked_at < 0.8 * replay.frame_count
    told = [
        [(move.kind, move.piece, move.turn, move.settled_ns, move.start, move.end) for move in each.moves]
        for each in (some, every)
    ]
    assert told[0] == told[1]
    assert [(kind, piece) for kind, piece, *_ in told[0] if kind == "moved"] == [
        ("moved", "titan"), ("moved", "revenge"), ("moved", "titan")
    ]  # fmt: skip
    assert (some.edits, some.remarks, some.turns, some.last_ns) == (
        every.edits, every.remarks, every.turns, every.last_ns
    )  # fmt: skip


def test_times_are_read_as_people_type_them():
    assert [parse_time_ns(text, "--at") for text in ("187.4", "3:07.4", "1:03:07", "0")] == [
        187_400_000_000, 187_400_000_000, 3_787_000_000_000, 0
    ]  # fmt: skip
