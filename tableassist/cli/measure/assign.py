"""`tableassist assign`: which tags nobody knows, and what became of one."""

from pathlib import Path

from tableassist.cli.terminal import echo_json, make_console, number, plain_table, tell
from tableassist.messages import say, tr
from tableassist.pipeline.fitting.tag_view import TagView
from tableassist.pipeline.table_settings import TableSettings
from tableassist.services.measure.assigning import Assigned, assign_report, look_at
from tableassist.store.judgement_json import to_json
from tableassist.store.table import read_table

NEAR_MM = 60.0
"""A tag this near a piece's middle is likely hers."""


def list_unknown(source: str, table: Path, *, as_json: bool = False) -> None:
    """The first step."""
    settings = read_table(table)
    view = look_at(source, settings)
    if as_json:
        echo_json(to_json(assign_report(view)).decode())
        return
    _print_unknown(view, settings)
    if view.unknown:
        example = view.unknown[0]
        near = example.nearest if (example.nearest_mm or 0.0) < NEAR_MM else None
        piece = near or (view.without[0].id if view.without else "PIECE")
        tell(tr("Assign one to its piece:"))
        tell(f"  tableassist assign {source} -t {table} --tag {example.tag} --piece {piece}")


def tell_assigned(tag: int, done: Assigned, *, dry_run: bool) -> None:
    facts = {"tag": tag, "family": done.family, "mount": say(done.proposal.mount.kind.words), "piece": done.piece.name}
    if dry_run:
        tell(tr("tag {tag} ({family}) would be a {mount} of {piece}", **facts))
    else:
        tell(tr("tag {tag} ({family}) is a {mount} of {piece}", **facts))
    tell(f"  {say(done.proposal.words)}")
    if done.proposal.doubt:
        tell(f"  ! {say(done.proposal.doubt)}", "yellow")


def _print_unknown(view: TagView, settings: TableSettings) -> None:
    if not view.unknown:
        tell(tr("No unknown tag is in view."))
    else:
        names = {piece.id: piece.name for piece in settings.pieces}
        columns = (tr("tag"), tr("family"), tr("x mm"), tr("y mm"), tr("side mm"), tr("nearest piece"))
        caption = tr("Place and side as if it were on the mat.")
        table = plain_table(columns, left=0, title=tr("Unknown tags"), caption=caption)
        table.columns[-1].justify = "left"
        for each in view.unknown:
            nearest = ""
            if each.nearest is not None:
                nearest = tr("{piece}, {apart_mm:.0f} mm off", piece=names[each.nearest], apart_mm=each.nearest_mm)
            place = (number(each.x_mm, ".0f"), number(each.y_mm, ".0f"), number(each.side_mm, ".1f"))
            table.add_row(str(each.tag), each.family, *place, nearest)
        make_console().print(table)
    if view.without:
        tell(tr("Pieces of which no tag is seen: {pieces}", pieces=tuple(piece.id for piece in view.without)))
