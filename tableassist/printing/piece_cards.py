"""The cards that carry the tags of a piece, with the mark of its fleet."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tableassist.pieces import MountKind, Piece, TagMount
from tableassist.pieces.art import Colour
from tableassist.pieces.physical import is_wake_plate, wake_strip_mm
from tableassist.printing.page import SMALL_PT, Block
from tableassist.printing.paper import Box
from tableassist.printing.pen import DARK, HAIR_MM, Align, FontFace, Pen, Point, clip_text, corners_of, quiet_zone_mm

TINTS: Sequence[Colour] = (
    (1.0, 0.93, 0.70),
    (0.62, 0.78, 0.95),
    (0.80, 0.93, 0.76),
    (0.96, 0.70, 0.66),
    (0.87, 0.82, 0.95),
    (0.74, 0.74, 0.74),
)
"""Of the strip at a plate's bow edge, fleet by fleet. Neighbours differ by 0.1 or more in lightness, so two fleets are
still told apart on a printer without colour; black writing stays readable on all of them."""
MAX_MARK_LETTERS = 3


@dataclass(frozen=True, slots=True)
class FleetMark:
    letters: str
    """P1 for Player 1."""
    owner: str
    tint: Colour


def mark_fleets(pieces: Sequence[Piece]) -> Mapping[str, FleetMark]:
    """Give each owner a mark of their own, by owner; none where there is only one fleet."""
    owners = list(dict.fromkeys(piece.owner for piece in pieces if piece.owner))
    if len(owners) < 2:
        return {}
    letters = _distinct_letters(owners)
    return {owner: FleetMark(letters[k], owner, TINTS[k % len(TINTS)]) for k, owner in enumerate(owners)}


def short_name(piece: Piece) -> str:
    """The piece's name without its owner, who is written on its own line: "Five-mast (Player 1)" is a Five-mast."""
    return piece.name.removesuffix(f"({piece.owner})").rstrip() if piece.owner else piece.name


def _distinct_letters(owners: Sequence[str]) -> list[str]:
    """Initials where they differ, else the first letters, else A, B, C."""
    choices = ([_initials(owner) for owner in owners], *([owner[:n] for owner in owners] for n in (1, 2, 3)))
    for letters in choices:
        if len({letter.casefold() for letter in letters}) == len(owners) and all(letters):
            return letters
    return [chr(ord("A") + k) if k < 26 else str(k + 1) for k in range(len(owners))]


def _initials(owner: str) -> str:
    """The first letter of each word; numbers whole."""
    return "".join(word if word.isdecimal() else word[:1].upper() for word in owner.split())[:MAX_MARK_LETTERS]


BOW_STRIP_MM = 4.0
"""Before the tag: an arrow to the bow and the tag's number."""
SHORE_ROOM_MM = 3.0
"""Between a plate and any shore: then neither the plate nor its shadow hides the shore when the island is scanned."""
FLAP_MM = 4.0
TONGUE_MM = (8.0, 14.0)
STAFF_HALF_MM, STAFF_TAB_MM = 4.0, 4.0
LEAST_STAFF_MM, LONGEST_STAFF_MM = 8.0, 150.0
CLIP_MM = (8.0, 5.0, 12.0)
"""Width, glue tab and leg of one of the two angles that hold a mast's top."""
SPOT_MM = 8.0
CAPITAL_MM = 2.05


def staff_mm(piece: Piece, mount: TagMount) -> float:
    """From the deck to the plate."""
    return mount.z_mm - piece.model.height_mm


def has_bow(piece: Piece) -> bool:
    return piece.model.bow_zone_from_x_mm is not None


def face_mm(mount: TagMount) -> float:
    """Side of the smallest upright square that holds the tag with its white rim."""
    rimmed = mount.size_mm + 2 * quiet_zone_mm(mount.family, mount.size_mm)
    return rimmed * (abs(math.cos(mount.yaw_rad)) + abs(math.sin(mount.yaw_rad)))


