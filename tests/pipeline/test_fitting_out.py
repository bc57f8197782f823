"""Fitting out a fleet by watching: a ship that lies still is taken, wrong ones are refused, the next is asked for."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.pipeline.fitting.fitting_out import FittingPlan, Happened, ask, begin, look, next_slot, redo, skip
from tableassist.vision.mounts.jig import A4_JIG
from tests.vision import jig_scenes as scenes

pytestmark = pytest.mark.slow

FRAME_NS = 100_000_000
SECOND_MOUNT = replace(scenes.MEANT, tag=101)
OXLEY = replace(scenes.SHIP, id="oxley", name="HMS Oxley", mounts=(SECOND_MOUNT,))
ONE, TWO, THREE, FOUR = A4_JIG.slots


def plan(*ships, directions=2):
    return FittingPlan(ships, A4_JIG, scenes.LENS, scenes.MAT, directions=directions)


class Watcher:
    """Shows pictures for a while and keeps what happened."""

    def __init__(self, given):
        self.given, self.state, self.t_ns, self.events = given, begin(given), 0, []

    def show(self, sightings, frames=12):
        for _ in range(frames):
            self.state, events = look(self.state, sightings, self.t_ns, self.given)
            self.events += events
            self.t_ns += FRAME_NS
        return [event.what for event in self.events]


def table(seed=1):
    return scenes.Table(np.random.default_rng(seed))


def test_a_ship_that_lies_still_is_taken_once_and_then_the_next_direction_is_asked_for():
    set_up, watch = table(), Watcher(plan(scenes.SHIP))
    assert "HMS Titan" in str(ask(watch.state, watch.given))
    assert "direction 1 (1 of 2)" in str(ask(watch.state, watch.given))
    assert watch.show(set_up.set_down("a", ONE, scenes.MEANT).sightings, frames=60) == [Happened.TAKEN]
    assert next_slot(watch.state, watch.given) == THREE
    assert "(2 of 2)" in str(ask(watch.state, watch.given))


def test_a_ship_that_moves_is_not_taken():
    set_up, watch = table(), Watcher(plan(scenes.SHIP))
    for number in range(20):
        down = set_up.set_down("a", ONE, scenes.MEANT, ahead_mm=-0.8 * number)
        watch.show(down.sightings, frames=1)
    assert watch.events == []


def test_after_the_last_direction_the_fit_comes_and_the_next_ship_is_asked_for():
    set_up, watch = table(), Watcher(plan(scenes.SHIP, OXLEY))
    true = scenes.mistaken(set_up.rng)
    watch.show(set_up.set_down("a", ONE, true).sightings)
    happened = watch.show(set_up.set_down("b", THREE, true).sightings)
    assert happened == [Happened.TAKEN, Happened.TAKEN, Happened.FITTED]
    fit = watch.events[-1].fit
    assert abs(fit.tags[0].mount.yaw_rad - true.yaw_rad) < math.radians(1.5)
    assert "HMS Oxley" in str(ask(watch.state, watch.given))


def test_ten_ships_take_less_than_ten_minutes():
    fleet = [
        replace(scenes.SHIP, id=f"s{n}", name=f"ship {n}", mounts=(replace(scenes.MEANT, tag=100 + n),))
        for n in range(10)
    ]
    set_up, watch = table(), Watcher(plan(*fleet, directions=2))
    hand_ns = 15_000_000_000  # to take a ship up, turn her and set her down with care
    for ship in fleet:
        for slot in (ONE, THREE):
            watch.t_ns += hand_ns
            watch.show(set_up.set_down("", slot, ship.mounts[0]).sightings, frames=10)
    assert watch.state.done
    assert len(watch.state.fits) == 10
    assert watch.t_ns < 600e9


def test_a_ship_other_than_the_one_asked_for_is_known_by_her_tag():
    set_up, watch = table(), Watcher(plan(scenes.SHIP, OXLEY))
    happened = watch.show(set_up.set_down("a", ONE, SECOND_MOUNT).sightings)
    assert happened == [Happened.SWITCHED, Happened.TAKEN]
    assert watch.state.current == "oxley"


def test_ships_that_lie_elsewhere_on_the_mat_are_not_meant():
    set_up, watch = table(), Watcher(plan(scenes.SHIP, OXLEY))
    elsewhere = set_up.in_play(SECOND_MOUNT, 300.0, 700.0, 1.0)[0]
    on_sheet = set_up.set_down("a", ONE, scenes.MEANT)
    assert watch.show((*on_sheet.sightings, elsewhere)) == [Happened.TAKEN]
    assert watch.state.current == "titan"


def test_a_ship_set_backwards_is_refused_with_the_reason():
    set_up, watch = table(), Watcher(plan(scenes.SHIP))
    assert watch.show(set_up.set_down("a", ONE, scenes.MEANT, backwards=True).sightings) == [Happened.REFUSED]
    assert "the wrong way round" in str(watch.state.trouble)
    assert watch.show(set_up.set_down("a", ONE, scenes.MEANT).sightings)[-1] is Happened.TAKEN


def test_set_downs_that_contradict_are_asked_for_again():
    set_up, watch = table(), Watcher(plan(scenes.SHIP, directions=3))
    watch.show(set_up.set_down("a", ONE, scenes.MEANT).sightings)
    watch.show(set_up.set_down("b", THREE, scenes.MEANT, turned_deg=9.0).sightings)
    happened = watch.show(set_up.set_down("c", TWO, scenes.MEANT).sightings)
    assert Happened.FITTED not in happened
    watch.show(set_up.set_down("d", THREE, scenes.MEANT).sightings)
    watch.show(set_up.set_down("e", FOUR, scenes.MEANT).sightings)
    assert watch.state.done


def test_a_sheet_that_is_not_seen_is_said():
    set_up, watch = table(), Watcher(plan(scenes.SHIP))
    watch.show(set_up.in_play(scenes.MEANT, 500.0, 500.0, 0.0), frames=1)
    assert "jig sheet" in str(watch.state.trouble)


def test_skip_leaves_a_ship_and_redo_takes_the_last_one_back():
    set_up, watch = table(), Watcher(plan(scenes.SHIP, OXLEY))
    assert skip(watch.state, watch.given).current == "oxley"
    watch.show(set_up.set_down("a", ONE, scenes.MEANT).sightings)
    watch.show(set_up.set_down("b", THREE, scenes.MEANT).sightings)
    again = redo(watch.state)
    assert again.current == "titan"
    assert not again.fits
    assert not again.pictures
