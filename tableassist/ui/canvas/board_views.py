"""What the middle of every table's window has."""

from PyQt6.QtWidgets import QWidget

from tableassist.ui.canvas.picture_view import PictureView
from tableassist.ui.widgets.banner import Banner, HeldStrip


class BoardViews(QWidget):
    banner: Banner
    held: HeldStrip
    camera: PictureView

    def add_below(self, bar: QWidget) -> None:
        """Add the time line below the views."""
        raise NotImplementedError
