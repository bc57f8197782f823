"""Moves found from what the tracking says, and the chronicle of a match."""
