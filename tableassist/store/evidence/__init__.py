"""Evidence: a zip of one moment, and its signature. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.evidence.bundle import (
        CAMERAS_OWN,
        LAST_WITH_OVERLAY,
        MOST_DOUBT,
        OUT_OF_VIDEO,
        Evidence,
        Manifest,
        Member,
        ViewFacts,
        evidence_of,
        read_evidence,
        write_evidence,
    )
    from tableassist.store.evidence.changes import MadeEdit, TableChanges
    from tableassist.store.evidence.moment import ReadMoment, first_unread, moment_files, read_moment, versions
    from tableassist.store.evidence.overrulings import MadeOverruling
    from tableassist.store.evidence.record import recorded
    from tableassist.store.evidence.signature import EvidenceSignature, key_words, signature_of, signed
    from tableassist.store.evidence.words import rulings_in_words
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "bundle": "CAMERAS_OWN Evidence LAST_WITH_OVERLAY MOST_DOUBT Manifest Member OUT_OF_VIDEO ViewFacts "
            "evidence_of read_evidence write_evidence",
            "changes": "MadeEdit TableChanges",
            "moment": "ReadMoment first_unread moment_files read_moment versions",
            "overrulings": "MadeOverruling",
            "record": "recorded",
            "signature": "EvidenceSignature key_words signature_of signed",
            "words": "rulings_in_words",
        },
    )

__all__ = [
    "CAMERAS_OWN",
    "LAST_WITH_OVERLAY",
    "MOST_DOUBT",
    "OUT_OF_VIDEO",
    "Evidence",
    "EvidenceSignature",
    "MadeEdit",
    "MadeOverruling",
    "Manifest",
    "Member",
    "ReadMoment",
    "TableChanges",
    "ViewFacts",
    "evidence_of",
    "first_unread",
    "key_words",
    "moment_files",
    "read_evidence",
    "read_moment",
    "recorded",
    "rulings_in_words",
    "signature_of",
    "signed",
    "versions",
    "write_evidence",
]