def mount_blocks(piece: Piece, mount: TagMount, fleet: FleetMark | None = None) -> tuple[Block, ...]:
    """The card with the tag first, then what carries it. `fleet`: whose it is, where there are several fleets."""
    if mount.kind is MountKind.FLAG:
        staff = staff_mm(piece, mount)
        strips = (_staff(staff),) if LEAST_STAFF_MM <= staff <= LONGEST_STAFF_MM else ()
        return (_double_card(piece, mount, fleet), *strips)
    if mount.kind is MountKind.MASTHEAD:
        return _double_card(piece, mount, fleet), _clips()
    if mount.kind is MountKind.DECK:
        return (_deck_card(mount, fleet),)
    if is_wake_plate(piece, mount):
        return (_wake_card(piece, mount, fleet),)
    return (_tongue_card(mount, fleet) if has_bow(piece) else _plain_card(mount, fleet),)


def _draw_face(pen: Pen, mount: TagMount, fleet: FleetMark | None, left: float, low: float) -> Box:
    """The tag, its rim, and the strip at the bow: arrow, number, and the fleet's mark on its tint."""
    side = face_mm(mount)
    face = Box(left, low, left + side + BOW_STRIP_MM, low + side)
    middle = left + side / 2, low + side / 2
    pen.tag(mount.family, mount.tag, size_mm=mount.size_mm, at=middle, yaw_rad=mount.yaw_rad, card=face)
    if fleet is not None:
        pen.fill([corners_of(Box(left + side, low, face.right, face.high))], colour=fleet.tint)
    bow = face.right - 0.7
    pen.fill([[(bow - 2.6, middle[1] - 1.7), (bow, middle[1]), (bow - 2.6, middle[1] + 1.7)]])
    x = face.right - (BOW_STRIP_MM - CAPITAL_MM) / 2
    number = (x, (middle[1] + 1.7 + face.high) / 2)
    pen.text(number, f"{mount.tag}", SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE, turned=True)
    if fleet is not None:
        mark = (x, (face.low + middle[1] - 1.7) / 2)
        pen.text(mark, fleet.letters, SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE, turned=True)
    return face


def _plain_card(mount: TagMount, fleet: FleetMark | None) -> Block:
    side = face_mm(mount)

    def draw(pen: Pen, left: float, high: float) -> None:
        pen.cut(corners_of(_draw_face(pen, mount, fleet, left, high - side)))
        pen.fold((left + side, high - side), (left + side, high))

    return Block(side + BOW_STRIP_MM, side, draw)


def _double_card(piece: Piece, mount: TagMount, fleet: FleetMark | None) -> Block:
    """Below the fold the underside: where the staff goes, and whose it is."""
    side = face_mm(mount)
    width = side + BOW_STRIP_MM

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - side
        _draw_face(pen, mount, fleet, left, low)
        pen.cut(corners_of(Box(left, low - side, left + width, high)))
        pen.fold((left, low), (left + width, low))
        x, y = left + side / 2, low - side / 2
        half = min(SPOT_MM, side - 5.0) / 2
        spot = Box(x - half, y - half, x + half, y + half)
        pen.hatch(spot)
        pen.line((x - half - 1.0, y), (x + half + 1.0, y), width=HAIR_MM)
        pen.line((x, y - half - 1.0), (x, y + half + 1.0), width=HAIR_MM)
        room = y - half - 1.0 - (low - side)
        if room > CAPITAL_MM + 1.2:
            name = clip_text(short_name(piece), width - 2.0, SMALL_PT)
            at = left + width / 2, low - side + (room - CAPITAL_MM) / 2 + 0.1
            pen.text(at, name, SMALL_PT, align=Align.CENTRE)
            if fleet is not None:
                owner = clip_text(fleet.owner, width - 2.0, SMALL_PT, face=FontFace.BOLD)
                above = left + width / 2, low - (room + CAPITAL_MM) / 2
                pen.text(above, owner, SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE)

    return Block(width, 2 * side, draw)


def _deck_card(mount: TagMount, fleet: FleetMark | None) -> Block:
    side = face_mm(mount)

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - FLAP_MM - side
        face = _draw_face(pen, mount, fleet, left, low)
        right, inset = left + side, 1.0
        for edge, out in ((face.high, FLAP_MM), (face.low, -FLAP_MM)):
            pen.hatch(Box(left + inset, min(edge, edge + out), right - inset, max(edge, edge + out)))
            pen.fold((left, edge), (right, edge))
        pen.cut(_flapped(face, right, inset))

    return Block(side + BOW_STRIP_MM, side + 2 * FLAP_MM, draw)


