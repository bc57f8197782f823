"""All pieces of a frame: by their tags first, then by what the picture shows of their hulls too.

What has not changed since the last frame is not worked out again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tableassist.pieces import MountKind, Piece
from tableassist.pipeline.covered_plates import CoveredTags, covered_plates
from tableassist.pipeline.hull_looks import hull_place, joined_looks, looks
from tableassist.pipeline.pictures import Shot, Shots, are_identical
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured
from tableassist.pipeline.touching import touching
from tableassist.vision.localisation.leans import LeanSpread
from tableassist.vision.localisation.localise import localise, localise_views
from tableassist.vision.localisation.sizes import Sizes
from tableassist.vision.localisation.standing import View
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagKey, TagSighting

_Fits = Mapping[str, PieceFit]


def piece_fits(shots: Shots, settings: TableSettings, before: Measured) -> tuple[_Fits, Sizes | None, LeanSpread]:
    """By all pictures at once; the first is the one that is judged, and the only one of a running camera."""
    main = shots.shots[0]
    frame, registration = main.frame, main.registration
    keys = _own_tags(settings)
    seen = _Seen(shots.shots, tuple(shot.sightings_of(keys) for shot in shots.shots))
    own = seen.own[0]
    kept = {piece: before.fits[piece] for piece in _unchanged(seen, shots, keys, before)}
    changed = tuple(piece for piece in settings.pieces if piece.id not in kept and seen.pictures_of(piece.id))
    together = tuple(piece for piece in changed if piece.id not in shots.apart)
    new, sizes, leans = _by_tags(together, seen, before)
    for piece, words in shots.apart.items():
        if piece in kept:
            continue
        new[piece] = PieceFit(own[piece], None, None, words, pictures=seen.pictures_of(piece))
    either = {**kept, **new}
    # Always in the table file's order, so that warnings do not change places when one piece is measured again.
    fits = {piece.id: either[piece.id] for piece in settings.pieces if piece.id in either}
    looked_in: Mapping[str, int] = {}
    own_looks: Mapping[str, Mapping[int, HullSeen]] = {}
    if seen.is_single:
        covered = covered_plates(frame, registration, settings, fits, before)
        fits |= _with_covered(covered, settings.pieces, fits, registration, frame.t_ns, sizes[0])
        hulls = looks(frame, registration, settings, fits, before)
    else:
        hulls, looked_in, own_looks = _looks_in_all(seen, settings, fits, before)
    tippable = (
        touching(settings.pieces, fits) if changed else frozenset(p for p, fit in fits.items() if fit.is_tippable)
    )
    again = tuple(
        piece
        for piece in settings.pieces
        if (fit := fits.get(piece.id)) is not None and fit.by_tags is not None
        if hulls.get(piece.id) is not fit.hull or (piece.id in tippable) is not fit.is_tippable
    )
    if again:
        fits |= _by_hulls(again, seen, fits, hulls, looked_in, tippable, sizes, leans)
    for piece, own_look in own_looks.items():
        if not _are_same_looks(fits[piece].looks, own_look):
            fits[piece] = replace(fits[piece], looks=own_look)
    return fits, sizes[0], leans


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The tags of the pieces in all pictures."""

    shots: tuple[Shot, ...]
    own: tuple[Mapping[str, tuple[TagSighting, ...]], ...]
    """Of each picture: by piece."""

    @property
    def is_single(self) -> bool:
        return len(self.shots) == 1

    @property
    def t_ns(self) -> int:
        return self.shots[0].frame.t_ns

    def pictures_of(self, piece: str) -> tuple[int, ...]:
        return tuple(number for number, own in enumerate(self.own) if own[piece])

    def views(
        self, pieces: tuple[Piece, ...], fits: _Fits, sizes: tuple[Sizes | None, ...], *, are_final: bool
    ) -> tuple[View, ...]:
        """For these pieces, with plates of theirs that were found behind what covers them."""
        out = []
        for number, (shot, own) in enumerate(zip(self.shots, self.own, strict=True)):
            found = (fits[piece.id].covered or () if number == 0 and piece.id in fits else () for piece in pieces)
            tags = tuple(s for piece, more in zip(pieces, found, strict=True) for s in (*own[piece.id], *more))
            out.append(View(tags, shot.registration, sizes[number], are_final))
        return tuple(out)


def _looks_in_all(
    seen: _Seen, settings: TableSettings, fits: _Fits, before: Measured
) -> tuple[dict[str, HullSeen], dict[str, int], Mapping[str, Mapping[int, HullSeen]]]:
    """The looks at all hulls in all pictures that show their tags as one each; the picture in which each hull is made
    out best; and the single looks by piece and picture.

    A mast that one picture shows standing stands; one that is gone in a picture and stands in another is open.
    """
    by_piece: dict[str, dict[int, HullSeen]] = {}
    for number, shot in enumerate(seen.shots):
        earlier = _before_in_picture(before, number, shot.frame.camera)
        shown = {piece for piece, fit in fits.items() if number in fit.pictures}
        for piece, hull in looks(shot.frame, shot.registration, settings, fits, earlier, shown).items():
            by_piece.setdefault(piece, {})[number] = hull
    hulls, looked_in = {}, {}
    for piece, own in by_piece.items():
        looked_in[piece] = min(own, key=lambda number: (own[number].look.sigma_mm, number))
        last = before.fits.get(piece)
        if last is not None and last.hull is not None and _are_same_looks(last.looks, own):
            hulls[piece] = last.hull
        else:
            hulls[piece] = joined_looks(own[looked_in[piece]], tuple(own.values()))
    return hulls, looked_in, by_piece


