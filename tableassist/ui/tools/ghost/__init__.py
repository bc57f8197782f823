"""The ghost: a copy of a ship to drag about, and putting a bumped piece back."""
