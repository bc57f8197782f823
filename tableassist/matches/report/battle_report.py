"""A battle report: a match as one page, to print or to put on the web."""

from pathlib import Path

from tableassist import __version__
from tableassist.judging.views import drawing_of
from tableassist.matches.card_past import card_past_of
from tableassist.matches.painter import Painter
from tableassist.matches.recorded_match import (
    chronicle_of_match,
    game_of_match,
    happenings_of_match,
    open_match,
    score_of_match,
)
from tableassist.matches.replay.replay import Replay
from tableassist.matches.report.card_report import card_report_of
from tableassist.matches.report.key_moments import key_moments
from tableassist.messages import Message
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moves.chronicle import Chronicle
from tableassist.process import Progress, no_progress
from tableassist.rulebook import Overruling, referee_game
from tableassist.rulebook.ruling import Witness
from tableassist.store.files import encoded_jpeg, narrowed, write_text_safely
from tableassist.store.match.chain import additions_to
from tableassist.store.report import Report, ReportedDispute, TurnPlan, card_report_page, path_map, report_page
from tableassist.store.score import score_text
from tableassist.vision.registration.rectified import Window, rectified_image

PICTURE_WIDTH_PX = 1280
SPOT_WIDTH_PX, SPOT_MM = 800, 75.0
MOST_PLANS = 200
"""More turns than this would make a page that no browser likes; the score has them all."""


def write_report(match: Path, out: Path | None = None, *, painter: Painter, progress: Progress = no_progress) -> Path:
    """`out`: None names it after the match."""
    with open_match(match) as replay:
        cards = card_past_of(replay)
        if cards is not None:
            page = card_report_page(card_report_of(replay, cards, progress))
        else:
            page = report_page(report_of(replay, painter, progress))
        to = out or Path(f"{replay.facts.name}.html")
    write_text_safely(to, page)
    return to


def report_of(replay: Replay, painter: Painter, progress: Progress = no_progress) -> Report:
    chronicle = chronicle_of_match(replay, progress)
    date, game = replay.started.date().isoformat(), game_of_match(replay)
    refereed = None if game is None else referee_game(game.start, game.log)
    told = () if game is None or refereed is None else happenings_of_match(replay, game, refereed)
    plans = []
    numbers = turn_numbers(chronicle)
    for done, number in enumerate(numbers):
        progress(Message("painting"), done / len(numbers))
        # After the turn, as it lay when the last piece had settled, with the turn's moves.
        lay = _drawing_at(replay, chronicle.settled_after(number))
        plans.append(TurnPlan(number, path_map(chronicle, lay, turn=number)))
    last = _drawing_at(replay, chronicle.last_ns)
    return Report(
        name=replay.facts.name,
        date=date,
        version=__version__,
        chronicle=chronicle,
        plans=tuple(plans),
        disputes=tuple(_dispute(replay, each, painter) for each in chronicle.overrulings),
        paths=path_map(chronicle, last),
        score=score_text(score_of_match(replay, chronicle)),
        game=refereed,
        told=told,
        moments=key_moments(replay, told, painter),
        additions=tuple(added.words for added in additions_to(replay.folder)),
    )


def turn_numbers(chronicle: Chronicle) -> list[int]:
    numbers = {0, *(each.turn.number for each in chronicle.turns), *(move.turn.number for move in chronicle.moves)}
    return sorted(numbers)[:MOST_PLANS]


def _drawing_at(replay: Replay, t_ns: int) -> Drawing:
    moment = next(replay.moments((t_ns, t_ns)))
    return drawing_of(moment.state, moment.settings.mat)


def _dispute(replay: Replay, overruling: Overruling, painter: Painter) -> ReportedDispute:
    """The whole picture with the drawing on it, and the spot itself as the camera saw it."""
    ruling = overruling.ruling
    moment = replay.at(overruling.t_ns)
    state = moment.state
    if replay.picture_at(state.t_ns) is None:
        return ReportedDispute(overruling, None, None)
    image = painter.camera(moment.frame, state, moment.settings.mat, selected=ruling.subject)
    image = narrowed(image, PICTURE_WIDTH_PX)
    spot = None
    if state.registration is not None and ruling.witness is not None:
        window = spot_window(ruling.witness)
        spot = encoded_jpeg(rectified_image(moment.frame.image, state.registration, window, width_px=SPOT_WIDTH_PX))
    return ReportedDispute(overruling, encoded_jpeg(image), spot)


def spot_window(witness: Witness) -> Window:
    """About where it was decided, with some water around."""
    (x0, y0), (x1, y1) = witness.start, witness.end
    half = max(SPOT_MM, 0.75 * max(abs(x1 - x0), abs(y1 - y0)))
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - half, y - 0.75 * half, x + half, y + 0.75 * half
