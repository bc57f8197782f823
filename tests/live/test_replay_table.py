"""A match behind the window: it plays both ways, stops at its ends, and judges by the rules that are chosen."""

import time
from dataclasses import replace

import pytest

from tableassist.live.replay_table import ReplayTable
from tableassist.rules.edition import REVOLUTION
from tests.live.demo_match import demo_moments, record_demo


class Shown:
    def __init__(self):
        self.moments = []
        self.words = []

    @property
    def times(self):
        return [moment.state.t_ns for moment in self.moments]

    def wait(self, condition, seconds=20.0):
        until = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < until, "it did not happen"
            time.sleep(0.005)


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return record_demo(tmp_path_factory.mktemp("matches") / "played", video=False)


@pytest.fixture
def playing(match):
    shown = Shown()
    table = ReplayTable(match, on_moment=shown.moments.append, on_end=shown.words.append)
    table.start()
    shown.wait(lambda: len(shown.moments) == 1)
    yield table, shown
    table.close()


def test_it_begins_with_the_first_moment_and_waits(playing):
    table, shown = playing
    assert shown.times == [demo_moments()[0].state.t_ns]
    assert not table.is_playing
    assert table.settings.name == demo_moments()[0].settings.name


def test_it_plays_to_the_end_and_stops(playing):
    table, shown = playing
    table.play(16.0)
    shown.wait(lambda: not table.is_playing)
    shown.wait(lambda: table.position_ns == table.last_ns)
    assert shown.times == sorted(shown.times)
    assert len(shown.times) > 2


def test_it_plays_back(playing):
    table, shown = playing
    table.seek(table.last_ns)
    shown.wait(lambda: table.position_ns == table.last_ns)
    table.play(-16.0)
    shown.wait(lambda: table.position_ns == table.first_ns and not table.is_playing)
    assert shown.times[1:] == sorted(shown.times[1:], reverse=True)


def test_stepping_goes_moment_by_moment_and_pauses(playing):
    table, shown = playing
    table.play(0.25)
    table.step(1)
    shown.wait(lambda: len(shown.moments) >= 2)
    assert not table.is_playing
    here = table.position_ns
    table.step(2)
    shown.wait(lambda: table.position_ns > here)
    times = [moment.state.t_ns for moment in demo_moments()]
    assert table.position_ns == times[times.index(here) + 2]
    table.step(-1)
    shown.wait(lambda: table.position_ns == times[times.index(here) + 1])


def test_chosen_rules_hold_until_they_are_given_back(playing):
    table, shown = playing
    table.use(replace(table.settings, rules=replace(table.settings.rules, edition=REVOLUTION)))
    shown.wait(lambda: len(shown.moments) == 2)
    assert "revolution, Ram" in {ruling.citation for ruling in shown.moments[-1].state.rulings}
    table.seek(table.last_ns)
    shown.wait(lambda: table.position_ns == table.last_ns)
    assert shown.moments[-1].settings.rules.edition is REVOLUTION
    assert shown.moments[-1].settings.ledger.masts_lost == {"titan": frozenset({1})}
    table.use(table.settings)
    shown.wait(lambda: shown.moments[-1].settings.rules.edition is not REVOLUTION)
    assert tuple(shown.moments[-1].state.rulings) == tuple(demo_moments()[-1].state.rulings)


def test_the_selected_ship_has_her_shots_drawn(playing):
    table, shown = playing
    table.select("harbinger")
    shown.wait(lambda: shown.moments[-1].state.selected == "harbinger")
    assert len(shown.moments[-1].state.drawing.strokes) > len(shown.moments[0].state.drawing.strokes)
