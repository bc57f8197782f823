"""A picture of a case, seen from above: its pieces as they lie, with what was measured; or, where nobody measured
anything, the game as a sketch."""

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tableassist.judging.cases.run import RunCase
from tableassist.messages import Message, Text
from tableassist.overlay.contact_badges import contact_badges
from tableassist.overlay.drawing import FLEET_INKS, Drawing, Ink, Label, Point, Stroke
from tableassist.overlay.piece_strokes import fleet_inks, ink_of, piece_label, piece_strokes
from tableassist.overlay.svg_drawing import svg_file
from tableassist.rulebook import GameState
from tableassist.store.files import write_text_safely

MARGIN_MM = 30.0
STEP_MM, RING_MM = 130.0, 22.0
DART_MM = ((18.0, 0.0), (-18.0, 8.0), (-12.0, 0.0), (-18.0, -8.0))
TURNS = tuple(math.tau * step / 24 for step in range(24))


def write_picture(run: RunCase, folder: Path) -> Path:
    path = folder / f"{run.path.stem}.svg"
    drawing = _drawing(run) if run.case.poses or run.game is None else _sketch(run.game)
    shifted, size = _in_view(drawing)
    write_text_safely(path, svg_file(shifted, size, title=run.case.why))
    return path


def _drawing(run: RunCase) -> Drawing:
    scene = run.case.scene
    inks, state = fleet_inks(scene.state), scene.state
    inked = [(placed, ink_of(placed, inks, state)) for placed in scene.pieces]
    strokes = [stroke for each in inked for stroke in piece_strokes(*each)]
    asked = {(each.rule, each.subject, each.target) for each in run.case.expected}
    strokes += (
        Stroke((each.witness.start, each.witness.end), Ink.EVIDENCE, closed=False, filled=False, piece=None)
        for each in run.rulings
        if each.witness is not None and (each.rule, each.subject, each.target) in asked
    )
    labels = tuple(piece_label(*each, state) for each in inked)
    return Drawing(tuple(strokes), tuple(contact_badges(run.rulings)), labels, state.players)


def _sketch(game: GameState) -> Drawing:
    """Islands and terrain in a row, ships beside their island or below, at sea. Nothing is to scale."""
    inks = {player: FLEET_INKS[number % len(FLEET_INKS)] for number, player in enumerate(game.order)}
    strokes, labels = list[Stroke](), list[Label]()
    lanes: dict[str, int] = {}
    lands = [*game.islands, *game.terrain]
    for column, place in enumerate(lands):
        ink = Ink.ISLAND if place in game.islands else Ink.TERRAIN
        at = (column * STEP_MM, 0.0)
        strokes.append(Stroke(_ring(at), ink, closed=True, filled=True, piece=place))
        labels.append(Label(at, _land_words(game, place), ink, place))
    for unit in game.units.values():
        if not unit.in_play:
            continue
        place = unit.docked_at or unit.lost_in or unit.tangled_in
        lane = lanes[place] = lanes.get(place, 0) + 1
        column = lands.index(place) if place in lands else lane - 1
        at = (column * STEP_MM, -STEP_MM / 2 * (lane + 0.2) if place in lands else -STEP_MM * 2.5)
        ink = inks.get(unit.owner, Ink.NEUTRAL)
        strokes.append(Stroke(_dart(at), ink, closed=True, filled=True, piece=unit.id))
        said = {"name": unit.name, "standing": unit.masts, "masts": unit.card.masts}
        labels.append(Label(at, Message("{name}: {standing} of {masts}", **said), ink, unit.id))
    return Drawing(tuple(strokes), (), tuple(labels), game.order)


def _land_words(game: GameState, place: str) -> Text:
    if place not in game.islands:
        return game.terrain[place].name
    said = {"name": game.islands[place].name, "coins": len(game.coins_at(place)), "gold": game.gold.get(place, 0)}
    if said["gold"]:
        return Message("{name}: {coins} coins, {gold} gold", **said)
    return Message("{name}: {coins} coins", **said)


def _ring(at: Point) -> tuple[Point, ...]:
    return tuple((at[0] + RING_MM * math.cos(turn), at[1] + RING_MM * math.sin(turn)) for turn in TURNS)


def _dart(at: Point) -> tuple[Point, ...]:
    return tuple((at[0] + x, at[1] + y) for x, y in DART_MM)


def _in_view(drawing: Drawing) -> tuple[Drawing, tuple[float, float]]:
    """Moved so that all of it lies right of and above the corner, with its size."""
    points = [point for stroke in drawing.strokes for point in stroke.points] or [(0.0, 0.0)]
    left, low = min(x for x, _ in points) - MARGIN_MM, min(y for _, y in points) - MARGIN_MM
    right, top = max(x for x, _ in points) + MARGIN_MM, max(y for _, y in points) + MARGIN_MM

    def moved(some: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((x - left, y - low) for x, y in some)

    return (
        Drawing(
            tuple(replace(each, points=moved(each.points)) for each in drawing.strokes),
            tuple(replace(each, at=moved([each.at])[0]) for each in drawing.badges),
            tuple(replace(each, at=moved([each.at])[0]) for each in drawing.labels),
            drawing.fleets,
        ),
        (right - left, top - low),
    )
