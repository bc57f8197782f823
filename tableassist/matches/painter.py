"""Who paints the drawing into pictures: the window's painter, which services are handed. They know no Qt."""

from typing import Protocol

from tableassist.pipeline.table_state import TableState
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.registration.mat_layout import MatLayout


class Painter(Protocol):
    """The pictures come out as BGR. `selected`: the piece whose shots are drawn."""

    def camera(
        self,
        frame: Frame,
        state: TableState,
        mat: MatLayout,
        *,
        selected: str | None = None,
        caption: str | None = None,
    ) -> Image:
        """The camera's picture with the drawing on it. Without a caption it says which frame it is."""
        ...

    def plan(
        self,
        frame: Frame,
        state: TableState,
        mat: MatLayout,
        *,
        selected: str | None = None,
        title: str | None = None,
        footer: str | None = None,
        width_px: int = 1200,
    ) -> Image:
        """The table from above. Without a title and a footer they say which frame it is."""
        ...
