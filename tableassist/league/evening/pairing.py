"""Who plays whom in one round, and who of the two goes first."""

from dataclasses import dataclass

from tableassist.league.evening.history import History


@dataclass(frozen=True, slots=True)
class Paired:
    first: str
    second: str | None = None
    """None: a bye."""

    @property
    def players(self) -> tuple[str, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


def in_fair_order(one: str, other: str, history: History) -> Paired:
    """Whoever went first less often goes first; then who did not in the last game; then the one named first."""
    due = sorted((one, other), key=lambda each: (history.firsts[each], history.last_first.get(each, False)))
    return Paired(due[0], due[1])
