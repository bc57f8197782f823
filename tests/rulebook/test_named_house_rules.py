"""Every ruling names the house rules that had a say in it, all of them and in order."""

import pytest

from tableassist.rulebook.contact.derelicts import rule_tows
from tableassist.rulebook.contact.docking import rule_dockings
from tableassist.rulebook.contact.pin import rule_rams_and_pins
from tableassist.rulebook.contact.ram import rule_rams
from tableassist.rulebook.editions.settings import with_house
from tests.rulebook.contact_scenes import A, land, scene, ship

TOUCH = {"contact-tolerance-mm": 1.0}
BOW = {**TOUCH, "bow-zone": "from-the-table", "bowsprit-touches": False}
RAM = {**BOW, "ram-target": "any", "ram-automatic": False, "ram-roll": True, "ram-needs-mast": False}
PIN = {**BOW, "pin-needs-ram": False}
TOW = {**BOW, "tow-out-of-weeds": True}
DOCK = {**BOW, "docking-part": "bow"}
OTHERS = {"first-turn": True, "shot-origin": "mast-centre"}
BOW_ON_SIDE = scene(ship("a", "A", 0, 0), ship("b", "B", 26.3, 0, 90.0))
BOW_ON_SHORE = scene(ship("a", "A", -35.5, 0), land("i", 0, 0))
STERN_TO_BOW = scene(ship("a", "A", 0, 0), ship("b", "B", -40.5, 0, masts=()))


@pytest.mark.parametrize(
    ("rule", "made", "target", "named"),
    [
        (rule_rams, BOW_ON_SIDE, "b", RAM),
        (lambda *asked: rule_rams_and_pins(*asked)[1:], BOW_ON_SIDE, "b", PIN),
        (rule_dockings, BOW_ON_SHORE, "i", DOCK),
        (rule_tows, STERN_TO_BOW, "b", TOW),
    ],
    ids=["ram", "pin", "docking", "tow"],
)
def test_a_ruling_names_each_house_rule_that_had_a_say(rule, made, target, named):
    pair = made.find("a"), made.find(target)
    for name, value in {**RAM, **PIN, **DOCK, **TOW, **OTHERS}.items():
        settings = with_house(A, {name: value})
        (ruling,) = rule([pair], made, settings)
        assert ruling.house == ((name,) if name in named else ()), name
