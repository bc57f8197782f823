"""Placed pieces: poses, models and ledger joined as shapely geometry in mat millimetres."""
