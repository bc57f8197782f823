"""A game of either kind in the words of the league's records. English, whatever the window speaks: a desk has tables
of several languages."""

from collections.abc import Mapping
from typing import Any

from tableassist import __version__
from tableassist.messages import Text
from tableassist.rulebook import Entry
from tableassist.store.game_words import ending_words, ending_words_of_cards
from tableassist.store.league_records import ActSaid, MatchBegun, ResultSaid
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.desk import GameDesk
from tableassist.table.hub_link.match_feed import clipped

AnyDesk = GameDesk | CardDesk
Seated = Mapping[str, str]
"""Who plays, by the name that the table has for the seat."""


def seats_of(desk: AnyDesk) -> tuple[str, ...]:
    return desk.start.players if isinstance(desk, CardDesk) else tuple(each.name for each in desk.start.players)


def match_begun(desk: AnyDesk, *, name: str, seated: Seated, pairing: str, public_key: str) -> MatchBegun:
    is_cards = isinstance(desk, CardDesk)
    return MatchBegun(
        name=clipped(name),
        players=tuple(seated.get(each, each) for each in seats_of(desk)),
        edition="" if isinstance(desk, CardDesk) else desk.start.edition,
        game="cards" if is_cards else "ships",
        pairing=pairing,
        program=__version__,
        public_key=public_key,
    )


def act_said(desk: AnyDesk, line: str, words: Text) -> ActSaid:
    """Of the last record of its log."""
    record = desk.log.records[-1]
    foul = isinstance(record, Entry) and record.view is not None and record.view.is_foul
    return ActSaid(line, words=clipped(str(words)), turn=desk.game.player, is_foul=foul)


def result_of(desk: AnyDesk, seated: Seated) -> ResultSaid | None:
    """By the referee; None while the game is not over."""
    ending: Any = desk.game.ending
    if ending is None or not ending.winners:  # also while coins are still to be turned over
        return None
    is_cards = isinstance(desk, CardDesk)
    points = ending.score if is_cards else ending.gold
    winner = ending.winners[0] if len(ending.winners) == 1 else ""
    why = ending_words_of_cards(ending) if is_cards else ending_words(ending)
    return ResultSaid(
        points={seated.get(name, name): int(count) for name, count in points.items()},
        winner=seated.get(winner, winner),
        why=clipped(str(why)),
    )
