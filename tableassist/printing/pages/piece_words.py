"""What a sheet says about a tag's mount: where it goes, how high, and how it is made."""

from collections.abc import Callable, Sequence

from tableassist.messages import Message, say, template, tr
from tableassist.pieces.piece import MountKind, Piece, TagMount
from tableassist.pieces.wake import is_wake
from tableassist.printing.pages.piece_cards import LEAST_STAFF_MM, LONGEST_STAFF_MM, SHORE_ROOM_MM, has_bow, staff_mm

NEAR_MM = 0.5
"""Nearer to the middle than that is in the middle."""
DOUBLE = Message("Fold the card double and glue it.")
Title = Callable[[int], Message]
TITLES: dict[MountKind, Title] = {
    MountKind.FLAG: lambda count: Message.plural("Stern flag", "Stern flags", count=count),
    MountKind.MASTHEAD: lambda count: Message.plural("Masthead", "Mastheads", count=count),
    MountKind.DECK: lambda count: Message.plural("Deck plate", "Deck plates", count=count),
    MountKind.PLATE: lambda count: Message.plural("Plate", "Plates", count=count),
}


def title_of(piece: Piece, mounts: Sequence[TagMount]) -> str:
    """Name tags that are made in the same way."""
    kinds = tuple(sorted({say(_title(piece, mount)(len(mounts))) for mount in mounts}))
    *first, last = (mount.tag for mount in mounts)
    if not first:
        return tr("{kinds}, tag {number}", kinds=kinds, number=last)
    return tr("{kinds}, tags {first} and {last}", kinds=kinds, first=tuple(first), last=last)


def wake_title(count: int) -> Message:
    return Message.plural("Wake plate", "Wake plates", count=count)


def _title(piece: Piece, mount: TagMount) -> Title:
    return wake_title if is_wake(piece, mount) else TITLES[mount.kind]


def making_of(piece: Piece, mount: TagMount) -> str:
    """One or two sentences for the player with the scissors."""
    return " ".join(say(words) for words in (_place(piece, mount), *_steps(piece, mount)))


def _steps(piece: Piece, mount: TagMount) -> tuple[Message, ...]:
    if mount.kind is MountKind.FLAG:
        return DOUBLE, _staff_words(piece, mount)
    if mount.kind is MountKind.MASTHEAD:
        clip = Message("The two angles hold the top of mast {mast} between their legs.", mast=mount.mast)
        return DOUBLE, clip, Message("The tag is lost with the mast.")
    if mount.kind is MountKind.DECK:
        return (Message("Fold the flaps under and glue them down."),)
    if is_wake(piece, mount):
        return DOUBLE, Message("Glue the tongue under the hull, its line at the stern: the plate lies flat on the mat.")
    if has_bow(piece):
        return (Message("Glue the tongue under the hull."),)
    what = template("Fold the arrow strip under and glue the plate flat, at least {room_mm:.0f} mm from every shore.")
    return Message(what, room_mm=SHORE_ROOM_MM), Message("Then measure it: tableassist scan --islands.")


def _place(piece: Piece, mount: TagMount) -> Message:
    x, y, z = mount.x_mm, mount.y_mm, mount.z_mm
    if not has_bow(piece):
        return Message("Within the dashed line of the sketch, printed face {z_mm:.3g} mm above the mat.", z_mm=z)
    place = Message("amidships")
    if abs(x) >= NEAR_MM:
        ahead, aft = (
            Message("{mm:.3g} mm ahead of the hull's middle", mm=x),
            Message("{mm:.3g} mm aft of the hull's middle", mm=-x),
        )
        place = ahead if x > 0 else aft
    if abs(y) >= NEAR_MM:
        port, starboard = Message("{mm:.3g} mm to port", mm=y), Message("{mm:.3g} mm to starboard", mm=-y)
        place = Message("{along}, {aside}", along=place, aside=port if y > 0 else starboard)
    return Message("Printed face {z_mm:.3g} mm above the mat, {place}, arrow to the bow.", z_mm=z, place=place)


def _staff_words(piece: Piece, mount: TagMount) -> Message:
    length = staff_mm(piece, mount)
    if length < LEAST_STAFF_MM:
        return Message("Glue it to the stern.")
    if length > LONGEST_STAFF_MM:
        return Message("Its staff is a stick, {length_mm:.4g} mm from deck to plate.", length_mm=length)
    return Message(
        "The strip, folded lengthwise to a right angle, its tabs outwards, "
        "is a staff of {length_mm:.3g} mm from deck to plate; or take a toothpick.",
        length_mm=length,
    )
