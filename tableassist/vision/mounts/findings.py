"""What fitting out found, in words: how good it is, what went wrong, what to do about it."""

import math
from enum import StrEnum

from tableassist.geometry.plus_minus import plus_minus
from tableassist.vision.mounts.fit import MountedTag, MountFit, SetDownFound

GOOD_BOW_MM = 0.4
USABLE_BOW_MM = 1.0
"""Of the bow, 95 %: a tenth of a deck's width is well below what players argue about."""
WELL_KNOWN_HEIGHT_MM = 0.7
"""One sigma."""
SLANT_DEG = 15.0
"""From farther off upright, height shows well enough."""
LEANS_RAD = math.radians(2.0)
CHI = 2.5
PRINT_SIGMAS = 4.0
ODD_MM = 0.4


class MountGrade(StrEnum):
    GOOD = "good"
    USABLE = "usable"
    AGAIN = "do again"


def grade(fit: MountFit) -> MountGrade:
    if fit.disagreement or fit.print_pull > PRINT_SIGMAS or fit.bow_mm > USABLE_BOW_MM:
        return MountGrade.AGAIN
    alone = fit.directions < 2
    return MountGrade.USABLE if alone or fit.bow_mm > GOOD_BOW_MM else MountGrade.GOOD


def hints(fit: MountFit) -> tuple[str, ...]:
    """One sentence each, the gravest first."""
    found = [f"{one.name}: not used: {one.words}" for one in fit.unused]
    found += [_left_out(one) for one in fit.set_downs if not one.used]
    if fit.disagreement:
        found.append(f"{fit.disagreement}: set {fit.piece.name} down once more")
    if fit.print_pull > PRINT_SIGMAS:
        found.append(
            f"against the mat the sheet looks printed at {100.0 * fit.print_scale:.1f} %: measure its check line and "
            "give --check-line, or print it at 100 %; or is the mat's layout wrong?"
        )
    if fit.directions < 2:
        found.append("one direction only: a plate set askew cannot be told from a ship set askew; take two or more")
    if any(tag.mount.sigma_z_mm > WELL_KNOWN_HEIGHT_MM for tag in fit.tags):
        found.append(_height(fit))
    found += [_leans(tag) for tag in fit.tags if tag.slope_rad > LEANS_RAD]
    seen = {(tag.mount.family, tag.mount.tag) for tag in fit.tags}
    unseen = [str(mount.tag) for mount in fit.piece.mounts if (mount.family, mount.tag) not in seen]
    if unseen:
        found.append(f"tag {', '.join(unseen)} was never seen on the sheet: its place stays as the table file has it")
    if fit.chi > CHI:
        found.append(
            f"the corners fit {fit.chi:.1f} times worse than they should: is the sheet flat and printed at 100 %, "
            "and is it this camera's profile?"
        )
    return tuple(found)


def _left_out(one: SetDownFound) -> str:
    parts = []
    if abs(one.ahead_mm) > ODD_MM:
        parts.append(f"the bow {abs(one.ahead_mm):.1f} mm {'past' if one.ahead_mm > 0 else 'short of'} the stop")
    if abs(one.aside_mm) > ODD_MM:
        parts.append(f"{abs(one.aside_mm):.1f} mm to {'port' if one.aside_mm > 0 else 'starboard'} of the line")
    parts.append(f"turned by {abs(math.degrees(one.turn_rad)):.1f}°")
    return f"{one.name} (direction {one.slot}) disagrees with the others and is left out: {', '.join(parts)}"


def _height(fit: MountFit) -> str:
    sigma = max(tag.mount.sigma_z_mm for tag in fit.tags)
    slant = math.degrees(math.atan(fit.view_tan))
    known = f"the height is known to ± {plus_minus(sigma):.1f} mm only"
    if slant < SLANT_DEG:
        return (
            f"{known}: the ship is seen from {slant:.0f}° off upright; lay the sheet nearer the picture's edge, "
            f"so that it is {SLANT_DEG:.0f}° or more"
        )
    return f"{known}: take more directions, or some with the sheet at the other side of the picture"


def _leans(tag: MountedTag) -> str:
    return (
        f"tag {tag.mount.tag}'s plate leans by {math.degrees(tag.slope_rad):.0f}°: seen slantwise it looks turned; "
        "straighten it and fit out again"
    )
