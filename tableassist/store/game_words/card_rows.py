"""A card game for a page: the row as it lies, the players, the acts with what came of them."""

from collections.abc import Iterator
from typing import Any

from tableassist.messages import say, sentence
from tableassist.rulebook.cardgame import CardGame, RefereedCardAct, RefereedCardGame
from tableassist.store.game_words.card_acts import card_act_words
from tableassist.store.game_words.card_results import came_of, ending_words_of_cards


def row_values(game: CardGame) -> list[dict[str, Any]]:
    """As it lies: space 9 at the left, space 1 at the right."""
    row = [
        {
            "space": space,
            "name": say(game.ship_name(ship)),
            "damaged": ship in game.damaged,
            "fame": game.fame[ship].total,
        }
        for space, ship in enumerate(game.row, start=1)
    ]
    return row[::-1]


def rows_after_turns(refereed: RefereedCardGame) -> dict[int, list[dict[str, Any]]]:
    """By the number of the turn."""
    return {each.before.turn: row_values(each.game) for each in refereed.acts}


def card_game_values(refereed: RefereedCardGame) -> dict[str, Any]:
    game, over = refereed.game, refereed.game.ending
    return {
        "players": [
            {
                "name": player,
                "fame": "" if over is None else over.score[player],
                "taken": game.taken[player].total,
                "pirates": ", ".join(say(game.ship_name(each)) for each in sorted(game.revealed[player])),
                "won": over is not None and player in over.winners,
            }
            for player in game.players
        ],
        "ending": "" if over is None else sentence(ending_words_of_cards(over)),
        "row": row_values(game),
        "acts": [*_acts(refereed)],
    }


def _acts(refereed: RefereedCardGame) -> Iterator[dict[str, Any]]:
    for each in refereed.acts:
        judgement = each.judged.judgement
        yield {
            "number": each.number,
            "words": sentence(card_act_words(each.judged.entry.act, each.game.start.names)),
            "came": came_sentence(each),
            "fouls": [say(reason.words) for reason in judgement.reasons] if judgement.is_foul else [],
        }


def came_sentence(act: RefereedCardAct) -> str:
    """What came of it, in one line; empty where nothing did."""
    return "; ".join(say(words) for words in came_of(act.before, act.game))
