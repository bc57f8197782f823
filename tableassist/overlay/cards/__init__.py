"""The card game's table as a drawing: the row of ships, the cards that lie open, piles and players."""
