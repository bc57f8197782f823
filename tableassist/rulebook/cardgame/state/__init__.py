"""The cards, how a game begins, and the game as it stands."""
