"""What holds for every scene: contact is mutual, the mat has no direction, doubt never turns a yes into a no."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.pieces import PieceKind, PieceState
from tableassist.rulebook.contact.contact import rule_contacts
from tableassist.rulebook.contact.derelicts import rule_explorations, rule_tows
from tableassist.rulebook.contact.docking import rule_dockings
from tableassist.rulebook.contact.pin import rule_rams_and_pins
from tableassist.rulebook.contact.ram import rule_boardings
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.setup.fort import rule_forts
from tableassist.rulebook.setup.table import rule_set_up
from tableassist.rulebook.terrain.terrain import rule_terrain
from tests.rulebook.contact_scenes import ALL, C, land, of, scene, ship, told

NEAR = st.floats(-45.0, 45.0)
HEADING = st.floats(-180.0, 180.0)
CORNERS = ((10.0, 10.0), (-10.0, 10.0), (-10.0, -10.0), (10.0, -10.0))

layouts = st.fixed_dictionaries(
    {
        "places": st.lists(st.tuples(NEAR, NEAR, HEADING), min_size=6, max_size=6),
        "adrift": st.booleans(),
        "pinned": st.booleans(),
        "edition": st.sampled_from(sorted(ALL)),
    }
)


def laid(layout, *, sigma=0.05, turn_deg=0.0, shift=(0.0, 0.0)):
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    makers = [
        lambda *at: ship("a", "A", *at, sigma_mm=sigma),
        lambda *at: ship("b", "B", *at, sigma_mm=sigma),
        lambda *at: ship("c", "A", *at, sigma_mm=sigma),
        lambda *at: _turned(land("isle", 0, 0), at, sigma),
        lambda *at: _turned(land("weeds", 0, 0, PieceKind.SARGASSO_SEA), at, sigma),
        lambda *at: _turned(of(land("fort", 0, 0, PieceKind.FORT), corners=CORNERS, owner="B"), at, sigma),
    ]
    places = [
        (c * x - s * y + shift[0], s * x + c * y + shift[1], heading + turn_deg) for x, y, heading in layout["places"]
    ]
    lost = {"b": frozenset({1})} if layout["adrift"] else {}
    made = scene(*(make(*at) for make, at in zip(makers, places, strict=True)), masts_lost=lost)
    return told(made, states={"b": frozenset({PieceState.PINNED})}) if layout["pinned"] else made


def _turned(placed, at, sigma):
    return placed[0], ship("pose", None, *at, sigma_mm=sigma)[1]


def ruled(made, edition):
    """All that the family says of all pairs, by what is asked."""
    movers = [made.find(name) for name in "abc"]
    ships = [(one, other) for one in movers for other in movers if one is not other]
    shores = [(one, made.find(name)) for one in movers for name in ("isle", "fort")]
    weeds = [(one, made.find("weeds")) for one in movers]
    rules = ALL[edition]
    found = [
        *rule_rams_and_pins(ships, made, rules),
        *rule_boardings(ships, made, rules),
        *rule_tows(ships, made, rules),
        *rule_explorations(ships, made, rules),
        *rule_contacts([*ships, *shores, *weeds], made, rules),
        *rule_dockings(shores, made, rules),
        *rule_terrain(weeds, made, rules),
        *rule_forts([(made.find("fort"), made.find("isle"))], made, rules),
        *rule_set_up(made, rules),
    ]
    return {each.id: each for each in found}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(layouts)
def test_contact_is_mutual(layout):
    made = laid(layout)
    for one, other in (("a", "b"), ("a", "isle"), ("b", "weeds"), ("c", "fort")):
        there = rule_contacts([(made.find(one), made.find(other))], made, C)[0]
        back = rule_contacts([(made.find(other), made.find(one))], made, C)[0]
        assert there.verdict is back.verdict
        assert (there.measured_mm, there.sigma_mm) == (back.measured_mm, back.sigma_mm)
        assert (there.witness.start, there.witness.end) == (back.witness.end, back.witness.start)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(layouts, HEADING, st.floats(-900, 900), st.floats(-900, 900))
def test_turning_and_shifting_the_table_changes_no_verdict(layout, turn_deg, x, y):
    before = ruled(laid(layout), layout["edition"])
    after = ruled(laid(layout, turn_deg=turn_deg, shift=(x, y)), layout["edition"])
    unclear = {pair for each in before.values() if _at_a_limit(each) for pair in (_pair(each),)}
    asked = [key for key, each in before.items() if _pair(each) not in unclear]
    assert [(key, before[key].verdict, str(before[key].reason)) for key in asked] == [
        (key, after[key].verdict, str(after[key].reason)) for key in asked
    ]


def _pair(ruling):
    return frozenset({ruling.subject, ruling.target})


def _at_a_limit(ruling):
    """Within rounding of where a call is made."""
    if ruling.measured_mm is None:
        return False
    return abs(abs(ruling.limit_mm - ruling.measured_mm) / ruling.sigma_mm - 2.5) < 0.01


@settings(max_examples=25, deadline=None, derandomize=True)
@given(layouts, st.floats(1.0, 200.0))
def test_growing_doubt_turns_calls_only_into_too_close(layout, times):
    sure = ruled(laid(layout, sigma=0.02), layout["edition"])
    unsure = ruled(laid(layout, sigma=0.02 * times), layout["edition"])
    for key, ruling in unsure.items():
        # What is not asked at all when it is sure was a no.
        before = sure[key].verdict if key in sure else Verdict.NO
        assert ruling.verdict in (before, Verdict.TOO_CLOSE)
    gone = [ruling for key, ruling in sure.items() if key not in unsure]
    assert all(ruling.verdict is Verdict.NO for ruling in gone)


def test_errors_that_the_camera_shares_cancel():
    one, other = ship("a", "A", 0, 0), ship("b", "B", 26.1, 8, 90.0)
    camera = np.zeros((3, 6))
    camera[0, 0] = camera[1, 1] = 2.0
    made = scene(*((piece, replace(at, shared=camera)) for piece, at in (one, other)))
    ram = rule_rams_and_pins([(made.find("a"), made.find("b"))], made, C)[0]
    assert ram.verdict is Verdict.YES
    # 2 mm of camera error move both alike; what is left is the poses' own 0.05 mm each, and the arm of b's heading.
    assert ram.sigma_mm == pytest.approx(math.hypot(0.05, 0.05, 0.05 / 40 * 8), rel=1e-6)
