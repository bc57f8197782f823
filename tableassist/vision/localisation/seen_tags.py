"""The tags of pieces that one picture or several (V of them) show, as arrays over T tags of P pieces."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tableassist.geometry import Flags, Floats, ImagePoints, Indices
from tableassist.messages import Message, template
from tableassist.pieces import Piece, TagMount
from tableassist.pieces.physical import is_wake_plate
from tableassist.vision.camera.lens import Lens
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.bowed_edges import straightened
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting, by_key

SHAPE_SLOPE = math.radians(0.2)
"""By which a plate that lies level looks as if it did not: light that changes across it shifts opposite edges apart. On
64 upright ships in path-traced pictures leans by the tags' shapes scatter by 0.27 degrees where corners alone explain
0.17 to 0.24."""
COVERED_NOISE, LEAST_TO_COMPARE = 1.8, 4
"""Noise of a tag's pattern against the middle one of its picture, of so many tags at least: 51 tags that nothing
covered reached 1.45, those whose corners feigned a lean or a tilt had 2.4."""
Match = tuple[Piece, TagMount, TagSighting]


@dataclass(frozen=True, slots=True, eq=False)
class SeenTags:
    piece: np.ndarray[tuple[int], np.dtype[np.intp]]
    local: Floats
    """(T, 4, 3) corners in the frame of a piece that stands upright."""
    from_middle: Floats
    """(T, 4, 2) corners in the same frame from the tag's middle."""
    pivot: Floats
    """(T, 2) in the piece's frame: what an error of the mount's yaw turns the tag about."""
    px: Floats
    """(T, 4V, 2) corners seen."""
    noise: Floats
    """(T, 8V, 8V) covariance of the corners seen."""
    is_shown: Flags
    """(T, V) whether a picture shows a tag. Where it does not, `px` means nothing and `noise` is that of one pixel."""
    mount_sigma: Floats
    """(T, 6) of x, y, z, yaw, and the plate's slope along x and y."""
    is_measured: Flags
    """(T,) where the mount was measured on the jig, with all others of its piece at once."""
    leans: Floats
    """(T,) 1 for tags that lean with their piece, 0 for wake plates: they lie on the mat whatever the rig does."""
    pattern_noise_px: Floats
    """(T,) of a corner, by what the fit of the tag's own pattern left unexplained; 0 where there was no such fit."""

    @property
    def counts(self) -> Floats:
        """(P,) tags of each piece."""
        return np.bincount(self.piece).astype(np.float64)

    @property
    def freedom(self) -> Floats:
        """(P,) of each piece's residuals: place and heading are free."""
        return 8.0 * self.times_shown - 3.0

    @property
    def times_shown(self) -> Floats:
        """(P,) tags of each piece, once for each picture that shows them."""
        return np.asarray(np.bincount(self.piece, self.is_shown.sum(axis=1)), dtype=np.float64)

    @property
    def shown_corners(self) -> Flags:
        """(T, 4V)."""
        return np.repeat(self.is_shown, 4, axis=1)

    @property
    def shows_lean(self) -> Flags:
        """(P,) pieces with both a tag that leans with the rig and a wake plate that does not."""
        upright = np.bincount(self.piece, 1.0 - self.leans)
        return np.asarray((upright > 0.0) & (upright < self.counts))

    @property
    def usual_pattern_noise_px(self) -> float | None:
        """The middle one of all tags; None where they are too few to tell."""
        fitted = self.pattern_noise_px[self.pattern_noise_px > 0.0]
        return float(np.median(fitted)) if len(fitted) >= LEAST_TO_COMPARE else None

    def are_partly_covered(self, usual_px: float | None) -> Flags:
        """(P,) pieces with a tag whose pattern is explained much worse than usual in this picture: something lies over
        a part of it, and pulls at its corners."""
        worst = np.zeros(len(self.counts))
        np.maximum.at(worst, self.piece, self.pattern_noise_px)
        return np.asarray(worst > COVERED_NOISE * (np.inf if usual_px is None else usual_px))

    def of(self, chosen: Indices) -> "SeenTags":
        """Only those of the pieces with these (sorted) indices, which count from 0 then."""
        kept = np.isin(self.piece, chosen)
        piece = np.searchsorted(chosen, self.piece[kept])
        return SeenTags(
            piece,
            self.local[kept],
            self.from_middle[kept],
            self.pivot[kept],
            self.px[kept],
            self.noise[kept],
            self.is_shown[kept],
            self.mount_sigma[kept],
            self.is_measured[kept],
            self.leans[kept],
            self.pattern_noise_px[kept],
        )

    def repeated(self, times: int, pieces: int) -> "SeenTags":
        """The same tags once more for each of so many tries; the pieces of the next try count on."""
        tags, tries = len(self.piece), np.repeat(np.arange(times), len(self.piece))
        again = np.tile(np.arange(tags), times)
        return SeenTags(
            self.piece[again] + pieces * tries,
            self.local[again],
            self.from_middle[again],
            self.pivot[again],
            self.px[again],
            self.noise[again],
            self.is_shown[again],
            self.mount_sigma[again],
            self.is_measured[again],
            self.leans[again],
            self.pattern_noise_px[again],
        )


