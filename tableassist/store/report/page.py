"""The battle report: one HTML page that holds all it shows."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import Message, Text, say, sentence, tr
from tableassist.overlay.drawing import Drawing
from tableassist.overlay.svg_drawing import svg_of
from tableassist.pieces import Piece
from tableassist.pipeline.moves.chronicle import Chronicle
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.rulebook import Overruling, RefereedGame, Ruling, Verdict
from tableassist.rulebook.referee import Happening
from tableassist.store.game_words.results import result_facts
from tableassist.store.page.html_page import written_page
from tableassist.store.report.game import Photograph, game_values
from tableassist.store.report.timeline import timeline_of
from tableassist.store.score import first_line, question_of
from tableassist.store.score.chronicle_words import (
    LEGAL,
    VERDICT_WORDS,
    Names,
    contact_words,
    distance_words,
    edit_words,
    fate_words,
    move_words,
    opponents,
    shooter_words,
    shot_words,
    terrain_words,
    time_words,
)
from tableassist.store.score.words import pieces_on_table, turn_words

SIGNS = {Verdict.YES: "✓", Verdict.NO: "✗", Verdict.TOO_CLOSE: "±", Verdict.NOT_SEEN: "?"}
Values = dict[str, object]
"""For a template, which escapes them all."""
Called = tuple[Verdict, str, str]
"""A verdict, its sign and its words."""


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The table after a turn; 0 is the set-up."""

    number: int
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class ReportedDispute:
    overruling: Overruling
    jpeg: bytes | None
    """With the drawing on it; None where no picture was recorded."""
    spot_jpeg: bytes | None
    """The place itself, straight from above and without a drawing."""


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    name: str
    """Of the match."""
    date: str
    version: str
    chronicle: Chronicle
    plans: tuple[TurnPlan, ...]
    disputes: tuple[ReportedDispute, ...]
    paths: Drawing
    score: str
    game: RefereedGame | None = None
    """What the referee made of the match's acts, where it keeps any."""
    told: tuple[Happening, ...] = ()
    """What came of each act, in the order of play."""
    moments: tuple[Photograph, ...] = ()
    """In the order of time."""
    additions: tuple[Message, ...] = ()
    """What was added to the match when it was over."""


def report_page(report: Report) -> str:
    chronicle = report.chronicle
    everywhere = tr("All moves, from rest to rest; the number is that of the turn.")
    return written_page(
        "report.html",
        report=report,
        table=chronicle.settings.name,
        players=say(opponents(chronicle.settings.state.players)),
        match_facts=_facts(report),
        game=None if report.game is None else game_values(report.game, report.told, report.moments),
        fleets=[_fleet(player, report) for player in chronicle.settings.state.players],
        timeline=timeline_of(chronicle, report.told),
        turns=[_turn(report, plan) for plan in report.plans],
        disputes=[_dispute(each, chronicle) for each in report.disputes],
        paths=_figure(report, report.paths, everywhere, small=False),
    )


def _facts(report: Report) -> list[tuple[str, str]]:
    chronicle = report.chronicle
    rules = chronicle.settings.rules
    moves = [move for move in chronicle.moves if move.kind is MoveKind.MOVED]
    illegal = sum(1 for move in moves if move.judgement and move.judgement.ruling.verdict is Verdict.NO)
    edition, count = rules.edition.name, len(moves)
    return [
        (tr("Played"), report.date),
        (tr("Lasted"), time_words(chronicle.last_ns - chronicle.first_ns)),
        (tr("Edition"), tr("{edition} with the multiplayer add-on", edition=edition) if rules.multiplayer else edition),
        (tr("Turns"), str(chronicle.turns[-1].turn.number)),
        (tr("Moves"), tr("{count}, {illegal} not legal", count=count, illegal=illegal) if illegal else str(count)),
        (tr("Disputes"), str(len(report.disputes))),
        *(result_facts(report.game) if report.game is not None else ()),
        *((tr("After the end"), say(words)) for words in report.additions),
        *((tr("House rule"), f"{name} = {value}") for name, value in sorted(rules.house.items())),
    ]


def _fleet(player: str, report: Report) -> Values:
    ships = [piece for piece in report.chronicle.last_settings.pieces if piece.owner == player]
    points = sum(ship.points for ship in ships)
    return {"player": player, "points": points, "ships": [_ship(ship, report) for ship in ships]}


