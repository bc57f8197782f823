"""The window's words in the reader's language."""
