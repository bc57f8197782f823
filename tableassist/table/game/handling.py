"""Carries out what a seat asks of the table, after checking that the seat may do it."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, cast

from tableassist.messages import tr
from tableassist.pipeline.game.offer_values import Picked
from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.game.proposal import Proposal
from tableassist.rulebook import AnyAct, GameState, Offer, Ruling, Verdict, act_text
from tableassist.rulebook.acts import Correct, Fact, Shoot
from tableassist.rulebook.acts import Overrule as OverruleAct
from tableassist.rulebook.engine import SHOT
from tableassist.rulebook.play import Need
from tableassist.rulebook.referee import FaceDown, answers_to, cannon_number, find_unknown_name, judge_act
from tableassist.store.game import parse_entry
from tableassist.table.commands import (
    BEST_FIRST,
    MOST_TYPED,
    TYPED,
    AbandonGame,
    AmendAct,
    Answer,
    AnswerUndo,
    AnyCommand,
    AskOnly,
    AskRuling,
    AskShot,
    BeginGame,
    CallJudge,
    CloseRuling,
    Command,
    Disarm,
    OpenGame,
    Redo,
    RefusedError,
    Result,
    Roll,
    SayAct,
    SayActs,
    ShowRuling,
    TakeOffer,
    Undo,
    UseFairPlay,
    UsePolicies,
)
from tableassist.table.fair_play import FairPlay
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.desk import GameDesk
from tableassist.table.screen_handling import OPEN_TO_PLAYERS, SCREEN_HANDLERS
from tableassist.table.seats import Role, Seat
from tableassist.table.snapshot import AskedRuling, TableSnapshot, UndoRequest
from tableassist.table.undo import UndoStack
from tableassist.table.visibility import hidden_from, may_ask, offers_to, visible_rulings


class TableHost(Protocol):
    """The table, as far as commands need it."""

    @property
    def desk(self) -> GameDesk | CardDesk | None: ...
    @property
    def snapshot(self) -> TableSnapshot: ...
    @property
    def t_ns(self) -> int | None:
        """The game's time."""
        ...

    @property
    def undo(self) -> UndoStack: ...
    @property
    def undo_request(self) -> UndoRequest | None: ...
    def undoable(self) -> AbstractContextManager[None]:
        """Put what is done within onto the screen's undo stack."""
        ...

    def request_undo(self, request: UndoRequest | None) -> None: ...
    def ask(self, ruling: Ruling, by: str) -> None: ...
    def close_asked(self, asked: Sequence[AskedRuling]) -> None: ...
    def call_judge(self, player: str) -> None: ...
    def ask_only(self, rulings: frozenset[str]) -> None: ...
    def show_question(self, ruling: str) -> None: ...
    def begin_game(self, command: BeginGame) -> None: ...
    def abandon_game(self) -> None: ...
    def open_game(self, path: str) -> None: ...
    def use_policies(self, policies: Mapping[str, Policy]) -> None: ...
    def use_fair_play(self, mode: FairPlay, *, is_released: bool) -> None: ...


def handle_command(host: TableHost, seat: Seat, command: AnyCommand) -> Result:
    """Carry out a command of a seat. RefusedError says why not."""
    if seat.only_watches:
        raise RefusedError("spectators can only watch")
    kind = type(command)
    if kind in SCREEN_HANDLERS:
        if not seat.is_judge and kind not in OPEN_TO_PLAYERS:
            raise RefusedError("only the judge and the table's own screen can do that")
        return SCREEN_HANDLERS[kind](host, seat, command) or Result()
    handler = _HANDLERS[kind]
    is_step = seat.role is Role.SCREEN and not isinstance(command, Undo | Redo)
    with host.undoable() if is_step else nullcontext():
        return handler(host, seat, command) or Result()


def _desk(host: TableHost) -> GameDesk:
    if host.desk is None:
        raise RefusedError("no game is being played")
    return cast(GameDesk, host.desk)  # both kinds of desk have what is asked of a card game here


def _say_act(host: TableHost, seat: Seat, command: SayAct) -> Result:
    act, entered = _parse_act(_desk(host).game, seat, command.text), strike_replaced_act(host, seat, command)
    desk = _desk(host)
    number = desk.say(
        act, by=command.by or seat.by, card=command.card, t_ns=host.t_ns, source=seat.source, after=entered
    )
    return Result(entry=number)


