"""What a person is told when the pictures stop: what has happened, and what is being done about it."""

import signal

from tableassist.messages import Message, Text, template
from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState


def stalled(name: str) -> CaptureHealth:
    return _not_judged(CaptureState.STALLED, Message("{source}: no picture for a second.", source=name))


def silent(name: str) -> CaptureHealth:
    words = Message("{source}: no more pictures. Reopening it; is its cable loose?", source=name)
    return _not_judged(CaptureState.REOPENING, words)


def not_opening(name: str) -> CaptureHealth:
    words = Message("{source}: not responding. Trying again; is another program using it?", source=name)
    return _not_judged(CaptureState.REOPENING, words)


def away(trouble: Text) -> CaptureHealth:
    words = Message("{trouble}. It will be reopened as soon as it is back.", trouble=trouble)
    return _not_judged(CaptureState.REOPENING, words)


def seen(name: str, state: str) -> CaptureHealth:
    """By its newest picture, of which a child that runs wild may say anything."""
    if state == CaptureState.FROZEN:
        what = template(
            "{source}: keeps sending the same picture, so nothing is judged. Is the camera unplugged or frozen?"
        )
        return CaptureHealth(CaptureState.FROZEN, Message(what, source=name))
    if state == CaptureState.BLACK:
        words = Message("{source}: the picture is black. Is the lens covered, or the light off?", source=name)
        return _not_judged(CaptureState.BLACK, words)
    return CaptureHealth(CaptureState.SEEING)


THE_END = template("{source}: the end")


def is_quiet_end(words: Text) -> bool:
    """Whether a source has simply shown all that it has, as a picture or a video does."""
    return isinstance(words, Message) and words.template == THE_END


def useless(name: str, state: CaptureState) -> CaptureHealth:
    if state is CaptureState.FROZEN:
        words = Message("{source}: the picture has not changed for seconds. Reopening it.", source=name)
    else:
        words = Message("{source}: the picture has been black for seconds. Reopening it.", source=name)
    return _not_judged(CaptureState.REOPENING, words)


def crashed(name: str, exit_code: int | None) -> CaptureHealth:
    what = template("{source}: reading its pictures crashed ({crash}). Restarting it; nothing else is affected.")
    return _not_judged(CaptureState.REOPENING, Message(what, source=name, crash=crash_name(exit_code)))


def broke(name: str, problem: Text) -> CaptureHealth:
    words = Message("{source}: {problem}. Restarting it.", source=name, problem=problem)
    return _not_judged(CaptureState.REOPENING, words)


def given_up(name: str, exit_code: int | None) -> CaptureHealth:
    crash = crash_name(exit_code)
    words = Message("{source}: reading it keeps crashing ({crash}); gave up", source=name, crash=crash)
    return CaptureHealth(CaptureState.ENDED, words)


def crash_name(exit_code: int | None) -> Text:
    if exit_code is None:
        return Message("it is not responding")
    if exit_code >= 0:
        return Message("exit code {number}", number=exit_code)
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return Message("signal {number}", number=-exit_code)


def _not_judged(state: CaptureState, words: Message) -> CaptureHealth:
    return CaptureHealth(state, Message("{words} Nothing is judged until it is back.", words=words))
