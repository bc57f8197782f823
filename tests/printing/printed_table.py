"""A table with every kind of mount, names in many letters, and the mat of the demo's size."""

import math

from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

PLACES = (
    *((30.0 + 285.0 * k, 30.0) for k in range(4)),
    *((885.0, 315.0 + 285.0 * k) for k in range(3)),
    *((600.0 - 285.0 * k, 885.0) for k in range(3)),
    *((30.0, 600.0 - 285.0 * k) for k in range(2)),
)
MAT = MatLayout(
    915.0, 915.0, tuple(MatTag("36h11", k, 44.0, x, y, 0.0) for k, (x, y) in enumerate(PLACES)), placement_sigma_mm=0.5
)

HULL = ((-27.0, -9.0), (15.0, -9.0), (27.0, 0.0), (15.0, 9.0), (-27.0, 9.0))
SHIP = PieceModel("five-mast", PieceKind.SHIP, HULL, 9.0, (), ((27.0, 0.0), (36.0, 0.0)), 12.0, 1.0)
ISLAND = PieceModel(
    "island-round",
    PieceKind.ISLAND,
    ((-40.0, -28.0), (40.0, -28.0), (30.0, 28.0), (-30.0, 28.0)),
    1.0,
    (),
    (),
    None,
    1.0,
)


def mount(tag, kind, *, size=18.0, x=0.0, y=0.0, z=60.0, yaw_deg=0.0, family="36h11", mast=None):
    return TagMount(family, tag, size, kind, x, y, z, math.radians(yaw_deg), 1.0, 1.0, 0.05, mast)


def ship(name, *mounts, owner="English"):
    return Piece(name.lower(), name, SHIP, owner, (), mounts)


FLAG, MASTHEAD, DECK, PLATE = MountKind.FLAG, MountKind.MASTHEAD, MountKind.DECK, MountKind.PLATE
PIECES = (
    ship("HMS Titan", mount(20, FLAG, x=-24.0)),
    ship("Señora del Château", mount(21, MASTHEAD, z=58.0, mast=2)),
    ship("Turtle", mount(22, DECK, size=14.0, z=9.0)),
    ship("Outrigger", mount(23, PLATE, size=16.0, y=-22.0, z=1.0), mount(24, PLATE, size=16.0, y=22.0, z=1.0)),
    ship("Łódź Чайка 海賊", mount(25, FLAG, x=-20.0), mount(26, MASTHEAD, mast=1), mount(27, DECK, size=12.0, z=9.0)),
    ship("Leaning", mount(28, FLAG, yaw_deg=90.0), mount(29, PLATE, size=20.0, y=-25.0, yaw_deg=30.0)),
    ship("Small families", mount(3, DECK, size=11.0, family="16h5"), mount(4, FLAG, size=12.0, family="25h9")),
    ship("Tall", mount(30, FLAG, z=125.0)),
    Piece(
        "palm",
        "Palm Island",
        ISLAND,
        None,
        (),
        tuple(mount(40 + k, PLATE, size=20.0, x=x, z=1.0) for k, x in enumerate((-15.0, 15.0))),
    ),
)
