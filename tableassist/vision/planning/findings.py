"""What a plan means, in sentences for a player."""

import math
from collections.abc import Mapping

from tableassist.geometry import plus_minus
from tableassist.messages import Message, Text, template
from tableassist.vision.planning.budget import BudgetLine, Part
from tableassist.vision.planning.dice import BOX_EDGE_MM, READS_PX, DiceOutlook
from tableassist.vision.planning.lean import LARGE_LEAN_RAD, LeanOutlook, LeanRemedy, beside_mm
from tableassist.vision.planning.planner import Plan, UnreadTag
from tableassist.vision.planning.reading import LARGEST_FLAG_MM
from tableassist.vision.planning.view import PlayArea
from tableassist.vision.survey.findings import Finding, Weight
from tableassist.vision.tags.pattern import plate_mm

SAILS_MM = 55.0
"""The tallest masts end about here above the mat."""
TILTED_DEG = 25.0
"""From here on sails hide what is behind them."""
REMEDIES: Mapping[Part, Text] = {
    Part.MOUNT: "tableassist mount",
    Part.HEIGHT: "tableassist mount",
    Part.LEAN: Message("tilt the camera, or two tags"),
    Part.MAT: "tableassist survey",
    Part.SCALE: "tableassist scale",
    Part.LENS: "tableassist calibrate",
    Part.PIXELS: Message("larger tags, more pixels"),
}
NAMES = {
    Part.MOUNT: Message("tag's place on ship"),
    Part.HEIGHT: Message("tag's height"),
    Part.LEAN: Message("ship's lean and lift"),
    Part.MAT: Message("mat tags' places"),
    Part.SCALE: Message("print's scale"),
    Part.LENS: Message("lens"),
    Part.PIXELS: Message("pixels"),
}


def plan_findings(plan: Plan) -> tuple[Finding, ...]:
    lean = lean_findings(plan.lean, plan.area)
    return (*_fit(plan), *_tags(plan), *lean, *_hiding(plan), *_budget(plan), *map(_dice, plan.dice))


def lean_findings(outlooks: tuple[LeanOutlook, ...], area: PlayArea) -> tuple[Finding, ...]:
    """Whether a lean would be noticed; if not, or late, what would help."""
    now, *remedies = outlooks
    if now.noticed_rad is None:
        form = template(
            "where the camera looks straight down it does not see a ship lean: {lean_deg:g} degrees put her "
            "{off_mm:.1f} mm off, unnoticed (plus-minus of her place: {centre_mm:.2f} mm at the centre, "
            "{corner_mm:.2f} mm at the corners)"
        )
        lean_deg = round(math.degrees(LARGE_LEAN_RAD), 3)
        first = Finding(Weight.WARNING, Message(form, lean_deg=lean_deg, off_mm=now.unnoticed_mm, **_ends(now)))
    else:
        form = template(
            "a ship that leans is noticed anywhere on the mat: from {lean_deg:.1f} degrees on at the centre, "
            "{worst_deg:.1f} where it shows least (plus-minus of her place: {centre_mm:.2f} mm at the centre, "
            "{corner_mm:.2f} mm at the corners)"
        )
        first = Finding(Weight.NOTE, Message(form, **_leans(now), **_ends(now)))
    return first, *(Finding(Weight.ADVICE, _remedy(each, area)) for each in remedies)


