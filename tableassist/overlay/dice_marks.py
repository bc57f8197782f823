"""Dice that were read: their outline on the table, and the value beside it."""

import math
from collections.abc import Iterable

from tableassist.messages import Text
from tableassist.overlay.drawing import Drawing, Ink, Label, Stroke
from tableassist.vision.dice.reading import DieReading

NOT_SURE = "?"


def dice_marks(dice: Iterable[DieReading]) -> Drawing:
    strokes, labels = [], []
    for die in dice:
        strokes.append(Stroke(_foot(die), Ink.DIE, closed=True, filled=False, piece=None))
        text: Text = NOT_SURE if die.value is None else str(die.value)
        labels.append(Label((die.x_mm, die.y_mm), text, Ink.DIE, None))
    return Drawing(tuple(strokes), (), tuple(labels))


def _foot(die: DieReading) -> tuple[tuple[float, float], ...]:
    arm = die.edge_mm / math.sqrt(2.0)
    turns = (die.yaw_rad + math.pi / 4 + k * math.pi / 2 for k in range(4))
    return tuple((die.x_mm + arm * math.cos(turn), die.y_mm + arm * math.sin(turn)) for turn in turns)
