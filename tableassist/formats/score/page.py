"""A score as a page: the table after each turn. A score has no outlines: ships are darts, all else is a ring."""

import math
from html import escape

from tableassist.formats.page.html_page import whole_page
from tableassist.formats.score.score import Line, Moved, Place, Placed, Score, Shifted
from tableassist.formats.score.text import score_text
from tableassist.formats.score.words import facts_in, line_words, names_in, owners_in, players_in
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.overlay.arrows import arrow, dot
from tableassist.overlay.drawing import FLEET_INKS, Drawing, Ink, Label, Point, Stroke
from tableassist.overlay.svg_drawing import svg_of

DART_MM = ((18.0, 0.0), (-18.0, 8.0), (-12.0, 0.0), (-18.0, -8.0))
RING_MM = 22.0
USUAL_MM = 915.0
FARTHEST_MM = 10_000.0
MOST_PLANS = 200


def score_page(score: Score) -> str:
    players = " against ".join(players_in(score))
    facts = "".join(
        f'<li><span class="soft">{escape(what)}</span> <b>{escape(is_)}</b></li>' for what, is_ in facts_in(score)
    )
    return whole_page(
        f"Score: {players or score.tag('Table') or 'a match'}",
        [
            f'<p class="soft">Score</p><h1>{escape(players or "A match")}</h1><ul class="facts">{facts}</ul>',
            '<p class="soft">A score has no outlines: a dart is the middle of a ship and where she heads, a ring is '
            "the middle of anything else.</p>",
            *_turns(score),
            f"<h2>As text</h2><pre>{escape(score_text(score))}</pre>",
        ],
    )


def _turns(score: Score) -> list[str]:
    names, places, cards = names_in(score), dict[str, Place](), list[str]()
    for turn in sorted({line.turn for line in score.lines})[:MOST_PLANS]:
        lines = [line for line in score.lines if line.turn == turn]
        moves = _played(lines, places)
        title = "Set-up" if turn == 0 else f"Turn {turn}"
        told = [] if turn == 0 else [f"<li><p>{escape(line_words(line, names))}</p></li>" for line in lines]
        plan = svg_of(_drawing(score, places, moves), _mat(score), title=f"After {title.lower()}", text_mm=22.0)
        cards.append(
            f'<article class="card turn" id="turn-{turn}"><div><h3>{title}</h3><ul class="moves">'
            f"{''.join(told) or f'<li>{len(places)} pieces are on the table.</li>'}</ul></div>"
            f"<figure>{plan}</figure></article>"
        )
    return cards


def _played(lines: list[Line], places: dict[str, Place]) -> list[tuple[str, Place, Place]]:
    """The moves, from where to where; `places` are those after them."""
    moves = []
    for line in lines:
        match line.entry:
            case Placed(piece, at) | Shifted(piece, at):
                places[piece] = at
            case Moved(piece, at):
                if piece in places:
                    moves.append((piece, places[piece], at))
                places[piece] = at
            case _:
                pass
    return moves


def _drawing(score: Score, places: dict[str, Place], moves: list[tuple[str, Place, Place]]) -> Drawing:
    names, owners, players = names_in(score), owners_in(score), players_in(score)
    inks = {player: FLEET_INKS[number % len(FLEET_INKS)] for number, player in enumerate(players)}
    strokes, labels = list[Stroke](), list[Label]()
    for piece, at in places.items():
        ink = inks.get(owners.get(piece, ""), Ink.NEUTRAL)
        strokes.append(Stroke(_shape(at, is_ship=piece in owners), ink, closed=True, filled=True, piece=piece))
        labels.append(Label((at.x_mm, at.y_mm), names.get(piece, piece), ink, piece))
    for piece, start, end in moves:
        ink = inks.get(owners.get(piece, ""), Ink.NEUTRAL)
        line: tuple[Point, ...] = ((start.x_mm, start.y_mm), (end.x_mm, end.y_mm))
        strokes.append(Stroke(line, ink, closed=False, filled=False, piece=None))
        strokes += (Stroke(each, ink, closed=True, filled=True, piece=None) for each in (arrow(line), dot(line[0])))
    return Drawing(tuple(strokes), (), tuple(labels), players)


def _shape(at: Place, *, is_ship: bool) -> tuple[Point, ...]:
    pose = PlanarPose(at.x_mm, at.y_mm, math.radians(at.heading_deg))
    if is_ship:
        return tuple(pose.place_one(x, y) for x, y in DART_MM)
    turns = (math.tau * step / 24 for step in range(24))
    return tuple((at.x_mm + RING_MM * math.cos(turn), at.y_mm + RING_MM * math.sin(turn)) for turn in turns)


def _mat(score: Score) -> tuple[float, float]:
    """The usual one where the score has none that makes sense."""
    values = next((tag.values for tag in score.tags if tag.name == "Mat" and len(tag.values) == 2), ())
    try:
        width, height = (float(value) for value in values)
    except ValueError:
        return USUAL_MM, USUAL_MM
    fits = 0.0 < width <= FARTHEST_MM and 0.0 < height <= FARTHEST_MM
    return (width, height) if fits else (USUAL_MM, USUAL_MM)
