"""Two moments compared: where each piece lay then, as a ghost beside where it lies now. No widgets."""

import math

from tableassist.geometry import wrap_rad
from tableassist.messages import tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.overlay.piece_strokes import points_of
from tableassist.rulebook import Scene
from tableassist.rulebook.ruling import CALL_SIGMAS

LEAST_MM = 0.5
LEAST_RAD = math.radians(1.0)


def compared(then: Scene, now: Scene) -> Drawing:
    strokes: list[Stroke] = []
    labels: list[Label] = []
    for before in then.pieces:
        after = now.find(before.id)
        if after is None:
            continue
        (x1, y1, turn1), (x2, y2, turn2) = (
            (at.x_mm, at.y_mm, at.heading_rad) for at in (before.pose.pose, after.pose.pose)
        )
        gone, turned = math.hypot(x2 - x1, y2 - y1), wrap_rad(turn2 - turn1)
        sure = CALL_SIGMAS * math.hypot(before.pose.sigma_mm, after.pose.sigma_mm)
        if gone < max(LEAST_MM, sure) and abs(turned) < LEAST_RAD:
            continue
        strokes.append(Stroke(points_of(before.hull_points), Ink.GHOST, closed=True, filled=True, piece=None))
        strokes.append(Stroke(((x1, y1), (x2, y2)), Ink.MEASURE, closed=False, filled=False, piece=None))
        words = tr("{mm:.1f} mm, {degrees:+.0f}°", mm=gone, degrees=math.degrees(turned))
        labels.append(Label(((x1 + x2) / 2, (y1 + y2) / 2), words, Ink.MEASURE, None))
    badges: tuple[Badge, ...] = ()
    if not strokes and now.pieces:
        at = now.pieces[0].pose.pose
        badges = (Badge((at.x_mm, at.y_mm), Symbol.YES, tr("nothing has moved")),)
    return Drawing(tuple(strokes), badges, tuple(labels))
