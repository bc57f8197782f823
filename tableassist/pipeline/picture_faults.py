"""What is wrong with the picture: blurred, too dark, too bright. Told before mat, lens or print is suspected."""

import math
from dataclasses import replace

import cv2
import numpy as np

from tableassist.messages import Message
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import GOOD_TAGS, Health
from tableassist.vision.tags.blur import EDGE_WIDTH, MOTION_RATIO, Blur, measured_blur
from tableassist.vision.tags.detector import as_grey
from tableassist.vision.tags.grey_picture import Grey
from tableassist.vision.tags.sighting import TagSighting

DARK_BELOW, BRIGHT_ABOVE = 60.0, 190.0
"""Of 255: white paper darker than this, or black ink brighter, leaves too little between them to read."""
SAMPLED = 16
"""Every so many pixels of a row and every so many rows are enough to judge the light."""

COARSE_EDGE_PX = 5.0
"""Tags as large as a mat's are read up to here; with the smoothing against noise, sharp pictures show 3."""
EDGE_REACH_PX, STRONG_EDGE, LEAST_EDGE = 15, 0.3, 20.0
"""How far about an edge its dark and bright are looked for, and what counts as one: this share of all that lies between
dark and bright in the picture, and so many grey levels."""
LEAST_PIXELS = 2000
EDGE_OF_WAY = 0.8
"""From 10 to 90 % of an edge that is blurred by steady motion, by the way."""


def blur_words(blur: Blur) -> Message:
    if blur.motion_px:
        return Message(
            "motion blur of {motion_px:.1f} px: give more light or a shorter exposure, and keep the camera still",
            motion_px=blur.motion_px,
        )
    return Message(
        "the picture is out of focus: edges are {edge_px:.1f} px wide; focus the camera", edge_px=blur.edge_px
    )


def coarse_blur_words(grey: Grey) -> Message | None:
    """Of a picture in which no tag can be read: by its sharpest edges each way. None where these are sharp."""
    widths_px = _sharpest_edges_px(grey)
    if not widths_px or max(widths_px) < COARSE_EDGE_PX:
        return None
    if max(widths_px) > MOTION_RATIO * min(widths_px):
        return Message(
            "motion blur of at least {motion_px:.0f} px: give more light or a shorter exposure, and keep the camera "
            "still",
            motion_px=max(widths_px) / EDGE_OF_WAY,
        )
    return Message(
        "the picture is blurred: its sharpest edges are at least {edge_px:.0f} px wide; focus the camera",
        edge_px=max(widths_px),
    )


def _sharpest_edges_px(grey: Grey) -> tuple[float, ...]:
    """From 10 to 90 %, for four directions across edges, as far as there are such edges: what lies between dark and
    bright about an edge, by how steep it is."""
    even = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    by_x, by_y = (cv2.Sobel(even, cv2.CV_32F, *way) / 8.0 for way in ((1, 0), (0, 1)))
    around = np.ones((EDGE_REACH_PX, EDGE_REACH_PX), np.uint8)
    between = cv2.dilate(even, around) - cv2.erode(even, around)
    strong = between > max(STRONG_EDGE * float(np.ptp(even)), LEAST_EDGE)
    steep = np.maximum(np.hypot(by_x, by_y)[strong], 1e-3)
    way = np.round(np.arctan2(by_y[strong], by_x[strong]) / (np.pi / 4)).astype(int) % 4
    sigma_px = between[strong] / steep / math.sqrt(2 * math.pi)
    each = (sigma_px[way == number] for number in range(4))
    return tuple(EDGE_WIDTH * float(np.percentile(some, 1)) for some in each if len(some) >= LEAST_PIXELS)


def light_words(grey: Grey) -> Message | None:
    """None where there is light enough, and not too much."""
    low, high = np.percentile(grey[::SAMPLED, ::SAMPLED], (2, 99))
    if high < DARK_BELOW:
        return Message(
            "the picture is too dark, at most {level:.0f} of 255: give more light or a longer exposure",
            level=float(high),
        )
    if low > BRIGHT_ABOVE:
        return Message(
            "the picture is too bright, at least {level:.0f} of 255: give less light or a shorter exposure",
            level=float(low),
        )
    return None


def explained(registration: Registration | None, image: Image, on_mat: tuple[TagSighting, ...]) -> Registration | None:
    """Mat tags that fit badly in a blurred picture say nothing of the lens, the layout or the print."""
    if registration is None or registration.health is Health.GOOD:
        return registration
    if len(registration.mat_tags_seen) < GOOD_TAGS:
        return registration
    blur = measured_blur(as_grey(image), on_mat)
    if blur is None or not blur.is_blurred:
        return registration
    return replace(registration, reason=blur_words(blur))


def unless_blurred(odd_print: Message | None, image: Image, on_mat: tuple[TagSighting, ...]) -> Message | None:
    """Blur moves the edges of small tags and of large ones differently: their sizes cannot be compared then."""
    if odd_print is None:
        return None
    blur = measured_blur(as_grey(image), on_mat)
    if blur is None or not blur.is_blurred:
        return odd_print
    return Message("{blur}; the tag sizes do not agree, so nothing is judged", blur=blur_words(blur))
