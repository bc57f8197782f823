"""Exports of a match: rows, video, MCAP. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.export.kind import ExportKind
    from tableassist.store.export.mcap import write_mcap
    from tableassist.store.export.rows import (
        Exported,
        Record,
        csv_cell,
        csv_lines,
        csv_row,
        json_lines,
        pose_records,
        records,
    )
    from tableassist.store.export.video import GIF_FRAMES_PER_S, write_gif, write_mp4
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "kind": "ExportKind",
            "mcap": "write_mcap",
            "rows": "Exported Record csv_cell csv_lines csv_row json_lines pose_records records",
            "video": "GIF_FRAMES_PER_S write_gif write_mp4",
        },
    )

__all__ = [
    "GIF_FRAMES_PER_S",
    "ExportKind",
    "Exported",
    "Record",
    "csv_cell",
    "csv_lines",
    "csv_row",
    "json_lines",
    "pose_records",
    "records",
    "write_gif",
    "write_mcap",
    "write_mp4",
]
