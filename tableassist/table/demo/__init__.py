"""The staged games of the demo, and the players who say what no camera sees."""
