"""The card game: what lies on its table by one picture, and how it stood at any time of a match."""
