"""Acts of every kind, with whatever may stand in their fields."""

from hypothesis import strategies as st

from tableassist.pieces import PieceKind
from tableassist.rulebook.referee.acts.corrections import CorrectionKind
from tableassist.rulebook.referee.referee import ACTS
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind

names = st.sampled_from(["h", "yes", "by", "come_about", "HMS Titan", "a,b", "x=1", "-", "", '"', "1", "@", "{"]) | (
    st.text(max_size=80)
)
numbers = st.integers(-(10**9) + 1, 10**9 - 1)
VALUES = {
    "str": names,
    "int": numbers,
    "bool": st.booleans(),
    "int | None": st.none() | numbers,
    "tuple[str, ...]": st.lists(names, max_size=4).map(tuple),
    "tuple[int, ...]": st.lists(numbers, max_size=4).map(tuple),
    "Verdict": st.sampled_from(Verdict),
    "Verdict | None": st.none() | st.sampled_from(Verdict),
    "FactKind": st.sampled_from(FactKind),
    "CorrectionKind": st.sampled_from(CorrectionKind),
    "PieceKind": st.sampled_from(PieceKind),
}


def _values(hint):
    plain = isinstance(hint, type) and "[" not in str(hint)
    return VALUES[hint.__name__ if plain else str(hint).replace("tableassist.rulebook.ruling.", "")]


def acts_of(kind):
    return st.builds(kind, **{name: _values(hint) for name, hint in kind.__annotations__.items()})


acts = st.sampled_from(ACTS).flatmap(acts_of)
