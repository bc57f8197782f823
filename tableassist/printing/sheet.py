"""What can be printed. Alone in its file: a command needs it before anything heavy is loaded."""

from enum import StrEnum


class Sheet(StrEnum):
    MAT = "mat"
    PIECES = "pieces"
    ISLANDS = "islands"
    BOARD = "board"
    RULER = "ruler"
    JIG = "jig"
    DICE = "dice"
    CARDS = "cards"
    KIT = "kit"
