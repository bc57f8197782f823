"""The card game before its first act."""

from tableassist.rulebook.cardgame.state.adventure_cards import ADVENTURES
from tableassist.rulebook.cardgame.state.game import CardGame, Fame, MovementHand
from tableassist.rulebook.cardgame.state.movement_cards import MOVEMENTS
from tableassist.rulebook.cardgame.state.pile import CardPile
from tableassist.rulebook.cardgame.state.ships import SHIPS
from tableassist.rulebook.cardgame.state.start import OPEN_CARDS, CardStart

NO_PIRATES: frozenset[str] = frozenset()


def new_card_game(start: CardStart) -> CardGame:
    """The set-up was checked."""
    out = start.adventures[: start.adventures_out]
    hands = _hands(start)
    open_cards = () if start.hand else (*start.movements[:OPEN_CARDS], *("",) * OPEN_CARDS)[:OPEN_CARDS]
    return CardGame(
        start=start,
        player=start.begins,
        row=start.row,
        damaged=frozenset(start.damaged),
        fame=dict.fromkeys(SHIPS, Fame()),
        taken=dict.fromkeys(start.players, Fame()),
        adventures=out,
        adventure_pile=CardPile(start.adventures[len(out) :], len(ADVENTURES) - len(start.adventures)),
        movement_pile=_movement_pile(start, hands),
        open=open_cards,
        hands=hands,
        pirates={each: frozenset(start.pirates.get(each, ())) for each in start.players},
        revealed=dict.fromkeys(start.players, NO_PIRATES),
        denied=dict.fromkeys(start.players, NO_PIRATES),
        seen=frozenset(out),
    )


def _hands(start: CardStart) -> dict[str, MovementHand]:
    """Dealt one at a time round the table, from the first player on."""
    if not start.hand:
        return {}
    if start.hands:
        return {each: MovementHand(start.hands.get(each, ()), start.hand_size) for each in start.players}
    at = start.players.index(start.begins)
    order = (*start.players[at:], *start.players[:at])
    dealt = start.movements[: len(order) * start.hand_size]
    return {each: MovementHand(dealt[order.index(each) :: len(order)], start.hand_size) for each in start.players}


def _movement_pile(start: CardStart, hands: dict[str, MovementHand]) -> CardPile:
    if not start.hand:
        known, out = start.movements[OPEN_CARDS:], len(start.movements[:OPEN_CARDS])
    else:
        out = sum(each.size for each in hands.values())
        known = start.movements if start.hands else start.movements[out:]
    return CardPile(known, len(MOVEMENTS) - out - len(known))
