"""The log file: what went wrong inside the program, with tracebacks, for whoever mends it."""

import logging
import os
import sys
import threading
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from platformdirs import user_log_path

from tableassist.errors import TableAssistError
from tableassist.messages import say

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

FOLDER_VARIABLE: Final = "TABLEASSIST_LOG_FOLDER"
"""Puts the log elsewhere: for tests, and for a user's folder that cannot be written."""
FILE_NAME: Final = "tableassist.log"
MOST_BYTES: Final = 1_000_000
OLDER_FILES: Final = 2
LINE: Final = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"

_log: Final = logging.getLogger("tableassist")
_started: dict[Path, RotatingFileHandler] = {}
_tell: list[Callable[[str], object]] = []


def log_path(folder: Path | None = None) -> Path:
    chosen = os.environ.get(FOLDER_VARIABLE)
    usual = Path(chosen) if chosen else user_log_path("tableassist", appauthor=False)
    return (folder or usual) / FILE_NAME


def start_log(tell: Callable[[str], object] | None = None, *, folder: Path | None = None) -> Path:
    """From now on every uncaught error of any thread is in the file, and `tell` is given one line for the user (on
    standard error, unless given). Started again, it goes on with another `tell`. Where the file is."""
    path = log_path(folder)
    if path not in _started:
        _open(path)
    spare_terminals()
    logging.raiseExceptions = False  # a full disk: nobody wants to read why nothing could be logged
    _tell[:] = [tell or (lambda line: print(line, file=sys.stderr))]
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable
    return path


def spare_terminals() -> None:
    """No traceback on a terminal that logs, where a file has it: called again once there is such a terminal."""
    if _started and not logging.getLogger().isEnabledFor(logging.DEBUG):
        for terminal in _terminals():
            terminal.addFilter(_without_traceback)


def stop_log() -> None:
    """The files are closed and Python's own hooks are back."""
    for path in tuple(_started):
        handler = _started.pop(path)
        _log.removeHandler(handler)
        handler.close()
    for terminal in _terminals():
        terminal.removeFilter(_without_traceback)
    _tell.clear()
    logging.raiseExceptions = True
    sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__
    sys.unraisablehook = sys.__unraisablehook__


def internal_error(error: BaseException, where: str) -> TableAssistError:
    """Logs an error that is our own fault; what the user is told of it."""
    _log.error("internal error %s", where, exc_info=(type(error), error, error.__traceback__))
    return TableAssistError("internal error, details in {path}", path=str(log_path()))


def as_told(error: Exception, where: str) -> TableAssistError:
    """The one policy for work beside the user: our own errors in their own words, everything else as internal."""
    return error if isinstance(error, TableAssistError) else internal_error(error, where)


def _open(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True)
    except OSError as error:
        _log.warning("no log file: %s", error)
        return
    handler.setFormatter(logging.Formatter(LINE))
    # Not what --verbose adds for the terminal's sake.
    handler.setLevel(logging.INFO)
    # Not the root: `logging.basicConfig` would then do nothing.
    _log.addHandler(handler)
    _started[path] = handler


def _terminals() -> list[logging.Handler]:
    return [each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler]


def _without_traceback(record: logging.LogRecord) -> bool:
    """The file has it; --verbose shows it on the terminal, too."""
    return record.exc_info is None and "Traceback" not in record.getMessage()  # also one that a child process sent


def _report(error: BaseException, where: str) -> None:
    line = say(internal_error(error, where).message)
    for tell in _tell:
        tell(line)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    _report(error, "nobody caught")


def _uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
        _report(args.exc_value, f"in thread {'?' if args.thread is None else args.thread.name!r}")


def _unraisable(args: "UnraisableHookArgs") -> None:
    """In a finaliser, say: nobody waits for it, so it is only logged."""
    if args.exc_value is not None:
        internal_error(args.exc_value, f"in {args.object!r}: {args.err_msg or 'ignored'}")
