"""How much players and spectators may see of the rulings. Light to import: the command line names the choices."""

from enum import StrEnum


class FairPlay(StrEnum):
    OPEN = "open"
    """Everybody sees everything."""
    ON_REQUEST = "on-request"
    """Pieces are shown; of rulings only those that somebody has asked for."""
    REFEREE = "referee"
    """This window shows everything; the spectators' shows nothing until it is released."""
