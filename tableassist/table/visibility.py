"""Fair play: what each seat may see, ask and take. Decided here once, for every reader and every command."""

from tableassist.rulebook import PIRATES, GameState, Offer, Ruling
from tableassist.rulebook.cardgame import CARD_GAME, CardGame, CardOffer
from tableassist.rulebook.cardgame.actions import Accuse, PassTurn, PlayMovement
from tableassist.rulebook.referee import FaceDown
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
