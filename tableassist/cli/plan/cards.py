"""A plan for the card table: whether its labels will read."""

import json

from tableassist.cli.terminal import echo_json, make_console, number, plain_table, tell
from tableassist.messages import Message, say, tr
from tableassist.pipeline.cards.outlook import CARD_AREA, CardOutlook, LabelOutlook


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
