"""The fitting-out jig: its tags, and the stops and keel lines that a ship is laid along."""

import math

from tableassist.errors import BadRequestError
from tableassist.messages import Message, say, template, tr
from tableassist.printing.blocks import below, words
from tableassist.printing.page import SMALL_PT, WidePage, bind
from tableassist.printing.paper import MARGIN_MM, Box, Paper
from tableassist.printing.pen import DARK, GREY, HAIR_MM, Align, Pen, Point
from tableassist.printing.plain_text import FontFace
from tableassist.printing.printed import PrintedPages
from tableassist.printing.tag_ink import quiet_mm
from tableassist.vision.mounts.jig import Jig, JigSlot
from tableassist.vision.registration.mat_layout import MatTag

STOP_LINE_MM = 0.5
TICK_EVERY_MM = 10.0
WORDS_MM = 76.0
STEPS = (
    template("Lay this sheet flat, off the middle of the camera's view."),
    template(
        "Set the ship on a keel line, bow tip at the thick stop, keel along the line. "
        "Use two or more of the numbered places."
    ),
    template("The program takes the picture when she lies still."),
)


def print_jig(jig: Jig, paper: Paper) -> PrintedPages:
    return bind((jig_page(jig, paper),), paper, title=tr("Fitting-out jig"))


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
    title, hint = tr("Fitting-out jig"), tr("For measuring where a ship's tags sit")
    return WidePage(title, hint, jig.width_mm, jig.height_mm, lambda pen, area: _draw(pen, area, jig))


def _draw(pen: Pen, area: Box, jig: Jig) -> None:
    for tag in jig.tags.tags:
        at = area.left + tag.x_mm, area.low + tag.y_mm
        half = tag.size_mm / 2 + quiet_mm(tag.family, tag.size_mm)
        card = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=at, yaw_rad=tag.yaw_rad, card=card)
        _draw_number(pen, area, tag)
    for slot in jig.slots:
        _draw_slot(pen, area, jig, slot)
    _draw_steps(pen, area)


def _draw_number(pen: Pen, area: Box, tag: MatTag) -> None:
    """Beside the tag, towards the middle of the sheet."""
    inward = 1.0 if tag.x_mm < area.width / 2 + 1.0 else -1.0
    past = tag.size_mm / 2 + quiet_mm(tag.family, tag.size_mm) + 1.0
    at = area.left + tag.x_mm + inward * past, area.low + tag.y_mm - tag.size_mm / 2
    pen.text(at, f"{tag.tag}", SMALL_PT, align=Align.LEFT if inward > 0 else Align.RIGHT, grey=DARK)


def _draw_slot(pen: Pen, area: Box, jig: Jig, slot: JigSlot) -> None:
    def placed(ahead: float, port: float) -> Point:
        c, s = math.cos(slot.heading_rad), math.sin(slot.heading_rad)
        return area.left + slot.x_mm + ahead * c - port * s, area.low + slot.y_mm + ahead * s + port * c

    pen.line(placed(-jig.keel_aft_mm, 0.0), placed(jig.keel_ahead_mm, 0.0), width=HAIR_MM)
    pen.line(placed(0.0, -jig.stop_half_mm), placed(0.0, jig.stop_half_mm), width=STOP_LINE_MM)
    for step in range(1, int(jig.keel_aft_mm // TICK_EVERY_MM) + 1):
        aft = -step * TICK_EVERY_MM
        pen.line(placed(aft, -1.5), placed(aft, 1.5), width=HAIR_MM, grey=GREY)
    tip = jig.keel_ahead_mm
    pen.fill([[placed(tip - 3.0, -1.4), placed(tip, 0.0), placed(tip - 3.0, 1.4)]])
    x, y = placed(jig.keel_ahead_mm / 2 + 0.5, jig.stop_half_mm - 3.0)
    pen.text((x, y - 1.8), slot.name, 14, face=FontFace.BOLD, align=Align.CENTRE)
    x, y = placed(jig.keel_ahead_mm / 2 + 0.5, -jig.stop_half_mm + 4.5)
    pen.text((x, y - 1.0), tr("bow"), SMALL_PT, align=Align.CENTRE, grey=DARK)


def _draw_steps(pen: Pen, area: Box) -> None:
    """In the middle, which the usual sheet leaves free."""
    title = words(tr("Fitting-out jig"), WORDS_MM, 11, face=FontFace.BOLD)
    steps = [words(f"{number}. {say(Message(step))}", WORDS_MM, 8.5) for number, step in enumerate(STEPS, start=1)]
    block = below([title, *steps], 1.2)
    left = (area.left + area.right - WORDS_MM) / 2
    block.draw(pen, left, (area.low + area.high + block.height) / 2)
