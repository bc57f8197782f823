"""What acts of the card game change: the row, cards, fame and pirates, the adventure, the turn, the end."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from tableassist.rulebook.cardgame.cards import (
    AdventureKind,
    CardPile,
    FirstUndamaged,
    LastUndamaged,
    Spaces,
    Whom,
    adventure_kind,
    nation_of,
)
from tableassist.rulebook.cardgame.state import (
    CardEnding,
    CardGame,
    Fame,
    MovementHand,
    all_pirates,
    game_has_secrets,
    owner_of,
)

CardRow = tuple[str, ...]
"""Front first."""


def move_ships(row: CardRow, ships: CardRow, spaces: int) -> CardRow:
    """One ship, or several neighbours as a group that keeps its order. Forward is more than 0."""
    places = sorted({row.index(ship) for ship in ships})
    group = tuple(row[place] for place in places)
    rest = tuple(ship for ship in row if ship not in group)
    at = max(0, min(len(rest), places[0] - spaces))
    return (*rest[:at], *group, *rest[at:])


def move_nation(row: CardRow, nation: str, spaces: int, *, passes: bool) -> CardRow:
    """One at a time: the foremost first when they advance, the rearmost first when they retreat."""
    order = [ship for ship in row if nation_of(ship) == nation]
    ahead = row if spaces > 0 else row[::-1]
    for number, ship in enumerate(order if spaces > 0 else order[::-1]):
        others = (order if spaces > 0 else order[::-1])[:number]
        ahead = _move_ahead(ahead, ship, abs(spaces), () if passes else tuple(others))
    return ahead if spaces > 0 else ahead[::-1]


def _move_ahead(row: CardRow, ship: str, spaces: int, not_past: CardRow) -> CardRow:
    """Towards the row's beginning, but not past those ships."""
    at = row.index(ship)
    limit = max((row.index(ship) + 1 for ship in not_past), default=0)
    return move_ships(row, (ship,), min(spaces, max(0, at - limit)))


def are_neighbours(row: CardRow, one: str, other: str) -> bool:
    return abs(row.index(one) - row.index(other)) == 1


def reveal_pirates(game: CardGame, player: str, *pirates: str) -> CardGame:
    """Face up for the rest of the game."""
    return game.replace(revealed={**game.revealed, player: game.revealed[player].union(pirates)})


def deny_pirate(game: CardGame, players: Iterable[str], pirate: str) -> CardGame:
    """Said by players whose pirates are not all known; that of the others is no word of theirs."""
    denied = {player: game.denied[player] | {pirate} for player in players}
    return game.replace(denied={**game.denied, **denied})


def players_with_secrets(game: CardGame) -> tuple[str, ...]:
    """Players whose pirates are not all known."""
    return tuple(player for player in game.players if len(all_pirates(game, player)) < game.start.pirates_each)


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
    return _draw(game.replace(hands={**game.hands, player: grown}))


def discard_card(game: CardGame, player: str, card: str) -> CardGame:
    """Out of the hand, or off its open place. A card that is in neither leaves both as they are."""
    if (hand := game.hands.get(player)) is not None:
        if card not in hand.known and not hand.unknown:
            return game
        smaller = MovementHand(tuple(held for held in hand.known if held != card), hand.size - 1)
        game = game.replace(hands={**game.hands, player: smaller})
    elif card in game.open:
        at = game.open.index(card)
        game = game.replace(open=(*game.open[:at], "", *game.open[at + 1 :]))
    else:
        return game
    return game.replace(movement_discards=(*game.movement_discards, card))


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
    return _draw(game.replace(open=(*game.open[:at], card, *game.open[at + 1 :])))


def _draw(game: CardGame) -> CardGame:
    game = game.replace(movement_pile=game.movement_pile.without_top())
    return _with_draw(game) if game.reading("shuffle") == "when-empty" else game


def _with_draw(game: CardGame) -> CardGame:
    """With a pile to draw from: the discards are shuffled if it is used up."""
    if game.movement_pile.count or not game.movement_discards:
        return game
    orders = game.start.shuffles
    order = orders[game.shuffled] if game.shuffled < len(orders) else ()
    pile_cards = tuple(card for card in order if card in game.movement_discards)
    pile = CardPile(pile_cards, len(game.movement_discards) - len(pile_cards))
    return game.replace(movement_pile=pile, movement_discards=(), shuffled=game.shuffled + 1)


CARD, OWED, NOTHING = Fame(cards=1), Fame(owed=1), Fame()


def award_fame(game: CardGame, ships: Sequence[str]) -> CardGame:
    """1 fame for each time a ship is named. The last one is the active card, which leaves the row of adventures; where
    none is awarded it is discarded."""
    if not ships:
        return discard_active(game)
    game, cards = _with_cards_taken(game, len(ships) - 1)
    without = len(ships) - 1 - cards
    # Only of the final adventure the text says that fame without a card is awarded all the same.
    lost_early = len(game.adventures) > 1 and game.reading("short-pile") == "lost"
    fame = dict(game.fame)
    for ship, award in zip(ships, [CARD] * cards + [NOTHING if lost_early else OWED] * without + [CARD], strict=True):
        fame[ship] = fame[ship].plus(award)
    return game.replace(fame=fame, adventures=game.adventures[1:])


