"""The line under a saved picture."""

from tableassist.messages import tr
from tableassist.pipeline.table_state import TableState
from tableassist.vision.camera.frame import Frame


def caption_of(frame: Frame, state: TableState) -> str:
    registration = state.registration
    if registration is None:
        mat = tr("Mat not seen")
    else:
        tags, fit = len(registration.mat_tags_seen), registration.residual_px
        mat = tr("Mat tags: {tags}, fitting to {fit:.2f} pixels", tags=tags, fit=fit)
    camera = f"{frame.camera}  {frame.width_px} × {frame.height_px}"
    return "   ·   ".join((camera, tr("Picture {number}", number=frame.number), mat))
