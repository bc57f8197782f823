"""`tableassist watch`: the window on any source."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tableassist.cli.spoken_language import window_language
from tableassist.errors import BadRequestError
from tableassist.formats.export.kind import ExportKind
from tableassist.runtime.capture_process.open_tag_source import open_tag_source
from tableassist.services.table.new_table import answers_of, make_table
from tableassist.ui.language.language import speak
from tableassist.ui.look.theme import Appearance
from tableassist.ui.look.theme_switch import set_appearance
from tableassist.ui.matches.exports import Exports
from tableassist.ui.painting.saved_picture import PicturePainter
from tableassist.ui.session.preferences import LANGUAGE, THEME, Preferences, Recent, preferences_path
from tableassist.ui.setup_wizard.start_pages import TableRequest
from tableassist.ui.shell.application import has_display, make_application
from tableassist.ui.shell.opening import FileKind, kind_of
from tableassist.ui.shell.program import Program, settings_for

GIF_S = 3.0


def watch_source(text: str | None, table: Path | None) -> int:
    """The window on a source; without one, the window that asks what to do."""
    if text is not None and kind_of(Path(text)) is not FileKind.MATCH:
        settings_for(text, table)  # a slip of the hand is told before anything opens
    if not has_display():
        raise BadRequestError("watch: no display found; expected DISPLAY or WAYLAND_DISPLAY to be set")
    application = make_application()
    preferences = Preferences(preferences_path())
    set_appearance(Appearance(preferences.chosen(THEME)))
    speak(window_language(preferences.chosen(LANGUAGE)))
    program = Program(preferences, open_tag_source, make_table=make_requested_table, exports=_exports())
    sys.excepthook = _shown_on(program)
    if text is None:
        program.show_start()
    else:
        program.open(Recent(text, None if table is None else str(table)))
    return application.exec()


def make_requested_table(request: TableRequest) -> None:
    """As `tableassist new` does with the same answers."""
    make_table(request.path, answers_of(request.name, request.mat, request.fleets))


def _exports() -> Exports:
    """Their heavy imports wait until one is asked for."""

    def evidence(match: Path, t_ns: int, ruling: str | None, out: Path) -> None:
        from tableassist.services.evidence import make_evidence

        make_evidence(match, t_ns, out, painter=PicturePainter(), ruling=ruling)

    def report(match: Path, out: Path) -> None:
        from tableassist.services.report import write_report

        write_report(match, out, painter=PicturePainter())

    def export(match: Path, kind: str, at_s: float, out: Path) -> None:
        from tableassist.services.export import export_match

        chosen = ExportKind(kind)
        at = f"{at_s:.3f}" if chosen is ExportKind.GIF else None
        export_match(match, chosen, out, painter=PicturePainter(steady=True), at=at, seconds=GIF_S)

    return Exports(evidence, report, export)


def _shown_on(program: Program) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """PyQt ends the program when a slot raises; a banner and a line in the log serve the players better."""

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        logging.getLogger("tableassist").debug("in the window", exc_info=(kind, error, trace))
        if program.window is not None:
            program.window.fail(f"something went wrong in the window: {error or kind.__name__}; the picture goes on")

    return show
