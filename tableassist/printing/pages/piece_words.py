"""What a sheet says about a tag's mount: where it goes, how high, and how it is made."""

from collections.abc import Sequence

from tableassist.pieces.piece import MountKind, Piece, TagMount
from tableassist.printing.pages.piece_cards import LEAST_STAFF_MM, LONGEST_STAFF_MM, has_bow, staff_mm

DOUBLE = "Fold the card double and glue it."
TITLES = {
    MountKind.FLAG: ("Stern flag", "Stern flags"),
    MountKind.MASTHEAD: ("Masthead", "Mastheads"),
    MountKind.DECK: ("Deck plate", "Deck plates"),
    MountKind.PLATE: ("Plate", "Plates"),
}


def title_of(mounts: Sequence[TagMount]) -> str:
    """Of tags that are made in the same way."""
    kinds = {TITLES[mount.kind][len(mounts) > 1] for mount in mounts}
    numbers = [f"{mount.tag}" for mount in mounts]
    listed = " and ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)
    return f"{', '.join(sorted(kinds))}, tag{'s' if len(numbers) > 1 else ''} {listed}"


def making_of(piece: Piece, mount: TagMount) -> str:
    """One or two sentences for the player with the scissors."""
    place = _place(piece, mount)
    if mount.kind is MountKind.FLAG:
        return f"{place} {_staff_words(piece, mount)}"
    if mount.kind is MountKind.MASTHEAD:
        return f"{place} {DOUBLE} {_clip_words(mount)}"
    if mount.kind is MountKind.DECK:
        return f"{place} Fold the flaps under and glue them down."
    if has_bow(piece):
        return f"{place} Glue the tongue under the hull."
    return f"{place} Glue flat."


def _clip_words(mount: TagMount) -> str:
    return f"The two angles hold the top of mast {mount.mast} between their legs. The tag is lost with the mast."


def _place(piece: Piece, mount: TagMount) -> str:
    height = f"Printed face {mount.z_mm:.3g} mm above the mat"
    if not has_bow(piece):
        return f"{height}, place and arrow as in the sketch."
    if abs(mount.x_mm) < 0.5:
        along = "amidships"
    else:
        along = f"{abs(mount.x_mm):.3g} mm {'ahead of' if mount.x_mm > 0 else 'aft of'} the hull's middle"
    side = "port" if mount.y_mm > 0 else "starboard"
    aside = "" if abs(mount.y_mm) < 0.5 else f", {abs(mount.y_mm):.3g} mm to {side}"
    return f"{height}, {along}{aside}, arrow to the bow."


def _staff_words(piece: Piece, mount: TagMount) -> str:
    length = staff_mm(piece, mount)
    if length < LEAST_STAFF_MM:
        return f"{DOUBLE} Glue it to the stern."
    if length > LONGEST_STAFF_MM:
        return f"{DOUBLE} Its staff is a stick, {length:.4g} mm from deck to plate."
    return (
        f"{DOUBLE} The strip, folded lengthwise to a right angle, its tabs outwards, "
        f"is a staff of {length:.3g} mm from deck to plate; or take a toothpick."
    )
