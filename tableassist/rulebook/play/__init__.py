"""A game as the log of what was done in it: of any game. What an act means is the game's own business."""
