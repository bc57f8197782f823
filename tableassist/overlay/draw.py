"""The drawing of a table: outlines of all pieces, what touches what, and the shots of the selected ship."""

from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.overlay.piece_strokes import fleet_inks, piece_label, piece_strokes
from tableassist.overlay.shot_strokes import shot_badges, shot_strokes
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.scene.scene import Scene
from tableassist.vision.mat_layout import MatLayout


def draw(scene: Scene, rulings: tuple[Ruling, ...], mat: MatLayout, selected: str | None) -> Drawing:
    inks = fleet_inks(scene.ledger)
    strokes = [_mat_edge(mat)]
    labels: list[Label] = []
    for placed in scene.pieces:
        strokes += piece_strokes(placed, inks)
        labels.append(piece_label(placed, inks))
    badges = list(_contact_badges(rulings))
    ship = scene.find(selected)
    if ship is not None:
        hers = tuple(ruling for ruling in rulings if ruling.subject == ship.id)
        strokes += shot_strokes(ship, scene, hers)
        badges += shot_badges(ship, hers)
    return Drawing(tuple(strokes), tuple(badges), tuple(labels), scene.ledger.players)


def _mat_edge(mat: MatLayout) -> Stroke:
    corners = ((0.0, 0.0), (mat.width_mm, 0.0), (mat.width_mm, mat.height_mm), (0.0, mat.height_mm))
    return Stroke(corners, Ink.MAT_EDGE, closed=True, filled=False, piece=None)


CONTACT_WORDS = {"docking": ("docked", Symbol.ANCHOR), "ram": ("ram", Symbol.RAM)}


def _contact_badges(rulings: tuple[Ruling, ...]) -> list[Badge]:
    badges = []
    for ruling in rulings:
        if ruling.rule not in CONTACT_WORDS or ruling.witness is None:
            continue
        word, symbol = CONTACT_WORDS[ruling.rule]
        if ruling.verdict is Verdict.YES:
            badges.append(Badge(ruling.witness.end, symbol, word))
        elif ruling.verdict is Verdict.TOO_CLOSE:
            badges.append(Badge(ruling.witness.end, Symbol.TOO_CLOSE, f"{word}? too close"))
    return badges
