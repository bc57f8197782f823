"""What is wrong with the picture: blurred, too dark, too bright. Told before mat, lens or print is suspected."""

from dataclasses import replace

import numpy as np

from tableassist.messages import Message
from tableassist.vision.camera.frame import Image
from tableassist.vision.localisation.registration import DEGRADED_PX, GOOD_TAGS, Health, Registration
from tableassist.vision.tags.blur import Blur, measured_blur
from tableassist.vision.tags.detector import Grey, as_grey
from tableassist.vision.tags.sighting import TagSighting

DARK_BELOW, BRIGHT_ABOVE = 60.0, 190.0
"""Of 255: white paper darker than this, or black ink brighter, leaves too little between them to read."""
SAMPLED = 16
"""Every so many pixels of a row and every so many rows are enough to judge the light."""


def blur_words(blur: Blur) -> Message:
    if blur.motion_px:
        return Message(
            "motion blur of {motion_px:.1f} px: give more light or a shorter exposure, and keep the camera still",
            motion_px=blur.motion_px,
        )
    return Message(
        "the picture is out of focus: edges are {edge_px:.1f} px wide; focus the camera", edge_px=blur.edge_px
    )


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
    if registration.residual_px <= DEGRADED_PX or len(registration.mat_tags_seen) < GOOD_TAGS:
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
    return Message("{blur}; the tags' sizes do not agree, so nothing is judged", blur=blur_words(blur))