def _before_in_picture(before: Measured, number: int, name: str) -> Measured:
    """What the frame before had of this picture: its own looks, and its own number and time. Nothing where another
    picture stood in its place."""
    shots = () if before.shots is None else before.shots.shots
    if number >= len(shots) or shots[number].frame.camera != name:
        return replace(before, fits={})
    frame = shots[number].frame
    fits = {
        piece: replace(fit, hull=fit.looks.get(number) if fit.looks else fit.hull if number == 0 else None)
        for piece, fit in before.fits.items()
    }
    return replace(before, fits=fits, t_ns=frame.t_ns, frame_number=frame.number)


def _are_same_looks(some: Mapping[int, HullSeen], others: Mapping[int, HullSeen]) -> bool:
    return some.keys() == others.keys() and all(some[number] is others[number] for number in others)


def _unchanged(seen: _Seen, shots: Shots, keys: Mapping[str, tuple[TagKey, ...]], before: Measured) -> Iterator[str]:
    """Pieces whose fit of the frame before holds: the same cameras stand where they stood, and see the same tags."""
    earlier = before.shots
    if earlier is None or len(earlier.shots) != len(shots.shots):
        return
    if any(now.registration is not then.registration for now, then in zip(shots.shots, earlier.shots, strict=True)):
        return
    others = [then.sightings_of(keys) for then in earlier.shots[1:]]
    for piece, fit in before.fits.items():
        shown = [own.get(piece, ()) for own in seen.own]
        if piece not in seen.own[0] or (piece in shots.apart) is not (piece in earlier.apart):
            continue
        if are_identical(shown[0], fit.sightings) and all(
            are_identical(now, then.get(piece, ())) for now, then in zip(shown[1:], others, strict=True)
        ):
            yield piece


@lru_cache(maxsize=4)
def _own_tags(settings: TableSettings) -> Mapping[str, tuple[TagKey, ...]]:
    """Of each piece. Not those of masts that are off: they lie beside the mat, or on another ship's deck."""
    lost = settings.state.masts_lost
    return {piece.id: tuple(_standing_tags(piece, lost.get(piece.id, frozenset()))) for piece in settings.pieces}


def _standing_tags(piece: Piece, masts_lost: frozenset[int]) -> Iterator[TagKey]:
    for mount in piece.mounts:
        if mount.kind is not MountKind.MASTHEAD or mount.mast not in masts_lost:
            yield mount.family, mount.tag


def _by_tags(
    pieces: tuple[Piece, ...], seen: _Seen, before: Measured
) -> tuple[dict[str, PieceFit], tuple[Sizes | None, ...], LeanSpread]:
    earlier = (before.sizes, *(None for _ in seen.shots[1:]))
    if not pieces:
        return {}, earlier, before.leans
    views = seen.views(pieces, {}, earlier, are_final=False)
    found = localise_views(views, pieces, seen.t_ns, leans=before.leans)
    out = {}
    for piece in pieces:
        pose = found.poses.get(piece.id)
        words, error = found.sentences.get(piece.id), found.scale_errors.get(piece.id, 0.0)
        at, shown = None if pose is None else pose.pose, seen.pictures_of(piece.id)
        out[piece.id] = PieceFit(seen.own[0][piece.id], at, pose, words, error, pictures=shown)
    return out, found.sizes_of_views, found.leans


def _with_covered(
    covered: CoveredTags,
    pieces: tuple[Piece, ...],
    fits: _Fits,
    registration: Registration,
    t_ns: int,
    sizes: Sizes | None,
) -> _Fits:
    """The fits of pieces whose plates were searched for now, with those that were found."""
    searched = {piece: tags for piece, tags in covered.items() if fits[piece].covered is not tags}
    again = tuple(piece for piece in pieces if searched.get(piece.id))
    out = {piece: replace(fits[piece], covered=tags) for piece, tags in searched.items()}
    if not again:
        return out
    sightings = tuple(s for piece in again for s in (*fits[piece.id].sightings, *searched[piece.id]))
    found = localise(sightings, again, registration, t_ns, sizes=sizes, are_sizes_final=True)
    for piece in again:
        pose = found.poses.get(piece.id)
        if pose is None or piece.id in found.sentences:
            # What looks like her plate contradicts her other tags: the tags that are read go before it.
            out[piece.id] = replace(fits[piece.id], covered=())
            continue
        out[piece.id] = replace(fits[piece.id], by_tags=pose.pose, pose=pose, problem=None, covered=searched[piece.id])
    return out


def _by_hulls(
    pieces: tuple[Piece, ...],
    seen: _Seen,
    fits: _Fits,
    hulls: Mapping[str, HullSeen],
    looked_in: Mapping[str, int],
    tippable: frozenset[str],
    sizes: tuple[Sizes | None, ...],
    leans: LeanSpread,
) -> _Fits:
    """Once more, with the hulls that were made out; a piece that touches another may lean on it."""
    places = {
        piece: replace(place, view=looked_in.get(piece, 0))
        for piece, hull in hulls.items()
        if (place := hull_place(hull)) is not None
    }
    views = seen.views(pieces, fits, sizes, are_final=True)
    found = localise_views(views, pieces, seen.t_ns, hulls=places, tippable=tippable, leans=leans)
    out = {}
    for piece in pieces:
        first = fits[piece.id]
        out[piece.id] = PieceFit(
            first.sightings,
            first.by_tags,
            found.poses.get(piece.id),
            found.sentences.get(piece.id),
            first.scale_error,
            hulls.get(piece.id),
            piece.id in tippable,
            found.raised_mm.get(piece.id, (0.0, 0.0)),
            first.covered,
            first.pictures,
            first.looks,
        )
    return out
