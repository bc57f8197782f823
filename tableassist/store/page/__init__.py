"""The templates of every page, and how one is written. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.page.html_page import written_page
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "html_page": "written_page",
        },
    )

__all__ = [
    "written_page",
]
