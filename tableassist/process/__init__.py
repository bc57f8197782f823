"""What every process of the program needs: its log, background work, children, progress.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.process.background import BackgroundWorker, Failed, Post
    from tableassist.process.child_process import begin_child, start_child
    from tableassist.process.log_file import as_told, internal_error, log_path, spare_terminals, start_log
    from tableassist.process.progress import Progress, T, no_progress, told_by_time
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "background": "BackgroundWorker Failed Post",
            "child_process": "begin_child start_child",
            "log_file": "as_told internal_error log_path spare_terminals start_log",
            "progress": "Progress T no_progress told_by_time",
        },
    )

__all__ = [
    "BackgroundWorker",
    "Failed",
    "Post",
    "Progress",
    "T",
    "as_told",
    "begin_child",
    "internal_error",
    "log_path",
    "no_progress",
    "spare_terminals",
    "start_child",
    "start_log",
    "told_by_time",
]
