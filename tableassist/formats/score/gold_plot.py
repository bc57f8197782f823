"""Gold over time, a line a player: what the template `gold.svg` draws, in pixels."""

from collections.abc import Sequence
from itertools import pairwise

from tableassist.formats.score.chronicle_words import time_words
from tableassist.messages import Message, say, tr
from tableassist.referee.ending.gold import score
from tableassist.referee.happenings import Happening
from tableassist.referee.refereed import RefereedGame

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1000.0, 230.0, 40.0, 170.0, 14.0, 200.0
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS = 8
BETWEEN_LABELS = 16.0
LONGEST_NAME = 16
NS = 1_000_000_000


def gold_plot(refereed: RefereedGame, told: Sequence[Happening]) -> dict[str, object] | None:
    """`told`: its acts. None of a game in which nothing was done."""
    if not told:
        return None
    timed = told[-1].t_ns > 0
    golds = [score(refereed.start), *(each.gold for each in told)]
    whole = told[-1].t_ns if timed else len(told)
    places = [0, *(_place(each, number, timed=timed) for number, each in enumerate(told, start=1))]
    most = max((1, *(gold for each in golds for gold in each.values())))
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * place / whole for place in places]
    lines = [
        _line(player, n, xs, [each[player] for each in golds], most) for n, player in enumerate(_players(refereed))
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "top": TOP,
        "bottom": BOTTOM,
        "levels": [(f"{_y(level, most):.1f}", str(level)) for level in _marks(most, STEPS)],
        "ticks": _time_ticks(whole) if timed else _act_ticks(whole),
        "lines": list(zip(lines, _labels(refereed, golds[-1], most), strict=True)),
    }


def _place(each: Happening, number: int, *, timed: bool) -> int:
    return each.t_ns if timed else number


def _players(refereed: RefereedGame) -> tuple[str, ...]:
    """In the order of the table, by which the fleets have their colours."""
    return tuple(each.name for each in refereed.start.start.players)


def _line(player: str, number: int, xs: Sequence[float], gold: Sequence[int], most: int) -> dict[str, str]:
    """Steps: it changes at an act and stays until the next that changes it."""
    path = f"M{xs[0]:.1f},{_y(gold[0], most):.1f}"
    for (before, now), x in zip(pairwise(gold), xs[1:], strict=True):
        if now != before:
            path += f"H{x:.1f}V{_y(now, most):.1f}"
    words = Message("{player}: {gold} gold", player=player, gold=gold[-1])
    return {"path": f"{path}H{xs[-1]:.1f}", "ink": str(number % 4 + 1), "words": say(words)}


def _labels(refereed: RefereedGame, gold: dict[str, int], most: int) -> list[dict[str, str]]:
    """At the ends of the lines, none on another."""
    winners = () if refereed.game.ending is None else refereed.game.ending.winners
    players = _players(refereed)
    heights, last = {}, BOTTOM + BETWEEN_LABELS
    for player in sorted(players, key=lambda each: gold[each]):
        last = heights[player] = min(_y(gold[player], most), last - BETWEEN_LABELS)
    return [
        {
            "y": f"{heights[player] + 4:.1f}",
            "words": f"{_short(player)} {gold[player]}",
            "won": tr("winner") if player in winners else "",
        }
        for player in players
    ]


def _y(gold: int, most: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * gold / most


def _marks(most: int, steps: Sequence[int]) -> range:
    step = next((each for each in steps if most / each <= MOST_TICKS), most)
    return range(0, most + 1, step)


def _time_ticks(whole_ns: int) -> list[tuple[str, str]]:
    return [
        (f"{LEFT + (WIDTH - LEFT - RIGHT) * at * NS / whole_ns:.1f}", time_words(at * NS).removesuffix(".0"))
        for at in _marks(whole_ns // NS, STEPS_S)
    ]


def _act_ticks(whole: int) -> list[tuple[str, str]]:
    """Nobody has said when: by the number of acts."""
    return [(f"{LEFT + (WIDTH - LEFT - RIGHT) * at / whole:.1f}", str(at)) for at in _marks(whole, STEPS)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
