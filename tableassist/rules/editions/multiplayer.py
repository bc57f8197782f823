"""The add-on for three players and more, on top of any edition. It changes the set-up and the end, and nothing that is
measured."""

from dataclasses import replace

from tableassist.rules.editions.edition import Edition

SECTION = "multiplayer, Preparation; Setup"


def with_multiplayer(edition: Edition) -> Edition:
    """Three islands a player. Treasures, and who picks a home, nobody measures."""
    setup = replace(edition.setup, islands=None, islands_a_player=3, islands_must=True, islands_section=SECTION)
    return replace(edition, setup=setup)
