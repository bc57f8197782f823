"""A card game in a file: its set-up checked, its lines, its acts in words."""
