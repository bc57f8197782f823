"""The drawing of a table: outlines of all pieces, what touches what, and the shots of the selected ship."""

from functools import lru_cache

from tableassist.overlay.contact_badges import contact_badges
from tableassist.overlay.drawing import Drawing, Ink, Label, Stroke
from tableassist.overlay.piece_strokes import fleet_inks, ink_of, piece_label, piece_strokes, ship_numbers
from tableassist.overlay.reach_strokes import reach_strokes
from tableassist.overlay.shot_badges import shot_badges
from tableassist.overlay.shot_strokes import shot_strokes
from tableassist.rulebook import Ruling, Scene
from tableassist.rulebook.engine import of_subject
from tableassist.vision.registration.mat_layout import MatLayout


def draw(scene: Scene, rulings: tuple[Ruling, ...], mat: MatLayout, selected: str | None) -> Drawing:
    inks = fleet_inks(scene.state)
    strokes = [_mat_edge(mat.width_mm, mat.height_mm)]
    numbers = ship_numbers((*(placed.piece for placed in scene.pieces), *scene.unseen))
    labels: list[Label] = []
    for placed in scene.pieces:
        ink = ink_of(placed, inks, scene.state)
        strokes += piece_strokes(placed, ink)
        labels.append(piece_label(placed, ink, scene.state, numbers))
    badges = contact_badges(rulings)
    ship = scene.find(selected)
    if ship is not None:
        hers = of_subject(rulings, ship.id)
        strokes += reach_strokes(ship, hers)
        strokes += shot_strokes(ship, scene, hers)
        badges = [*shot_badges(scene, hers), *badges]
    return Drawing(tuple(strokes), tuple(badges), tuple(labels), scene.state.players)


@lru_cache(maxsize=4)
def _mat_edge(width_mm: float, height_mm: float) -> Stroke:
    corners = ((0.0, 0.0), (width_mm, 0.0), (width_mm, height_mm), (0.0, height_mm))
    return Stroke(corners, Ink.MAT_EDGE, closed=True, filled=False, piece=None)
