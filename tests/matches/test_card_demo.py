"""The demo's card game: the referee has nothing against it, and a desk follows it to its winner."""

import numpy as np
import pytest

from bench.card_game import seen_of
from tableassist.pipeline.cards.settling import CardsFollowed
from tableassist.rulebook.cardgame.actions.accuse import Accuse
from tableassist.rulebook.cardgame.actions.movement import PlayMovement, RepairShips
from tableassist.rulebook.cardgame.referee import referee_card_game
from tableassist.rulebook.play.log import Source
from tableassist.sources import card_demo_source, card_demo_table, card_demo_truth, open_table_source, staged_card_game
from tableassist.sources.supervised.local_source import LocalTagSource
from tableassist.table.demo import CardFollower, CardPlayers, write_card_demo
from tableassist.table.live.live_cards import LiveCards

FAME = {"Anne": 4, "Mary": 3}


@pytest.fixture(scope="module")
def staged():
    return staged_card_game(card_demo_truth())


def test_the_referee_has_nothing_against_it_and_anne_wins():
    truth = card_demo_truth()
    refereed = referee_card_game(truth.start, truth.log)
    assert refereed.fouls == ()
    assert refereed.game.ending.winners == ("Anne",)
    assert refereed.game.ending.score == FAME


def test_it_shows_an_accusation_a_repair_and_five_different_movement_cards():
    acts = [each.act for each in card_demo_truth().log.entries]
    assert sum(isinstance(each, Accuse) for each in acts) == 1
    assert sum(isinstance(each, RepairShips) for each in acts) == 1
    assert len({each.movement.rpartition("-")[0] for each in acts if isinstance(each, PlayMovement)}) == 5


def test_its_table_says_nothing_of_piles_and_pirates(staged):
    start = card_demo_table().start(seen_of(staged.tables[0].table))
    assert (start.pirates, start.shuffles, len(start.adventures), len(start.movements)) == ({}, (), 1, 3)


def test_a_desk_follows_it_to_the_winner(staged):
    follower, players = CardFollower(card_demo_table()), CardPlayers(staged)
    for at, each in enumerate(staged.tables):
        seen, start_s = seen_of(each.table), staged.film.time_of(f"state-{at}")
        for t_s in np.arange(start_s + 1.0, start_s + 3.6, 0.2):
            t_ns = round(t_s * 1e9)
            follower.see(CardsFollowed(seen, round(start_s * 1e9), 5, seen), t_ns)
            players.speak(follower.desk, float(t_s))
    desk = follower.desk
    assert desk.game.ending.winners == ("Anne",)
    assert desk.game.ending.score == FAME
    assert (desk.refereed.fouls, desk.proposals, desk.differences) == ((), (), ())
    seen = [each.act for each in desk.log.entries if isinstance(each.act, PlayMovement | RepairShips)]
    assert seen == [each.act for each in card_demo_truth().log.entries if each.source is Source.CAMERA]


def test_no_game_begins_before_the_table_is_laid_out(staged):
    follower = CardFollower(card_demo_table())
    table = seen_of(staged.tables[0].table)
    bare = CardsFollowed(table, 0, 5, seen_of(staged.tables[0].table.__class__(card_demo_truth().start.row)))
    follower.see(CardsFollowed(bare.settled, 0, 5, bare.settled), 1)
    assert follower.desk is None
    assert str(follower.not_ready) == "lay the adventure cards face up beside the row"
    follower.see(CardsFollowed(table, 0, 5, table), 2)
    assert (follower.desk.game.row, follower.not_ready) == (card_demo_truth().start.row, None)


def test_the_running_table_reads_the_demo_and_ends_with_its_source(staged):
    moments, ended = [], []
    source = LocalTagSource(_Short(card_demo_source(live=False, frames_per_s=5.0), 14), ("36h11",))
    live = LiveCards(source, card_demo_table().camera, on_moment=moments.append, on_end=ended.append)
    live.start()
    live._thread.join(120.0)
    live.close()
    assert len(moments) == 14
    assert len(ended) == 1
    assert moments[-1].followed.settled.row == staged.tables[0].table.row
    assert moments[-1].followed.settled.active.card == staged.tables[0].table.active


def test_the_demo_is_a_source_like_any_other():
    source = open_table_source("studio:cards")
    assert (source.name, source.live) == ("studio:cards", True)
    source.close()


@pytest.mark.long
def test_the_demo_writes_its_film_and_the_game_it_followed(tmp_path):
    written, words = write_card_demo(tmp_path / "out", 0, progress=lambda _words, _share: None)
    assert {each.name for each in written} >= {"demo.mp4", "game.jsonl", "camera-1.png"}
    assert str(words[-1]) == "Anne has won: most fame"


class _Short:
    """The first pictures of a source."""

    def __init__(self, source, count):
        self._source, self._left = source, count
        self.name, self.live = source.name, source.live

    def read(self):
        self._left -= 1
        return self._source.read() if self._left >= 0 else None

    def close(self):
        self._source.close()
