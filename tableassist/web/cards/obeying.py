"""What somebody at a page of a card table wants done, checked against the seat, and done at the table's desk."""

from collections.abc import Mapping
from typing import Any

from tableassist.formats.game.entry_text import parse_entry_of
from tableassist.rulebook.cardgame.acts import CARD_ACT_BY_VERB, AnyCardAct, CorrectCards
from tableassist.rulebook.cardgame.offers import CardOffer
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.runtime.cards.desk import CardDesk
from tableassist.services.cards.offer_choices import choices_of
from tableassist.web.board import CardsPosted
from tableassist.web.cards.view import BETWEEN, may_act, offers_to
from tableassist.web.commands import (
    AnyCommand,
    AskRuling,
    AskShot,
    ConfirmShip,
    Disarm,
    Overrule,
    Roll,
    SayAct,
    TakeOffer,
    Undo,
)
from tableassist.web.obeying import RefusedError, TableHost, obey
from tableassist.web.seats import Role, Seat

NOT_HERE = (Roll, Disarm, AskRuling, AskShot, Overrule, ConfirmShip)
"""A card table has no dice, no ranges and no rulings."""


def obey_at_any_table(host: TableHost, seat: Seat, command: AnyCommand) -> Mapping[str, Any]:
    """What is answered. RefusedError says why not."""
    desk = host.desk
    if not isinstance(desk, CardDesk) or seat.role is Role.SPECTATOR:
        return obey(host, seat, command)
    if isinstance(command, NOT_HERE):
        raise RefusedError("there is nothing like that at a card table")
    if isinstance(command, SayAct):
        return {"entry": _say_act(desk, host, seat, command)}
    if isinstance(command, TakeOffer):
        return {"entry": _take_offer(desk, host, seat, command), "armed": False}
    if isinstance(command, Undo):
        return _undo(desk, host, seat)
    return obey(host, seat, command)


def _undo(desk: CardDesk, host: TableHost, seat: Seat) -> Mapping[str, Any]:
    """A player's is asked of the others; the judge's is done."""
    if not desk.can_undo:
        raise RefusedError("there is nothing to be taken back")
    if seat.is_judge:
        desk.undo(by="judge", t_ns=host.t_ns)
    host.ask_undo(seat.player)
    return {}


def _say_act(desk: CardDesk, host: TableHost, seat: Seat, command: SayAct) -> int:
    act: AnyCardAct = parse_entry_of(command.text, CARD_ACT_BY_VERB).act
    if isinstance(act, CorrectCards) and not seat.is_judge:
        raise RefusedError("{act}: only the judge says that", act=act_text(act))
    if not may_act(seat, getattr(act, "player", "")):
        raise RefusedError("{act}: is not for {player} to say", act=act_text(act), player=seat.player)
    by = seat.player or "judge"
    return desk.say(act, by=by, card=command.card, t_ns=host.t_ns, source=Source.PHONE)


def _take_offer(desk: CardDesk, host: TableHost, seat: Seat, command: TakeOffer) -> int | None:
    offers = offers_to(CardsPosted(desk.refereed), seat)
    offer = next((each for each in offers if act_text(each.act) == command.text), None)
    if offer is None:
        raise RefusedError("{act}: is not offered any more", act=command.text)
    values = _values(desk, offer, command.values)
    return desk.choose(offer, values, by=seat.player or "judge", t_ns=host.t_ns, source=Source.PHONE)


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
            value = tuple(str(got).split(BETWEEN)) if need.field == "ships" else got
            fits = value in known
            values[need.field] = value
        if not fits:
            raise RefusedError("{field}: got {got}, which it cannot be", field=need.field, got=str(got))
    return values
