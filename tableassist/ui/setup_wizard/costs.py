"""What skipping a step costs, in words with numbers. No widgets."""

from tableassist.rules.ruling.confidence import CALL_SIGMAS
from tableassist.ui.language.words import tr
from tableassist.vision.planning.skip_costs import SkipCosts


def _mm(sigma_mm: float) -> str:
    """As wide as the rulings show it."""
    return f"{CALL_SIGMAS * sigma_mm:.1f}"


def lens_cost(costs: SkipCosts | None) -> str:
    if costs is None:
        return tr("Without it a typical lens is assumed, and every plus-minus is several times as wide.")
    return tr(
        "Without it a typical lens is assumed. The gap between two ships is then known to ± {gap} mm instead of "
        "± {best} mm, a place on the mat to ± {place} mm instead of ± {best_place} mm.",
        gap=_mm(costs.lens.gap_mm),
        best=_mm(costs.nothing.gap_mm),
        place=_mm(costs.lens.place_mm),
        best_place=_mm(costs.nothing.place_mm),
    )


def mat_cost(costs: SkipCosts | None) -> str:
    if costs is None:
        return tr("Little for ships that lie close together; places on the mat are less well known.")
    return tr(
        "Little if you taped the tags with care: a place on the mat is known to ± {place} mm instead of "
        "± {best_place} mm. A tag that is a few millimetres off is then not noticed.",
        place=_mm(costs.mat.place_mm),
        best_place=_mm(costs.nothing.place_mm),
    )


def ships_cost(costs: SkipCosts | None) -> str:
    if costs is None:
        return tr("This counts most: a plate that was glued on by eye makes every gap several times as uncertain.")
    return tr(
        "This counts most. With plates glued on by eye the gap between two ships is known to ± {gap} mm instead of "
        "± {best} mm.",
        gap=_mm(costs.ships.gap_mm),
        best=_mm(costs.nothing.gap_mm),
    )
