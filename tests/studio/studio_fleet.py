"""A demo table made of simple outlines, with the names of the real one."""

import math

from tableassist.pieces import (
    Cannon,
    CannonRange,
    Mast,
    MountKind,
    Piece,
    PieceKind,
    PieceModel,
    Point,
    Sail,
    SailPlane,
    TagMount,
)
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

SIDE = 915.0


def demo_mat() -> MatLayout:
    """Twelve tags of 44 mm round the border."""
    low, high = 34.0, SIDE - 34.0
    third = (high - low) / 3.0
    places = [(low + i * third, low) for i in range(4)]
    places += [(high, low + third), (high, low + 2 * third)]
    places += [(high - i * third, high) for i in range(4)]
    places += [(low, low + 2 * third), (low, low + third)]
    tags = tuple(MatTag("36h11", i, 44.0, x, y, 0.0) for i, (x, y) in enumerate(places))
    return MatLayout(SIDE, SIDE, tags, 0.3)


def hull_outline(length: float, width: float) -> tuple[Point, ...]:
    h, w = length / 2.0, width / 2.0
    half = [(h, 0.0), (h - 0.12 * length, 0.55 * w), (h - 0.32 * length, w), (-h + 0.15 * length, w), (-h, 0.7 * w)]
    return (*half, *((x, -y) for x, y in reversed(half[1:])))


def ship(piece_id: str, owner: str, masts: int, tag: int) -> Piece:
    length, width = {1: (35.0, 14.8), 2: (41.8, 16.3), 3: (47.0, 17.0), 4: (51.0, 18.0), 5: (55.0, 19.0)}[masts]
    deck, top = 9.0, 9.0 + 24.0 + 4.0 * masts
    made = []
    for i in range(masts):
        x = length / 2.0 - length * (0.5 if masts == 1 else 0.18 + 0.58 * i / (masts - 1))
        ends = masts >= 4 and i in (0, masts - 1)
        plane = SailPlane.FORE_AND_AFT if ends or masts == 1 else SailPlane.ATHWART
        sail = Sail(plane, 10.0 if ends else 24.0, deck + 6.0, top - 3.0)
        made.append(Mast(x, 0.0, top, 2.0, 0.0, sail))
    h = length / 2.0
    model = PieceModel(
        f"{masts}-mast",
        PieceKind.SHIP,
        hull_outline(length, width),
        deck,
        tuple(made),
        ((h, 0.0), (h + 6.0, 0.0)),
        h - 0.32 * length,
        0.3,
    )
    mount = TagMount("25h9", tag, 20.0, MountKind.FLAG, -h + 2.0, 0.0, 62.0, 0.0, 0.2, 0.3, 0.01)
    cannons = tuple(Cannon(i + 1, 3, CannonRange.LONG) for i in range(masts))
    return Piece(piece_id, piece_id.replace("-", " ").title(), model, owner, cannons, (mount,))


def card(piece_id: str, kind: PieceKind, tag: int, long: float, short: float, owner: str | None = None) -> Piece:
    rim = []
    for i in range(20):
        a = 2.0 * math.pi * i / 20.0
        wave = 1.0 + 0.09 * math.sin(3.0 * a + tag) + 0.05 * math.cos(5.0 * a)
        rim.append((0.5 * long * wave * math.cos(a), 0.5 * short * wave * math.sin(a)))
    model = PieceModel(f"{kind}-card", kind, tuple(rim), 0.4, (), (), None, 0.3)
    mounts = tuple(
        TagMount("36h11", tag + k, 16.0, MountKind.PLATE, (0.5 - k) * 0.5 * long, 0.0, 0.4, 0.2, 0.2, 0.1, 0.01)
        for k in range(2)
    )
    return Piece(piece_id, piece_id, model, owner, (), mounts)


def demo_pieces() -> dict[str, Piece]:
    ships = [
        ship("titan", "english", 5, 0),
        ship("oxley", "english", 3, 1),
        ship("plantagenet", "english", 2, 2),
        ship("europa", "english", 1, 3),
        ship("harbinger", "pirates", 5, 4),
        ship("revenge", "pirates", 4, 5),
        ship("windjammer", "pirates", 3, 6),
        ship("bonny-kate", "pirates", 1, 7),
    ]
    names = ("english-home", "pirate-home", "palm-island", "skull-island", "turtle-island")
    cards = [card(name, PieceKind.ISLAND, 60 + 2 * i, 80.0, 46.0) for i, name in enumerate(names)]
    cards.append(card("reef", PieceKind.REEF, 80, 80.0, 48.0))
    cards.append(card("fog-bank", PieceKind.FOG_BANK, 82, 80.0, 49.0))
    return {piece.id: piece for piece in (*ships, *cards)}
