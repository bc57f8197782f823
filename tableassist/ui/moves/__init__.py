"""The list of moves found."""
