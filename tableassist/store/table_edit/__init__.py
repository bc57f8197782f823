"""Writing table files, and changing one without losing its comments. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.table_edit.edit import (
        mount_fields,
        name_for_table,
        set_mounts,
        set_outline,
        set_print_scale,
        set_value,
        use_in_table,
    )
    from tableassist.store.table_edit.new_table import (
        SHIP_TAGS,
        NewPiece,
        NewPlayer,
        NewTable,
        border_tags,
        free_id,
        with_tags,
    )
    from tableassist.store.table_edit.text import quoted, table_text
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "edit": "mount_fields name_for_table set_mounts set_outline set_print_scale set_value use_in_table",
            "new_table": "NewPiece NewPlayer NewTable SHIP_TAGS border_tags free_id with_tags",
            "text": "quoted table_text",
        },
    )

__all__ = [
    "SHIP_TAGS",
    "NewPiece",
    "NewPlayer",
    "NewTable",
    "border_tags",
    "free_id",
    "mount_fields",
    "name_for_table",
    "quoted",
    "set_mounts",
    "set_outline",
    "set_print_scale",
    "set_value",
    "table_text",
    "use_in_table",
    "with_tags",
]