def matched(sightings: tuple[TagSighting, ...], pieces: tuple[Piece, ...]) -> tuple[list[Match], dict[str, Message]]:
    """Each tag that is seen once with its piece; and what to say of pieces whose tag is seen several times."""
    grouped = by_key(sightings)
    matches = []
    problems: dict[str, Message] = {}
    for piece in pieces:
        for mount in piece.mounts:
            seen = grouped.get((mount.family, mount.tag), [])
            if len(seen) == 1:
                matches.append((piece, mount, seen[0]))
            elif seen:
                form = template("tag {tag} ({name}) is seen {count} times: not used")
                problems[piece.id] = Message(form, tag=mount.tag, name=piece.name, count=len(seen))
    return matches, problems


def seen_tags(matches: list[Match], found: list[str], lens: Lens) -> SeenTags:
    """Arrays; the pieces in the order of `found`, the corners as if the lens bowed no edges."""
    local, from_middle, pivot, mount_sigma = _mounted(tuple(mount for _, mount, _ in matches))
    return SeenTags(
        piece=np.array([found.index(piece.id) for piece, _, _ in matches]),
        local=local,
        from_middle=from_middle,
        pivot=pivot,
        px=straightened(tuple(sighting for _, _, sighting in matches), lens),
        noise=np.stack([sighting_covariance(sighting) for _, _, sighting in matches]),
        is_shown=np.ones((len(matches), 1), dtype=bool),
        mount_sigma=mount_sigma,
        is_measured=np.array([mount.pivot_x_mm is not None for _, mount, _ in matches]),
        leans=np.array([0.0 if is_wake_plate(piece, mount) else 1.0 for piece, mount, _ in matches]),
        pattern_noise_px=np.array([_pattern_noise_px(sighting) for _, _, sighting in matches]),
    )


def _pattern_noise_px(sighting: TagSighting) -> float:
    return 0.0 if sighting.noise is None else math.sqrt(float(sighting.noise.trace()) / 8.0)


@lru_cache(maxsize=64)
def _mounted(mounts: tuple[TagMount, ...]) -> tuple[Floats, Floats, Floats, Floats]:
    """What `SeenTags` has of tags wherever their pieces lie: `local`, `from_middle`, `pivot` and `mount_sigma`."""
    yaw = np.array([mount.yaw_rad for mount in mounts])
    turn = np.stack([np.cos(yaw), -np.sin(yaw), np.sin(yaw), np.cos(yaw)], axis=-1).reshape(-1, 2, 2)
    arms = np.stack([tag_corners(mount.size_mm) for mount in mounts]) @ turn.transpose(0, 2, 1)
    centre = np.array([(mount.x_mm, mount.y_mm, mount.z_mm) for mount in mounts])
    slope = np.array([(mount.slope_x, mount.slope_y) for mount in mounts])
    height = (arms * slope[:, None]).sum(axis=-1, keepdims=True)
    pivot = [centre[k, :2] if mount.pivot_x_mm is None else (mount.pivot_x_mm, 0.0) for k, mount in enumerate(mounts)]
    slopes = [math.hypot(mount.sigma_slope, SHAPE_SLOPE) for mount in mounts]
    sigma = [
        (m.sigma_xy_mm, m.sigma_y_mm, m.sigma_z_mm, m.sigma_yaw_rad, slope, slope)
        for m, slope in zip(mounts, slopes, strict=True)
    ]
    local = np.concatenate([arms, height], axis=-1) + centre[:, None]
    from_middle = local[..., :2] - local[..., :2].mean(axis=1, keepdims=True)
    out = local, from_middle, np.array(pivot), np.array(sigma)
    for each in out:
        each.setflags(write=False)
    return out


