"""An act and its line of text are the same thing."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.errors import BadRequestError
from tableassist.pieces import PieceKind
from tableassist.rulebook.referee.acts.boarding import BoardingPrize
from tableassist.rulebook.referee.acts.cargo import Explore
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.islands import Reveal
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import AgreeToEnd
from tableassist.rulebook.referee.acts.terrain import LayTerrain
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.rulebook.referee.referee import ACTS, AnyAct
from tableassist.rulebook.referee.setup.treasure import Contribute, DealTreasure
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.store.game import parse_entry
from tests.rulebook.referee.any_acts import acts, acts_of

BY_HAND = {
    "harbinger shoot oxley 1 5 line=yes": Shoot("harbinger", "oxley", 1, 5, line=Verdict.YES),
    "harbinger shoot oxley 1 5 line=unseen again": Shoot("harbinger", "oxley", 1, 5, Verdict.NOT_SEEN, again=True),
    "h move come_about bow_on=o,p": Move("h", come_about=True, bow_on=("o", "p")),
    '"HMS Titan" move docks="Palm Island"': Move("HMS Titan", docks="Palm Island"),
    "h explore w take=c1,c2": Explore("h", "w", ("c1", "c2")),
    "c1 reveal value=3": Reveal("c1", 3),
    "w deal-treasure c1,c2": DealTreasure("w", ("c1", "c2")),
    "w deal-treasure -": DealTreasure("w", ()),
    "Anne contribute values=1,2,3": Contribute("Anne", (1, 2, 3)),
    "h fact shot o cannon=2 answer=close": Fact("h", FactKind.SHOT, "o", 2, Verdict.TOO_CLOSE),
    "h correct mast-lost value=2": Correct("h", CorrectionKind.MAST_LOST, "2"),
    "h boarding-prize": BoardingPrize("h"),
    "h lay-terrain f1 fog-bank within=no": LayTerrain("h", "f1", PieceKind.FOG_BANK, Verdict.NO),
    'Anne agree-to-end reason="it is late"': AgreeToEnd("Anne", "it is late"),
}


@pytest.mark.parametrize("text", BY_HAND)
def test_the_line_says_the_act(text):
    assert parse_entry(text).act == BY_HAND[text]
    assert act_text(BY_HAND[text]) == text


@pytest.mark.parametrize("kind", ACTS)
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_every_act_and_its_text_are_the_same_thing(kind, data):
    act = data.draw(acts_of(kind))
    text = act_text(act)
    assert parse_entry(text).act == act
    assert text.isprintable()


@given(acts)
@settings(max_examples=100, deadline=None)
def test_every_act_goes_through_json(act):
    assert msgspec.json.decode(msgspec.json.encode(act), type=AnyAct) == act


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("  h   shoot o roll=5 cannon=1 ", Shoot("h", "o", 1, 5)),
        ("h explore w take=c1, c2", Explore("h", "w", ("c1", "c2"))),
        ("h move come-about bow-on=o", Move("h", come_about=True, bow_on=("o",))),
    ],
)
def test_a_hand_may_write_it_a_little_otherwise(text, act):
    assert parse_entry(text).act == act


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("h", "column 2: got the end of the line, expected one of "),
        ("h shoots o 1 5", "column 3: got 'shoots o 1 5', expected one of "),
        ("h shoot o 1", "got the end of the line, expected the field roll"),
        ("h shoot o one 5", "column 11: got 'one 5', expected a whole number"),
        ("h shoot o 1 5 line=maybe", "column 20: got 'maybe', expected one of yes, no, close, unseen"),
        ("h shoot o 1 5 lines=yes", "got 'lines=yes', expected one of target, cannon, roll, line, again, by,"),
        ("h shoot o 1 5 line=yes line=no", "expected one of target, cannon, roll, line, again, by,"),
        ("h shoot o 1 5 twice", "column 15: got 'twice', expected one of again"),
        ("h shoot o 1 5 @7", "column 15: got '@7', expected the end of the line"),
        (f"{'h' * 201} end-turn", "got 201 characters, expected at most 200"),
    ],
)
def test_what_is_no_act_is_told_with_its_place(text, words):
    with pytest.raises(BadRequestError) as caught:
        parse_entry(text)
    assert words in str(caught.value)
