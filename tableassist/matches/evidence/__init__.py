"""Make evidence of a moment, and judge evidence.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.evidence.derive import derive_moment
    from tableassist.matches.evidence.findings import EvidenceFindings
    from tableassist.matches.evidence.judge import checked_evidence
    from tableassist.matches.evidence.make import TOLD_RULES, make_evidence
    from tableassist.matches.evidence.signer import Reader
    from tableassist.matches.evidence.table_keys import (
        changed_known_tables,
        reader_here,
        renewed_table_key,
        signing_with,
        table_signing,
    )
    from tableassist.matches.evidence.witnessed import WitnessCheck
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "derive": "derive_moment",
            "findings": "EvidenceFindings",
            "judge": "checked_evidence",
            "make": "TOLD_RULES make_evidence",
            "signer": "Reader",
            "table_keys": "changed_known_tables reader_here renewed_table_key signing_with table_signing",
            "witnessed": "WitnessCheck",
        },
    )

__all__ = [
    "TOLD_RULES",
    "EvidenceFindings",
    "Reader",
    "WitnessCheck",
    "changed_known_tables",
    "checked_evidence",
    "derive_moment",
    "make_evidence",
    "reader_here",
    "renewed_table_key",
    "signing_with",
    "table_signing",
]
