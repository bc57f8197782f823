"""Plans of a camera's place in words: for the table game and the card game."""

import json
import math
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tableassist.cli.plan.json_output import plan_json
from tableassist.cli.terminal import echo_json, make_console, number, plain_table, tell, tell_findings
from tableassist.geometry import plus_minus
from tableassist.messages import Message, say, template, tr
from tableassist.pieces.physical import MAX_WAKE_HEIGHT_MM
from tableassist.pipeline.cards.outlook import CARD_AREA, CardOutlook, LabelOutlook
from tableassist.setup.plan import PlannedTable, describe_precision
from tableassist.store.files import write_picture
from tableassist.vision.planning.accuracy import SpotAccuracy
from tableassist.vision.planning.budget import BudgetLine
from tableassist.vision.planning.findings import NAMES, REMEDIES, largest_part, plan_findings
from tableassist.vision.planning.lean import LeanOutlook, LeanRemedy, beside_mm
from tableassist.vision.planning.picture import plan_picture
from tableassist.vision.planning.planner import Option, Plan
from tableassist.vision.planning.prospect import Prospect
from tableassist.vision.survey.findings import Weight


def show_card_plan(outlook: CardOutlook, lens_words: Message, *, as_json: bool) -> None:
    if as_json:
        echo_json(json.dumps(_facts(outlook), indent=1, ensure_ascii=False))
        return
    console, lens = make_console(), outlook.view.lens
    size = {"width": CARD_AREA.width_mm, "height": CARD_AREA.height_mm}
    camera = {"width_px": lens.width_px, "height_px": lens.height_px, "lens": lens_words}
    head = tr("{width:g} x {height:g} mm of cards, {width_px} x {height_px} camera; {lens}", **size, **camera)
    tell(head, "bold", console=console, wrap=True)
    up, angle = outlook.view.height_mm, outlook.view.angle_deg
    place = tr(
        "Camera: {height_mm:.0f} mm above the table, {angle:g}° off the vertical; everything fits from "
        "{lowest_mm:.0f} mm up. At the far corner {px:.2f} pixels a millimetre.",
        height_mm=up, angle=angle, lowest_mm=outlook.lowest_mm, px=outlook.px_per_mm,
    )  # fmt: skip
    tell(place, console=console, wrap=True)
    table = plain_table((tr("label"), tr("tag mm"), tr("pixels a module"), tr("reads")), left=1)
    for label in outlook.labels:
        size_mm, modules = number(label.size_mm, "g"), number(label.px_per_module, ".1f")
        table.add_row(say(label.what), size_mm, modules, _reads(label))
    console.print(table)


def _reads(label: LabelOutlook) -> str:
    if label.is_sure:
        return tr("in a poor picture too")
    return tr("in a good picture") if label.reads else tr("no")


def _facts(outlook: CardOutlook) -> dict[str, object]:
    return {
        "height_mm": round(outlook.view.height_mm, 1),
        "angle_deg": outlook.view.angle_deg,
        "lowest_mm": round(outlook.lowest_mm, 1),
        "px_per_mm": round(outlook.px_per_mm, 3),
        "labels": [
            {
                "what": str(label.what),
                "size_mm": label.size_mm,
                "px_per_module": round(label.px_per_module, 2),
                "reads": label.reads,
                "sure": label.is_sure,
            }
            for label in outlook.labels
        ],
    }


MAX_WARNINGS = 2


def show_plan(planned: PlannedTable, picture: Path | None, *, as_json: bool, verbose: bool = False) -> None:
    """Print the recommendation, all tables too, or JSON; and draw the picture."""
    if picture is not None:
        write_picture(picture, plan_picture(planned.plan))
    if as_json:
        echo_json(json.dumps(plan_json(planned), indent=1, ensure_ascii=False))
        return
    console = make_console()
    _print_recommendation(planned, console)
    if verbose:
        _print_details(planned.plan, console)
    else:
        tell(tr("Run it again with --verbose for the full details."), "dim", console=console)
    if picture is not None:
        tell(tr("picture: {path}", path=picture))


def _print_recommendation(planned: PlannedTable, console: Console) -> None:
    """About ten lines: the camera, the tags, the plus-minus, and at most two warnings."""
    made, forecast = planned.plan, planned.forecast
    lens, mat = made.view.lens, {"width": made.area.width_mm, "height": made.area.height_mm}
    camera = {"width_px": lens.width_px, "height_px": lens.height_px, "lens": planned.lens}
    head = tr("{width:g} x {height:g} mm mat, {width_px} x {height_px} camera; {lens}", **mat, **camera)
    tell(head, "bold", console=console, wrap=True)
    for words in (_camera_words(made), _tag_words(made)):
        tell(words, console=console, wrap=True)
    if forecast is not None:
        tell(describe_precision(forecast), console=console, wrap=True)
    warnings = [finding for finding in plan_findings(made) if finding.weight is Weight.WARNING]
    tell_findings(warnings[:MAX_WARNINGS], console)


