"""All pieces of a frame: by their tags first, then by what the picture shows of their hulls too.

What has not changed since the last frame is not worked out again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from tableassist.pieces.piece import MountKind, Piece
from tableassist.pipeline.covered_plates import CoveredTags, covered_plates
from tableassist.pipeline.hull_looks import hull_place, looks
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured
from tableassist.pipeline.touching import touching
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.leans import LeanSpread
from tableassist.vision.localisation.localise import localise
from tableassist.vision.localisation.sizes import Sizes
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagKey, TagSighting

_Fits = Mapping[str, PieceFit]


def piece_fits(
    frame: Frame,
    registration: Registration,
    sightings: tuple[TagSighting, ...],
    settings: TableSettings,
    before: Measured,
) -> tuple[_Fits, Sizes | None, LeanSpread]:
    own = _by_piece(sightings, settings)
    kept = {
        piece: fit
        for piece, fit in before.fits.items()
        if registration is before.registration and piece in own and are_identical(own[piece], fit.sightings)
    }
    changed = tuple(piece for piece in settings.pieces if piece.id not in kept and own[piece.id])
    new, sizes, leans = _by_tags(changed, own, registration, frame.t_ns, before)
    either = {**kept, **new}
    # Always in the table file's order, so that warnings do not change places when one piece is measured again.
    fits = {piece.id: either[piece.id] for piece in settings.pieces if piece.id in either}
    covered = covered_plates(frame, registration, settings, fits, before)
    fits |= _with_covered(covered, settings.pieces, fits, registration, frame.t_ns, sizes)
    hulls = looks(frame, registration, settings, fits, before)
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
        fits |= _by_hulls(again, fits, hulls, tippable, registration, frame.t_ns, sizes, leans)
    return fits, sizes, leans


def are_identical(some: tuple[TagSighting, ...], others: tuple[TagSighting, ...]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _by_piece(sightings: tuple[TagSighting, ...], settings: TableSettings) -> Mapping[str, tuple[TagSighting, ...]]:
    by_key: dict[TagKey, list[TagSighting]] = {}
    for sighting in sightings:
        by_key.setdefault((sighting.family, sighting.tag), []).append(sighting)
    return {
        piece: tuple(sighting for key in keys if key in by_key for sighting in by_key[key])
        for piece, keys in _own_tags(settings).items()
    }


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
    pieces: tuple[Piece, ...],
    own: Mapping[str, tuple[TagSighting, ...]],
    registration: Registration,
    t_ns: int,
    before: Measured,
) -> tuple[_Fits, Sizes | None, LeanSpread]:
    if not pieces:
        return {}, before.sizes, before.leans
    sightings = tuple(s for piece in pieces for s in own[piece.id])
    found = localise(sightings, pieces, registration, t_ns, sizes=before.sizes, leans=before.leans)
    out = {}
    for piece in pieces:
        pose = found.poses.get(piece.id)
        words, error = found.sentences.get(piece.id), found.scale_errors.get(piece.id, 0.0)
        out[piece.id] = PieceFit(own[piece.id], None if pose is None else pose.pose, pose, words, error)
    return out, found.sizes, found.leans


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
    fits: _Fits,
    hulls: Mapping[str, HullSeen],
    tippable: frozenset[str],
    registration: Registration,
    t_ns: int,
    sizes: Sizes | None,
    leans: LeanSpread,
) -> _Fits:
    """Once more, with the hulls that were made out; a piece that touches another may lean on it."""
    seen = {piece: place for piece, hull in hulls.items() if (place := hull_place(hull)) is not None}
    sightings = tuple(s for piece in pieces for s in (*fits[piece.id].sightings, *(fits[piece.id].covered or ())))
    found = localise(
        sightings,
        pieces,
        registration,
        t_ns,
        hulls=seen,
        tippable=tippable,
        sizes=sizes,
        are_sizes_final=True,
        leans=leans,
    )
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
        )
    return out
