"""Whether an act speaks of players, ships and cards that there are."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.rulebook.cardgame.acts import Accuse, AnyCardAct, OwnUp, PassTurn, PlayMovement, RevealPirates, TurnUp
from tableassist.rulebook.cardgame.foul import TURN, CardFoul, card_foul
from tableassist.rulebook.cardgame.state.adventure_cards import ALL_ADVENTURES
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.cardgame.state.movement_cards import ALL_MOVEMENTS
from tableassist.rulebook.cardgame.state.ships import SHIPS
from tableassist.rulebook.play.judgement import Judgement


def unknown_cards(game: CardGame, act: AnyCardAct) -> Judgement | None:
    """The first name that is not in the game."""
    return next(_unknown(game, act), None)


def _unknown(game: CardGame, act: AnyCardAct) -> Iterator[Judgement]:
    for player in _players(act):
        if player not in game.players:
            yield _foul(player, Message("player"))
    for ship in _ships(act):
        if ship not in SHIPS:
            yield _foul(ship, Message("ship"))
    for card in _movements(act):
        if card not in ALL_MOVEMENTS:
            yield _foul(card, Message("movement card"))
    if isinstance(act, TurnUp) and act.card not in ALL_MOVEMENTS | ALL_ADVENTURES:
        yield _foul(act.card, Message("card"))


def _players(act: AnyCardAct) -> tuple[str, ...]:
    if isinstance(act, OwnUp):
        return (act.player,) if act.player else ()
    if isinstance(act, Accuse):
        return (act.player, act.accused)
    player = getattr(act, "player", None)
    return () if player is None else (player,)


def _ships(act: AnyCardAct) -> tuple[str, ...]:
    match act:
        case PlayMovement():
            return act.ships
        case Accuse() | OwnUp():
            return (act.pirate,)
        case RevealPirates():
            return act.pirates
    return ()


def _movements(act: AnyCardAct) -> tuple[str, ...]:
    if isinstance(act, PlayMovement):
        return (act.movement,)
    return (act.discard,) if isinstance(act, PassTurn | Accuse) and act.discard else ()


def _foul(value: str, what: Message) -> Judgement:
    words = Message("'{value}' is no {what} in this game", value=value, what=what)
    return card_foul(CardFoul.UNKNOWN, words, TURN)
