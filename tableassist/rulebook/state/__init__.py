"""The state of a game, as one frozen value. Structs, because a fold makes several of them for every act."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.state.game import Ending, FactKind
    from tableassist.rulebook.state.new_game import card_of_piece
    from tableassist.rulebook.state.questions import (
        can_sail,
        cargo_space,
        cargo_used,
        conditions_of,
        conditions_to_note,
        effects_of,
        find_pinning_enemies,
        is_derelict,
        is_pinned,
        name_of,
        states_of,
    )
    from tableassist.rulebook.state.start import (
        CoinStart,
        CrewStart,
        IslandStart,
        PlayerStart,
        ShipStart,
        TerrainStart,
        Words,
    )
    from tableassist.rulebook.state.things import CrewMember, Duty, DutyKind, Unit
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "game": "Ending FactKind",
            "new_game": "card_of_piece",
            "questions": "can_sail cargo_space cargo_used conditions_of conditions_to_note "
            "effects_of is_derelict is_pinned name_of find_pinning_enemies states_of",
            "start": "CoinStart CrewStart IslandStart PlayerStart ShipStart TerrainStart Words",
            "things": "CrewMember Duty DutyKind Unit",
        },
    )

__all__ = [
    "CoinStart",
    "CrewMember",
    "CrewStart",
    "Duty",
    "DutyKind",
    "Ending",
    "FactKind",
    "IslandStart",
    "PlayerStart",
    "ShipStart",
    "TerrainStart",
    "Unit",
    "Words",
    "can_sail",
    "card_of_piece",
    "cargo_space",
    "cargo_used",
    "conditions_of",
    "conditions_to_note",
    "effects_of",
    "find_pinning_enemies",
    "is_derelict",
    "is_pinned",
    "name_of",
    "states_of",
]
