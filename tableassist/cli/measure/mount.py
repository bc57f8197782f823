"""Tying tags to pieces: measured on the jig, or assigned from a picture."""

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tableassist.capture import FrameSource, SourceKind, parse_source
from tableassist.cli.terminal import echo_json, make_console, number, plain_table, tell
from tableassist.errors import BadRequestError
from tableassist.geometry import plus_minus
from tableassist.messages import Message, say, template, tr
from tableassist.pieces import Piece
from tableassist.pipeline.fitting.fitting_out import FittingEvent, FittingOut, FittingPlan, Happened, ask
from tableassist.pipeline.fitting.fitting_plan import jig_priors
from tableassist.pipeline.fitting.tag_view import TagView
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.measure.assigning import Assigned, assign_report, look_at
from tableassist.setup.measure.fitting import Fitting, PictureFits, fit_by_pictures, wanted_ships
from tableassist.setup.measure.frames import frames_of
from tableassist.sources import open_table_source
from tableassist.store.judgement_json import to_json
from tableassist.store.table import read_table
from tableassist.vision.mounts.findings import MountGrade, docking_words, grade, hints, outline_size
from tableassist.vision.mounts.fit import MountFit
from tableassist.vision.mounts.jig import A4_JIG

DO_AGAIN = 1
COLOURS = {MountGrade.GOOD: "bold green", MountGrade.USABLE: "bold yellow", MountGrade.AGAIN: "bold red"}


def mount_ships(
    source: str,
    table: Path,
    ships: Sequence[str] = (),
    *,
    directions: int = 4,
    check_line_mm: float | None = None,
    dry_run: bool = False,
    console: Console | None = None,
) -> int:
    """The exit code: 0, or 1 where a ship must be done again. What was found well enough is in the table file then."""
    if not 2 <= directions <= len(A4_JIG.slots):
        what = template("mount --directions: got {directions}, expected 2 to {most}")
        raise BadRequestError(what, directions=directions, most=len(A4_JIG.slots))
    settings = read_table(table)
    wanted = wanted_ships(settings, ships, table)
    by_pictures = parse_source(source).kind in (SourceKind.FOLDER, SourceKind.PICTURE)
    opened = open_table_source(source)
    to, priors = None if dry_run else table, jig_priors(check_line_mm, settings.tag_scale)
    report = _Report(console or make_console())
    if by_pictures:
        found = fit_by_pictures(opened, settings, wanted, table=to, priors=priors, directions=directions)
        _by_pictures(found, wanted, report)
    else:
        fitting = Fitting(settings, wanted, table=to, priors=priors, directions=directions)
        _by_watching(opened, fitting, wanted, report)
    report.say(tr("--dry-run: nothing was written") if dry_run else tr("table file: {path}", path=table))
    return DO_AGAIN if MountGrade.AGAIN in report.grades else 0


def _by_pictures(found: PictureFits, ships: tuple[Piece, ...], report: "_Report") -> None:
    for words in found.left_out:
        report.say(f"- {say(words)}", "yellow")
    for piece in ships:
        if piece.id in found.fits:
            report.fitted(piece, found.fits[piece.id])
        else:
            report.say(tr("- {ship}: in no picture on the sheet, left as it is", ship=piece.name), "yellow")


def _by_watching(source: FrameSource, fitting: Fitting, ships: tuple[Piece, ...], report: "_Report") -> None:
    keys = _ask_number()
    frames = frames_of(source)
    told = 0
    state: FittingOut | None = None
    report.say(tr("type s + Enter to skip a ship, r to redo, q to stop"), "dim")
    with Live(console=report.console, refresh_per_second=8, transient=True) as live:
        try:
            for frame in frames:
                key = keys()
                if key == "s":
                    fitting.skip_ship()
                elif key == "r":
                    fitting.do_again()
                seen = fitting.look(frame)
                state = seen.state
                for event in seen.events[told:]:
                    report.event(event)
                told = len(seen.events)
                live.update(_status(state, seen.plan))
                if state.done or key == "q":
                    break
        except KeyboardInterrupt:
            report.say(tr("stopped; what was finished is kept"))
        finally:
            frames.close()
    left = [] if state is None else [piece.name for piece in ships if piece.id not in state.fits]
    if left:
        report.say(tr("not fitted out: {ships}", ships=left), "yellow")


