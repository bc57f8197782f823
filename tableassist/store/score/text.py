"""A score as text: what docs/pcn.md describes, one way only for each score."""

from tableassist.rulebook import Source, Verdict
from tableassist.rulebook.play import Amendment
from tableassist.rulebook.ruling import VERDICT_TEXT
from tableassist.store.game.entries import entry_text
from tableassist.store.game.record import CHANGE_KEYS
from tableassist.store.score.score import (
    Acted,
    Amended,
    Call,
    Entry,
    Line,
    Moved,
    Noted,
    Overruled,
    Place,
    Placed,
    Score,
    ScoredLeg,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
    Tag,
    Touch,
)
from tableassist.text_line import escape_text, format_name, quote_text

MOVE_WORDS = {Verdict.YES: "legal", Verdict.NO: "illegal", Verdict.TOO_CLOSE: "close", Verdict.NOT_SEEN: "unseen"}


def score_text(score: Score) -> str:
    head = "".join(_tag(tag) + "\n" for tag in score.tags)
    body = "".join(line_text(line) + "\n" for line in score.lines)
    return f"{head}\n{body}" if head else body


def line_text(line: Line) -> str:
    parts = [f"{line.turn}.", *_entry(line.entry)]
    if line.t_s is not None:
        parts.append(f"@{number(line.t_s)}")
    if line.comment is not None:
        parts.append(f"{{{escape_text(line.comment, '}')}}}")
    return " ".join(parts)


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _tag(tag: Tag) -> str:
    return f"[{' '.join((tag.name, *map(quote_text, tag.values)))}]"


def _place(place: Place) -> str:
    return f"({number(place.x_mm)},{number(place.y_mm)},{number(place.heading_deg)})"


def _leg(leg: ScoredLeg) -> str:
    turn = number(leg.turn_deg) if leg.turn_deg else ""
    return f"{leg.segment}{turn}" if leg.length_mm is None else f"{leg.segment}{turn}={number(leg.length_mm)}"


def _touch(touch: Touch) -> str:
    return f"{format_name(touch.piece)}:{touch.rule}"


def _call(call: Call) -> str:
    cannon = "" if call.cannon is None else f":{call.cannon}"
    return f"{call.rule}{cannon}={VERDICT_TEXT[call.verdict]}"


def _entry(entry: Entry) -> list[str]:
    match entry:
        case Placed(piece, at):
            parts = [format_name(piece), "=", _place(at)]
        case Shifted(piece, at):
            parts = [format_name(piece), "~", _place(at)]
        case Moved():
            parts = _moved(entry)
        case ScoredQuestion(piece, target, calls):
            parts = [format_name(piece), "?", format_name(target), *map(_call, calls)]
        case Overruled(piece, target, call, verdict, by):
            said = [format_name(piece), "!", format_name(target), f"{_call(call)}/{VERDICT_TEXT[verdict]}"]
            parts = [*said, "by", format_name(by)] if by else said
        case Noted(subject, what, words):
            parts = [format_name(subject), "%", what, *map(format_name, words)]
        case Acted(said):
            parts = [entry_text(said)]
        case Amended(amendment):
            parts = _amended(amendment)
        case ScoredRemark():
            parts = []
    return parts


def _amended(amendment: Amendment) -> list[str]:
    parts = [f"#{amendment.entry}", CHANGE_KEYS[amendment.change]]
    if amendment.by:
        parts += ["by", format_name(amendment.by)]
    return parts if amendment.source is Source.PERSON else [*parts, f"source={amendment.source.value}"]


def _moved(move: Moved) -> list[str]:
    parts = [format_name(move.piece)]
    if move.towed_by is not None:
        parts += ["&", format_name(move.towed_by)]
    parts += map(_leg, move.legs)
    if move.stern_turn_deg:
        parts.append(f"^{number(move.stern_turn_deg)}")
    parts += [sign for sign, so in (("O", move.came_about), ("W", move.wraps)) if so]
    parts += [">", _place(move.at)]
    if move.verdict is not None:
        parts.append(MOVE_WORDS[move.verdict])
    parts += [f"x {_touch(each)}" for each in move.made]
    parts += [f"/ {_touch(each)}" for each in move.broken]
    return parts
