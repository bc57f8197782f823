"""Who may tow whom, whatever touches."""

from enum import StrEnum


class TowRefusal(StrEnum):
    """Why a ship cannot take another in tow."""

    NOT_DERELICT = "not-derelict"
    TOWER_HELPLESS = "tower-helpless"
    """A derelict or a wreck tows nobody."""
    SUBMARINE = "submarine"
    """Never towed (the master keyword list)."""
    WRECK = "wreck"
    """It stays on its reef (revolution, complete: Reef), unless the table's reading is that it may be towed off."""
    IN_TOW = "in-tow"
    """Another ship has her, and the table's reading is that nobody else may take her."""
    IN_WEEDS = "in-weeds"
    """She lies in a Sargasso Sea, and the table's reading is that nobody is towed out of it."""


def refuse_tow(
    *,
    is_derelict: bool,
    is_own_flotilla: bool,
    tower_can_move: bool,
    is_submarine: bool,
    is_wreck: bool,
    may_tow_wreck: bool = False,
    is_in_tow: bool = False,
    may_take_from_tower: bool = True,
    is_in_weeds: bool = False,
    may_tow_out_of_weeds: bool = True,
) -> TowRefusal | None:
    """Say why a ship cannot tow another; None if nothing keeps her.

    The texts name any derelict (every edition, Tow), so by default also one that another ship tows, or one in the
    weeds. A flotilla of the own fleet is towed as she is: her base move is T. A tow results from a move action, which
    a derelict cannot be given unless an ability moves her.
    """
    refusals = {
        TowRefusal.NOT_DERELICT: not is_derelict and not is_own_flotilla,
        TowRefusal.TOWER_HELPLESS: not tower_can_move,
        TowRefusal.SUBMARINE: is_submarine,
        TowRefusal.WRECK: is_wreck and not may_tow_wreck,
        TowRefusal.IN_TOW: is_in_tow and not may_take_from_tower,
        TowRefusal.IN_WEEDS: is_in_weeds and not may_tow_out_of_weeds,
    }
    return next((refusal for refusal, holds in refusals.items() if holds), None)
