"""A game while it is played: its desk, its log and file, and what joins it to the table."""
