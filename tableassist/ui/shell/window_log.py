"""The log file of the program with windows: Qt's own complaints go into it, and one line goes to the window."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QMessageLogContext, QObject, QtMsgType, pyqtSignal, qInstallMessageHandler

from tableassist.process import start_log
from tableassist.ui.workers import emit_unless_gone

_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_log: Final = logging.getLogger("tableassist.qt")


class _Reports(QObject):
    """An error of any thread is told in the window's."""

    told = pyqtSignal(str)


def start_window_log(tell: Callable[[str], object], parent: QObject) -> Path:
    """`tell` is given one line for the user. Without this, PyQt ends the program when a slot raises."""
    reports = _Reports(parent)
    reports.told.connect(tell)
    qInstallMessageHandler(_log_qt)
    return start_log(partial(emit_unless_gone, reports, "told"))


def _log_qt(kind: QtMsgType, context: QMessageLogContext, words: str | None) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", context.category, words)
