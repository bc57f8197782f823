"""Work done off the window's thread."""
