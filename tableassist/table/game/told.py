"""What a player says of an act that no camera sees."""

from collections.abc import Sequence

import msgspec.structs

from tableassist.rulebook import AnyAct, Ruling
from tableassist.rulebook.referee import DICE
from tableassist.table.game.desk import GameDesk


def tell(desk: GameDesk, act: AnyAct, rulings: Sequence[Ruling] = (), *, by: str = "", t_ns: int | None = None) -> bool:
    """Says the act; where dice decide it, picks what is offered, and the dice are waited for. False where it is not on
    offer."""
    if not _dice_of(act):
        desk.say(act, by=by, t_ns=t_ns)
        return True
    offer = next((each for each in desk.offers(rulings) if _is_same(each.act, act)), None)
    if offer is not None:
        desk.choose(offer, by=by, t_ns=t_ns)
    return offer is not None


def _dice_of(act: AnyAct) -> frozenset[str]:
    return DICE & set(act.__struct_fields__)


def _is_same(offered: AnyAct, meant: AnyAct) -> bool:
    """But for its dice, and for what is measured."""
    if type(offered) is not type(meant):
        return False
    left_out = _dice_of(meant) | {"line", "within"}
    fields = [name for name in meant.__struct_fields__ if name not in left_out]
    return all(msgspec.structs.asdict(offered)[name] == msgspec.structs.asdict(meant)[name] for name in fields)
