"""The pictures that are compared: the demo's key moments in both views, and the views in both themes.

The camera's picture is left out, a plain tone stands for it: what is compared is the drawing.
"""

from pathlib import Path

import cv2
import numpy as np
from demo_moment import demo_drawing, demo_moment
from PyQt6.QtGui import QFont
from PyQt6.QtWidgets import QApplication

from tableassist.ui.canvas.table_views import Showing, TableViews
from tableassist.ui.look import Appearance, set_appearance
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.session.selection import Selection

FOLDER = Path(__file__).parent / "golden"
FAMILY = "DejaVu Sans"
WIDTH_PX = 480
MOMENTS = ("blocked", "cleared", "rammed")
NAMES = (
    *(f"{view}-{moment}" for view in ("camera", "plan") for moment in MOMENTS),
    "views-dark",
    "views-light",
)


def picture(name):
    """(H, 480, 3) BGR."""
    view, which = name.split("-")
    QApplication.setFont(QFont(FAMILY, 10))
    set_appearance(Appearance.LIGHT if which == "light" else Appearance.DARK)
    moment = demo_moment(which if which in MOMENTS else "rammed")
    mat = moment.settings.mat
    selection = Selection()
    views = TableViews((mat.width_mm, mat.height_mm), selection)
    views.show_only({"camera": Showing.CAMERA, "plan": Showing.PLAN}.get(view, Showing.BOTH))
    views.resize(*((1200, 620) if view == "views" else (720, 660)))
    selection.choose("harbinger")
    views.show()
    registration = moment.state.registration
    plain = np.full_like(moment.frame.image, (122, 104, 84))
    drawing = demo_drawing(moment)
    views.camera.show_frame(plain, drawing, registration.image_from_mat)
    views.plan.show_drawing(drawing)
    views.legend.show_drawing(drawing)
    QApplication.processEvents()
    image = to_bgr({"camera": views.camera, "plan": views.plan}.get(view, views).grab().toImage())
    views.close()
    views.deleteLater()
    return cv2.resize(
        image, (WIDTH_PX, round(image.shape[0] * WIDTH_PX / image.shape[1])), interpolation=cv2.INTER_AREA
    )


def stored(name):
    return cv2.imread(str(FOLDER / f"{name}.png"))
