"""What changed between two states of a table is told as corrections, and folding them gives the later state."""

from tableassist.pieces import PieceState
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind, corrections_between
from tableassist.store.table.notes import notes_of
from tests.rulebook.scenes import land, ship
from tests.table_states import begun, captured, corrected, mast_lost, state_of, turn_of

KIND = CorrectionKind
PIECES = [piece for piece, _ in (ship("a", "A", 0, 0, masts=(8.0, -8.0)), ship("b", "B", 0, 60), land("i", 200, 0))]
CHANGES = (
    turn_of("B"),
    mast_lost("a", 1),
    captured("b", "A"),
    Correct("i", KIND.HOME, "A"),
    begun("b", PieceState.ON_FIRE),
)


def test_nothing_changed_where_the_state_is_the_same():
    state = state_of(PIECES)
    assert corrections_between(state, state) == ()


def test_each_change_is_told_and_gives_the_later_state():
    before = state_of(PIECES)
    after = corrected(before, *CHANGES)
    changes = corrections_between(before, after)
    assert set(changes) == set(CHANGES)
    assert notes_of(corrected(before, *changes)) == notes_of(after)


def test_what_is_taken_back_is_told_too():
    before = corrected(state_of(PIECES), *CHANGES)
    back = (
        Correct("a", KIND.MAST_BACK, "1"),
        Correct("i", KIND.WILD),
        Correct("b", KIND.STATE_OVER, "on-fire"),
    )
    assert set(corrections_between(before, corrected(before, *back))) == set(back)


def test_a_ship_without_masts_is_derelict_without_being_told_so():
    """She stops being derelict when a mast is back: a file that kept it as a tick would keep her derelict."""
    before = state_of(PIECES)
    after = corrected(before, mast_lost("b", 1))
    assert corrections_between(before, after) == (mast_lost("b", 1),)
    assert "b" not in notes_of(after).states


def test_two_crew_of_one_kind_are_two():
    before = state_of(PIECES, crews={"a": ("cook", "cook"), "b": ()})
    ashore = Correct("a", KIND.CREW_GONE, "a-1")
    assert corrections_between(before, corrected(before, ashore)) == (Correct("a", KIND.CREW_GONE, "cook"),)


def test_a_creature_whose_segment_is_put_back_is_in_the_game_again():
    from tests.rulebook.contact_scenes import creature

    piece, _ = creature("k", "A", 0, 0, segments=1)
    gone = corrected(state_of([piece]), mast_lost("k", 1))
    assert gone.units["k"].gone
    assert not corrected(gone, Correct("k", KIND.MAST_BACK, "1")).units["k"].gone


def test_the_owner_of_crew_ashore_is_no_correction():
    aboard = state_of(PIECES, crews={"a": ("marine",), "b": ()})
    (member,) = aboard.crew.values()
    before = aboard.with_crew(member, at="i")
    after = before.with_crew(before.crew[member.id], owner="B")
    assert before.owners[member.id] != after.owners[member.id]
    assert corrections_between(before, after) == ()
