"""A score in sentences, for those who do not read the signs."""

from collections.abc import Collection, Iterator, Mapping
from functools import reduce
from typing import Any

from tableassist.messages import Message, Text, say, template, tr
from tableassist.rulebook import Entry as LogEntry
from tableassist.rulebook import RefereedAct, RefereedGame
from tableassist.rulebook.cardgame import CardGame, RefereedCardAct, RefereedCardGame
from tableassist.store.game_words.acts import act_words, amendment_words, by_card
from tableassist.store.game_words.card_results import came_of
from tableassist.store.game_words.results import judged_words, result_facts
from tableassist.store.score.chronicle_words import (
    LEGAL,
    VERDICT_WORDS,
    broken_words,
    made_words,
    note_words,
    opponents,
    rule_words,
    time_words,
)
from tableassist.store.score.score import (
    Acted,
    Amended,
    Call,
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
)

AnyRefereed = RefereedGame | RefereedCardGame
Names = Mapping[str, str]
FACTS = (template("Table"), template("Date"), template("Edition"), template("Mat"), template("Ruler"))
"""Tags that are told."""
NAMED = ("Ship", "Piece", "Island", "Terrain", "Crew")
"""Tags of what has an id and a name."""


def names_in(score: Score) -> dict[str, str]:
    """Of pieces, by id."""
    return {
        tag.values[0]: tag.values[1] or tag.values[0] for tag in score.tags if tag.name in NAMED and len(tag.values) > 1
    }


def owners_in(score: Score) -> dict[str, str]:
    """Of ships, by id."""
    return {tag.values[0]: tag.values[2] for tag in score.tags if tag.name == "Ship" and len(tag.values) > 2}


def players_in(score: Score) -> tuple[str, ...]:
    return tuple(tag.values[0] for tag in score.tags if tag.name == "Player" and tag.values)


def facts_in(score: Score, told: Collection[str] = FACTS) -> list[tuple[str, str]]:
    """Those tags that are `told`, and the house rules."""
    found = [(say(Message(tag.name)), say(_fact(tag))) for tag in score.tags if tag.name in told and tag.values]
    house = [(tr("House rule"), " = ".join(tag.values)) for tag in score.tags if tag.name == "House" and tag.values]
    return [*found, *house]


def _fact(tag: Tag) -> Text:
    if len(tag.values) == 2 and tag.name == "Mat":
        return Message("{width} x {height} mm", width=tag.values[0], height=tag.values[1])
    if len(tag.values) == 2 and tag.name == "Ruler":
        return Message("{short} and {long} mm", short=tag.values[0], long=tag.values[1])
    return ", ".join(tag.values)


def score_lines(score: Score, refereed: AnyRefereed | None = None) -> Iterator[str]:
    """As a text to read: who played what, then turn by turn. `refereed`: its game as the referee has judged it."""
    if players := players_in(score):
        yield say(opponents(players))
    yield from (f"{what}: {is_}" for what, is_ in facts_in(score))
    names, turn = names_in(score), None
    for line, told in told_lines(score, refereed):
        if line.turn != turn:
            turn = line.turn
            yield ""
            yield turn_words(turn)
        yield f"  {line_words(line, names)}"
        yield from (f"      {words}" for words in told)
    if refereed is not None:
        yield ""
        yield from (f"{what}: {is_}" for what, is_ in result_facts(refereed))


def told_lines(score: Score, refereed: AnyRefereed | None) -> Iterator[tuple[Line, tuple[str, ...]]]:
    """Each line with what is told of it beside: the referee's words, and what came of it."""
    told = {} if refereed is None else {each.number: tuple(map(say, _told_of(each))) for each in refereed.acts}
    acts = 0
    for line in score.lines:
        acts += isinstance(line.entry, Acted)
        yield line, told.get(acts, ()) if isinstance(line.entry, Acted) else ()


def _told_of(act: RefereedAct | RefereedCardAct) -> Iterator[Text]:
    """What the referee says of an act; of the card game also what came of it, which no line of the score says."""
    yield from judged_words(act.judged)
    if isinstance(act.before, CardGame) and isinstance(act.game, CardGame):
        yield from came_of(act.before, act.game)


def turn_words(turn: int) -> str:
    return tr("Set-up") if turn == 0 else tr("Turn {number}", number=turn)


def pieces_on_table(count: int) -> str:
    return say(Message.plural("1 piece is on the table.", "{count} pieces are on the table.", count=count))


