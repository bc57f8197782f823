"""The AprilTag 3 detector. The one place that knows its conventions and its wrapper's faults.

AprilTag 3 puts (0, 0) at the top-left pixel's corner, OpenCV and we at its centre: 0.5 px are taken off.
A tag is upright for us as OpenCV's `generateImageMarker` draws it. AprilTag 3 holds the same tag upright when it
is turned by 180 degrees, so its corner list (counter-clockwise from its own lower left) is read from the third.
"""

import ctypes
from dataclasses import replace

import cv2
import numpy as np
from pyapriltags import Detector

from tableassist.errors import BadRequestError
from tableassist.geometry import ImagePoints
from tableassist.messages import Message, template
from tableassist.vision.camera.frame import Image
from tableassist.vision.tags.blur import measured_blur
from tableassist.vision.tags.grey_picture import Grey, GreyPicture
from tableassist.vision.tags.refinement import LARGEST_PX, refine, side_px
from tableassist.vision.tags.response import USUAL_RESPONSE
from tableassist.vision.tags.shadow import evened, is_borne_out, placed_in_shadow
from tableassist.vision.tags.sharpened import Sharpening, sharpening
from tableassist.vision.tags.sighting import TagKey, TagSighting

FAMILIES = {"36h11": "tag36h11", "25h9": "tag25h9", "16h5": "tag16h5"}
SHARPENING = 0.25
CONTRAST_NORMAL = 40
"""Edges weaker than this many grey levels are not looked at: six times faster than the library's 5."""
CONTRAST_DIM = 20
DIM_BELOW = 90
"""Where the picture's spread of brightness is under this, tags have under 50 levels: look for weaker edges."""
SAMPLED = 16
"""Every so many pixels of a row and every so many rows are enough to tell that spread."""
CLOSER = 1.5
LEAST_SIDE_PX = 16
"""The C library reads outside smaller pictures."""
MOST_HAMMING = {"36h11": 2, "25h9": 1, "16h5": 0}
LEAST_MARGIN = {"36h11": 5.0, "25h9": 15.0, "16h5": 30.0}
"""16h5 has few bits: noise looks like its tags unless it must be clear."""
SHARPENED_HAMMING = 1
"""A sharpened picture has noise of its own: less of what is read there is put right."""
SHARPENED_NOISE = 4.0
"""And its corners scatter more than the fit says, for the blur is known only so well: times the variance. Chosen on
six path-traced pictures; there 95 % intervals of pieces hold 98 % at a blur of 1.2 px (sigma) or a motion of 5 px, but
only 91 % of the few pieces that are still read at 2 px, whose errors have a long tail."""


class QuadSettings(ctypes.Structure):
    """AprilTag 3's apriltag_quad_thresh_params, which the wrapper leaves out of its struct."""

    _fields_ = (
        ("min_cluster_pixels", ctypes.c_int),
        ("max_nmaxima", ctypes.c_int),
        ("critical_rad", ctypes.c_float),
        ("cos_critical_rad", ctypes.c_float),
        ("max_line_fit_mse", ctypes.c_float),
        ("min_white_black_diff", ctypes.c_int),
        ("deglitch", ctypes.c_int),
    )


def quad_settings_of(detector: Detector) -> QuadSettings | None:
    """They follow the wrapper's own fields; None if what stands there is not the library's defaults."""
    assert detector.tag_detector_ptr is not None
    known = detector.tag_detector_ptr.contents
    quad = QuadSettings.from_address(ctypes.addressof(known) + type(known).debug.offset + 4)
    as_expected = (quad.max_nmaxima, quad.max_line_fit_mse, quad.min_white_black_diff) == (10, 10.0, 5)
    return quad if as_expected else None


MIN_READABLE = 2
"""Two tags of the table that can be read are no accident."""


