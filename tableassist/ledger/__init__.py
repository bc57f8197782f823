"""What no camera sees, as a value that events change."""