def _remedy(outlook: LeanOutlook, area: PlayArea) -> Message:
    """What it takes, from which lean on it shows, and the plus-minus with everything measured."""
    seen = {**_leans(outlook), **_ends(outlook)}
    if outlook.remedy is LeanRemedy.SECOND_TAG:
        form = template(
            "a wake plate behind each ship, as the kit prints it, shows a lean from {lean_deg:.1f} degrees on at the "
            "centre, {worst_deg:.1f} where it shows least; plus-minus {centre_mm:.2f} mm at the centre, "
            "{corner_mm:.2f} mm at the corners"
        )
        return Message(form, **seen)
    view, size = outlook.view, outlook.tags[0].size_mm
    place = {"angle_deg": view.angle_deg, "up_mm": view.height_mm, "beside_mm": beside_mm(view, area)}
    form = template(
        "a camera {angle_deg:g} degrees off the vertical, {up_mm:.0f} mm up and {beside_mm:.0f} mm beside the mat, "
        "has all of the mat in its picture and shows a lean from {lean_deg:.1f} degrees on at the centre, "
        "{worst_deg:.1f} where it shows least; plus-minus {centre_mm:.2f} mm at the centre, {corner_mm:.2f} mm at the "
        "corners"
    )
    if outlook.sure_mm is None or outlook.sure_mm <= size:
        return Message(form, **place, **seen)
    form = template(
        "a camera {angle_deg:g} degrees off the vertical, {up_mm:.0f} mm up and {beside_mm:.0f} mm beside the mat, "
        "has all of the mat in its picture and shows a lean from {lean_deg:.1f} degrees on at the centre, "
        "{worst_deg:.1f} where it shows least; plus-minus {centre_mm:.2f} mm at the centre, {corner_mm:.2f} mm at the "
        "corners; tags of {size_mm:g} mm read there in good light, of {sure_mm:g} mm surely"
    )
    return Message(form, **place, **seen, size_mm=size, sure_mm=outlook.sure_mm)


def _leans(outlook: LeanOutlook) -> dict[str, float]:
    """From where on a lean is noticed, of an outlook in which it is."""
    worst = outlook.noticed_rad or 0.0
    centre = outlook.prospect.centre.noticed_lean_rad
    return {"lean_deg": math.degrees(worst if centre is None else centre), "worst_deg": math.degrees(worst)}


def _ends(outlook: LeanOutlook) -> dict[str, float]:
    return {"centre_mm": plus_minus(outlook.centre_sigma_mm), "corner_mm": plus_minus(outlook.corner_sigma_mm)}


def largest_part(lines: tuple[BudgetLine, ...]) -> Part:
    """At the last spot, a corner."""
    return max(lines, key=lambda line: line.sigmas_mm[-1] or 0.0).part


def _fit(plan: Plan) -> list[Finding]:
    lowest = plan.lowest_mm
    if plan.cut_off_mm > 0:
        form = template(
            "tags {height_mm:g} mm up are cut off nearer than {cut_off_mm:.0f} mm to the mat's edge: hang the camera "
            "at {lowest_mm:.0f} mm or higher"
        )
        words = Message(form, height_mm=plan.area.tag_height_mm, cut_off_mm=plan.cut_off_mm, lowest_mm=lowest)
        return [Finding(Weight.WARNING, words)]
    if plan.view.height_mm < lowest:
        words = Message("the mat fits with nothing to spare: {lowest_mm:.0f} mm leaves a margin", lowest_mm=lowest)
        return [Finding(Weight.NOTE, words)]
    if plan.view.height_mm > 1.25 * lowest:
        words = Message(
            "there is room to spare: {lowest_mm:.0f} mm shows the whole mat with more pixels", lowest_mm=lowest
        )
        return [Finding(Weight.ADVICE, words)]
    return []


def _tags(plan: Plan) -> list[Finding]:
    tag = plan.tag
    words = [_unread(unread) for unread in plan.unread]
    choice = next(choice for choice in plan.now.choices if choice.family == tag.family)
    sure_mm = choice.sure_mm
    if choice.reads_mm is None or tag.size_mm < choice.reads_mm:
        form = template(
            "tags of {size_mm:g} mm do not read where pixels are fewest: take a camera with more pixels, or hang it "
            "straight above the mat (--angle 0)"
        )
        words.append(Message(form, size_mm=tag.size_mm))
    elif sure_mm is not None and tag.size_mm < sure_mm:
        form = template(
            "tags of {size_mm:g} mm may go unread in poor light on the far side of the mat: use good light, or tags of "
            "{sure_mm:g} mm"
        )
        words.append(Message(form, size_mm=tag.size_mm, sure_mm=sure_mm))
    if tag.size_mm > LARGEST_FLAG_MM:
        form = template(
            "a plate of {side_mm:.0f} mm at a ship's stern touches her neighbours: more pixels, or a narrower lens"
        )
        words.append(Message(form, side_mm=plate_mm(tag.family, tag.size_mm)))
    if tag.family != "36h11":
        words.append(
            Message(
                "{family} has only {count} ids, and is misread more easily than 36h11",
                family=tag.family,
                count=next(choice.ids for choice in plan.now.choices if choice.family == tag.family),
            )
        )
    return [Finding(Weight.WARNING, one) for one in words]


