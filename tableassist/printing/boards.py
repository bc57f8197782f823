"""Calibration board, fitting-out jig, dice corner and rulers."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import Message, say, sentence, template, tr
from tableassist.printing.page import SMALL_PT, Block, Page, WidePage, bind_pages, flow_blocks, stack_blocks, text_block
from tableassist.printing.paper import MARGIN_MM, Box, Paper, PrintedPages
from tableassist.printing.pen import (
    DARK,
    HAIR_MM,
    LINE_MM,
    PALE,
    Align,
    FontFace,
    Pen,
    Point,
    Ring,
    corners_of,
    quiet_zone_mm,
    trace_rings,
)
from tableassist.rulebook.editions import BARS, CARD, Ruler
from tableassist.vision.dice.corner import GROUND_GREY, DiceCorner
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import Jig, JigSlot, on_slot, slot_lines, slot_patch
from tableassist.vision.registration.mat_layout import MatTag

LEAST_MARGIN_MM = 9.0
"""The usual board on A4 leaves so much at the long edges, where printers reach further than at the short ones."""
STRIP_MM = 9.0
"""Beside the board, for heading and check line."""
END_MARGIN_MM = 10.0


def print_board(board: CharucoBoard, paper: Paper) -> PrintedPages:
    return bind_pages((board_page(board, paper),), paper, title=tr("Calibration board"))


def board_page(board: CharucoBoard, paper: Paper) -> WidePage:
    square = printed_square_mm(board, paper)
    wide, high = board.squares_x * square, board.squares_y * square
    title = tr("Calibration board: squares of {square_mm:g} mm", square_mm=square)
    return WidePage(
        title, tr("Glue it on something flat"), wide, high, lambda pen, room: _draw_board(pen, room, board, square)
    )


def printed_square_mm(board: CharucoBoard, paper: Paper) -> float:
    """As the board says, or what the paper holds, in steps of half a millimetre: a lens does not need the scale."""
    width, height = paper.size_mm(landscape=True)
    sides = ((STRIP_MM, 0.0), (0.0, STRIP_MM))
    fits = max(
        min(
            (width - 2 * END_MARGIN_MM - strip_x) / board.squares_x,
            (height - 2 * (LEAST_MARGIN_MM if strip_y == 0 else END_MARGIN_MM) - strip_y) / board.squares_y,
        )
        for strip_x, strip_y in sides
    )
    square = min(board.square_mm, math.floor(fits * 2) / 2)
    if square < 5.0:
        form = template("print board: got {squares_x} x {squares_y} squares, expected few enough for {paper}")
        raise BadRequestError(form, squares_x=board.squares_x, squares_y=board.squares_y, paper=paper.label)
    return square


def _draw_board(pen: Pen, room: Box, board: CharucoBoard, square: float) -> None:
    scale = square / board.square_mm
    rings = [tuple((room.left + x * scale, room.high - y * scale) for x, y in ring) for ring in board_rings(board)]
    pen.board(rings, square_mm=square, at=((room.left + room.right) / 2, (room.low + room.high) / 2))


def board_rings(board: CharucoBoard) -> list[Ring]:
    """In the board's mm, from its upper left corner, y downwards; fill by the even-odd rule."""
    printed = board.printed()
    dictionary = printed.getDictionary()
    modules = int(dictionary.markerSize) + 2
    white: set[tuple[int, int]] = set()
    rings: list[Ring] = []
    for number, corners in zip(np.ravel(printed.getIds()).tolist(), printed.getObjPoints(), strict=True):
        x, y = np.asarray(corners, dtype=np.float64).reshape(4, 3)[:, :2].mean(axis=0)
        white.add((int(x // board.square_mm), int(y // board.square_mm)))
        ink = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, modules)) == 0
        rings += [tuple((x + u * board.tag_mm, y - v * board.tag_mm) for u, v in ring) for ring in trace_rings(ink)]
    for column in range(board.squares_x):
        for row in range(board.squares_y):
            if (column, row) not in white:
                left, top = column * board.square_mm, row * board.square_mm
                right, bottom = left + board.square_mm, top + board.square_mm
                rings.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    return rings


STOP_LINE_MM = 0.5
WORDS_MM, WORDS_LEFT_MM = 70.0, 40.0
JIG_STEPS = (
    template("Put this sheet flat on the mat, where the camera sees it from the side."),
    template(
        "Set one ship into place 1: bow tip between the two stop marks, keel along the arrow. Hands off until it "
        "beeps; then places 2, 3 and 4."
    ),
    template("Two places are white and two grey, so every hull shows up on one of them. Print at 100 %."),
)


def print_jig(jig: Jig, paper: Paper) -> PrintedPages:
    return bind_pages((jig_page(jig, paper),), paper, title=tr("Fitting-out jig"))


def jig_page(jig: Jig, paper: Paper) -> WidePage:
    width, height = paper.size_mm(landscape=True)
    room = width - 2 * MARGIN_MM, height - 2 * MARGIN_MM
    if jig.width_mm > room[0] or jig.height_mm > room[1]:
        raise BadRequestError(
            "print jig: got {width_mm:g} x {height_mm:g} mm, "
            "expected at most {most_width:g} x {most_height:g} mm for {paper}",
            width_mm=jig.width_mm,
            height_mm=jig.height_mm,
            most_width=room[0],
            most_height=room[1],
            paper=paper.label,
        )
    title, hint = tr("Fitting-out jig"), tr("Measures a ship's outline and where her tags are")
    return WidePage(title, hint, jig.width_mm, jig.height_mm, lambda pen, area: _draw_jig(pen, area, jig))


def _draw_jig(pen: Pen, area: Box, jig: Jig) -> None:
    for tag in jig.tags.tags:
        at = area.left + tag.x_mm, area.low + tag.y_mm
        half = tag.size_mm / 2 + quiet_zone_mm(tag.family, tag.size_mm)
        card = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=at, yaw_rad=tag.yaw_rad, card=card)
        _draw_number(pen, area, tag)
    for slot in jig.slots:
        _draw_slot(pen, area, jig, slot)
    _draw_steps(pen, area)


