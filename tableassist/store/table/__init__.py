"""The table file and all that it refers to. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.table.bundle import TableBundle, bundle_from, bundle_of, settings_of, unnamed_files
    from tableassist.store.table.file import (
        ReadTable,
        read_leniently,
        read_table,
        read_whole_table,
        settings_of_text,
        table_of_raw,
    )
    from tableassist.store.table.game_start import game_start_of, start_of_table, with_entries
    from tableassist.store.table.problem import Findings, Problem, Severity, one_line
    from tableassist.store.table.table_state import with_new_crew
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "bundle": "TableBundle bundle_from bundle_of settings_of unnamed_files",
            "file": "ReadTable read_leniently read_table read_whole_table settings_of_text table_of_raw",
            "game_start": "game_start_of start_of_table with_entries",
            "problem": "Findings Problem Severity one_line",
            "table_state": "with_new_crew",
        },
    )

__all__ = [
    "Findings",
    "Problem",
    "ReadTable",
    "Severity",
    "TableBundle",
    "bundle_from",
    "bundle_of",
    "game_start_of",
    "one_line",
    "read_leniently",
    "read_table",
    "read_whole_table",
    "settings_of",
    "settings_of_text",
    "start_of_table",
    "table_of_raw",
    "unnamed_files",
    "with_entries",
    "with_new_crew",
]
