"""What the banner says of a state. No widgets."""

from typing import Final

from tableassist.pipeline.table_state import TableState
from tableassist.vision.registration import Health

MAT_NOT_SEEN: Final = "The mat is not seen: nothing can be measured."
_ADVICE: Final = "Bring at least four tags of the mat's border into the picture."
_MOST: Final = 4


def notices_of(state: TableState) -> tuple[str, ...]:
    """One line each, the gravest first; empty when all is well."""
    notices = [_as_sentence(warning) for warning in dict.fromkeys(state.warnings)]
    registration = state.registration
    if registration is None:
        # The chain says why, if it knows; what to do about it stands here in any case.
        notices = [*(notices or [MAT_NOT_SEEN]), _ADVICE]
    elif registration.health is not Health.GOOD and not _said(registration.reason, notices):
        notices.insert(0, f"Measuring is less certain: {registration.reason}")
    if len(notices) > _MOST:
        rest = len(notices) - _MOST + 1
        notices = [*notices[: _MOST - 1], f"… and {rest} more"]
    return tuple(notices)


def _as_sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _said(reason: str, notices: list[str]) -> bool:
    return any(reason in notice for notice in notices)
