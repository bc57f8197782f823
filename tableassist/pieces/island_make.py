"""How a table's islands and terrain are made."""

from enum import StrEnum


class IslandMake(StrEnum):
    PRINTED = "printed"
    """From the kit's pages: outline and tags are exact without measuring."""
    CARDBOARD = "cardboard"
    """The game's own, with plates glued on: the packaged outlines are estimates."""
