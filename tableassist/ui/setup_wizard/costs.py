"""What skipping a step costs, in words with numbers. No widgets."""

from tableassist.geometry.plus_minus import plus_minus
from tableassist.messages import tr
from tableassist.vision.planning.skip_costs import SkipCosts


def lens_cost(costs: SkipCosts | None) -> str:
    if costs is None:
        return tr("Without it a typical lens is assumed, and every plus-minus is several times as wide.")
    return tr(
        "Without it a typical lens is assumed. The gap between two ships is then known to ± {gap_mm:.1f} mm instead of "
        "± {best_mm:.1f} mm, a place on the mat to ± {place_mm:.1f} mm instead of ± {best_place_mm:.1f} mm.",
        gap_mm=plus_minus(costs.lens.gap_mm),
        best_mm=plus_minus(costs.nothing.gap_mm),
        place_mm=plus_minus(costs.lens.place_mm),
        best_place_mm=plus_minus(costs.nothing.place_mm),
    )


def mat_cost(costs: SkipCosts | None) -> str:
    if costs is None:
        return tr("Little for ships that lie close together; places on the mat are less well known.")
    return tr(
        "Little if you taped the tags with care: a place on the mat is known to ± {place_mm:.1f} mm instead of "
        "± {best_place_mm:.1f} mm. A tag that is a few millimetres off is then not noticed.",
        place_mm=plus_minus(costs.mat.place_mm),
        best_place_mm=plus_minus(costs.nothing.place_mm),
    )


def ships_cost(costs: SkipCosts | None) -> str:
    if costs is None:
        return tr("This counts most: a plate that was glued on by eye makes every gap several times as uncertain.")
    return tr(
        "This counts most. With plates glued on by eye the gap between two ships is known to ± {gap_mm:.1f} mm "
        "instead of ± {best_mm:.1f} mm.",
        gap_mm=plus_minus(costs.ships.gap_mm),
        best_mm=plus_minus(costs.nothing.gap_mm),
    )
