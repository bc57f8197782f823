"""Ties a tag that nobody knows to a piece, in two steps: look, then say which."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from tableassist.errors import BadRequestError
from tableassist.judging import one_frame
from tableassist.messages import Message, template
from tableassist.pieces import MountKind, Piece
from tableassist.pipeline.fitting.tag_assignment import TagProposal, propose_mount
from tableassist.pipeline.fitting.tag_view import TagView, tag_view
from tableassist.pipeline.fitting.unknown_tags import UnknownTag, known_tags
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.files import pick
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_mounts


class UnknownTagRow(msgspec.Struct):
    tag: int
    family: str
    x_mm: float
    y_mm: float
    side_mm: float
    nearest: str | None
    nearest_mm: float | None


class AssignReport(msgspec.Struct):
    unknown: tuple[UnknownTagRow, ...]
    pieces_without_a_seen_tag: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assigned:
    piece: Piece
    family: str
    proposal: TagProposal


def assign_tag(
    source: str,
    table: Path,
    *,
    tag: int,
    piece: str,
    family: str | None = None,
    mount: str | None = None,
    mast: int | None = None,
    size_mm: float | None = None,
    dry_run: bool = False,
) -> Assigned:
    """The second step: the mount goes into the table file, unless it is a `dry_run`."""
    settings = read_table(table)
    pieces = {each.id: each for each in settings.pieces}
    chosen = pieces[pick(table, "--piece", piece, pieces)]
    kind = None if mount is None else MountKind(pick(table, "--mount", mount, tuple(MountKind)))
    if size_mm is not None and not 2.0 <= size_mm <= 500.0:
        what = template("--size: got {size_mm:g}, expected 2 to 500 mm, the side of the black square")
        raise BadRequestError(what, size_mm=size_mm)
    view = look_at(source, settings)
    seen = _find(tag, family, view, settings)
    proposal = propose_mount(
        seen.sighting, chosen, view.registration, view.poses.get(chosen.id), kind=kind, mast=mast, size_mm=size_mm
    )
    if not dry_run:
        set_mounts(table, chosen.id, [proposal.mount])
    return Assigned(chosen, seen.family, proposal)


def look_at(source: str, settings: TableSettings) -> TagView:
    view = tag_view(one_frame(source), settings)
    if view is None:
        what = template("assign {source}: can't see the mat: fewer than two of its tags can be read")
        raise BadRequestError(what, source=source)
    return view


def _find(tag: int, family: str | None, view: TagView, settings: TableSettings) -> UnknownTag:
    found = [each for each in view.unknown if each.tag == tag and family in (None, each.family)]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadRequestError("--tag: got {tag}, of {count} families; expected --family too", tag=tag, count=len(found))
    for piece in settings.pieces:
        if any(mount.tag == tag and family in (None, mount.family) for mount in piece.mounts):
            what = template("--tag: got {tag}, which already belongs to {id}; expected an unused tag")
            raise BadRequestError(what, tag=tag, id=piece.id)
    if any(number == tag and family in (None, name) for name, number in known_tags(settings)):
        raise BadRequestError("--tag: got {tag}, which belongs to the mat; expected an unused tag", tag=tag)
    seen = tuple(each.tag for each in view.unknown) or Message("none")
    what = template("--tag: got {tag}, which is not in the picture exactly once; expected one of these: {seen}")
    raise BadRequestError(what, tag=tag, seen=seen)


def assign_report(view: TagView) -> AssignReport:
    return AssignReport(tuple(map(_row, view.unknown)), tuple(piece.id for piece in view.without))


def _row(seen: UnknownTag) -> UnknownTagRow:
    place = round(seen.x_mm, 2), round(seen.y_mm, 2), round(seen.side_mm, 2)
    apart_mm = None if seen.nearest_mm is None else round(seen.nearest_mm, 2)
    return UnknownTagRow(seen.tag, seen.family, *place, seen.nearest, apart_mm)