def strike_replaced_act(host: TableHost, seat: Seat, command: SayAct) -> int | None:
    """Strike the act that a new one replaces; the number of the act that the new one follows, if it is put between."""
    desk = _desk(host)
    if (command.after, command.instead, command.by) != (None, None, "") and not seat.is_judge:
        raise RefusedError("only the judge can change an act, or enter one for another player")
    if command.instead is None:
        return command.after
    if desk.log.entry(command.instead) is None:
        raise RefusedError("act {number}: there is no act with that number", number=command.instead)
    desk.strike(command.instead, by=command.by or seat.by, t_ns=host.t_ns)
    return command.instead


def _say_acts(host: TableHost, seat: Seat, command: SayActs) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can enter several acts at once")
    desk = _desk(host)
    for act in [_parse_act(desk.game, seat, text) for text in command.texts]:
        desk.say(act, by=seat.by, t_ns=host.t_ns, source=seat.source)


def _parse_act(game: GameState, seat: Seat, text: str) -> AnyAct:
    entry = parse_entry(text)
    hidden = hidden_from(game, seat)
    _check_names(game, seat, entry.act, hidden)
    act = hidden.true_act(entry.act)
    _check_act(game, seat, act)
    return act


def _take_offer(host: TableHost, seat: Seat, command: TakeOffer) -> Result:
    """Only what is shown to the seat can be taken, and the refusal is the same whatever else the table knows."""
    desk = _desk(host)
    rulings = visible_rulings(host.snapshot, seat)
    hidden = hidden_from(desk.game, seat)
    offers = offers_to(desk.game, rulings, seat)
    offer = next((offer for offer in offers if act_text(hidden.shown_act(offer.act)) == command.text), None)
    if offer is None:
        raise RefusedError("{act}: not available to you now", act=command.text)
    values = _values(offer, command.values, hidden)
    number = desk.choose(offer, values, by=seat.by, t_ns=host.t_ns, source=seat.source)
    return Result(entry=number, armed=number is None and desk.armed is not None)


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
            choices = tuple(hidden.shown(str(choice)) for choice in need.choices)
            raise RefusedError(
                "{field}: got {got}, expected {choices}", field=need.field, got=str(said), choices=choices
            )
        if isinstance(getattr(offer.act, need.field), tuple):
            values[need.field] = tuple(several)
        elif several:
            values[need.field] = several[0]


def _check_names(game: GameState, seat: Seat, act: AnyAct, hidden: FaceDown) -> None:
    """Refuse names that the player cannot know like names that do not exist: otherwise trying names would tell which
    crew is aboard face down."""
    unknown = None if seat.is_judge else find_unknown_name(hidden.shown_game(game), act)
    if unknown is not None:
        raise RefusedError("{act}: {reason}", act=act_text(act), reason=unknown.reasons[0].words)


def _check_act(game: GameState, seat: Seat, act: AnyAct) -> None:
    """A player acts for the own ships and answers what is owed by the own side; corrections and facts are the
    judge's."""
    if seat.is_judge:
        return
    if isinstance(act, Correct | Fact | OverruleAct):
        raise RefusedError("{act}: only the judge may enter this", act=act_text(act))
    if act.speaker(game) != seat.player:
        raise RefusedError("{act}: {player} may not enter this", act=act_text(act), player=seat.player)


def _roll(host: TableHost, seat: Seat, command: Roll) -> None:
    """A player's die counts for the own pick, the own duty or the own turn, and for nothing else."""
    desk = _desk(host)
    _check_pick(desk, seat)
    if not seat.is_judge and desk.armed is None:
        duties = [duty for duty in desk.owed() if duty.player == seat.player]
        owes = any(Picked(offer).waits_for_dice for duty in duties for offer in answers_to(desk.game, duty))
        if not owes and desk.game.player != seat.player:
            raise RefusedError("{player}: it is not your turn, and you owe no roll", player=seat.player)
    desk.type_roll(command.value, by=seat.by, t_ns=host.t_ns, source=seat.source, for_player=seat.player)


def _disarm(host: TableHost, seat: Seat, _command: Disarm) -> None:
    desk = _desk(host)
    _check_pick(desk, seat)
    desk.disarm()


