"""What happened between two ledgers: the events that lead from one to the other."""

from collections.abc import Iterator

from tableassist.ledger.ledger import (
    Captured,
    CrewAboard,
    CrewGone,
    HomeChosen,
    HomeGivenUp,
    Ledger,
    LedgerEvent,
    MastLost,
    MastRepaired,
    StateBegun,
    StateEnded,
    TurnBegun,
)


def ledger_changes(before: Ledger, after: Ledger) -> tuple[LedgerEvent, ...]:
    """Applied in turn to `before` they give `after`, as far as events can: no event takes a piece from all players,
    ends the last turn, or begins and ends a tow."""
    if before is after:
        return ()
    return tuple(_changes(before, after))


def _changes(before: Ledger, after: Ledger) -> Iterator[LedgerEvent]:
    if after.turn is not None and after.turn != before.turn:
        yield TurnBegun(after.turn)
    for piece in sorted(before.masts_lost.keys() | after.masts_lost.keys()):
        was, now = before.masts_lost.get(piece, frozenset()), after.masts_lost.get(piece, frozenset())
        yield from (MastLost(piece, mast) for mast in sorted(now - was))
        yield from (MastRepaired(piece, mast) for mast in sorted(was - now))
    yield from (Captured(p, who) for p, who in sorted(after.owners.items()) if before.owners.get(p) != who)
    yield from (HomeChosen(i, who) for i, who in sorted(after.homes.items()) if before.homes.get(i) != who)
    yield from (HomeGivenUp(island) for island in sorted(before.homes.keys() - after.homes.keys()))
    for piece in sorted(before.states.keys() | after.states.keys()):
        begun, ended = (
            set(a.states.get(piece, ())) - set(b.states.get(piece, ())) for a, b in ((after, before), (before, after))
        )
        yield from (StateBegun(piece, state) for state in sorted(begun))
        yield from (StateEnded(piece, state) for state in sorted(ended))
    yield from _crew_changes(before, after)


def _crew_changes(before: Ledger, after: Ledger) -> Iterator[LedgerEvent]:
    """Two generic captains are two."""
    for piece in sorted(before.crews.keys() | after.crews.keys()):
        gone, come = list(before.crews.get(piece, ())), []
        for crew in after.crews.get(piece, ()):
            if crew in gone:
                gone.remove(crew)
            else:
                come.append(crew)
        yield from (CrewGone(piece, crew) for crew in gone)
        yield from (CrewAboard(piece, crew) for crew in come)
