"""Gold over time, a line a player: what the template `gold.svg` draws, in pixels."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tableassist.messages import Message, say, template, tr
from tableassist.rulebook import RefereedGame
from tableassist.rulebook.referee import Happening, score
from tableassist.store.score.chronicle_words import time_words

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1000.0, 230.0, 40.0, 170.0, 14.0, 200.0
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS = 8
BETWEEN_LABELS = 16.0
LONGEST_NAME = 16
NS = 1_000_000_000
GOLD = template("{player}: {gold} gold")


def gold_plot(refereed: RefereedGame, told: Sequence[Happening]) -> dict[str, object] | None:
    """`told`: its acts. None of a game in which nothing was done."""
    if not told:
        return None
    golds = [score(refereed.start), *(each.gold for each in told)]
    ending = refereed.game.ending
    players = tuple(each.name for each in refereed.start.start.players)
    winners = () if ending is None else ending.winners
    return steps_plot(players, golds, [each.t_ns for each in told], winners, tr("Gold over time"), GOLD)


def steps_plot(
    players: tuple[str, ...],
    golds: Sequence[Mapping[str, int]],
    times_ns: Sequence[int],
    winners: tuple[str, ...],
    title: str,
    words: str,
) -> dict[str, object]:
    """`players`: in the order of the table, by which they have their colours; `golds`: what each has at the beginning
    and after each act; `times_ns`: of the acts, at least one; `words`: of a player's line."""
    timed = times_ns[-1] > 0
    whole = times_ns[-1] if timed else len(times_ns)
    places = [0, *(t_ns if timed else number for number, t_ns in enumerate(times_ns, start=1))]
    most = max((1, *(gold for each in golds for gold in each.values())))
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * place / whole for place in places]
    lines = [_line(player, n, xs, [each[player] for each in golds], most, words) for n, player in enumerate(players)]
    return {
        "title": title,
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "top": TOP,
        "bottom": BOTTOM,
        "levels": [(f"{_y(level, most):.1f}", str(level)) for level in _marks(most, STEPS)],
        "ticks": _time_ticks(whole) if timed else _act_ticks(whole),
        "lines": list(zip(lines, _labels(players, golds[-1], most, winners), strict=True)),
    }


def _line(player: str, number: int, xs: Sequence[float], gold: Sequence[int], most: int, words: str) -> dict[str, str]:
    """Steps: it changes at an act and stays until the next that changes it."""
    path = f"M{xs[0]:.1f},{_y(gold[0], most):.1f}"
    for (before, now), x in zip(pairwise(gold), xs[1:], strict=True):
        if now != before:
            path += f"H{x:.1f}V{_y(now, most):.1f}"
    said = Message(words, player=player, gold=gold[-1])
    return {"path": f"{path}H{xs[-1]:.1f}", "ink": str(number % 4 + 1), "words": say(said)}


def _labels(
    players: tuple[str, ...], gold: Mapping[str, int], most: int, winners: tuple[str, ...]
) -> list[dict[str, str]]:
    """At the ends of the lines, none on another."""
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
