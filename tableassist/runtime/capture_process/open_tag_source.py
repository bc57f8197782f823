"""Makes an eye of what a person types: the one place."""

from tableassist.capture.open_source import source_name
from tableassist.runtime.capture_process.limits import EyeLimits
from tableassist.runtime.capture_process.supervised_source import ChildEye
from tableassist.runtime.table_source import open_table_source


def open_eye(text: str, families: tuple[str, ...], limits: EyeLimits | None = None) -> ChildEye:
    """In a process of its own. SourceError if it cannot be opened now; what fails later is told by its health."""
    eye = ChildEye(text, families, opener=open_table_source, name=source_name(text), limits=limits)
    try:
        eye.wait_until_open()
    except BaseException:
        eye.close()
        raise
    return eye