def _check_pick(desk: GameDesk, seat: Seat) -> None:
    picked = desk.armed
    if picked is not None and not seat.is_judge and picked.offer.player != seat.player:
        raise RefusedError("{player} has picked that", player=picked.offer.player)


def _answer(host: TableHost, seat: Seat, command: Answer) -> None:
    desk = _desk(host)
    proposal = next((each for each in desk.proposals if each.number == command.proposal), None)
    if proposal is None or command.option >= len(proposal.options):
        raise RefusedError("{number}: there is no question with that number", number=command.proposal)
    owner = owner_of(desk.game, proposal)
    if owner and not seat.is_judge and seat.player != owner:
        raise RefusedError("that is for {player} to answer", player=owner)
    if command.accept:
        desk.accept(command.proposal, command.option, by=seat.by)
    else:
        desk.dismiss(command.proposal)


def owner_of(game: GameState, proposal: Proposal) -> str:
    """Who is asked whether it happened; empty: any player, as always where no piece has an owner, in the card game."""
    unit = game.units.get(proposal.piece) if proposal.piece else None
    return "" if unit is None or unit.owner not in game.order else unit.owner


def _undo(host: TableHost, seat: Seat, command: Undo) -> None:
    """The screen undoes its own last step, the judge strikes the act, a player asks the others to agree."""
    if seat.role is Role.SCREEN and not command.entry:
        if not host.undo.can_undo:
            raise RefusedError("There is nothing to undo.")
        host.undo.undo()
        return
    desk = _desk(host)
    counting = [act.number for act in desk.refereed.acts]
    number = command.entry or max(counting, default=0)
    if not number:
        raise RefusedError("There is nothing to undo.")
    if number not in counting:
        raise RefusedError("act {number}: it no longer counts", number=number)
    if seat.is_judge or len(desk.players) == 1:
        with host.undoable() if seat.role is Role.SCREEN else nullcontext():
            desk.strike(number, by=seat.by, t_ns=host.t_ns)
        host.request_undo(None)
    else:
        host.request_undo(UndoRequest(seat.player, number, len(desk.log.records)))


def _redo(host: TableHost, seat: Seat, _command: Redo) -> None:
    if seat.role is not Role.SCREEN:
        raise RefusedError("redo is only possible on the table's screen")
    if not host.undo.can_redo:
        raise RefusedError("There is nothing to redo.")
    host.undo.redo()


def _answer_undo(host: TableHost, seat: Seat, command: AnswerUndo) -> None:
    request = host.undo_request
    if request is None or command.entry not in (0, request.entry):
        raise RefusedError("There is no undo request.")
    if seat.player == request.player and command.agree:
        raise RefusedError("another player has to agree")
    host.request_undo(None)
    if command.agree:
        _desk(host).strike(request.entry, by=request.player, t_ns=host.t_ns)


def _amend(host: TableHost, seat: Seat, command: AmendAct) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can strike an act or let a foul stand")
    desk = _desk(host)
    for number in (command.entry, *command.also):
        if desk.log.entry(number) is None:
            raise RefusedError("act {number}: there is no act with that number", number=number)
    ways: Mapping[str, Callable[..., None]] = {
        "strike": desk.strike,
        "restore": desk.restore,
        "let-stand": desk.let_stand,
        "let-fall": desk.let_fall,
    }
    for number in (command.entry, *command.also):
        ways[command.change](number, by=seat.by, t_ns=host.t_ns)


def _ruling(host: TableHost, name: str) -> Ruling:
    ruling = next((ruling for ruling in _rulings(host) if ruling.id == name), None)
    if ruling is None:
        raise RefusedError("{ruling}: nothing of that name is judged now", ruling=name)
    return ruling


def _rulings(host: TableHost) -> tuple[Ruling, ...]:
    moment = host.snapshot.moment
    return () if moment is None else moment.state.rulings


def _check_may_ask(host: TableHost, seat: Seat) -> None:
    if not may_ask(host.snapshot, seat):
        raise RefusedError("The referee has not released this table yet: ask the judge.")


def _ask(host: TableHost, seat: Seat, command: AskRuling) -> Result:
    _check_may_ask(host, seat)
    ruling = _ruling(host, command.ruling)
    host.ask(ruling, seat.player)
    return Result(ruling=ruling.id, words=_find_refusal_of_game(host, ruling))


