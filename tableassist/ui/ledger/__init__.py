"""What no camera sees, at hand: masts, crew, owners, turn."""
