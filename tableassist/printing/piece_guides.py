"""What tells a player how to make and place the tags of pieces: titles, steps, sketches, figures."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from shapely import Polygon

from tableassist.geometry import Floats
from tableassist.messages import Message, say, template, tr
from tableassist.pieces import MountKind, Piece, TagMount
from tableassist.pieces.physical import is_wake_plate
from tableassist.printing.page import SMALL_PT, Block, join_blocks, stack_blocks, text_block
from tableassist.printing.paper import Box
from tableassist.printing.pen import BLACK, DARK, GREY, HAIR_MM, PALE, Align, FontFace, Pen, Point, corners_of, width_mm
from tableassist.printing.piece_cards import (
    CAPITAL_MM,
    LEAST_STAFF_MM,
    LONGEST_STAFF_MM,
    SHORE_ROOM_MM,
    has_bow,
    staff_mm,
)
from tableassist.vision.tags.pattern import plate_mm, tag_corners

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


def describe_title(piece: Piece, mounts: Sequence[TagMount]) -> str:
    """Name tags that are made in the same way."""
    kinds = tuple(sorted({say(_title_for(piece, mount)(len(mounts))) for mount in mounts}))
    *first, last = (mount.tag for mount in mounts)
    if not first:
        return tr("{kinds}, tag {number}", kinds=kinds, number=last)
    return tr("{kinds}, tags {first} and {last}", kinds=kinds, first=tuple(first), last=last)


def wake_title(count: int) -> Message:
    return Message.plural("Wake plate", "Wake plates", count=count)


def _title_for(piece: Piece, mount: TagMount) -> Title:
    return wake_title if is_wake_plate(piece, mount) else TITLES[mount.kind]


def describe_making(piece: Piece, mount: TagMount) -> str:
    """One or two sentences for the player with the scissors."""
    return " ".join(say(words) for words in (_describe_place(piece, mount), *_assembly_steps(piece, mount)))


def _assembly_steps(piece: Piece, mount: TagMount) -> tuple[Message, ...]:
    if mount.kind is MountKind.FLAG:
        return DOUBLE, _describe_staff(piece, mount)
    if mount.kind is MountKind.MASTHEAD:
        clip = Message("Clamp the top of mast {mast} between the legs of the two angles.", mast=mount.mast)
        return DOUBLE, clip, Message("The tag comes off with the mast.")
    if mount.kind is MountKind.DECK:
        return (Message("Fold the flaps under and glue them down."),)
    if is_wake_plate(piece, mount):
        return DOUBLE, Message(
            "Glue the tongue under the hull with its line at the stern, so that the plate is flat on the mat."
        )
    if has_bow(piece):
        return (Message("Glue the tongue under the hull."),)
    what = template("Fold the arrow strip under and glue the plate flat, at least {room_mm:.0f} mm from every shore.")
    return Message(what, room_mm=SHORE_ROOM_MM), Message("Then measure it: tableassist scan --islands.")


def _describe_place(piece: Piece, mount: TagMount) -> Message:
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


def _describe_staff(piece: Piece, mount: TagMount) -> Message:
    length = staff_mm(piece, mount)
    if length < LEAST_STAFF_MM:
        return Message("Glue it to the stern.")
    if length > LONGEST_STAFF_MM:
        return Message("Use a stick as its staff, {length_mm:.4g} mm from deck to plate.", length_mm=length)
    return Message(
        "The strip, folded lengthwise to a right angle, its tabs outwards, "
        "is a staff of {length_mm:.3g} mm from deck to plate; or take a toothpick.",
        length_mm=length,
    )


LARGEST_SCALE = 0.6
TALLEST_MM = 26.0
ARROW_MM, BOW_MM = 4.5, 10.0
"""Room at the right for the arrow alone, and for the arrow with a word."""


def sketch_block(piece: Piece, width: float) -> Block:
    hull = _points(piece.model.hull)
    bowsprit = _points(piece.model.bowsprit)
    on_card = not has_bow(piece)
    # What counts on a card is the whole plate, which must not hang over the shore.
    sides = [plate_mm(mount.family, mount.size_mm) if on_card else mount.size_mm for mount in piece.mounts]
    tags = [
        np.add(tag_corners(side), (mount.x_mm, mount.y_mm)) for side, mount in zip(sides, piece.mounts, strict=True)
    ]
    inland = _inland_points(piece) if on_card else ()
    every = np.concatenate([hull, bowsprit, *tags])
    low, span = every.min(axis=0), np.ptp(every, axis=0)
    bow_room = BOW_MM if has_bow(piece) else ARROW_MM
    scale = min(LARGEST_SCALE, (width - bow_room) / span[0], TALLEST_MM / span[1])

    labels = _label_places(piece, apart_mm=4.0 / scale)

    def draw(pen: Pen, left: float, high: float) -> None:
        def placed(points: Floats) -> list[Point]:
            return [(left + (x - low[0]) * scale, high - (low[1] + span[1] - y) * scale) for x, y in points.tolist()]

        pen.fill([placed(hull)], grey=0.93)
        pen.outline(placed(hull), grey=GREY)
        if len(bowsprit) >= 2:
            pen.line(*placed(bowsprit[[0, -1]]), grey=GREY)
        for start, end in pairwise(inland):
            pen.fold(*placed(np.array([start, end])))
        for square in tags:
            pen.fill([placed(square)], grey=1.0)
        for square in tags:
            pen.outline(placed(square))
        for numbers, (x, y) in zip(labels, placed(np.array([*labels.values()])), strict=True):
            half = width_mm(numbers, SMALL_PT, face=FontFace.BOLD) / 2 + 0.3
            pen.fill([corners_of(Box(x - half, y - 1.4, x + half, y + 1.4))], grey=1.0)
            pen.text((x, y - CAPITAL_MM / 2), numbers, SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE)
        ((x, y),) = placed(np.array([[low[0] + span[0], 0.0]]))
        pen.fill([[(x + 1.5, y - 1.2), (x + 3.4, y), (x + 1.5, y + 1.2)]])
        if has_bow(piece):
            pen.text((x + 4.2, y - 0.8), tr("bow"), SMALL_PT)

    return Block(width, float(span[1]) * scale, draw)


def _inland_points(piece: Piece) -> tuple[Point, ...]:
    """The line that plates must stay within, closed; empty where the piece is too small for one."""
    inner = Polygon(piece.model.hull).buffer(-SHORE_ROOM_MM).simplify(0.3)
    if not isinstance(inner, Polygon) or inner.is_empty:
        return ()
    return tuple((float(x), float(y)) for x, y in inner.exterior.coords)


def _label_places(piece: Piece, *, apart_mm: float) -> dict[str, Point]:
    """The tags' numbers and where they stand; tags above one another share a place."""
    groups: list[tuple[Point, list[int]]] = []
    for mount in piece.mounts:
        at = mount.x_mm, mount.y_mm
        near = next((tags for place, tags in groups if math.dist(place, at) < apart_mm), None)
        if near is None:
            groups.append((at, [mount.tag]))
        else:
            near.append(mount.tag)
    return {", ".join(str(tag) for tag in tags): place for place, tags in groups}


