"""A table that was never played: eight ships, islands, ranges and lines, seen by a made-up camera."""

import math
from types import SimpleNamespace

import numpy as np
from shapely import affinity
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from tableassist.geometry.frames import PlanarPose
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.pieces import Piece, PieceKind, PieceModel
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.scene.piece_pose import PiecePose
from tableassist.ui.session.preferences import Preferences
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.localisation.tracking import Tracks
from tableassist.vision.registration.registration_health import Health
from tests.table_states import state_of

MAT_MM = (915.0, 915.0)
HULL = ((-24, -7), (10, -8), (19, -5), (26, 0), (19, 5), (10, 8), (-24, 7))
SHIPS = (
    ("titan", "HMS Titan", Ink.FLEET_1, 300, 330, 25, 3),
    ("grand-temple", "HMS Grand Temple", Ink.FLEET_1, 180, 210, 70, 4),
    ("pandora", "HMS Pandora", Ink.FLEET_1, 335, 352, -40, 2),
    ("intrepide", "L'Intrépide", Ink.FLEET_2, 402, 402, 200, 3),
    ("soleil", "Le Soleil Royal", Ink.FLEET_2, 560, 300, 130, 5),
    ("dauphin", "Le Dauphin Royal", Ink.FLEET_2, 486, 250, 15, 3),
    ("gaule", "La Gaule", Ink.FLEET_3, 655, 690, -100, 2),
    ("possession", "La Possession", Ink.FLEET_4, 760, 480, 175, 3),
)
ISLANDS = (("dead-man", "Dead Man's Point", 520, 520), ("home-1", "Home island 1", 130, 120),
           ("home-2", "Home island 2", 790, 800), ("skull", "Skull Cay", 230, 640))  # fmt: skip


def _placed(points, x, y, degrees):
    return affinity.translate(affinity.rotate(Polygon(points), degrees, origin=(0, 0)), x, y)


def _ring(shape):
    return tuple(shape.exterior.coords)[:-1]


def _island(x, y, seed):
    turn = np.linspace(0, 2 * math.pi, 14, endpoint=False)
    reach = 42 + 9 * np.sin(3 * turn + seed) + 5 * np.cos(5 * turn)
    return tuple(zip(x + 1.15 * reach * np.cos(turn), y + 0.85 * reach * np.sin(turn), strict=True))


def _ship_strokes(piece, ink, x, y, degrees, masts):
    yield Stroke(_ring(_placed(HULL, x, y, degrees)), ink, True, True, piece)
    yield Stroke(_ring(_placed(HULL[2:5], x, y, degrees)), Ink.BOW_ZONE, True, True, piece)
    for n in range(masts):
        along = 13 - n * 32 / max(1, masts - 1)
        sail = _placed(((along, -9), (along + 1.2, -9), (along + 1.2, 9), (along, 9)), x, y, degrees)
        yield Stroke(_ring(sail), Ink.SAIL, True, True, piece)
        mast = _placed(tuple(Point(along, 0).buffer(1.5, 4).exterior.coords), x, y, degrees)
        yield Stroke(_ring(mast), Ink.MAST, True, True, piece)


