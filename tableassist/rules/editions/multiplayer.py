"""The add-on for three players and more, on top of any edition. It changes the set-up and the end, and nothing that is
measured."""

from dataclasses import dataclass, replace

from tableassist.rules.editions.edition import Edition


@dataclass(frozen=True, slots=True)
class Multiplayer:
    islands_a_player: int = 3  # multiplayer, Preparation
    treasures_a_player: int = 6  # multiplayer, Preparation
    treasures_an_island: int = 3  # multiplayer, Setup
    own_home: bool = True  # multiplayer, Setup: each picks the own home island, the last to place an island first
    section: str = "multiplayer, Preparation; Setup"


MULTIPLAYER = Multiplayer()


def with_multiplayer(edition: Edition) -> Edition:
    setup = replace(
        edition.setup,
        islands=None,
        islands_a_player=MULTIPLAYER.islands_a_player,
        islands_must=True,
        islands_section=MULTIPLAYER.section,
    )
    return replace(edition, setup=setup)
