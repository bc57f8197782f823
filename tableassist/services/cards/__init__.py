"""The card game in matches: as it stood at any time."""