def made_up_drawing():
    strokes = [Stroke(((0, 0), (915, 0), (915, 915), (0, 915)), Ink.MAT_EDGE, True, False, None)]
    labels, hulls = [], {}
    for seed, (piece, name, x, y) in enumerate(ISLANDS):
        strokes.append(Stroke(_island(x, y, seed), Ink.ISLAND, True, True, piece))
        labels.append(Label((x, y), name, Ink.ISLAND, piece))
    fog = Polygon([(600, 150), (700, 140), (720, 210), (620, 220)]).buffer(12)
    strokes.append(Stroke(_ring(fog), Ink.FOG, True, True, "fog-1"))
    strokes.append(Stroke(((60, 420), (140, 400), (160, 450), (90, 480)), Ink.REEF, True, True, "reef-1"))
    labels += [Label((660, 180), "Fog bank", Ink.FOG, "fog-1"), Label((112, 438), "Reef", Ink.REEF, "reef-1")]
    for piece, name, ink, x, y, degrees, masts in SHIPS:
        hulls[piece] = _placed(HULL, x, y, degrees)
        strokes += _ship_strokes(piece, ink, x, y, degrees, masts)
        labels.append(Label((x, y), name, ink, piece))
    cannons = [Point(290 + 14 * n, 325 + 6 * n) for n in range(3)]
    for reach, ink in ((57.5, Ink.REACH_SHORT), (115.0, Ink.REACH_LONG)):
        area = unary_union([at.buffer(reach) for at in cannons])
        strokes.append(Stroke(_ring(area), ink, True, True, "titan"))
    strokes += [
        Stroke(((290, 325), (204, 236)), Ink.CLEAR, False, False, None),
        Stroke(((304, 331), (335, 352), (388, 400)), Ink.BLOCKED, False, False, None),
        Stroke(((290, 325), (470, 252)), Ink.TOO_CLOSE, False, False, None),
        Stroke(_ring(hulls["pandora"]), Ink.BLOCKER, True, True, "pandora"),
        Stroke(((640, 560), (700, 600), (690, 630), (630, 590)), Ink.NOT_SEEN, True, True, "gaule"),
        Stroke(((566, 540), (572, 520)), Ink.CONTACT, False, False, None),
        Stroke(_ring(Point(470, 252).buffer(6)), Ink.PLUS_MINUS, True, True, None),
    ]
    badges = (
        Badge((247, 280), Symbol.YES, "61.0 mm"), Badge((340, 362), Symbol.NO, "blocked"),
        Badge((420, 273), Symbol.TOO_CLOSE, "115.2 ± 0.6"), Badge((665, 595), Symbol.NOT_SEEN, "4 s"),
        Badge((569, 530), Symbol.ANCHOR, "docked"), Badge((540, 290), Symbol.RAM, "ram"),
    )  # fmt: skip
    return Drawing(tuple(strokes), badges, tuple(labels))


def made_up_projection(width, height):
    """An oblique camera with barrel distortion: mat millimetres to pixels."""

    def project(points_mm):
        points = np.asarray(points_mm, dtype=np.float64)
        x, y = (points - 457.5).T
        tilt = math.radians(28)
        depth = 1150 + y * math.sin(tilt)
        flat = np.column_stack([x / depth, -y * math.cos(tilt) / depth])
        bend = 1 - 0.12 * (flat**2).sum(axis=1, keepdims=True)
        return flat * bend * 1.18 * height + np.array([width / 2, height / 2])

    return project


def made_up_unprojection(width, height):
    """The same camera backwards: the bend is undone by repeating it, the tilt is solved for."""

    def unproject(pixels):
        bent = (np.asarray(pixels, dtype=np.float64) - np.array([width / 2, height / 2])) / (1.18 * height)
        flat = bent
        for _ in range(60):
            flat = bent / (1 - 0.12 * (flat**2).sum(axis=1, keepdims=True))
        tilt = math.radians(28)
        y = -1150 * flat[:, 1] / (math.cos(tilt) + flat[:, 1] * math.sin(tilt))
        return np.column_stack([flat[:, 0] * (1150 + y * math.sin(tilt)), y]) + 457.5

    return unproject


def made_up_frame(width=1920, height=1080, *, number=0, t_ns=0):
    """Wood, a blue mat and noise."""
    rng = np.random.default_rng(number)
    image = np.full((height, width, 3), (70, 95, 128), dtype=np.uint8)
    project = made_up_projection(width, height)
    import cv2

    mat = project(np.array([(0, 0), (915, 0), (915, 915), (0, 915)], dtype=float))
    cv2.fillPoly(image, [mat.astype(np.int32)], (150, 112, 62))
    for seed, (_, _, x, y) in enumerate(ISLANDS):
        cv2.fillPoly(image, [project(np.array(_island(x, y, seed))).astype(np.int32)], (120, 190, 215))
    for _, _, _, x, y, degrees, _ in SHIPS:
        hull = np.array(_placed(HULL, x, y, degrees).exterior.coords)
        cv2.fillPoly(image, [project(hull).astype(np.int32)], (60, 75, 95))
    noise = rng.integers(-9, 10, size=(height, width, 1), dtype=np.int16)
    return Frame(np.clip(image + noise, 0, 255).astype(np.uint8), t_ns, number, "Desk camera")


def _ruling(rule, target, verdict, measured, limit, reason, cannon=None, subject="titan"):
    return Ruling(rule, subject, target, cannon, verdict, measured, limit, None if measured is None else 0.2,
                  0.5, "Pirates rules 2005, Shooting", None, reason)  # fmt: skip