def _unread(unread: UnreadTag) -> Message:
    form = template("{piece}: tag {tag} has {px:.1f} pixels a module where the view is worst")
    seen = Message(form, piece=unread.piece, tag=unread.tag, px=unread.px_per_module)
    if unread.needed_mm is None:
        return Message("{seen}, no size is enough", seen=seen)
    return Message("{seen}, print it at {needed_mm:g} mm", seen=seen, needed_mm=unread.needed_mm)


def _hiding(plan: Plan) -> list[Finding]:
    words = []
    if plan.tag.height_mm < SAILS_MM:
        form = template("sails reach {sails_mm:g} mm and hide lower tags: fly them on a flag at the stern, 60 mm up")
        words.append(Message(form, sails_mm=SAILS_MM))
    if plan.view.angle_deg >= TILTED_DEG:
        form = template("at {angle_deg:g} degrees ships hide what is behind them: a second tag on each helps")
        words.append(Message(form, angle_deg=plan.view.angle_deg))
    return [Finding(Weight.ADVICE, one) for one in words]


def _dice(outlook: DiceOutlook) -> Finding:
    """Whether dice of a size are read in the dice corner, and where it should lie."""
    seen = {"edge_mm": outlook.edge_mm, "best_px": outlook.best_px, "worst_px": outlook.worst_px, "needed_px": READS_PX}
    if outlook.reads_anywhere:
        form = template(
            "dice of {edge_mm:g} mm are read in the dice corner: {worst_px:.1f} pixels between pips at least, "
            "{needed_px:g} are needed"
        )
        return Finding(Weight.NOTE, Message(form, **seen))
    if outlook.reads_somewhere:
        form = template(
            "dice of {edge_mm:g} mm are read only with the dice corner on the camera's side of the mat: {best_px:.1f} "
            "pixels between pips there, {worst_px:.1f} at the far side, {needed_px:g} are needed"
        )
        return Finding(Weight.ADVICE, Message(form, **seen))
    if outlook.edge_mm == BOX_EDGE_MM:
        form = template(
            "the box's own die of {edge_mm:g} mm is not read: {best_px:.1f} pixels between pips, {needed_px:g} are "
            "needed, as a 4K camera has over this game's mat; throw dice of 12 to 16 mm, or type what it shows"
        )
        return Finding(Weight.NOTE, Message(form, **seen))
    form = template(
        "dice of {edge_mm:g} mm are not read: {best_px:.1f} pixels between pips, {needed_px:g} are needed, as a 1080p "
        "camera has over a mat of 915 mm"
    )
    return Finding(Weight.ADVICE, Message(form, **seen))


def _budget(plan: Plan) -> list[Finding]:
    worst = largest_part(plan.budgets[0])
    words = Message(
        "what limits you most at the corners: {part}. Remedy: {remedy}", part=NAMES[worst], remedy=REMEDIES[worst]
    )
    found = [Finding(Weight.ADVICE, words)]
    by_hand, surveyed = ((_part(lines, Part.MAT) or 0.0) for lines in plan.budgets)
    if surveyed > by_hand:
        words = Message(
            "a survey counts the mat's own scale too, which a taped mat takes on trust: measure one long distance well"
        )
        found.append(Finding(Weight.NOTE, words))
    return found


def _part(lines: tuple[BudgetLine, ...], part: Part) -> float | None:
    return next(line.sigmas_mm[-1] for line in lines if line.part is part)
