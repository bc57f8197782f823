"""Evidence: a moment of a match as a zip that anybody can judge again, from its pictures."""
