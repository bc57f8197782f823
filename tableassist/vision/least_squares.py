"""Least squares for the fits that nobody waits for frame by frame: scipy's Levenberg-Marquardt, and what it is sure of.

The lens fit has its own (`lens_fit.fit`), and so have registration and the pieces' places, which run at every frame.
"""

from collections.abc import Callable

import numpy as np

from tableassist.geometry import Floats

TOLERANCE = 1e-9
"""Relative change of the sum of squares or of the unknowns: far below a thousandth of any sigma."""

Linearised = Callable[[Floats], tuple[Floats, Floats]]
"""The way from the start (N,) to the residuals in sigmas (R,), expected less seen, and their Jacobian (R, N)."""


def best_step(linearised: Linearised, unknowns: int) -> Floats:
    """(N,) from the start to where the squares are least. Rows of priors are residuals like others."""
    from scipy.optimize import least_squares  # noqa: PLC0415  slow to load, and no window needs it to open

    last: tuple[Floats, Floats, Floats] | None = None

    def at(step: Floats) -> tuple[Floats, Floats]:
        # The Jacobian is asked for where the residuals have just been: both come from one look.
        nonlocal last
        if last is None or not np.array_equal(last[0], step):
            last = step.copy(), *linearised(step)
        return last[1], last[2]

    def residual(step: Floats) -> Floats:
        return at(step)[0]

    def jacobian(step: Floats) -> Floats:
        return at(step)[1]

    found = least_squares(
        residual,
        np.zeros(unknowns),
        jac=jacobian,
        method="lm",
        x_scale="jac",
        ftol=TOLERANCE,
        xtol=TOLERANCE,
        gtol=TOLERANCE,
    )
    return np.asarray(found.x, dtype=np.float64)


def covariance_by(jacobian: Floats) -> Floats:
    """(N, N) of the unknowns, by the Jacobian (R, N) of residuals in sigmas where the squares are least.

    Scaled first: the unknowns are in mm, radians, shares and pixels.
    """
    normal = jacobian.T @ jacobian
    scale = 1.0 / np.sqrt(np.diag(normal))
    inverse: Floats = np.linalg.inv(normal * np.outer(scale, scale)) * np.outer(scale, scale)
    return (inverse + inverse.T) / 2
