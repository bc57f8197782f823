"""The time line of a battle report: what its template draws, in pixels."""

from collections.abc import Iterator, Sequence

from tableassist.messages import say, tr
from tableassist.pipeline.moves.chronicle import Chronicle
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.rulebook import Verdict
from tableassist.rulebook.referee import Happening, HappeningKind
from tableassist.store.game_words.happenings import happening_words
from tableassist.store.score.chronicle_words import move_words, rule_words, time_words

WIDTH, LEFT, ROW, TOP = 1000, 110, 30, 26
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
MOST_TICKS = 12
LEAST_BAR = 5.0
LEAST_BETWEEN_NUMBERS = 24.0
ACT_SIGNS = {
    HappeningKind.END: "★",
    HappeningKind.SUNK: "▼",
    HappeningKind.FOUL: "!",
    HappeningKind.UNLOADED: "◉",
    HappeningKind.RAM: "»",
    HappeningKind.BOARDING: "✚",
    HappeningKind.HIT: "✸",
    HappeningKind.SHOT: "○",
}
SIGNS = {Verdict.NO: "✗", Verdict.TOO_CLOSE: "±"}


def timeline_of(chronicle: Chronicle, told: Sequence[Happening] = ()) -> dict[str, object]:
    """`told`: the acts of the game, where the match keeps one; they have a row of their own."""
    names = {piece.id: piece.name for piece in chronicle.settings.pieces}
    owners = {piece.id: piece.owner for piece in chronicle.settings.pieces}
    players = chronicle.settings.state.players
    rows = {player: TOP + ROW * number for number, player in enumerate(players)}
    table_row = TOP + ROW * len(players)
    game_row = table_row + ROW if told else table_row
    scale = _Scale(chronicle)
    bars = []
    for move in chronicle.moves:
        if move.kind is not MoveKind.PLACED:
            owner = owners.get(move.piece)
            ink = f"fleet-{players.index(owner) % 4 + 1}" if owner in players else "neutral"
            bar = {"words": say(move_words(move, names)), "ink": ink, "y": rows.get(owner or "", table_row)}
            bars.append(bar | _span(move, scale))
    return {
        "width": WIDTH,
        "top": TOP,
        "row": ROW,
        "bottom": game_row + ROW,
        "ticks": _ticks(scale),
        "turns": _turns(chronicle, scale),
        "rows": [
            (y, _short(player))
            for player, y in (*rows.items(), (tr("Table"), table_row), *([(tr("Game"), game_row)] if told else []))
        ],
        "bars": bars,
        "signs": [
            *((f"{scale.x(t_ns):.1f}", table_row + 20, sign, words) for t_ns, sign, words in _signs(chronicle)),
            *((f"{scale.x(t_ns):.1f}", game_row + 20, sign, words) for t_ns, sign, words in _acts(chronicle, told)),
        ],
    }


class _Scale:
    def __init__(self, chronicle: Chronicle) -> None:
        self.first_ns = chronicle.first_ns
        self.whole_ns = max(1, chronicle.last_ns - chronicle.first_ns)

    def x(self, t_ns: int) -> float:
        share = min(1.0, max(0.0, (t_ns - self.first_ns) / self.whole_ns))
        return LEFT + share * (WIDTH - LEFT - 12.0)


def _ticks(scale: _Scale) -> list[tuple[str, str]]:
    whole_s = scale.whole_ns / 1e9
    step = next((each for each in STEPS_S if whole_s / each <= MOST_TICKS), STEPS_S[-1])
    since = [number * step * 1_000_000_000 for number in range(min(int(whole_s // step) + 1, 1000))]
    return [(f"{scale.x(scale.first_ns + ns):.1f}", time_words(ns).removesuffix(".0")) for ns in since]


def _turns(chronicle: Chronicle, scale: _Scale) -> list[tuple[str, str]]:
    """A number for each, as far as there is room."""
    found, last = [], -100.0
    for start in chronicle.turns:
        x = scale.x(start.t_ns)
        has_room = x - last > LEAST_BETWEEN_NUMBERS
        last = x if has_room else last
        found.append((f"{x:.1f}", str(start.turn.number) if has_room else ""))
    return found


def _span(move: FoundMove, scale: _Scale) -> dict[str, object]:
    x, end = scale.x(move.moved_ns), scale.x(move.settled_ns)
    wide = max(LEAST_BAR, end - x)
    sign = "" if move.judgement is None else SIGNS.get(move.judgement.ruling.verdict, "")
    return {"x": f"{x:.1f}", "wide": f"{wide:.1f}", "middle": f"{x + wide / 2:.1f}", "sign": sign}


def _signs(chronicle: Chronicle) -> list[tuple[int, str, str]]:
    marks = [(each.t_ns, "⚑", each.words or tr("mark")) for each in chronicle.remarks]
    disputes = [
        (each.t_ns, "⚖", tr("disputed: {rule}", rule=rule_words(each.ruling.rule))) for each in chronicle.overrulings
    ]
    return marks + disputes


def _acts(chronicle: Chronicle, told: Sequence[Happening]) -> Iterator[tuple[int, str, str]]:
    for each in told:
        if each.kind is not None:
            t_ns = chronicle.first_ns + each.t_ns
            yield t_ns, ACT_SIGNS[each.kind], f"{time_words(each.t_ns)}  {happening_words(each)}"


def _short(name: str, most: int = 13) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
