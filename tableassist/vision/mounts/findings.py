"""What fitting out found, in words: how good it is, what went wrong, what to do about it."""

import math
from enum import StrEnum

from tableassist.geometry import plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pieces.physical import PieceOutline
from tableassist.vision.mounts.fit import MountFit, SetDownFound

GOOD_BOW_MM = 0.9
USABLE_BOW_MM = 1.8
"""Of the bow, 95 %. A hand sets ships down to 0.3 mm and 0.6 degrees, so four set-downs without a traced hull give
about 1.1 mm and two give 1.6; with the hull traced it is less than half."""
WELL_KNOWN_HEIGHT_MM = 0.7
"""One sigma."""
SLANT_DEG = 15.0
"""From farther off upright, height shows well enough."""
SHAKY_RAD = math.radians(0.6)
"""One sigma: twice what a ship that stands well shows."""
CHI = 2.5
PRINT_SIGMAS = 4.0
ODD_MM = 0.4


class MountGrade(StrEnum):
    GOOD = template("good")
    USABLE = template("usable")
    AGAIN = template("do again")

    @property
    def words(self) -> Message:
        return Message(self.value)


def grade(fit: MountFit) -> MountGrade:
    if fit.disagreement or fit.print_pull > PRINT_SIGMAS or fit.bow_mm > USABLE_BOW_MM:
        return MountGrade.AGAIN
    alone = fit.directions < 2
    return MountGrade.USABLE if alone or fit.bow_mm > GOOD_BOW_MM else MountGrade.GOOD


def hints(fit: MountFit) -> tuple[Text, ...]:
    """One sentence each, the gravest first."""
    found: list[Text] = [Message("{name}: not used: {problem}", name=one.name, problem=one.words) for one in fit.unused]
    found += [_left_out(one) for one in fit.set_downs if not one.used]
    if fit.no_outline is not None:
        found.append(fit.no_outline)
    if fit.disagreement:
        found.append(Message("{problem}: set {name} down once more", problem=fit.disagreement, name=fit.piece.name))
    if fit.print_pull > PRINT_SIGMAS:
        form = template(
            "against the mat the sheet looks printed at {percent:.1f} %: measure its check line and give "
            "--check-line, or print it at 100 %; or is the mat's layout wrong?"
        )
        found.append(Message(form, percent=100.0 * fit.print_scale))
    if fit.directions < 2:
        found.append(
            Message("only one direction: a plate that is askew looks the same as a ship that is askew; use two or more")
        )
    if any(tag.mount.sigma_z_mm > WELL_KNOWN_HEIGHT_MM for tag in fit.tags):
        found.append(_height(fit))
    if fit.lean_rad > SHAKY_RAD:
        form = template(
            "{name} stood upright only to ± {lean_deg:.1f}° at its set-downs: is its staff loose, or its keel bent?"
        )
        found.append(Message(form, name=fit.piece.name, lean_deg=plus_minus(math.degrees(fit.lean_rad))))
    seen = {(tag.mount.family, tag.mount.tag) for tag in fit.tags}
    unseen = tuple(mount.tag for mount in fit.piece.mounts if (mount.family, mount.tag) not in seen)
    if unseen:
        form = template("tag {tags} was never seen on the sheet: its place stays as in the table file")
        found.append(Message(form, tags=unseen))
    if fit.chi > CHI:
        form = template(
            "the corners fit {times:.1f} times worse than they should: is the sheet flat and printed at 100 %, and is "
            "it this camera's profile?"
        )
        found.append(Message(form, times=fit.chi))
    return tuple(found)


def outline_size(outline: PieceOutline) -> dict[str, float]:
    """Length, width and deck height of a measured hull, as parameters of a message."""
    xs, ys = [x for x, _ in outline.hull], [y for _, y in outline.hull]
    return {
        "length_mm": max(xs) - min(xs),
        "width_mm": max(ys) - min(ys),
        "height_mm": outline.height_mm or 0.0,
    }


def docking_mm(fit: MountFit) -> float:
    """The plus-minus (95 %) that outline and tags leave to the gap between her bow and an exact shore."""
    if fit.outline is None:
        return math.hypot(plus_minus(fit.piece.model.sigma_mm), fit.bow_mm)
    # Of a traced hull and her tags each error is counted once: the two sigmas add up to that of the edge.
    along = [x for x, _ in fit.outline.hull]
    bow = along.index(max(along))
    sigma_mm = fit.outline.hull_sigma_mm[bow] if fit.outline.hull_sigma_mm else fit.outline.sigma_mm
    return plus_minus(math.hypot(sigma_mm, min(tag.mount.sigma_xy_mm for tag in fit.tags)))


def docking_words(fit: MountFit) -> tuple[Message, ...]:
    """What fitting out buys where it matters most: at the shore."""
    before = math.hypot(
        plus_minus(fit.piece.model.sigma_mm), plus_minus(max(mount.sigma_xy_mm for mount in fit.piece.mounts))
    )
    form = template(
        "{ship}: her tags and outline now add ± {now_mm:.1f} mm to a docking (before: ± {before_mm:.1f} mm)"
    )
    return (Message(form, ship=fit.piece.name, now_mm=docking_mm(fit), before_mm=before),)


def _left_out(one: SetDownFound) -> Message:
    off = []
    if one.ahead_mm > ODD_MM:
        off.append(Message("the bow {off_mm:.1f} mm past the stop", off_mm=one.ahead_mm))
    if one.ahead_mm < -ODD_MM:
        off.append(Message("the bow {off_mm:.1f} mm short of the stop", off_mm=-one.ahead_mm))
    if one.aside_mm > ODD_MM:
        off.append(Message("{off_mm:.1f} mm to port of the line", off_mm=one.aside_mm))
    if one.aside_mm < -ODD_MM:
        off.append(Message("{off_mm:.1f} mm to starboard of the line", off_mm=-one.aside_mm))
    off.append(Message("turned by {turn_deg:.1f}°", turn_deg=abs(math.degrees(one.turn_rad))))
    form = template("{name} (direction {direction}) disagrees with the others and is left out: {off}")
    return Message(form, name=one.name, direction=one.slot, off=tuple(off))


def _height(fit: MountFit) -> Message:
    known_mm = plus_minus(max(tag.mount.sigma_z_mm for tag in fit.tags))
    slant = math.degrees(math.atan(fit.view_tan))
    if slant < SLANT_DEG:
        form = template(
            "the height is known to ± {known_mm:.1f} mm only: the camera sees the ship from {slant_deg:.0f}° off "
            "upright; put the sheet nearer the edge of the picture, for {least_deg:.0f}° or more"
        )
        return Message(form, known_mm=known_mm, slant_deg=slant, least_deg=SLANT_DEG)
    return Message(
        "the height is known to ± {known_mm:.1f} mm only: take more directions, or some with the sheet at the other "
        "side of the picture",
        known_mm=known_mm,
    )
