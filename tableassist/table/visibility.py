"""Fair play: what each seat may see, ask and take, and the rulings as they are shown.

Decided here once, for every reader and every command.
"""

from dataclasses import dataclass, replace

from tableassist.judging.views import TableDrawing
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import PIRATES, GameState, Offer, Overruling, Ruling, Verdict, rule_named
from tableassist.rulebook.cardgame import CARD_GAME, CardGame, CardOffer
from tableassist.rulebook.cardgame.actions import Accuse, PassTurn, PlayMovement
from tableassist.rulebook.referee import AnswersNow, FaceDown
from tableassist.rulebook.ruling import find_overruling
from tableassist.table.fair_play import FairPlay
from tableassist.table.offer_choices import plays_and_others
from tableassist.table.seats import Role, Seat
from tableassist.table.snapshot import TableSnapshot


def is_hidden(snapshot: TableSnapshot, seat: Seat) -> bool:
    """Say whether a referee has not yet released the table to this seat."""
    return snapshot.fair_play is FairPlay.REFEREE and not snapshot.is_released and not seat.is_judge


class VisibleRulings:
    """The rulings that a seat may see; the very same tuple until it changes."""

    def __init__(self) -> None:
        self._source: tuple[tuple[Ruling, ...], frozenset[str]] = ((), frozenset())
        self._asked: tuple[Ruling, ...] = ()

    def find(self, snapshot: TableSnapshot, seat: Seat) -> tuple[Ruling, ...]:
        if snapshot.moment is None or is_hidden(snapshot, seat):
            return ()
        rulings = snapshot.moment.state.rulings
        if seat.is_judge or snapshot.fair_play is FairPlay.OPEN:
            return rulings
        asked = snapshot.asked_ids
        if self._source[0] is not rulings or self._source[1] != asked:
            self._source = rulings, asked
            self._asked = tuple(ruling for ruling in rulings if ruling.id in asked)
        return self._asked


def visible_rulings(snapshot: TableSnapshot, seat: Seat) -> tuple[Ruling, ...]:
    return VisibleRulings().find(snapshot, seat)


def may_ask(snapshot: TableSnapshot, seat: Seat) -> bool:
    """Say whether the seat may ask for a ruling: while a referee keeps the table hidden, only the judge may."""
    return not seat.only_watches and not is_hidden(snapshot, seat)


def hidden_from(game: GameState, seat: Seat) -> FaceDown:
    """Find the crew cards that the seat may not read."""
    return FaceDown(game, seat.player or None, sees_all=seat.is_judge)


def offers_to(game: GameState, rulings: tuple[Ruling, ...], seat: Seat) -> tuple[Offer, ...]:
    """List what the seat may do. `rulings`: those it may see, so that an offer tells nothing else."""
    if seat.only_watches:
        return ()
    return tuple(offer for offer in PIRATES.offers(game, rulings) if seat.is_judge or offer.player == seat.player)


def may_act(seat: Seat, player: str) -> bool:
    """Say whether the seat may do what is `player`'s to do; empty: anybody may."""
    return seat.is_judge or player in ("", seat.player)


def card_offers_to(game: CardGame, seat: Seat) -> tuple[CardOffer, ...]:
    """List what the seat may do. Cards of a hand are named to its owner and at the table's own screen only,
    not even to the judge."""
    plays, others = plays_and_others(game, CARD_GAME.offers(game))
    return tuple(
        offer for offer in (*plays, *others)
        if may_act(seat, offer.player) and not (game.start.hand and seat.role is Role.JUDGE and _names_hand(offer))
    )  # fmt: skip


def _names_hand(offer: CardOffer) -> bool:
    act = offer.act
    return isinstance(act, PlayMovement) or (isinstance(act, Accuse | PassTurn) and bool(act.discard))


_Asked = tuple[str, str, str, int | None]


class CalledRulings:
    """What has not changed since the last time is the very same value, so that it is not drawn anew."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Ruling, Ruling]] = {}
        self._answers = AnswersNow()

    def of(
        self, rulings: tuple[Ruling, ...], overrulings: tuple[Overruling, ...], game: GameState
    ) -> tuple[Ruling, ...]:
        rulings = self._answers.of(rulings, game)
        if not overrulings:
            return rulings
        verdicts = _verdicts(rulings, overrulings)
        return (
            tuple(self._apply_verdict(ruling, verdicts.get(_question_of(ruling))) for ruling in rulings)
            if verdicts
            else rulings
        )

    def _apply_verdict(self, ruling: Ruling, verdict: Verdict | None) -> Ruling:
        if verdict is None or verdict is ruling.verdict:
            return ruling
        known = self._known.get(ruling.id)
        if known is None or known[0] is not ruling or known[1].verdict is not verdict:
            known = self._known[ruling.id] = ruling, ruling.replace(verdict=verdict)
        return known[1]


def _verdicts(rulings: tuple[Ruling, ...], overrulings: tuple[Overruling, ...]) -> dict[_Asked, Verdict]:
    """By question. Who says that a shot is good says so of its range and its line, too."""
    asked = {_question_of(overruling.ruling) for overruling in overrulings}
    found: dict[_Asked, Verdict] = {}
    for ruling in rulings:
        by_person = find_overruling(overrulings, ruling) if _question_of(ruling) in asked else None
        if by_person is not None:
            found[_question_of(ruling)] = by_person.verdict
    parts = [each for each in rulings if rule_named(each.rule).part_of is not None] if found else []
    for part in parts:
        whole = found.get((rule_named(part.rule).part_of or "", part.subject, part.target, part.cannon))
        if whole is not None and whole is not Verdict.NO:
            found.setdefault(_question_of(part), whole)
    return found


def _question_of(ruling: Ruling) -> _Asked:
    return ruling.rule, ruling.subject, ruling.target, ruling.cannon


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    state: TableState
    """With the rulings only that may be seen, each as it counts: a person's verdict where one stands."""
    drawing: Drawing


def make_shown(
    moment: Moment,
    mode: FairPlay,
    asked: frozenset[str],
    *,
    selected: str | None,
    drawings: TableDrawing,
    called: tuple[Ruling, ...] | None = None,
) -> Shown:
    """`asked` are ids of rulings; `selected` whose shots are drawn: nobody's while her ghost is tried out. `called`:
    the moment's rulings as they count."""
    state = moment.state
    rulings = state.rulings if called is None else called
    if mode is FairPlay.ON_REQUEST:
        rulings = tuple(ruling for ruling in rulings if ruling.id in asked)
    if rulings is not state.rulings:
        state = replace(state, rulings=rulings)
    return Shown(state, drawings.of(state, moment.settings.mat, selected))
