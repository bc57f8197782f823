"""A game in a file: how it began and its log of acts, as JSON lines."""
