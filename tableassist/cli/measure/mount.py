"""`tableassist mount`: where the tags sit on a ship, measured on the printed jig sheet."""

import math
import sys
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.newest_frame import NewestFrame
from tableassist.capture.open_source import SourceKind, parse_source
from tableassist.errors import BadRequestError
from tableassist.formats.table.edit import set_mounts
from tableassist.formats.table.file import read_table
from tableassist.messages import say
from tableassist.pieces.piece import Piece
from tableassist.pipeline.fitting.fitting_out import (
    FittingEvent,
    FittingOut,
    FittingPlan,
    Happened,
    ask,
    begin,
    fit_piece,
    look,
    redo,
    ships_on_sheet,
    skip,
)
from tableassist.pipeline.fitting.fitting_plan import fittable, fitting_plan, jig_families, jig_priors
from tableassist.pipeline.table_settings import TableSettings
from tableassist.runtime.table_source import open_table_source
from tableassist.vision.camera.frame import Frame
from tableassist.vision.mounts.findings import MountGrade, grade, hints
from tableassist.vision.mounts.fit import MountFit
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.unknowns import JigPriors
from tableassist.vision.mounts.views import JigPicture
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.reader import TagReader

FRAME_WAIT_S = 5.0
DO_AGAIN = 1
KEYS = "type s + Enter to skip a ship, r to redo, q to stop"
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
    out = console or Console()
    if not 2 <= directions <= len(A4_JIG.slots):
        raise BadRequestError(f"mount --directions: got {directions}, expected 2 to {len(A4_JIG.slots)}")
    settings = read_table(table)
    wanted = _wanted(settings, ships, table)
    spec = parse_source(source)
    fitting = _Fitting(settings, wanted, directions, jig_priors(check_line_mm), out, table, dry_run=dry_run)
    if spec.kind in (SourceKind.FOLDER, SourceKind.PICTURE):
        fitting.by_pictures(open_table_source(source))
    else:
        fitting.by_watching(open_table_source(source))
    return fitting.finished()


def _wanted(settings: TableSettings, names: Sequence[str], table: Path) -> tuple[Piece, ...]:
    """By id or by name, in the order asked for; none named: all that have a bow and a tag."""
    able = fittable(settings)
    if not names:
        if not able:
            raise BadRequestError(f"{table}: got no ship with a tag, expected one or more: see tableassist assign")
        return able
    found = []
    for name in names:
        piece = next((p for p in able if name.casefold() in (p.id.casefold(), p.name.casefold())), None)
        if piece is None:
            known = ", ".join(p.id for p in able) or "none"
            raise BadRequestError(f"{table}: mount '{name}': no such ship with a tag, expected one of: {known}")
        if piece not in found:
            found.append(piece)
    return tuple(found)


