"""A lens that is not the one of the profile: found by how the mat's tags fit, named, and replaced for the picture."""

from dataclasses import replace

from tableassist.messages import Message, template
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.profile import STUDIO_PREFIX
from tableassist.vision.registration.lens_check import LensCheck, check_lens
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import Health, LensFault
from tableassist.vision.tags.blur import measured_blur
from tableassist.vision.tags.detector import as_grey
from tableassist.vision.tags.sighting import TagSighting

_LONGER = template(
    "zoom or focus has changed since calibration: focal length about {percent:.0f} % longer. Measured with the focal "
    "length that the mat shows, so the plus-minus is larger; fix zoom and focus, and run tableassist calibrate again"
)
_SHORTER = template(
    "zoom or focus has changed since calibration: focal length about {percent:.0f} % shorter. Measured with the focal "
    "length that the mat shows, so the plus-minus is larger; fix zoom and focus, and run tableassist calibrate again"
)
_OTHER_CAMERA = template(
    "the camera profile '{profile}' does not fit this camera: with it the mat's tags are {profile_px:.1f} px off, with "
    "a typical lens {found_px:.1f} px. It is not used, so the plus-minus is large. Run tableassist calibrate, or set "
    'camera = "typical" in the table file'
)
_STUDIO_CAMERA = template(
    "the camera profile '{profile}' does not fit this camera: it belongs to the synthetic camera. Run tableassist "
    'calibrate, or set camera = "typical" in the table file'
)
_STUDIO_ZOOM = template(
    "the camera profile '{profile}' belongs to the synthetic camera and does not fit this picture: focal length "
    '{percent:+.0f} %. With your own camera, run tableassist calibrate, or set camera = "typical" in the table file; '
    "with the synthetic one, zoom or focus has changed"
)


def lens_words(check: LensCheck, profile: str) -> Message:
    is_studio = profile.startswith(STUDIO_PREFIX)
    if is_studio and check.fault is LensFault.OTHER_CAMERA:
        return Message(_STUDIO_CAMERA, profile=profile)
    if is_studio:
        return Message(_STUDIO_ZOOM, profile=profile, percent=100 * check.focal_change)
    if check.fault is LensFault.OTHER_CAMERA:
        return Message(_OTHER_CAMERA, profile=profile, profile_px=check.profile_px, found_px=check.found_px)
    form = _LONGER if check.focal_change > 0 else _SHORTER
    return Message(form, percent=100 * abs(check.focal_change))


def with_lens_checked(
    registration: Registration | None,
    image: Image,
    on_mat: tuple[TagSighting, ...],
    settings: TableSettings,
    lens: Lens,
) -> Registration | None:
    """The registration, or a better one by the lens that the mat shows, with the words that say so."""
    check = check_lens(on_mat, settings.mat, lens, registration)
    if check is None:
        return registration
    blur = measured_blur(as_grey(image), on_mat)
    if blur is not None and blur.is_blurred:
        return registration  # corners in a blurred picture say nothing of the lens
    profile = settings.camera.name or settings.camera.camera
    return replace(
        check.registration, health=Health.DEGRADED, reason=lens_words(check, profile), lens_fault=check.fault
    )
