"""What a plan means, in sentences for a player."""

from tableassist.vision.planning.accuracy import BudgetLine, Part
from tableassist.vision.planning.planner import Plan
from tableassist.vision.planning.reading import LARGEST_FLAG_MM, plate_mm
from tableassist.vision.survey.findings import Finding, Weight

SAILS_MM = 55.0
"""The tallest masts end about here above the mat."""
TILTED_DEG = 25.0
"""From here on sails hide what is behind them."""
REMEDIES = {
    Part.MOUNT: "tableassist mount",
    Part.HEIGHT: "tableassist mount",
    Part.MAT: "tableassist survey",
    Part.LENS: "tableassist calibrate",
    Part.PIXELS: "larger tags, more pixels",
}
NAMES = {
    Part.MOUNT: "tag's place on ship",
    Part.HEIGHT: "tag's height",
    Part.MAT: "mat tags' places",
    Part.LENS: "lens",
    Part.PIXELS: "pixels",
}


def plan_findings(plan: Plan) -> tuple[Finding, ...]:
    return (*_fit(plan), *_tags(plan), *_hiding(plan), *_budget(plan))


def largest_part(lines: tuple[BudgetLine, ...], spot: int = -1) -> Part:
    """At one spot; the last is a corner."""
    return max(lines, key=lambda line: line.sigmas_mm[spot] or 0.0).part


def _fit(plan: Plan) -> list[Finding]:
    lowest = f"{plan.lowest_mm:.0f} mm"
    if plan.cut_off_mm > 0:
        words = (
            f"tags {plan.area.tag_height_mm:g} mm up are cut off nearer than {plan.cut_off_mm:.0f} mm "
            f"to the mat's edge: hang the camera at {lowest} or higher"
        )
        return [Finding(Weight.WARNING, words)]
    if plan.view.height_mm < plan.lowest_mm:
        return [Finding(Weight.NOTE, f"the mat fits with nothing to spare: {lowest} leaves a margin")]
    if plan.view.height_mm > 1.25 * plan.lowest_mm:
        return [Finding(Weight.ADVICE, f"there is room to spare: {lowest} shows the whole mat with more pixels")]
    return []


def _tags(plan: Plan) -> list[Finding]:
    tag = plan.tag
    out = [
        Finding(
            Weight.WARNING,
            f"{unread.piece}: tag {unread.tag} has {unread.px_per_module:.1f} pixels a module where the view is worst, "
            + (f"print it at {unread.needed_mm:g} mm" if unread.needed_mm is not None else "no size is enough"),
        )
        for unread in plan.unread
    ]
    sure_mm = next(choice.sure_mm for choice in plan.now.choices if choice.family == tag.family)
    if sure_mm is not None and tag.size_mm < sure_mm:
        words = (
            f"tags of {tag.size_mm:g} mm may go unread in poor light where pixels are fewest: {sure_mm:g} mm would not"
        )
        out.append(Finding(Weight.WARNING, words))
    if tag.size_mm > LARGEST_FLAG_MM:
        side = plate_mm(tag.family, tag.size_mm)
        words = f"a plate of {side:.0f} mm at a ship's stern touches her neighbours: more pixels, or a narrower lens"
        out.append(Finding(Weight.WARNING, words))
    if tag.family != "36h11":
        ids = next(choice.ids for choice in plan.now.choices if choice.family == tag.family)
        words = f"{tag.family} has only {ids} ids, and is misread more easily than 36h11"
        out.append(Finding(Weight.WARNING, words))
    return out


def _hiding(plan: Plan) -> list[Finding]:
    out = []
    if plan.tag.height_mm < SAILS_MM:
        words = f"sails reach {SAILS_MM:g} mm and hide lower tags: fly them on a flag at the stern, 60 mm up"
        out.append(Finding(Weight.ADVICE, words))
    if plan.view.angle_deg >= TILTED_DEG:
        words = f"at {plan.view.angle_deg:g} degrees ships hide what is behind them: a second tag on each helps"
        out.append(Finding(Weight.ADVICE, words))
    return out


def _budget(plan: Plan) -> list[Finding]:
    worst = largest_part(plan.budgets[0])
    words = f"what limits you most at the corners: {NAMES[worst]}. Remedy: {REMEDIES[worst]}"
    found = [Finding(Weight.ADVICE, words)]
    by_hand, surveyed = ((_part(lines, Part.MAT) or 0.0) for lines in plan.budgets)
    if surveyed > by_hand:
        words = (
            "a survey counts the mat's own scale too, which a taped mat takes on trust: measure one long distance well"
        )
        found.append(Finding(Weight.NOTE, words))
    return found


def _part(lines: tuple[BudgetLine, ...], part: Part) -> float | None:
    return next(line.sigmas_mm[-1] for line in lines if line.part is part)
