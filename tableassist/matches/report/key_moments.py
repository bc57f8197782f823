"""Photographs of what decided the game: sinkings, rams, treasure unloaded, the end."""

from collections.abc import Iterable

import numpy as np

from tableassist.geometry import MatPoints
from tableassist.matches.painter import Painter
from tableassist.matches.replay.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.referee import Happening, HappeningKind
from tableassist.store.files import encoded_jpeg, narrowed
from tableassist.store.report import Photograph
from tableassist.store.score import time_words
from tableassist.vision.camera.frame import Image

WIDTH_PX, MOST = 960, 12
"""About 150 kB each: a page that can still be sent by mail."""
KINDS = {HappeningKind.END, HappeningKind.SUNK, HappeningKind.UNLOADED, HappeningKind.RAM}
AROUND = 0.04
"""Of the mat's size in the picture, left around it."""


def key_moments(replay: Replay, told: Iterable[Happening], painter: Painter) -> tuple[Photograph, ...]:
    """The weightiest, in the order of time, as far as pictures were recorded; acts of one moment share a picture."""
    weight = list(HappeningKind)
    found = [each for each in told if set(each.kinds) & KINDS]
    found.sort(key=lambda each: (min(weight.index(kind) for kind in each.kinds if kind in KINDS), -each.t_ns))
    together: dict[int, list[Happening]] = {}
    for each in found:
        t_ns = replay.picture_time(min(replay.first_ns + each.t_ns, replay.last_ns))
        if t_ns is not None and (t_ns in together or len(together) < MOST):
            together.setdefault(t_ns, []).append(each)
    return tuple(
        Photograph(tuple(sorted(acts, key=lambda each: each.t_ns)), _photograph(replay, t_ns, painter))
        for t_ns, acts in sorted(together.items())
    )


def _photograph(replay: Replay, t_ns: int, painter: Painter) -> bytes:
    moment = replay.at(t_ns)
    caption = time_words(moment.state.t_ns - replay.first_ns)
    image = painter.camera(moment.frame, moment.state, moment.settings.mat, caption=caption)
    return encoded_jpeg(narrowed(_mat_only(image, moment), WIDTH_PX))


def _mat_only(image: Image, moment: Moment) -> Image:
    """Without most of the room around the mat; the whole picture where nobody knows where the mat is."""
    mat, registration = moment.settings.mat, moment.state.registration
    if registration is None:
        return image
    corners = MatPoints(np.array([(x, y) for x in (0.0, mat.width_mm) for y in (0.0, mat.height_mm)]))
    pixels = registration.image_from_mat(corners)
    if not np.isfinite(pixels).all():
        return image
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    margin = AROUND * (high - low).max()
    tall, wide = moment.frame.image.shape[:2]
    (x0, y0), (x1, y1) = (np.clip(each, 0, (wide, tall)).astype(int) for each in (low - margin, high + margin))
    return image if x1 - x0 < 2 or y1 - y0 < 2 else np.ascontiguousarray(image[y0:y1, x0:x1])
