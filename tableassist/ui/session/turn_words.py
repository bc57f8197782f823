"""Whose turn it is, in words."""

from tableassist.messages import tr


def turn_words(player: str) -> str:
    """A plural takes the apostrophe alone: Pirates' turn."""
    return tr("{player}' turn", player=player) if player.endswith("s") else tr("{player}'s turn", player=player)
