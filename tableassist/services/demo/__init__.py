"""The demo: its files, and its game as it is followed."""
