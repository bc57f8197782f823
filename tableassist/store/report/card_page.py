"""The report of a card game: one HTML page that holds all it shows."""

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from tableassist.messages import Message, say, sentence, template, tr
from tableassist.overlay.cards.row_svg import row_svg_element
from tableassist.overlay.cards.wide_row import wide_row
from tableassist.rulebook.cardgame import CardGame, RefereedCardAct, RefereedCardGame
from tableassist.store.game_words.card_acts import card_act_words
from tableassist.store.game_words.card_results import came_of, ending_words_of_cards
from tableassist.store.game_words.fame import fame_of_players, revealed_owners
from tableassist.store.game_words.results import judged_words
from tableassist.store.page.html_page import written_page
from tableassist.store.score.chronicle_words import time_words
from tableassist.store.score.gold_plot import steps_plot

FAME = template("{player}: {gold} fame")
MOST_ROWS = 200
"""More turns than this would make a page that no browser likes; the score has them all."""


@dataclass(frozen=True, slots=True, eq=False)
class CardReport:
    name: str
    """Of the match."""
    table: str
    date: str
    version: str
    game: RefereedCardGame
    times_ns: Mapping[int, int]
    """Since the match began, when each act was said, by its number."""
    pictures: Mapping[int, bytes]
    """By turn: what the camera saw at its end, as JPEG."""
    score: str
    additions: tuple[Message, ...] = ()
    """What was added to the match when it was over."""


def card_report_page(report: CardReport) -> str:
    game, ending = report.game.game, report.game.game.ending
    owners = revealed_owners(game)
    fame, winners = fame_of_players(game, owners), () if ending is None else ending.winners
    players = [
        {
            "name": each,
            "fame": fame[each],
            "pirates": ", ".join(say(game.ship_name(ship)) for ship in sorted(game.revealed[each])),
            "won": each in winners,
        }
        for each in game.players
    ]
    return written_page(
        "card-report.html",
        report=report,
        players=players,
        ending="" if ending is None else sentence(ending_words_of_cards(ending)),
        fouls=len(report.game.fouls),
        gold=_plot(report, owners, winners),
        first=_figure(report.game.start, tr("The row at the start")),
        turns=list(_turns(report)),
    )


def _plot(report: CardReport, owners: Mapping[str, str], winners: tuple[str, ...]) -> dict[str, object] | None:
    acts = report.game.acts
    if not acts:
        return None
    games = [report.game.start, *(each.game for each in acts)]
    fame = [fame_of_players(each, owners) for each in games]
    times, last = [], 0
    for each in acts:
        last = max(last, report.times_ns.get(each.number, last))
        times.append(last)
    return steps_plot(report.game.game.players, fame, times, winners, tr("Fame over time"), FAME)


def _turns(report: CardReport) -> Iterator[dict[str, object]]:
    """Each with the row as it lay at its end."""
    turns = groupby(report.game.acts, key=lambda each: each.before.turn)
    for place, (number, group) in enumerate(turns):
        acts = list(group)
        player, last = acts[0].before.player, acts[-1].game
        jpeg = report.pictures.get(number)
        yield {
            "number": number,
            "title": tr("Turn {turn}: {player}", turn=number, player=player),
            "acts": [_act(each, report.times_ns) for each in acts],
            "figure": _figure(last, tr("The row after turn {turn}", turn=number)) if place < MOST_ROWS else None,
            "picture": None if jpeg is None else {
                "caption": tr("Turn {turn}, as the camera saw it", turn=number),
                "data": base64.b64encode(jpeg).decode("ascii"),
            },
        }  # fmt: skip


def _act(each: RefereedCardAct, times_ns: Mapping[int, int]) -> dict[str, object]:
    entry = each.judged.entry
    came = () if each.is_unanswered else tuple(came_of(each.before, each.game))
    return {
        "number": entry.number,
        "when": time_words(times_ns[entry.number]) if entry.number in times_ns else "",
        "words": sentence(card_act_words(entry.act, each.game.start.names)),
        "came": [sentence(words) for words in came],
        "judged": [say(words) for words in judged_words(each.judged)],
        "is_foul": each.judged.judgement.is_foul,
    }


def _figure(game: CardGame, caption: str) -> dict[str, str]:
    return {"svg": row_svg_element(wide_row(game), title=caption), "caption": caption}
