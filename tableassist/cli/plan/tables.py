"""A plan as tables for a terminal of 80 columns."""

import math

from rich.console import Console
from rich.table import Table

from tableassist.messages import say
from tableassist.vision.planning.accuracy import BudgetLine, SpotAccuracy
from tableassist.vision.planning.findings import NAMES, REMEDIES, largest_part, plan_findings
from tableassist.vision.planning.planner import Option, Plan, Prospect, Resolution
from tableassist.vision.survey.findings import Weight
from tableassist.vision.tags.pattern import plate_mm

STYLES = {Weight.WARNING: "bold yellow", Weight.NOTE: "default", Weight.ADVICE: "cyan"}
CAPTION = "± in mm, two sigma: right in 95 of 100"


def print_plan(made: Plan, lens_words: str, console: Console) -> None:
    lens = made.view.lens
    head = f"{made.area.width_mm:g} x {made.area.height_mm:g} mm mat, {lens.width_px} x {lens.height_px} camera"
    console.print(f"[bold]{head}[/]; {lens_words}", highlight=False)
    for words in _where(made):
        console.print(words, markup=False, highlight=False)
    for finding in plan_findings(made):
        lead = "! " if finding.weight is Weight.WARNING else "- "
        console.print(lead + say(finding.words), style=STYLES[finding.weight], markup=False, highlight=False)
    for rows in (_families(made), _expected(made), _parts(made), _pixels(made), _elsewhere(made)):
        console.print()
        console.print(rows)


def _where(made: Plan) -> tuple[str, str]:
    view, tag = made.view, made.tag
    x, y, z = (float(part) for part in view.pose.position)
    place = f"straight above the mat's centre, {z:.0f} mm up"
    if view.angle_deg > 0:
        aim_x, aim_y = view.aim_mm
        place = (
            f"at x {x:.0f}, y {y:.0f} (from the mat's lower left), {z:.0f} mm up, "
            f"aimed at x {aim_x:.0f}, y {aim_y:.0f}, {view.angle_deg:g}° off the vertical"
        )
    along_width = (abs(float(view.pose.rotation[0, 0])) > 0.5) == (view.lens.width_px >= view.lens.height_px)
    side = plate_mm(tag.family, tag.size_mm)
    return (
        f"Camera: {place}, the picture's long side along the mat's {'width' if along_width else 'height'}; "
        f"everything fits from {made.lowest_mm:.0f} mm up.",
        f"Tags: {tag.family} of {tag.size_mm:g} mm (plate {side:.0f} mm) or larger, {tag.height_mm:g} mm up.",
    )


def _rows(title: str, columns: tuple[str, ...], caption: str | None = None) -> Table:
    rows = Table(title=title, title_justify="left", title_style="bold", caption=caption, caption_justify="left")
    for number, column in enumerate(columns):
        rows.add_column(column, justify="right" if number else "left")
    return rows


def _mm(sigma: float | None) -> str:
    if sigma is None:
        return "not seen"
    return f"±{2 * sigma:.1f}" if 2 * sigma >= 0.95 else f"±{2 * sigma:.2f}"


def _size(mm: float | None) -> str:
    return "none" if mm is None else f"{mm:g} mm"


def _families(made: Plan) -> Table:
    columns = ("family", "in good light", "surely", "ids", "remark")
    rows = _rows("Smallest tag that reads anywhere on the mat", columns)
    rows.columns[-1].justify = "left"
    for choice in made.now.choices:
        chosen = choice.family == made.tag.family
        sizes = (_size(choice.reads_mm), _size(choice.sure_mm))
        rows.add_row(choice.family, *sizes, str(choice.ids), say(choice.remark), style="bold" if chosen else None)
    return rows


