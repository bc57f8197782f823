"""How long a wait was by the clock, and how much of it the machine's owner had given to others."""

import time
from dataclasses import dataclass

import psutil


@dataclass(frozen=True, slots=True)
class Wait:
    ms: float
    """By the clock."""
    stolen_ms: float
    """While a processor was wanted here, of the one that lost most; the system counts it in hundredths of a second. 0
    where it does not count it."""

    @property
    def own_ms(self):
        return self.ms - self.stolen_ms


class Watch:
    """Started when it is made."""

    def __init__(self):
        self._stolen = _stolen_s()
        self._began = time.perf_counter()

    def wait(self):
        ms = 1000 * (time.perf_counter() - self._began)
        stolen = max(after - before for before, after in zip(self._stolen, _stolen_s(), strict=True))
        return Wait(round(ms, 1), round(1000 * stolen, 1))


def _stolen_s():
    return [getattr(each, "steal", 0.0) for each in psutil.cpu_times(percpu=True)]
