"""Where cards may lie that were never measured, kept from frame to frame."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import shapely

from tableassist.pieces import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Scene
from tableassist.scene.placed_piece import FIXED_KINDS
from tableassist.scene.whereabouts import Spot, Whereabouts
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.whereabouts import MatCells, find_spots, survey_mat
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting

SEARCH_INTERVAL_NS = 5_000_000_000
"""A search takes 0.1 s for each card. A card that is laid down, and hidden at once, is allowed for after so long."""
MAX_GROWTH = 1.5
"""Spots that hold the new ones are kept, unless their area is so much larger: what is judged by them stays."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchedCards:
    spots: Mapping[str, tuple[Spot, ...] | None] = field(default_factory=dict)
    """By piece; None: it may lie anywhere."""
    searched_ns: Mapping[str, int] = field(default_factory=dict)

    @property
    def whereabouts(self) -> Whereabouts:
        return {piece: spots for piece, spots in self.spots.items() if spots is not None}


NOTHING_SEARCHED = SearchedCards()


def search_cards(
    frame: Frame,
    registration: Registration,
    sightings: tuple[TagSighting, ...],
    scene: Scene,
    settings: TableSettings,
    before: SearchedCards,
) -> SearchedCards:
    """Search the picture for places of the cards that were never measured: all new ones, and then one a frame."""
    unseen = [piece for piece in scene.unseen if piece.model.kind in FIXED_KINDS and piece.mounts]
    if not unseen:
        return NOTHING_SEARCHED if before.spots else before
    new = [piece for piece in unseen if piece.id not in before.spots]
    due = [
        piece
        for piece in unseen
        if piece not in new and not 0 <= frame.t_ns - before.searched_ns[piece.id] < SEARCH_INTERVAL_NS
    ]
    chosen = [*new, *due[:1]]
    if not chosen and len(before.spots) == len(unseen):
        return before
    spots = {piece.id: before.spots[piece.id] for piece in unseen if piece.id in before.spots}
    searched_ns = {piece: before.searched_ns[piece] for piece in spots}
    if chosen:
        placed = [(each.piece, each.pose.pose, each.masts_standing) for each in scene.pieces if each.hidden_s == 0.0]
        seen = {(sighting.family, sighting.tag) for sighting in sightings}
        tags = [tag for tag in settings.mat.tags if (tag.family, tag.tag) in seen]
        cells = survey_mat(frame.image, registration, (settings.mat.width_mm, settings.mat.height_mm), tags, placed)
        for piece in chosen:
            spots[piece.id] = _renewed(piece, cells, before.spots.get(piece.id))
            searched_ns[piece.id] = frame.t_ns
    return SearchedCards(spots, searched_ns)


def _renewed(piece: Piece, cells: MatCells | None, before: tuple[Spot, ...] | None) -> tuple[Spot, ...] | None:
    found = None if cells is None else find_spots(piece, cells)
    if found is None or not before:
        return found
    old, new = (shapely.union_all([shapely.Polygon(spot) for spot in spots]) for spots in (before, found))
    return before if old.covers(new) and old.area < MAX_GROWTH * new.area else found
