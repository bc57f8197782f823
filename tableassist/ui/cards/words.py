"""What the panel of a card game says of how it stands, and what it asks. No widgets."""

from tableassist.messages import say, sentence, tr
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.rulebook.cardgame import CardGame
from tableassist.store.game_words import ending_words_of_cards
from tableassist.table.notes import turn_words
from tableassist.ui.game.decisions import Decision


def standing_words(game: CardGame) -> str:
    """Whose turn it is, or that it is over."""
    if game.ended:
        return tr("The game is over.")
    return tr("Turn {turn}: {whose}", turn=game.turn, whose=turn_words(game.player))


def fame_lines(game: CardGame) -> tuple[str, ...]:
    """Until the end nobody knows whose the ships are: only what was taken is a player's."""
    if game.ending is not None:
        return tuple(tr("{player}: {fame} fame", player=each, fame=fame) for each, fame in game.ending.score.items())
    return tuple(tr("{player}: {fame} fame taken", player=each, fame=game.taken[each].total) for each in game.players)


def winner_words(game: CardGame) -> str:
    return "" if game.ending is None else sentence(ending_words_of_cards(game.ending))


def difference_decisions(differences: tuple[CardDifference, ...]) -> tuple[Decision, ...]:
    """One for each thing that would be corrected: a row that lies otherwise is corrected at once, whole."""
    made: dict[object, tuple[int, list[CardDifference]]] = {}
    for number, each in enumerate(differences):
        key = each.correction if each.correction is not None else number
        made.setdefault(key, (number, []))[1].append(each)
    return tuple(_difference(number, some) for number, some in made.values())


def _difference(number: int, some: list[CardDifference]) -> Decision:
    heading = tr("The table does not match the record")
    words = "\n".join(sentence(each.words) for each in some)
    corrected = some[0].correction is not None
    yes = (tr("The table is right: {words}", words=say(some[0].told)),) if corrected else ()
    return Decision(number, heading, words, yes, tr("The record is right: I have corrected the table"))
