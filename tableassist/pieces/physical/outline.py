"""The measured outline of one copy of a piece, and the model that follows from it."""

from dataclasses import dataclass, replace

from tableassist.pieces.model import Grade, Mast, PieceModel, Point

DIGITS = 3
"""Of a millimetre: far below what any picture shows, and short enough to read."""


@dataclass(frozen=True, slots=True)
class PieceOutline:
    """What was measured of one piece, in her own frame: origin at the hull's centre, x to the bow, y to port."""

    hull: tuple[Point, ...]
    """At mat level, counter-clockwise."""
    sigma_mm: float
    """How far the true outline may be from this one, across it."""
    grade: Grade = Grade.MEASURED
    height_mm: float | None = None
    """Of the deck above the mat; None: the model's."""
    masts: tuple[Point, ...] = ()
    """Where the masts stand, the foremost first; empty: where the model has them, brought to this hull's size."""
    rig_sigma_mm: float | None = None
    """How far masts and bowsprit may be off; None: as the outline."""
    hull_sigma_mm: tuple[float, ...] = ()
    """Sigma at each corner of `hull`; empty: `sigma_mm` everywhere."""


def apply_outline(base: PieceModel, outline: PieceOutline) -> PieceModel:
    """Put the measured hull in place of the model's, and stretch with it all that was not measured.

    Masts, parts, bow zone, bowsprit, cannon posts and suggested mounts keep their places as shares of the hull's length
    and width, so the model stays consistent. On a printed card everything else is where it was printed, however it was
    cut.
    """
    stretch = _Stretch.between(base.hull, base.hull if outline.grade is Grade.PRINTED else outline.hull)
    places = outline.masts if len(outline.masts) == len(base.masts) else tuple(map(stretch.mast, base.masts))
    masts = tuple(replace(mast, x_mm=x, y_mm=y) for mast, (x, y) in zip(base.masts, places, strict=True))
    zone = base.bow_zone_from_x_mm
    return replace(
        base,
        hull=outline.hull,
        sigma_mm=outline.sigma_mm,
        grade=outline.grade,
        height_mm=base.height_mm if outline.height_mm is None else outline.height_mm,
        rig_sigma_mm=outline.rig_sigma_mm,
        hull_sigma_mm=outline.hull_sigma_mm,
        cut_line=base.as_printed.hull if outline.grade is Grade.PRINTED else (),
        masts=masts,
        bowsprit=tuple(map(stretch.point, base.bowsprit)),
        bow_zone_from_x_mm=None if zone is None else stretch.point((zone, 0.0))[0],
        stern=None if base.stern is None else stretch.point(base.stern),
        parts=tuple(replace(part, outline=tuple(map(stretch.point, part.outline))) for part in base.parts),
        segments=tuple(
            replace(
                segment,
                x_mm=stretch.point((segment.x_mm, segment.y_mm))[0],
                y_mm=stretch.point((segment.x_mm, segment.y_mm))[1],
                outline=tuple(map(stretch.point, segment.outline)),
            )
            for segment in base.segments
        ),
        flags=tuple(map(stretch.point, base.flags)),
        corners=tuple(map(stretch.point, base.corners)),
        edge_numbers=tuple(
            replace(
                edge,
                x_mm=stretch.point((edge.x_mm, edge.y_mm))[0],
                y_mm=stretch.point((edge.x_mm, edge.y_mm))[1],
            )
            for edge in base.edge_numbers
        ),
        cannon_posts=tuple(
            post if post.at is None else replace(post, at=stretch.point(post.at)) for post in base.cannon_posts
        ),
        suggested_mounts=tuple(
            replace(
                mount,
                x_mm=stretch.point((mount.x_mm, mount.y_mm))[0],
                y_mm=stretch.point((mount.x_mm, mount.y_mm))[1],
            )
            for mount in base.suggested_mounts
        ),
    )


@dataclass(frozen=True, slots=True)
class _Stretch:
    """From one hull's box to another's, along x and y by themselves."""

    scale_x: float
    scale_y: float
    shift_x: float
    shift_y: float

    @classmethod
    def between(cls, old: tuple[Point, ...], new: tuple[Point, ...]) -> "_Stretch":
        low, high = _bounding_box(old)
        new_low, new_high = _bounding_box(new)
        scale_x = (new_high[0] - new_low[0]) / max(high[0] - low[0], 1e-6)
        scale_y = (new_high[1] - new_low[1]) / max(high[1] - low[1], 1e-6)
        return cls(scale_x, scale_y, new_low[0] - scale_x * low[0], new_low[1] - scale_y * low[1])

    def point(self, place: Point) -> Point:
        x, y = place
        return round(self.scale_x * x + self.shift_x, DIGITS), round(self.scale_y * y + self.shift_y, DIGITS)

    def mast(self, mast: Mast) -> Point:
        return self.point((mast.x_mm, mast.y_mm))


def _bounding_box(hull: tuple[Point, ...]) -> tuple[Point, Point]:
    xs, ys = [x for x, _ in hull], [y for _, y in hull]
    return (min(xs), min(ys)), (max(xs), max(ys))
