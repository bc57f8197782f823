"""What changed between two states of a table: the corrections that lead from one to the other."""

from collections import Counter
from collections.abc import Iterator

from tableassist.rulebook.referee.acts.table import Correct, CorrectionKind
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import conditions_to_note


def corrections_between(before: GameState, after: GameState) -> tuple[Correct, ...]:
    """List the changes of turn, masts, owners, homes, conditions and crew, as corrections.

    Crew are named by their cards, as a score names them. Tows, and a piece that loses its last owner, have no
    correction and are left out.
    """
    return () if before is after else tuple(_changes(before, after))


def _changes(before: GameState, after: GameState) -> Iterator[Correct]:
    kind, nothing = CorrectionKind, frozenset[int]()
    if after.player_in_turn is not None and after.player_in_turn != before.player_in_turn:
        yield Correct(after.player_in_turn, kind.TURN)
    for piece in sorted(before.masts_lost.keys() | after.masts_lost.keys()):
        was, now = before.masts_lost.get(piece, nothing), after.masts_lost.get(piece, nothing)
        yield from (Correct(piece, kind.MAST_LOST, str(mast)) for mast in sorted(now - was))
        yield from (Correct(piece, kind.MAST_BACK, str(mast)) for mast in sorted(was - now))
    for piece, owner in sorted(after.owners.items()):
        if before.owners.get(piece) != owner and piece not in after.crew:
            yield Correct(piece, kind.OWNER, owner)
    for island, player in sorted(after.homes.items()):
        if before.homes.get(island) != player:
            yield Correct(island, kind.HOME, player)
    yield from (Correct(island, kind.WILD) for island in sorted(before.homes.keys() - after.homes.keys()))
    earlier, later = conditions_to_note(before), conditions_to_note(after)
    for piece in sorted(earlier.keys() | later.keys()):
        then, current = set(earlier.get(piece, ())), set(later.get(piece, ()))
        yield from (Correct(piece, kind.STATE, state) for state in sorted(current - then))
        yield from (Correct(piece, kind.STATE_OVER, state) for state in sorted(then - current))
    yield from _crew_changes(before, after)


def _crew_changes(before: GameState, after: GameState) -> Iterator[Correct]:
    """Two generic captains are two."""
    for piece in sorted(before.units.keys() | after.units.keys()):
        was, now = _cards_aboard(before, piece), _cards_aboard(after, piece)
        yield from (Correct(piece, CorrectionKind.CREW_GONE, crew) for crew in (was - now).elements())
        yield from (Correct(piece, CorrectionKind.CREW, crew) for crew in (now - was).elements())


def _cards_aboard(state: GameState, ship: str) -> Counter[str]:
    return Counter(each.card.card or each.card.id for each in state.crew_at(ship))
