"""What somebody at a page wants done, checked against the seat, and done at the table's desk."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from tableassist.errors import TableAssistError
from tableassist.formats.game.entry_text import parse_entry
from tableassist.pipeline.game.proposal import Proposal
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.table import Correct, Fact
from tableassist.rulebook.referee.acts.table import Overrule as OverruleAct
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.rulebook.referee.offering.offer import Need, Offer
from tableassist.rulebook.referee.who_says import player_who_says
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.shooting.shot import SHOT
from tableassist.rulebook.state.game import GameState
from tableassist.runtime.cards.desk import CardDesk
from tableassist.runtime.game.desk import GameDesk
from tableassist.web.commands import (
    BEST_FIRST,
    MOST_TYPED,
    TYPED,
    AmendAct,
    Answer,
    AnswerUndo,
    AnyCommand,
    AskRuling,
    AskShot,
    CallJudge,
    Command,
    ConfirmShip,
    Disarm,
    Overrule,
    Roll,
    SayAct,
    TakeOffer,
    Undo,
)
from tableassist.web.face_down import FaceDown
from tableassist.web.seats import Role, Seat


class RefusedError(TableAssistError):
    """Somebody at a page asked for what the seat may not do, or what there is not."""


class TableHost(Protocol):
    """The table's own side. All of it is called in the table's thread."""

    @property
    def desk(self) -> GameDesk | CardDesk | None: ...
    @property
    def rulings(self) -> Sequence[Ruling]: ...
    @property
    def t_ns(self) -> int | None: ...
    @property
    def undo_asked_by(self) -> str: ...
    def ask_undo(self, player: str) -> None: ...
    def ask(self, ruling: Ruling) -> None: ...
    def call_judge(self, player: str) -> None: ...
    def overrule(self, ruling: Ruling, verdict: Verdict, reason: str) -> None: ...
    def confirm(self, piece: str, by: str, *, confirmed: bool) -> bool:
        """False where no such piece is seen."""
        ...


def obey(host: TableHost, seat: Seat, command: AnyCommand) -> Mapping[str, Any]:
    """What is answered. RefusedError says why not."""
    if seat.role is Role.SPECTATOR:
        raise RefusedError("spectators only watch")
    done = _DONE[type(command)]
    return done(host, seat, command) or {}


def _desk(host: TableHost) -> GameDesk:
    if host.desk is None:
        raise RefusedError("no game is being played")
    return cast(GameDesk, host.desk)  # what is asked of a card game here, both desks have


def _by(seat: Seat) -> str:
    return seat.player or "judge"


def _say_act(host: TableHost, seat: Seat, command: SayAct) -> Mapping[str, Any]:
    desk = _desk(host)
    entry = parse_entry(command.text)
    act = FaceDown(desk.game, seat).true_act(entry.act)
    _check_act(desk.game, seat, act)
    number = desk.say(act, by=_by(seat), card=command.card, t_ns=host.t_ns, source=Source.PHONE)
    return {"entry": number}


def _take_offer(host: TableHost, seat: Seat, command: TakeOffer) -> Mapping[str, Any]:
    desk = _desk(host)
    offer = next(
        (each for each in desk.offers(host.rulings) if _shown_text(desk.game, seat, each) == command.text), None
    )
    if offer is None:
        raise RefusedError("{act}: is not offered any more", act=command.text)
    if not seat.is_judge and offer.player != seat.player:
        raise RefusedError("{act}: is for {player} to do", act=command.text, player=offer.player)
    values = _values(offer, command.values, FaceDown(desk.game, seat))
    number = desk.choose(offer, values, by=_by(seat), t_ns=host.t_ns, source=Source.PHONE)
    return {"entry": number, "armed": number is None and desk.armed is not None}


def _shown_text(game: GameState, seat: Seat, offer: Offer) -> str:
    """As it was sent to whoever may take it."""
    hidden = FaceDown(game, seat) if seat.is_judge else FaceDown.from_player(game, offer.player)
    return act_text(hidden.shown_act(offer.act))


def _values(offer: Offer, given: Mapping[str, int | str | list[str]], hidden: FaceDown) -> dict[str, Any]:
    """Only what the offer asks for, and only what it may be."""
    values: dict[str, Any] = {}
    for need in offer.needs:
        if need.field in given:
            _take_value(values, offer, need, given[need.field], hidden)
        elif _must_be_said(need):
            raise RefusedError("{field}: is missing", field=need.field)
    return values


def _must_be_said(need: Need) -> bool:
    """Dice come later, from the mat or by a tap."""
    return need.least > 0 and not need.field.endswith("roll") and (bool(need.choices) or need.field == TYPED)


def _take_value(
    values: dict[str, Any], offer: Offer, need: Need, said: int | str | list[str], hidden: FaceDown
) -> None:
    got = hidden.true_value(said)
    if need.field == TYPED:
        if not isinstance(got, int) or not 0 <= got <= MOST_TYPED:
            raise RefusedError(
                "{field}: got {got}, expected a number from 0 to {most}", field=TYPED, got=str(said), most=MOST_TYPED
            )
        values[need.field] = got
    elif need.choices:
        several = got if isinstance(got, list) else [got]
        if not need.least <= len(several) <= need.most or not set(several) <= set(need.choices):
            choices = tuple(hidden.shown(str(each)) for each in need.choices)
            raise RefusedError(
                "{field}: got {got}, expected {choices}", field=need.field, got=str(said), choices=choices
            )
        if isinstance(getattr(offer.act, need.field), tuple):
            values[need.field] = tuple(several)
        elif several:
            values[need.field] = several[0]


def _check_act(game: GameState, seat: Seat, act: AnyAct) -> None:
    """A player acts for the own ships and answers what is owed by the own side; corrections and facts are the
    judge's."""
    if seat.is_judge:
        return
    if isinstance(act, Correct | Fact | OverruleAct):
        raise RefusedError("{act}: only the judge says that", act=act_text(act))
    if player_who_says(game, act) != seat.player:
        raise RefusedError("{act}: is not for {player} to say", act=act_text(act), player=seat.player)