def discard_active(game: CardGame) -> CardGame:
    return game.replace(adventures=game.adventures[1:], adventure_discards=game.adventure_discards + 1)


def _with_cards_taken(game: CardGame, count: int) -> tuple[CardGame, int]:
    """Cards to be used as fame, and how many there were."""
    sources = [_from_pile]
    if game.start.extended:
        sources.insert(0 if game.reading("extended-order") == "discards-first" else 1, _from_discards)
    if game.start.upcoming and game.reading("short-pile") == "from-row":
        sources.append(_from_row)
    cards_taken = 0
    for source in sources:
        game, more = source(game, count - cards_taken)
        cards_taken += more
    return game, cards_taken


def _from_pile(game: CardGame, count: int) -> tuple[CardGame, int]:
    available = min(count, game.adventure_pile.count)
    return game.replace(adventure_pile=game.adventure_pile.without_top(available)), available


def _from_discards(game: CardGame, count: int) -> tuple[CardGame, int]:
    available = min(count, game.adventure_discards)
    return game.replace(adventure_discards=game.adventure_discards - available), available


def _from_row(game: CardGame, count: int) -> tuple[CardGame, int]:
    """From the far end; the active card stays."""
    available = min(count, max(0, len(game.adventures) - 1))
    return game.replace(adventures=game.adventures[: len(game.adventures) - available]), available


def fame_under(game: CardGame, ship: str) -> int:
    """Fame of a ship that can be lost or taken: all of it, or, where fame without a card is kept apart for the final
    scoring, only what lies under her."""
    fame = game.fame[ship]
    return fame.cards if game.reading("fame-without-card") == "apart" else fame.total


def _part(game: CardGame, ship: str, count: int) -> Fame:
    return game.fame[ship].part(min(count, fame_under(game, ship)))


def lose_fame(game: CardGame, ship: str, count: int) -> CardGame:
    """So much of it, or all that she has, goes to the discards."""
    part = _part(game, ship, count)
    fame = {**game.fame, ship: game.fame[ship].minus(part)}
    return game.replace(fame=fame, adventure_discards=game.adventure_discards + part.cards)


def loot_fame(game: CardGame, *, by: str, of: str) -> CardGame:
    part = _part(game, of, 1)
    return game.replace(fame={**game.fame, of: game.fame[of].minus(part), by: game.fame[by].plus(part)})


