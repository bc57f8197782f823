"""`tableassist assign`: ties a tag that nobody knows to a piece, in two steps: look, then say which."""

import sys
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tableassist.cli.play.one_frame import one_frame
from tableassist.errors import BadRequestError
from tableassist.formats.io.toml_file import pick
from tableassist.formats.judgement_json import to_json
from tableassist.formats.table.edit import add_tag
from tableassist.formats.table.file import read_table
from tableassist.messages import say
from tableassist.pieces.mount import MountKind
from tableassist.pipeline.fitting.tag_assignment import propose_mount
from tableassist.pipeline.fitting.tag_view import TagView, tag_view
from tableassist.pipeline.fitting.unknown_tags import UnknownTag, known_tags
from tableassist.pipeline.table_settings import TableSettings

NEAR_MM = 60.0
"""A tag this near a piece's middle is likely hers."""


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


def list_unknown(source: str, table: Path, *, as_json: bool = False) -> None:
    """The first step."""
    settings = read_table(table)
    view = look_at(source, settings)
    if as_json:
        sys.stdout.write(to_json(_report(view)).decode() + "\n")
        return
    _print_unknown(view, settings)
    if view.unknown:
        example = view.unknown[0]
        near = example.nearest if (example.nearest_mm or 0.0) < NEAR_MM else None
        piece = near or (view.without[0].id if view.without else "PIECE")
        typer.echo(
            f"Tie one to its piece:\n  tableassist assign {source} -t {table} --tag {example.tag} --piece {piece}"
        )


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
) -> None:
    """The second step: the mount goes into the table file."""
    settings = read_table(table)
    pieces = {each.id: each for each in settings.pieces}
    chosen = pieces[pick(table, "--piece", piece, pieces)]
    kind = None if mount is None else MountKind(pick(table, "--mount", mount, tuple(MountKind)))
    _check_size(size_mm)
    view = look_at(source, settings)
    seen = _find(tag, family, view, settings)
    proposal = propose_mount(
        seen.sighting,
        chosen,
        view.registration,
        view.poses.get(chosen.id),
        kind=kind,
        mast=mast,
        size_mm=size_mm,
    )
    if not dry_run:
        add_tag(table, chosen.id, proposal.mount)
    typer.echo(f"tag {tag} ({seen.family}) {'would be' if dry_run else 'is'} a {proposal.mount.kind} of {chosen.name}")
    typer.echo(f"  {say(proposal.words)}")
    if proposal.doubt:
        typer.secho(f"  ! {say(proposal.doubt)}", fg=typer.colors.YELLOW)


def look_at(source: str, settings: TableSettings) -> TagView:
    view = tag_view(one_frame(source), settings)
    if view is None:
        raise BadRequestError(f"assign {source}: the mat is not seen: fewer than two of its tags can be read")
    return view


def _check_size(size_mm: float | None) -> None:
    if size_mm is not None and not 2.0 <= size_mm <= 500.0:
        raise BadRequestError(f"--size: got {size_mm:g}, expected 2 to 500 mm, the side of the black square")


def _find(tag: int, family: str | None, view: TagView, settings: TableSettings) -> UnknownTag:
    found = [each for each in view.unknown if each.tag == tag and family in (None, each.family)]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadRequestError(f"--tag: got {tag}, of {len(found)} families; expected --family too")
    for piece in settings.pieces:
        if any(mount.tag == tag and family in (None, mount.family) for mount in piece.mounts):
            raise BadRequestError(f"--tag: got {tag}, which {piece.id} has already; expected one that nobody has")
    if any(number == tag and family in (None, name) for name, number in known_tags(settings)):
        raise BadRequestError(f"--tag: got {tag}, which is the mat's; expected one that nobody has")
    seen = ", ".join(str(each.tag) for each in view.unknown) or "none"
    raise BadRequestError(f"--tag: got {tag}, not seen once in the picture; expected one of these: {seen}")


def _report(view: TagView) -> AssignReport:
    rows = (
        UnknownTagRow(
            each.tag,
            each.family,
            round(each.x_mm, 2),
            round(each.y_mm, 2),
            round(each.side_mm, 2),
            each.nearest,
            None if each.nearest_mm is None else round(each.nearest_mm, 2),
        )
        for each in view.unknown
    )
    return AssignReport(tuple(rows), tuple(piece.id for piece in view.without))


def _print_unknown(view: TagView, settings: TableSettings) -> None:
    console = Console()
    if not view.unknown:
        console.print("No unknown tag is in view.")
    else:
        names = {piece.id: escape(piece.name) for piece in settings.pieces}
        table = Table(title="Unknown tags", title_justify="left", caption="Place and side as if it lay on the mat.")
        for column in ("tag", "family", "x mm", "y mm", "side mm"):
            table.add_column(column, justify="right")
        table.add_column("nearest piece")
        for each in view.unknown:
            nearest = "" if each.nearest is None else f"{names[each.nearest]}, {each.nearest_mm:.0f} mm off"
            numbers = (f"{each.x_mm:.0f}", f"{each.y_mm:.0f}", f"{each.side_mm:.1f}")
            table.add_row(str(each.tag), each.family, *numbers, nearest)
        console.print(table)
    if view.without:
        console.print("Pieces of which no tag is seen: " + ", ".join(piece.id for piece in view.without), markup=False)
