"""A ruling for people, wherever they read it: in words, drawn, and close up."""
