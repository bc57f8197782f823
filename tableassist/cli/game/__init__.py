"""Commands about a game that needs no camera."""