def made_up_rulings():
    return (
        _ruling("range", "soleil", Verdict.NO, 241.3, 115.0, "out of long range", 1),
        _ruling("range", "intrepide", Verdict.YES, 61.0, 115.0, "within long range", 1),
        _ruling("line_of_fire", "intrepide", Verdict.YES, 6.1, 0.0, "nothing stands between", 1),
        _ruling("line_of_fire", "intrepide", Verdict.NO, -3.2, 0.0, "HMS Pandora stands in the way", 2),
        _ruling("range", "dauphin", Verdict.TOO_CLOSE, 115.2, 115.0, "0.2 mm past the end of the ruler", 3),
        _ruling("docking", "dead-man", Verdict.YES, 0.3, 1.0, "bow touches the island", subject="soleil"),
        _ruling("ram", "dauphin", Verdict.NO, 12.8, 1.0, "the bow does not touch", subject="soleil"),
        _ruling("range", "gaule", Verdict.NOT_SEEN, None, 57.5, "La Gaule was last seen 4 s ago", 2),
    )


def made_up_pieces():
    def model(kind):
        return PieceModel("model", kind, HULL, 5.0, (), (), None, 0.2)

    ships = [Piece(piece, name, model(PieceKind.SHIP), "Anne", (), ()) for piece, name, *_ in SHIPS]
    islands = [Piece(piece, name, model(PieceKind.ISLAND), None, (), ()) for piece, name, *_ in ISLANDS]
    return tuple(ships + islands)


def made_up_state(*, frame, registered=True, warnings=(), rulings=None, health=Health.GOOD, reason=""):
    registration = None
    if registered:
        registration = SimpleNamespace(
            residual_px=0.11, mat_tags_seen=tuple(range(8)), health=health, reason=reason,
            image_from_mat=made_up_projection(frame.width_px, frame.height_px),
            mat_from_image=made_up_unprojection(frame.width_px, frame.height_px),
        )  # fmt: skip
    places = {piece: PlanarPose(x, y, math.radians(degrees)) for piece, _, _, x, y, degrees, _ in SHIPS}
    places |= {piece: PlanarPose(x, y, 0.0) for piece, _, x, y in ISLANDS}
    none = np.zeros((3, 3))
    poses = {piece: PiecePose(at, none, none, frame.t_ns, (), 0.1) for piece, at in places.items()}
    seen_ns = {piece: frame.t_ns - (4_000_000_000 if piece == "gaule" else 0) for piece in poses}
    return TableState(
        t_ns=frame.t_ns, frame_number=frame.number, registration=registration, tracks=Tracks(),
        scene=made_up_settings().scene(poses, seen_ns, frame.t_ns),
        rulings=made_up_rulings() if rulings is None else rulings, warnings=tuple(warnings),
    )  # fmt: skip


def made_up_moment(frame, **state):
    return Moment(frame, made_up_state(frame=frame, **state), made_up_settings())


def made_up_settings():
    mat = SimpleNamespace(width_mm=MAT_MM[0], height_mm=MAT_MM[1], tags=tuple(range(8)), print_scale_sigma=0.0)
    pieces = made_up_pieces()
    state = state_of(pieces, ("Anne", "Mary"), {})
    return TableSettings("Made-up table", mat, CameraProfile("made up", None), pieces, RuleSettings(), state)


class FakeTable:
    """What runs behind a window, writing down what it is told."""

    def __init__(self):
        self.settings = []

    def use(self, settings):
        self.settings.append(settings)


class FakeProgram:
    """The program behind a window, with preferences in a folder of the test's own."""

    def __init__(self, folder):
        self.preferences = Preferences(folder / "window.ini")
        self.matches_root = folder / "matches"
        self.opened = None
        self.language = None
        self.tried = []
        self.has_quit = False

    def try_open(self, recent, asker):  # noqa: ARG002
        self.tried.append(recent)
        return True

    def source_for(self, table):
        return "camera:0" if table.name == "known.toml" else None

    def show_library(self, asker):
        self.tried.append(("library", asker))

    def set_up(self, asker, table=None):
        self.tried.append(("set up", asker) if table is None else ("set up", asker, table))

    def try_demo(self, asker, stage="demo"):  # noqa: ARG002
        self.tried.append(("demo", stage))

    def try_sample_match(self, asker):
        self.tried.append(("sample match", asker))

    def choose_language(self, name):
        self.language = name

    def quit(self):
        self.has_quit = True
