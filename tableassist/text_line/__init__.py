"""One line of text that people write and read.

A cursor that reads along it, quotes around names, and names compared despite slips of the finger.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.text_line.cursor import Cursor, Mismatch, describe_excess_length
    from tableassist.text_line.name_matching import (
        find_nearest_word,
        fold_name,
        fold_names,
        iter_near_words,
        max_slips,
        squeeze_name,
    )
    from tableassist.text_line.quoting import (
        MAX_COMMENT_LETTERS,
        MAX_NAME_LETTERS,
        escape_text,
        format_name,
        quote_text,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "cursor": "Cursor Mismatch describe_excess_length",
            "name_matching": "find_nearest_word fold_name fold_names iter_near_words max_slips squeeze_name",
            "quoting": "MAX_COMMENT_LETTERS MAX_NAME_LETTERS escape_text format_name quote_text",
        },
    )

__all__ = [
    "MAX_COMMENT_LETTERS",
    "MAX_NAME_LETTERS",
    "Cursor",
    "Mismatch",
    "describe_excess_length",
    "escape_text",
    "find_nearest_word",
    "fold_name",
    "fold_names",
    "format_name",
    "iter_near_words",
    "max_slips",
    "quote_text",
    "squeeze_name",
]
