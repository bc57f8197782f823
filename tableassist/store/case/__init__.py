"""Cases: a position or a game with the rulings that are expected. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.case.expected import (
        ExpectedAct,
        ExpectedEntry,
        ExpectedOffer,
        ExpectedState,
        OfferCheck,
        StateName,
        Value,
    )
    from tableassist.store.case.file import Case, read_case
    from tableassist.store.case.game import GameCase
    from tableassist.store.case.text import case_text
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "expected": "ExpectedAct ExpectedEntry ExpectedOffer ExpectedState OfferCheck StateName Value",
            "file": "Case read_case",
            "game": "GameCase",
            "text": "case_text",
        },
    )

__all__ = [
    "Case",
    "ExpectedAct",
    "ExpectedEntry",
    "ExpectedOffer",
    "ExpectedState",
    "GameCase",
    "OfferCheck",
    "StateName",
    "Value",
    "case_text",
    "read_case",
]
