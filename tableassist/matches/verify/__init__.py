"""Verify a recorded match.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.verify.findings import MatchFindings, MatchOutcome
    from tableassist.matches.verify.verify import reader_keys, verify_match
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "findings": "MatchFindings MatchOutcome",
            "verify": "reader_keys verify_match",
        },
    )

__all__ = [
    "MatchFindings",
    "MatchOutcome",
    "reader_keys",
    "verify_match",
]