def _ship(ship: Piece, report: Report) -> Values:
    """As the game has it, where there is one with her in it."""
    chronicle, game = report.chronicle, None if report.game is None else report.game.game
    state = chronicle.last_settings.state if game is None or ship.id not in game.units else game
    whole = ship.model.upright_count
    left = whole - len(state.masts_lost.get(ship.id, frozenset()))
    return {
        "name": ship.name,
        "card": ship.card,
        "moves": sum(move.piece == ship.id and move.kind is MoveKind.MOVED for move in chronicle.moves),
        "masts": tr("{left} of {whole}", left=left, whole=whole),
        "fate": ", ".join(say(each) for each in fate_words(ship, state)),
    }


def _turn(report: Report, plan: TurnPlan) -> Values:
    chronicle = report.chronicle
    names = {piece.id: piece.name for piece in chronicle.settings.pieces}
    title, nothing = turn_words(plan.number), tr("Nothing moved.")
    caption = tr("After turn {number}.", number=plan.number)
    happened: list[Values] = []
    if plan.number == 0:
        nothing, caption = pieces_on_table(len(names)), tr("The table at the beginning.")
    else:
        happened = _happened(chronicle, plan.number, names)
        turn = next((each.turn for each in chronicle.turns if each.turn.number == plan.number), Turn(plan.number, None))
        title += f" · {turn.player}" if turn.player else ""
    figure = _figure(report, plan.drawing, caption)
    return {"number": plan.number, "title": title, "happened": happened, "nothing": nothing, "figure": figure}


def _happened(chronicle: Chronicle, number: int, names: Names) -> list[Values]:
    """In this turn, in the order of time."""
    timed = [(move.settled_ns, _move(move, names)) for move in chronicle.moves if move.turn.number == number]
    noted: list[tuple[int, Values]] = [
        (edit.t_ns, {"words": say(edit_words(edit.change, names)), **_shots(edit.shots, names, theirs=True)})
        for edit in chronicle.edits
    ]
    noted += [(mark.t_ns, {"words": f"⚑ {mark.words or tr('mark')}"}) for mark in chronicle.remarks]
    timed += [each for each in noted if chronicle.turn_at(each[0]).number == number]
    bare: Values = {"verdict": None, "contacts": (), "terrain": (), "shots": ()}
    return [
        {**bare, **item, "when": time_words(t_ns - chronicle.first_ns)}
        for t_ns, item in sorted(timed, key=lambda each: each[0])
    ]


def _move(move: FoundMove, names: Names) -> Values:
    item: Values = {
        "words": tr("{move}.", move=move_words(move, names)),
        "contacts": contact_words(move, names),
        "terrain": [(sentence(words), _called(verdict)) for words, verdict in terrain_words(move)],
        **_shots(move.shots, names, theirs=False),
    }
    if move.judgement is not None:
        ruling = move.judgement.ruling
        item |= {"verdict": _called(ruling.verdict, LEGAL[ruling.verdict]), "reason": say(ruling.reason)}
    return item


def _shots(shots: Sequence[Ruling], names: Names, *, theirs: bool) -> Values:
    """`theirs`: at her, not from her."""
    told = shooter_words(shots, names) if theirs else shot_words(shots, names)
    title = tr("Shots at her then:") if theirs else tr("Shots from there:")
    return {"shots_title": title, "shots": [(say(words), _called(verdict)) for words, verdict in told]}


def _called(verdict: Verdict, words: Text | None = None) -> Called:
    return verdict, SIGNS[verdict], say(VERDICT_WORDS[verdict] if words is None else words)


def _figure(report: Report, drawing: Drawing, caption: str, *, small: bool = True) -> Values:
    mat = report.chronicle.settings.mat
    text_mm = mat.width_mm / (42 if small else 64)
    return {"svg": svg_of(drawing, (mat.width_mm, mat.height_mm), title=caption, text_mm=text_mm), "caption": caption}


def _dispute(dispute: ReportedDispute, chronicle: Chronicle) -> Values:
    made, ruling = dispute.overruling, dispute.overruling.ruling
    names = {piece.id: piece.name for piece in chronicle.settings.pieces}
    distance = distance_words(ruling)
    when = time_words(made.t_ns - chronicle.first_ns)
    pictures = {
        tr("The table at {when}.", when=when): dispute.jpeg,
        tr("The spot, straight from above, as the camera saw it."): dispute.spot_jpeg if dispute.jpeg else None,
    }
    return {
        "title": say(question_of(ruling, names)),
        "when": when,
        "measured": _called(ruling.verdict),
        "reason": sentence(first_line(ruling)),
        "distance": "" if distance is None else say(distance),
        "called": _called(made.verdict),
        "why": made.reason,
        "by": made.by or tr("not recorded"),
        "rule": say(ruling.citation),
        "pictures": [
            {"caption": caption, "data": base64.b64encode(jpeg).decode("ascii")}
            for caption, jpeg in pictures.items()
            if jpeg is not None
        ],
    }
