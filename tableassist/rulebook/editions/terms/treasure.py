"""What an edition says about treasure, crew and exploring."""

from dataclasses import dataclass

from tableassist.messages import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TreasureTerms:
    coins_a_player: int | None
    """What each player should contribute; None where any equal number will do."""
    gold_a_player: int | None
    coins_an_island: int | None
    """None: an equal number to each wild island."""
    unique_beside_gold: bool
    """Whether unique treasure comes on top of the gold that each player owes."""
    one_unique_of_a_name: bool
    treasure_section: Text
    unique_section: Text
    begins_docked: bool
    """Whether a ship must begin her turn docked at an island to explore it."""
    tokens: bool
    """Whether a token marks an explored island, which its owner may explore again as a free action."""
    explore_section: Text
    unload_section: Text
    revealed_at_home: bool
    """Whether coins are turned over when they are unloaded."""
    cargo_section: Text
    zero_point_crew_at_home_only: bool
    """Whether crew of 0 points may only be assigned to a ship of their own nation."""
    ship_links: bool
    """Whether crew may be linked to ships, not only to each other."""
    crew_section: Text
    island_crew_for_all: bool
    """Whether crew left on a wild island may be taken aboard by any ship."""
    crew_transfer_section: Text
    mysterious: bool
    mysterious_section: Text
