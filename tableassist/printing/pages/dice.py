"""The dice corner: a grey ground between four tags, on which dice are read."""

from tableassist.messages import Message, say, template, tr
from tableassist.printing.blocks import below, words
from tableassist.printing.page import SMALL_PT, Page, bind
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import DARK, Align, Pen, corners_of
from tableassist.printing.plain_text import FontFace
from tableassist.printing.printed import PrintedPages
from tableassist.printing.tag_ink import quiet_mm
from tableassist.vision.dice.corner import GROUND_GREY, DiceCorner

STEPS = (
    template("Cut the sheet out along the line and glue it on something flat. Matt paper, not glossy."),
    template(
        "Lay it beside the mat or on it, all four tags in the camera's picture, on the side that is nearest to the "
        "camera. It may be moved during the game."
    ),
    template(
        "Throw dice of 12 to 16 mm on the grey ground, of any plain colour but grey. A low rim round it keeps them "
        "there."
    ),
    template("A value that the camera cannot read is asked for. You can always type it instead."),
)


def print_dice(corner: DiceCorner, paper: Paper, *, table: str = "") -> PrintedPages:
    return bind((dice_page(corner),), paper, title=tr("Dice corner"), table=table)


def dice_page(corner: DiceCorner) -> Page:
    hint = tr("Dice that lie still on the grey ground are read by the camera.")
    return Page(tr("Dice corner"), hint, lambda pen, room: _draw(pen, room, corner))


def _draw(pen: Pen, room: Box, corner: DiceCorner) -> None:
    left, low = (room.left + room.right - corner.width_mm) / 2, room.high - corner.height_mm - 2.0
    pen.cut(corners_of(Box(left, low, left + corner.width_mm, low + corner.height_mm)))
    ground = corner.ground
    grey = Box(left + ground.left_mm, low + ground.low_mm, left + ground.right_mm, low + ground.high_mm)
    pen.fill([corners_of(grey)], grey=GROUND_GREY)
    for tag in corner.tags:
        at = left + tag.x_mm, low + tag.y_mm
        half = tag.size_mm / 2 + quiet_mm(tag.family, tag.size_mm)
        card = Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
        pen.tag(tag.family, tag.tag, size_mm=tag.size_mm, at=at, yaw_rad=tag.yaw_rad, card=card)
        inward = 1.0 if tag.y_mm < corner.height_mm / 2 else -1.0
        beside = at[1] + inward * (half + 2.0) - (0.0 if inward > 0 else 2.0)
        pen.text((at[0], beside), f"{tag.tag}", SMALL_PT, align=Align.CENTRE, grey=DARK)
    steps = [words(f"{number}. {say(Message(step))}", 150.0, 9.5) for number, step in enumerate(STEPS, start=1)]
    title = words(tr("How to use it"), 150.0, 11, face=FontFace.BOLD)
    below([title, *steps], 1.6).draw(pen, room.left + 4.0, low - 8.0)
