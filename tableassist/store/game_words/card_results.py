"""What came of an act of the card game, in words: what moved, the adventure, fame, pirates, the next card, the end."""

from collections.abc import Iterator

from tableassist.messages import Message, Text
from tableassist.rulebook.cardgame import CardEnding, CardGame
from tableassist.rulebook.cardgame.cards import SHIPS, adventure_title

WON = {
    "fame": Message("most fame"),
    "undamaged": Message("as much fame, and more undamaged ships"),
    "forward": Message("as much fame and as many undamaged ships, and the ship furthest forward"),
}


def came_of(before: CardGame, after: CardGame) -> Iterator[Text]:
    """The difference that the act has made."""
    if before.row != after.row:
        yield row_words(after)
    if before.active is not None and before.active not in after.adventures:
        yield Message("adventure: {card}", card=adventure_title(before.active))
    yield from _of_ships(before, after)
    yield from _of_players(before, after)
    if before.shuffled != after.shuffled:
        yield Message("the movement discards are shuffled")
    if after.active is not None and after.active != before.active:
        yield Message("active now: {card}", card=adventure_title(after.active))
    if after.ending is not None and before.ending != after.ending:
        yield ending_words_of_cards(after.ending)


def _of_ships(before: CardGame, after: CardGame) -> Iterator[Text]:
    for change, ships in (
        (Message("damaged"), after.damaged - before.damaged),
        (Message("repaired"), before.damaged - after.damaged),
    ):
        if ships:
            names = tuple(after.ship_name(each) for each in after.row if each in ships)
            yield Message("{change}: {ships}", change=change, ships=names)
    for ship in SHIPS:
        more = after.fame[ship].total - before.fame[ship].total
        if more:
            said = {"ship": after.ship_name(ship), "more": more, "fame": after.fame[ship].total}
            yield Message("{ship}: {more:+d} fame, now {fame}", **said)


def _of_players(before: CardGame, after: CardGame) -> Iterator[Text]:
    for player in after.players:
        for pirate in sorted(after.revealed[player] - before.revealed[player]):
            yield Message("{player} is the pirate of {ship}", player=player, ship=after.ship_name(pirate))
        more = after.taken[player].total - before.taken[player].total
        if more:
            yield Message("{player} takes {more} fame", player=player, more=more)


def row_words(game: CardGame) -> Message:
    return Message("the row, front first: {ships}", ships=tuple(game.ship_name(each) for each in game.row))


def ending_words_of_cards(over: CardEnding) -> Message:
    if not over.winners:
        return Message("no one has won: every player has lied")
    return Message("{player} has won: {why}", player=over.winners[0], why=WON[over.decided_by])
