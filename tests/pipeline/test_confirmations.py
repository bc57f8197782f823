"""What people confirm of a ship holds until she is touched, and is recorded, kept and judged again with the match.

The pictures are the studio's: nothing here says to the chain that a ship was moved or that a hand is over her.
"""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from tableassist.pipeline.confirmations import with_confirmations, without_confirmation, without_ended
from tableassist.pipeline.judge import rejudged_state
from tableassist.pipeline.piece_fit import HullSeen
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.touches import with_memory
from tableassist.scene.facts import ALL_FACTS, Fact
from tableassist.scene.unverified import UNDER_WAY, Unverified
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.store.kept import has_changed, kept_game, resumed_settings, write_kept_game
from tableassist.store.kept.game import read_kept_game
from tableassist.store.match import settings_parts
from tableassist.store.match.settings import settings_from
from tableassist.store.match.words import read_words, words_of
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedHand
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.tags.detector import TagDetector

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)
TABLE = stage_game(SETTINGS).table_at(0.0)
FRAME_NS = 120_000_000
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Watched:
    def __init__(self):
        self.settings = SETTINGS
        self.state = first_state(SETTINGS)
        self._studio, self._detector, self._number = Studio(STAGE.camera), TagDetector(SETTINGS.tag_families), 0
        self.see(TABLE)

    def see(self, table, times=1):
        image = self._studio.picture(table, np.random.default_rng(1))
        sightings = self._detector.detect(image)
        for _ in range(times):
            frame = Frame(image, self._number * FRAME_NS, self._number, "studio")
            self.state = step(self.state, frame, self.settings, lambda _: sightings)
            self._number += 1

    def confirm(self, piece):
        self.use(with_confirmations(self.settings, (self.state.scene.find(piece),), NOON, "Anne"))

    def use(self, settings):
        self.settings = settings
        self.state = rejudged_state(self.state, settings)

    def confirmed(self, piece):
        return self.state.scene.find(piece).confirmed


@pytest.fixture
def watched():
    return Watched()


def moved(table, piece, by_mm):
    def shift(staged):
        return replace(staged, pose=replace(staged.pose, x_mm=staged.pose.x_mm + by_mm))

    return replace(table, pieces=tuple(shift(each) if each.piece.id == piece else each for each in table.pieces))


def test_a_confirmation_holds_while_nobody_touches_her(watched):
    watched.confirm("titan")
    watched.see(TABLE, 4)
    assert watched.confirmed("titan") == ALL_FACTS
    assert watched.confirmed("harbinger") == frozenset()


def test_it_ends_when_she_is_moved_and_stays_ended_where_she_stood_before(watched):
    watched.confirm("titan")
    watched.see(moved(TABLE, "titan", 6.0), 2)
    assert watched.confirmed("titan") == frozenset()
    watched.see(TABLE, 8)
    assert watched.confirmed("titan") == frozenset()
    assert without_ended(watched.settings, watched.state.ended).confirmations == {}


def test_it_ends_when_a_hand_is_over_her_though_she_stays(watched):
    watched.confirm("titan")
    at = next(each.pose for each in TABLE.pieces if each.piece.id == "titan")
    watched.see(replace(TABLE, hands=(StagedHand(at.x_mm, at.y_mm, 180.0),)), 6)
    watched.see(TABLE, 3)
    assert watched.confirmed("titan") == frozenset()


def test_moving_another_ship_ends_nothing_of_hers(watched):
    watched.confirm("titan")
    watched.see(moved(TABLE, "harbinger", 6.0), 3)
    assert watched.confirmed("titan") == ALL_FACTS


def test_taking_it_back_and_giving_it_again(watched):
    watched.confirm("titan")
    given = watched.settings
    watched.use(without_confirmation(given, "titan"))
    assert watched.confirmed("titan") == frozenset()
    watched.use(given)
    assert watched.confirmed("titan") == ALL_FACTS


def test_it_is_read_again_from_a_match_with_what_has_ended_by_then(watched, tmp_path):
    watched.confirm("titan")
    watched.confirm("harbinger")
    watched.see(moved(TABLE, "titan", 6.0), 2)
    again = settings_from(settings_parts(watched.settings), tmp_path)
    assert again.confirmations == watched.settings.confirmations
    words = read_words(words_of(watched.state, watched.settings))
    assert words.ended == ("titan",)
    tracks, t_ns = watched.state.tracks, watched.state.t_ns
    ended = {piece: again.confirmations[piece] for piece in words.ended}
    scene = again.scene(tracks.poses, tracks.seen_ns, t_ns, ended=ended, **words.looks)
    assert [placed.id for placed in scene.pieces if placed.confirmed] == ["harbinger"]


def test_settings_of_a_version_without_confirmations_are_read(tmp_path):
    parts = settings_parts(SETTINGS)
    assert "confirmations" not in parts
    assert settings_from(parts, tmp_path).confirmations == {}


def test_a_kept_game_is_resumed_with_it_if_she_still_stands_there(watched, tmp_path):
    watched.confirm("titan")
    write_kept_game(tmp_path, kept_game(watched.settings, (), (), began_ms=0))
    game = read_kept_game(tmp_path)
    assert has_changed(SETTINGS, game)
    resumed = Watched()
    resumed.use(resumed_settings(SETTINGS, game))
    resumed.see(TABLE)
    assert resumed.confirmed("titan") == ALL_FACTS
    elsewhere = Watched()
    elsewhere.see(moved(TABLE, "titan", 4.0), 8)
    elsewhere.use(resumed_settings(SETTINGS, game))
    assert elsewhere.confirmed("titan") == frozenset()


def test_each_fact_removes_its_own_doubt_and_no_other():
    everything = Unverified((1, 2), 3.0, (1.0, 0.5), True)
    assert everything.facts == ALL_FACTS
    for fact in Fact:
        assert everything.without({fact}).facts == ALL_FACTS - {fact}
    assert UNDER_WAY.without(ALL_FACTS) is UNDER_WAY


def seen(remembered=(), **masts):
    looks = {int(number[1:]): state for number, state in masts.items()}
    return HullSeen(None, None, tuple(looks), looks, masts_remembered=frozenset(remembered))


def test_a_mast_seen_standing_is_remembered_when_a_later_look_cannot_tell():
    first = with_memory(seen(m1=MastSeen.STANDS, m2=MastSeen.CANNOT_TELL), None, touched=False)
    assert first.masts_remembered == {1}
    later = with_memory(seen(m1=MastSeen.CANNOT_TELL, m2=MastSeen.STANDS), first, touched=False)
    assert later.masts_remembered == {1, 2}


def test_a_mast_that_is_seen_gone_or_a_ship_that_is_touched_is_not_remembered():
    first = with_memory(seen(m1=MastSeen.STANDS, m2=MastSeen.STANDS), None, touched=False)
    assert with_memory(seen(m1=MastSeen.GONE, m2=MastSeen.CANNOT_TELL), first, touched=False).masts_remembered == {2}
    assert with_memory(seen(m1=MastSeen.CANNOT_TELL), first, touched=True).masts_remembered == frozenset()
