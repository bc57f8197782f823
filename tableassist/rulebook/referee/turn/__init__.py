"""Whose turn it is, which action a piece may still be given, and how a turn begins and ends."""
