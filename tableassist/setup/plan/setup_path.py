"""The steps from a printed kit to a proven table, in their order, with what each buys in millimetres.

The window's first run, the first page of the kit, `tableassist new`, `tableassist check` and the manual all take their
steps from here, so that they cannot disagree. The millimetres are predicted for the table at hand (`forecast.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.messages import Message, template
from tableassist.setup.plan.forecast import MEASURING_STEPS, NOTICEABLE_MM, Forecast, Precision
from tableassist.store.first_run_file import WizardStep


@dataclass(frozen=True, slots=True)
class SetupStep:
    step: WizardStep
    title: Message
    """As the window's page and the kit call it."""
    what: Message
    """What to do, in two or three sentences."""
    command: str
    """With {table} for the table file."""

    def command_for(self, table: str) -> str:
        return self.command.format(table=table)


SETUP_PATH = (
    SetupStep(
        WizardStep.PRINT,
        Message("Print the kit"),
        Message(
            "Print every page at 100 % (“actual size”, never “fit to page”), on one side. Cut out the tags and the "
            "islands. Fold the plates and glue them to the ships as their sketches show."
        ),
        "tableassist print kit --table {table} --out kit.pdf",
    ),
    SetupStep(
        WizardStep.LAY_OUT,
        Message("Lay out the mat"),
        Message(
            "Tape the mat tags flat along the border, each in the place printed on it, arrows pointing away from "
            "you. Hang the camera next to the mat, 30 degrees off the vertical, just high enough to see every tag."
        ),
        "tableassist judge camera:0 --table {table}",
    ),
    SetupStep(
        WizardStep.CALIBRATE,
        Message("Calibrate the camera"),
        Message(
            "Fix the camera's focus and zoom. Glue the board on something flat and show it to the camera, tilted to "
            "every side and in every corner of the picture. Hold it still for each view, until it has sixteen."
        ),
        "tableassist calibrate camera:0 --table {table}",
    ),
    SetupStep(
        WizardStep.SURVEY,
        Message("Survey the mat"),
        Message(
            "Leave the printed islands on the mat, clear of its tags and of each other: this step also measures how "
            "they were cut. Take the camera in your hand and look at the whole mat from eight sides, tilted by 30 to "
            "45 degrees; or leave it hanging, and turn and shift the mat below it. Hold still each time until it beeps."
        ),
        "tableassist survey camera:0 --table {table}",
    ),
    SetupStep(
        WizardStep.SCALE,
        Message("Check the print's scale"),
        Message(
            "Measure the line at the foot of a printed page with a ruler: it should be 100 mm from tick to tick. "
            "Enter your reading, to a tenth of a millimetre if you can."
        ),
        "tableassist scale {table} --line MM",
    ),
    SetupStep(
        WizardStep.FIT_OUT,
        Message("Fit out the ships"),
        Message(
            "Hang the camera again and lay the jig sheet on the mat. Set each ship on it in four directions, bow at "
            "the stop, keel on the line, and take your hands away until it beeps: her tags and her outline are "
            "measured."
        ),
        "tableassist mount --source camera:0 --table {table}",
    ),
    SetupStep(
        WizardStep.PROVE,
        Message("Prove it"),
        Message(
            "Dock a ship: put her bow against the shore of an island that she may dock at, and take your hands away. "
            "The program should say DOCKED."
        ),
        "tableassist prove camera:0 --table {table}",
    ),
)
PLAY_COMMAND = "tableassist watch camera:0 --table {table}"
STEPS: Mapping[WizardStep, SetupStep] = {entry.step: entry for entry in SETUP_PATH}

_INSTEAD = template(
    "Without it: docking ± {docking_mm:.1f} mm instead of ± {best_docking_mm:.1f} mm, range ± {range_mm:.1f} mm "
    "instead of ± {best_range_mm:.1f} mm."
)
_DOCKING_ONLY = template(
    "Without it: docking ± {docking_mm:.1f} mm instead of ± {best_docking_mm:.1f} mm; range stays ± {range_mm:.1f} mm."
)
_RANGE_ONLY = template(
    "Without it: range ± {range_mm:.1f} mm instead of ± {best_range_mm:.1f} mm; docking stays ± {docking_mm:.1f} mm."
)
_NEITHER = template("Docking stays ± {docking_mm:.1f} mm and range ± {range_mm:.1f} mm without it. {reason}")
_ALSO: Mapping[WizardStep, Message] = {
    WizardStep.CALIBRATE: Message(
        "It makes places on the mat more certain, and reveals a lens that distorts the picture."
    ),
    WizardStep.SURVEY: Message("It finds tags that were taped in the wrong place, and measures how islands were cut."),
    WizardStep.SCALE: Message("It finds a print that came out too small or too large."),
    WizardStep.FIT_OUT: Message("It finds plates that were glued on askew."),
}
"""What a step is good for that its millimetres do not show."""


