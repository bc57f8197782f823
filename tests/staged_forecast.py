"""A forecast with round figures, for tests of what is said of one."""

from tableassist.setup.plan import Forecast, Precision
from tableassist.setup.plan.forecast import MEASURING_STEPS

FORECAST = Forecast(
    now=Precision(9.7, 10.9),
    complete=Precision(0.7, 1.2),
    done=frozenset(),
    after={step: Precision(0.7, 1.2) for step in MEASURING_STEPS},
    without={step: Precision(1.1 + number, 1.2) for number, step in enumerate(MEASURING_STEPS)},
)