def _roll(host: TableHost, seat: Seat, command: Roll) -> None:
    desk = _desk(host)
    armed = desk.armed
    if armed is not None and not seat.is_judge and armed.offer.player != seat.player:
        raise RefusedError("{player} has picked that", player=armed.offer.player)
    desk.type_roll(command.value, by=_by(seat), t_ns=host.t_ns, source=Source.PHONE)


def _disarm(host: TableHost, seat: Seat, _command: Disarm) -> None:
    desk = _desk(host)
    armed = desk.armed
    if armed is not None and not seat.is_judge and armed.offer.player != seat.player:
        raise RefusedError("{player} has picked that", player=armed.offer.player)
    desk.disarm()


def _answer(host: TableHost, seat: Seat, command: Answer) -> None:
    desk = _desk(host)
    proposal = next((each for each in desk.proposals if each.number == command.proposal), None)
    if proposal is None or command.option >= len(proposal.options):
        raise RefusedError("{number}: nothing of that number is asked", number=command.proposal)
    owner = owner_of(desk.game, proposal)
    if owner and not seat.is_judge and seat.player != owner:
        raise RefusedError("that is for {player} to answer", player=owner)
    if command.accept:
        desk.accept(command.proposal, command.option, by=_by(seat))
    else:
        desk.dismiss(command.proposal)


def owner_of(game: GameState, proposal: Proposal) -> str:
    """Who is asked whether it happened; empty: any player."""
    unit = game.units.get(proposal.piece)
    return "" if unit is None or unit.owner not in game.order else unit.owner


def _undo(host: TableHost, seat: Seat, _command: Undo) -> None:
    desk = _desk(host)
    if not desk.can_undo:
        raise RefusedError("there is nothing to be taken back")
    if seat.is_judge or len(desk.game.order) == 1:
        desk.undo(by=_by(seat), t_ns=host.t_ns)
        host.ask_undo("")
    else:
        host.ask_undo(seat.player)


def _answer_undo(host: TableHost, seat: Seat, command: AnswerUndo) -> None:
    asked_by = host.undo_asked_by
    if not asked_by:
        raise RefusedError("nobody has asked to take anything back")
    if seat.player == asked_by and command.agree:
        raise RefusedError("another player has to agree")
    host.ask_undo("")
    if command.agree:
        _desk(host).undo(by=asked_by, t_ns=host.t_ns)


def _amend(host: TableHost, seat: Seat, command: AmendAct) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge strikes an act, or lets a foul stand")
    desk = _desk(host)
    if desk.log.entry(command.entry) is None:
        raise RefusedError("act {number}: there is none of that number", number=command.entry)
    ways: Mapping[str, Callable[..., None]] = {
        "strike": desk.strike,
        "restore": desk.restore,
        "let-stand": desk.let_stand,
        "let-fall": desk.let_fall,
    }
    ways[command.change](command.entry, by=_by(seat), t_ns=host.t_ns)


def _ruling(host: TableHost, name: str) -> Ruling:
    found = next((each for each in host.rulings if each.id == name), None)
    if found is None:
        raise RefusedError("{ruling}: nothing of that name is judged now", ruling=name)
    return found


def _ask(host: TableHost, _seat: Seat, command: AskRuling) -> Mapping[str, Any]:
    host.ask(_ruling(host, command.ruling))
    return {"ruling": command.ruling}


def _ask_shot(host: TableHost, _seat: Seat, command: AskShot) -> Mapping[str, Any]:
    asked = SHOT.id, command.ship, command.target
    shots = [each for each in host.rulings if (each.rule, each.subject, each.target) == asked]
    if not shots:
        raise RefusedError("no shot from {ship} at {target} is judged now", ship=command.ship, target=command.target)
    best = min(shots, key=lambda each: (BEST_FIRST.index(each.verdict), _short_by_mm(each)))
    host.ask(best)
    return {"ruling": best.id}


def _short_by_mm(ruling: Ruling) -> float:
    """Of several cannons that do not reach, the one that nearly does tells most."""
    return math.inf if ruling.measured_mm is None else ruling.measured_mm - (ruling.limit_mm or 0.0)


def _call_judge(host: TableHost, seat: Seat, _command: CallJudge) -> None:
    host.call_judge("" if seat.is_judge else seat.player)


def _overrule(host: TableHost, seat: Seat, command: Overrule) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge overrules")
    host.overrule(_ruling(host, command.ruling), command.verdict, command.reason)


def _confirm(host: TableHost, seat: Seat, command: ConfirmShip) -> None:
    if not host.confirm(command.piece, _by(seat), confirmed=command.confirmed):
        raise RefusedError("{piece}: no such ship is seen now", piece=command.piece)


_DONE: Mapping[type[Command], Callable[..., Mapping[str, Any] | None]] = {
    SayAct: _say_act,
    TakeOffer: _take_offer,
    Roll: _roll,
    Disarm: _disarm,
    Answer: _answer,
    Undo: _undo,
    AnswerUndo: _answer_undo,
    AmendAct: _amend,
    AskRuling: _ask,
    AskShot: _ask_shot,
    CallJudge: _call_judge,
    Overrule: _overrule,
    ConfirmShip: _confirm,
}
