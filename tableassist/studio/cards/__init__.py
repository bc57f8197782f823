"""The card game's table: its cards, the strip, how they lie, and a game as a film."""
