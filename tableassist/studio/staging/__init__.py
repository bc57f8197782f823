"""What stands on a staged table and where; the demo's game."""
