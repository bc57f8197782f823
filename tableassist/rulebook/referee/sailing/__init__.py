"""Moves, and what terrain does to those who move."""
