"""What happened in a match, in order: moves, what players noted, marks and overrulings. A score, a report
and an export are made of it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.pipeline.moves.found_moves import MoveWatch, is_open_shot, last_moves, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Overruling, Ruling
from tableassist.rulebook.acts import Correct, CorrectionKind
from tableassist.rulebook.referee import corrections_between

TURN_MARK = "turn"
"""The words of a mark that ends a turn; any other is a remark."""


@dataclass(frozen=True, slots=True)
class Mark:
    t_ns: int
    words: str


@dataclass(frozen=True, slots=True)
class Edit:
    t_ns: int
    change: Correct
    """As a correction, whoever or whatever made it."""
    shots: tuple[Ruling, ...] = ()
    """Where a mast was lost: those that bore on the ship then, whether or not the one that fired had moved."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    t_ns: int
    turn: Turn


@dataclass(frozen=True, slots=True, eq=False)
class Chronicle:
    settings: TableSettings
    """As they were at the beginning."""
    last_settings: TableSettings
    first_ns: int
    last_ns: int
    moves: tuple[FoundMove, ...]
    edits: tuple[Edit, ...]
    remarks: tuple[Mark, ...]
    overrulings: tuple[Overruling, ...]
    turns: tuple[TurnStart, ...]
    """In order; the first begins with the match."""

    def turn_at(self, t_ns: int) -> Turn:
        return self.turns[max(0, bisect_right([each.t_ns for each in self.turns], t_ns) - 1)].turn

    def settled_after(self, number: int) -> int:
        """When the table lay still after this turn; 0 is the set-up."""
        moved = [each.settled_ns for each in self.moves if each.turn.number <= number]
        return max(moved, default=self.first_ns)

    def name_of(self, piece: str) -> str:
        return next((each.name for each in self.settings.pieces if each.id == piece), piece)


def follow(
    states: Iterable[tuple[TableState, TableSettings]], marks: Sequence[Mark] = ()
) -> Iterator[tuple[TableState, TableSettings, MoveWatch, tuple[FoundMove, ...]]]:
    """Each state with what is known after it, and the moves that are over then. `marks` in the order of time; each
    counts with the first state not before it."""
    watch, waiting = MoveWatch(), [mark.t_ns for mark in marks if mark.words == TURN_MARK]
    for state, settings in states:
        due = bisect_right(waiting, state.t_ns)
        del waiting[:due]
        watch, found = watch_moves(watch, state, settings, marked=due > 0)
        yield state, settings, watch, found


def chronicle_of(
    states: Iterable[tuple[TableState, TableSettings]],
    marks: Sequence[Mark] = (),
    overrulings: Sequence[Overruling] = (),
) -> Chronicle | None:
    """None where there is no state."""
    watch, moves, edits, told = MoveWatch(), list[FoundMove](), list[Edit](), list[TurnStart]()
    settings = first = first_ns = None
    t_ns = 0
    for state, now, after, found in follow(states, marks):
        t_ns = state.t_ns
        if settings is None or first_ns is None or first is None:
            settings, first, first_ns = now, now, t_ns
        edits += (Edit(t_ns, each, _at(each, state)) for each in corrections_between(settings.state, now.state))
        if after.told and after.turn != watch.turn:
            told.append(TurnStart(t_ns, after.turn))
        watch, settings = after, now
        moves += found
    if settings is None or first is None or first_ns is None:
        return None
    moves += last_moves(watch, settings)
    return Chronicle(
        settings=first,
        last_settings=settings,
        first_ns=first_ns,
        last_ns=t_ns,
        moves=tuple(sorted(moves, key=lambda move: move.settled_ns)),
        edits=tuple(edits),
        remarks=tuple(mark for mark in marks if mark.words != TURN_MARK),
        overrulings=tuple(overrulings),
        turns=_turns(moves, told, first_ns),
    )


def _at(change: Correct, state: TableState) -> tuple[Ruling, ...]:
    if change.what is not CorrectionKind.MAST_LOST:
        return ()
    return tuple(ruling for ruling in state.rulings if ruling.target == change.piece and is_open_shot(ruling))


def _turns(moves: Sequence[FoundMove], told: Sequence[TurnStart], first_ns: int) -> tuple[TurnStart, ...]:
    """Those that were told; before them, or where nobody told, each begins with its first move."""
    starts = {start.turn.number: start for start in told}
    for move in sorted(moves, key=lambda each: each.moved_ns):
        if move.kind is MoveKind.MOVED:
            starts.setdefault(move.turn.number, TurnStart(move.moved_ns, move.turn))
    ordered = sorted(starts.values(), key=lambda start: start.turn.number)
    if not ordered:
        return (TurnStart(first_ns, Turn(1, None)),)
    return (TurnStart(first_ns, ordered[0].turn), *ordered[1:])
