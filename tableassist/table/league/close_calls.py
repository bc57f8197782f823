"""Rulings that stay too close to call, for a league's desk: where a table is only recorded, nobody there asks."""

from collections.abc import Callable, Sequence
from typing import Final

from tableassist.matches.evidence import TOLD_RULES
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling, Verdict
from tableassist.table.events import AnyEvent, MomentArrived
from tableassist.table.table import Table

STEADY_NS: Final = 2_000_000_000
"""What is too close for so long is told."""
AGAIN_NS: Final = 60_000_000_000


class CloseCalls:
    """`tell` gets each ruling when it has been too close for a while, and not again at once."""

    def __init__(self, table: Table, tell: Callable[[Sequence[Ruling]], object]) -> None:
        self._table, self._tell = table, tell
        self._since: dict[str, int] = {}
        """Since when each ruling has been too close."""
        self._told: dict[str, int] = {}
        table.subscribe(self._take_event)

    def _take_event(self, event: AnyEvent) -> None:
        if isinstance(event, MomentArrived) and self._table.newest is not None:
            rulings = self._find_steady(self._table.newest)
            if rulings:
                self._tell(rulings)

    def _find_steady(self, moment: Moment) -> list[Ruling]:
        t_ns = moment.state.t_ns
        close = {
            ruling.id: ruling
            for ruling in moment.state.rulings
            if ruling.verdict is Verdict.TOO_CLOSE and ruling.rule in TOLD_RULES
        }
        self._since = {name: self._since.get(name, t_ns) for name in close}
        steady = [name for name, since in self._since.items() if t_ns - since >= STEADY_NS]
        new = [name for name in steady if name not in self._told or t_ns - self._told[name] >= AGAIN_NS]
        self._told |= dict.fromkeys(new, t_ns)
        return [close[name] for name in new]