def line_words(line: Line, names: Names) -> str:
    when = "" if line.t_s is None else f"{time_words(round(line.t_s * 1e9))}  "
    said = ". ".join(say(each) for each in _entry_words(line, names))
    comment = "" if line.comment is None else line.comment
    return when + (f"{said}. {comment}" if said and comment else f"{said}." if said else comment)


def _entry_words(line: Line, names: Names) -> tuple[Text, ...]:
    """Sentences without their full stops."""

    def named(piece: str) -> str:
        return names.get(piece, piece)

    match line.entry:
        case Moved() as moved:
            return _move_words(moved, names)
        case ScoredRemark():
            return ()
        case Placed(piece, at):
            words = Message("{name} lies at {place}", name=named(piece), place=_place_words(at))
        case Shifted(piece, at):
            words = Message("{name} is shifted to {place}", name=named(piece), place=_place_words(at))
        case ScoredQuestion(piece, target, calls):
            told = tuple(_call_words(call) for call in calls)
            words = Message("{name} at {target}: {calls}", name=named(piece), target=named(target), calls=told)
        case Overruled(piece, target, call, verdict, by):
            who = {"name": named(piece), "target": named(target), "who": by or Message("a person")}
            called = {"call": _call_words(call), "verdict": VERDICT_WORDS[verdict]}
            words = Message("{name} at {target}: {call}, but {who} calls {verdict}", **who, **called)
        case Noted() as noted:
            words = note_words(noted, names)
        case Acted(said):
            return _act_words(said, names)
        case Amended(amendment):
            return (_by(amendment_words(amendment), amendment.by),)
    return (words,)


def _act_words(said: LogEntry[Any], names: Names) -> tuple[Text, ...]:
    return (by_card(_by(act_words(said.act, names), said.by), said.card),)


def _by(words: Text, by: str) -> Text:
    return Message("{act} (said by {by})", act=words, by=by) if by else words


def _place_words(at: Place) -> Message:
    place = {"x_mm": at.x_mm, "y_mm": at.y_mm, "heading_deg": at.heading_deg}
    return Message("{x_mm:g}, {y_mm:g} mm, heading {heading_deg:g}°", **place)


def _move_words(moved: Moved, names: Names) -> tuple[Text, ...]:
    name, way, place = names.get(moved.piece, moved.piece), _way_words(moved, names), _place_words(moved.at)
    words = Message("{name} {way}, to {place}", name=name, way=way, place=place)
    if moved.verdict is not None:
        words = Message("{move}: {verdict}", move=words, verdict=LEGAL[moved.verdict])
    touches = [made_words(each, names) for each in moved.made] + [broken_words(each, names) for each in moved.broken]
    return words, *touches


def _way_words(moved: Moved, names: Names) -> Message:
    """What follows her name."""
    if moved.towed_by is not None:
        way = Message("is towed by {name}", name=names.get(moved.towed_by, moved.towed_by))
    elif moved.legs:
        first, *rest = map(_leg_words, moved.legs)
        way = reduce(lambda way, leg: Message("{way}, then {leg}", way=way, leg=leg), rest, first)
    else:
        way = Message("comes about") if moved.came_about else Message("moves")
    if moved.came_about and moved.legs:
        way = Message("{way}, and comes about", way=way)
    if moved.stern_turn_deg:
        way = Message("{way}, and turns {turn} on her stern", way=way, turn=_turn_words(moved.stern_turn_deg))
    return Message("{way}, round the earth", way=way) if moved.wraps else way


def _leg_words(leg: ScoredLeg) -> Message:
    sails = Message("sails a full {segment}", segment=leg.segment)
    if leg.length_mm is not None:
        sails = Message("sails {length_mm:g} mm of {segment}", length_mm=leg.length_mm, segment=leg.segment)
    return Message("turns {turn} and {sails}", turn=_turn_words(leg.turn_deg), sails=sails) if leg.turn_deg else sails


def _turn_words(deg: float) -> Message:
    return Message("{deg:g}° to port", deg=deg) if deg > 0 else Message("{deg:g}° to starboard", deg=-deg)


def _call_words(call: Call) -> Message:
    rule, verdict = rule_words(call.rule), VERDICT_WORDS[call.verdict]
    if call.cannon is None:
        return Message("{rule} {verdict}", rule=rule, verdict=verdict)
    return Message("{rule} of cannon {cannon} {verdict}", rule=rule, cannon=call.cannon, verdict=verdict)
