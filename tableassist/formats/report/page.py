"""The battle report: one HTML page that holds all it shows. No script, nothing from elsewhere, every word escaped."""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from tableassist.formats.page.html_page import whole_page
from tableassist.formats.report.timeline import TIMELINE_STYLE, timeline_svg
from tableassist.formats.score.chronicle_words import (
    LEGAL,
    contact_words,
    edit_words,
    fate_words,
    move_words,
    shooter_words,
    shot_words,
    time_words,
)
from tableassist.geometry.plus_minus import plus_minus
from tableassist.overlay.drawing import Drawing
from tableassist.overlay.svg_drawing import svg_of
from tableassist.pieces.piece import Piece
from tableassist.pipeline.moves.chronicle import Chronicle, LedgerEdit
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Verdict

CALLS = {
    Verdict.YES: "✓ YES",
    Verdict.NO: "✗ NO",
    Verdict.TOO_CLOSE: "± TOO CLOSE TO CALL",
    Verdict.NOT_SEEN: "? NOT SEEN",
}
SIGNS = {verdict: words.split(" ", 1)[0] for verdict, words in CALLS.items()}


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


def report_page(report: Report) -> str:
    title = f"Battle report: {report.name}"
    body = [
        _head(report),
        "<h2>Fleets</h2>",
        _fleets(report.chronicle),
        "<h2>Time line</h2>",
        timeline_svg(report.chronicle),
        '<p class="soft">A bar is a move: ✗ was not legal, ± is too close to call. ⚑ is a mark, ⚖ a dispute.</p>',
        "<h2>Turn by turn</h2>",
        *(_turn(report, plan) for plan in report.plans),
        *_disputes(report),
        "<h2>Where everybody went</h2>",
        _figure(report, report.paths, "All moves, from rest to rest; the number is that of the turn.", small=False),
        "<h2>Score</h2>",
        f'<p class="soft">To paste and to keep; docs/pcn.md explains it.</p><pre>{escape(report.score)}</pre>',
        f"<footer>Made by tableassist {escape(report.version)}.</footer>",
    ]
    return whole_page(title, body, TIMELINE_STYLE)


def _head(report: Report) -> str:
    chronicle = report.chronicle
    rules = chronicle.settings.rules
    moves = [move for move in chronicle.moves if move.kind is MoveKind.MOVED]
    illegal = sum(1 for move in moves if move.judgement and move.judgement.ruling.verdict is Verdict.NO)
    facts = [
        ("Played", report.date),
        ("Lasted", time_words(chronicle.last_ns - chronicle.first_ns)),
        ("Edition", rules.edition.name + (" with the multiplayer add-on" if rules.multiplayer else "")),
        ("Turns", str(chronicle.turns[-1].turn.number)),
        ("Moves", f"{len(moves)}, {illegal} not legal" if illegal else str(len(moves))),
        ("Disputes", str(len(report.disputes))),
        *(("House rule", f"{name} = {value}") for name, value in sorted(rules.house.items())),
    ]
    listed = "".join(f'<li><span class="soft">{escape(what)}</span> <b>{escape(is_)}</b></li>' for what, is_ in facts)
    players = " against ".join(chronicle.settings.ledger.players)
    return (
        f'<p class="soft">Battle report</p><h1>{escape(report.name)}</h1>'
        f'<p>{escape(players or chronicle.settings.name)}</p><p class="soft">{escape(chronicle.settings.name)}</p>'
        f'<ul class="facts">{listed}</ul>'
    )


def _fleets(chronicle: Chronicle) -> str:
    cards = []
    for number, player in enumerate(chronicle.settings.ledger.players):
        ships = [piece for piece in chronicle.last_settings.pieces if piece.owner == player]
        ink = f"fleet-{number % 4 + 1}"
        swatch = (
            f'<svg class="swatch" viewBox="0 0 26 14" aria-hidden="true"><rect class="f-{ink}" width="26" height="14"/>'
            f'<rect class="h-{ink}" width="26" height="14"/><rect class="i-{ink}" width="26" height="14"/></svg>'
        )
        points = sum(ship.points for ship in ships)
        worth = f' <span class="soft">{points:g} points</span>' if points else ""
        rows = "".join(_ship_row(ship, chronicle) for ship in ships)
        table = f"<table><tr><th>Ship</th><th>Moves</th><th>Masts at the end</th></tr>{rows}</table>"
        cards.append(f'<section class="card"><h3>{swatch}{escape(player)}{worth}</h3>{table}</section>')
    return f'<div class="fleets">{"".join(cards)}</div>'


def _ship_row(ship: Piece, chronicle: Chronicle) -> str:
    sailed = [move for move in chronicle.moves if move.piece == ship.id and move.kind is MoveKind.MOVED]
    card = f' <span class="soft">{escape(ship.card)}</span>' if ship.card else ""
    ledger = chronicle.last_settings.ledger
    lost = ledger.masts_lost.get(ship.id, frozenset())
    masts = f"{ship.model.upright_count - len(lost)} of {ship.model.upright_count}"
    fate = ", ".join(fate_words(ship, ledger))
    told = f' <span class="soft">{escape(fate)}</span>' if fate else ""
    return f"<tr><td>{escape(ship.name)}{card}</td><td>{len(sailed)}</td><td>{masts}{told}</td></tr>"