class _Report:
    """What is told on one console; and how well each ship came out."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.grades: list[MountGrade] = []

    def say(self, words: str, style: str | None = None) -> None:
        tell(words, style, console=self.console)

    def event(self, event: FittingEvent) -> None:
        """The bell rings once for a set-down taken; twice for one to do again, or a ship that is done."""
        if event.what is Happened.TAKEN:
            self.console.bell()
            self.say(say(event.words))
        elif event.what is Happened.FITTED and event.fit is not None:
            self.console.bell()
            self.fitted(event.piece, event.fit)
        else:
            if event.what is Happened.REFUSED:
                self.console.bell()
                self.console.bell()
            self.say(say(event.words), "yellow")

    def fitted(self, piece: Piece, fit: MountFit) -> None:
        found = grade(fit)
        self.grades.append(found)
        self.console.print(_report(fit))
        about = {"ship": piece.name, "grade": found.words}
        self.say(tr("{ship}: {grade}; bow ± {bow_mm:.2f} mm (95 %)", bow_mm=fit.bow_mm, **about), COLOURS[found])
        lean_deg = plus_minus(math.degrees(fit.lean_rad))
        self.say(tr("{ship}: stood upright to ± {lean_deg:.1f}° at its set-downs", ship=piece.name, lean_deg=lean_deg))
        if fit.outline is not None:
            form = template(
                "{ship}: outline to ± {outline_mm:.2f} mm: {length_mm:.1f} x {width_mm:.1f} mm, "
                "the deck {height_mm:.1f} mm high"
            )
            size = outline_size(fit.outline)
            self.say(tr(form, ship=piece.name, outline_mm=plus_minus(fit.outline.sigma_mm), **size))
        for words in docking_words(fit):
            self.say(say(words))
        for hint in hints(fit):
            self.say(f"- {say(hint)}", "yellow")
        if found is MountGrade.AGAIN:
            self.say(tr("{ship}'s tags stay as in the table file", ship=piece.name), "yellow")


def _report(fit: MountFit) -> Table:
    used = Message.plural("1 set-down", "{count} set-downs", count=sum(one.used for one in fit.set_downs))
    directions = Message.plural("1 direction", "{count} directions", count=fit.directions)
    what = template("{ship}: {set_downs} in {directions}, corners to {residual_px:.2f} px")
    title = tr(what, ship=fit.piece.name, set_downs=used, directions=directions, residual_px=fit.residual_px)
    columns = (tr("tag"), tr("mount"), "x mm", "y mm", "± mm", "z mm", "± mm", tr("yaw"), tr("± yaw"))
    caption = tr("±: 95 in 100; place and turn are relative to the hull")
    table = plain_table(columns, left=0, title=title, caption=caption)
    for tag in fit.tags:
        mount = tag.mount
        table.add_row(
            str(mount.tag),
            say(mount.kind.words),
            number(mount.x_mm, ".2f"),
            number(mount.y_mm, "+.2f"),
            number(plus_minus(mount.sigma_xy_mm), ".2f"),
            number(mount.z_mm, ".2f"),
            number(plus_minus(mount.sigma_z_mm), ".2f"),
            number(math.degrees(mount.yaw_rad), "+.2f") + "°",
            number(plus_minus(math.degrees(mount.sigma_yaw_rad)), ".2f") + "°",
        )
    return table


def _status(state: FittingOut, plan: FittingPlan) -> Text:
    asked = say(ask(state, plan))
    if state.rest is not None and state.rest.frames > 1:
        asked = tr("{asked}  hold still ...", asked=asked)
    words = Text(f"> {asked}", style="bold")
    return words.append(f"\n  {say(state.trouble)}", style="yellow") if state.trouble else words


def _ask_number() -> Callable[[], str]:
    """The newest letter typed, or nothing. Reads a terminal only: a pipe's end must not stop the work."""
    if not sys.stdin.isatty():
        return lambda: ""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line.strip().lower()[:1])

    Thread(target=read, name="keys", daemon=True).start()

    def newest() -> str:
        try:
            return lines.get_nowait()
        except Empty:
            return ""

    return newest


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
