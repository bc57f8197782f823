"""Reads the tags of one picture after another at camera speed.

Where a tag looks as it did, it is where it was: that is checked for all known tags at a glance. What has changed is
fitted anew from its last place, else looked for near it. A part of the picture is scanned in each frame in turn, or
more of them where frames come slowly, so that new tags appear within half a second and still ones are measured again
and averaged. Parts that stay as they are for longer are scanned less often.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera.frame import Image
from tableassist.vision.tags.detector import TagDetector, least_contrast, sharpening_of
from tableassist.vision.tags.grey_picture import Grey, GreyPicture, Part
from tableassist.vision.tags.patch import Patches, TagPatch, make_patches
from tableassist.vision.tags.refinement import LARGEST_PX, refine, side_px
from tableassist.vision.tags.response import USUAL_RESPONSE
from tableassist.vision.tags.sharpened import Sharpening
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.still_parts import COARSER, StillParts

LeastEdge = Callable[[], int]
"""See `least_contrast`: most frames get by without it."""
COLUMNS, ROWS = 4, 3
"""Parts of the picture scanned in turn: twelve frames, 0.4 s at 30 frames/s."""
ROUND_NS = 500_000_000
"""In so long all parts are scanned, however slowly frames come."""
NEAR_SIDES = 1.2
"""A moved tag is looked for within this many of its sides."""
LEAST_NEAR_PX = 20
FORGOTTEN_AFTER = 45
"""Frames after which the place of a tag that was lost is no longer watched."""
FOLLOWED_MODULES = 0.8
"""A drifting tag is fitted by its pattern from as far as this; farther off it might lock on to its neighbour module."""
KNOCKED_SHARE = 0.5
"""When more of the tags change at once and not as many can be followed, the camera was knocked: the whole picture is
scanned."""
MORE_BLURRED, MOST_BLURRED_PX = 1.2, 2.4
"""And so it is when they have changed because the camera has lost its focus: when they are so many times as blurred as
before, or nearly as blurred as a pattern can be drawn."""
SAME_PX = 0.15
"""A still tag measured again lies within this; what is farther has moved."""
MOST_AVERAGED = 4
BLUR_EVERY = 96
"""Frames from one look at the picture's blur to the next: three seconds. A look takes as long as a frame."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    sighting: TagSighting
    patch: TagPatch
    mean: TagSighting
    """The mean of `measured` pictures; it takes the sighting's place once a round, for all tags together, because
    every change of a mat tag moves everything a little."""
    measured: int
    lost_for: int
    """Frames since it was last seen; 0 when it is in this one."""
    drift: Floats
    """(2,) pixels that it moved from the frame before; where a moving tag is looked for first."""