def _turn(report: Report, plan: TurnPlan) -> str:
    chronicle = report.chronicle
    names = {piece.id: piece.name for piece in chronicle.settings.pieces}
    turn = _turn_of(chronicle, plan.number)
    if plan.number == 0:
        items: Iterable[str] = [f"<li>{len(names)} pieces are on the table.</li>"]
        title, caption = "Set-up", "The table at the beginning."
    else:
        items = _items(chronicle, plan.number, names)
        title = f"Turn {plan.number}" + (f" · {turn.player}" if turn.player else "")
        caption = f"After turn {plan.number}."
    body = "".join(items) or '<li class="soft">Nothing moved.</li>'
    return (
        f'<article class="card turn" id="turn-{plan.number}"><div><h3>{escape(title)}</h3>'
        f'<ul class="moves">{body}</ul></div>{_figure(report, plan.drawing, caption)}</article>'
    )


def _turn_of(chronicle: Chronicle, number: int) -> Turn:
    return next((each.turn for each in chronicle.turns if each.turn.number == number), Turn(number, None))


def _items(chronicle: Chronicle, number: int, names: dict[str, str]) -> list[str]:
    """What happened in this turn, in the order of time."""
    timed = [
        (move.settled_ns, _move_item(move, chronicle, names)) for move in chronicle.moves if move.turn.number == number
    ]
    told = [(edit.t_ns, edit_words(edit.event, names), _bearing(edit, names)) for edit in chronicle.edits]
    told += [(mark.t_ns, f"⚑ {mark.words or 'mark'}", ()) for mark in chronicle.remarks]
    timed += [
        (each[0], _item(each[0], chronicle, *each[1:])) for each in told if chronicle.turn_at(each[0]).number == number
    ]
    return [item for _, item in sorted(timed, key=lambda each: each[0])]


def _item(t_ns: int, chronicle: Chronicle, words: str, more: Sequence[str] = ()) -> str:
    """`more` is HTML already."""
    when = time_words(t_ns - chronicle.first_ns)
    return (
        f'<li><p><span class="when">{when}</span> {escape(words)}</p>{"".join(f"<p>{each}</p>" for each in more)}</li>'
    )


def _bearing(edit: LedgerEdit, names: dict[str, str]) -> tuple[str, ...]:
    shots = [f"{escape(words)} {_call(verdict)}" for words, verdict in shooter_words(edit.shots, names)]
    return (f"Shots at her then: {'; '.join(shots)}",) if shots else ()


def _move_item(move: FoundMove, chronicle: Chronicle, names: dict[str, str]) -> str:
    more = []
    if move.judgement is not None:
        ruling = move.judgement.ruling
        more.append(f"{_call(ruling.verdict, LEGAL[ruling.verdict])} <span class='soft'>{escape(ruling.reason)}</span>")
    more += [f"{escape(words)}." for words in contact_words(move, names)]
    shots = [f"{escape(words)} {_call(verdict)}" for words, verdict in shot_words(move.shots, names)]
    if shots:
        more.append(f"Shots from there: {'; '.join(shots)}")
    return _item(move.settled_ns, chronicle, f"{move_words(move, names)}.", more)


def _call(verdict: Verdict, words: str | None = None) -> str:
    shown = CALLS[verdict] if words is None else f"{SIGNS[verdict]} {words}"
    return f'<span class="call {verdict}">{escape(shown)}</span>'


def _figure(report: Report, drawing: Drawing, caption: str, *, small: bool = True) -> str:
    mat = report.chronicle.settings.mat
    text_mm = mat.width_mm / (42 if small else 64)
    svg = svg_of(drawing, (mat.width_mm, mat.height_mm), title=caption, text_mm=text_mm)
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _disputes(report: Report) -> list[str]:
    if not report.disputes:
        return []
    return ["<h2>Disputes</h2>", *(_dispute(each, report.chronicle) for each in report.disputes)]


def _dispute(dispute: ReportedDispute, chronicle: Chronicle) -> str:
    made, ruling = dispute.overruling, dispute.overruling.ruling
    cannon = "" if ruling.cannon is None else f", cannon {ruling.cannon}"
    asked = f"{ruling.rule.replace('_', ' ').capitalize()}: {chronicle.name_of(ruling.subject)}{cannon} → "
    rows = [
        ("Measured by the camera", _call(ruling.verdict) + f" {escape(ruling.reason)}"),
        ("Called by a person", _call(made.verdict) + f" {escape(made.reason)}"),
        ("By", escape(made.by or "nobody said")),
        ("Rule", escape(ruling.citation)),
    ]
    if ruling.measured_mm is not None and ruling.limit_mm is not None:
        spread = "" if ruling.sigma_mm is None else f" ± {plus_minus(ruling.sigma_mm):.2f}"
        rows.insert(1, ("Distance", f"{ruling.measured_mm:.2f}{spread} mm, limit {ruling.limit_mm:g} mm"))
    table = "".join(f"<tr><th>{what}</th><td>{is_}</td></tr>" for what, is_ in rows)
    when = time_words(made.t_ns - chronicle.first_ns)
    shown = [
        _picture(dispute.jpeg, f"The table at {when}."),
        _picture(dispute.spot_jpeg, "The spot, straight from above, as the camera saw it."),
    ]
    if dispute.jpeg is None:
        shown = ['<p class="soft">No picture was recorded of this moment.</p>']
    title = f'{escape(asked + chronicle.name_of(ruling.target))} <span class="when">{when}</span>'
    return f'<section class="card"><h3>{title}</h3><table>{table}</table>{"".join(shown)}</section>'


def _picture(jpeg: bytes | None, caption: str) -> str:
    if jpeg is None:
        return ""
    data = base64.b64encode(jpeg).decode("ascii")
    words = escape(caption)
    return f'<figure><img alt="{words}" src="data:image/jpeg;base64,{data}"><figcaption>{words}</figcaption></figure>'
