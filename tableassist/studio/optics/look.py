"""How the picture looks: light, shadow, blur, noise and compression."""

import math
from dataclasses import dataclass, replace

from tableassist.studio.optics.optics import Vector3


@dataclass(frozen=True, slots=True)
class Look:
    """The default is a living-room lamp and a decent webcam."""

    light_azimuth_deg: float = 140.0
    """Where the lamp stands, counter-clockwise from mat +x."""
    light_elevation_deg: float = 58.0
    brightness: float = 1.0
    light_slope: float = 0.10
    """How much brighter the lamp's side of the picture is than its middle."""
    vignette: float = 0.16
    """How much darker the picture's corners are than its middle."""
    shadow: float = 0.38
    """Share of light that a shadow takes away."""
    shadow_softness_mm: float = 2.5
    blur_sigma_px: float = 0.55
    shake_px: tuple[float, float] = (0.0, 0.0)
    """How far the picture moves while the shutter is open."""
    exposure_s: float = 1.0 / 60.0
    motion_samples: int = 5
    shot_noise: float = 0.045
    """Variance per grey level, in grey levels squared."""
    read_noise: float = 0.9
    """Sigma in grey levels."""
    jpeg_quality: int | None = 92

    @classmethod
    def clean(cls) -> "Look":
        """No blur, noise or compression; the light stays."""
        return cls(blur_sigma_px=0.0, exposure_s=0.0, shot_noise=0.0, read_noise=0.0, jpeg_quality=None)

    @property
    def lighting(self) -> "Look":
        """The same light without what lens and sensor add: all that the still parts of a picture depend on."""
        return replace(
            self,
            blur_sigma_px=0.0,
            shake_px=(0.0, 0.0),
            exposure_s=0.0,
            motion_samples=1,
            shot_noise=0.0,
            read_noise=0.0,
            jpeg_quality=None,
        )

    @property
    def towards_light(self) -> Vector3:
        azimuth, elevation = math.radians(self.light_azimuth_deg), math.radians(self.light_elevation_deg)
        flat = math.cos(elevation)
        return flat * math.cos(azimuth), flat * math.sin(azimuth), math.sin(elevation)
