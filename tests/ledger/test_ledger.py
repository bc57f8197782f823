from tableassist.ledger.ledger import (
    Captured,
    CrewAboard,
    CrewGone,
    Ledger,
    MastLost,
    MastRepaired,
    PieceState,
    StateBegun,
    StateEnded,
    apply,
)

START = Ledger(("A", "B"), {"x": "A"}, fleets={"x": "A"})


def after(*events):
    ledger = START
    for event in events:
        ledger = apply(ledger, event)
    return ledger


def test_a_state_begins_and_ends():
    ledger = after(StateBegun("x", PieceState.SUBMERGED), StateBegun("x", PieceState.ON_FIRE))
    assert ledger.is_in("x", PieceState.SUBMERGED)
    ledger = apply(ledger, StateEnded("x", PieceState.SUBMERGED))
    assert ledger.states["x"] == {PieceState.ON_FIRE}
    assert not ledger.is_in("y", PieceState.ON_FIRE)


def test_a_captured_piece_stays_in_the_fleet_that_brought_it():
    ledger = after(Captured("x", "B"))
    assert (ledger.owners["x"], ledger.fleets["x"]) == ("B", "A")


def test_of_two_captains_one_goes():
    ledger = after(CrewAboard("x", "SM/T-007"), CrewAboard("x", "SM/T-007"), CrewGone("x", "SM/T-007"))
    assert ledger.crews["x"] == ("SM/T-007",)
    assert apply(ledger, CrewGone("x", "SM/PC-002")).crews["x"] == ("SM/T-007",)


def test_masts_go_and_come_back():
    assert after(MastLost("x", 1), MastLost("x", 3), MastRepaired("x", 1)).masts_lost["x"] == {3}


def test_an_event_leaves_the_old_ledger_as_it_was():
    after(StateBegun("x", PieceState.LOST), Captured("x", "B"))
    assert START.states == {}
    assert START.owners == {"x": "A"}
