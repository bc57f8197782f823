"""How far a cannon shoots, as cards print it."""

from enum import StrEnum


class CannonRange(StrEnum):
    SHORT = "S"
    LONG = "L"
