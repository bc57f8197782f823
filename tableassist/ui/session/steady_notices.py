"""What the banner says, held steady: a ship in a player's hand leans, and a hand that passes covers half a tag. No
widgets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tableassist.messages import Message, Text
from tableassist.pipeline.table_state import TableState
from tableassist.ui.session.table_health import notices_of

LASTING_NS: Final = 4_000_000_000
"""A hand is gone by then. Meanwhile the plus-minus is wide already, so that nothing is called wrong."""
GAP_NS: Final = 1_000_000_000
"""A problem that is not seen for a shorter time is still the same."""
REWORDED_NS: Final = 5_000_000_000
"""A number that changes with every frame is told anew only so often."""


@dataclass(frozen=True, slots=True)
class _Problem:
    words: Text
    since_ns: int
    last_ns: int
    worded_ns: int


class SteadyNotices:
    """Problems of single pieces are told once they have lasted, and not while the piece is moved."""

    def __init__(self) -> None:
        self._problems: dict[str, _Problem] = {}

    def of(self, state: TableState) -> tuple[str, ...]:
        found = {piece: fit.problem for piece, fit in state.fits.items() if fit.problem is not None}
        for piece, problem in found.items():
            self._problems[piece] = self._noted(piece, problem, state)
        for piece, known in tuple(self._problems.items()):
            if not 0 <= state.t_ns - known.last_ns <= GAP_NS:
                del self._problems[piece]
        return notices_of(state, self._told(found, state.t_ns))

    def _noted(self, piece: str, problem: Text, state: TableState) -> _Problem:
        known, t_ns = self._problems.get(piece), state.t_ns
        track = state.tracks.tracks.get(piece)
        is_moved = track is not None and track.moving
        if known is None or is_moved or not 0 <= t_ns - known.last_ns <= GAP_NS:
            return _Problem(problem, t_ns, t_ns, t_ns)
        if t_ns - known.worded_ns < REWORDED_NS and _kind(known.words) == _kind(problem):
            return replace(known, last_ns=t_ns)
        return replace(known, words=problem, last_ns=t_ns, worded_ns=t_ns)

    def _told(self, found: Mapping[str, Text], t_ns: int) -> dict[Text, Text | None]:
        """What is to be said in the place of each problem; None for nothing yet."""
        told: dict[Text, Text | None] = {}
        for piece, problem in found.items():
            known = self._problems.get(piece)
            lasts = known is not None and t_ns - known.since_ns >= LASTING_NS
            told[problem] = known.words if known is not None and lasts else None
        return told


def _kind(words: Text) -> str:
    return words.template if isinstance(words, Message) else words