def _ask_shot(host: TableHost, seat: Seat, command: AskShot) -> Result:
    _check_may_ask(host, seat)
    asked = SHOT.id, command.ship, command.target
    shots = [ruling for ruling in _rulings(host) if (ruling.rule, ruling.subject, ruling.target) == asked]
    if not shots:
        raise RefusedError("no shot from {ship} at {target} is judged now", ship=command.ship, target=command.target)
    best = min(shots, key=lambda ruling: (BEST_FIRST.index(ruling.verdict), _short_by_mm(ruling)))
    host.ask(best, seat.player)
    return Result(ruling=best.id, words=_find_refusal_of_game(host, best))


def _find_refusal_of_game(host: TableHost, ruling: Ruling) -> str:
    """Say why a shot that is in range and clear may still not be made now: the turn, or an action already used."""
    desk = host.desk
    if not isinstance(desk, GameDesk) or ruling.rule != SHOT.id or ruling.verdict is not Verdict.YES:
        return ""
    if ruling.cannon is None or ruling.subject not in desk.game.units:
        return ""
    cannon = cannon_number(desk.game, ruling.subject, ruling.cannon)
    judgement = judge_act(desk.game, Shoot(ruling.subject, ruling.target, cannon, 1, line=Verdict.YES))
    if not judgement.is_foul:
        return ""
    return tr("In range and clear, but: {reason}", reason=judgement.reasons[0].words)


def _close(host: TableHost, seat: Seat, command: CloseRuling) -> None:
    asked = [each for each in host.snapshot.asked if each.ruling == command.ruling]
    mine = [each for each in asked if seat.is_judge or each.by == seat.player]
    if not mine:
        raise RefusedError("{ruling}: only who asked for it, or the judge, closes it", ruling=command.ruling)
    host.close_asked(mine)


def _short_by_mm(ruling: Ruling) -> float:
    """Of several cannons that do not reach, the one that nearly does tells most."""
    return math.inf if ruling.measured_mm is None else ruling.measured_mm - (ruling.limit_mm or 0.0)


def _call_judge(host: TableHost, seat: Seat, _command: CallJudge) -> None:
    host.call_judge("" if seat.is_judge else seat.player)


def _ask_only(host: TableHost, seat: Seat, command: AskOnly) -> None:
    if seat.role is not Role.SCREEN:
        raise RefusedError("only the table's own screen can do that")
    host.ask_only(frozenset(command.rulings))


def _show_ruling(host: TableHost, seat: Seat, command: ShowRuling) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can choose which ruling everybody sees")
    host.show_question(command.ruling)


def _begin_game(host: TableHost, seat: Seat, command: BeginGame) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can begin a game")
    host.begin_game(command)


def _abandon_game(host: TableHost, seat: Seat, _command: AbandonGame) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can end a game early")
    _desk(host)
    host.abandon_game()


def _open_game(host: TableHost, seat: Seat, command: OpenGame) -> None:
    if seat.role is not Role.SCREEN:
        raise RefusedError("only the table's own screen can open a file")
    host.open_game(command.path)


def _use_policies(host: TableHost, seat: Seat, command: UsePolicies) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can choose what is done with proposals")
    host.use_policies(command.policies)


def _use_fair_play(host: TableHost, seat: Seat, command: UseFairPlay) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can choose what others may see")
    host.use_fair_play(command.mode, is_released=command.released)


_HANDLERS: Mapping[type[Command], Callable[..., Result | None]] = {
    SayAct: _say_act,
    SayActs: _say_acts,
    TakeOffer: _take_offer,
    Roll: _roll,
    Disarm: _disarm,
    Answer: _answer,
    Undo: _undo,
    Redo: _redo,
    AnswerUndo: _answer_undo,
    AmendAct: _amend,
    AskRuling: _ask,
    AskShot: _ask_shot,
    CloseRuling: _close,
    CallJudge: _call_judge,
    AskOnly: _ask_only,
    ShowRuling: _show_ruling,
    OpenGame: _open_game,
    UsePolicies: _use_policies,
    BeginGame: _begin_game,
    AbandonGame: _abandon_game,
    UseFairPlay: _use_fair_play,
}
