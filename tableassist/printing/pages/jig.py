"""The fitting-out jig: its tags, and the stops and keel lines that a ship is laid along."""

from tableassist.errors import BadRequestError
from tableassist.messages import Message, say, template, tr
from tableassist.printing.blocks import below, words
from tableassist.printing.page import SMALL_PT, WidePage, bind
from tableassist.printing.paper import MARGIN_MM, Box, Paper
from tableassist.printing.pen import DARK, Align, Pen, Point
from tableassist.printing.plain_text import FontFace
from tableassist.printing.printed import PrintedPages
from tableassist.printing.tag_ink import quiet_mm
from tableassist.vision.mounts.jig import Jig, JigSlot, on_slot, slot_lines, slot_patch
from tableassist.vision.registration.mat_layout import MatTag

STOP_LINE_MM = 0.5
WORDS_MM, WORDS_LEFT_MM = 70.0, 40.0
STEPS = (
    template("Lay this sheet flat on the mat, where the camera sees it from the side."),
    template(
        "Set one ship into place 1: bow tip between the two stop marks, keel along the arrow. Hands off until it "
        "beeps; then places 2, 3 and 4."
    ),
    template("Two places are white and two grey, so that every hull stands out. Print at 100 %."),
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
    title, hint = tr("Fitting-out jig"), tr("Measures a ship's outline and where her tags are")
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
    """Below the tag, or above one that stands at the sheet's lower edge."""
    past = tag.size_mm / 2 + quiet_mm(tag.family, tag.size_mm)
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
    title = words(tr("Fitting-out jig"), WORDS_MM, 11, face=FontFace.BOLD)
    steps = [words(f"{number}. {say(Message(step))}", WORDS_MM, 8.5) for number, step in enumerate(STEPS, start=1)]
    block = below([title, *steps], 1.2)
    block.draw(pen, area.left + WORDS_LEFT_MM, area.high - 1.0)
