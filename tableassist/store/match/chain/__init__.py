"""How a match shows tampering: links, signed heads, and how they are checked.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.match.chain.additions import additions_to
    from tableassist.store.match.chain.check import CheckedChain, check_chain
    from tableassist.store.match.chain.copy_check import check_copy
    from tableassist.store.match.chain.finding import MatchFinding, Standing, differs, not_proven, told, wrong_signer
    from tableassist.store.match.chain.folder_check import check_files
    from tableassist.store.match.chain.memory_check import check_memory, is_as_remembered
    from tableassist.store.match.chain.pictures_check import check_stills, check_video
    from tableassist.store.match.chain.reading import ReadChain
    from tableassist.store.match.chain.records import LinkKind, signed_text, utc_minutes
    from tableassist.store.match.chain.remembered import RememberedNote, remember_head, remember_note, remembered_note
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "additions": "additions_to",
            "check": "CheckedChain check_chain",
            "copy_check": "check_copy",
            "finding": "MatchFinding Standing differs not_proven told wrong_signer",
            "folder_check": "check_files",
            "memory_check": "check_memory is_as_remembered",
            "pictures_check": "check_stills check_video",
            "reading": "ReadChain",
            "records": "LinkKind signed_text utc_minutes",
            "remembered": "RememberedNote remember_head remember_note remembered_note",
        },
    )

__all__ = [
    "CheckedChain",
    "LinkKind",
    "MatchFinding",
    "ReadChain",
    "RememberedNote",
    "Standing",
    "additions_to",
    "check_chain",
    "check_copy",
    "check_files",
    "check_memory",
    "check_stills",
    "check_video",
    "differs",
    "is_as_remembered",
    "not_proven",
    "remember_head",
    "remember_note",
    "remembered_note",
    "signed_text",
    "told",
    "utc_minutes",
    "wrong_signer",
]
