"""Exact-size pages of tags, mounts, boards and rulers, as PDF. Takes values, reads no file."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.printing.boards import print_board, print_dice, print_jig, print_ruler, rulers_for
    from tableassist.printing.cards import print_cards
    from tableassist.printing.kit import KitStep, print_kit
    from tableassist.printing.mat import print_islands, print_mat
    from tableassist.printing.paper import Paper, PrintedPages, Sheet
    from tableassist.printing.pen import FontFace
    from tableassist.printing.pieces import print_pieces
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "boards": "print_board print_dice print_jig print_ruler rulers_for",
            "cards": "print_cards",
            "kit": "KitStep print_kit",
            "mat": "print_islands print_mat",
            "paper": "Paper PrintedPages Sheet",
            "pen": "FontFace",
            "pieces": "print_pieces",
        },
    )

__all__ = [
    "FontFace",
    "KitStep",
    "Paper",
    "PrintedPages",
    "Sheet",
    "print_board",
    "print_cards",
    "print_dice",
    "print_islands",
    "print_jig",
    "print_kit",
    "print_mat",
    "print_pieces",
    "print_ruler",
    "rulers_for",
]