class TagDetector:
    """Holds C memory: one for each thread, never shared."""

    def __init__(self, families: tuple[str, ...], wanted: frozenset[TagKey] = frozenset()) -> None:
        """`wanted` are tags worth a second look, in a sharpened picture, where they are not found in a blurred one."""
        unknown = [name for name in families if name not in FAMILIES]
        if unknown or not families:
            form = template("tag families: got {unknown}, expected some of {families}")
            raise BadRequestError(form, unknown=tuple(unknown) or Message("none"), families=tuple(FAMILIES))
        self._names = {FAMILIES[name]: name for name in families}
        self._detector = Detector(families=" ".join(self._names), nthreads=1, quad_decimate=1.0, refine_edges=1)
        assert self._detector.tag_detector_ptr is not None
        # The wrapper casts this to int, which makes 0.25 a 0; small tags then go unread.
        self._detector.tag_detector_ptr.contents.decode_sharpening = SHARPENING
        self._wanted = wanted
        self._response = USUAL_RESPONSE
        self._quad = quad_settings_of(self._detector)

    def detect(self, image: Image) -> tuple[TagSighting, ...]:
        """All tags in a BGR or grey picture, their corners as good as one picture gives them."""
        grey = as_grey(image)
        refined = refine(grey, self.scan_twice(grey), self._response)
        self._response = refined.response
        known = frozenset(sighting.key for sighting in refined.sightings)
        if self._wanted <= known:
            return refined.sightings
        sharper = sharpening_of(grey, refined.sightings)
        more = self.scan_shadowed(grey, known) if sharper is None else self.scan_sharpened(grey, sharper, known)
        return (*refined.sightings, *(sighting for sighting in more if sighting.key in self._wanted))

    def detect_even_mirrored(self, image: Image, expected: frozenset[TagKey] | None = None) -> tuple[TagSighting, ...]:
        """As `detect`; or, where hardly an expected tag can be read, those of the mirror image, marked as `mirrored`.

        `expected`: tags that the picture should show; by default the wanted ones.
        """
        keys = self._wanted if expected is None else expected
        sightings = self.detect(image)
        readable = sum(sighting.key in keys for sighting in sightings)
        if readable >= MIN_READABLE:
            return sightings
        mirrored = tuple(s for s in self.scan_mirrored(as_grey(image)) if s.key in keys)
        return mirrored if len(mirrored) >= readable + MIN_READABLE else sightings

    def scan_mirrored(self, grey: Grey, least_edge: int | None = None) -> tuple[TagSighting, ...]:
        """Webcams turn their picture left to right for people who look at themselves; no tag can be read then."""
        found = self.scan(np.ascontiguousarray(grey[:, ::-1]), least_edge)
        return tuple(replace(sighting, mirrored=True) for sighting in found)

    def scan_shadowed(self, grey: Grey, known: frozenset[TagKey]) -> tuple[TagSighting, ...]:
        """Tags with a shadow's edge across them, but for those that are `known` already."""
        even = evened(grey)
        found = (s for s in self.scan_twice(even) if s.hamming <= SHARPENED_HAMMING and s.key not in known)
        return tuple(placed_in_shadow(grey, s) for s in found if is_borne_out(even, s))

    def scan_sharpened(
        self, grey: Grey, sharper: Sharpening, known: frozenset[TagKey], least_edge: int | None = None
    ) -> tuple[TagSighting, ...]:
        """Tags that show only when the blur is undone, their corners as good as that picture gives them; not those
        that are `known` already. What looks like a tag there and is not drawn as its pattern says is not believed."""
        sharp = sharper.applied(grey)
        read = (s for s in self.scan_twice(sharp, least_edge) if s.hamming <= SHARPENED_HAMMING)
        found = tuple(s for s in read if s.key not in known)
        fitted = refine(sharp, found).sightings
        fits = (s for s in fitted if s.noise is not None or side_px(s) > LARGEST_PX)
        sure = (s for s in fits if sharper.bears_out(grey, s))
        return tuple(s if s.noise is None else replace(s, noise=s.noise * SHARPENED_NOISE) for s in sure)

    def scan_twice(self, grey: Grey, least_edge: int | None = None) -> tuple[TagSighting, ...]:
        """Also in the enlarged picture, which gives small and crowded tags a second chance; slow."""
        plain = self.scan(grey, least_edge)
        large = np.asarray(cv2.resize(grey, None, fx=CLOSER, fy=CLOSER, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
        known = {(sighting.family, sighting.tag) for sighting in plain}
        more = (s for s in self.scan(large, least_edge) if (s.family, s.tag) not in known)
        # A pixel's centre, not its corner, is at a whole number; the enlarging keeps the picture's corner in place.
        return (*plain, *(replace(s, corners=ImagePoints((s.corners + 0.5) / CLOSER - 0.5)) for s in more))

    def scan(self, grey: Grey, least_edge: int | None = None) -> tuple[TagSighting, ...]:
        """The library's own corners. `least_edge`: see `least_contrast`, for parts of a larger picture."""
        if min(grey.shape) < LEAST_SIDE_PX:
            return ()
        grey8 = np.ascontiguousarray(grey)
        if self._quad is not None:
            self._quad.min_white_black_diff = least_contrast(grey8) if least_edge is None else least_edge
        found = (self._sighting(tag) for tag in self._detector.detect(grey8))
        return tuple(s for s in found if s.hamming <= MOST_HAMMING[s.family] and s.margin >= LEAST_MARGIN[s.family])

    def _sighting(self, tag: object) -> TagSighting:
        family = self._names[tag.tag_family.decode()]  # type: ignore[attr-defined]
        return TagSighting(
            family=family,
            tag=int(tag.tag_id),  # type: ignore[attr-defined]
            corners=ImagePoints(np.roll(tag.corners, 2, axis=0) - 0.5),  # type: ignore[attr-defined]
            margin=float(tag.decision_margin),  # type: ignore[attr-defined]
            hamming=int(tag.hamming),  # type: ignore[attr-defined]
        )


def sharpening_of(grey: Grey, sightings: tuple[TagSighting, ...]) -> Sharpening | None:
    """What makes this picture sharp; None where it is sharp, or shows too little to tell."""
    blur = measured_blur(grey, sightings)
    return sharpening(grey, sightings, blur) if blur is not None and blur.is_blurred else None


def as_grey(image: Image) -> Grey:
    return np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def least_contrast(grey: Grey | GreyPicture) -> int:
    """The edge strength worth looking at, from the spread of a coarse sample of the picture."""
    few = grey.every(SAMPLED) if isinstance(grey, GreyPicture) else grey[::SAMPLED, ::SAMPLED]
    below = np.cumsum(np.bincount(few.ravel(), minlength=256))
    low, high = np.searchsorted(below, (0.02 * below[-1], 0.99 * below[-1]))
    return CONTRAST_DIM if high - low < DIM_BELOW else CONTRAST_NORMAL
