"""Looking back: the time line, the player, comparing two moments."""
