"""The card game's table: the printed strip, the tags on its cards, what they tell of a picture, and when it rests."""
