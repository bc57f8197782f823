"""Fame awarded, lost, looted and taken (Card Game, How to Award Fame)."""

from collections.abc import Sequence

from tableassist.rulebook.cardgame.state.game import CardGame, Fame, card_game_with

CARD, OWED, NOTHING = Fame(cards=1), Fame(owed=1), Fame()


def awarded(game: CardGame, ships: Sequence[str]) -> CardGame:
    """1 fame for each time a ship is named. The last one is the active card, which leaves the row of adventures; where
    none is awarded it is discarded."""
    if not ships:
        return active_discarded(game)
    game, cards = _with_cards_taken(game, len(ships) - 1)
    without = len(ships) - 1 - cards
    # Only of the final adventure the text says that fame without a card is awarded all the same.
    lost_early = len(game.adventures) > 1 and game.reading("short-pile") == "lost"
    fame = dict(game.fame)
    for ship, each in zip(ships, [CARD] * cards + [NOTHING if lost_early else OWED] * without + [CARD], strict=True):
        fame[ship] = fame[ship].plus(each)
    return card_game_with(game, fame=fame, adventures=game.adventures[1:])


def active_discarded(game: CardGame) -> CardGame:
    return card_game_with(game, adventures=game.adventures[1:], adventure_discards=game.adventure_discards + 1)


def _with_cards_taken(game: CardGame, count: int) -> tuple[CardGame, int]:
    """Cards to be used as fame, and how many there were."""
    sources = [_from_pile]
    if game.start.extended:
        sources.insert(0 if game.reading("extended-order") == "discards-first" else 1, _from_discards)
    if game.start.upcoming and game.reading("short-pile") == "from-row":
        sources.append(_from_row)
    found = 0
    for source in sources:
        game, more = source(game, count - found)
        found += more
    return game, found


def _from_pile(game: CardGame, count: int) -> tuple[CardGame, int]:
    found = min(count, game.adventure_pile.count)
    return card_game_with(game, adventure_pile=game.adventure_pile.without_top(found)), found


def _from_discards(game: CardGame, count: int) -> tuple[CardGame, int]:
    found = min(count, game.adventure_discards)
    return card_game_with(game, adventure_discards=game.adventure_discards - found), found


def _from_row(game: CardGame, count: int) -> tuple[CardGame, int]:
    """From the far end; the active card stays."""
    found = min(count, max(0, len(game.adventures) - 1))
    return card_game_with(game, adventures=game.adventures[: len(game.adventures) - found]), found


def fame_under(game: CardGame, ship: str) -> int:
    """Fame of a ship that can be lost or taken: all of it, or, where fame without a card is kept apart for the final
    scoring, only what lies under her."""
    fame = game.fame[ship]
    return fame.cards if game.reading("fame-without-card") == "apart" else fame.total


def _part(game: CardGame, ship: str, count: int) -> Fame:
    return game.fame[ship].part(min(count, fame_under(game, ship)))


def lost(game: CardGame, ship: str, count: int) -> CardGame:
    """So much of it, or all that she has, goes to the discards."""
    part = _part(game, ship, count)
    fame = {**game.fame, ship: game.fame[ship].minus(part)}
    return card_game_with(game, fame=fame, adventure_discards=game.adventure_discards + part.cards)


def looted(game: CardGame, *, by: str, of: str) -> CardGame:
    part = _part(game, of, 1)
    return card_game_with(game, fame={**game.fame, of: game.fame[of].minus(part), by: game.fame[by].plus(part)})


def half_taken(game: CardGame, ship: str, player: str) -> CardGame:
    """Rounded up, for a right accusation (Card Game, Accuse a Player)."""
    part = _part(game, ship, (fame_under(game, ship) + 1) // 2)
    return card_game_with(
        game,
        fame={**game.fame, ship: game.fame[ship].minus(part)},
        taken={**game.taken, player: game.taken[player].plus(part)},
    )
