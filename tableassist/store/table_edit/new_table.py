"""A table that is about to be made: mat tags round the border, pieces with their suggested mounts, tags in order."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from shapely import Polygon, box

from tableassist.errors import BadRequestError
from tableassist.pieces import Grade, MountKind, PieceModel, SuggestedMount, TagMount
from tableassist.pieces.art import SHORE_MM, tag_field_half_mm
from tableassist.pieces.catalogue import FortCard, ShipCard, make_slug
from tableassist.pieces.physical import WAKE_TAG_MM, suggest_wake_mount
from tableassist.pipeline.cards.card_tags import FIRST_CARD_TAG
from tableassist.store.table.entry import MatTagEntry

MAT_TAG_MM = 44.0
RIM_MM = 8.0
"""From a mat tag to the mat's edge: more than the white rim of one module that it needs."""
FIRST_PIECE_TAG, LAST_PIECE_TAG = 20, FIRST_CARD_TAG - 1
"""Of family 36h11; the mat has those before, the card game, the jig and the dice corner those after."""
SHIP_TAGS = 2
"""Flag and wake plate: one tag alone leaves the hull's place to a lean that it hardly shows."""
LEAST_MAT_MM, MOST_MAT_MM = 250.0, 5000.0
MIN_SHORE_MM = 2.0
"""Of plain shore that a large tag leaves on a printed island."""
TAGS_ROUND = 12
FEWER_TAGS_ROUND = 8
LEAST_STEP_MM = 1.5 * MAT_TAG_MM


@dataclass(frozen=True, slots=True)
class NewPlayer:
    name: str
    homes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewPiece:
    id: str
    name: str
    model: PieceModel
    model_name: str
    card: ShipCard | FortCard | None
    owner: str | None
    mounts: tuple[TagMount, ...] = ()
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class NewTable:
    name: str
    camera: str
    edition: str
    ruler: str
    width_mm: float
    height_mm: float
    players: tuple[NewPlayer, ...]
    pieces: tuple[NewPiece, ...]
    points_limit: float | None = None


def border_tags(width_mm: float, height_mm: float) -> tuple[MatTagEntry, ...]:
    """Twelve round the border, evenly, from the lower-left corner counter-clockwise; eight on a small mat."""
    for side in (width_mm, height_mm):
        if not LEAST_MAT_MM <= side <= MOST_MAT_MM:
            sides = {"got_mm": side, "least_mm": LEAST_MAT_MM, "most_mm": MOST_MAT_MM}
            raise BadRequestError("mat: got {got_mm:g} mm, expected {least_mm:g} to {most_mm:g} a side", **sides)
    inset = MAT_TAG_MM / 2 + RIM_MM
    wide, high = width_mm - 2 * inset, height_mm - 2 * inset
    gaps = TAGS_ROUND // 2
    if min(wide, high) * gaps / 2 < (wide + high) and (wide + high) / gaps < LEAST_STEP_MM:
        gaps = FEWER_TAGS_ROUND // 2
    along = min(max(round(gaps * wide / (wide + high)), 1), gaps - 1)
    up = gaps - along
    corners = [(k * wide / along, 0.0) for k in range(along)]
    corners += [(wide, k * high / up) for k in range(up)]
    places = corners + [(wide - x, high - y) for x, y in corners]
    rounded = ((round(inset + x, 1), round(inset + y, 1)) for x, y in places)
    return tuple(MatTagEntry(tag, *place, MAT_TAG_MM) for tag, place in enumerate(rounded))


def with_tags(
    pieces: Iterable[NewPiece], *, ship_tag_mm: float | None = None, least_mm: float = 0.0, ship_tags: int = SHIP_TAGS
) -> tuple[NewPiece, ...]:
    """Give every piece its tags, numbered in order.

    Each new player starts at the next free ten, so that the tags of a fleet are easy to tell apart. A ship has her flag
    first, then her wake plate; with `ship_tags` of 1 the flag alone. No tag is smaller than `least_mm`.
    """
    if ship_tags not in (1, 2):
        raise BadRequestError("--ship-tags: got {count}, expected 1 or 2", count=ship_tags)
    number, owner = FIRST_PIECE_TAG, None
    out: list[NewPiece] = []
    for piece in pieces:
        if piece.owner != owner and out:
            number = math.ceil(number / 10) * 10
        owner = piece.owner
        if piece.model.grade is Grade.PRINTED:
            suggested = _printed_mounts(piece.model, least_mm)
        else:
            suggested = [_sized(mount, ship_tag_mm, least_mm) for mount in piece.model.suggested_mounts]
        wake = suggest_wake_mount(piece.model, max(WAKE_TAG_MM, least_mm)) if ship_tags == 2 else None
        suggested += [wake] if wake is not None else []
        mounts = (TagMount("36h11", number + k, yaw_rad=0.0, **asdict(mount)) for k, mount in enumerate(suggested))
        out.append(replace(piece, mounts=tuple(mounts)))
        number += len(suggested)
    if number > LAST_PIECE_TAG + 1:
        last, most = number - 1, LAST_PIECE_TAG
        raise BadRequestError("got pieces for tags up to {number}, expected at most {most}", number=last, most=most)
    return tuple(out)


def _printed_mounts(model: PieceModel, least_mm: float) -> list[SuggestedMount]:
    """The tags of a printed piece, none smaller than `least_mm` if that can be.

    Two tags are better than one (a ship or a coin may cover either), but on a large mat they would have to be larger
    than fits beside each other: then the piece gets a single large one, as near to its middle as it fits. That one may
    take some of the shore band.
    """
    outline = Polygon(model.hull)

    def fits(x: float, y: float, size_mm: float, shore_mm: float) -> bool:
        half = tag_field_half_mm("36h11", size_mm) + shore_mm
        return bool(outline.contains(box(x - half, y - half, x + half, y + half)))

    mounts = [replace(mount, size_mm=max(mount.size_mm, least_mm)) for mount in model.suggested_mounts]
    if all(mount.size_mm == old.size_mm for mount, old in zip(mounts, model.suggested_mounts, strict=True)):
        return mounts
    if all(fits(mount.x_mm, mount.y_mm, mount.size_mm, SHORE_MM) for mount in mounts):
        return mounts
    west, south, east, north = (math.trunc(edge) for edge in outline.bounds)
    places = ((float(x), float(y)) for x in range(west, east + 1) for y in range(south, north + 1))
    for x, y in sorted(places, key=lambda place: math.hypot(*place)):
        if fits(x, y, least_mm, MIN_SHORE_MM):
            return [replace(mounts[0], x_mm=x, y_mm=y)]
    return list(model.suggested_mounts)


def _sized(suggested: SuggestedMount, ship_tag_mm: float | None, least_mm: float) -> SuggestedMount:
    if ship_tag_mm is not None and suggested.kind in (MountKind.FLAG, MountKind.MASTHEAD):
        return replace(suggested, size_mm=ship_tag_mm)
    return replace(suggested, size_mm=max(suggested.size_mm, least_mm))


def free_id(name: str, taken: Sequence[str]) -> str:
    """`hms-titan`, and `hms-titan-2` for the second."""
    plain = make_slug(name)[:60] or "piece"
    number = 1
    while (found := plain if number == 1 else f"{plain}-{number}") in taken:
        number += 1
    return found
