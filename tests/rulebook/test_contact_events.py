"""Contact that begins and ends, frame by frame."""

import pytest

from tableassist.rulebook.contact.docking import rule_dockings
from tableassist.rulebook.engine.rules import ContactBegan, ContactEnded, Held, contact_change
from tableassist.rulebook.ruling import Ruling, Verdict, Witness
from tests.rulebook.contact_scenes import C, judge, land, scene, ship

DOCKED = Held("docking", "a", "isle")


def ruled(verdict, rule="docking", target="isle"):
    witness = Witness((10.0, 2.0), (12.0, 2.0))
    return Ruling(rule, "a", target, None, Verdict(verdict), 0.5, 1.0, 0.1, 0.5, "", witness, "")


def told(*verdicts):
    """The events of each frame after the first."""
    held, events = frozenset(), []
    for verdict in verdicts:
        change = contact_change(held, [] if verdict is None else [ruled(verdict)])
        held = change.held
        events.append([type(event) for event in change.events])
    return events


def test_a_yes_begins_and_a_no_ends():
    assert told("no", "yes", "yes", "no", "no") == [[], [ContactBegan], [], [ContactEnded], []]


@pytest.mark.parametrize("doubt", ["too_close", "not_seen"])
def test_doubt_changes_nothing_on_either_side(doubt):
    assert told("yes", doubt, "yes", doubt, "no", doubt, "no") == [[ContactBegan], [], [], [], [ContactEnded], [], []]
    assert told(doubt, "yes") == [[], [ContactBegan]]


def test_a_pair_that_is_no_longer_asked_about_has_parted():
    assert told("yes", None, None) == [[ContactBegan], [ContactEnded], []]


def test_an_event_names_the_rule_the_pieces_and_the_place():
    change = contact_change(frozenset(), [ruled("yes")])
    assert change.events == (ContactBegan(DOCKED, (11.0, 2.0)),)
    assert contact_change(change.held, [ruled("no")]).events == (ContactEnded(DOCKED),)


def test_ends_come_before_beginnings_and_ranges_are_no_contact():
    before = contact_change(frozenset(), [ruled("yes"), ruled("yes", "range", "b")]).held
    assert before == {DOCKED}
    change = contact_change(before, [ruled("no"), ruled("yes", "ram", "b"), ruled("yes", "contact", "b")])
    assert change.events == (
        ContactEnded(DOCKED),
        ContactBegan(Held("contact", "a", "b"), (11.0, 2.0)),
        ContactBegan(Held("ram", "a", "b"), (11.0, 2.0)),
    )


def test_a_ship_that_trembles_at_the_limit_docks_once():
    held, events = frozenset(), []
    for gap in (3.0, 0.5, 1.0, 0.9, 1.05, 0.95, 1.0, 3.0):
        made = scene(ship("a", "A", -35 - gap, 0), land("isle", 0, 0))
        change = contact_change(held, [judge(rule_dockings, made, "a", "isle", C)])
        held, events = change.held, [*events, *change.events]
    assert [type(event) for event in events] == [ContactBegan, ContactEnded]


def test_a_ram_lasts_while_the_ship_is_pinned_by_it():
    """The rule says no to a new ram as soon as she is pinned; that is no parting."""
    rammed = contact_change(frozenset(), [ruled("yes", "ram"), ruled("yes", "pin")])
    pinned = contact_change(rammed.held, [ruled("no", "ram"), ruled("yes", "pin")])
    assert pinned.events == ()
    parted = contact_change(pinned.held, [ruled("no", "ram"), ruled("no", "pin")])
    assert {event.contact.rule for event in parted.events} == {"ram", "pin"}
    assert contact_change(frozenset(), [ruled("no", "ram"), ruled("yes", "pin")]).held == {Held("pin", "a", "isle")}
