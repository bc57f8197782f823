"""A plan for programs. Sigmas are one standard deviation."""

import math
from typing import Any

from tableassist.setup.plan import Forecast, PlannedTable, Precision
from tableassist.vision.planning.accuracy import SpotAccuracy
from tableassist.vision.planning.findings import plan_findings
from tableassist.vision.planning.lean import LeanOutlook
from tableassist.vision.planning.planner import Option, Plan, Resolution
from tableassist.vision.planning.prospect import Prospect
from tableassist.vision.planning.reading import FamilyChoice, TagPlan
from tableassist.vision.tags.pattern import plate_mm

Facts = dict[str, Any]


def plan_json(planned: PlannedTable) -> Facts:
    made = planned.plan
    return {
        "mat": {"width_mm": made.area.width_mm, "height_mm": made.area.height_mm, "tags": len(made.mat.tags)},
        "camera": _camera(made),
        "tag": _tag(made.tag),
        "second_tag": _tag(made.tags[1]) if len(made.tags) > 1 else None,
        "now": _resolution(made.now),
        "doubled": _resolution(made.doubled),
        "budget": _budget(made),
        "lean": [_lean(outlook) for outlook in made.lean],
        "options": [_option(option) for option in made.options],
        "tags_not_read": [
            {"piece": u.piece, "tag": u.tag, "px_per_module": _round(u.px_per_module), "needed_mm": u.needed_mm}
            for u in made.unread
        ],
        "dice": [
            {"edge_mm": die.edge_mm, "best_px": _round(die.best_px, 2), "worst_px": _round(die.worst_px, 2)}
            for die in made.dice
        ],
        "forecast": _forecast(planned.forecast),
        "findings": [{"weight": finding.weight.value, "words": str(finding.words)} for finding in plan_findings(made)],
    }


def _forecast(forecast: Forecast | None) -> Facts | None:
    """Plus-minus (95 %) of a docking and of a range, before and after each step of the set-up."""
    if forecast is None:
        return None
    return {
        "now": _precision(forecast.now),
        "complete": _precision(forecast.complete),
        "after": {step.value: _precision(found) for step, found in forecast.after.items()},
        "without": {step.value: _precision(found) for step, found in forecast.without.items()},
    }


def _precision(precision: Precision) -> Facts:
    return {"docking_mm": _round(precision.docking_mm, 2), "range_mm": _round(precision.range_mm, 2)}


def _round(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def _tag(tag: TagPlan) -> Facts:
    plate = _round(plate_mm(tag.family, tag.size_mm))
    return {"family": tag.family, "size_mm": tag.size_mm, "plate_mm": plate, "height_mm": tag.height_mm}


def _lean(outlook: LeanOutlook) -> Facts:
    noticed = outlook.noticed_rad
    return {
        "remedy": outlook.remedy.name.lower(),
        "camera_height_mm": _round(outlook.view.height_mm, 1),
        "angle_deg": outlook.view.angle_deg,
        "tag_heights_mm": [tag.height_mm for tag in outlook.tags],
        "sure_mm": outlook.sure_mm,
        "noticed_lean_deg": None if noticed is None else _round(math.degrees(noticed), 2),
        "spots": [_spot(spot) for spot in outlook.prospect.spots],
    }


def _camera(made: Plan) -> Facts:
    view = made.view
    x, y, z = (float(part) for part in view.pose.position)
    aim_x, aim_y = view.aim_mm
    return {
        "width_px": view.lens.width_px,
        "height_px": view.lens.height_px,
        "view_deg": _round(view.view_deg, 2),
        "x_mm": _round(x, 1),
        "y_mm": _round(y, 1),
        "height_mm": _round(z, 1),
        "angle_deg": view.angle_deg,
        "aim_x_mm": _round(aim_x, 1),
        "aim_y_mm": _round(aim_y, 1),
        "lowest_height_mm": _round(made.lowest_mm, 1),
        "cut_off_mm": _round(made.cut_off_mm, 1),
    }


def _resolution(size: Resolution) -> Facts:
    return {
        "width_px": size.width_px,
        "height_px": size.height_px,
        "px_per_mm": _round(size.px_per_mm),
        "families": [_family(choice) for choice in size.choices],
        "expected": [_prospect(prospect) for prospect in (*size.prospects, size.by_pixels)],
    }


def _family(choice: FamilyChoice) -> Facts:
    sizes = {"reads_mm": choice.reads_mm, "sure_mm": choice.sure_mm}
    return {"family": choice.family, "ids": choice.ids, **sizes, "remark": str(choice.remark)}


def _prospect(prospect: Prospect) -> Facts:
    return {"set_up": str(prospect.set_up), "spots": [_spot(spot) for spot in prospect.spots]}


def _spot(spot: SpotAccuracy) -> Facts:
    turn = None if spot.heading_sigma_rad is None else math.degrees(spot.heading_sigma_rad)
    noticed = None if spot.noticed_lean_rad is None else math.degrees(spot.noticed_lean_rad)
    return {
        "name": str(spot.spot.name),
        "x_mm": spot.spot.x_mm,
        "y_mm": spot.spot.y_mm,
        "px_per_module": _round(spot.px_per_module, 3),
        "sigma_mm": _round(spot.sigma_mm),
        "heading_sigma_deg": _round(turn),
        "gap_sigma_mm": _round(spot.gap_sigma_mm),
        "noticed_lean_deg": _round(noticed, 2),
    }


def _budget(made: Plan) -> list[Facts]:
    return [
        {
            "set_up": str(set_up.name),
            "parts": {line.part.value: [_round(sigma) for sigma in line.sigmas_mm] for line in lines},
        }
        for set_up, lines in zip(made.set_ups, made.budgets, strict=True)
    ]


def _option(option: Option) -> Facts:
    return {
        "height_mm": _round(option.height_mm, 1),
        "angle_deg": option.angle_deg,
        "fits": option.fits,
        "px_per_mm": _round(option.px_per_mm),
        "sure_mm": option.sure_mm,
        "centre_sigma_mm": _round(option.centre_mm),
        "corner_sigma_mm": _round(option.corner_mm),
    }
