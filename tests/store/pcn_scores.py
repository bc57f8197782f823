"""Any score at all, for hypothesis."""

from hypothesis import strategies as st

from tableassist.rulebook.ruling import Verdict
from tableassist.store.score import Score, Tag
from tableassist.store.score.score import (
    MOST_TURN,
    NOTES,
    Call,
    Line,
    Moved,
    Noted,
    Overruled,
    Place,
    Placed,
    ScoredLeg,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
    Touch,
)
from tableassist.text_line import MAX_NAME_LETTERS

names = st.text(min_size=1, max_size=MAX_NAME_LETTERS) | st.sampled_from(
    ["x", "by", "O", "S", "L30", "12.", "a b", "it's"]
)
numbers = st.floats(-1e7, 1e7, allow_nan=False)
tags = st.builds(
    Tag,
    st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,9}", fullmatch=True),
    st.lists(st.text(max_size=20), max_size=4).map(tuple),
)
rules = st.sampled_from(["shot", "ram", "docking", "line_of_fire", "x"])
verdicts = st.sampled_from(Verdict)
places = st.builds(Place, numbers, numbers, numbers)
legs = st.builds(ScoredLeg, st.sampled_from("SLTD"), numbers, st.none() | st.floats(0, 1000))
touches = st.lists(st.builds(Touch, names, rules), max_size=3).map(tuple)
calls = st.builds(Call, rules, verdicts, st.none() | st.integers(0, 99_999))
moves = st.builds(
    Moved, names, places, st.lists(legs, max_size=4).map(tuple), numbers, st.booleans(), st.booleans(),
    st.none() | names, st.none() | verdicts, touches, touches,
)  # fmt: skip
notes = st.sampled_from(sorted(NOTES)).flatmap(
    lambda what: st.builds(Noted, names, st.just(what), st.tuples(*[names] * NOTES[what]))
)
entries = st.one_of(
    st.builds(Placed, names, places),
    st.builds(Shifted, names, places),
    moves,
    st.builds(ScoredQuestion, names, names, st.lists(calls, min_size=1, max_size=4).map(tuple)),
    st.builds(Overruled, names, names, calls, verdicts, st.text(max_size=20)),
    notes,
    st.just(ScoredRemark()),
)
lines = st.builds(
    Line, st.integers(0, MOST_TURN), entries, st.none() | st.floats(0, 1e6), st.none() | st.text(max_size=60)
)
scores = st.builds(Score, st.lists(tags, max_size=4).map(tuple), st.lists(lines, max_size=6).map(tuple))