class _Fitting:
    """One run of the command: what is printed, and what is written."""

    def __init__(
        self,
        settings: TableSettings,
        ships: tuple[Piece, ...],
        directions: int,
        priors: JigPriors,
        console: Console,
        table: Path,
        *,
        dry_run: bool,
    ) -> None:
        self._settings, self._ships, self._directions, self._priors = settings, ships, directions, priors
        self._console, self._table, self._dry_run = console, table, dry_run
        self._families = jig_families(settings)
        self._grades: list[MountGrade] = []

    def _plan(self, width_px: int, height_px: int) -> FittingPlan:
        return fitting_plan(self._settings, self._ships, (width_px, height_px), self._priors, self._directions)

    def finished(self) -> int:
        self._say("--dry-run: nothing was written" if self._dry_run else f"table file: {self._table}")
        return DO_AGAIN if MountGrade.AGAIN in self._grades else 0

    def by_pictures(self, source: FrameSource) -> None:
        """Each picture is a set-down, of the ship whose tag is over the sheet."""
        detector = TagDetector(self._families)
        taken: dict[str, list[JigPicture]] = {}
        plan: FittingPlan | None = None
        for frame in _played(source):
            plan = plan or self._plan(frame.width_px, frame.height_px)
            if (frame.width_px, frame.height_px) != (plan.lens.width_px, plan.lens.height_px):
                raise BadRequestError(
                    f"mount: picture {frame.number + 1} is {frame.width_px}x{frame.height_px}, expected "
                    f"{plan.lens.width_px}x{plan.lens.height_px} like the first: all by one camera, held one way"
                )
            seen = detector.detect(frame.image)
            name = f"picture {frame.number + 1}"
            on_sheet = ships_on_sheet(seen, plan)
            if on_sheet is not None and len(on_sheet) == 1:
                taken.setdefault(on_sheet[0].id, []).append(JigPicture(name, seen))
            else:
                self._say(f"- {name}: {_why_not(on_sheet)}", "yellow")
        for piece in self._ships:
            if plan is not None and piece.id in taken:
                self._keep(piece, fit_piece(piece, tuple(taken[piece.id]), plan))
            else:
                self._say(f"- {piece.name}: in no picture on the sheet, left as she is", "yellow")

    def by_watching(self, source: FrameSource) -> None:
        reader = TagReader(self._families)
        state: FittingOut | None = None
        plan: FittingPlan | None = None
        keys = _typed()
        frames = _live(source) if source.live else _played(source)
        self._say(KEYS, "dim")
        with Live(console=self._console, refresh_per_second=8, transient=True) as live:
            try:
                for frame in frames:
                    if plan is None or state is None:
                        plan = self._plan(frame.width_px, frame.height_px)
                        state = begin(plan)
                    state, going = _commanded(state, plan, keys)
                    state, events = look(state, reader.read(frame.image), frame.t_ns, plan)
                    for event in events:
                        self._tell(event)
                    live.update(_status(state, plan))
                    if state.done or not going:
                        break
            except KeyboardInterrupt:
                self._say("stopped; what is done is done")
            finally:
                frames.close()
        left = [] if state is None else [piece.name for piece in self._ships if piece.id not in state.fits]
        if left:
            self._say(f"not fitted out: {', '.join(left)}", "yellow")

    def _tell(self, event: FittingEvent) -> None:
        """The bell rings once for a set-down taken; twice for one to do again, or a ship that is done."""
        if event.what is Happened.TAKEN:
            self._console.bell()
            self._say(say(event.words))
        elif event.what is Happened.FITTED and event.fit is not None:
            self._console.bell()
            self._keep(event.piece, event.fit)
        else:
            if event.what is Happened.REFUSED:
                self._console.bell()
                self._console.bell()
            self._say(say(event.words), "yellow")

    def _keep(self, piece: Piece, fit: MountFit) -> None:
        """Prints, and writes unless the ship must be done again."""
        found = grade(fit)
        self._grades.append(found)
        self._console.print(_report(fit))
        self._say(f"{piece.name}: {found.value}; bow ± {fit.bow_mm:.2f} mm (95 %)", COLOURS[found])
        for hint in hints(fit):
            self._say(f"- {hint}", "yellow")
        if found is MountGrade.AGAIN:
            self._say(f"{piece.name}'s tags stay as the table file has them", "yellow")
        elif not self._dry_run:
            set_mounts(self._table, piece.id, tuple(tag.mount for tag in fit.tags))

    def _say(self, words: str, style: str | None = None) -> None:
        self._console.print(words, style=style, markup=False, highlight=False, soft_wrap=True)


def _why_not(on_sheet: tuple[Piece, ...] | None) -> str:
    if on_sheet is None:
        return "the jig sheet is not seen"
    if not on_sheet:
        return "no tag of a ship that was asked for is seen on the sheet"
    return f"more than one ship on the sheet: {', '.join(piece.name for piece in on_sheet)}"


def _report(fit: MountFit) -> Table:
    used = sum(one.used for one in fit.set_downs)
    table = Table(
        title=f"{escape(fit.piece.name)}: {_count(used, 'set-down')} in {_count(fit.directions, 'direction')}, "
        f"corners to {fit.residual_px:.2f} px",
        title_justify="left",
        caption="± is 95 %; place and turn hold at the bow",
    )
    for column in ("tag", "mount", "x mm", "y mm", "± mm", "z mm", "± mm", "yaw", "± yaw"):
        table.add_column(column, justify="right")
    for tag in fit.tags:
        mount = tag.mount
        table.add_row(
            str(mount.tag),
            mount.kind.value,
            f"{mount.x_mm:.2f}",
            f"{mount.y_mm:+.2f}",
            f"{1.96 * mount.sigma_xy_mm:.2f}",
            f"{mount.z_mm:.2f}",
            f"{1.96 * mount.sigma_z_mm:.2f}",
            f"{math.degrees(mount.yaw_rad):+.2f}°",
            f"{1.96 * math.degrees(mount.sigma_yaw_rad):.2f}°",
        )
    return table


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _status(state: FittingOut, plan: FittingPlan) -> Text:
    waiting = "  hold still ..." if state.rest is not None and state.rest.frames > 1 else ""
    words = Text(f"> {say(ask(state, plan))}{waiting}", style="bold")
    return words.append(f"\n  {say(state.trouble)}", style="yellow") if state.trouble else words


def _commanded(state: FittingOut, plan: FittingPlan, keys: Callable[[], str]) -> tuple[FittingOut, bool]:
    """The state after what was typed, and whether to go on."""
    match keys():
        case "s":
            return skip(state, plan), True
        case "r":
            return redo(state), True
        case "q":
            return state, False
    return state, True


def _typed() -> Callable[[], str]:
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


def _played(source: FrameSource) -> Generator[Frame, None, None]:
    try:
        while (frame := source.read()) is not None:
            yield frame
    finally:
        source.close()


def _live(source: FrameSource) -> Generator[Frame, None, None]:
    with NewestFrame(source) as newest:
        while not newest.ended:
            frame = newest.take(FRAME_WAIT_S)
            if frame is not None:
                yield frame
