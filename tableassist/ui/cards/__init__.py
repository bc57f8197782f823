"""The window of a card table: camera, row, and the game at hand."""
