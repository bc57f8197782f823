"""A match recorded live and replayed gives the same rulings, to the last digit."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.matches.replay import NO_PICTURE, Replay
from tableassist.matches.replay.check import checked_moments
from tableassist.messages import Message
from tableassist.pipeline.judge import judged
from tableassist.rulebook.editions.revolution import REVOLUTION
from tableassist.rulebook.ruling import Verdict
from tableassist.scene.unverified import Unverified
from tableassist.store.match.blocks import digest_of
from tableassist.store.table.notes import notes_of
from tableassist.vision.localisation.tracking import Tracks
from tests.matches.demo_match import BLIND_AT, EDIT_AT, demo_moments, record_demo


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return record_demo(tmp_path_factory.mktemp("matches") / "demo", segment_s=3.0)


@pytest.fixture
def replay(match):
    with Replay(match) as opened:
        yield opened


def same_tracks(one, other):
    assert list(one.tracks) == list(other.tracks)
    for mine, theirs in zip(one.tracks.values(), other.tracks.values(), strict=True):
        assert (mine.rest, mine.stop, mine.stopped_ns) == (theirs.rest, theirs.stop, theirs.stopped_ns)
        assert (mine.seen_ns, mine.moving, mine.hidden) == (theirs.seen_ns, theirs.moving, theirs.hidden)
        assert mine.pose.pose == theirs.pose.pose
        assert (mine.pose.t_ns, mine.pose.tags) == (theirs.pose.t_ns, theirs.pose.tags)
        assert mine.pose.residual_px == theirs.pose.residual_px
        assert np.array_equal(mine.pose.own, theirs.pose.own)
        assert np.array_equal(mine.pose.shared, theirs.pose.shared)


def test_every_moment_replayed_in_order_is_as_it_was(replay):
    live = demo_moments()
    again = list(replay.moments())
    assert len(again) == len(live)
    for before, after in zip(live, again, strict=True):
        assert tuple(after.state.rulings) == tuple(before.state.rulings)
        same_tracks(after.state.tracks, before.state.tracks)
        assert after.state.warnings == tuple(map(str, before.state.warnings))
        assert after.state.t_ns == before.state.t_ns
        assert after.frame.number == before.frame.number
        assert notes_of(after.settings.state) == notes_of(before.settings.state)
        assert after.settings.rules == before.settings.rules
        assert after.settings.pieces == before.settings.pieces
    assert sum(len(moment.state.rulings) for moment in live) > 10_000


WHY = Message("seen, but not believed: {problem}", problem=Message("tag {tag} looks lifted", tag=7))
DOUBT = Message("does not look like the hull under its tag")


def explained(moment, reasons, doubts):
    """As if the first piece had never been placed, the second were doubted, and the third not measured for a second."""
    first, second, third = (placed.id for placed in moment.state.scene.pieces[:3])
    known = {piece: track for piece, track in moment.state.tracks.tracks.items() if piece != first}
    known[third] = replace(known[third], seen_ns=moment.state.t_ns - 1_000_000_000)
    tracks, t_ns = Tracks(known), moment.state.t_ns
    why = {"reasons": dict.fromkeys((first, third), reasons) if reasons else {}}
    if doubts:
        why["doubts"] = {second: doubts}
    scene = moment.settings.scene(tracks.poses, tracks.seen_ns, t_ns, **why)
    return replace(moment, state=judged(replace(moment.state, tracks=tracks, scene=scene), moment.settings))


def test_why_pieces_were_not_measured_or_were_doubted_is_recorded_and_judged_again_in_the_same_words(tmp_path):
    moments = [explained(moment, WHY, DOUBT) for moment in demo_moments()[3:6]]
    with Replay(record_demo(tmp_path / "lifted", video=False, moments=moments)) as replay:
        assert [each.is_same for each in checked_moments(replay)] == [True] * 3
        again = replay.at(moments[1].state.t_ns).state
    told = {str(ruling.reason) for ruling in again.rulings if ruling.verdict is Verdict.NOT_SEEN}
    first, second, third = (placed.name for placed in demo_moments()[4].state.scene.pieces[:3])
    assert f"{first} is not measured: seen, but not believed: tag 7 looks lifted" in told
    assert f"{second} does not look like the hull under its tag" in told
    assert f"{third} has not been measured for 1.0 s: seen, but not believed: tag 7 looks lifted" in told
    assert again.missing.reasons == {each: str(WHY) for each in moments[1].state.scene.reasons}


def test_what_was_taken_on_trust_is_recorded_and_the_same_calls_rest_on_it_again(tmp_path):
    moments = demo_moments()[3:6]
    piece = moments[0].state.scene.pieces[0].id
    on_trust = {piece: Unverified((1,), 100.0, (1.5, -0.7))}

    def trusted(moment):
        tracks, t_ns = moment.state.tracks, moment.state.t_ns
        scene = moment.settings.scene(tracks.poses, tracks.seen_ns, t_ns, unverified=on_trust)
        return replace(moment, state=judged(replace(moment.state, scene=scene), moment.settings))

    moments = [trusted(moment) for moment in moments]
    with Replay(record_demo(tmp_path / "trusted", video=False, moments=moments)) as replay:
        assert [each.is_same for each in checked_moments(replay)] == [True] * 3
        again = replay.at(moments[1].state.t_ns).state
    assert again.scene.unverified == on_trust
    resting = [ruling.conditions for ruling in again.rulings if ruling.conditions]
    assert resting == [ruling.conditions for ruling in moments[1].state.rulings if ruling.conditions]
    assert {each.piece for conditions in resting for each in conditions} == {piece}


def test_a_match_that_does_not_say_why_pieces_were_not_measured_is_judged_in_the_words_of_its_time(tmp_path):
    moments = [explained(moment, None, None) for moment in demo_moments()[3:6]]
    folder = record_demo(tmp_path / "old", video=False, moments=moments)
    with closing(sqlite3.connect(folder / "match.sqlite")) as database, database:
        for number, words in database.execute("SELECT id, words FROM words").fetchall():
            database.execute("UPDATE words SET words = ? WHERE id = ?", (json.dumps(json.loads(words)[:3]), number))
    with Replay(folder) as replay:
        assert [each.is_same for each in checked_moments(replay)] == [True] * 3
        told = {str(ruling.reason) for ruling in replay.at(moments[1].state.t_ns).state.rulings}
    first, _, third = (placed.name for placed in demo_moments()[4].state.scene.pieces[:3])
    assert {f"{first} has not been seen", f"{third} has been hidden for 1.0 s"} <= told


def test_any_moment_by_itself_is_judged_as_it_was_then(replay):
    live = demo_moments()
    for place in (40, 3, 55, EDIT_AT, EDIT_AT - 1, 0, 17):
        moment = replay.at(live[place].state.t_ns)
        assert digest_of(moment.state.rulings) == digest_of(live[place].state.rulings)


def test_the_camera_stands_where_it_stood(replay):
    live = demo_moments()[20].state.registration
    again = replay.at(demo_moments()[20].state.t_ns).state.registration
    assert np.array_equal(again.pose.rotation, live.pose.rotation)
    assert np.array_equal(again.lens.covariance, live.lens.covariance)
    assert again.pose_factor == pytest.approx(live.pose_factor, rel=2e-4)
    assert (again.health, again.mat_tags_seen) == (live.health, live.mat_tags_seen)


def test_each_moment_has_its_own_picture(replay):
    live = demo_moments()
    for place in (0, 23, 24, 25, 50, 12):
        shown = replay.at(live[place].state.t_ns).frame.image.astype(np.int16)
        own = np.abs(shown - live[place].frame.image).mean()
        others = [np.abs(shown - live[other].frame.image).mean() for other in (place - 3, place + 3) if other >= 0]
        assert own < 4.0
        assert own < min(others)


def test_frame_by_frame_forward_and_back_gives_the_same_moments(replay):
    moment = replay.at(demo_moments()[10].state.t_ns)
    times = []
    for _ in range(6):
        moment = replay.after(moment)
        times.append(moment.state.t_ns)
    assert times == [each.state.t_ns for each in demo_moments()[11:17]]
    for _ in range(6):
        moment = replay.before(moment)
    assert moment.state.t_ns == demo_moments()[10].state.t_ns
    assert replay.after(replay.at(replay.last_ns)) is None
    assert replay.before(replay.at(replay.first_ns)) is None


def test_a_blind_moment_has_its_place_between_two_that_see(replay):
    live = demo_moments()
    seeing = replay.before(replay.at(live[BLIND_AT].state.t_ns))
    assert seeing.state.registration is not None
    shut = replay.after(seeing)
    assert shut.state.warnings == ("the camera is gone",)
    assert shut.state.rulings == ()
    assert replay.after(shut).state.t_ns == live[BLIND_AT + 2].state.t_ns


def test_a_moment_can_be_judged_by_another_edition(replay):
    from dataclasses import replace

    moment = replay.at(demo_moments()[20].state.t_ns)
    other = replace(moment.settings, rules=replace(moment.settings.rules, edition=REVOLUTION))
    again = replay.at(moment.state.t_ns, settings=other)
    assert {str(each.citation) for each in again.state.rulings if each.rule == "ram"} == {"revolution, Ram"}
    assert {str(each.citation) for each in moment.state.rulings if each.rule == "ram"} == {"complete, Ram"}


def test_events_and_verdicts_that_changed_are_listed_as_they_were_said(replay):
    live = demo_moments()
    assert replay.events() == tuple(event for moment in live for event in moment.state.events)
    changes = replay.ruling_changes((live[1].state.t_ns, live[-1].state.t_ns))
    verdicts = {}
    for change in replay.ruling_changes():
        verdicts[change.question] = change.after
    last = {(r.rule, r.subject, r.target, r.cannon): r.verdict for r in live[-1].state.rulings}
    told = {(q.rule, q.subject, q.target, q.cannon): v for q, v in verdicts.items() if v is not None}
    assert told == last
    assert any(change.before is not None and change.after is not None for change in changes)


def test_settings_are_those_of_their_time(replay):
    live = demo_moments()
    assert replay.settings_at(live[EDIT_AT - 1].state.t_ns).state.masts_lost == {}
    assert replay.settings_at(live[EDIT_AT].state.t_ns).state.masts_lost == {"titan": frozenset({1})}


def test_thumbnails_are_small_pictures_of_the_table(replay):
    thumbnail = replay.thumbnail(demo_moments()[9].state.t_ns, 160)
    assert thumbnail.shape == (90, 160, 3)
    assert thumbnail.std() > 20


def test_a_match_of_poses_alone_replays_without_pictures(tmp_path):
    live = demo_moments()[:12]
    with Replay(record_demo(tmp_path / "bare", video=False, moments=live)) as replay:
        assert not replay.has_video
        moment = replay.at(live[5].state.t_ns)
        assert moment.state.warnings[-1] == NO_PICTURE
        assert moment.frame.image.shape == (720, 1280, 3)
        assert tuple(moment.state.rulings) == tuple(live[5].state.rulings)
        assert replay.thumbnail(live[5].state.t_ns) is None


def test_what_is_not_a_match_is_refused_in_one_line(tmp_path):
    with pytest.raises(BadFileError, match="no match here"):
        Replay(tmp_path)
    (tmp_path / "match.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(BadFileError, match="not a match that can be read"):
        Replay(tmp_path)
