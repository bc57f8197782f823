"""The card game's table: the printed strip and the tags on its cards, and what they tell of a picture."""
