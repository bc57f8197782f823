"""Ties an unknown tag to a piece."""