def _draw_number(pen: Pen, area: Box, tag: MatTag) -> None:
    """Below the tag, or above one that stands at the sheet's lower edge."""
    past = tag.size_mm / 2 + quiet_zone_mm(tag.family, tag.size_mm)
    y = tag.y_mm + past + 0.5 if tag.y_mm < area.height / 4 else tag.y_mm - past - 2.5
    pen.text((area.left + tag.x_mm, area.low + y), f"{tag.tag}", SMALL_PT, align=Align.CENTRE, grey=DARK)


def _draw_slot(pen: Pen, area: Box, jig: Jig, slot: JigSlot) -> None:
    def placed(ahead: float, port: float) -> Point:
        return shifted(on_slot(slot, ahead, port))

    def shifted(place: Point) -> Point:
        return area.left + place[0], area.low + place[1]

    if slot.ground < 1.0:
        pen.fill([[shifted(corner) for corner in slot_patch(jig, slot)]], grey=slot.ground)
    for start, end in slot_lines(jig, slot):
        pen.line(shifted(start), shifted(end), width=STOP_LINE_MM)
    tip = jig.keel_ahead_mm
    pen.fill([[placed(tip - 3.0, -1.4), placed(tip, 0.0), placed(tip - 3.0, 1.4)]])
    x, y = placed(-jig.keel_aft_mm + 5.0, 6.0)
    pen.text((x, y - 1.8), slot.name, 14, face=FontFace.BOLD, align=Align.CENTRE)
    x, y = placed(-jig.keel_aft_mm + 5.0, -5.0)
    pen.text((x, y - 1.0), tr("stern"), SMALL_PT, align=Align.CENTRE, grey=DARK)


