"""A measured length in words: millimetres with their plus-minus, in L, and as lengths of the ruler and a bit."""

from functools import lru_cache
from itertools import combinations_with_replacement

from tableassist.judging.words import mm_words
from tableassist.messages import tr
from tableassist.rulebook import Scene
from tableassist.rulebook.editions import Ruler
from tableassist.scene.separation import Separation
from tableassist.ui.tools.measure.path import MeasuredPath
from tableassist.ui.tools.measure.points import MeasurePoint

MOST_LENGTHS = 3
"""No base move has more segments."""
NEAR_ZERO_MM = 0.05


def in_lengths(mm: float, ruler: Ruler) -> str:
    """As in "0.83 L" for a table that measures by L."""
    return tr("{lengths:.2f} L", lengths=mm / ruler.long_mm)


def and_a_bit(mm: float, ruler: Ruler) -> str:
    """As in "S + 4.2 mm" or "S + L − 1.0 mm", by the lengths of a move that come nearest; empty where none is near."""
    name, length = min(_lengths(ruler), key=lambda each: abs(each[1] - mm))
    rest = mm - length
    if abs(rest) > ruler.short_mm / 2:
        return ""
    if abs(rest) < NEAR_ZERO_MM:
        return name
    return f"{name} {'+' if rest > 0 else '−'} {tr('{mm:.1f} mm', mm=abs(rest))}"


@lru_cache(maxsize=16)
def _lengths(ruler: Ruler) -> tuple[tuple[str, float], ...]:
    each = {"S": ruler.short_mm, "L": ruler.long_mm}
    return tuple(
        (" + ".join(some), sum(each[one] for one in some))
        for count in range(1, MOST_LENGTHS + 1)
        for some in combinations_with_replacement("SL", count)
    )


def length_words(mm: float, sigma_mm: float, ruler: Ruler) -> str:
    parts = (mm_words(mm, sigma_mm), in_lengths(mm, ruler), and_a_bit(mm, ruler))
    return "  ·  ".join(part for part in parts if part)


def short_words(mm: float, sigma_mm: float, ruler: Ruler) -> str:
    """For a label on the table."""
    return f"{mm_words(mm, sigma_mm)} · {in_lengths(mm, ruler)}"


def gap_words(gap: Separation, ruler: Ruler) -> str:
    if gap.mm < 0:
        return tr("overlap by {mm}", mm=mm_words(-gap.mm, gap.sigma_mm))
    return length_words(gap.mm, gap.sigma_mm, ruler)


def path_lines(points: tuple[MeasurePoint, ...], measured: MeasuredPath, scene: Scene, ruler: Ruler) -> list[str]:
    """One a leg, and the sum where there are more."""
    lines = [
        tr(
            "{start} to {end}: {length}",
            start=points[n].words(scene),
            end=points[n + 1].words(scene),
            length=length_words(leg.mm, leg.sigma_mm, ruler),
        )
        for n, leg in enumerate(measured.legs)
    ]
    if len(measured.legs) > 1:
        lines.append(tr("together: {length}", length=length_words(measured.mm, measured.sigma_mm, ruler)))
    if measured.hidden:
        lines.append(tr("not measured just now: {names}", names=", ".join(measured.hidden)))
    return lines
