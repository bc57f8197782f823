"""A ruling opened on a page: in words, close up in the camera's picture, and on the plan where it was decided."""

import base64
from dataclasses import replace
from typing import Any

from tableassist.judging.views import drawing_of, drawn_in_part, evidence_drawing, evidence_part, evidence_points
from tableassist.matches.replay import NO_PICTURE
from tableassist.overlay.drawing import Drawing, Point, together
from tableassist.overlay.svg_drawing import svg_parts
from tableassist.overlay.svg_labels import TEXT_MM
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling
from tableassist.store.files import encoded_jpeg, narrowed
from tableassist.table.snapshot import TableSnapshot
from tableassist.web.views.table_view import row_with_overruling

SHAPE = 4 / 3
"""Width over height, for a phone held upright as for a screen."""
WIDE_PX = 1000
SIZE = (26 * TEXT_MM, 26 * TEXT_MM / SHAPE)
"""Of both drawings, whatever they show: so many letters wide that the words can be read on a phone."""
MARGIN_MM = 45.0


def opened_ruling(posted: TableSnapshot, ruling: Ruling) -> dict[str, Any]:
    """All of one moment, so that the numbers, the picture and the plan speak of the same."""
    moment = posted.moment
    assert moment is not None
    drawn = evidence_drawing(ruling, moment.state.scene)
    return {
        "ruling": row_with_overruling(ruling, moment, posted.overrulings),
        "plan": _plan(ruling, moment, drawn),
        "picture": _picture(ruling, moment, drawn),
    }


def _plan(ruling: Ruling, moment: Moment, drawn: Drawing) -> dict[str, Any] | None:
    """None where neither piece is seen."""
    points = evidence_points(ruling, moment.state.scene)
    if not points or moment.state.registration is None:
        return None
    (left, low), (right, high) = points
    width = max(right - left, (high - low) * SHAPE) + 2 * MARGIN_MM
    corner = (left + right - width) / 2, (low + high - width / SHAPE) / 2
    # Of all rulings only this one: the table's own drawing without a selected ship.
    table = drawing_of(moment.state, moment.settings.mat)
    whole = replace(together((table, drawn)), labels=(*drawn.labels, *table.labels))  # the number has the best place
    return {"parts": svg_parts(_enlarged(whole, corner, width), SIZE), "size": SIZE}


def _enlarged(drawing: Drawing, corner: Point, width: float) -> Drawing:
    """The part from that lower left corner on, as wide as all are. Words that would stand outside are left out, so that
    those inside find their places."""

    def moved(point: Point) -> Point:
        return (point[0] - corner[0]) * SIZE[0] / width, (point[1] - corner[1]) * SIZE[0] / width

    def is_inside(point: Point) -> bool:
        x, y = moved(point)
        return 0.0 <= x <= SIZE[0] and 0.0 <= y <= SIZE[1]

    return Drawing(
        tuple(replace(each, points=tuple(map(moved, each.points))) for each in drawing.strokes),
        tuple(replace(each, at=moved(each.at)) for each in drawing.badges if is_inside(each.at)),
        tuple(replace(each, at=moved(each.at)) for each in drawing.labels if is_inside(each.at)),
        drawing.fleets,
    )


def _picture(ruling: Ruling, moment: Moment, drawn: Drawing) -> dict[str, Any] | None:
    """None where none was recorded."""
    registration = moment.state.registration
    if registration is None or NO_PICTURE in moment.state.warnings:
        return None
    part = evidence_part(ruling, moment, SHAPE).whole_pixels()
    parts = svg_parts(_enlarged(drawn_in_part(drawn, registration, part), (0.0, 0.0), part.width), SIZE)
    jpeg = base64.b64encode(encoded_jpeg(narrowed(part.cut_from(moment.frame.image), WIDE_PX))).decode()
    return {"parts": parts, "size": SIZE, "height": part.height * SIZE[0] / part.width, "jpeg": jpeg}