def _points(points: tuple[Point, ...]) -> Floats:
    return np.array(points, dtype=np.float64).reshape(-1, 2)


FIGURE_MM = 32.0
"""Room above the mat."""
PLATE_LINE_MM = 1.0
Draw = Callable[[Pen, Point], None]
"""With the place on the mat below the middle of the piece."""


def mount_figures(width: float) -> Block:
    figures: tuple[tuple[str, str, Draw], ...] = (
        (
            tr("Stern flag and wake plate"),
            tr("cards folded double: the flag on a staff above the sails, the plate flat on the mat behind the stern"),
            _draw_flag,
        ),
        (say(TITLES[MountKind.MASTHEAD](1)), tr("card folded double, clipped to a mast's top"), _draw_masthead),
        (say(TITLES[MountKind.DECK](1)), tr("flaps folded under, for hulls without sails"), _draw_deck),
        (say(TITLES[MountKind.PLATE](1)), tr("glued flat on an island or terrain"), _draw_island),
    )
    gap = 6.0
    figure_width = (width - gap * (len(figures) - 1)) / len(figures)
    return join_blocks([_figure_block(title, text, draw, figure_width) for title, text, draw in figures], gap)


def _figure_block(title: str, text: str, draw: Draw, width: float) -> Block:
    def picture(pen: Pen, left: float, high: float) -> None:
        mat = high - FIGURE_MM
        pen.line((left, mat), (left + width, mat), grey=DARK)
        draw(pen, (left + width / 2, mat))

    drawn = Block(width, FIGURE_MM + 1.0, picture)
    return stack_blocks([drawn, text_block(title, width, 9.5, face=FontFace.BOLD), text_block(text, width, 8.5)], 0.8)


