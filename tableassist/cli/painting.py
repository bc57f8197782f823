"""The painter that services are handed where no window is open."""

from tableassist.ui.painting.saved_picture import PicturePainter
from tableassist.ui.shell.application import make_picture_application


def painter(*, steady: bool = False) -> PicturePainter:
    make_picture_application()
    return PicturePainter(steady=steady)
