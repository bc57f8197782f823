"""The window in which a traced outline is mended."""