def _print_details(made: Plan, console: Console) -> None:
    tell_findings([finding for finding in plan_findings(made) if finding.weight is not Weight.WARNING], console)
    for rows in (_families(made), _expected_words(made), _lean(made), _parts(made), _pixels(made), _elsewhere(made)):
        console.print()
        console.print(rows)


def _caption(rest: str | None = None) -> str:
    caption = tr("± in mm: right in 95 of 100")
    return caption if rest is None else f"{caption}; {rest}"


def _camera_words(made: Plan) -> Message:
    view = made.view
    is_wide = (abs(float(view.pose.rotation[0, 0])) > 0.5) == (view.lens.width_px >= view.lens.height_px)
    side = Message("the mat's width") if is_wide else Message("the mat's height")
    up = {"height_mm": view.height_mm, "side": side}
    if view.angle_deg == 0:
        what = template(
            "Camera: straight above the mat's centre, {height_mm:.0f} mm up, the picture's long side along {side}."
        )
        return Message(what, **up)
    what = template(
        "Camera: {angle:g}° off the vertical, {height_mm:.0f} mm up and {beside_mm:.0f} mm outside the near edge, the "
        "picture's long side along {side}."
    )
    return Message(what, angle=view.angle_deg, beside_mm=beside_mm(view, made.area), **up)


def _tag_words(made: Plan) -> Message:
    tag = made.tag
    sizes = {"size_mm": tag.size_mm, "height_mm": tag.height_mm}
    if len(made.tags) == 1:
        what = template("Tags: {family}, {size_mm:g} mm, {height_mm:g} mm up on each ship.")
        return Message(what, family=tag.family, **sizes)
    low = made.tags[-1]
    if low.height_mm <= MAX_WAKE_HEIGHT_MM:
        what = template(
            "Tags: {family}, {size_mm:g} mm, {height_mm:g} mm up on each ship, and a wake plate of {low_size_mm:g} mm "
            "that lies on the mat behind her stern."
        )
        return Message(what, family=tag.family, **sizes, low_size_mm=low.size_mm)
    what = template(
        "Tags: {family}, {size_mm:g} mm, {height_mm:g} mm up on each ship, and a second one of {low_size_mm:g} mm, "
        "{low_mm:g} mm up."
    )
    return Message(what, family=tag.family, **sizes, low_size_mm=low.size_mm, low_mm=low.height_mm)


def _mm(sigma: float | None) -> str:
    if sigma is None:
        return tr("not seen")
    wide = plus_minus(sigma)
    return "±" + number(wide, ".1f" if wide >= 0.95 else ".2f")


def _size(mm: float | None) -> str:
    return tr("none") if mm is None else tr("{size_mm:g} mm", size_mm=mm)


def _families(made: Plan) -> Table:
    columns = (tr("family"), tr("in good light"), tr("surely"), tr("ids"), tr("remark"))
    rows = plain_table(columns, title=tr("Smallest tag that reads anywhere on the mat"))
    rows.columns[-1].justify = "left"
    for choice in made.now.choices:
        chosen = choice.family == made.tag.family
        sizes = (_size(choice.reads_mm), _size(choice.sure_mm))
        rows.add_row(choice.family, *sizes, str(choice.ids), say(choice.remark), style="bold" if chosen else None)
    return rows


def _expected_words(made: Plan) -> Table:
    columns = (tr("plus-minus"), tr("ship at"), tr("pixels a module"), tr("place"), tr("heading"), tr("gap"))
    caption = _caption(tr("gap: to the next ship's hull, outlines not counted"))
    rows = plain_table(columns, left=2, title=tr("What to expect"), caption=caption)
    for prospect in made.now.prospects:
        names = (say(prospect.set_up), "", "")
        for name, (where, spot) in zip(names, _spots(prospect), strict=True):
            end = spot is prospect.corner
            rows.add_row(name, where, number(spot.px_per_module, ".1f"), *_spot_cells(spot), end_section=end)
    return rows


def _spots(prospect: Prospect) -> tuple[tuple[str, SpotAccuracy], ...]:
    """The worst of the edges and of the corners stand for all of them."""
    return (tr("centre"), prospect.centre), (tr("edges"), prospect.edge), (tr("corners"), prospect.corner)


def _spot_cells(spot: SpotAccuracy) -> tuple[str, str, str]:
    turn = spot.heading_sigma_rad
    heading = "" if turn is None else f"±{number(plus_minus(math.degrees(turn)), '.1f')}°"
    return _mm(spot.sigma_mm), heading, "" if spot.gap_sigma_mm is None else _mm(spot.gap_sigma_mm)


