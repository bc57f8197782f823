"""What a player fills in of an act of the constructible game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec.structs

from tableassist.messages import Message, say, tr
from tableassist.pieces import TERRAIN_KINDS, PieceKind
from tableassist.rulebook import AnyAct, GameState, Offer, Verdict
from tableassist.rulebook.acts import Act, Move
from tableassist.rulebook.play import Need
from tableassist.rulebook.referee import ANSWER_WORDS, DICE, DIE, NAMES
from tableassist.table.game import name_thing

Choice = tuple[Any, str]
"""A value, and what it is called."""
LABELS: Mapping[str, Message] = {
    "again": Message("The same cannon again (cannoneer)"),
    "answer": Message("Answer"),
    "at_edge": Message("Touches the edge of the weeds"),
    "at_number": Message("Touches that number"),
    "bow_on": Message("Her bow touches"),
    "bow_to_bow": Message("Bow to bow with"),
    "cannon": Message("Cannon (0: musket)"),
    "coin": Message("Coin"),
    "coins": Message("Coins"),
    "come_about": Message("Comes about"),
    "corners": Message("Two opposite corners are on the island"),
    "crew": Message("Crew"),
    "current": Message("Carried by the trade current"),
    "derelict": Message("Derelict"),
    "docks": Message("Docks at"),
    "effect": Message("What it does"),
    "enemy_roll": Message("The other player's die"),
    "event": Message("Event"),
    "faces_away": Message("Faces away"),
    "fort": Message("Fort"),
    "give": Message("Gives"),
    "hit": Message("A hit"),
    "iceberg": Message("Iceberg"),
    "island": Message("Island"),
    "keep": Message("Keeps aboard"),
    "kind": Message("Kind"),
    "legal": Message("Within her move"),
    "line": Message("Has the shot"),
    "mast": Message("Mast, counted from the bow"),
    "number": Message("Number on the fog where she was put"),
    "other": Message("Other ship"),
    "others": Message("Further targets"),
    "over_edge": Message("Over the edge of the table"),
    "owner": Message("Whose"),
    "pay": Message("Pays with"),
    "piece": Message("Piece"),
    "player": Message("Player"),
    "plus_s": Message("Sails the +S of an ability"),
    "points": Message("Points"),
    "reason": Message("Reason"),
    "roll": Message("Die"),
    "ship": Message("Ship"),
    "spacing": Message("Rightly spaced"),
    "state": Message("State"),
    "subject": Message("Ship"),
    "take": Message("Takes"),
    "target": Message("Target"),
    "terrain": Message("Terrain"),
    "thing": Message("Coin or crew"),
    "to": Message("To"),
    "touches": Message("Touches"),
    "touches_bow_of": Message("Touches the bow of"),
    "unique": Message("Unique treasures, separated by commas"),
    "value": Message("Value"),
    "values": Message("Coin values, separated by spaces"),
    "what": Message("What"),
    "whirlpool": Message("Whirlpool"),
    "within": Message("Near enough"),
}
SELDOM_SAID = frozenset({
    "legal", "bow_to_bow", "touches_bow_of", "current", "over_edge", "within", "spacing", "keep", "others",
    "number", "at_number", "at_edge", "faces_away",
})  # fmt: skip
STATES = ("ghostly", "submerged", "none")
"""What a ship may be declared to be."""


class FieldKind(Enum):
    DIE = 1
    ONE = 2
    """One of the choices."""
    SOME = 3
    """Several of them."""
    FLAG = 4
    NUMBER = 5
    NUMBERS = 6
    """Typed, with spaces between."""
    WORDS = 7
    NAMES = 8
    """Typed, with commas between."""


@dataclass(frozen=True, slots=True)
class ActField:
    name: str
    label: str
    kind: FieldKind
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    value: Any = None
    """What stands there before anybody has picked; None: nothing."""


def needed_fields(game: GameState, act: AnyAct, needs: Iterable[Need]) -> tuple[ActField, ...]:
    """Of an offer. What is measured, and seldom said, stays as it is; the dialog for any act asks for it."""
    return tuple(_needed(game, act, need) for need in needs if not _is_left_to_camera(act, need))


def fields_of(game: GameState) -> Callable[[Offer], tuple[ActField, ...]]:
    """Of any offer of this game."""
    return lambda offer: needed_fields(game, offer.act, offer.needs)


def _is_left_to_camera(act: AnyAct, need: Need) -> bool:
    return not need.choices and (need.field in SELDOM_SAID or (isinstance(act, Move) and need.field == "touches"))


def _needed(game: GameState, act: AnyAct, need: Need) -> ActField:
    made = act_field(game, type(act), need.field, getattr(act, need.field), offered=True)
    if not need.choices:
        others = tuple(each for each in made.choices if each[0] != getattr(act, act.__struct_fields__[0]))
        return replace(made, choices=others)
    if made.kind is FieldKind.DIE:
        return ActField(made.name, made.label, FieldKind.DIE, _plain(need.choices))
    choices = tuple((each, _choice_words(game, need.field, each)) for each in need.choices)
    several = isinstance(getattr(act, need.field), tuple)
    value = getattr(act, need.field) if several else None
    kind = FieldKind.SOME if several else FieldKind.ONE
    return ActField(made.name, made.label, kind, choices, need.least, need.most, value)


def all_fields(game: GameState, kind: type[Act], act: AnyAct | None) -> tuple[ActField, ...]:
    """Of any act, from one of its kind or from nothing."""
    values = {} if act is None else msgspec.structs.asdict(act)
    infos = msgspec.structs.fields(kind)
    return tuple(
        act_field(game, kind, each.name, values.get(each.name, None if each.required else each.default))
        for each in infos
    )


def act_field(game: GameState, kind: type[Act], name: str, value: Any, *, offered: bool = False) -> ActField:
    """`value`: what stands there, if it is not one of an offer, where it is an example."""
    label, hint = say(LABELS.get(name, name)), get_type_hints(kind)[name]
    several, may_be_left = get_origin(hint) is tuple, not _is_required(kind, name)
    if name in DICE:
        none: tuple[Choice, ...] = ((0, tr("no die")),) if may_be_left else ()
        return ActField(name, label, FieldKind.DIE, (*none, *_plain(DIE)), value=None if offered else value)
    things = _things(game, kind, name)
    if things:
        none = (("", tr("nothing")),) if may_be_left and not several else ()
        chosen = FieldKind.SOME if several else FieldKind.ONE
        return ActField(name, label, chosen, (*none, *things), 0, len(things), value)
    inner = get_args(hint)[0] if several else _without_none(hint)
    choices = _choices(name, inner, hint)
    if choices:
        return ActField(name, label, FieldKind.ONE, choices, value=value)
    return ActField(name, label, _typed_kind(inner, several=several), value=value)


def _choices(name: str, inner: Any, hint: Any) -> tuple[Choice, ...]:
    if inner is Verdict:
        return _answers(hint)
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        members = [each for each in inner if inner is not PieceKind or each in TERRAIN_KINDS]
        return tuple((each, each.value) for each in members)
    return _plain(STATES) if name == "state" else ()


def _typed_kind(inner: Any, *, several: bool) -> FieldKind:
    if inner is bool:
        return FieldKind.FLAG
    if inner is int:
        return FieldKind.NUMBERS if several else FieldKind.NUMBER
    return FieldKind.NAMES if several else FieldKind.WORDS


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (UnionType, Union):
        return next(each for each in get_args(hint) if each is not type(None))
    return hint


def _answers(hint: Any) -> tuple[Choice, ...]:
    told = tuple((each, say(words)) for each, words in ANSWER_WORDS.items() if each is not Verdict.NOT_SEEN)
    return told if hint is Verdict else ((None, tr("not said")), *told)


def _is_required(kind: type[Act], name: str) -> bool:
    return next(each.required for each in msgspec.structs.fields(kind) if each.name == name)


def _plain(values: Iterable[Any]) -> tuple[Choice, ...]:
    return tuple((each, str(each)) for each in values)


def _things(game: GameState, kind: type[Act], name: str) -> tuple[Choice, ...]:
    """What the field may name, of all that is in the game."""
    parts = dict(NAMES[kind]).get(name, ())
    ids = [each for part in parts for each in _members(game, part)]
    return tuple((each, name_thing(game, each)) for each in dict.fromkeys(ids))


def _members(game: GameState, part: str) -> Iterable[str]:
    if part == "units":
        return (key for key, unit in game.units.items() if unit.in_play or unit.is_fort)
    members: Iterable[str] = getattr(game, part)
    return members


def _choice_words(game: GameState, field: str, value: Any) -> str:
    if value == "any" and field == "crew":
        return tr("any: the loser picks")
    return str(value) if isinstance(value, int) else name_thing(game, value)