def _draw_steps(pen: Pen, area: Box) -> None:
    """Between the first two tags: away from where ships lie, so that letters do not disturb their edges."""
    title = text_block(tr("Fitting-out jig"), WORDS_MM, 11, face=FontFace.BOLD)
    steps = [
        text_block(f"{number}. {say(Message(step))}", WORDS_MM, 8.5) for number, step in enumerate(JIG_STEPS, start=1)
    ]
    block = stack_blocks([title, *steps], 1.2)
    block.draw(pen, area.left + WORDS_LEFT_MM, area.high - 1.0)


DICE_STEPS = (
    template("Cut the sheet out along the line and glue it to something flat. Use matt paper, not glossy."),
    template(
        "Put it on the mat or next to it, on the side nearest the camera, with all four tags in the picture. You may "
        "move it during the game."
    ),
    template(
        "Throw 12 to 16 mm dice of any plain colour but grey on the grey area. A low rim around it keeps them there."
    ),
    template("You are asked for any value the camera cannot read, and you can always type it instead."),
)


def print_dice(corner: DiceCorner, paper: Paper, *, table: str = "") -> PrintedPages:
    return bind_pages((dice_page(corner),), paper, title=tr("Dice corner"), table=table)


def dice_page(corner: DiceCorner) -> Page:
    hint = tr("The camera reads dice that are at rest on the grey area.")
    return Page(tr("Dice corner"), hint, lambda pen, room: _draw_dice(pen, room, corner))


def _draw_dice(pen: Pen, room: Box, corner: DiceCorner) -> None:
    left, low = (room.left + room.right - corner.width_mm) / 2, room.high - corner.height_mm - 2.0
    pen.cut(corners_of(Box(left, low, left + corner.width_mm, low + corner.height_mm)))
    ground = corner.ground
    grey = Box(left + ground.left_mm, low + ground.low_mm, left + ground.right_mm, low + ground.high_mm)
    pen.fill([corners_of(grey)], grey=GROUND_GREY)
    for tag in corner.tags:
        at = left + tag.x_mm, low + tag.y_mm
        half = tag.size_mm / 2 + quiet_zone_mm(tag.family, tag.size_mm)
        card = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=at, yaw_rad=tag.yaw_rad, card=card)
        inward = 1.0 if tag.y_mm < corner.height_mm / 2 else -1.0
        beside = at[1] + inward * (half + 2.0) - (0.0 if inward > 0 else 2.0)
        pen.text((at[0], beside), f"{tag.tag}", SMALL_PT, align=Align.CENTRE, grey=DARK)
    steps = [
        text_block(f"{number}. {say(Message(step))}", 150.0, 9.5) for number, step in enumerate(DICE_STEPS, start=1)
    ]
    title = text_block(tr("How to use it"), 150.0, 11, face=FontFace.BOLD)
    stack_blocks([title, *steps], 1.6).draw(pen, room.left + 4.0, low - 8.0)


BAR_MM = 16.0
SCALE_MM = 180
SCALE_HEIGHT_MM = 18.0


def print_ruler(paper: Paper, *, rulers: Sequence[Ruler] = (BARS, CARD), table: str = "") -> PrintedPages:
    return bind_pages((ruler_page(rulers),), paper, title=tr("Rulers"), table=table)


def rulers_for(own: Ruler | None) -> tuple[Ruler, ...]:
    """The usual two; a table's own comes first if it is another."""
    return (BARS, CARD) if own is None or own in (BARS, CARD) else (own, BARS, CARD)


def ruler_page(rulers: Sequence[Ruler] = (BARS, CARD)) -> Page:
    hint = tr("Cut along the outer lines. A ruler's whole length is L; from its left end to the mark S is S.")

    def draw(pen: Pen, room: Box) -> None:
        blocks = [_pair(ruler, room.width) for ruler in rulers]
        blocks.append(_scale_block(room.width))
        stack_blocks(blocks, 12.0).draw(pen, room.left, room.high - 2.0)

    return Page(tr("Rulers"), hint, draw)


