"""The window. Only it imports Qt, and only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.ui.language import speak
    from tableassist.ui.look import Appearance, set_appearance
    from tableassist.ui.outline_editor import edit_outline
    from tableassist.ui.painting.pictures import PicturePainter
    from tableassist.ui.session.preferences import LANGUAGE, THEME, Preferences, Recent, preferences_path
    from tableassist.ui.shell.application import (
        application_icon,
        has_display,
        make_application,
        make_picture_application,
    )
    from tableassist.ui.shell.program import Program
    from tableassist.ui.shell.window_files import FileKind, kind_of
    from tableassist.ui.shell.window_log import start_window_log
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "language": "speak",
            "look": "Appearance set_appearance",
            "outline_editor": "edit_outline",
            "painting.pictures": "PicturePainter",
            "session.preferences": "LANGUAGE Preferences Recent THEME preferences_path",
            "shell.application": "application_icon has_display make_application make_picture_application",
            "shell.program": "Program",
            "shell.window_files": "FileKind kind_of",
            "shell.window_log": "start_window_log",
        },
    )

__all__ = [
    "LANGUAGE",
    "THEME",
    "Appearance",
    "FileKind",
    "PicturePainter",
    "Preferences",
    "Program",
    "Recent",
    "application_icon",
    "edit_outline",
    "has_display",
    "kind_of",
    "make_application",
    "make_picture_application",
    "preferences_path",
    "set_appearance",
    "speak",
    "start_window_log",
]
