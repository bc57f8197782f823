"""`tableassist watch`: the window on any source."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.open_source import SourceKind, parse_source
from tableassist.errors import BadRequestError
from tableassist.live.live_table import LiveTable
from tableassist.live.local_eye import LocalEye
from tableassist.live.table_source import demo_settings, find_stage, open_table_source
from tableassist.pipeline.table_settings import TableSettings
from tableassist.storage.table_file import read_table
from tableassist.ui.application import has_display, make_application
from tableassist.ui.desk import Desk
from tableassist.ui.main_window import TableWindow
from tableassist.ui.moment_bridge import MomentBridge


def watch_source(text: str, table: Path | None) -> int:
    spec = parse_source(text)
    if table is not None:
        settings = read_table(table)
    elif spec.kind is SourceKind.STUDIO:
        settings = demo_settings(find_stage(spec.target))
    else:
        raise BadRequestError(f"watch {text}: no table file given, expected --table TABLE.toml")
    if not has_display():
        raise BadRequestError("watch: no display found; expected DISPLAY or WAYLAND_DISPLAY to be set")
    return show_window(open_table_source(text), settings)


def show_window(source: FrameSource, settings: TableSettings) -> int:
    """Runs until the window is closed."""
    application = make_application()
    bridge = MomentBridge()
    eye = LocalEye(source, settings.tag_families)
    table = LiveTable(eye, settings, on_moment=bridge.push, on_end=bridge.fail)

    def close() -> None:
        bridge.close()
        table.close()

    desk = Desk(settings, table)
    window = TableWindow(desk, on_close=close, title=settings.name)
    bridge.arrived.connect(desk.arrive)
    bridge.failed.connect(window.fail)
    sys.excepthook = _shown_on(window)
    window.show()
    table.start()
    return application.exec()


def _shown_on(window: TableWindow) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """PyQt ends the program when a slot raises; a banner and a line in the log serve the players better."""

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        logging.getLogger("tableassist").debug("in the window", exc_info=(kind, error, trace))
        window.fail(f"something went wrong in the window: {error or kind.__name__}; the picture goes on")

    return show
