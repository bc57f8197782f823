"""The window of a card table, and what is behind it."""
