"""What lies on the card table against the card game: the act that explains it, and where the two differ."""