def describe_benefit(step: WizardStep, forecast: Forecast | None) -> Message | None:
    """Say what a step buys in millimetres, for docking and for range; None where nothing can be predicted."""
    if forecast is None:
        return None
    if step is WizardStep.PRINT:
        return Message("The camera measures tags only: without the kit nothing works.")
    if step is WizardStep.LAY_OUT:
        now = forecast.now
        what = template(
            "From this step on it can judge, with docking ± {docking_mm:.1f} mm and range ± {range_mm:.1f} mm."
        )
        return Message(what, docking_mm=now.docking_mm, range_mm=now.range_mm)
    if step is WizardStep.PROVE:
        what = template("Expect docking ± {docking_mm:.1f} mm and range ± {range_mm:.1f} mm once all steps are done.")
        return Message(what, docking_mm=forecast.complete.docking_mm, range_mm=forecast.complete.range_mm)
    if step not in forecast.without:
        return Message("The table file has this step's result.") if step in MEASURING_STEPS else None
    return _compare(step, forecast.without[step], forecast.complete)


def _compare(step: WizardStep, without: Precision, best: Precision) -> Message:
    gains = (
        without.docking_mm - best.docking_mm >= NOTICEABLE_MM,
        without.range_mm - best.range_mm >= NOTICEABLE_MM,
    )
    form = {(True, True): _INSTEAD, (True, False): _DOCKING_ONLY, (False, True): _RANGE_ONLY}.get(gains, _NEITHER)
    figures = {
        "docking_mm": without.docking_mm,
        "range_mm": without.range_mm,
        "best_docking_mm": best.docking_mm,
        "best_range_mm": best.range_mm,
    }
    return Message(form, **figures, reason=_ALSO[step])


def describe_precision(forecast: Forecast) -> Message:
    """Say in one line what the table reaches now, and what it will reach after the next steps."""
    now, best = forecast.now, forecast.complete
    figures = {"docking_mm": now.docking_mm, "range_mm": now.range_mm}
    if not forecast.after:
        return Message("Docking ± {docking_mm:.1f} mm, range ± {range_mm:.1f} mm: every step is done.", **figures)
    last = max(forecast.after, key=MEASURING_STEPS.index)
    what = template(
        "Docking ± {docking_mm:.1f} mm, range ± {range_mm:.1f} mm now; after “{last}” ± {best_docking_mm:.1f} mm and "
        "± {best_range_mm:.1f} mm."
    )
    best_figures = {"best_docking_mm": best.docking_mm, "best_range_mm": best.range_mm}
    return Message(what, **figures, **best_figures, last=STEPS[last].title)


def advise_after_docking(forecast: Forecast | None, ship: str, table: str | None) -> Message:
    """Say what to do when a ship at a shore was not called docked; `table` for commands, None for the window."""
    helpful = None if forecast is None else describe_most_helpful(forecast, table)
    if helpful is not None:
        return helpful
    return Message(
        "Every step is done. Push her bow against the shore; if it touches, fit out {ship} again.", ship=ship
    )


def describe_most_helpful(forecast: Forecast, table: str | None) -> Message | None:
    """Name what would help a docking most: a step, with its command unless it is for the window; or better islands."""
    step = forecast.most_helpful
    if forecast.islands_estimated and (step is None or step is not WizardStep.FIT_OUT):
        return Message(
            "The islands' outlines are estimates, which limits docking most. Use printed islands (tableassist print "
            "islands), or measure yours with tableassist scan."
        )
    if step is None:
        return None
    if table is None:
        return Message("“{title}” would help most.", title=STEPS[step].title)
    return Message(
        "“{title}” would help most: {command}", title=STEPS[step].title, command=STEPS[step].command_for(table)
    )
