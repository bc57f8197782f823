"""What the banner says of a state. No widgets."""

from typing import Final

from tableassist.messages import sentence, tr
from tableassist.pipeline.table_state import TableState
from tableassist.vision.localisation.registration import Health

_MOST: Final = 4


def notices_of(state: TableState) -> tuple[str, ...]:
    """One line each, the gravest first; empty when all is well."""
    notices = [sentence(warning) for warning in dict.fromkeys(state.warnings)]
    registration = state.registration
    if registration is None:
        # The chain says why, if it knows; what to do about it stands here in any case.
        advice = tr("Bring at least four of the mat's border tags into view.")
        notices = [*(notices or [tr("The mat is not seen: nothing can be measured.")]), advice]
    elif registration.health is not Health.GOOD and not any(
        str(registration.reason) in str(each) for each in state.warnings
    ):
        notices.insert(0, tr("Measurements are less certain: {reason}", reason=registration.reason))
    if len(notices) > _MOST:
        rest = len(notices) - _MOST + 1
        notices = [*notices[: _MOST - 1], tr("… and {count} more", count=rest)]
    return tuple(notices)
