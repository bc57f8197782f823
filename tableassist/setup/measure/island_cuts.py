"""How printed islands were cut, from the pictures of a mat's survey: they lie on the mat, and no ship hides a shore."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from tableassist.pieces import Piece
from tableassist.pieces.physical import PieceOutline
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_outline, set_value
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.contact.cuts import LEAST_PICTURES, measure_cut
from tableassist.vision.contact.rim import RimMemory, remember_rim
from tableassist.vision.contact.shapes import FLAT_MM
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tone import measure_tone

MOST_PICTURES: Final = 8
"""Kept of a survey: more add nothing but memory."""


@dataclass(frozen=True, slots=True, eq=False)
class IslandPicture:
    """A picture of the survey that shows islands."""

    image: Image
    sightings: tuple[TagSighting, ...]
    """Of all tags."""


@dataclass(frozen=True, slots=True)
class IslandCut:
    """A printed island that pictures of the survey show."""

    piece: Piece
    outline: PieceOutline | None
    """None where they do not show enough of its rim."""


def printed_cards(settings: TableSettings) -> tuple[Piece, ...]:
    """Pieces whose outline is a cutting line."""
    return tuple(piece for piece in settings.pieces if piece.is_printed and piece.model.height_mm <= FLAT_MM)


def island_tags(settings: TableSettings) -> frozenset[tuple[str, int]]:
    """Families and numbers of the tags on printed islands."""
    return frozenset((mount.family, mount.tag) for piece in printed_cards(settings) for mount in piece.mounts)


def keep_cuts(
    table: Path, pictures: Sequence[IslandPicture], camera: CameraProfile | None = None
) -> tuple[IslandCut, ...]:
    """Measure the islands that the pictures show, with the mat as the table file now has it, and write their outlines.

    What an earlier survey has measured is forgotten first: the island may be a new print.
    """
    shown = _shown(printed_cards(read_table(table)), pictures)
    for piece in shown:
        set_value(table, f"pieces[{piece}].outline", None)
    settings = read_table(table)
    cuts = measure_cuts(settings if camera is None else replace(settings, camera=camera), pictures, shown)
    for cut in cuts:
        if cut.outline is not None:
            set_outline(table, cut.piece.id, cut.outline)
    return cuts


def _shown(cards: Iterable[Piece], pictures: Sequence[IslandPicture]) -> frozenset[str]:
    """Islands that are in enough pictures."""
    counts = Counter(
        piece.id
        for piece in cards
        for picture in pictures
        if {(mount.family, mount.tag) for mount in piece.mounts} & {sighting.key for sighting in picture.sightings}
    )
    return frozenset(piece for piece, count in counts.items() if count >= LEAST_PICTURES)


def measure_cuts(
    settings: TableSettings, pictures: Sequence[IslandPicture], wanted: frozenset[str]
) -> tuple[IslandCut, ...]:
    """The wanted islands as they were cut."""
    rims: dict[str, list[RimMemory]] = {piece: [] for piece in wanted}
    for picture in pictures:
        for piece, rim in _rims(settings, picture, wanted).items():
            rims[piece].append(rim)
    cards = [piece for piece in settings.pieces if piece.id in wanted]
    return tuple(IslandCut(piece, measure_cut(piece, rims[piece.id])) for piece in cards)


def _rims(settings: TableSettings, picture: IslandPicture, wanted: frozenset[str]) -> dict[str, RimMemory]:
    """What one picture shows of each island's rim."""
    height, width = picture.image.shape[:2]
    registration = register(picture.sightings, settings.mat, settings.camera.lens_for(width, height))
    if registration is None:
        return {}
    squares = (
        registration.lens.project(registration.pose.into_camera(mat_tag_corners(tag)))
        for tag in settings.mat.tags
        if tag.tag in registration.mat_tags_seen
    )
    tone = measure_tone(picture.image, squares)
    poses = localise(picture.sightings, settings.pieces, registration, 0).poses
    here = {piece.id: (piece, poses[piece.id].pose, ()) for piece in settings.pieces if piece.id in poses}
    return {
        piece: remember_rim(
            picture.image,
            registration,
            here[piece],
            poses[piece],
            [neighbour for other, neighbour in here.items() if other != piece],
            tone,
        )
        for piece in wanted & here.keys()
        if np.isfinite(poses[piece].residual_px)
    }
