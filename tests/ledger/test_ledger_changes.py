"""The events between two ledgers lead from one to the other."""

from hypothesis import given
from hypothesis import strategies as st

from tableassist.ledger.ledger import (
    Captured,
    CrewAboard,
    CrewGone,
    HomeChosen,
    HomeGivenUp,
    Ledger,
    MastLost,
    MastRepaired,
    PieceState,
    StateBegun,
    StateEnded,
    TurnBegun,
    apply,
)
from tableassist.ledger.ledger_changes import ledger_changes

pieces, players = st.sampled_from(["a", "b"]), st.sampled_from(["Anne", "Bert"])
masts, states, crews = st.integers(1, 3), st.sampled_from(PieceState), st.sampled_from(["captain", "cook"])
events = st.lists(
    st.one_of(
        st.builds(MastLost, pieces, masts),
        st.builds(MastRepaired, pieces, masts),
        st.builds(Captured, pieces, players),
        st.builds(HomeChosen, pieces, players),
        st.builds(HomeGivenUp, pieces),
        st.builds(StateBegun, pieces, states),
        st.builds(StateEnded, pieces, states),
        st.builds(CrewAboard, pieces, crews),
        st.builds(CrewGone, pieces, crews),
        st.builds(TurnBegun, players),
    ),
    max_size=12,
)


def after(ledger, happened):
    for event in happened:
        ledger = apply(ledger, event)
    return ledger


def told(ledger):
    """What it says, whatever the order of the crew."""
    return (
        ledger.owners,
        {piece: masts for piece, masts in ledger.masts_lost.items() if masts},
        ledger.homes,
        {piece: set(states) for piece, states in ledger.states.items() if states},
        {piece: sorted(crew) for piece, crew in ledger.crews.items() if crew},
        ledger.turn,
    )


@given(events, events)
def test_applied_in_turn_they_give_the_later_ledger(first, then):
    before = after(Ledger(("Anne", "Bert")), first)
    later = after(before, then)
    assert told(after(before, ledger_changes(before, later))) == told(later)


def test_the_same_ledger_has_no_events():
    one, same = (
        Ledger(("Anne",), {"a": "Anne"}, {"a": frozenset({1})}, crews={"a": ("cook", "cook")}) for _ in range(2)
    )
    assert ledger_changes(one, same) == ()
