"""A card table as its tags are seen, without a picture: the studio's cards and strip through the studio's camera."""

import numpy as np

from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.strip import STRIP_PIECES
from tableassist.studio.cards.card_table import STRIP_AT, CardTable, Laying, StagedStripPiece, card_camera, laid_cards
from tableassist.vision.camera.lens import Lens
from tableassist.vision.tags.sighting import TagSighting

ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
TABLE = CardTable(
    ROW,
    frozenset({"s1", "d3"}),
    active="kraken-1",
    open=("sabotage-1", "fog-1", "lost-at-sea-2"),
    movement_discard="sabotage-3",
    adventure_discard="volcano-1",
)
CAMERA = card_camera(off_vertical_deg=15.0)
LENS = Lens(
    CAMERA.width_px, CAMERA.height_px, CAMERA.fx, CAMERA.fy, CAMERA.cx, CAMERA.cy, CAMERA.dist, np.zeros((12, 12))
)


def laid(table=TABLE, seed=1, **how):
    """Cards by name, laid with care."""
    return dict(laid_cards(table, np.random.default_rng(seed), Laying(**how)))


def sightings(cards, *, hidden=(), pieces=STRIP_PIECES, strip_at=STRIP_AT):
    """Of the named cards all whose names are not `hidden`; nothing covers anything here."""
    shown = [card.solids() for name, card in cards.items() if name not in hidden]
    strip = [StagedStripPiece(piece, strip_at).solids() for piece in pieces]
    faces = [face for solids in (*shown, *strip) for solid in solids for face in solid.faces if face.tag is not None]
    return tuple(
        TagSighting(face.tag.family, face.tag.tag, CAMERA.project(face.tag.corners), margin=80.0, hamming=0)
        for face in faces
    )


def seen(cards, **how):
    return read_cards(sightings(cards, **how), LENS)
