"""The commands of a game: demo, judge, case, watch."""
