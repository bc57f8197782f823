"""Which of several ships of one shape a hull is, by its colours."""

from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.vision.hull.appearance import HullAppearance
from tableassist.vision.hull.identity import IdentityVerdict
from tableassist.vision.hull.look import ODD_COLOURS

MIN_ODD_SIGMAS = 0.8
"""Colours that differ by less are those of the ship herself in another light, whatever her sisters look like."""
CLEARLY_NEARER = 0.6
"""A sister whose colours differ by less than this share of the ship's own is believed to be the one."""
SISTER_SIGMAS = 1.0
"""A hull within this of a sister's colours may be the sister, where the ship's own colours are not known."""
DIFFERENT_SIGMAS = 1.2
"""Two ships whose kept colours differ by less cannot be told apart by them."""


@dataclass(frozen=True, slots=True)
class ColourMatch:
    """Who stands under a plate, by the colours of the hull."""

    verdict: IdentityVerdict | None
    """None where no colours were kept that could tell."""
    looks_like: str | None = None
    """The id of the sister whose colours these are."""


NO_COLOURS = ColourMatch(None)


def match_colours(
    seen: HullAppearance | None, own: HullAppearance | None, sisters: Mapping[str, HullAppearance]
) -> ColourMatch:
    """Compare the colours seen with those kept of the ship and of the `sisters`, ships that look like her in shape."""
    if seen is None:
        could_tell = own is not None and any(_differ(own, sister) for sister in sisters.values())
        return ColourMatch(IdentityVerdict.UNKNOWN) if could_tell else NO_COLOURS
    off = None if own is None else own.sigmas_from(seen)
    apart = {ship: sigmas for ship, kept in sisters.items() if (sigmas := kept.sigmas_from(seen)) is not None}
    nearest = min(apart, key=apart.__getitem__, default=None)
    if off is None:
        is_open = nearest is not None and apart[nearest] < SISTER_SIGMAS
        return ColourMatch(IdentityVerdict.UNKNOWN) if is_open else NO_COLOURS
    if nearest is not None and off > MIN_ODD_SIGMAS and apart[nearest] < CLEARLY_NEARER * off:
        return ColourMatch(IdentityVerdict.OTHER, nearest)
    if off > ODD_COLOURS:
        return ColourMatch(IdentityVerdict.OTHER)
    if nearest is not None and apart[nearest] < off and off > MIN_ODD_SIGMAS:
        return ColourMatch(IdentityVerdict.UNKNOWN)
    return ColourMatch(IdentityVerdict.OWN)


def _differ(one: HullAppearance, other: HullAppearance) -> bool:
    sigmas = one.sigmas_from(other)
    return sigmas is not None and sigmas > DIFFERENT_SIGMAS
