"""The table of faults: what may befall a camera, a mat or a piece, how it is played, and what must be said.

The tests want the words and no wrong call; a long run may throw the rows at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tableassist.sources.supervised import CaptureState
from tableassist.studio.staging.staged_table import StagedTable
from tests.sources import fault_films as films
from tests.sources.fault_films import Shot


@dataclass(frozen=True)
class Fault:
    name: str
    film: Callable[[StagedTable], Sequence[Shot]]
    """The pictures from the fault on; those before show the table as it is handed in."""
    said: tuple[str, ...] = ()
    """Parts of what the players must be told while it lasts; none where everything is measured as well as before."""
    blind: bool = False
    """Whether nothing at all may be judged in the last picture."""


FAULTS: tuple[Fault, ...] = (
    Fault("camera knocked", films.knocked, ("the camera or the mat was moved",)),
    Fault("zoom or focus moved", films.zoomed, ("zoom or focus has changed",)),
    Fault("mat dragged", films.mat_dragged, ("the camera or the mat was moved",)),
    Fault("five pictures a second", films.slower),
    Fault("another size of picture", films.other_size, ("is scaled to 960x540",)),
    Fault("mirrored picture", films.mirrored_picture, ("mirrored",), blind=True),
    Fault("asleep for a night", films.clock_gap, ("HMS Titan has not been measured for",)),
    Fault("lamp switched", films.lamp_switched),
    Fault("glare", films.glare, ("HMS Oxley has not been measured for",)),
    Fault("dusk", films.dusk),
    Fault("dark", films.dark, ("can't see the mat",), blind=True),
    Fault("out of focus", films.blurred, ("can't see the mat",), blind=True),
    Fault("hand over half of the mat tags", films.half_covered),
    Fault("hand over all mat tags", films.all_covered, ("can't see the mat",), blind=True),
    Fault("hand over ships, one is moved", films.hand_over_mat, ("HMS Oxley has not been measured for",)),
    Fault("piece lifted", films.lifted, ("Revenge: tag 31, 34 looks lifted by",)),
    Fault("piece tipped", films.tipped, ("looks tipped by",)),
    Fault("piece leaning on another", films.leaning, ("Revenge leans by",)),
    Fault("rig leaning", films.rig_leaning, ("Revenge: tag 31 does not fit with 34, and is left out",)),
    Fault("staff bent", films.staff_bent, ("HMS Plantagenet: tag 22 does not fit with 24, and is left out",)),
    Fault("piece held a centimetre up", films.held_low, ("HMS Oxley seems to be",)),
    Fault("pieces stacked", films.stacked, ("overlap",)),
    Fault("pieces swapped", films.swapped),
    Fault("tag torn", films.torn, ("HMS Titan has not been measured for",)),
    Fault("tag mirrored", films.mirrored_tag, ("HMS Titan has not been measured for",)),
    Fault("tag duplicated", films.duplicated, ("seen 2 times",)),
    Fault("only the duplicate in view", films.duplicate_alone, ("HMS Titan: tag 20 looks lifted",)),
    Fault("unknown tag", films.unknown, ("unknown tag 400",)),
    Fault(
        "one tag printed at 97 %", films.one_small_print, ("HMS Titan: tag 20 looks lifted, tipped or of another size",)
    ),
    Fault("all tags printed at 97 %", films.cut_out_small, ("3 % smaller than the table file says",)),
    Fault("mat printed at 97 %", films.small_mat, ("were printed at different sizes",), blind=True),
    Fault("second table in view", films.second_table, ("seen 2 times", "another table's mat in view?")),
    Fault("second table's mat alone", films.second_mat_alone, ("another table's mat",), blind=True),
)


@dataclass(frozen=True)
class CaptureFault:
    """What may befall the source itself; `plan` is for a `fault_source`."""

    name: str
    plan: str
    said: str
    """Part of what is told while there are no pictures."""
    states: tuple[CaptureState, ...]
    """What the source says it is doing, one after another, from the last good picture to the next."""
    restarted: bool = True
    """Whether it takes a new child process to go on."""


_SEEING, _REOPENING = CaptureState.SEEING, CaptureState.REOPENING
CAPTURE_FAULTS: tuple[CaptureFault, ...] = (
    CaptureFault("detector crashes", "good 25, segv", "crashed (SIGSEGV)", (_SEEING, _REOPENING, _SEEING)),
    CaptureFault(
        "driver blocks",
        "good 25, block",
        "no picture for a second",
        (_SEEING, CaptureState.STALLED, _REOPENING, _SEEING),
    ),
    CaptureFault(
        "unplugged and plugged in", "good 25, gone", "is not plugged in. It will be reopened as soon as it is back",
        (_SEEING, _REOPENING, _SEEING), restarted=False,
    ),
    CaptureFault("a fault of ours", "good 25, bug", "KeyError: 'a fault of ours'", (_SEEING, _REOPENING, _SEEING)),
    CaptureFault(
        "frozen for good", "good 25, hung", "keeps sending the same picture",
        (_SEEING, CaptureState.FROZEN, _REOPENING, _SEEING),
    ),
    CaptureFault(
        "frozen for a while", "good 25, frozen 65, good 20", "keeps sending the same picture",
        (_SEEING, CaptureState.FROZEN, _SEEING), restarted=False,
    ),
    CaptureFault(
        "black for a while", "good 25, black 40, good 20", "the picture is black. Is the lens covered",
        (_SEEING, CaptureState.BLACK, _SEEING), restarted=False,
    ),
)  # fmt: skip
