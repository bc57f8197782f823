"""Movement cards drawn, discarded and shuffled."""

from tableassist.rulebook.cardgame.state.game import CardGame, MovementHand, card_game_with
from tableassist.rulebook.cardgame.state.pile import CardPile


def replace_card(game: CardGame, player: str, card: str) -> CardGame:
    """A card played or passed away goes to the discards, and a new one comes to its place or into the player's hand."""
    after = discard_card(game, player, card)
    if after is game:
        return game
    if player not in game.hands:
        return fill_open_places(after)
    game = _with_draw(after)
    if not game.movement_pile.count:
        return game
    hand = game.hands[player]
    drawn = game.movement_pile.known[:1]
    grown = MovementHand((*hand.known, *drawn), hand.size + 1)
    return _draw(card_game_with(game, hands={**game.hands, player: grown}))


def discard_card(game: CardGame, player: str, card: str) -> CardGame:
    """Out of the hand, or off its open place. A card that is in neither leaves both as they are."""
    if (hand := game.hands.get(player)) is not None:
        if card not in hand.known and not hand.unknown:
            return game
        smaller = MovementHand(tuple(each for each in hand.known if each != card), hand.size - 1)
        game = card_game_with(game, hands={**game.hands, player: smaller})
    elif card in game.open:
        at = game.open.index(card)
        game = card_game_with(game, open=(*game.open[:at], "", *game.open[at + 1 :]))
    else:
        return game
    return card_game_with(game, movement_discards=(*game.movement_discards, card))


def fill_open_places(game: CardGame) -> CardGame:
    """Each empty place gets the next card of the pile, as long as it is known."""
    while "" in game.open:
        game = _with_draw(game)
        if not game.movement_pile.known:
            return game
        game = put_on_open_place(game, game.movement_pile.known[0])
    return game


def put_on_open_place(game: CardGame, card: str) -> CardGame:
    """From the top of the pile to the first empty place."""
    at = game.open.index("")
    return _draw(card_game_with(game, open=(*game.open[:at], card, *game.open[at + 1 :])))


def _draw(game: CardGame) -> CardGame:
    game = card_game_with(game, movement_pile=game.movement_pile.without_top())
    return _with_draw(game) if game.reading("shuffle") == "when-empty" else game


def _with_draw(game: CardGame) -> CardGame:
    """With a pile to draw from: the discards are shuffled if it is used up."""
    if game.movement_pile.count or not game.movement_discards:
        return game
    orders = game.start.shuffles
    order = orders[game.shuffled] if game.shuffled < len(orders) else ()
    known = tuple(each for each in order if each in game.movement_discards)
    pile = CardPile(known, len(game.movement_discards) - len(known))
    return card_game_with(game, movement_pile=pile, movement_discards=(), shuffled=game.shuffled + 1)
