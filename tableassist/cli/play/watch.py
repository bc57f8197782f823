"""`tableassist watch`: the window on any source."""

from pathlib import Path

from tableassist.cli.spoken_language import window_language
from tableassist.errors import BadRequestError
from tableassist.sources.supervised import open_tag_source
from tableassist.store.league import Membership
from tableassist.table.live import choose_table
from tableassist.ui import (
    LANGUAGE,
    THEME,
    Appearance,
    FileKind,
    Preferences,
    Program,
    Recent,
    has_display,
    kind_of,
    make_application,
    preferences_path,
    set_appearance,
    speak,
    start_window_log,
)


def watch_source(
    text: str | None,
    table: Path | None,
    *,
    pages: bool = False,
    to_network: bool = False,
    membership: Membership | None = None,
) -> int:
    """The window on a source; without one, the window that asks what to do. `pages`: for browsers too, others' in the
    local network where it is opened `to_network`. `membership`: of the league that it takes part in."""
    if text is not None and kind_of(Path(text)) is not FileKind.MATCH:
        choose_table(text, table)  # a slip of the hand is told before anything opens
    if not has_display():
        raise BadRequestError("watch: no display found; expected DISPLAY or WAYLAND_DISPLAY to be set")
    application = make_application()
    program = _program(membership)
    if text is None:
        program.show_start()
    else:
        window = program.open(Recent(text, None if table is None else str(table)))
        program.play_demo()
        if pages and window.pages is not None:
            window.pages.start(to_network=to_network)
            window.menus.show_pages()
    return application.exec()


def open_files(paths: tuple[Path, ...]) -> int:
    """As a desktop opens what was clicked twice; without a file, the window that asks what to do."""
    for path in paths:
        if not path.exists():
            raise BadRequestError("open: {path} does not exist, expected a file or a match's folder", path=path)
    if not has_display():
        raise BadRequestError("open: no display found; expected DISPLAY or WAYLAND_DISPLAY to be set")
    application = make_application()
    start = _program().show_start()
    if paths:
        start.open_files(tuple(path.resolve() for path in paths))
    return application.exec()


def _program(membership: Membership | None = None) -> Program:
    preferences = Preferences(preferences_path())
    set_appearance(Appearance(preferences.chosen(THEME)))
    speak(window_language(preferences.chosen(LANGUAGE)))
    program = Program(preferences, open_tag_source, membership=membership)
    start_window_log(program.tell_internal_error, program)
    return program
