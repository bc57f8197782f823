"""The frame and the style of every HTML page that we write."""
