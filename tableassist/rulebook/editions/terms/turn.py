"""What an edition says about turns and actions."""

from dataclasses import dataclass

from tableassist.messages import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTerms:
    most_actions: int | None
    """More than so many actions that are not free a piece never gets in one turn; None where the text has no such
    limit."""
    action_section: Text
    """One action for each ship."""
    own_fleet_section: Text
    """Only to pieces of the own fleet, and in the own turn."""
    most_actions_section: Text
    derelict_section: Text
    """A derelict is only given explore and repair actions."""
    creature_section: Text
    """A sea creature is only given move and shoot actions."""
    repair_at_forts: bool
    repair_section: Text
    scuttling: bool
    scuttle_section: Text
    stacking_section: Text
    """An ability serves a ship once each turn, however many carry it."""
    keyword_section: Text