def _draw_hull(pen: Pen, at: Point) -> None:
    """Bow to the right."""
    x, y = at
    hull = [(x - 13.0, y), (x + 11.0, y), (x + 16.0, y + 5.0), (x - 13.0, y + 5.0)]
    pen.fill([hull], grey=PALE)
    pen.outline(hull, grey=DARK)


def _draw_sails(pen: Pen, at: Point) -> None:
    x, y = at
    for mast in (x - 2.0, x + 7.0):
        pen.line((mast, y + 5.0), (mast, y + 21.0), width=0.5, grey=GREY)
        sail = [(mast - 2.6, y + 8.0), (mast + 2.6, y + 8.0), (mast + 2.0, y + 19.5), (mast - 2.0, y + 19.5)]
        pen.fill([sail], grey=PALE)
        pen.outline(sail, width=HAIR_MM, grey=GREY)


def _draw_plate(pen: Pen, x: float, y: float, half: float) -> None:
    pen.line((x - half, y), (x + half, y), width=PLATE_LINE_MM, grey=BLACK)


def _draw_height(pen: Pen, x: float, low: float, high: float) -> None:
    """From the mat to the printed face."""
    pen.line((x, low + 0.4), (x, high - 0.4), width=HAIR_MM)
    for end, back in ((low + 0.2, 1.6), (high - 0.2, -1.6)):
        pen.fill([[(x, end), (x - 0.7, end + back), (x + 0.7, end + back)]])
    pen.text((x - 1.2, (low + high) / 2), tr("height"), SMALL_PT, align=Align.CENTRE, turned=True)


def _draw_flag(pen: Pen, at: Point) -> None:
    x, y = at
    _draw_hull(pen, at)
    _draw_sails(pen, at)
    pen.line((x - 11.0, y + 5.0), (x - 11.0, y + 26.0), width=0.7, grey=DARK)
    _draw_plate(pen, x - 11.0, y + 26.5, 5.0)
    _draw_height(pen, x - 18.0, y, y + 27.0)
    pen.line((x - 17.0, y + 0.4), (x - 8.0, y + 0.4), width=PLATE_LINE_MM / 2, grey=BLACK)


def _draw_masthead(pen: Pen, at: Point) -> None:
    x, y = at
    _draw_hull(pen, at)
    _draw_sails(pen, at)
    for side in (-0.5, 0.5):
        pen.line((x - 2.0 + side, y + 19.8), (x - 2.0 + side, y + 24.0), width=0.3, grey=DARK)
    _draw_plate(pen, x - 2.0, y + 24.4, 5.0)
    _draw_height(pen, x - 18.0, y, y + 24.9)


def _draw_deck(pen: Pen, at: Point) -> None:
    x, y = at
    _draw_hull(pen, at)
    _draw_plate(pen, x - 1.0, y + 5.7, 5.0)


def _draw_island(pen: Pen, at: Point) -> None:
    x, y = at
    card = [(x - 18.0, y), (x + 18.0, y), (x + 18.0, y + 0.9), (x - 18.0, y + 0.9)]
    pen.fill([card], grey=PALE)
    pen.outline(card, width=HAIR_MM, grey=DARK)
    for place in (x - 10.0, x + 10.0):
        _draw_plate(pen, place, y + 1.5, 5.0)
