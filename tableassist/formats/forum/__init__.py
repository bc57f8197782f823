"""A match as a text to paste in a forum."""