def join_pictures(pictures: Sequence[tuple[SeenTags, Sequence[TagMount], Indices] | None]) -> SeenTags:
    """The tags of V pictures as one: each physical tag once, with its corners in all pictures. With the tags of each
    picture come their mounts, and the places of that picture's pieces among all pieces; None shows none of them."""
    rows: dict[tuple[int, TagMount], list[tuple[SeenTags, int] | None]] = {}
    for number, picture in enumerate(pictures):
        tags, mounts, places = picture or (None, (), ())
        for row, mount in enumerate(mounts if tags is not None else ()):
            assert tags is not None
            rows.setdefault((int(places[tags.piece[row]]), mount), [None] * len(pictures))[number] = tags, row
    keys = sorted(rows, key=lambda key: (key[0], key[1].family, key[1].tag))
    count, views = len(keys), len(pictures)
    px, noise = np.zeros((count, 4 * views, 2)), np.tile(np.eye(8 * views), (count, 1, 1))
    is_shown, pattern_noise_px = np.zeros((count, views), dtype=bool), np.zeros(count)
    first = [next(shown for shown in rows[key] if shown is not None) for key in keys]
    for at, key in enumerate(keys):
        for number, shown in enumerate(rows[key]):
            if shown is None:
                continue
            (tags, row), corners, both = shown, slice(4 * number, 4 * number + 4), slice(8 * number, 8 * number + 8)
            px[at, corners], noise[at, both, both], is_shown[at, number] = tags.px[row], tags.noise[row], True
            pattern_noise_px[at] = max(pattern_noise_px[at], tags.pattern_noise_px[row])
    return SeenTags(
        piece=np.array([piece for piece, _ in keys]),
        local=np.stack([tags.local[row] for tags, row in first]),
        from_middle=np.stack([tags.from_middle[row] for tags, row in first]),
        pivot=np.stack([tags.pivot[row] for tags, row in first]),
        px=px,
        noise=noise,
        is_shown=is_shown,
        mount_sigma=np.stack([tags.mount_sigma[row] for tags, row in first]),
        is_measured=np.array([tags.is_measured[row] for tags, row in first]),
        leans=np.array([tags.leans[row] for tags, row in first]),
        pattern_noise_px=pattern_noise_px,
    )


def first_places(tags: SeenTags, pieces: int, registration: Registration) -> Floats:
    """(P, 3) to start from: each corner's ray cut with its height, then the planar turn and shift that fit best, from
    one tag."""
    normal = registration.lens.normalise(ImagePoints(tags.px), steps=1)
    on_mat = registration.pose.onto_height(normal, tags.local[..., 2])
    flat = tags.local[..., :2]
    local = flat - flat.mean(axis=1, keepdims=True)
    placed = on_mat - on_mat.mean(axis=1, keepdims=True)
    dot = (local * placed).sum(axis=(1, 2))
    cross = (local[..., 0] * placed[..., 1] - local[..., 1] * placed[..., 0]).sum(axis=1)
    heading = np.arctan2(cross, dot)
    c, s = np.cos(heading), np.sin(heading)
    middle = flat.mean(axis=1)
    centre, start = on_mat.mean(axis=1), np.empty((pieces, 3))
    start[tags.piece, 0] = centre[:, 0] - (c * middle[:, 0] - s * middle[:, 1])
    start[tags.piece, 1] = centre[:, 1] - (s * middle[:, 0] + c * middle[:, 1])
    start[tags.piece, 2] = heading
    return start
