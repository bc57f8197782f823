"""Whether an act speaks of pieces, players and dice that there are."""

from collections.abc import Mapping

import msgspec
import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.acts.all import ACTS
from tableassist.rulebook.referee.acts.fighting import BoardingPrize, Ram
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState

DIE_SIDES = 6
DICE = frozenset({"roll", "enemy_roll"})
KINDS: Mapping[str, tuple[str, ...]] = {
    "player": ("order",),
    "owner": ("order",),
    "ship": ("units",),
    "derelict": ("units",),
    "other": ("units",),
    "fort": ("units",),
    "bow_on": ("units",),
    "bow_to_bow": ("units",),
    "touches_bow_of": ("units",),
    "target": ("units", "crew"),
    "island": ("islands",),
    "terrain": ("terrain",),
    "whirlpool": ("terrain",),
    "iceberg": ("terrain",),
    "current": ("terrain",),
    "coin": ("coins",),
    "coins": ("coins",),
    "keep": ("coins",),
    "others": ("units", "crew"),
    "pay": ("coins",),
    "crew": ("crew",),
    "docks": ("units", "islands"),
    "piece": ("units", "islands", "crew", "order"),
    "subject": ("units", "crew"),
    "take": ("coins", "crew"),
    "give": ("coins", "crew"),
    "thing": ("coins", "crew"),
    "touches": ("units", "islands", "terrain"),
}
"""Fields that name something, and the parts of a game where it must be found."""
OTHERWISE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("shoot", "ship"): ("units", "crew"),
    ("fact", "target"): ("units", "crew", "islands", "terrain"),
    ("overrule", "target"): ("units", "crew", "islands", "terrain"),
    ("whirl", "to"): ("terrain",),
    ("move-crew", "to"): ("units", "islands"),
    ("assign-crew", "to"): ("units", "islands"),
    ("explore", "take"): ("coins",),
    ("load-from-fort", "take"): ("coins",),
}
NOUNS: Mapping[str, Message] = {
    "player": Message("player"),
    "owner": Message("player"),
    "ship": Message("ship"),
    "target": Message("target"),
    "island": Message("island"),
    "terrain": Message("terrain"),
    "whirlpool": Message("terrain"),
    "iceberg": Message("terrain"),
    "current": Message("terrain"),
    "coin": Message("coin"),
    "coins": Message("coin"),
    "keep": Message("coin"),
    "others": Message("target"),
    "pay": Message("coin"),
    "crew": Message("crew"),
    "docks": Message("island or fort"),
    "take": Message("coin or crew"),
    "give": Message("coin or crew"),
    "thing": Message("coin or crew"),
    "roll": Message("die roll"),
    "enemy_roll": Message("die roll"),
    "mast": Message("mast"),
    "cannon": Message("cannon"),
}
"""How a field's name is called in words; a piece where it may be any."""
NOT_NAMES = {("lay-terrain", "terrain"), ("ram", "roll"), ("contribute", "values"), ("place-ship", "touches")}
"""A new fog bank, a ram without a die, an answer."""


def _names(act: type[Act]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    verb = str(act.__struct_config__.tag)
    fields = [each for each in act.__struct_fields__ if (verb, each) not in NOT_NAMES and each not in DICE]
    found = ((each, OTHERWISE.get((verb, each), KINDS.get(each, ()))) for each in fields)
    return tuple((field, kinds) for field, kinds in found if kinds)


def _dice(act: type[Act]) -> tuple[str, ...]:
    verb = str(act.__struct_config__.tag)
    return tuple(each for each in act.__struct_fields__ if each in DICE and (verb, each) not in NOT_NAMES)


NAMES = {act: _names(act) for act in ACTS}
ROLLS = {act: _dice(act) for act in ACTS}
OPTIONAL = {
    act: frozenset(each.name for each in msgspec.structs.fields(act) if each.default is not msgspec.NODEFAULT)
    for act in ACTS
}
"""What may be left empty."""
WITH_MAST = frozenset(act for act in ACTS if "mast" in act.__struct_fields__)
ANY_CREW = (BoardingPrize, "crew", "any")
"""The loser picks which."""


def find_unknown_name(game: GameState, act: Act) -> Judgement | None:
    """The first name that is not in the game, or a die that shows no such number."""
    kind = type(act)
    if isinstance(act, Ram) and not 0 <= act.roll <= DIE_SIDES:
        return _unknown(game, "roll", act.roll)
    for field in ROLLS[kind]:
        if not 1 <= getattr(act, field) <= DIE_SIDES:
            return _unknown(game, field, getattr(act, field))
    for field, parts in NAMES[kind]:
        value = getattr(act, field)
        if not value and (isinstance(value, tuple) or field in OPTIONAL[kind]):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            for part in parts:
                if each in getattr(game, part):
                    break
            else:
                if (kind, field, each) != ANY_CREW:
                    return _unknown(game, field, each)
    return _no_such_mast(game, act) if kind in WITH_MAST else None


def _no_such_mast(game: GameState, act: Act) -> Judgement | None:
    mast, unit = getattr(act, "mast", 0), game.units.get(getattr(act, "ship", ""))
    if unit is None or 1 <= mast <= unit.card.masts or (mast == 0 and "mast" in OPTIONAL[type(act)]):
        return None
    return _unknown(game, "mast", mast)


def _unknown(game: GameState, field: str, value: object) -> Judgement:
    words = Message("'{value}' is no {what} in this game", value=value, what=NOUNS.get(field, Message("piece")))
    return foul(Foul.UNKNOWN, words, game.edition.turn.action_section)
