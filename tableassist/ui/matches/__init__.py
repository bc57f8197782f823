"""Matches in the window: recording, library, exports, unfinished recordings."""
