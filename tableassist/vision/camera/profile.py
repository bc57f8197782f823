"""What is known of a camera: its lens at one size, or only that it is a camera."""

from dataclasses import dataclass

from tableassist.messages import Message, template
from tableassist.vision.camera.lens import Lens, scaled_lens
from tableassist.vision.camera.typical_lens import typical_lens

STUDIO_PREFIX = "studio-"
"""Begins the names of the synthetic camera's profiles."""
NOT_CALIBRATED = Message(
    "this camera is not calibrated, a typical lens is assumed: the plus-minus is large. "
    "Run tableassist calibrate to make it small"
)
STATED = template(
    "this camera is not calibrated; its picture states a lens of {film_mm:g} mm (35 mm equivalent), and a typical lens "
    "of that length is assumed. Run tableassist calibrate to make the plus-minus small"
)


@dataclass(frozen=True, slots=True)
class CalibrationRecord:
    """How a profile came about."""

    date: str
    """ISO 8601, the day."""
    model: str
    views: int
    held_out_px: float
    half_mm: float
    grade: str


@dataclass(frozen=True, slots=True, eq=False)
class CameraProfile:
    camera: str
    """What a person calls the camera."""
    lens: Lens | None
    """None: not calibrated, whatever the picture's size."""
    record: CalibrationRecord | None = None
    name: str = ""
    """What the profile is called, without folder and ending: `studio-1080p`, `my-camera`."""

    def lens_for(self, width_px: int, height_px: int, film_mm: float | None = None) -> Lens:
        """For pictures of this size; BadRequestError where the profile is for another aspect. `film_mm` is what the
        picture states of its lens: a calibration knows better."""
        if self.lens is None:
            return typical_lens(width_px, height_px, film_mm=film_mm)
        return scaled_lens(self.lens, width_px, height_px)

    def notes_for(self, width_px: int, height_px: int, film_mm: float | None = None) -> tuple[Message, ...]:
        """What a banner should say beside every measurement."""
        if self.lens is None:
            return (NOT_CALIBRATED if film_mm is None else Message(STATED, film_mm=film_mm),)
        if (self.lens.width_px, self.lens.height_px) != (width_px, height_px):
            words = Message(
                "the camera profile was made for {made_for} and is scaled to {scaled_to}",
                made_for=f"{self.lens.width_px}x{self.lens.height_px}",
                scaled_to=f"{width_px}x{height_px}",
            )
            return (words,)
        return ()
