"""What a player reads of an act."""

import msgspec.structs
import pytest

from tableassist.store.game import parse_entry

WORDS = {
    "Gale move": "Gale moves",
    "Gale move come_about": "Gale comes about",
    "Gale move docks=Palm": "Gale moves; she docks at Palm",
    "Gale move bow_on=Oxley": "Gale moves; her bow touches Oxley",
    "Gale move bow_on=Oxley bow_to_bow=Wasp": "Gale moves; her bow touches Oxley, Wasp",
    "Gale move touches=Oxley": "Gale moves; she touches Oxley",
    "Gale move terrain=reef": "Gale moves; she comes upon reef",
    "Gale move current=drift": "Gale moves; the trade current drift carries her",
    "Gale move over_edge": "Gale moves; she sails over the edge of the table",
    "Gale move plus_s": "Gale moves; she sails the +S of an ability",
    "Gale move keep=c1": "Gale moves; she keeps c1 aboard",
    "Gale shoot Oxley 2 5": "Gale shoots at Oxley with cannon 2: rolls 5",
    "Gale shoot Oxley 0 5": "Gale shoots at Oxley with a musket: rolls 5",
    "Gale ram Oxley": "Gale rams Oxley",
    "Gale ram Oxley roll=4": "Gale rams Oxley: rolls 4",
    "Gale boarding-prize": "Gale takes nothing",
    "Gale boarding-prize coin=c1": "Gale takes c1",
    "Gale boarding-prize crew=captain": "Gale takes captain",
    "Gale whirlpool-loss": "Gale loses nothing to the whirlpool",
    "Gale whirlpool-loss mast=2": "Gale loses mast 2 to the whirlpool",
    "Gale whirlpool-loss coin=c1": "Gale loses c1 to the whirlpool",
    "Gale whirlpool-loss crew=captain": "Gale loses captain to the whirlpool",
    "c1 reveal": "c1 is turned over",
    "c1 reveal value=3": "c1 is turned over: 3",
    "Gale fact docked Palm": "Gale is docked at Palm: yes",
    "Gale fact touches Oxley answer=close": "Gale touches Oxley: too close to call",
    "Gale fact shot Oxley cannon=2 answer=no": "Gale has a shot at Oxley with cannon 2: no",
    "Gale fact bow-on Oxley answer=unseen": "the bow of Gale touches Oxley: not measured",
    "Jo overrule ram Gale target=Oxley answer=no": "Jo decides the call ram of Gale on Oxley: no",
    "Jo overrule move Gale answer=yes": "Jo decides the call move of Gale: yes",
    "Jo overrule ram Gale target=Oxley": "Jo takes back a decision on the call ram of Gale on Oxley",
}


@pytest.mark.parametrize("text", WORDS)
def test_an_act_is_told_with_all_that_it_says(text):
    act = parse_entry(text).act
    assert str(act.describe(msgspec.structs.asdict(act))) == WORDS[text]
