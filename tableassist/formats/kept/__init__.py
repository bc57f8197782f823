"""A game that is kept while it is played: its folder, and what no camera sees of it in a small file."""
