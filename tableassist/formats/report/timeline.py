"""The time line of a battle report, as SVG: a row for each player, a bar for each move, turns, marks and disputes."""

from html import escape

from tableassist.formats.score.chronicle_words import move_words, time_words
from tableassist.pipeline.moves.chronicle import Chronicle
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.rules.ruling.ruling import Verdict

WIDTH, LEFT, ROW, TOP = 1000.0, 110.0, 30.0, 26.0
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
MOST_TICKS = 12
LEAST_BAR = 5.0
SIGNS = {Verdict.NO: "✗", Verdict.TOO_CLOSE: "±"}
TIMELINE_STYLE = """
.line{display:block;width:100%;height:auto}
.line text{fill:var(--text);font-size:13px}
.line .grid{stroke:var(--edge);stroke-width:.6px;opacity:.6}
.line .turn{stroke:var(--text);stroke-width:1px;stroke-dasharray:3 3;opacity:.7}
.line .row{stroke:var(--edge);stroke-width:.6px}
.line .sign{text-anchor:middle;font-weight:bold}
.line .tick{text-anchor:middle}
""".strip()


def timeline_svg(chronicle: Chronicle) -> str:
    names = {piece.id: piece.name for piece in chronicle.settings.pieces}
    owners = {piece.id: piece.owner for piece in chronicle.settings.pieces}
    players = chronicle.settings.ledger.players
    rows = {player: TOP + ROW * number for number, player in enumerate(players)}
    table_row = TOP + ROW * len(players)
    bottom = table_row + ROW
    scale = _Scale(chronicle)
    parts = [f'<svg class="line" viewBox="0 0 {WIDTH:g} {bottom + 24:g}" role="img" aria-label="Time line">']
    parts += _grid(scale, bottom)
    parts += _turns(chronicle, scale, bottom)
    for player, y in (*rows.items(), ("Table", table_row)):
        parts.append(f'<text x="4" y="{y + 19:g}">{escape(_short(player))}</text>')
        parts.append(f'<path class="row" d="M0,{y + ROW:g}H{WIDTH:g}"/>')
    for move in chronicle.moves:
        if move.kind is not MoveKind.PLACED:
            owner = owners.get(move.piece)
            number = players.index(owner) % 4 + 1 if owner in players else 0
            parts.append(_bar(move, scale, rows.get(owner or "", table_row), number, move_words(move, names)))
    for t_ns, sign, words in _signs(chronicle):
        x = scale.x(t_ns)
        parts.append(
            f'<g><title>{escape(words)}</title><text class="sign" x="{x:.1f}" y="{table_row + 20:g}">{sign}</text></g>'
        )
    return "".join([*parts, "</svg>"])


class _Scale:
    def __init__(self, chronicle: Chronicle) -> None:
        self.first_ns = chronicle.first_ns
        self.whole_ns = max(1, chronicle.last_ns - chronicle.first_ns)

    def x(self, t_ns: int) -> float:
        share = min(1.0, max(0.0, (t_ns - self.first_ns) / self.whole_ns))
        return LEFT + share * (WIDTH - LEFT - 12.0)


def _grid(scale: _Scale, bottom: float) -> list[str]:
    whole_s = scale.whole_ns / 1e9
    step = next((each for each in STEPS_S if whole_s / each <= MOST_TICKS), STEPS_S[-1])
    parts = []
    for number in range(min(int(whole_s // step) + 1, 1000)):
        x = scale.x(scale.first_ns + number * step * 1_000_000_000)
        words = time_words(number * step * 1_000_000_000).removesuffix(".0")
        parts.append(f'<path class="grid" d="M{x:.1f},{TOP:g}V{bottom:g}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 17:g}">{words}</text>')
    return parts


def _turns(chronicle: Chronicle, scale: _Scale, bottom: float) -> list[str]:
    """A number for each, as far as there is room."""
    parts, last = [], -100.0
    for start in chronicle.turns:
        x = scale.x(start.t_ns)
        parts.append(f'<path class="turn" d="M{x:.1f},{TOP - 4:g}V{bottom:g}"/>')
        if x - last > 24.0:
            parts.append(f'<text class="tick" x="{x:.1f}" y="{TOP - 9:g}">{start.turn.number}</text>')
            last = x
    return parts


def _bar(move: FoundMove, scale: _Scale, y: float, fleet: int, words: str) -> str:
    x, end = scale.x(move.moved_ns), scale.x(move.settled_ns)
    wide = max(LEAST_BAR, end - x)
    ink = f"fleet-{fleet}" if fleet else "neutral"
    box = f'x="{x:.1f}" y="{y + 7:g}" width="{wide:.1f}" height="16" rx="3"'
    verdict = None if move.judgement is None else move.judgement.ruling.verdict
    sign = SIGNS.get(verdict) if verdict is not None else None
    mark = "" if sign is None else f'<text class="sign" x="{x + wide / 2:.1f}" y="{y + 20:g}">{sign}</text>'
    return f'<g><title>{escape(words)}</title><rect class="f-{ink}" {box}/><rect class="i-{ink}" {box}/>{mark}</g>'


def _signs(chronicle: Chronicle) -> list[tuple[int, str, str]]:
    marks = [(each.t_ns, "⚑", each.words or "mark") for each in chronicle.remarks]
    return marks + [(each.t_ns, "⚖", f"disputed: {each.ruling.rule}") for each in chronicle.overrulings]


def _short(name: str, most: int = 13) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
