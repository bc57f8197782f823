"""A card game while it is played before the camera."""