def take_half_fame(game: CardGame, ship: str, player: str) -> CardGame:
    """Rounded up, for a right accusation (Card Game, Accuse a Player)."""
    part = _part(game, ship, (fame_under(game, ship) + 1) // 2)
    return game.replace(
        fame={**game.fame, ship: game.fame[ship].minus(part)},
        taken={**game.taken, player: game.taken[player].plus(part)},
    )


def carry_out_mutiny(game: CardGame) -> CardGame:
    """`game.mutiny` is set where the owner is not known."""
    gate = _gate_ship(game)
    if gate is not None:
        owner = owner_of(game, gate) if gate else ""
        if owner == "":
            return game
        if owner is None and gate != find_struck_ship(game):
            return game.replace(mutiny=gate)
    return _strike_first_ship(game)


def _gate_ship(game: CardGame) -> str | None:
    """The ship that somebody must own for anything to happen, word for word: the first undamaged one; empty where all
    are damaged. None: the table does not read it so."""
    return next(iter(game.undamaged), "") if game.reading("mutiny") == "literal" else None


def answer_gate(game: CardGame, owner: str) -> CardGame:
    """Somebody has said whether the first undamaged ship is anybody's."""
    game = game.replace(mutiny="")
    return _strike_first_ship(game) if owner else game


def _strike_first_ship(game: CardGame) -> CardGame:
    ship = find_struck_ship(game)
    if not ship:
        return game
    owner = owner_of(game, ship)
    if owner is None:
        return game.replace(mutiny=ship)
    return strike_owner(game, ship, owner)


def find_struck_ship(game: CardGame) -> str:
    """Empty: none."""
    if game.reading("mutiny") == "undamaged":
        return next(iter(game.undamaged), "")
    return next((ship for ship in game.row if ship not in game.face_up_pirates), "")


def strike_owner(game: CardGame, ship: str, owner: str) -> CardGame:
    """`owner`: empty where nobody owns her, and nothing happens."""
    game = game.replace(mutiny="")
    if not owner or (ship in game.face_up_pirates and game.reading("mutiny-again") == "nothing"):
        return game
    total = fame_under(game, ship)
    half = (total + 1) // 2 if game.reading("mutiny-half") == "up" else total // 2
    return lose_fame(reveal_pirates(game, owner, ship), ship, half)


def carry_out_adventure(game: CardGame) -> CardGame:
    """The active card is under a ship or discarded then. Mutiny may leave a question open: `game.mutiny`."""
    card = game.active
    if card is None:
        return game
    kind = adventure_kind(card)
    ships = ships_concerned(game, kind.whom)
    if kind.gains:
        game = award_fame(game, [ship for ship in ships if ship not in game.damaged for _ in range(kind.gains)])
    else:
        game = discard_active(game)
    for ship in ships if kind.loses else ():
        game = lose_fame(game, ship, kind.loses)
    if kind.damages:
        game = game.replace(damaged=game.damaged.union(ships))
    return _among_ships(game, kind)


def ships_concerned(game: CardGame, whom: Whom) -> tuple[str, ...]:
    """Front first."""
    match whom:
        case Spaces(spaces):
            return tuple(game.row[space - 1] for space in sorted(spaces))
        case FirstUndamaged(count):
            return game.undamaged[:count]
        case LastUndamaged(count):
            return game.undamaged[-count:]


def _among_ships(game: CardGame, kind: AdventureKind) -> CardGame:
    """Attack and Loot: from the front of the row to the back, each as the ships are by then."""
    if kind.is_mutiny:
        return carry_out_mutiny(game)
    for front, behind in pairwise(game.row):
        if nation_of(front) == nation_of(behind):
            continue
        if kind.attacks == nation_of(behind) and behind not in game.damaged:
            game = game.replace(damaged=game.damaged | {front})
        elif kind.loots == nation_of(front) and behind not in game.damaged:
            game = loot_fame(game, by=behind, of=front)
    return game


def score_of(game: CardGame) -> dict[str, int]:
    """Fame under each player's ships, and what the player took. Of players whose pirates are known."""
    return {
        player: game.taken[player].total + sum(game.fame[ship].total for ship in all_pirates(game, player))
        for player in game.players
    }


def ending_of(game: CardGame) -> CardEnding:
    score = score_of(game)
    liars = tuple(player for player in game.players if game.denied[player] & all_pirates(game, player))
    leading = tuple(player for player in game.players if player not in liars)
    decided_by: list[str] = []
    for name, worth in _tests(game, score):
        if len(leading) > 1 or not decided_by:
            best = max((worth(player) for player in leading), default=0)
            leading = tuple(player for player in leading if worth(player) == best)
            decided_by.append(name)
    return CardEnding(score, leading, liars, decided_by[-1])


def _tests(game: CardGame, score: dict[str, int]) -> tuple[tuple[str, Callable[[str], int]], ...]:
    """One after the other, until one player is left."""
    return (
        ("fame", lambda player: score[player]),
        ("undamaged", lambda player: len(all_pirates(game, player) - game.damaged)),
        ("forward", lambda player: -min(game.row.index(pirate) for pirate in all_pirates(game, player))),
    )


def finish_action(game: CardGame, *, fog: bool = False) -> CardGame:
    """Fog: the adventure is discarded unexecuted (Card Game, There Be Fog Ahead!)."""
    if game.waits:  # people let an action stand though an answer was owed
        game = game.replace(accusation=None, mutiny="")
    if fog and game.adventures:
        return end_turn(discard_active(game))
    game = carry_out_adventure(game)
    return game if game.mutiny else end_turn(game)


def end_turn(game: CardGame) -> CardGame:
    game = end_if_out(fill_adventures(game))
    if game.ended:
        return game
    after = game.players[(game.players.index(game.player) + 1) % len(game.players)]
    return game.replace(player=after, turn=game.turn + 1)


def end_if_out(game: CardGame) -> CardGame:
    """The game ends when the next adventure is to be turned up and there is none (Card Game, End of Game)."""
    out = not game.adventures and not game.adventure_pile.count and not game.waits
    return with_ending(game.replace(ended=True)) if out else game


def fill_adventures(game: CardGame) -> CardGame:
    """The next ones are turned up, as long as they are known (Card Game, Upcoming Adventures)."""
    while game.adventures_to_turn_up and game.adventure_pile.known:
        game = turn_up_adventure(game, game.adventure_pile.known[0])
    return game


def turn_up_adventure(game: CardGame, card: str) -> CardGame:
    """From the top of the pile to the end of the row."""
    return game.replace(
        adventures=(*game.adventures, card),
        adventure_pile=game.adventure_pile.without_top(),
        seen=game.seen | {card},
    )


def with_ending(game: CardGame) -> CardGame:
    """Pirates that are known are turned face up, and the game is counted as soon as all are."""
    if not game.ended:
        return game
    for player in game.players:
        if len(all_pirates(game, player)) >= game.start.pirates_each:
            game = reveal_pirates(game, player, *all_pirates(game, player))
    return game.replace(ending=None if game_has_secrets(game) else ending_of(game))
