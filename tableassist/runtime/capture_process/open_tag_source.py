"""Opens what a person types as a supervised source of tags: the one place."""

from tableassist.capture.open_source import source_name
from tableassist.formats.io.closing import closed_if_it_fails
from tableassist.runtime.capture_process.supervised_source import SupervisedTagSource
from tableassist.runtime.capture_process.watchdog import CaptureLimits
from tableassist.runtime.table_source import open_table_source


def open_tag_source(text: str, families: tuple[str, ...], limits: CaptureLimits | None = None) -> SupervisedTagSource:
    """In a process of its own. SourceError if it cannot be opened now; what fails later is told by its health."""
    tag_source = SupervisedTagSource(text, families, opener=open_table_source, name=source_name(text), limits=limits)
    with closed_if_it_fails(tag_source):
        tag_source.wait_until_open()
    return tag_source