def _flapped(face: Box, right: float, inset: float) -> tuple[Point, ...]:
    low, high = face.low - FLAP_MM, face.high + FLAP_MM
    return (
        (face.left, face.low),
        (face.left + inset, low),
        (right - inset, low),
        (right, face.low),
        (face.right, face.low),
        (face.right, face.high),
        (right, face.high),
        (right - inset, high),
        (face.left + inset, high),
        (face.left, face.high),
    )


def _tongue_card(mount: TagMount, fleet: FleetMark | None) -> Block:
    """The tongue points to the hull: up the page for a plate on the starboard side."""
    side = face_mm(mount)
    wide, long = TONGUE_MM
    up = mount.y_mm < 0

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - side - (long if up else 0.0)
        face = _draw_face(pen, mount, fleet, left, low)
        x = left + side / 2
        edge, end = (face.high, face.high + long) if up else (face.low, face.low - long)
        pen.hatch(Box(x - wide / 2, min(edge, end), x + wide / 2, max(edge, end)))
        tongue = [(x + wide / 2, edge), (x + wide / 2, end), (x - wide / 2, end), (x - wide / 2, edge)]
        a, b, c, d = corners_of(face)
        pen.cut([a, b, c, *tongue, d] if up else [c, d, a, *reversed(tongue), b])

    return Block(side + BOW_STRIP_MM, side + long, draw)


def _wake_card(piece: Piece, mount: TagMount, fleet: FleetMark | None) -> Block:
    """The plate with its underside below the fold, and a strip to the bow.

    The last part of the strip is the tongue: single, so that it lifts the stern as little as possible, and marked where
    the stern's edge goes, so that the tag is as far behind the stern as the table file says.
    """
    side = face_mm(mount)
    wide, long = TONGUE_MM
    strip = max(wake_strip_mm(piece, mount) - BOW_STRIP_MM, 0.0)

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - side
        face = _draw_face(pen, mount, fleet, left, low)
        stern = face.right + strip
        end, middle = stern + long, low + side / 2
        pen.hatch(Box(stern, middle - wide / 2, end, middle + wide / 2))
        pen.line((stern, middle - wide / 2), (stern, middle + wide / 2), width=HAIR_MM)
        pen.fold((left, low), (face.right, low))
        x, y = left + face.width / 2, low - side / 2 - CAPITAL_MM / 2
        name = clip_text(short_name(piece), face.width - 2.0, SMALL_PT)
        if fleet is None:
            pen.text((x, y), name, SMALL_PT, align=Align.CENTRE)
        else:
            owner = clip_text(fleet.owner, face.width - 2.0, SMALL_PT, face=FontFace.BOLD)
            pen.text((x, y + 1.9), owner, SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE)
            pen.text((x, y - 1.9), name, SMALL_PT, align=Align.CENTRE)
        below, above = middle - wide / 2, middle + wide / 2
        strip_ring = [(face.right, below), (end, below), (end, above), (face.right, above)]
        pen.cut([(left, low - side), (face.right, low - side), *strip_ring, (face.right, high), (left, high)])

    return Block(side + BOW_STRIP_MM + strip + long, 2 * side, draw)


def _staff(length: float) -> Block:
    """A strip, folded along its middle to an angle; the tabs at its ends are folded outwards."""
    tab, half = STAFF_TAB_MM, STAFF_HALF_MM
    total = length + 2 * tab

    def draw(pen: Pen, left: float, high: float) -> None:
        low, middle, right = high - 2 * half, high - half, left + total
        for start in (left, right - tab):
            pen.hatch(Box(start, low, start + tab, high))
            pen.line((start, middle), (start + tab, middle), width=HAIR_MM, grey=DARK)
        pen.fold((left + tab, middle), (right - tab, middle))
        for x in (left + tab, right - tab):
            pen.fold((x, low), (x, high))
        pen.cut(corners_of(Box(left, low, right, high)))

    return Block(total, 2 * half, draw)


def _clips() -> Block:
    """Two angles: their tabs are glued under the plate, their legs hold the mast's top between them."""
    wide, tab, leg = CLIP_MM
    gap = 3.0

    def draw(pen: Pen, left: float, high: float) -> None:
        low = high - wide
        for start in (left, left + tab + leg + gap):
            pen.hatch(Box(start, low, start + tab, high))
            pen.fold((start + tab, low), (start + tab, high))
            pen.cut(corners_of(Box(start, low, start + tab + leg, high)))

    return Block(2 * (tab + leg) + gap, wide, draw)
