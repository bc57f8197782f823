"""Which masts somebody is to be asked about. No widgets."""

from collections.abc import Mapping

from tableassist.pipeline.hull_looks import MastContradiction, mast_contradictions
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.rulebook import GameState
from tableassist.vision.hull.masts import MastSeen


class MastQuestions:
    """Where picture and game contradict each other, but for what somebody has confirmed to be as the game has it."""

    def __init__(self) -> None:
        self._dismissed: frozenset[MastContradiction] = frozenset()

    def open_for(self, fits: Mapping[str, PieceFit], state: GameState) -> tuple[MastContradiction, ...]:
        found = mast_contradictions(fits, state)
        over = {each for each in self._dismissed if each not in found and _is_made_out(each, fits)}
        self._dismissed -= over
        return tuple(each for each in found if each not in self._dismissed)

    def dismiss(self, question: MastContradiction) -> None:
        """It is not asked again before the picture and the game have agreed about this mast."""
        self._dismissed |= {question}


def _is_made_out(question: MastContradiction, fits: Mapping[str, PieceFit]) -> bool:
    """While a ship is moved, or a hand is before her, the picture says nothing new."""
    fit = fits.get(question.piece)
    seen = None if fit is None or fit.hull is None else fit.hull.masts.get(question.mast)
    return seen in (MastSeen.STANDS, MastSeen.GONE)