def _pair(ruler: Ruler, width: float) -> Block:
    """Two alike, one for each player."""
    name, lengths = sentence(Message(ruler.name)), {"long_mm": ruler.long_mm, "short_mm": ruler.short_mm}
    heading = tr("{name}: L {long_mm:g} mm, S {short_mm:g} mm", name=name, **lengths)
    title = text_block(heading, width, 11, face=FontFace.BOLD)
    use = text_block(say(Message(_USES.get(ruler.name, _OWN_USE))), width, 9, grey=DARK)
    bars = flow_blocks([_bar(ruler), _bar(ruler)], width, 6.0)
    return stack_blocks([stack_blocks([title, use], 0.8), bars], 3.0)


_USES = {
    BARS.name: template('The bars on the deckplate cards. In the table file: ruler = "bars".'),
    CARD.name: template('The long and the short side of a whole card. In the table file: ruler = "card".'),
}
_OWN_USE = template("As this table measures.")


def _bar(ruler: Ruler) -> Block:
    def draw(pen: Pen, left: float, high: float) -> None:
        _draw_bar(pen, ruler, Box(left, high - BAR_MM, left + ruler.long_mm, high))

    return Block(ruler.long_mm, BAR_MM, draw)


def _draw_bar(pen: Pen, ruler: Ruler, bar: Box) -> None:
    mark = bar.left + ruler.short_mm
    pen.fill([corners_of(Box(bar.left, bar.low, mark, bar.low + BAR_MM / 2))], grey=PALE)
    pen.line((mark, bar.low), (mark, bar.high))
    pen.line((bar.left, bar.low + BAR_MM / 2), (bar.right, bar.low + BAR_MM / 2), width=HAIR_MM, grey=DARK)
    pen.cut(corners_of(bar))
    pen.text((bar.left + 2.0, bar.low + 2.6), tr("S  {length_mm:g}", length_mm=ruler.short_mm), 10, face=FontFace.BOLD)
    above = (bar.left + 2.0, bar.low + BAR_MM / 2 + 2.6)
    pen.text(above, tr("L  {length_mm:g}", length_mm=ruler.long_mm), 10, face=FontFace.BOLD)
    _draw_arrow(pen, bar.left + 20.0, mark - 0.8, bar.low + BAR_MM / 4)
    _draw_arrow(pen, bar.left + 20.0, bar.right - 0.8, bar.low + 3 * BAR_MM / 4)


def _draw_arrow(pen: Pen, start: float, end: float, y: float) -> None:
    pen.line((start, y), (end - 1.5, y), grey=DARK)
    pen.fill([[(end - 2.2, y - 1.0), (end, y), (end - 2.2, y + 1.0)]], grey=DARK)


def _scale_block(width: float) -> Block:
    title = text_block(tr("Millimetres"), width, 11, face=FontFace.BOLD)
    use = text_block(tr("Cut along the upper edge, where the ticks are."), width, 9, grey=DARK)
    length = min(SCALE_MM, int((width - 6.0) // 10) * 10)
    scale = Block(width, SCALE_HEIGHT_MM, lambda pen, left, high: _draw_scale(pen, left, high, length))
    return stack_blocks([stack_blocks([title, use], 0.8), scale], 3.0)


def _draw_scale(pen: Pen, left: float, high: float, length: int) -> None:
    pen.cut(corners_of(Box(left, high - SCALE_HEIGHT_MM, left + length + 6.0, high)))
    start = left + 3.0
    for mm in range(length + 1):
        tick = 6.5 if mm % 10 == 0 else 4.8 if mm % 5 == 0 else 3.0
        pen.line((start + mm, high), (start + mm, high - tick), width=LINE_MM if mm % 5 == 0 else HAIR_MM)
        if mm % 10 == 0:
            pen.text((start + mm, high - 10.2), f"{mm}", SMALL_PT, align=Align.CENTRE)
    pen.text((start, high - 15.6), "mm", SMALL_PT, grey=DARK)
