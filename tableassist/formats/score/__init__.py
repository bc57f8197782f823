"""The score of a match (`.pcn`): reading and writing it, and telling it in words."""
