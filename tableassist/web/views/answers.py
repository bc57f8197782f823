"""What the API answers: the JSON of `tableassist judge --json` with what the pages show, and a ruling opened."""

import base64
from dataclasses import replace
from typing import Any

import msgspec

from tableassist.judging.views import drawing_of, drawn_in_part, evidence_drawing, evidence_part, evidence_points
from tableassist.matches.replay import NO_PICTURE
from tableassist.messages import speaking
from tableassist.overlay.drawing import Drawing, Point, together
from tableassist.overlay.svg_drawing import svg_parts
from tableassist.overlay.svg_labels import TEXT_MM
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling
from tableassist.store.files import encoded_jpeg, narrowed
from tableassist.store.judgement_json import MomentRecord, judgement
from tableassist.table import TableSnapshot
from tableassist.table.visibility import is_hidden, visible_rulings
from tableassist.web.views.channel import ChannelKey, Views
from tableassist.web.views.game_view import GameView
from tableassist.web.views.table_view import row_with_overruling

NOTHING_SEEN = MomentRecord((), (), None, ())


def section_of(name: str, posted: TableSnapshot, key: ChannelKey) -> Any:
    """`name`: state, rulings or game."""
    rulings = visible_rulings(posted, key.seat)
    with speaking(key.language):
        if name == "game":
            return None if posted.game is None else GameView().section(posted.game, key.seat, rulings)
        record = _record(posted, key, rulings)
        return record["rulings"] if name == "rulings" else {**Views().sections(posted, key), **record}


def evidence_of(ruling: str, posted: TableSnapshot, key: ChannelKey) -> dict[str, Any] | None:
    """None where the reader sees no such ruling."""
    found = next((each for each in visible_rulings(posted, key.seat) if each.id == ruling), None)
    if found is None:
        return None
    with speaking(key.language):
        return open_ruling(posted, found)


def _record(posted: TableSnapshot, key: ChannelKey, rulings: tuple[Ruling, ...]) -> dict[str, Any]:
    """Under the names of `judge --json`; its rulings have the page's words too."""
    moment = posted.moment
    if moment is None or is_hidden(posted, key.seat):
        return dict(msgspec.to_builtins(NOTHING_SEEN))
    piece = key.selected
    about = tuple(ruling for ruling in rulings if piece is None or piece in (ruling.subject, ruling.target))
    plain = dict(msgspec.to_builtins(judgement(replace(moment.state, rulings=about), moment.settings.notes)))
    words = (row_with_overruling(each, moment, posted.overrulings) for each in about)
    return {**plain, "rulings": [{**row, **told} for row, told in zip(plain["rulings"], words, strict=True)]}


SHAPE = 4 / 3
"""Width over height, for a phone held upright as for a screen."""
WIDE_PX = 1000
SIZE = (26 * TEXT_MM, 26 * TEXT_MM / SHAPE)
"""Of both drawings, whatever they show: so many letters wide that the words can be read on a phone."""
MARGIN_MM = 45.0


def open_ruling(posted: TableSnapshot, ruling: Ruling) -> dict[str, Any]:
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
    return {"parts": svg_parts(_cut_out(whole, corner, width), SIZE), "size": SIZE}


def _cut_out(drawing: Drawing, corner: Point, width: float) -> Drawing:
    """The part from that lower left corner on, as wide as all are. Words that would stand outside are left out, so that
    those inside find their places."""

    def to_part(point: Point) -> Point:
        return (point[0] - corner[0]) * SIZE[0] / width, (point[1] - corner[1]) * SIZE[0] / width

    def is_inside(point: Point) -> bool:
        x, y = to_part(point)
        return 0.0 <= x <= SIZE[0] and 0.0 <= y <= SIZE[1]

    return Drawing(
        tuple(replace(stroke, points=tuple(map(to_part, stroke.points))) for stroke in drawing.strokes),
        tuple(replace(badge, at=to_part(badge.at)) for badge in drawing.badges if is_inside(badge.at)),
        tuple(replace(label, at=to_part(label.at)) for label in drawing.labels if is_inside(label.at)),
        drawing.fleets,
    )


def _picture(ruling: Ruling, moment: Moment, drawn: Drawing) -> dict[str, Any] | None:
    """None where none was recorded."""
    registration = moment.state.registration
    if registration is None or NO_PICTURE in moment.state.warnings:
        return None
    part = evidence_part(ruling, moment, SHAPE).whole_pixels()
    parts = svg_parts(_cut_out(drawn_in_part(drawn, registration, part), (0.0, 0.0), part.width), SIZE)
    jpeg = base64.b64encode(encoded_jpeg(narrowed(part.cut_from(moment.frame.image), WIDE_PX))).decode()
    return {"parts": parts, "size": SIZE, "height": part.height * SIZE[0] / part.width, "jpeg": jpeg}