def _expected(made: Plan) -> Table:
    columns = ("plus-minus", "ship at", "pixels a module", "place", "heading", "gap")
    rows = _rows("What to expect", columns, f"{CAPTION}; gap: to the next ship's hull, outlines not counted")
    rows.columns[1].justify = "left"
    for prospect in made.now.prospects:
        for where, spot in _spots(prospect):
            name = say(prospect.set_up) if where == "centre" else ""
            rows.add_row(name, where, f"{spot.px_per_module:.1f}", *_spot_cells(spot), end_section=where == "corners")
    return rows


def _spots(prospect: Prospect) -> tuple[tuple[str, SpotAccuracy], ...]:
    """The worst of the edges and of the corners stand for all of them."""
    return ("centre", prospect.centre), ("edges", prospect.edge), ("corners", prospect.corner)


def _spot_cells(spot: SpotAccuracy) -> tuple[str, str, str]:
    turn = "" if spot.heading_sigma_rad is None else f"±{2 * math.degrees(spot.heading_sigma_rad):.1f}°"
    return _mm(spot.sigma_mm), turn, "" if spot.gap_sigma_mm is None else _mm(spot.gap_sigma_mm)


def _parts(made: Plan) -> Table:
    """What each part adds, at the centre and the corners, before and after measuring."""
    columns = ("part", *(f"{when}\n{at}" for when in ("now", "measured") for at in ("centre", "corners")), "remedy")
    rows = _rows("Where it comes from: what each part adds", columns, f"{CAPTION}; now: {say(made.set_ups[0].name)}")
    rows.columns[-1].justify = "left"
    worst = largest_part(made.budgets[0])
    for now, then in zip(*made.budgets, strict=True):
        cells = (_mm(sigma) for line in (now, then) for sigma in _ends(line))
        rows.add_row(say(NAMES[now.part]), *cells, say(REMEDIES[now.part]), style="bold" if now.part is worst else None)
    return rows


def _ends(line: BudgetLine) -> tuple[float | None, float | None]:
    """At the centre and at the worst corner."""
    corners = [sigma for sigma in line.sigmas_mm[5:] if sigma is not None]
    return line.sigmas_mm[0], max(corners, default=None)


def _pixels(made: Plan) -> Table:
    sizes = (made.now, made.doubled)
    rows = _rows("Twice the pixels", ("", *(f"{size.width_px} x {size.height_px}" for size in sizes)), CAPTION)
    rows.add_row("pixels per mm, where fewest", *(f"{size.px_per_mm:.2f}" for size in sizes))
    for number, choice in enumerate(made.now.choices):
        rows.add_row(f"smallest sure {choice.family}", *(_size(size.choices[number].sure_mm) for size in sizes))
    for number, set_up in enumerate(made.set_ups):
        rows.add_row(f"{say(set_up.name)}: centre, corners", *(_pair(size.prospects[number]) for size in sizes))
    rows.add_row("the pixels' own part: centre, corners", *(_own(size) for size in sizes))
    return rows


def _own(size: Resolution) -> str:
    return _pair(size.by_pixels, digits=3)


def _pair(prospect: Prospect, digits: int | None = None) -> str:
    sigmas = (prospect.centre.sigma_mm, prospect.corner.sigma_mm)
    return ", ".join(_mm(s) if digits is None or s is None else f"±{2 * s:.{digits}f}" for s in sigmas)


def _elsewhere(made: Plan) -> Table:
    columns = ("camera at", "angle", "whole mat", "sure 36h11", "centre", "corners")
    rows = _rows("Elsewhere, all measured", columns, f"{CAPTION}; other angles: as low as the mat fits")
    for option in made.options:
        here = (option.height_mm, option.angle_deg) == (made.view.height_mm, made.view.angle_deg)
        rows.add_row(*_option_cells(option), style="bold" if here else None)
    return rows


def _option_cells(option: Option) -> tuple[str, ...]:
    return (
        f"{option.height_mm:.0f} mm",
        f"{option.angle_deg:g}°",
        "yes" if option.fits else "no",
        _size(option.sure_mm),
        _mm(option.centre_mm),
        _mm(option.corner_mm),
    )