def _lean(made: Plan) -> Table:
    """As planned, and with what would help."""
    places = tuple(f"{what}\n{at}" for what in (tr("place"), tr("gap")) for at in (tr("centre"), tr("corners")))
    columns = ("", tr("camera at"), *places, tr("noticed\nfrom"))
    caption = _caption(tr("noticed: where it shows least"))
    rows = plain_table(columns, left=2, title=tr("If a ship leans, all measured"), caption=caption)
    for outlook in made.lean:
        view, ends = outlook.view, (outlook.prospect.centre, outlook.prospect.corner)
        camera = tr("{height_mm:.0f} mm, {angle:g}°", height_mm=view.height_mm, angle=view.angle_deg)
        sigmas = (*(spot.sigma_mm for spot in ends), *(spot.gap_sigma_mm for spot in ends))
        rows.add_row(_remedy(outlook), camera, *(_mm(sigma) for sigma in sigmas), _noticed(outlook))
    return rows


def _remedy(outlook: LeanOutlook) -> str:
    match outlook.remedy:
        case LeanRemedy.NONE:
            return tr("as planned")
        case LeanRemedy.TILT:
            return tr("camera tilted")
        case LeanRemedy.SECOND_TAG:
            return tr("with wake plates")


def _noticed(outlook: LeanOutlook) -> str:
    lean = outlook.noticed_rad
    return tr("never") if lean is None else number(math.degrees(lean), ".1f") + "°"


def _parts(made: Plan) -> Table:
    """What each part adds, at the centre and the corners, before and after measuring."""
    places = tuple(f"{when}\n{at}" for when in (tr("now"), tr("measured")) for at in (tr("centre"), tr("corners")))
    caption = _caption(tr("now: {set_up}", set_up=made.set_ups[0].name))
    columns = (tr("part"), *places, tr("remedy"))
    rows = plain_table(columns, title=tr("Where it comes from: what each part adds"), caption=caption)
    rows.columns[-1].justify = "left"
    worst = largest_part(made.budgets[0])
    for now, then in zip(*made.budgets, strict=True):
        cells = (_mm(sigma) for line in (now, then) for sigma in _ends(line))
        style = "bold" if now.part is worst else None
        rows.add_row(say(NAMES[now.part]), *cells, say(REMEDIES[now.part]), style=style)
    return rows


def _ends(line: BudgetLine) -> tuple[float | None, float | None]:
    """At the centre and at the worst corner."""
    corners = [sigma for sigma in line.sigmas_mm[5:] if sigma is not None]
    return line.sigmas_mm[0], max(corners, default=None)


def _pixels(made: Plan) -> Table:
    sizes = (made.now, made.doubled)
    columns = ("", *(f"{size.width_px} x {size.height_px}" for size in sizes))
    rows = plain_table(columns, title=tr("Twice the pixels"), caption=_caption())
    rows.add_row(tr("pixels per mm, where fewest"), *(number(size.px_per_mm, ".2f") for size in sizes))
    for place, choice in enumerate(made.now.choices):
        cells = (_size(size.choices[place].sure_mm) for size in sizes)
        rows.add_row(tr("smallest sure {family}", family=choice.family), *cells)
    for place, set_up in enumerate(made.set_ups):
        cells = (_pair(size.prospects[place]) for size in sizes)
        rows.add_row(tr("{set_up}: centre, corners", set_up=set_up.name), *cells)
    rows.add_row(tr("the pixels' own part: centre, corners"), *(_pair(size.by_pixels, digits=3) for size in sizes))
    return rows


def _pair(prospect: Prospect, digits: int | None = None) -> str:
    sigmas = (prospect.centre.sigma_mm, prospect.corner.sigma_mm)
    own = f".{digits}f"
    return "  ".join(_mm(s) if digits is None or s is None else "±" + number(plus_minus(s), own) for s in sigmas)


def _elsewhere(made: Plan) -> Table:
    columns = (tr("camera at"), tr("angle"), tr("whole mat"), tr("sure 36h11"), tr("centre"), tr("corners"))
    caption = _caption(tr("other angles: as low as the mat fits"))
    rows = plain_table(columns, title=tr("Elsewhere, all measured"), caption=caption)
    for option in made.options:
        here = (option.height_mm, option.angle_deg) == (made.view.height_mm, made.view.angle_deg)
        rows.add_row(*_option_cells(option), style="bold" if here else None)
    return rows


def _option_cells(option: Option) -> tuple[str, ...]:
    return (
        f"{option.height_mm:.0f} mm",
        number(option.angle_deg, "g") + "°",
        tr("yes") if option.fits else tr("no"),
        _size(option.sure_mm),
        _mm(option.centre_mm),
        _mm(option.corner_mm),
    )
