"""Carries out what a seat asks of a card table, after checking that the seat may do it."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from tableassist.rulebook import act_text
from tableassist.rulebook.cardgame import CARD_GAME, AnyCardAct, CardOffer
from tableassist.rulebook.cardgame.actions import CorrectCards
from tableassist.store.game import parse_entry_of
from tableassist.table.commands import (
    AnyCommand,
    AskRuling,
    AskShot,
    CloseRuling,
    ConfirmShip,
    Disarm,
    Overrule,
    RefusedError,
    Result,
    Roll,
    SayAct,
    SayActs,
    TakeOffer,
)
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.handling import TableHost, handle_command, strike_replaced_act
from tableassist.table.offer_choices import choices_of
from tableassist.table.seats import Role, Seat
from tableassist.table.visibility import card_offers_to, may_act

BETWEEN = "+"
"""Between ships that one press chooses."""
NOT_HERE = (Roll, Disarm, AskRuling, AskShot, CloseRuling, Overrule, ConfirmShip, SayActs)
"""A card table has no dice, no ranges, no rulings and no set-up."""


def handle_card_command(host: TableHost, desk: CardDesk, seat: Seat, command: AnyCommand) -> Result:
    """Carry out a command of a seat. RefusedError says why not."""
    if seat.only_watches:
        return handle_command(host, seat, command)
    if isinstance(command, NOT_HERE):
        raise RefusedError("a card table has nothing like that")
    if not isinstance(command, SayAct | TakeOffer):
        return handle_command(host, seat, command)
    with host.undoable() if seat.role is Role.SCREEN else nullcontext():
        if isinstance(command, SayAct):
            return Result(entry=_say_act(desk, host, seat, command))
        return Result(entry=_take_offer(desk, host, seat, command))


def _say_act(desk: CardDesk, host: TableHost, seat: Seat, command: SayAct) -> int:
    act: AnyCardAct = parse_entry_of(command.text, CARD_GAME.acts).act
    if isinstance(act, CorrectCards) and not seat.is_judge:
        raise RefusedError("{act}: only the judge may enter this", act=act_text(act))
    if not may_act(seat, getattr(act, "player", "")):
        raise RefusedError("{act}: {player} may not enter this", act=act_text(act), player=seat.player)
    after = strike_replaced_act(host, seat, command)
    by = command.by or seat.by
    return desk.say(act, by=by, card=command.card, t_ns=host.t_ns, source=seat.source, after=after)


def _take_offer(desk: CardDesk, host: TableHost, seat: Seat, command: TakeOffer) -> int | None:
    offers = card_offers_to(desk.game, seat)
    offer = next((offer for offer in offers if act_text(offer.act) == command.text), None)
    if offer is None:
        raise RefusedError("{act}: not available to you now", act=command.text)
    values = _values(desk, offer, command.values)
    return desk.choose(offer, values, by=seat.by, t_ns=host.t_ns, source=seat.source)


def _values(desk: CardDesk, offer: CardOffer, given: Mapping[str, Any]) -> dict[str, Any]:
    """Only what the offer asks for, and only what it may be."""
    values: dict[str, Any] = {}
    for need in offer.needs:
        if need.field not in given:
            raise RefusedError("{field}: is missing", field=need.field)
        got = given[need.field]
        known = [choice for choice, _ in choices_of(desk.game, need)]
        if need.field == "pirates":
            several = tuple(got) if isinstance(got, list) else (got,)
            fits = need.least <= len(set(several)) == len(several) <= need.most and set(several) <= set(known)
            values[need.field] = several
        else:
            value = _ships(got) if need.field == "ships" else got
            fits = value in known
            values[need.field] = value
        if not fits:
            raise RefusedError("{field}: got {got}, which is not possible", field=need.field, got=str(got))
    return values


def _ships(got: Any) -> tuple[str, ...]:
    return tuple(got) if isinstance(got, list) else tuple(str(got).split(BETWEEN))
