"""The one plus-minus that a person reads: half the width of the 95 % interval. The call limit is another thing."""

PLUS_MINUS_SIGMAS = 1.96


def plus_minus(sigma: float) -> float:
    """In the unit of `sigma`."""
    return PLUS_MINUS_SIGMAS * sigma
