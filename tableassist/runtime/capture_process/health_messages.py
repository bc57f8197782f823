"""What a person is told when the pictures stop: what has happened, and what is being done about it."""

import signal

from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState

JUDGED_NOT = "Nothing is judged until it is back."


def stalled(name: str) -> CaptureHealth:
    return CaptureHealth(CaptureState.STALLED, f"{name}: no picture for a second. {JUDGED_NOT}")


def silent(name: str) -> CaptureHealth:
    words = f"{name}: no pictures any more. It is being opened again; is its cable loose? {JUDGED_NOT}"
    return CaptureHealth(CaptureState.REOPENING, words)


def not_opening(name: str) -> CaptureHealth:
    words = f"{name}: does not answer. It is tried again; is another program using it? {JUDGED_NOT}"
    return CaptureHealth(CaptureState.REOPENING, words)


def away(trouble: str) -> CaptureHealth:
    return CaptureHealth(CaptureState.REOPENING, f"{trouble}. It is opened again as soon as it is back. {JUDGED_NOT}")


def frozen(name: str) -> CaptureHealth:
    words = f"{name}: sends the same picture again and again, so it is not judged. Is the camera unplugged or hung?"
    return CaptureHealth(CaptureState.FROZEN, words)


def black(name: str) -> CaptureHealth:
    words = f"{name}: the picture is black. Is the lens covered, or the light off? {JUDGED_NOT}"
    return CaptureHealth(CaptureState.BLACK, words)


def useless(name: str, state: CaptureState) -> CaptureHealth:
    what = "the same picture for seconds" if state is CaptureState.FROZEN else "a black picture for seconds"
    return CaptureHealth(CaptureState.REOPENING, f"{name}: {what}. It is being opened again. {JUDGED_NOT}")


def crashed(name: str, exit_code: int | None) -> CaptureHealth:
    words = (
        f"{name}: reading its pictures crashed ({crash_name(exit_code)}). It is started again, nothing else is "
        f"touched. {JUDGED_NOT}"
    )
    return CaptureHealth(CaptureState.REOPENING, words)


def broke(name: str, problem: str) -> CaptureHealth:
    return CaptureHealth(CaptureState.REOPENING, f"{name}: {problem}. It is started again. {JUDGED_NOT}")


def given_up(name: str, exit_code: int | None) -> CaptureHealth:
    words = f"{name}: reading it crashes again and again ({crash_name(exit_code)}), given up"
    return CaptureHealth(CaptureState.ENDED, words)


def crash_name(exit_code: int | None) -> str:
    if exit_code is None:
        return "it hangs"
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"
