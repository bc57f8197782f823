"""A score in sentences, for those who do not read the signs."""

from collections.abc import Iterator, Mapping

from tableassist.formats.score.chronicle_words import LEGAL, broken_words, made_words, note_words, time_words
from tableassist.formats.score.score import (
    Call,
    Line,
    Moved,
    Noted,
    Overruled,
    Placed,
    Score,
    ScoredLeg,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
)
from tableassist.rules.ruling.ruling import Verdict

Names = Mapping[str, str]
CALLS = {
    Verdict.YES: "YES",
    Verdict.NO: "NO",
    Verdict.TOO_CLOSE: "TOO CLOSE TO CALL",
    Verdict.NOT_SEEN: "NOT SEEN",
}
FACTS = {"Table": "", "Date": "", "Edition": ", ", "Mat": " x ", "Ruler": " and "}
"""Tags that are told, and what stands between their values."""
IN_MM = ("Mat", "Ruler")


def names_in(score: Score) -> dict[str, str]:
    """Of pieces, by id."""
    return {tag.values[0]: tag.values[1] for tag in score.tags if tag.name in ("Ship", "Piece") and len(tag.values) > 1}


def owners_in(score: Score) -> dict[str, str]:
    """Of ships, by id."""
    return {tag.values[0]: tag.values[2] for tag in score.tags if tag.name == "Ship" and len(tag.values) > 2}


def players_in(score: Score) -> tuple[str, ...]:
    return tuple(tag.values[0] for tag in score.tags if tag.name == "Player" and tag.values)


def facts_in(score: Score) -> list[tuple[str, str]]:
    found = [
        (tag.name, FACTS[tag.name].join(tag.values) + (" mm" if tag.name in IN_MM else ""))
        for tag in score.tags
        if tag.name in FACTS and tag.values
    ]
    house = [("House rule", " = ".join(tag.values)) for tag in score.tags if tag.name == "House" and tag.values]
    return [*found, *house]


def score_lines(score: Score) -> Iterator[str]:
    """As a text to read: who played what, then turn by turn."""
    players = " against ".join(players_in(score))
    if players:
        yield players
    yield from (f"{what}: {is_}" for what, is_ in facts_in(score))
    names, turn = names_in(score), None
    for line in score.lines:
        if line.turn != turn:
            turn = line.turn
            yield ""
            yield "Set-up" if turn == 0 else f"Turn {turn}"
        yield f"  {line_words(line, names)}"


def line_words(line: Line, names: Names) -> str:
    when = "" if line.t_s is None else f"{time_words(round(line.t_s * 1e9))}  "
    said = _entry_words(line, names)
    comment = "" if line.comment is None else line.comment
    return when + (f"{said}. {comment}" if said and comment else f"{said}." if said else comment)


def _entry_words(line: Line, names: Names) -> str:
    def named(piece: str) -> str:
        return names.get(piece, piece)

    match line.entry:
        case Placed(piece, at):
            words = f"{named(piece)} lies at {at.x_mm:g}, {at.y_mm:g} mm, heading {at.heading_deg:g}°"
        case Shifted(piece, at):
            words = f"{named(piece)} is shifted to {at.x_mm:g}, {at.y_mm:g} mm, heading {at.heading_deg:g}°"
        case Moved() as moved:
            words = _move_words(moved, names)
        case ScoredQuestion(piece, target, calls):
            words = f"{named(piece)} at {named(target)}: {', '.join(_call_words(call) for call in calls)}"
        case Overruled(piece, target, call, verdict, by):
            who = by or "a person"
            words = f"{named(piece)} at {named(target)}: {_call_words(call)}, but {who} calls {CALLS[verdict]}"
        case Noted() as noted:
            words = note_words(noted, names)
        case ScoredRemark():
            words = ""
    return words


def _move_words(moved: Moved, names: Names) -> str:
    name = names.get(moved.piece, moved.piece)
    if moved.towed_by is not None:
        how = f"is towed by {names.get(moved.towed_by, moved.towed_by)}"
    elif moved.legs:
        how = ", then ".join(_leg_words(leg) for leg in moved.legs)
    else:
        how = "comes about" if moved.came_about else "moves"
    if moved.came_about and moved.legs:
        how += ", and comes about"
    if moved.stern_turn_deg:
        how += f", and turns {_turn_words(moved.stern_turn_deg)} on her stern"
    if moved.wraps:
        how += ", round the earth"
    at = moved.at
    words = f"{name} {how}, to {at.x_mm:g}, {at.y_mm:g} mm, heading {at.heading_deg:g}°"
    if moved.verdict is not None:
        words += f": {LEGAL[moved.verdict]}"
    touches = [made_words(each, names) for each in moved.made] + [broken_words(each, names) for each in moved.broken]
    return ". ".join((words, *touches))


def _leg_words(leg: ScoredLeg) -> str:
    turn = f"turns {_turn_words(leg.turn_deg)} and " if leg.turn_deg else ""
    sails = f"a full {leg.segment}" if leg.length_mm is None else f"{leg.length_mm:g} mm of {leg.segment}"
    return f"{turn}sails {sails}"


def _turn_words(deg: float) -> str:
    return f"{abs(deg):g}° to {'port' if deg > 0 else 'starboard'}"


def _call_words(call: Call) -> str:
    cannon = "" if call.cannon is None else f" of cannon {call.cannon}"
    return f"{call.rule.replace('_', ' ')}{cannon} {CALLS[call.verdict]}"