class TagReader:
    """Holds a detector: one for each thread and camera, never shared."""

    def __init__(self, families: tuple[str, ...]) -> None:
        self._detector = TagDetector(families)
        self._response = USUAL_RESPONSE
        self._known: list[_Known] = []
        self._patches = Patches()
        self._turn = 0
        self._still = StillParts()
        self._size = (0, 0)
        self._overlap_px = 0
        self._sharper: Sharpening | None = None
        """While the picture is blurred: what undoes it."""
        self._blur_due = 0
        self._t_ns: int | None = None
        self._levels: Grey | None = None
        """Of the last picture: room for the next one's."""

    def read(self, image: Image, t_ns: int | None = None) -> tuple[TagSighting, ...]:
        """The tags of this picture. A tag that has not changed is the same sighting as before, by identity. `t_ns`:
        when it was taken, where that is known; without it, pictures are thought to follow at a camera's speed."""
        parts = self._parts_due(t_ns)
        grey = GreyPicture(image, self._levels)
        self._levels = grey.levels
        edge = cache(lambda: least_contrast(grey))
        if not self._known or grey.shape != self._size or not self._follow(grey, edge):
            self._start(grey, edge)
        else:
            for _ in range(parts):
                self._look_for_more(grey, edge)
        self._look_at_blur(grey, edge)
        if not self._known:
            return self._detector.scan_mirrored(grey.whole(), edge())
        return tuple(known.sighting for known in self._known if known.lost_for == 0)

    def _parts_due(self, t_ns: int | None) -> int:
        before, self._t_ns = self._t_ns, t_ns
        if t_ns is None or before is None:
            return 1
        return min(max(1, COLUMNS * ROWS * (t_ns - before) // ROUND_NS), COLUMNS * ROWS)

    def _look_at_blur(self, grey: GreyPicture, edge: LeastEdge) -> None:
        """A part of the picture is then scanned sharpened, too, in each frame in turn."""
        self._blur_due -= 1
        if self._known and self._blur_due <= 0:
            self._blur_due = BLUR_EVERY
            was_sharp = self._sharper is None
            seen = tuple(known.sighting for known in self._known if known.lost_for == 0)
            self._sharper = sharpening_of(grey.whole(), seen)
            if was_sharp and self._sharper is not None:
                # All at once, for it may be the only picture; what comes after is looked at part by part.
                whole = (0, 0, grey.shape[1], grey.shape[0])
                found = list(self._in_part_sharpened(grey, edge, whole, self._sharper))
                self._known += self._new(grey, [s for s in found if self._index_of(s) is None])

    def _start(self, grey: GreyPicture, edge: LeastEdge) -> None:
        found = self._refined(grey, list(self._detector.scan_twice(grey.whole(), edge())))
        self._size = grey.shape
        self._still.forget()
        self._known = self._new(grey, found)
        self._overlap_px = round(1.6 * max((side_px(s) for s in found), default=LARGEST_PX))

    def _new(self, grey: GreyPicture, found: list[TagSighting]) -> list[_Known]:
        patches = make_patches(grey, found)
        return [
            _Known(sighting, patch, sighting, 1, 0, np.zeros(2)) for sighting, patch in zip(found, patches, strict=True)
        ]

    def _refined(self, grey: GreyPicture, found: list[TagSighting]) -> list[TagSighting]:
        refined = refine(grey, tuple(found), self._response)
        self._response = refined.response
        return list(refined.sightings)

    def _follow(self, grey: GreyPicture, edge: LeastEdge) -> bool:
        """Brings the known tags up to this picture; False if so much has changed that all must be read anew."""
        differs = self._patches.changed(grey, [known.patch for known in self._known])
        moved = [known for known, is_new in zip(self._known, differs, strict=True) if is_new and known.lost_for == 0]
        visible = sum(known.lost_for == 0 for known in self._known)
        by_pattern, blur_px = self._followed(grey, moved)
        if len(moved) > max(3, KNOCKED_SHARE * visible):
            lost = len(by_pattern) < KNOCKED_SHARE * len(moved)
            if lost or blur_px > min(MORE_BLURRED * self._response.blur_px, MOST_BLURRED_PX):
                return False
        found = self._found_again(grey, edge, moved, by_pattern)
        seen = [(known, again) for known, again in zip(moved, found, strict=True) if again is not None]
        anew = self._new(grey, [again for _, again in seen])
        by_old = {id(known): _drifted(known, new) for (known, _), new in zip(seen, anew, strict=True)}
        kept = []
        for known, is_new in zip(self._known, differs, strict=True):
            again = by_old.get(id(known))
            if again is not None:
                kept.append(again)
            elif not is_new:
                kept.append(known if known.lost_for == 0 else replace(known, lost_for=0))
            elif known.lost_for < FORGOTTEN_AFTER:
                kept.append(replace(known, lost_for=known.lost_for + 1))
        self._known = kept
        return True

    def _followed(self, grey: GreyPicture, moved: list[_Known]) -> tuple[dict[int, TagSighting], float]:
        """By the identity of each changed tag that is there: where its pattern has drifted to; and how blurred they
        are."""
        small = [known for known in moved if side_px(known.sighting) <= LARGEST_PX]
        start = tuple(
            replace(known.sighting, corners=ImagePoints(np.add(known.sighting.corners, known.drift)), noise=None)
            for known in small
        )
        grey.within(tuple(_around(known.sighting, grey.shape) for known in small))
        fitted = refine(grey, start, self._response, most_move=FOLLOWED_MODULES)
        both = zip(small, fitted.sightings, strict=True)
        return {id(known): new for known, new in both if new.noise is not None}, fitted.response.blur_px

    def _found_again(
        self, grey: GreyPicture, edge: LeastEdge, moved: list[_Known], by_pattern: dict[int, TagSighting]
    ) -> list[TagSighting | None]:
        """Each changed tag at its new place: by its pattern, else by the detector near its old one."""
        near = {id(known): self._near(grey, edge, known.sighting) for known in moved if id(known) not in by_pattern}
        seen = [sighting for sighting in near.values() if sighting is not None]
        better = {id(old): new for old, new in zip(seen, self._refined(grey, seen), strict=True)}
        out: list[TagSighting | None] = []
        for known in moved:
            rough = near.get(id(known))
            seen_again = by_pattern.get(id(known)) or (better[id(rough)] if rough is not None else None)
            out.append(seen_again or self._shadowed_near(grey, known.sighting))
        return out

    def _near(self, grey: GreyPicture, edge: LeastEdge, old: TagSighting) -> TagSighting | None:
        for sighting in self._in_part(grey, edge, _around(old, grey.shape)):
            if (sighting.family, sighting.tag) == (old.family, old.tag):
                return sighting
        return None

    def _shadowed_near(self, grey: GreyPicture, old: TagSighting) -> TagSighting | None:
        """The tag near its old place with a shadow's edge across it."""
        left, top, right, bottom = _around(old, grey.shape)
        part = np.ascontiguousarray(grey.part((left, top, right, bottom)))
        others = frozenset(known.sighting.key for known in self._known) - {old.key}
        for sighting in self._detector.scan_shadowed(part, others):
            if sighting.key == old.key:
                return replace(sighting, corners=ImagePoints(np.add(sighting.corners, (left, top))))
        return None

    def _in_part(self, grey: GreyPicture, edge: LeastEdge, part: Part) -> Iterator[TagSighting]:
        """Tags in a part of the picture (left, top, right, bottom), in the whole picture's pixels."""
        piece = grey.part(part)
        for sighting in self._detector.scan(piece, edge()) if piece.size else ():
            yield replace(sighting, corners=ImagePoints(np.add(sighting.corners, part[:2])))

    def _look_for_more(self, grey: GreyPicture, edge: LeastEdge) -> None:
        """Scans the next part; what is new is added, what is known is measured again."""
        height, width = grey.shape
        number = self._turn % (COLUMNS * ROWS)
        column, row = number % COLUMNS, number // COLUMNS
        self._turn += 1
        if self._turn % (COLUMNS * ROWS) == 0:
            self._known = [replace(known, sighting=known.mean) for known in self._known]
        over = self._overlap_px // 2
        part = (
            max(0, width * column // COLUMNS - over),
            max(0, height * row // ROWS - over),
            min(width, width * (column + 1) // COLUMNS + over),
            min(height, height * (row + 1) // ROWS + over),
        )
        # A tag that only shows in a sharpened picture is read now and then: every scan counts.
        if self._sharper is None and not self._still.needs_scan(number, grey.coarse(part, COARSER), edge):
            return
        wanted = [s for s in self._in_part(grey, edge, part) if self._is_wanted(s)]
        new = []
        for sighting in self._refined(grey, wanted):
            index = self._index_of(sighting)
            if index is None:
                new.append(sighting)
            else:
                self._measured_again(grey, index, sighting)
        if self._sharper is not None:
            found = {sighting.key for sighting in new}
            sharp = self._in_part_sharpened(grey, edge, part, self._sharper)
            new += [s for s in sharp if self._index_of(s) is None and s.key not in found]
        self._known += self._new(grey, new)

    def _in_part_sharpened(
        self, grey: GreyPicture, edge: LeastEdge, part: Part, sharper: Sharpening
    ) -> Iterator[TagSighting]:
        piece = np.ascontiguousarray(grey.part(part))
        there = frozenset(known.sighting.key for known in self._known if known.lost_for == 0)
        for sighting in self._detector.scan_sharpened(piece, sharper, there, edge()):
            yield replace(sighting, corners=ImagePoints(np.add(sighting.corners, part[:2])))

    def _is_wanted(self, sighting: TagSighting) -> bool:
        """New, or not yet measured often enough."""
        index = self._index_of(sighting)
        return index is None or self._known[index].measured < MOST_AVERAGED

    def _index_of(self, sighting: TagSighting) -> int | None:
        """The known tag that this is. One that was lost and is seen elsewhere is forgotten at its old place."""
        for index, known in enumerate(self._known):
            if (known.sighting.family, known.sighting.tag) != (sighting.family, sighting.tag):
                continue
            apart = np.linalg.norm(np.mean(np.asarray(known.sighting.corners) - sighting.corners, axis=0))
            if known.lost_for == 0 and apart < side_px(sighting) / 2:
                return index
            if known.lost_for > 0:
                del self._known[index]
                return None
        return None

    def _measured_again(self, grey: GreyPicture, index: int, again: TagSighting) -> None:
        known = self._known[index]
        if (again.noise is None) != (known.sighting.noise is None):
            return  # two ways to place corners are not mixed in one mean
        step = np.subtract(again.corners, known.mean.corners)
        if np.abs(step).max() > SAME_PX:
            self._known[index] = self._new(grey, [again])[0]
            return
        count = known.measured + 1
        noise = None if known.mean.noise is None else known.mean.noise * known.measured / count
        mean = replace(known.mean, corners=ImagePoints(np.add(known.mean.corners, step / count)), noise=noise)
        self._known[index] = replace(known, mean=mean, measured=count)


def _drifted(old: _Known, new: _Known) -> _Known:
    return replace(new, drift=np.subtract(new.sighting.corners, old.sighting.corners).mean(axis=0))


def _around(old: TagSighting, shape: tuple[int, int]) -> Part:
    """Where a moved tag is looked for."""
    reach = max(LEAST_NEAR_PX, NEAR_SIDES * side_px(old))
    x, y = zip(*old.corners.tolist(), strict=True)
    left, top = max(math.floor(min(x) - reach), 0), max(math.floor(min(y) - reach), 0)
    return left, top, min(math.ceil(max(x) + reach), shape[1]), min(math.ceil(max(y) + reach), shape[0])
