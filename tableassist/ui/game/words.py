"""What the game panel says of ships, coins and acts. No widgets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tableassist.messages import Message, Text, say, sentence, tr, tr_plural
from tableassist.rulebook import Entry, GameState, Phase, Source
from tableassist.rulebook.play import Judged, Opinion
from tableassist.rulebook.referee import actions_left, score
from tableassist.rulebook.state import (
    Unit,
    cargo_space,
    cargo_used,
    find_pinning_enemies,
    is_derelict,
    is_pinned,
    name_of,
)
from tableassist.store.game_words import OPINIONS, act_words
from tableassist.store.score import time_words
from tableassist.table.game import DIE_WORDS, die_source

MOST_CARGO = 99
"""A ship whose card nobody knows is never full."""
SOURCES = {
    Source.CAMERA: Message("camera"),
    Source.PERSON: Message("a person"),
    Source.PHONE: Message("a phone"),
    Source.RULE: Message("by the rules"),
}
ACTION_WORDS = {
    "move": Message("moved"),
    "shoot": Message("shot"),
    "explore": Message("explored"),
    "repair": Message("repaired"),
    "untangle": Message("tried to come free"),
}


@dataclass(frozen=True, slots=True)
class ShipLine:
    piece: str
    name: str
    owner: str
    can_act: bool
    state: str
    """What she has left to do."""
    more: str
    """Where she is, what holds her, what is aboard."""


@dataclass(frozen=True, slots=True)
class ActLine:
    number: int
    words: str
    more: str
    """When, and who said it."""
    is_struck: bool
    is_foul: bool
    """One that nobody let stand."""


def ship_lines(game: GameState) -> tuple[ShipLine, ...]:
    """The fleet of whoever's turn it is comes first; what is sunk or not built is left out."""
    at = game.order.index(game.player) if game.player in game.order else 0
    players = (*game.order[at:], *game.order[:at])
    return tuple(_ship_line(game, unit) for player in players for unit in game.fleet(player))


def _ship_line(game: GameState, unit: Unit) -> ShipLine:
    left = actions_left(game, unit)
    told = ", ".join(say(each) for each in (*_where(game, unit), *_aboard(game, unit)))
    return ShipLine(unit.id, unit.name, unit.owner, left > 0, _left_to_do(game, unit, left), sentence(told))


def _left_to_do(game: GameState, unit: Unit, left: int) -> str:
    done = tuple(ACTION_WORDS.get(each, each) for each in unit.turn.actions)
    if game.phase is not Phase.PLAYING or unit.owner != game.player:
        return ""
    if left and done:
        return tr("{done}; may act again", done=done)
    if left:
        return tr("may act")
    return tr("has acted: {done}", done=done) if done else tr("cannot act")


def _where(game: GameState, unit: Unit) -> Iterator[Text]:
    masts = unit.card.masts
    if masts and unit.masts < masts:
        yield Message("{standing} of {count} masts", standing=unit.masts, count=masts)
    if unit.is_wrecked:
        yield Message("wrecked")
    elif unit.is_abandoned:
        yield Message("abandoned")
    elif is_derelict(game, unit):
        yield Message("derelict")
    if unit.is_lost:
        yield Message("lost in the fog")
    if unit.is_tangled:
        yield Message("tangled in the weeds")
    if pins := tuple(name_of(game, each) for each in find_pinning_enemies(game, unit)):
        yield Message("pinned by {names}", names=pins)
    elif is_pinned(game, unit):
        yield Message("pinned")
    if unit.towed_by:
        yield Message("towed by {name}", name=name_of(game, unit.towed_by))
    if unit.docked_at:
        yield Message("docked at {name}", name=name_of(game, unit.docked_at))


def _aboard(game: GameState, unit: Unit) -> Iterator[Text]:
    coins, crew = game.coins_at(unit.id), game.crew_at(unit.id)
    if coins:
        known = tuple(each.worth for each in coins if each.face_up and each.value is not None)
        said = tr_plural("1 coin", "{count} coins", count=len(coins))
        yield tr("{coins} (turned over: {gold} gold)", coins=said, gold=sum(known)) if known else said
    if crew:
        yield Message("crew: {names}", names=tuple(each.name for each in crew))
    space = cargo_space(game, unit)
    if (coins or crew) and space <= MOST_CARGO:
        yield Message("{used} of {space} cargo spaces", used=cargo_used(game, unit), space=space)


def score_lines(game: GameState) -> tuple[str, ...]:
    """Most gold first, and who leads."""
    gold = sorted(score(game).items(), key=lambda each: -each[1])
    lines = [tr("{player}: {gold} gold", player=player, gold=amount) for player, amount in gold]
    if len(gold) > 1 and gold[0][1] > gold[1][1]:
        lines[0] = tr("{line} (leads)", line=lines[0])
    return tuple(lines)


def said_by(entry: Entry[Any]) -> str:
    who = entry.by or say(SOURCES[entry.source])
    if entry.source is Source.CAMERA:
        who = tr("camera, {percent:.0f} % sure", percent=100 * entry.certainty)
    elif die_source(entry) is not None:
        who = ", ".join((who, say(DIE_WORDS[entry.source])))
    return who if not entry.card else tr("{who}; by the card {card}", who=who, card=entry.card)


def act_line(entry: Entry[Any], names: Mapping[str, str], judged: Judged[Any] | None) -> ActLine:
    """`judged`: None where it was struck."""
    words = sentence(act_words(entry.act, names))
    parts = [tr("Act {number}", number=entry.number)]
    if entry.t_ns is not None:
        parts.append(time_words(entry.t_ns))
    parts.append(said_by(entry))
    if judged is None:
        parts.append(tr("taken back"))
    elif judged.judgement.opinion is not Opinion.FINE:
        stands = judged.judgement.is_foul and judged.entry.stands
        parts.append(tr("foul, stands") if stands else say(OPINIONS[judged.judgement.opinion]))
    is_foul = judged is not None and not judged.took_effect
    return ActLine(entry.number, words, "  ·  ".join(parts), judged is None, is_foul)


def foul_words(judged: Judged[Any]) -> str:
    """Each reason with its section."""
    reasons = judged.judgement.reasons
    lines = [tr("{words} ({section})", words=sentence(each.words), section=each.section) for each in reasons]
    if judged.no_longer_holds:
        lines.append(tr("It was not a foul when it was entered: an earlier action was changed."))
    return "\n".join(lines)
