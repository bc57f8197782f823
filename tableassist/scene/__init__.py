"""Placed pieces: poses and models joined as shapely geometry in mat millimetres."""
