"""A score as a page: the table after each turn. A score has no outlines: ships are darts, all else is a ring."""

import math
from collections.abc import Iterator

from tableassist.geometry import PlanarPose
from tableassist.messages import say, tr
from tableassist.overlay.arrows import arrow, dot
from tableassist.overlay.drawing import FLEET_INKS, Drawing, Ink, Label, Point, Stroke
from tableassist.overlay.svg_drawing import svg_of
from tableassist.rulebook import RefereedGame
from tableassist.rulebook.cardgame import RefereedCardGame
from tableassist.rulebook.referee import happenings
from tableassist.store.game_words.card_rows import rows_after_turns
from tableassist.store.game_words.results import result_facts
from tableassist.store.page.html_page import written_page
from tableassist.store.score.chronicle_words import opponents
from tableassist.store.score.gold_plot import gold_plot
from tableassist.store.score.score import Line, Moved, Place, Placed, Score, Shifted
from tableassist.store.score.text import score_text
from tableassist.store.score.words import (
    AnyRefereed,
    facts_in,
    line_words,
    names_in,
    owners_in,
    pieces_on_table,
    players_in,
    told_lines,
    turn_words,
)

DART_MM = ((18.0, 0.0), (-18.0, 8.0), (-12.0, 0.0), (-18.0, -8.0))
RING_MM = 22.0
USUAL_MM = 915.0
FARTHEST_MM = 10_000.0
MOST_PLANS = 200


def score_page(score: Score, refereed: AnyRefereed | None = None) -> str:
    return written_page(
        "score.html",
        players=say(opponents(players_in(score))),
        table=score.tag("Table"),
        match_facts=[*facts_in(score), *(() if refereed is None else result_facts(refereed))],
        gold=gold_plot(refereed, tuple(happenings(refereed))) if isinstance(refereed, RefereedGame) else None,
        cards=score.is_card_game,
        turns=list(_card_turns(score, refereed) if score.is_card_game else _turns(score)),
        text=score_text(score),
    )


def _turns(score: Score) -> Iterator[dict[str, object]]:
    names, places = names_in(score), dict[str, Place]()
    for turn in sorted({line.turn for line in score.lines})[:MOST_PLANS]:
        lines = [line for line in score.lines if line.turn == turn]
        moves = _played(lines, places)
        caption = tr("After turn {number}.", number=turn) if turn else tr("The table at the beginning.")
        svg = svg_of(_drawing(score, places, moves), _mat(score), title=caption, text_mm=22.0)
        yield {
            "number": turn,
            "title": turn_words(turn),
            "happened": [line_words(line, names) for line in lines] if turn else [],
            "nothing": pieces_on_table(len(places)),
            "figure": {"svg": svg, "caption": caption},
        }


def _card_turns(score: Score, refereed: AnyRefereed | None) -> Iterator[dict[str, object]]:
    """What was done and what came of it, with the row after the turn."""
    cards = refereed if isinstance(refereed, RefereedCardGame) else None
    rows = {} if cards is None else rows_after_turns(cards)
    told = [*told_lines(score, refereed)]
    for turn in sorted({line.turn for line, _ in told}):
        lines = [(line_words(line, names_in(score)), *more) for line, more in told if line.turn == turn]
        happened = [" ".join((said, "; ".join(more))) for said, *more in lines]
        yield {"number": turn, "title": turn_words(turn), "happened": happened, "row": rows.get(turn)}


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
